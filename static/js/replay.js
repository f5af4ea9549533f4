// Steps through a game without a reload, by the page's own links and by the arrow keys.

const KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];
let latest = 0;

function settle() {
  for (const hint of document.querySelectorAll(".keys")) hint.hidden = false;
  const list = document.getElementById("moves-list");
  const here = list?.querySelector("[aria-current]");
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
}

async function go(address, push) {
  const mine = ++latest;
  let page;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    location.assign(address);
    return;
  }
  // A key held down asks faster than the pages come: the last one asked for counts.
  if (mine !== latest) return;
  const key = document.activeElement?.dataset?.key;
  document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
  document.title = page.title;
  if (push) history.pushState(null, "", address);
  if (key) document.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:swapped"));
  settle();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="?move="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, true);
});

document.addEventListener("keydown", (event) => {
  if (!KEYS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.defaultPrevented || event.target.closest("input, .board")) return;
  const link = document.querySelector(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  go(link.href, true);
});

window.addEventListener("popstate", () => go(location.href, false));
settle();
