// What the browser itself keeps goes when everything is forgotten: drafts of forms, what was entered
// and is not sent yet, pages for when there is no connection. The server has forgotten its part.

const kept = ({ url }) => !new URL(url).pathname.startsWith("/static/");

async function forgetPages() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).filter(kept)) {
      if (new URL(request.url).pathname !== "/offline") await cache.delete(request);
    }
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
