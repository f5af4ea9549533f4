// Lets the deadlines on a page run on, by the site's clock: the browser's own may be wrong.
// Absolute times of whoever has not told the site a time zone are put into the browser's.

const SECOND = 1000;
let ahead = 0;
let told = new Set();

// How far the browser's clock is ahead of the site's, which was at this moment just now.
function set(moment) {
  ahead = Date.now() - Date.parse(moment);
}

const now = () => Date.now() - ahead;

const two = (first, n, unit) => (n ? `${first} ${n} ${unit}` : first);

// As games/present/clocks.py tells it.
function left(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const minutes = Math.floor(seconds / 60), hours = Math.floor(seconds / 3600), days = Math.floor(seconds / 86400);
  if (days >= 2) return two(`${days} days`, hours - 24 * days, "h");
  if (hours) return two(`${hours} h`, minutes - 60 * hours, "min");
  if (minutes >= 10) return `${minutes} min`;
  if (minutes) return two(`${minutes} min`, seconds - 60 * minutes, "s");
  return `${seconds} s`;
}

function put(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function tick() {
  let over = false;
  for (const due of document.querySelectorAll("[data-due]")) {
    const rest = Date.parse(due.dataset.due) - now();
    put(due.querySelector("[data-left]"), left(rest));
    const late = rest < 0;
    due.querySelector("[data-running]").hidden = late;
    due.querySelector("[data-over]").hidden = !late;
    over ||= late && news(`due ${due.dataset.due}`);
  }
  // What stands until a moment, a pause or a proposal, is no longer there after it.
  for (const thing of document.querySelectorAll("[data-until]")) {
    over ||= Date.parse(thing.dataset.until) < now() && news(`until ${thing.dataset.until}`);
  }
  if (over) document.dispatchEvent(new CustomEvent("clock:over"));
}

// Each moment passes once, however often the page is swapped.
function news(moment) {
  if (told.has(moment)) return false;
  told.add(moment);
  return true;
}

const PARTS = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const format = new Intl.DateTimeFormat("en-GB", PARTS);

function localise() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const part = Object.fromEntries(format.formatToParts(new Date(time.dateTime)).map(({ type, value }) => [type, value]));
    put(time, `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute}`);
  }
}

function all() {
  localise();
  tick();
}

const start = document.getElementById("live-meta")?.dataset.now;
if (start) set(start);
document.addEventListener("clock:now", (event) => set(event.detail));
document.addEventListener("table:swapped", all);
all();
setInterval(tick, SECOND);
