// Additions of a connection that is held for secure: pages that are kept, and a screen that
// stays awake while a game is played. app.js loads it.

import { $, parsed } from "./dom.js";

const workers = navigator.serviceWorker;
const SETTLED = new Set(["activated", "redundant"]);
const PATIENCE = 4000;  // milliseconds that a newer worker has to take over
const ROOT = new URL(import.meta.url).pathname.replace(/\/static\/.*/, "");  // the program may lie below a prefix

/* ---- pages that are kept: only where the browser holds the connection for secure ---- */

async function keepPages() {
  const before = workers.controller;
  await workers.register(ROOT + "/worker.js");
  const { active } = await workers.ready;
  const play = $("main.play[data-entries]");
  /** @type {Record<string, unknown>} */
  const message = { page: location.pathname, lang: document.documentElement.lang };
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  if (!before) message.files = loaded.filter((name) => name.includes("/static/"));
  const by = play && $("#entry-form input[name=shown]")?.value;
  if (by) {
    const shown = `?shown=${encodeURIComponent(by)}`;
    message.sheets = ["other", "sheets/cards"].map((sheet) => `${play.dataset.url}/${sheet}${shown}`);
  }
  active?.postMessage(message);
}

// A page that loads while its worker is replaced may wait for either: the newer one comes first.
export const newest = () => Promise.race([takesOver(), new Promise((done) => setTimeout(done, PATIENCE))]);

async function takesOver() {
  const registration = await workers?.getRegistration();
  await registration?.update();
  const coming = registration?.installing || registration?.waiting || registration?.active;
  if (!coming || SETTLED.has(coming.state)) return;
  await new Promise((done) => coming.addEventListener("statechange", () => SETTLED.has(coming.state) && done(null)));
}

// The page as it is after an answer takes the place of the one that is kept.
document.addEventListener("shown", () => keep($("#main")));
document.addEventListener("brought", () => keep($("#main")));

/** @param {PageElement} elt */
function keep(elt) {
  if (!workers?.controller || !elt.matches?.("main.play[data-entries]")) return;
  if (!$("#newer").hidden || $(".verdict", elt)) return;
  const kept = elt.cloneNode(true);
  kept.removeAttribute("aria-busy");
  workers.controller.postMessage({ page: elt.dataset.url, main: kept.outerHTML });
}

/** @param {() => void} work */
function later(work) {
  if (document.readyState === "complete") work();
  else window.addEventListener("load", work, { once: true });
}

const { kept, alone } = document.documentElement.dataset;
if (workers && kept === undefined && alone === undefined) {
  later(() => keepPages().catch(() => { /* a browser that gives none */ }));
}

/**
 * The page that stands in for others says which games this phone has kept.
 * @param {PageElement} list
 */
async function listKept(list) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (!/^\/($|cards$|t\/[^/]+$)/.test(pathname.slice(ROOT.length))) continue;
      const page = parsed(await (await cache.match(url))?.text() || "");
      const link = document.createElement("a");
      link.href = pathname;
      link.className = "btn wide";
      link.textContent = page.title;
      list.append(link);
    }
  }
}
const list = $("[data-kept-pages]");
if (list && "caches" in window) listKept(list);

/* ---- a screen that stays awake while a game is played ---- */

/** @type {WakeLockSentinel | null} */
let lock = null;
async function awake() {
  const wanted = !document.hidden && $("main.play[data-poll]");
  if (!wanted) { lock?.release(); lock = null; return; }
  if (lock && !lock.released) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; /* a low battery */ }
}
if ("wakeLock" in navigator) {
  for (const kind of ["visibilitychange", "shown"]) document.addEventListener(kind, awake);
  later(awake);
}
