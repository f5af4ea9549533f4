// Hears from the site that the table has changed, and says so to live.js, which asks what; so nothing is lost when
// it hears nothing. Events: stream:hears (whether it does), stream:news (its id; `first` tells how it stands),
// stream:chat (how far the chat has come, for chat.js); and from live.js stream:deaf: there was something new, and it
// was not heard.

const table = document.getElementById("table");
const meta = () => document.getElementById("live-meta").dataset;

// Pauses before it is tried again, in milliseconds, each up to half as long again: they grow while it fails.
const FIRST_PAUSE = 1000, LONGEST_PAUSE = 60000;
// Open for so long, it has not failed.
const STEADY = 10000;
// A page that nobody sees lets go of its stream: a browser has few connections for a site.
const HIDDEN_FOR = 20000;
// So many streams one browser holds, of the six connections that it has for a site; other pages ask by themselves.
const MOST = 4;

let source = null, release = null, timer = 0, pause = FIRST_PAUSE, opened = 0, trying = false;

const wanted = () => table.dataset.stream && !document.hidden && !["finished", "closed"].includes(meta().status);

function tell(hears) {
  document.dispatchEvent(new CustomEvent("stream:hears", { detail: hears }));
}

// Takes one of the browser's places, and gives what gives it back; null while all are taken.
function place(number = 1) {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((done) => {
    navigator.locks.request(`stream-${number}`, { ifAvailable: true }, (lock) => {
      if (!lock) return done(number < MOST ? place(number + 1) : null);
      return new Promise((free) => done(free));
    }).catch(() => done(null));
  });
}

async function open() {
  clearTimeout(timer);
  if (source || trying || !wanted()) return;
  trying = true;
  release = await place();
  trying = false;
  if (!release) return again();
  if (!wanted()) return close();
  source = new EventSource(table.dataset.stream, { withCredentials: true });
  source.addEventListener("open", () => {
    opened = Date.now();
    tell(true);
  });
  for (const kind of ["now", "changed"]) {
    source.addEventListener(kind, (event) => {
      const detail = { id: event.lastEventId, first: kind === "now" };
      document.dispatchEvent(new CustomEvent("stream:news", { detail }));
    });
  }
  source.addEventListener("chat", (event) => {
    document.dispatchEvent(new CustomEvent("stream:chat", { detail: event.data }));
  });
  // The browser's own way to come back knows no growing pauses.
  source.addEventListener("error", lost);
}

function lost() {
  if (opened && Date.now() - opened > STEADY) pause = FIRST_PAUSE;
  close();
  again();
}

function close() {
  source?.close();
  release?.();
  if (opened) tell(false);
  source = release = null;
  opened = 0;
}

function again() {
  clearTimeout(timer);
  timer = setTimeout(open, pause * (1 + Math.random() / 2));
  pause = Math.min(pause * 2, LONGEST_PAUSE);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(close, HIDDEN_FOR);
  else if (!source) {
    pause = FIRST_PAUSE;
    open();
  }
});
// What the browser keeps for its back button holds no connection.
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => event.persisted && open());
// A connection that broke without a word, as where a network changes, looks open for ever.
document.addEventListener("stream:deaf", lost);
addEventListener("online", () => {
  close();
  pause = FIRST_PAUSE;
  open();
});
document.addEventListener("table:gone", () => {
  close();
  table.dataset.stream = "";
});

open();
