// Steps through a game without a reload: the whole of it comes in one answer, and a step changes only the
// pieces of the page that differ. What is shown is made by the server; here it is put in its places.

const KEYS = { Home: "first", ArrowLeft: "prev", ArrowRight: "next", End: "last" };
const root = document.getElementById("replay");
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

let film; // the game, once it is here
let boards = []; // for each step, what each place holds: a list of numbers of texts
let at = Number(root.dataset.number) + 1; // the step shown; 0 is the start
let layers = [];
let running = 0;

const coming = fetch(root.dataset.film, { headers: { Accept: "application/json" } })
  .then((answer) => {
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  })
  .then(begin);
coming.catch(() => {}); // The links still lead to whole pages.

function begin(found) {
  film = found;
  // A game in play may have gone on since the page was made; its chart ends where the page does.
  film.steps.length = Math.min(film.steps.length, Number(chart().dataset.count));
  let places = Array(film.rows + film.order.length).fill([]);
  for (const step of film.steps) {
    places = places.slice();
    for (const [place, ...texts] of step.places ?? []) places[place] = texts;
    boards.push(places);
  }
  const drawing = document.querySelector("#overlay .over > g");
  layers = Array.from({ length: film.labels }, () => document.createElementNS(SVG, "g"));
  drawing.replaceChildren(...layers);
  layers.forEach((layer, place) => { layer.innerHTML = text(boards[at][place]); });
  listMoves();
  if (byId("jump").elements.move.length) listJumps();
  byId("slider").max = last();
  byId("goto").elements.move.max = last();
  for (const hidden of root.querySelectorAll(".slide, .pace, .keys, .grab")) hidden.hidden = false;
  show(at, at);
  root.film = film;
  document.dispatchEvent(new CustomEvent("replay:ready"));
}

const last = () => film.steps.length - 2;
const text = (numbers) => numbers.map((number) => film.texts[number]).join("");
const same = (a, b) => a === b || (a.length === b.length && a.every((number, i) => number === b[i]));
const named = (number) => (number < 0 ? "The start" : `Move ${number}`);
const address = (number) => `?move=${number < 0 ? "start" : number}`;

// --- one step ---

// Shows a move by its number, -1 the start, whatever was shown before.
async function go(number) {
  try {
    await coming;
  } catch {
    location.assign(address(number));
    return;
  }
  const to = Math.min(Math.max(number, -1), last()) + 1;
  if (to === at) return;
  const from = at;
  at = to;
  show(from, to);
  announce();
  note();
}

function show(from, to) {
  const before = boards[from], now = boards[to], step = film.steps[to];
  now.forEach((texts, place) => {
    if (from !== to && same(texts, before[place])) return;
    if (place < film.labels) layers[place].innerHTML = text(texts);
    else if (place < film.deeds) square(place - film.labels).setAttribute("aria-label", text(texts));
    else if (place < film.rows) deed(place - film.deeds).textContent = text(texts);
  });
  film.order.forEach((seat, i) => showPlayer(i, text(now[film.rows + i]), step.money[seat], step.worth[seat]));
  showStep(step, to - 1);
  showCursor(to);
  const deeds = byId("deeds");
  if (deeds.dataset.open !== String(step.open)) {
    deeds.dataset.open = step.open;
    document.dispatchEvent(new CustomEvent("table:swapped"));
  }
}

const square = (p) => document.querySelector(`#overlay a[data-square="${p}"]`);
const deed = (p) => document.querySelector(`#sq-${p} .now`);

function showPlayer(i, row, money, worth) {
  const [before, between, after] = row.split(film.gap);
  const made = before + money + between + worth + after;
  const bodies = document.querySelector("#players table").tBodies;
  if (bodies[i].made === made) return;
  const holder = document.createElement("table");
  holder.innerHTML = made;
  const body = holder.tBodies[0];
  body.made = made;
  bodies[i].replaceWith(body);
}

function showStep(step, number) {
  byId("st-now").textContent = named(number);
  byId("st-of").textContent = number < 0 ? "" : `of ${last()}`;
  document.title = document.title.replace(/^(The start|Move \d+)/, named(number));
  byId("told").replaceChildren(...step.lines.map(([seat, line]) => {
    const item = document.createElement("li");
    item.append(mark(seat), line);
    return item;
  }));
  const slider = byId("slider");
  slider.value = number;
  slider.setAttribute("aria-valuetext", number < 0 ? "The start" : `Move ${number} of ${last()}`);
  byId("goto").elements.move.value = number < 0 ? "" : number;
  control("Home", number > -1 ? -1 : null);
  control("ArrowLeft", number > -1 ? number - 1 : null);
  control("ArrowRight", number < last() ? number + 1 : null);
  control("End", number < last() ? last() : null);
  const run = byId("run");
  run.textContent = running ? run.dataset.halt : run.dataset.run;
  showMove(number + 1);
  showJump(number);
}

function mark(seat) {
  if (seat === null) {
    const none = document.createElement("span");
    none.className = "mk";
    return none;
  }
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "mk");
  drawn.setAttribute("aria-hidden", "true");
  drawn.innerHTML = `<use href="#m${seat}"/>`;
  return drawn;
}

// A control that leads nowhere keeps its place, and the focus if it has it.
function control(key, number) {
  const [place, text] = { Home: [0, "First"], ArrowLeft: [1, "Back"], ArrowRight: [2, "Forward"], End: [3, "Last"] }[key];
  const old = document.querySelector(".ctl").children[place];
  let link = old;
  if (old.tagName !== "A") {
    link = document.createElement("a");
    link.textContent = text;
    link.rel = KEYS[key];
    link.dataset.key = key;
    old.replaceWith(link);
  }
  link.className = number === null ? "btn off" : "btn";
  if (number === null) {
    if (link === document.activeElement) link.tabIndex = -1;
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
  } else {
    link.href = address(number);
    for (const name of ["role", "aria-disabled", "tabindex"]) link.removeAttribute(name);
  }
}

// --- the chart ---

const chart = () => root.querySelector(".chart");

function scale() {
  const { box, low, high, count } = chart().dataset;
  const [left, right, top, bottom] = box.split(" ").map(Number);
  return { left, right, top, bottom, low: Number(low), high: Number(high), count: Number(count) };
}

function showCursor(step) {
  const s = scale();
  const x = s.left + ((s.right - s.left) * step) / Math.max(1, s.count - 1);
  chart().querySelector(".cur").setAttribute("d", `M${x.toFixed(1)} ${s.top - 6}V${s.bottom + 4}`);
  for (const use of chart().querySelectorAll(".cursor use")) {
    const worth = film.steps[step].worth[use.dataset.seat];
    const y = s.bottom - ((s.bottom - s.top) * (worth - s.low)) / (s.high - s.low);
    use.setAttribute("x", (x - use.getAttribute("width") / 2).toFixed(1));
    use.setAttribute("y", (y - use.getAttribute("height") / 2).toFixed(1));
    use.toggleAttribute("hidden", !worth);
  }
}

function pointed(event) {
  const s = scale(), box = chart().getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * chart().viewBox.baseVal.width;
  go(Math.round(((x - s.left) / (s.right - s.left)) * (s.count - 1)) - 1);
}

chart().addEventListener("pointerdown", (event) => {
  if (event.button) return;
  halt();
  chart().setPointerCapture(event.pointerId);
  pointed(event);
});
chart().addEventListener("pointermove", (event) => {
  if (chart().hasPointerCapture(event.pointerId)) pointed(event);
});

// --- the lists ---

function listMoves() {
  const heading = byId("mh");
  heading.textContent = heading.dataset.all;
  const items = film.steps.map((step, i) => {
    const item = document.createElement("li"), link = document.createElement("a");
    const n = document.createElement("span"), line = document.createElement("span");
    n.className = "n";
    n.textContent = i ? i - 1 : "start";
    line.textContent = step.lines.map(([, told]) => told).join(" ");
    link.href = address(i - 1);
    link.tabIndex = -1; // One stop for Tab, at the move shown.
    link.append(n, line);
    item.append(link);
    return item;
  });
  byId("moves-list").replaceChildren(...items);
}

let current;

function showMove(step) {
  const list = byId("moves-list");
  if (current) {
    current.removeAttribute("aria-current");
    current.tabIndex = -1;
  }
  current = list.children[step].firstChild;
  current.setAttribute("aria-current", "step");
  current.tabIndex = 0;
  list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function listJumps() {
  const form = byId("jump"), kind = byId("jump-kind"), kinds = kind.querySelector("select");
  const moves = form.elements.move;
  const lists = [...moves.querySelectorAll("optgroup")];
  kinds.replaceChildren(...lists.map((list, i) => new Option(list.label, i)));
  const choose = () => {
    const options = [...lists[kinds.value].children].map((option) => option.cloneNode(true));
    moves.replaceChildren(new Option("choose", ""), ...options);
    showJump(at - 1);
  };
  kinds.addEventListener("change", choose);
  moves.addEventListener("change", () => moves.value && chosen(moves.value));
  kind.hidden = false;
  form.querySelector("button").hidden = true;
  moves.labels[0].firstElementChild.textContent = "Which";
  choose();
}

// The list stands at the move shown, if that is in it.
function showJump(number) {
  const moves = byId("jump").elements.move;
  moves.value = number < 0 ? "start" : number;
  if (moves.selectedIndex < 0) moves.value = "";
}

function chosen(value) {
  halt();
  go(value === "start" ? -1 : Number(value));
}

// --- playing by itself ---

const pace = () => Number(document.querySelector("[name=pace]:checked").value);

function tick() {
  running = setTimeout(async () => {
    await go(at);
    if (!running) return;
    if (at <= last()) tick();
    else halt();
  }, pace());
}

function halt() {
  clearTimeout(running);
  running = 0;
  byId("run").textContent = byId("run").dataset.run;
}

async function run() {
  if (running) {
    halt();
    return;
  }
  if (at > last()) await go(-1);
  tick();
  byId("run").textContent = byId("run").dataset.halt;
}

// --- telling ---

let saying = 0, noting = 0;

// Who holds a key down, or plays fast, is told where that ended.
function announce() {
  clearTimeout(saying);
  saying = setTimeout(() => {
    byId("said").textContent = film.steps[at].lines.map(([, line]) => line).join(" ");
  }, 400);
}

// Browsers count how often an address is changed, and refuse too much of it.
function note() {
  clearTimeout(noting);
  noting = setTimeout(noteNow, 200);
}

function noteNow() {
  clearTimeout(noting);
  history.replaceState(history.state, "", address(at - 1) + location.hash);
}

async function copy(button) {
  noteNow();
  const link = new URL(address(at - 1), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    // Without https there is no clipboard to write to but the old way.
    const field = document.createElement("input");
    field.value = link;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  byId("said").textContent = button.dataset.copied;
  const named = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = named; }, 1500);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#run")) {
    run();
    return;
  }
  const button = event.target.closest("#copy");
  if (button) {
    if (button.textContent !== button.dataset.copied) copy(button);
    return;
  }
  const link = event.target.closest('a[href^="?move="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  chosen(new URLSearchParams(link.search).get("move"));
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "jump" && event.target.id !== "goto") return;
  event.preventDefault();
  chosen(event.target.elements.move.value);
});

byId("slider").addEventListener("input", (event) => {
  halt();
  go(Number(event.target.value));
});

document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.defaultPrevented || event.target.closest("input, select, .board")) return;
  event.preventDefault();
  halt();
  const number = at - 1;
  const to = { Home: -1, ArrowLeft: number - 1, ArrowRight: number + 1, End: Infinity }[event.key];
  go(to);
});
