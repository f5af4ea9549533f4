// Buttons that need a passkey appear where the browser can use one; what goes wrong is told beside them.
// allauth's own scripts do the rest.

const line = document.querySelector("[data-passkey-says]");

function say(words) {
  if (line) line.textContent = words;
}

if (window.PublicKeyCredential && navigator.credentials) {
  for (const element of document.querySelectorAll("[data-passkey]")) element.hidden = false;
  for (const element of document.querySelectorAll("[data-no-passkey]")) element.hidden = true;
} else {
  say("This browser can’t use passkeys on this page: it needs an address with https.");
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const { exception } = event.detail;
  if (exception?.name === "NotAllowedError") say("No key was used. You may try again.");
  else if (exception?.name === "InvalidStateError") say("This key is on your account already.");
  else say("That did not work with this key on this page. You may try again, or use another way.");
});
