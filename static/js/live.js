// Keeps an open table current: hears of changes or asks for them, and sends moves without leaving the page.
// Works on the fragment games/_live.html, whose pieces have the ids of those on the page.

const table = document.getElementById("table");
const say = document.getElementById("say");
const NOTICE_LINES = 8;
const OFTEN = 2000, SELDOM = 15000, HIDDEN = 30000;
// After a deadline the site waits half a second for a move that arrived in time.
const AFTER = 1000;
// So often a page that is in sight says so: mail is for those who don't look.
const IN_SIGHT = 30000;
// An answer that has not come by then comes no more: the network changed, or the machine slept.
const PATIENCE = 20000;

let etag = table.dataset.etag;
let timer = 0;
let sending = false;
// Something was heard of while an answer was under way that may be older.
let looking = false, heard = false;
// The page itself came in sight of its reader, or was fetched behind other tabs.
let seen = document.hidden ? -Infinity : Date.now();
let gone = false;
// By stream.js, which says when something has changed.
let hears = false;

const meta = () => document.getElementById("live-meta").dataset;

// What says nothing of the table: a form's CSRF value, and what clock.js writes as time goes by.
function sense(element) {
  const copy = element.cloneNode(true);
  for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) field.removeAttribute("value");
  for (const shown of copy.querySelectorAll("[data-left], time[data-local]")) shown.textContent = "";
  for (const part of copy.querySelectorAll("[data-running], [data-over]")) part.hidden = false;
  // A script's own, which goes from an old piece into the new one.
  for (const part of copy.querySelectorAll("[data-kept]")) part.replaceChildren();
  // The moment of the page is not what it tells.
  if (copy.dataset.now) copy.dataset.now = "";
  return copy.outerHTML;
}

// A form by what it is about: what is typed into it belongs to that, and to nothing else.
const about = (form) => form?.dataset.keep ?? form?.id ?? "";
const FIELDS = "form[data-keep] input:not([type=hidden]), form[data-keep] select, form[data-offer] input:not([type=hidden]), form[data-start] input:not([type=hidden])";

function changed(field) {
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((o) => o.defaultSelected));
  const ticked = field.type === "checkbox" || field.type === "radio";
  return ticked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

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
    typed: [...piece.querySelectorAll(FIELDS)].filter(changed).map((i) => [about(i.form), i.name, i.value, i.checked, i.type]),
    focus: piece.contains(document.activeElement) ? wayTo(document.activeElement) : null,
    focused: piece.contains(document.activeElement),
  };
}

// What was typed is kept, but not into the form that has just been sent.
function restore(piece, was, sent) {
  for (const [id, open] of was.open) {
    const details = piece.querySelector(`#${CSS.escape(id)}`);
    if (details) details.open = open;
  }
  for (const [id, top, left] of was.scroll) {
    const list = piece.id === id ? piece : piece.querySelector(`#${CSS.escape(id)}`);
    if (list) [list.scrollTop, list.scrollLeft] = [top, left];
  }
  for (const [form, name, value, checked, type] of was.typed) {
    if (form === sent) continue;
    const ticked = type === "checkbox" || type === "radio";
    const there = [...piece.querySelectorAll(FIELDS)].filter((i) => about(i.form) === form && i.name === name);
    const field = there.find((i) => !ticked || i.value === value);
    if (field && ticked) field.checked = checked;
    else if (field) field.value = value;
  }
}

function refocus(piece, way) {
  const again = way && (piece.matches(way) ? piece : piece.querySelector(way));
  again?.focus({ preventScroll: true });
  // Gone, switched off or folded away: whoever goes on by keyboard goes on at the question.
  if (!again || document.activeElement !== again) document.getElementById("ask").focus({ preventScroll: true });
}

// Puts a piece in the place of its older self. Gives what has to be focused when all pieces are in place.
function put(there, piece, sent) {
  const was = remember(there);
  for (const part of there.querySelectorAll("[data-kept]")) {
    piece.querySelector(`#${CSS.escape(part.id)}`)?.replaceWith(part);
  }
  there.replaceWith(piece);
  restore(piece, was, sent);
  return was.focused ? [piece, was.focus] : null;
}

function swap(html, sent, span) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#live-meta");
  const old = meta();
  if (!fresh || fresh.dataset.status !== old.status) {
    // The key of a secret table's link goes along; a word about what was just done does not.
    const key = new URLSearchParams(location.search).get("key");
    location.replace(location.pathname + (key ? `?key=${encodeURIComponent(key)}` : ""));
    return;
  }
  const last = Number(old.last), moment = fresh.dataset.now;
  let focused = null, asked = false;
  for (const piece of [...holder.content.children]) {
    const there = document.getElementById(piece.id);
    if (!there || sense(there) === sense(piece)) continue;
    focused = put(there, piece, sent) ?? focused;
    if (piece.id === "together") asked = true;
  }
  if (meta().title) document.title = meta().title;
  if (moment) clock(moment, span);
  announce(last, asked);
  document.dispatchEvent(new CustomEvent("table:swapped", { detail: { sent } }));
  // Only now is everything shown that may be shown.
  if (focused) refocus(...focused);
}

// `span`: between these two instants, by the page's own count, the site told its moment.
function clock(moment, [asked, answered]) {
  document.dispatchEvent(new CustomEvent("clock:now", { detail: { moment, asked, answered } }));
}

function announce(last, asked) {
  // The log has the newest move first, and what came of a move in its order.
  const news = [...document.querySelectorAll("#log-list li")]
    .filter((line) => Number(line.dataset.n) > last)
    .sort((one, other) => Number(one.dataset.n) - Number(other.dataset.n))
    .map((line) => line.lastChild.textContent)
    .slice(-NOTICE_LINES);
  if (asked) news.push(...[...document.querySelectorAll("#together h2")].map((title) => `${title.textContent}.`));
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

// `told`: the stream has said that there is something to see. What is new without that shows that it is deaf.
async function look(told = false) {
  const known = etag;
  heard = false;
  clearTimeout(timer);
  const headers = { "If-None-Match": etag };
  if (!document.hidden && Date.now() - seen >= IN_SIGHT) {
    headers["X-In-Sight"] = "1";
    seen = Date.now();
  }
  looking = true;
  const asked = performance.now();
  try {
    const answer = await fetch(table.dataset.live, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const span = [asked, performance.now()];
    if (answer.headers.has("X-Now")) clock(answer.headers.get("X-Now"), span);
    if (answer.status === 200 && !sending) {
      etag = answer.headers.get("ETag");
      swap(await answer.text(), undefined, span);
      if (!told && hears && known && !heard) document.dispatchEvent(new CustomEvent("stream:deaf"));
    }
    if (answer.status === 404) {
      gone = true;
      document.dispatchEvent(new CustomEvent("table:gone"));
      return;
    }
  } catch {
    // The network is away for a moment; the next look comes anyway.
  }
  looking = false;
  if (heard && !sending) look(true);
  else plan();
}

const over = () => gone || meta().status === "finished" || meta().status === "closed";

function plan() {
  clearTimeout(timer);
  if (over()) return;
  // Somebody's time is over: what becomes of it is known in a moment.
  const late = document.querySelector("[data-over]:not([hidden])");
  const often = late || meta().waiting !== "you";
  // Whoever hears of changes asks only to be sure, and to say that the page is in sight.
  const pause = document.hidden ? HIDDEN : hears ? IN_SIGHT : often ? OFTEN : SELDOM;
  timer = setTimeout(look, pause);
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  form.setAttribute("aria-busy", "true");
  table.classList.add("busy");
  const asked = performance.now();
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form, button)),
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const span = [asked, performance.now()];
    const told = await answer.json();
    if (told.html) {
      etag = told.etag;
      swap(told.html, told.ok ? about(form) : undefined, span);
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
  if (heard) look(true);
  else plan();
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

// Another script brings a part that it keeps.
document.addEventListener("table:part", (event) => {
  const { part, sent } = event.detail, there = document.getElementById(part.id);
  if (!there || sense(there) === sense(part)) return;
  const focused = put(there, part, sent);
  if (focused) refocus(...focused);
});

// A deadline, a pause or a proposal's day is over: the same stamp has another page now.
document.addEventListener("clock:over", () => {
  etag = "";
  clearTimeout(timer);
  timer = setTimeout(look, AFTER);
});

// The way here was long: a small answer tells better what time it is there.
document.addEventListener("clock:unsure", () => {
  seen = -Infinity;
  if (!looking && !sending && !over()) look();
});

document.addEventListener("stream:hears", (event) => {
  hears = event.detail;
  if (!over()) plan();
});
// Its id is the part of the page's stamp that all readers share.
document.addEventListener("stream:news", (event) => {
  const { id, first } = event.detail;
  if (over() || (first && etag.includes(`.${id}.`))) return;
  if (sending || looking) heard = true;
  else look(true);
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return plan();
  // Away for long, the browser may have slept: the site's clock comes with this look.
  seen = -Infinity;
  look();
});
addEventListener("online", () => over() || look());
// The browser's back button brings the page as it was first loaded.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") {
  seen = -Infinity;
  look();
} else plan();
