// Keeps an open table's chat current, by itself: nothing here touches the board, and a change of the board touches
// nothing here. What is being typed stays, also when the page is loaded anew. Works on games/_chat_lines.html.

const chat = document.getElementById("chat");
const game = chat.dataset.game;
const form = document.getElementById("write");
const field = document.getElementById("chat-text");
const said = chat.querySelector("[data-said]");
const unread = chat.querySelector("[data-unread]");
// Where nobody tells of news the chat is asked after, more seldom while nothing comes, in milliseconds.
const SOON = 5000, SELDOM = 60000, SLOWER = 1.5;
const PATIENCE = 20000;
// How near to its end a list counts as read to the end, in pixels.
const NEAR = 40;

let etag = chat.dataset.etag;
let timer = 0, pause = SOON;
let hears = false, looking = false, heard = false, gone = false;

const part = () => document.getElementById("chat-part");
const lines = () => document.getElementById("chat-lines");
const log = () => document.getElementById("chat-log");

// The browser's own store: a page that is loaded anew, as when the game starts, knows what was here before.
function store(where, name, value) {
  try {
    if (value === undefined) return where.getItem(`chat-${name}-${game}`);
    if (value === null) where.removeItem(`chat-${name}-${game}`);
    else where.setItem(`chat-${name}-${game}`, value);
  } catch {
    // Switched off: then nothing is remembered.
  }
  return null;
}

function parse(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.querySelector("#chat-part");
}

// Only what is new is put in, so that it alone is read out, and nothing is torn from under a finger.
function put(html) {
  const fresh = parse(html);
  if (!fresh) return;
  const there = part(), list = lines();
  const atEnd = log().scrollHeight - log().scrollTop - log().clientHeight < NEAR;
  const known = new Map([...list.children].map((line) => [line.dataset.n, line]));
  const wanted = [...fresh.querySelectorAll("li[data-n]")];
  for (const line of wanted) {
    const old = known.get(line.dataset.n);
    known.delete(line.dataset.n);
    if (!old) list.append(line);
    else if (sense(old) !== sense(line)) exchange(old, line);
  }
  const lost = [...known.values()].some((line) => line.contains(document.activeElement));
  for (const line of known.values()) line.remove();
  // Whoever goes on by keyboard goes on where the message stood.
  if (lost) log().focus({ preventScroll: true });
  for (const aside of there.querySelectorAll(":scope > p")) aside.remove();
  log().before(...fresh.querySelectorAll(":scope > p"));
  Object.assign(there.dataset, { changes: fresh.dataset.changes, last: fresh.dataset.last });
  if (atEnd) toEnd();
  count();
  // Their times are put into the browser's zone.
  document.dispatchEvent(new CustomEvent("table:swapped", { detail: {} }));
}

function exchange(old, line) {
  const focused = old.contains(document.activeElement);
  const about = line.querySelector(".about");
  if (about) about.open = Boolean(old.querySelector(".about")?.open);
  old.replaceWith(line);
  if (focused) about?.querySelector("summary").focus({ preventScroll: true });
}

function sense(line) {
  const copy = line.cloneNode(true);
  for (const time of copy.querySelectorAll("time[data-local]")) time.textContent = "";
  for (const about of copy.querySelectorAll("details")) about.open = false;
  return copy.outerHTML;
}

function toEnd() {
  log().scrollTop = log().scrollHeight;
}

// What was written since the chat was last unfolded before its reader's eyes.
function count() {
  const read = Number(store(localStorage, "read") ?? 0);
  if (chat.open && !document.hidden) {
    store(localStorage, "read", String(Math.max(read, Number(part().dataset.last))));
    unread.hidden = true;
    return;
  }
  const fresh = [...lines().children].filter((line) => Number(line.dataset.n) > read && !("mine" in line.dataset)).length;
  unread.hidden = !fresh;
  unread.textContent = fresh ? `${fresh} new` : "";
}

function tell(sentence) {
  said.textContent = sentence;
  said.classList.toggle("notice", Boolean(sentence));
}

async function look() {
  clearTimeout(timer);
  if (looking || gone) return;
  looking = true;
  heard = false;
  try {
    const answer = await fetch(chat.dataset.live, {
      headers: { "If-None-Match": etag }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 200) {
      etag = answer.headers.get("ETag");
      put(await answer.text());
      pause = SOON;
    }
    // The table is none to this reader any more, or the chat was switched off.
    if (answer.status === 404) gone = true;
  } catch {
    // The network is away for a moment; the next look comes anyway.
  }
  looking = false;
  if (heard) look();
  else plan();
}

function plan() {
  clearTimeout(timer);
  if (gone || hears || document.hidden) return;
  timer = setTimeout(look, pause);
  pause = Math.min(pause * SLOWER, SELDOM);
}

async function send(action, body, kept) {
  try {
    const answer = await fetch(action, {
      method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE),
    });
    const told = await answer.json();
    tell(told.notice);
    if (!told.ok) return;
    if (kept !== undefined && field.value === kept) {
      field.value = "";
      store(sessionStorage, "typed", null);
    }
    // Whoever writes sees what was written, wherever the list stood.
    if (kept !== undefined) toEnd();
    etag = told.etag;
    put(told.html);
    pause = SOON;
    plan();
  } catch {
    tell("The site did not answer. Look whether your message is there before you send it again.");
    look();
  }
}

async function write() {
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const typed = field.value;
  await send(form.action, new URLSearchParams(new FormData(form)), typed);
  form.ariaBusy = null;
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  write();
});
// Enter sends where there is a keyboard; on a phone it is the only way to a new line.
field?.addEventListener("keydown", (event) => {
  const keyboard = matchMedia("(hover:hover)").matches;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || !keyboard) return;
  event.preventDefault();
  form.requestSubmit();
});
field?.addEventListener("input", () => store(sessionStorage, "typed", field.value || null));

document.getElementById("chat-about").addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target.action, new URLSearchParams(new FormData(event.target, event.submitter)));
});

// Beside the board there is room for it; otherwise it is as its reader left it, also when the page is loaded anew.
const wide = matchMedia("(min-width:62.01rem)");
const left = store(sessionStorage, "open");
if (left !== null) chat.open = chat.open || left === "yes";
else if (wide.matches) chat.open = true;
chat.addEventListener("toggle", () => {
  store(sessionStorage, "open", chat.open ? "yes" : "no");
  if (chat.open) toEnd();
  count();
});

document.addEventListener("stream:chat", (event) => {
  if (event.detail === part().dataset.changes) return;
  if (looking) heard = true;
  else look();
});
document.addEventListener("stream:hears", (event) => {
  hears = event.detail;
  pause = SOON;
  plan();
});
document.addEventListener("table:gone", () => {
  gone = true;
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  count();
  pause = SOON;
  if (!hears) look();
});
addEventListener("online", look);

if (field && !field.value) field.value = store(sessionStorage, "typed") ?? "";
toEnd();
count();
plan();
