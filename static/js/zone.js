// The browser knows its time zone: a form that asks for one starts with it, unless one was chosen already.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("[data-time-zone]")) {
  const listed = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
  if (zone && listed && (field.value === "" || field.value === "UTC")) field.value = zone;
}
