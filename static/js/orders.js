// Brings the forms of standing orders into the table when their fold is opened, from the page where they stand, and
// anew after each change while it is open. live.js keeps what is typed into them.

const fold = () => document.getElementById("orders");
let fetching = false, again = false, sent;

async function bring() {
  const there = document.getElementById("order-forms"), from = there?.dataset.kept;
  if (!from) return;
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const answer = await fetch(from, { cache: "no-store" });
    const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
    const part = page.getElementById("order-forms");
    if (part) {
      // Its forms are the table's now: live.js sends them.
      part.dataset.kept = from;
      document.dispatchEvent(new CustomEvent("table:part", { detail: { part, sent } }));
      sent = undefined;
    }
  } catch {
    // The way to the page is there all the same, or the forms as they were.
  }
  fetching = false;
  if (again) {
    again = false;
    bring();
  }
}

// "toggle" does not bubble.
document.addEventListener("toggle", (event) => {
  if (event.target.id === "orders" && event.target.open) bring();
}, true);

document.addEventListener("table:swapped", (event) => {
  // Of a form that was sent, what was typed does not come back, even if another change comes between.
  sent = event.detail.sent ?? sent;
  if (fold()?.open) bring();
});

// A link may lead here.
if (location.hash === "#orders" && fold()) fold().open = true;
else if (fold()?.open) bring();
