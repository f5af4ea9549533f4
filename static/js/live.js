// Keeps an open table current: asks for changes, and sends moves without leaving the page.
// Works on the fragment games/_live.html, whose pieces have the ids of those on the page.

const table = document.getElementById("table");
const say = document.getElementById("say");
const NOTICE_LINES = 8;
const OFTEN = 2000, SELDOM = 15000, HIDDEN = 30000;

let etag = table.dataset.etag;
let timer = 0;
let sending = false;

const meta = () => document.getElementById("live-meta").dataset;

// A form's CSRF value differs each time and says nothing of the table.
const sense = (element) => element.outerHTML.replace(/(name="csrfmiddlewaretoken" value=)"[^"]*"/g, "$1");

function wayTo(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  // What is typed into a field is no part of its name.
  const told = element.matches("button, [type=checkbox], [type=radio]") ? `[value="${CSS.escape(element.value)}"]` : "";
  if (element.name) return `[name="${CSS.escape(element.name)}"]${told}`;
  if (element.matches("details[id] > summary")) return `#${CSS.escape(element.parentElement.id)} > summary`;
  if (element.dataset?.square) return `[data-square="${element.dataset.square}"]`;
  return null;
}

// What a reader did to a piece that the server does not know of: opened, scrolled, typed, ticked.
function remember(piece) {
  return {
    open: [...piece.querySelectorAll("details[id]")].map((d) => [d.id, d.open]),
    scroll: [...piece.querySelectorAll(".log, .strip")].map((e) => [e.id, e.scrollTop, e.scrollLeft]),
    typed: [...piece.querySelectorAll("form[data-offer] input:not([type=hidden])")].map((i) => [i.name, i.value, i.checked, i.type]),
    focus: piece.contains(document.activeElement) ? wayTo(document.activeElement) : null,
    focused: piece.contains(document.activeElement),
  };
}

function restore(piece, was, keepTyped) {
  for (const [id, open] of was.open) {
    const details = piece.querySelector(`#${CSS.escape(id)}`);
    if (details) details.open = open;
  }
  for (const [id, top, left] of was.scroll) {
    const list = piece.id === id ? piece : piece.querySelector(`#${CSS.escape(id)}`);
    if (list) [list.scrollTop, list.scrollLeft] = [top, left];
  }
  for (const [name, value, checked, type] of keepTyped ? was.typed : []) {
    if (type === "checkbox" || type === "radio") {
      const box = piece.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`);
      if (box) box.checked = checked;
    } else {
      const field = piece.querySelector(`form[data-offer] input[name="${name}"]`);
      if (field) field.value = value;
    }
  }
}

function refocus(piece, way) {
  const again = way && (piece.matches(way) ? piece : piece.querySelector(way));
  again?.focus({ preventScroll: true });
  // Gone, switched off or folded away: whoever goes on by keyboard goes on at the question.
  if (!again || document.activeElement !== again) document.getElementById("ask").focus({ preventScroll: true });
}

function swap(html, keepTyped) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#live-meta");
  const old = meta();
  if (!fresh || fresh.dataset.status !== old.status) {
    location.replace(location.pathname);
    return;
  }
  const last = Number(old.last);
  let focused = null;
  for (const piece of [...holder.content.children]) {
    const there = document.getElementById(piece.id);
    if (!there || sense(there) === sense(piece)) continue;
    const was = remember(there);
    there.replaceWith(piece);
    restore(piece, was, keepTyped);
    if (was.focused) focused = [piece, was.focus];
  }
  if (meta().title) document.title = meta().title;
  announce(last);
  document.dispatchEvent(new CustomEvent("table:swapped"));
  // Only now is everything shown that may be shown.
  if (focused) refocus(...focused);
}

function announce(last) {
  const news = [...document.querySelectorAll("#log-list li")]
    .filter((line) => Number(line.dataset.n) > last)
    .map((line) => line.lastChild.textContent)
    .slice(0, NOTICE_LINES)
    .reverse();
  if (!news.length) return;
  const question = meta().waiting === "you" ? document.querySelector("#ask h2").textContent : "";
  say.textContent = [...news, question].join(" ");
}

function notice(text) {
  const ask = document.getElementById("ask");
  const line = ask.querySelector(".notice") ?? document.createElement("p");
  line.className = "notice";
  line.setAttribute("role", "alert");
  line.textContent = text;
  if (!line.isConnected) ask.prepend(line);
}

async function look() {
  try {
    const answer = await fetch(table.dataset.live, { headers: { "If-None-Match": etag }, cache: "no-store" });
    if (answer.status === 200 && !sending) {
      etag = answer.headers.get("ETag");
      swap(await answer.text(), true);
    }
    if (answer.status === 404) return;
  } catch {
    // The network is away for a moment; the next look comes anyway.
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (meta().status === "finished") return;
  const often = meta().waiting !== "you";
  timer = setTimeout(look, document.hidden ? HIDDEN : often ? OFTEN : SELDOM);
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  form.setAttribute("aria-busy", "true");
  table.classList.add("busy");
  const offered = form.matches("[data-offer]");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form, button)),
      headers: { Accept: "application/json" },
    });
    const told = await answer.json();
    if (told.html) {
      etag = told.etag;
      swap(told.html, !offered || !told.ok);
    } else {
      notice(told.notice);
    }
  } catch {
    notice("The site did not answer. Your move may not have arrived; the page looks again in a moment.");
    etag = "";
  }
  table.classList.remove("busy");
  form.removeAttribute("aria-busy");
  sending = false;
  plan();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-moves]")) return;
  event.preventDefault();
  send(form, event.submitter);
});

// A link to something folded unfolds it.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".jump a");
  const folded = link && document.getElementById(link.hash.slice(1));
  if (folded) folded.open = true;
});

document.addEventListener("visibilitychange", () => (document.hidden ? plan() : look()));
// The browser's back button brings the page as it was first loaded.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") look();
else plan();
