// The worker that keeps the shell and the last page of each game, for when there is no connection.
// The server puts VERSION, FIRST and ROOT in front, the address below which the program
// lies. Pages come from the network first, files that carry
// their hash from here; what is sent never comes by here: that is line.js's.

const CACHE = "shell-" + VERSION;
const GAME = /^\/t\/[^/]+$/;
const CARDS = /^(\/t\/[^/]+)?\/cards(\/[^?]*)?$/;  // the list, and the cards that were looked at
const SHEET = /^\/t\/[^/]+\/(other|sheets\/[^/]+)$/;
const FORGETS = /^\/(forget\/|mine\/forget$)/;  // a game has several links: all that is kept goes
/** @param {string | URL} address */
const pathOf = (address) => new URL(address).pathname.slice(ROOT.length);
const MOST = 24;  // pages
const MOST_CARDS = 120;
const PATIENCE = 4000;  // milliseconds until a page that is kept is shown instead of a slow one

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});

// Pages wait until a worker is active: its own fetches must not hold that up.
let renewing = Promise.resolve();
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
  renewing = renew();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  event.waitUntil(renewing);
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(ROOT + "/")) return;
  const path = pathOf(url);
  if (request.method === "POST" && FORGETS.test(path)) event.waitUntil(forget(""));
  if (request.method !== "GET") return;
  if (path.startsWith("/static/") && url.searchParams.has("v")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (SHEET.test(path)) event.respondWith(sheet(event, url));
});

self.addEventListener("message", (event) => {
  const { page: path, main, gone, files, sheets, lang } = event.data;
  if (gone) event.waitUntil(forget(gone));
  if (main) event.waitUntil(replaceMain(path, main));
  if (files) event.waitUntil(first(path, files));
  if (sheets) event.waitUntil(Promise.all(sheets.map(have)));
  if (lang) event.waitUntil(speak(lang));
});

/* ---- files and pages ---- */

/** @param {Request} request */
async function file(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** @param {string} address */
const keeps = (address) => { const path = address.slice(ROOT.length); return path === "/" || GAME.test(path); };

/** @param {string} address */
const isCard = (address) => CARDS.test(address.slice(ROOT.length));

/**
 * @param {Event} event
 * @param {URL} url
 */
async function page(event, url) {
  const stays = keeps(url.pathname) || isCard(url.pathname);
  const kept = stays ? await Promise.race([caches.match(url.pathname), late()]).catch(() => null) : null;
  const network = fetch(event.request).then(async (answer) => {
    if (answer.status >= 502 && kept) throw new Error(`${answer.status}`);
    if (stays && !url.search) event.waitUntil(keep(url.pathname, answer.clone()));
    return answer;
  });
  event.waitUntil(network.catch(() => {}));
  try {
    return await (kept ? Promise.race([network, late()]) : network);
  } catch {
    return kept ? aged(kept) : caches.match(ROOT + "/offline");
  }
}

const late = () => new Promise((_, fails) => setTimeout(fails, PATIENCE));

/**
 * A link that opens nothing any more leaves nothing here either.
 * @param {string} path
 * @param {Response} answer
 */
async function keep(path, answer) {
  if (answer.status === 404 || answer.status === 410) return forget(path);
  if (answer.status !== 200 || answer.type === "opaqueredirect") return;
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", String(Date.now()));
  await store(path, new Response(await answer.text(), { headers }));
  await prune();
}

/**
 * To open a cache is to make it: one that renew() ends meanwhile must not be left behind empty.
 * @param {string} path
 * @param {Response} answer
 */
async function store(path, answer) {
  await (await caches.open(CACHE)).put(path, answer);
  for (const name of await old()) {
    const cache = await caches.open(name);
    await cache.delete(path);
    if (!(await pagesOf(cache)).length) await caches.delete(name);
  }
}

/**
* The parts of an entry's answer replace those of the kept page.
 * @param {string} path
 * @param {string} main
 */
async function replaceMain(path, main) {
  const kept = await caches.match(path, { cacheName: CACHE });
  if (!kept) return;
  const text = await kept.text();
  const from = text.indexOf('<main id="main"');
  const to = text.lastIndexOf("</main>");
  if (from < 0 || to < from) return;
  const headers = new Headers(kept.headers);
  headers.set("X-Kept", String(Date.now()));
  const inner = main.slice(main.indexOf("<main"), main.lastIndexOf("</main>"));
  await store(path, new Response(text.slice(0, from) + inner + text.slice(to), { headers }));
}

/** @param {Response} kept */
async function aged(kept) {
  const text = (await kept.text()).replace("<html ", `<html data-kept="${kept.headers.get("X-Kept") || 0}" `);
  return new Response(text, { headers: kept.headers });
}

/* ---- sheets that a page loads when they are asked for, by player ---- */

/** @param {URL} url */
const named = (url) => `${url.pathname}?by=${url.searchParams.get("by") || url.searchParams.get("shown") || ""}`;

/**
 * @param {Event} event
 * @param {URL} url
 */
async function sheet(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(store(named(url), answer.clone()));
    return answer;
  } catch {
    return await caches.match(named(url)) || Response.error();
  }
}

/** @param {string} address */
async function have(address) {
  const url = new URL(address, location.href);
  if (await caches.match(named(url))) return;
  const answer = await fetch(url);
  if (answer.ok) await store(named(url), answer);
}

/* ---- the first visit, forgetting, a new version ---- */

/**
 * The page that brought this worker was there before it.
 * @param {string} path
 * @param {string[]} files
 */
async function first(path, files) {
  await Promise.all(files.map((each) => file(new Request(each)).catch(() => {})));
  if (keeps(path)) await keep(path, await fetch(path));
}

/** @param {string} lang */
async function speak(lang) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(ROOT + "/offline");
  if (!kept || !(await kept.text()).includes(`<html lang="${lang}"`)) await cache.add(ROOT + "/offline");
}

/**
* The kept pages of a link, and the first page, which lists it; of all links if none is named.
 * @param {string} path
 */
async function forget(path) {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("shell-"))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      const of = path ? pathname === path || pathname.startsWith(path + "/") : pathOf(url).startsWith("/t/");
      if (of || pathOf(url) === "/") await cache.delete(url);
    }
  }
}

/** @param {Cache} cache */
const pagesOf = async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname).filter(keeps);

async function prune() {
  const cache = await caches.open(CACHE);
  /** @param {string} path */
  const since = async (path) => Number((await cache.match(path))?.headers.get("X-Kept"));
  const kept = await Promise.all((await pagesOf(cache)).map(async (path) => ({ path, at: await since(path) })));
  const games = kept.filter(({ path }) => path !== ROOT + "/").sort((a, b) => b.at - a.at);
  for (const { path } of games.slice(MOST)) await forget(path);
  const cards = (await cache.keys()).filter(({ url }) => isCard(new URL(url).pathname));
  for (const request of cards.slice(0, -MOST_CARDS)) await cache.delete(request);
}

const old = async () => (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== CACHE);

// Pages of the version before are fetched anew; one that cannot be stays, with the files it needs.
async function renew() {
  for (const name of await old()) {
    const cache = await caches.open(name);
    let left = 0;
    for (const path of await pagesOf(cache)) {
      try { await keep(path, await fetch(path)); } catch { left += 1; }
    }
    if (!left) await caches.delete(name);
  }
}
