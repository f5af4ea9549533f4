// The waiting room. The commitment stands on the page already, so a seed may be drawn now: the site could not
// know it when it made its promise. The player may type another over it.
// 128 bits of the browser's secure source.
function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const said = document.getElementById("say");
let typed = null;
let bringing = false;

// The opener has brought none yet: it is sent at once, and the page says that it is kept.
async function bring(form) {
  if (bringing) return;
  bringing = true;
  const line = form.querySelector("[data-said]");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { Accept: "application/json" },
    });
    const told = await answer.json();
    line.textContent = told.ok ? "Your browser drew it, and the site keeps it. You may type another." : told.notice;
  } catch {
    line.textContent = "The site did not answer, so your seed is not kept yet. Press the button to send it.";
  }
  bringing = false;
}

function prepare() {
  for (const form of document.querySelectorAll("form[data-draw]")) {
    const field = form.elements.client_seed;
    if (typed !== null) field.value = typed;
    else if (!field.value) {
      field.value = drawn();
      if (form.matches("[data-bring]")) bring(form);
    }
  }
  for (const holder of document.querySelectorAll("[data-copy]")) holder.hidden = !navigator.clipboard;
}

// What is typed stays, whatever part of the room comes anew.
document.addEventListener("input", (event) => {
  if (event.target.matches("form[data-draw] [name=client_seed]")) typed = event.target.value;
});

document.addEventListener("click", async (event) => {
  const holder = event.target.closest("[data-copy]");
  if (!holder || !event.target.closest("button")) return;
  const field = document.getElementById(holder.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    holder.querySelector("[role=status]").textContent = "Copied.";
  } catch {
    field.select();
    holder.querySelector("[role=status]").textContent = "Selected: copy it with your keyboard.";
  }
});

let state = document.getElementById("room-state")?.textContent;
document.addEventListener("table:swapped", () => {
  prepare();
  const now = document.getElementById("room-state")?.textContent;
  if (now && now !== state) said.textContent = now;
  state = now;
});

prepare();
