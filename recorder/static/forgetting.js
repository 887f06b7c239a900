// What the browser itself keeps goes when everything is forgotten: drafts of forms, what was entered
// and is not sent yet, pages for when there is no connection. The server has forgotten its part.

const kept = ({ url }) => !/\/(static\/.*|offline)$/.test(new URL(url).pathname);

async function forgetPages() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("shell-"))) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).filter(kept)) await cache.delete(request);
  }
}

function forgetLine() {
  const asked = indexedDB.open("line", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "id" });
  asked.onsuccess = () => asked.result.transaction("entries", "readwrite").objectStore("entries").clear();
}

for (const forget of [() => localStorage.clear(), () => sessionStorage.clear(), forgetLine]) {
  try { forget(); } catch { /* a browser that gives none */ }
}
if ("caches" in window) forgetPages();
