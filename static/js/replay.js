// Steps through a game without a reload, by the page's own links and by the arrow keys.

const KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];
const PACE = 1400;
let latest = 0;
let running = 0;

const forward = () => document.querySelector('a[data-key="ArrowRight"]');

function halt() {
  clearTimeout(running);
  running = 0;
}

// The next step is asked for when the one before has been seen for a while.
function run() {
  running = setTimeout(async () => {
    await go(forward().href, true);
    if (!running) return;
    if (forward()) run();
    else halt();
    settle();
  }, PACE);
}

function settle() {
  for (const hint of document.querySelectorAll(".keys")) hint.hidden = false;
  const button = document.getElementById("run");
  button.hidden = !forward();
  button.textContent = running ? button.dataset.halt : button.dataset.run;
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
  const onRun = document.activeElement?.id === "run";
  document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
  document.title = page.title;
  if (push) history.pushState(null, "", address);
  if (key) document.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:swapped"));
  settle();
  if (onRun) document.getElementById("run").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#run")) {
    if (running) halt();
    else run();
    settle();
    return;
  }
  const link = event.target.closest('a[href^="?move="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  halt();
  go(link.href, true);
});

document.addEventListener("keydown", (event) => {
  if (!KEYS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.defaultPrevented || event.target.closest("input, .board")) return;
  const link = document.querySelector(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  halt();
  go(link.href, true);
});

window.addEventListener("popstate", () => go(location.href, false));
settle();
