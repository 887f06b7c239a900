// What a phone adds where it gives it: pages that are kept, a screen that stays awake, and the word
// that the program has become a newer one. Nothing else needs any of it.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const shell = $("meta[name=shell]").content;
const workers = navigator.serviceWorker;

/* ---- a newer version of the program ---- */

function heard(version) {
  if (version && version !== shell) $("#newer").hidden = false;
}

document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  const version = xhr.getResponseHeader("X-Shell");
  heard(version);
  const text = xhr.status === 200 && version === shell ? xhr.responseText : "";
  if (/^\s*<main id="main" class="play"/.test(text) && !text.includes(' verdict"') && $("main.play")?.dataset.entries) {
    tell({ page: $("main.play").dataset.url, main: text });
  }
});
document.addEventListener("answered", (event) => heard(event.detail));

// What is filled in and not sent goes over a reload; forms.js keeps forms of their own pages.
const CARRIED = "carried:" + location.pathname;
const typed = () => $$("main.play form").flatMap((form) => [...form.elements])
  .filter((field) => field.name && !["hidden", "submit", "button"].includes(field.type));

$("#newer button").addEventListener("click", () => {
  const values = typed().map((field) => [field.name, field.value, field.checked === true]);
  sessionStorage.setItem(CARRIED, JSON.stringify(values));
  location.reload();
});

function carried() {
  const values = JSON.parse(sessionStorage.getItem(CARRIED) || "[]");
  sessionStorage.removeItem(CARRIED);
  for (const field of values.length ? typed() : []) {
    const choice = field.type === "checkbox" || field.type === "radio";
    const at = values.findIndex(([name, value]) => name === field.name && (!choice || value === field.value));
    if (at < 0) continue;
    const [[, value, checked]] = values.splice(at, 1);
    if (choice) field.checked = checked;
    else field.value = value;
  }
}
carried();

/* ---- pages that are kept: only where the browser holds the connection for secure ---- */

const tell = (message) => workers?.controller?.postMessage(message);

async function keepPages() {
  const before = workers.controller;
  await workers.register("/worker.js");
  const { active } = await workers.ready;
  const play = $("main.play[data-entries]");
  const message = { page: location.pathname, lang: document.documentElement.lang };
  if (!before) message.files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/static/"));
  const by = play && $("#entry-form input[name=shown]")?.value;
  if (by) message.sheets = [`${play.dataset.url}/other?shown=${encodeURIComponent(by)}`];
  active.postMessage(message);
}

function later(work) {
  if (document.readyState === "complete") work();
  else window.addEventListener("load", work, { once: true });
}

if (workers && !document.documentElement.dataset.kept) later(() => keepPages().catch(() => { /* a browser that gives none */ }));

// The page that stands in for others says which games this phone has kept.
async function listKept(list) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (!/^\/($|t\/[^/]+$)/.test(pathname)) continue;
      const page = new DOMParser().parseFromString(await (await cache.match(url)).text(), "text/html");
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

let lock = null;
async function awake() {
  const wanted = !document.hidden && $("main.play[data-poll]");
  if (!wanted) { lock?.release(); lock = null; return; }
  if (lock && !lock.released) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; /* a low battery */ }
}
if ("wakeLock" in navigator) {
  for (const kind of ["visibilitychange", "htmx:load"]) document.addEventListener(kind, awake);
  later(awake);
}

/* ---- what this phone gives and what it lacks: said in one place ---- */

const gives = { kept: Boolean(workers), awake: "wakeLock" in navigator, share: "share" in navigator };
for (const line of $$("[data-gives]")) line.hidden = gives[line.dataset.gives] !== (line.dataset.is === "yes");
for (const part of $$("[data-secure]")) part.hidden = (part.dataset.secure === "yes") !== window.isSecureContext;
