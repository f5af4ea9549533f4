// Checks a finished game here in the browser: all that chance decided is derived anew from the record's
// seeds, and held against what the replay page shows. One request: the record.

const encoder = new TextEncoder();

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (text) => hex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));

// Gives draw(label, n): the whole number that HMAC-SHA256 has for it under the seed.
async function source(seed) {
  const bytes = Uint8Array.from(seed.match(/../g), (pair) => parseInt(pair, 16));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (label, n) => BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, encoder.encode(`${label}:${n}`)))}`);
}

async function shuffled(draw, label, things) {
  const pile = [...things];
  for (let i = pile.length - 1; i > 0; i--) {
    const j = Number((await draw(label, i)) % BigInt(i + 1));
    [pile[i], pile[j]] = [pile[j], pile[i]];
  }
  return pile;
}

// Two JSON values are the same whatever the order of their keys.
function told(value) {
  if (Array.isArray(value)) return `[${value.map(told).join(",")}]`;
  if (value && typeof value === "object") {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${told(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

// Compares a record with what a replay shows (its JSON). `promised` are commitments seen elsewhere.
// Gives lines { what, at, derived, shown, ok }; `at` is the number of a move, -1 the start, null of none.
export async function check(record, shown, promised = []) {
  const lines = [];
  const line = (what, at, derived, found) => lines.push({ what, at, derived: `${derived}`, shown: `${found}`, ok: `${derived}` === `${found}` });

  const form = /^[0-9a-f]{64}$/;
  if (!form.test(record.server_seed) || !form.test(record.seed)) {
    line("Seeds", null, "64 hex digits each", "not in the record in that form");
    return lines;
  }
  const commitment = await sha256(record.server_seed);
  line("Commitment", null, commitment, record.commitment);
  for (const [where, kept] of promised) line(where, null, commitment, kept);
  const seed = await sha256([record.server_seed, ...record.seats.map((seat) => seat.client_seed)].join("|"));
  line("Seed", null, seed, record.seed);

  const draw = await source(seed);
  const order = await shuffled(draw, "order", record.seats.map((_, seat) => seat));
  line("Turn order, by seat", -1, order.join(" "), shown.order.join(" "));
  line("Names", null, record.seats.map((seat) => seat.name).join(", "), shown.names.join(", "));
  const piles = {};
  const pileOf = {};
  for (const [label, cards] of Object.entries(shown.unshuffled)) {
    piles[label] = await shuffled(draw, label, cards);
    for (const card of cards) pileOf[card] = piles[label];
  }
  const decks = Object.fromEntries(Object.entries(piles).map(([label, pile]) => [label, [...pile]]));

  line("Number of moves", null, record.moves.length, shown.steps.length - 1);
  let rolls = 0;
  let ended = null;
  for (const [i, step] of shown.steps.entries()) {
    const at = i - 1;
    if (at >= 0 && record.moves[at]) {
      const { seat, move, by, at: when } = record.moves[at];
      const here = { seat: step.seat, move: step.move, by: step.by, at: step.at };
      const same = told({ seat, move, by, at: when }) === told(here);
      lines.push({ what: "Move", at, derived: told(move), shown: same ? told(move) : told(here), ok: same });
    }
    const said = step.lines.map(([, text]) => text).join(" ");
    for (const event of step.events) {
      if (event.event === "rolled") {
        const v = Number((await draw("dice", rolls)) % 36n);
        const [first, second] = [Math.floor(v / 6) + 1, (v % 6) + 1];
        line(`Roll ${rolls}`, at, `${first} + ${second}`, `${event.first} + ${event.second}`);
        if (!new RegExp(`rolled [^.]*\\b${first} and ${second}\\b`).test(said)) line(`Roll ${rolls}, in words`, at, `rolled ${first} and ${second}`, said);
        rolls += 1;
      } else if (event.event === "drew") {
        const pile = pileOf[event.card] ?? [];
        const card = pile.shift();
        line("Card", at, card, event.card);
        if (!event.kept) pile.push(card);
        const text = shown.cards[card];
        if (!said.includes(text)) line("Card, in words", at, text, said);
      } else if (event.event === "used_card") {
        pileOf[event.card].push(event.card);
      } else if (event.event === "left" && event.heir === null) {
        for (const card of event.cards) pileOf[card].push(card);
      } else if (event.event === "ended") {
        ended = event.placings;
      }
    }
  }
  line("Places, by seat", shown.steps.length - 2, told(record.placings), told(ended));
  lines.decks = decks;
  lines.rolls = rolls;
  return lines;
}

// --- the page ---

const section = document.getElementById("check");

function rows(lines) {
  return lines.map((found) => {
    const row = document.createElement("tr");
    const cell = (tag, text) => {
      const made = document.createElement(tag);
      made.append(text);
      row.append(made);
      return made;
    };
    cell("th", found.what).scope = "row";
    let where = "";
    if (found.at !== null) {
      where = document.createElement("a");
      where.href = `?move=${found.at < 0 ? "start" : found.at}`;
      where.textContent = found.at < 0 ? "start" : found.at;
    }
    cell("td", where);
    cell("td", found.derived);
    cell("td", found.shown);
    cell("td", found.ok ? "agrees" : "differs");
    row.classList.toggle("differs", !found.ok);
    return row;
  });
}

function say(text) {
  section.querySelector("[role=status]").textContent = text;
}

async function run(button) {
  button.disabled = true;
  try {
    if (!globalThis.crypto?.subtle) {
      say("This browser lends its cryptography to pages over https only. The verifier below needs no browser.");
      return;
    }
    say("Checking.");
    const answer = await fetch(section.dataset.record, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    const record = await answer.json();
    const film = await shownFilm();
    const promised = [["Commitment on this page", section.dataset.commitment]];
    const kept = section.querySelector("input").value.trim().toLowerCase();
    if (kept) promised.push(["Commitment that you kept", kept]);
    report(await check(record, film, promised), film);
  } catch {
    say("The record could not be read just now. Nothing is said about the game; please try again.");
  } finally {
    button.disabled = false;
  }
}

function shownFilm() {
  const root = document.getElementById("replay");
  if (root.film) return root.film;
  return new Promise((resolve) => {
    document.addEventListener("replay:ready", () => resolve(root.film), { once: true });
  });
}

function report(lines, film) {
  const wrong = lines.filter((found) => !found.ok);
  const count = (what) => lines.filter((found) => found.what.startsWith(what)).length;
  const all = `commitment, seed, turn order, ${lines.rolls} rolls, ${count("Card")} cards, ${film.steps.length - 1} moves and the places`;
  say(wrong.length ? `${wrong.length} of ${lines.length} lines differ. They come first in the list.` : `All ${lines.length} lines agree: ${all}.`);
  section.querySelector("tbody").replaceChildren(...rows([...wrong, ...lines.filter((found) => found.ok)]));
  section.querySelector(".found").hidden = false;
}

if (section) {
  const button = section.querySelector("button");
  section.querySelector("form").hidden = false;
  section.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    run(button);
  });
}
