// Shows entries of others at once: a stream on which the server says that the game has gone on.
// The page is then brought up to date, or, where something is being entered on it, says what has
// changed and stays as it is. A page that nobody looks at asks nothing. Without a stream it looks
// every few seconds.

import { $, $$ } from "./dom.js";

const page = () => $("[data-live]");

const POLL = 5000;  // milliseconds between two looks where there is no stream
const SILENCE = 50000;  // after which a stream that should have said something is gone
const LATER = 30000;  // until a server that had no stream for us is asked again

/** @type {EventSource | null} */
let stream = null;
let heard = 0;  // when the stream said something last
let told = 0;  // the newest version that the server spoke of
let typed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** @param {string} now */
const state = (now) => { document.documentElement.dataset.stream = now; };

/* ---- the stream ---- */

// Over http a browser has six connections to a server for all its windows: where four windows
// hold one each, the next one looks, so that all of them can still enter something.
const WINDOWS = 4;
const windows = "BroadcastChannel" in window ? new BroadcastChannel("live") : null;
let question = "";  // the last one of this window: others ask, too
let holding = 0;
let asking = false;

// Windows of a busy phone may answer after the wait: the stream is given back then.
if (windows) windows.onmessage = ({ data: { asked, held } }) => {
  if (asked && stream) windows.postMessage({ held: asked });
  if (!held || held !== question) return;
  holding += 1;
  if (stream && holding >= WINDOWS) giveWay();
};

async function crowded() {
  holding = 0;
  question = String(Math.random());
  windows?.postMessage({ asked: question });
  await new Promise((done) => setTimeout(done, windows ? 60 : 0));
  return holding >= WINDOWS;
}

function giveWay() {
  close();
  state("crowded");
  later = setTimeout(open, LATER);
}

async function open() {
  if (asking || stream || !page()?.dataset.live || document.hidden || !window.EventSource) return;
  clearTimeout(later);
  asking = true;
  const full = await crowded();
  asking = false;
  const shown = page();
  if (stream || !shown || document.hidden) return;
  if (full) return giveWay();
  const address = new URL(shown.dataset.live, location.href);
  address.searchParams.set("since", shown.dataset.version);
  stream = new EventSource(address);
  heard = Date.now();
  stream.onopen = () => { heard = Date.now(); state("open"); };
  stream.onmessage = hear;
  stream.addEventListener("beat", hear);
  stream.addEventListener("over", () => { close(); state("over"); });
  stream.addEventListener("gone", () => location.reload());
  stream.onerror = () => {
    state("lost");
    if (stream?.readyState !== EventSource.CLOSED) return;  // it comes back by itself
    close();
    later = setTimeout(open, LATER);
  };
}

/** @param {PageEvent} event */
function hear(event) {
  heard = Date.now();
  state("open");
  told = Math.max(told, Number(event.data));
  attend();
}

function close() {
  stream?.close();
  stream = null;
  clearTimeout(later);
  state("closed");
}

// A new stream tells the missed news; without one the page looks once itself.
async function again() {
  close();
  await open();
  if (!stream && !document.hidden) look();
}

document.addEventListener("visibilitychange", () => document.hidden ? close() : again());
window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
window.addEventListener("pagehide", close);
window.addEventListener("online", again);

// A phone that slept wakes with a stream that nobody holds any more.
setInterval(() => { if (stream && Date.now() - heard > SILENCE) again(); }, POLL);
setInterval(() => {
  if (document.documentElement.dataset.stream === "open") attend();
  else if (page()?.dataset.live && page().hasAttribute("data-poll")) look();
}, POLL);

/* ---- news ---- */

const look = () => document.dispatchEvent(new Event("refresh"));
const behind = () => told > Number(page()?.dataset.version ?? Infinity);
const waiting = () => document.documentElement.dataset.line === "waiting";  // see line.js
const held = () => typed || waiting() || $("dialog[open]") || $(".verdict");

function attend() {
  const shown = page();
  if (!behind()) return $("#news")?.remove();
  if (shown.hasAttribute("aria-busy") || document.hidden) return;  // the answer tells as much
  if (held()) say(); else look();
}

let saying = "";

async function say() {
  const shown = page();
  const place = $$("dialog[open]").at(-1) || $(".dock > .thumb", shown) || shown;
  const news = `${shown.dataset.version} ${told}`;
  const bar = $("#news");
  if (saying === news || (bar?.dataset.of === news && bar.parentElement === place)) return;
  saying = news;
  try {
    const address = new URL(shown.dataset.news, location.href);
    address.searchParams.set("since", shown.dataset.version);
    const answer = await fetch(address);
    if (!answer.ok) return;
    const text = await answer.text();
    if (!behind() || !held() || !place.isConnected) return;
    bar?.remove();
    const made = document.createElement("div");
    made.id = "news";
    made.className = "news";
    made.dataset.of = news;
    made.setAttribute("role", "status");
    place[place.matches(".thumb") ? "prepend" : "append"](made);
    made.innerHTML = text;
  } catch { /* the next look will tell */ } finally { saying = ""; }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-show-news]")) {
    $$("dialog[open]").forEach((sheet) => sheet.close());
    $(".verdict")?.remove();
    typed = false;
    $("#news")?.remove();
    look();
  } else setTimeout(attend);  // the obstacle may be gone
});

document.addEventListener("close", () => setTimeout(attend), true);

document.addEventListener("input", (event) => {
  if (page()?.contains(event.target) && !event.target.closest("dialog, form[data-roll]")) typed = true;
});

// A look that was on its way while somebody began to type must not bring another page.
document.addEventListener("arrives", (event) => {
  if (event.detail.request.verb === "get" && page() && held()) event.preventDefault();
});

document.addEventListener("shown", () => {
  if (!page()) return;
  typed = false;
  turn();
  attend();
});

/* ---- the turn: in the title, and on request with a sound ---- */

const ASKED = "turn-alert";
/** @type {boolean | null} */
let mine = null;
/** @type {AudioContext | null} */
let audio = null;

const asked = () => { try { return localStorage.getItem(ASKED) === "on"; } catch { return false; } };

function turn() {
  const shown = page();
  begun = Date.now();
  if (!shown?.dataset.title) return;
  document.title = shown.dataset.title;
  const now = shown.hasAttribute("data-turn");
  if (now && mine === false && asked()) call();
  mine = now;
  settled();
}

// Asked once on every phone that sits down; the button at the top changes it later.
const chosen = () => { try { return localStorage.getItem(ASKED) !== null; } catch { return true; } };

function settled() {
  for (const button of $$('[data-alert=""]')) button.setAttribute("aria-pressed", String(asked()));
  const ask = $("#ask-alert");
  if (ask) ask.hidden = chosen();
}

// Browsers let a page sound only after a tap: the one that asks for it, or the first one after.
function tune() {
  const Sound = window.AudioContext || window.webkitAudioContext;
  if (!Sound || !asked()) return;
  audio ??= new Sound();
  if (audio.state === "suspended") audio.resume();
}

function call() {
  navigator.vibrate?.([120, 60, 120]);
  const { dataset } = document.documentElement;
  dataset.alerted = String(Number(dataset.alerted || 0) + 1);
  if (audio?.state !== "running") return;
  for (const [start, pitch] of [[0, 659], [0.16, 880]]) {
    const at = audio.currentTime + start;
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  }
}

document.addEventListener("pointerdown", tune, { once: true });
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-alert]");
  if (!button) return;
  const wish = button.dataset.alert || (asked() ? "off" : "on");
  try { localStorage.setItem(ASKED, wish); } catch { return; }
  settled();
  tune();
  if (asked()) call();  // as it will be
});

/* ---- the clock of a table that asked for one: running times are counted on ---- */

let begun = Date.now();

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** @param {number} seconds */
function time(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(Math.floor(seconds) % 60);
}

setInterval(() => {
  const since = (Date.now() - begun) / 1000;
  for (const each of $$("[data-seconds]")) each.textContent = time(Number(each.dataset.seconds) + since);
}, 1000);

turn();
open();
