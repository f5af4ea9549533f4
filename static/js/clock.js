// Lets the deadlines on a page run on, by the site's clock: the browser's own may be wrong.
// Absolute times of whoever has not told the site a time zone are put into the browser's.

const SECOND = 1000;
// A deadline nearer than this is told in seconds, and the seconds turn when they do.
const NEAR = 600 * SECOND;
const told = new Set();

// The browser counts from an instant of its own, whatever its clock says and however it is set meanwhile. What has to
// be added to that for the site's time lies between two bounds: a moment that the site has told was after the question
// went out, and before the answer began to come. Each further answer narrows them.
let least = -Infinity, most = Infinity;
// Further apart than this, they are asked to be narrowed, so many times at most.
const UNSURE = SECOND / 2;
let tries = 3;

function set({ moment, asked, answered }) {
  const at = Date.parse(moment), low = at - answered, high = at - asked;
  least = Math.max(least, low);
  most = Math.min(most, high);
  // Of two that contradict each other, as after the machine slept, the newer one is right.
  if (least > most) [least, most] = [low, high];
  if (most - least > UNSURE && tries-- > 0) setTimeout(() => document.dispatchEvent(new CustomEvent("clock:unsure")), SECOND);
}

const now = () => (Number.isFinite(least) ? performance.now() + (least + most) / 2 : Date.now());

let next = 0;

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
  let over = false, pause = SECOND;
  for (const due of document.querySelectorAll("[data-due]")) {
    const rest = Date.parse(due.dataset.due) - now();
    put(due.querySelector("[data-left]"), left(rest));
    const late = rest < 0;
    due.querySelector("[data-running]").hidden = late;
    due.querySelector("[data-over]").hidden = !late;
    over ||= late && news(`due ${due.dataset.due}`);
    if (!late && rest < NEAR) pause = Math.min(pause, (rest % SECOND) + 1);
  }
  // What stands until a moment, a pause or a proposal, is no longer there after it.
  for (const thing of document.querySelectorAll("[data-until]")) {
    over ||= Date.parse(thing.dataset.until) < now() && news(`until ${thing.dataset.until}`);
  }
  if (over) document.dispatchEvent(new CustomEvent("clock:over"));
  clearTimeout(next);
  next = setTimeout(tick, pause);
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
const page = performance.getEntriesByType("navigation")[0];
// A page from the browser's own store tells of another day.
if (start && page?.type !== "back_forward") {
  set({ moment: start, asked: page?.requestStart ?? performance.now(), answered: page?.responseStart ?? performance.now() });
}
document.addEventListener("clock:now", (event) => set(event.detail));
document.addEventListener("table:swapped", all);
all();
