// One press, two requests: the table opens and its commitment comes back; only then does the
// browser draw its own seed, so that the site could not know it when it made its promise.

// 128 bits of the browser's secure source.
function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function post(address, fields) {
  const answer = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
  });
  return [answer.ok, await answer.json()];
}

function tell(form, words) {
  let line = form.querySelector("[data-promise]");
  if (!line) {
    line = document.createElement("p");
    line.className = "small dim";
    line.setAttribute("role", "status");
    form.append(line);
  }
  line.textContent = words;
}

let busy = false;

async function play(form) {
  if (busy) return;
  busy = true;
  form.setAttribute("aria-busy", "true");
  try {
    const fields = new FormData(form);
    const [opened, table] = await post(form.action, fields);
    if (!opened) {
      tell(form, table.notice);
    } else {
      tell(form, `The site promised ${table.commitment}. Your browser adds its seed.`);
      const csrf = fields.get("csrfmiddlewaretoken");
      // Should the start fail, the opened table says why and has a button of its own.
      await post(table.start, { csrfmiddlewaretoken: csrf, client_seed: drawn() }).catch(() => null);
      location.assign(table.table);
      return;
    }
  } catch {
    tell(form, "The site did not answer. Please try again.");
  }
  form.removeAttribute("aria-busy");
  busy = false;
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-play]")) return;
  event.preventDefault();
  play(event.target);
});

// Coming back to the page by the browser's own button, one may play again.
window.addEventListener("pageshow", () => {
  busy = false;
  for (const form of document.querySelectorAll("form[data-play]")) {
    form.removeAttribute("aria-busy");
    if (form.querySelector("[data-promise]")) tell(form, "");
  }
});
