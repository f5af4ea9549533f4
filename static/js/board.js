// The board by keyboard, one tab stop with arrow keys, and title deeds opened without a reload.

let chosen = location.hash.match(/^#sq-(\d+)$/)?.[1] ?? null;

const deeds = () => document.getElementById("deeds");
const links = () => [...document.querySelectorAll("#overlay a[data-square]")];

// Squares lie in a ring on a grid of eleven by eleven, clockwise from the top left.
function cell(n) {
  const side = Math.floor(n / 10), step = n % 10;
  return [[0, step], [step, 10], [10, 10 - step], [10 - step, 0]][side];
}

function neighbour(n, key) {
  const [row, column] = cell(n);
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  // Along a side it is the next square, across the board the one opposite.
  for (let k = 1; k <= 10; k++) {
    const found = links().findIndex((_, i) => {
      const [r, c] = cell(i);
      return r === row + k * down && c === column + k * right;
    });
    if (found >= 0) return found;
  }
  return n;
}

function rove(to) {
  links().forEach((link, i) => link.setAttribute("tabindex", i === to ? 0 : -1));
}

function show(n) {
  const holder = deeds();
  holder.classList.add("js");
  for (const deed of holder.querySelectorAll(".deed-of")) {
    deed.classList.toggle("open", deed.id === `sq-${n}`);
  }
  holder.querySelector(".deed-hint").hidden = true;
  rove(Number(n));
}

function settle() {
  show(chosen ?? deeds().dataset.open);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-square]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  chosen = link.dataset.square;
  history.replaceState(history.state, "", `#sq-${chosen}`);
  show(chosen);
  const deed = document.getElementById(`sq-${chosen}`);
  deed.focus({ preventScroll: true });
  deed.scrollIntoView({ block: "nearest" });
});

document.addEventListener("keydown", (event) => {
  const link = event.target.closest?.("#overlay a[data-square]");
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  const here = Number(link.dataset.square);
  let to;
  if (event.key.startsWith("Arrow")) to = neighbour(here, event.key);
  else if (event.key === "Home") to = 0;
  else if (event.key === "End") to = links().length - 1;
  else return;
  event.preventDefault();
  rove(to);
  links()[to].focus();
});

document.addEventListener("table:swapped", () => deeds() && settle());
if (deeds()) settle();
