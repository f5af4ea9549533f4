// The trade composer: what both sides have before and after, while an offer is put together.

const pairs = (text) => Object.fromEntries(text.split(" ").map((pair) => pair.split(":")));

function text(tag, words, css) {
  const cell = document.createElement(tag);
  cell.textContent = words;
  if (css) cell.className = css;
  return cell;
}

function picked(fieldset, name) {
  return [...fieldset.querySelectorAll(`input[name="${name}"]:checked`)];
}

function rows(body, party, money, worth, groups, sizes, moved) {
  const first = document.createElement("tr");
  const head = text("th", party.dataset.name);
  head.scope = "row";
  first.append(
    head,
    text("td", `${party.dataset.money} to ${Number(party.dataset.money) + money}`, "num"),
    text("td", `${party.dataset.worth} to ${Number(party.dataset.worth) + worth}`, "num"),
  );
  const held = pairs(party.dataset.held);
  const changes = Object.keys(moved).filter((key) => moved[key]).map((key) => {
    const had = Number(held[key]), has = had + moved[key], size = Number(sizes[key]);
    const whole = has === size ? ", all of it" : had === size ? ", no longer all of it" : "";
    return `${groups[key]} ${had} to ${has} of ${size}${whole}`;
  });
  body.replaceChildren(first);
  if (changes.length) {
    const line = document.createElement("tr");
    const cell = text("td", changes.join(" · "), "small dim");
    cell.colSpan = 3;
    line.append(cell);
    body.append(line);
  }
}

function preview(form) {
  const you = form.querySelector("fieldset[data-you]");
  const to = form.querySelector('input[name="to"]:checked, input[name="to"][type=hidden]').value;
  const parties = [...form.querySelectorAll("fieldset[data-seat]:not([data-you])")];
  for (const party of parties) {
    const theirs = party.dataset.seat === to;
    party.hidden = !theirs;
    if (!theirs) for (const box of picked(party, "get")) box.checked = false;
  }
  const other = parties.find((party) => party.dataset.seat === to);
  const give = picked(you, "give"), get = picked(other, "get");
  const asked = form.querySelector('input[name="direction"]:checked').value === "get_cash";
  const field = form.querySelector('input[name="sum"]');
  const payer = asked ? other : you;
  field.max = payer.dataset.money;
  const sum = Math.max(0, Math.floor(Number(field.value) || 0));
  const worthOf = (boxes) => boxes.reduce((total, box) => total + Number(box.dataset.worth), 0);
  const money = asked ? sum : -sum;
  const worth = money + worthOf(get) - worthOf(give);
  const moved = {};
  for (const box of get) moved[box.dataset.group] = (moved[box.dataset.group] ?? 0) + 1;
  for (const box of give) moved[box.dataset.group] = (moved[box.dataset.group] ?? 0) - 1;
  const gone = Object.fromEntries(Object.entries(moved).map(([key, n]) => [key, -n]));
  const sizes = pairs(form.dataset.sizes), groups = pairs(form.dataset.groups);
  const body = (side) => form.querySelector(`tbody[data-side="${side}"]`);
  rows(body("you"), you, money, worth, groups, sizes, moved);
  rows(body("other"), other, -money, -worth, groups, sizes, gone);
  form.querySelector(".preview").hidden = false;
  const why = form.querySelector("[data-why]");
  why.textContent = !give.length && !get.length ? "Tap the squares that are to change hands: at least one has to."
    : sum > Number(payer.dataset.money) ? `${payer.dataset.name === "You" ? "You have" : `${payer.dataset.name} has`} ${payer.dataset.money}, less than that sum.` : "";
  why.hidden = !why.textContent;
  form.querySelector("button").disabled = !why.hidden;
}

function all() {
  for (const form of document.querySelectorAll("form[data-offer]")) preview(form);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-offer]");
  if (form) preview(form);
});
document.addEventListener("table:swapped", all);
all();
