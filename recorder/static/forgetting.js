// The browser's own storage goes when everything is forgotten: drafts of forms, entries made
// and is not sent yet, pages for when there is no connection. The server has forgotten its part.

import { revise } from "./queue.js";

/** @param {Request} asked */
const kept = ({ url }) => !/\/(static\/.*|offline)$/.test(new URL(url).pathname);

async function forgetPages() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("shell-"))) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).filter(kept)) await cache.delete(request);
  }
}

for (const forget of [() => localStorage.clear(), () => sessionStorage.clear()]) {
  try { forget(); } catch { /* a browser that gives none */ }
}
revise(() => null).catch(() => { /* a store that does not open */ });
if ("caches" in window) forgetPages();
