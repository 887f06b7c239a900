// The worker between the pages and the application on this phone. It keeps nothing in memory that
// it could not do without: it may be stopped at any time. What is asked below app/ is handed to the
// window that holds the application (shell.js); everything else stands in the caches, a version
// each, of which one is the current one.

const SCOPE = new URL(self.registration.scope).pathname;
const APP = SCOPE + "app/";
const NAMES = "pocket";  // the cache that holds which version is the current one
const CURRENT = SCOPE + "current";
const LICENCES = "licences.txt";  // the pages lead to it and know of no version
/** @type {Record<string, Record<string, string>>} */
const GONE = Object(self)["WORDS_OF_GONE"] || {};
const PATIENCE = 400;  // milliseconds in which a window says that it holds the application

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  // A newer version's page is fetched by its own name (shell.js), and is not this one's.
  if (request.mode === "navigate" && isSpelling(url)) event.respondWith(Response.redirect(SCOPE + url.search, 302));
  else if (url.pathname.startsWith(APP)) event.respondWith(ofApplication(request, url));
  else if (request.method === "GET" && !url.pathname.endsWith("/latest.json")) event.respondWith(file(request, url));
});

/**
 * Whether an address is another spelling of the window's own.
 * @param {URL} url
 */
const isSpelling = ({ pathname }) => /^(app|\/+|\/*index[.]html?)$/i.test(pathname.slice(SCOPE.length));

/* ---- files of the current version ---- */

/** @param {URL} url */
async function findFile({ pathname }) {
  const name = pathname.slice(SCOPE.length);
  const of = /^v\/([^/]+)\//.exec(name);
  const version = of ? of[1] : await (await caches.match(CURRENT, { cacheName: NAMES }))?.text();
  const at = name === LICENCES ? `${SCOPE}v/${version}/${name}` : pathname;
  return version && readFile(`${NAMES}-${version}`, at);
}

/**
 * A file as it is kept; of the window the body is read first: it may be damaged.
 * @param {string} cacheName
 * @param {string} at
 */
async function readFile(cacheName, at) {
  const kept = await caches.match(at, { cacheName, ignoreSearch: true });
  return kept && at === SCOPE ? new Response(await kept.blob(), kept) : kept;
}

// Of the oldest version: a newer one may never have started.
async function findWindow() {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(NAMES + "-") && await readFile(name, SCOPE).catch(() => null);
    if (kept) return kept;
  }
  return null;
}

/**
 * @param {Request} request
 * @param {URL} url
 */
async function file(request, url) {
  const kept = await findFile(url).catch(() => null);
  if (kept) return kept;
  try { return await fetch(request); } catch (problem) {
    if (request.mode !== "navigate") throw problem;
    if (url.pathname !== SCOPE) return Response.redirect(SCOPE, 302);  // whatever was meant, the program is there
    return await findWindow().catch(() => null) || sayGone();
  }
}

// A page in the place of the window, which leads back to it.
function sayGone() {
  const tag = navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in GONE) || "en";
  const { gone, again } = GONE[tag];
  const page = `<!doctype html><html lang="${tag}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Hotel Ledger</title><body style="font: 1.1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 30rem">
<h1>Hotel Ledger</h1><p>${gone}</p><p><a href="${SCOPE}" style="display: block; padding: .8rem 0">${again}</a></p>`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/* ---- what the application answers ---- */

/**
 * @param {Request} request
 * @param {URL} url
 */
async function ofApplication(request, url) {
  if (request.mode === "navigate" && request.destination === "document") {
    return Response.redirect(`${SCOPE}#/${url.pathname.slice(APP.length)}${url.search}`, 302);
  }
  const window = await holder();
  if (!window) return Response.redirect(`${SCOPE}#/`, 302);
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const asked = {
    method: request.method,
    path: url.pathname.slice(APP.length - 1),
    query: url.search.slice(1),
    headers: [...request.headers],
    body,
    navigates: request.mode === "navigate",
  };
  const answer = await say(window, { request: asked }, body ? [body] : []);
  if (!answer) return new Response("", { status: 503 });
  /** @type {{ status: number, headers: [string, string][] }} */
  const { status, headers } = answer;
  const location = status >= 300 && status < 400 && headers.find(([name]) => name.toLowerCase() === "location");
  if (location) return Response.redirect(new URL(location[1], url), status);
  const empty = request.method === "HEAD" || [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : answer.body, { status, headers });
}

/**
 * @param {Client} window
 * @param {object} message
 * @param {Transferable[]} transferred
 * @returns {Promise<any>} what it answers; null where it does not in time
 */
function say(window, message, transferred = [], patience = 0) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { port1.close(); done(data); };
    window.postMessage(message, [port2, ...transferred]);
    if (patience) setTimeout(done, patience, null);
  });
}

// Of several windows one holds the application. Asked for every request: windows come and go.
async function holder() {
  const windows = (await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
    .filter(({ url }) => new URL(url).pathname === SCOPE);
  if (windows.length < 2) return windows[0];
  const asked = windows.map(async (window) => {
    if (!(await say(window, { holds: true }, [], PATIENCE))) throw new Error("another one");
    return window;
  });
  return Promise.any(asked).catch(() => null);
}
