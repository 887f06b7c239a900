// The window that holds the application: it loads a version once, starts it in a worker, shows its
// pages in a frame, and hands it what the service worker was asked for (sw.js).

import { $, $$, drawPicture } from "./dom.js";
import { WORDS } from "./words.js";

const SCOPE = new URL("../../", import.meta.url).pathname;
const APP = SCOPE + "app";
const CURRENT = SCOPE + "current";
const TRIED = SCOPE + "tried";  // where a newer version stands that is to be tried, or is being tried
const REFUSED = SCOPE + "refused";  // where the version stands that did not start here
const NAMES = "pocket";  // caches; those of other folders of this origin are called alike, their keys are not
const SPOKEN = "pocket-language";
const SAVED = "pocket-saved";
const TOLD = "pocket-told";  // that the browser promises nothing
const HANGS = 90_000;  // milliseconds without a word, after which a start is held for hanging
const A_WHILE = 14 * 24 * 3600 * 1000;  // milliseconds after which a backup is old

/**
 * A version, as latest.json tells of it.
 * @typedef {{ path: string, sent: number, size: number, type: string, sha256: string, policy: string }} File
 * @typedef {{ version: string, sent: number, files: File[] }} Version
 *
 * What the service worker hands on (sw.js), and what it is answered.
 * @typedef {{ method: string, path: string, body: ArrayBuffer?, navigates: boolean }} Asked
 * @typedef {{ status: number, headers: string[][], body: Uint8Array<ArrayBuffer>? }} Answer
 *
 * Why the application is not there; its key names the words for it.
 * @typedef {Error & { key?: string }} Failure
 */

const frame = $("#pages");
/** @type {Worker?} */
let engine = null;
let running = "";  // the version that runs here

/* ---- words: of the browser's language, or of the one that was chosen in the pages ---- */

const tags = [localStorage.getItem(SPOKEN) || "", ...navigator.languages].filter(Boolean)
  .map((tag) => tag.slice(0, 2).toLowerCase());
const tag = tags.find((each) => each in WORDS) || "en";
/**
 * @param {string} key
 * @param {Record<string, any>} values
 */
const word = (key, values = {}) => WORDS[tag][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
document.documentElement.lang = tag;
for (const each of $$("[data-word]")) each.textContent = word(each.dataset.word);

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toLocaleString(tag, { maximumFractionDigits: 1 });

/**
 * @param {string} text
 * @param {number} [part]
 */
function step(text, part) {
  $("#step").textContent = text;
  if (part === undefined) $("#bar").removeAttribute("value"); else $("#bar").value = part;
}

// A start that hangs offers another one, and may still come to its end.
function offerAgain() { $("#again").hidden = false; }

/** @param {string} key */
function stop(key, why = "") {
  $("#start").hidden = false;
  $("#bar").hidden = true;
  $("#step").textContent = word(key);
  $("#why").textContent = why;
  $("#again").hidden = false;
  document.documentElement.dataset.state = key;
}

/* ---- a version: its files, loaded whole and compared before any of them counts ---- */

/** @returns {Promise<Version>} */
async function latest() {
  const answer = await fetch(SCOPE + "latest.json", { cache: "no-store" });
  if (!answer.ok) throw misserved("missing", "latest.json", String(answer.status));
  return answer.json().catch(() => { throw misserved("half", "latest.json"); });
}

/** @param {string} at */
const noted = async (at) => (await caches.match(at, { cacheName: NAMES }))?.text();
/**
 * @param {string} at
 * @param {string} text
 */
const note = async (at, text) => (await caches.open(NAMES)).put(at, new Response(text));
/** @param {string} at */
const unnote = async (at) => (await caches.open(NAMES)).delete(at);

/** @param {ArrayBuffer} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {Response} answer
 * @param {(bytes: number) => void} loaded
 */
async function whole(answer, loaded) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body).getReader();
  const pieces = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
    loaded(value.length);
  }
}

/**
 * What is wrong with how a host serves a file, by the key of the words for it.
 * @param {string} key
 * @param {string} path
 * @param {string} [more]
 */
const misserved = (key, path, more = "") =>
  Object.assign(new Error(`${path || "index.html"}${more && `: ${more}`}`), { key });

/**
 * @param {File} file
 * @param {string} address
 */
async function fetched({ path }, address) {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => { throw misserved("cut", path); });
  if (!answer.ok) throw misserved("missing", path, String(answer.status));
  return answer;
}

/**
 * Compares a file with what latest.json says of it.
 * @param {File} file
 * @param {Blob} got as it was sent
 * @param {ArrayBuffer} body
 */
async function compare({ path, sent, size, sha256 }, got, body) {
  /** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes */
  const fits = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes)) === sha256;
  if (await fits(body)) return;
  if (got.size < sent) throw misserved("half", path, `${got.size} < ${sent}`);
  const text = new TextDecoder().decode(body);
  const plain = new TextEncoder().encode(text.replaceAll("\r\n", "\n"));
  const converted = !size && text.includes("\r\n") && await fits(plain);
  throw misserved(converted ? "converted" : "altered", path);
}

/** @param {string} version */
const listed = (version) => `${SCOPE}v/${version}/files`;

/**
 * Loads the files of a version that are not here yet, and notes which there are.
 * @param {Version} found
 * @param {(part: number) => void} progress
 */
async function load(found, progress) {
  const cache = await caches.open(`${NAMES}-${found.version}`);
  await cache.put(listed(found.version), new Response(JSON.stringify(found)));
  let done = 0;
  const keeping = [];  // one file is unpacked while the next one is fetched
  for (const file of found.files) {
    const { path, sent, size, type, policy } = file;
    const at = SCOPE + path;
    if (await cache.match(at)) { done += sent; continue; }
    // The page itself by its own name: by that of its folder the version that runs would answer.
    const answer = await fetched(file, SCOPE + (size ? path + ".lzma" : path || "index.html"));
    const got = await whole(answer, (bytes) => { done += bytes; progress(Math.min(done / found.sent, 1)); })
      .catch(() => { throw misserved("cut", path); });
    const kept = (async () => {
      const packed = await got.arrayBuffer();
      const body = size ? await unpacked(packed, size).catch(() => new ArrayBuffer(0)) : packed;
      await compare(file, got, body);
      const headers = { "Content-Type": type, "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff" };
      await cache.put(at, new Response(body, { headers }));
    })();
    kept.catch(() => {});  // looked at below
    keeping.push(kept);
  }
  await Promise.all(keeping);
}

/**
 * @param {ArrayBuffer} packed
 * @param {number} size
 * @returns {Promise<ArrayBuffer>}
 */
function unpacked(packed, size) {
  return new Promise((done, fails) => {
    const worker = new Worker(new URL("unpack.js", import.meta.url), { type: "module" });
    /**
     * @template T
     * @param {(what: T) => void} work
     * @param {T} what
     */
    const end = (work, what) => { worker.terminate(); work(what); };
    worker.onmessage = ({ data }) => (data.body ? end(done, data.body) : end(fails, new Error(data.why)));
    worker.onerror = () => end(fails, new Error("unpack.js"));
    worker.postMessage({ packed, size }, [packed]);
  });
}

/**
 * Deletes the files of versions of this folder; another folder of this origin may have the same ones.
 * @param {(version: string) => boolean} which
 */
async function forget(which) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(NAMES + "-") || !which(name.slice(NAMES.length + 1))) continue;
    const cache = await caches.open(name);
    const all = await cache.keys();
    const own = all.filter(({ url }) => {
      const { pathname } = new URL(url);
      return pathname === SCOPE || pathname.startsWith(SCOPE + "v/");
    });
    if (own.length === all.length) await caches.delete(name);
    else for (const request of own) await cache.delete(request);
  }
}

/**
 * @param {Response} kept
 * @param {string} sha256
 */
const isWhole = async (kept, sha256) => hex(await crypto.subtle.digest("SHA-256", await kept.arrayBuffer())) === sha256;

/**
 * The files of a version that are missing, or are not what they should be.
 * @param {Version} found
 * @param {boolean} compares whether their contents are looked at
 */
async function lacking(found, compares) {
  const cache = await caches.open(`${NAMES}-${found.version}`);
  const lacks = [];
  for (const { path, sha256 } of found.files) {
    const kept = await cache.match(SCOPE + path);
    const looks = compares || !path;  // the window itself is small
    const fits = kept && (!looks || await isWhole(kept, sha256).catch(() => false));
    if (!fits) lacks.push(path);
  }
  return lacks;
}

/**
 * Fetches what is missing or damaged of a version; says whether there was anything.
 * @param {string} version
 * @param {boolean} compares
 */
async function mend(version, compares) {
  const cache = await caches.open(`${NAMES}-${version}`);
  const kept = await cache.match(listed(version));
  /** @type {Version?} */
  const found = kept ? await kept.json() : await latest().catch(() => null);
  if (found?.version !== version) return false;
  const lacks = await lacking(found, compares);
  for (const path of lacks) await cache.delete(SCOPE + path);
  // It runs without its window's page: the service worker fetches that, or takes another version's.
  if (lacks.length) await load(found, (part) => step(word("mends"), 0.3 * part))
    .catch((problem) => { if (lacks.some(Boolean)) throw problem; });
  return lacks.length > 0;
}

/* ---- the application ---- */

/** @param {string} version */
function begin(version, { upgrade = false, back = false } = {}) {
  return new Promise((/** @type {(value?: void) => void} */ ready, fails) => {
    engine?.terminate();
    const worker = engine = new Worker(`${SCOPE}v/${version}/engine.js`, { type: "module" });
    /**
     * @param {string} key
     * @param {string} why
     */
    const failed = (key, why) => fails(Object.assign(new Error(why), { key }));
    let started = false;
    const hangs = () => {
      if (!upgrade) return offerAgain();
      worker.terminate();
      failed("start", "it hangs");
    };
    let patience = setTimeout(hangs, HANGS);
    worker.onerror = (problem) => { problem.preventDefault?.(); failed("start", problem.message || "worker"); };
    worker.onmessage = ({ data }) => {
      clearTimeout(patience);
      if (data.holds || data.step) patience = setTimeout(hangs, HANGS);
      // It holds the lock as long as it lives: whatever ends it, nobody else need say so.
      if (data.holds) navigator.locks.request(data.holds, () => {}).then(() => {
        if (engine !== worker) return;
        if (started) startAgain(); else failed("start", "it ended");
      });
      else if (data.step) step(word(data.step), 0.3 + 0.7 * data.part);
      else if (data.ready) {
        started = true;
        running = version;
        Object.assign(document.documentElement.dataset, { memory: data.memory, version });
        ready();
      }
      else if (data.failed) failed(data.failed, data.why || "");
      else if (data.answer) answered(data.answer);
    };
    worker.postMessage({ begin: {
      scope: SCOPE, origin: location.origin, languages: [...new Set([...tags, ...navigator.languages])], upgrade, back,
    } });
  });
}

/* ---- requests: one after the other, so that no other is lost where the worker ends ---- */

const TRIES = 2;
const KEPT = 1 << 20;  // bytes of a request that are kept until it is answered
/** @type {{ request: Asked, port: MessagePort, tries: number }[]} */
const line = [];  // the first one is with the worker
let held = false;  // nobody is there to answer
let ends = 0;  // how often in a row the worker ended without an answer

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.holds) { if (running) port.postMessage(true); } else if (!running) port.postMessage(null);
  else if (line.push({ request: data.request, port, tries: 0 }) === 1) hand();
});

function hand() {
  if (held || !line.length || !engine) return;
  const [{ request: { body }, request }] = line;
  line[0].tries += 1;
  engine.postMessage({ request }, body && body.byteLength > KEPT ? [body] : []);
}

/** @param {Answer} answer */
function answered(answer) {
  ends = 0;
  line.shift()?.port.postMessage(answer, answer.body ? [answer.body.buffer] : []);
  hand();
}

/**
 * Nobody knows what became of the request that was being answered. What has a key is known again
 * by it: it can be asked for once more, as what only shows something.
 * @param {typeof line[number]} asked
 */
function isKept({ tries, request: { method, body } }) {
  if (tries >= TRIES) return false;
  return ["GET", "HEAD"].includes(method) || /name="key"|(^|&)key=/.test(new TextDecoder().decode(body || undefined));
}

async function startAgain() {
  held = true;
  ends += 1;
  const lost = line.length && line[0].tries && !isKept(line[0]) ? line.shift() : null;
  tellStopped("stopped", false);
  if (document.hidden) {  // browsers end first what nobody looks at
    await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
  }
  try {
    if (ends > 2 * TRIES) throw new Error("it ended too often");
    await begin(running);
  } catch (problem) {
    running = "";
    for (const { port } of [...(lost ? [lost] : []), ...line.splice(0)]) port.postMessage(null);
    $("#stopped").hidden = true;
    const { key, message } = /** @type {Failure} */ (problem);
    return stop(key && ["other", "disk"].includes(key) ? key : "failed", message);
  }
  held = false;
  if (lost) { tellStopped("lost", true); lost.port.postMessage(instead(lost.request)); }
  else $("#stopped").hidden = true;
  hand();
}

/**
 * @param {string} key
 * @param {boolean} over
 */
function tellStopped(key, over) {
  $("#stopped p").textContent = word(key);
  $("#stopped button").hidden = !over;
  $("#stopped").hidden = false;
}

/**
 * What is answered in the place of the request with which the worker ended: a page that is there,
 * or a refusal, after which the pages' script asks the person.
 * @param {Asked} asked
 * @returns {Answer}
 */
function instead({ method, navigates }) {
  if (navigates) {
    const at = method === "POST" ? frame.contentWindow.location.href : `${APP}/`;
    return { status: 303, headers: [["Location", at]], body: null };
  }
  const body = new TextEncoder().encode(JSON.stringify({ asks: { why: word("lost") } }));
  return { status: 422, headers: [["Content-Type", "application/json"]], body };
}

/* ---- the frame: this window's address and title follow it ---- */

const inside = () => location.hash.slice(1) || "/";

/** @param {string} path */
function show(path) {
  const at = APP + (path.startsWith("/") ? path : "/" + path);
  if (frame.contentWindow?.location.href !== new URL(at, location.href).href) frame.contentWindow.location.replace(at);
}

frame.addEventListener("load", () => {
  const { location: at, document: page } = frame.contentWindow;
  if (!at.pathname.startsWith(APP + "/")) return;
  history.replaceState(null, "", "#" + at.pathname.slice(APP.length) + at.search + at.hash);
  document.title = page.title || document.title;
  document.documentElement.dataset.shows = at.pathname.slice(APP.length);
  const spoken = page.documentElement.lang;
  if (spoken in WORDS) localStorage.setItem(SPOKEN, spoken);
  const sizes = $("meta[name=sizes]", page);
  const drawing = page.documentElement.localName === "svg";
  $("#printing").hidden = !sizes && !drawing;
  $("#print").hidden = drawing;
  $("#save-picture").hidden = !drawing;
  if (drawing) Object.assign(page.documentElement.style, { maxWidth: "100%", height: "auto" });
  if (sizes) fit(frame.contentWindow, sizes.content.split(" "));
  page.addEventListener("click", (/** @type {PageEvent} */ event) => {
    const save = event.target.closest("#save-all");
    if (save) { event.preventDefault(); saveAll(save.href); }
  });
});

/**
 * A browser asks for downloads past the service worker: the window fetches the file and hands it on.
 * @param {string} address
 */
async function saveAll(address) {
  const told = $("#saved", frame.contentDocument);
  const answer = await fetch(address);
  told.hidden = false;
  if (!answer.ok) { told.textContent = told.dataset.failed; return; }
  const name = nameOf(answer);
  download(await answer.blob(), name);
  told.textContent = told.dataset.done.replace("{name}", name);
  localStorage.setItem(SAVED, String(Date.now()));
  $("#remind").hidden = true;
}

/** @param {Response} answer */
function nameOf(answer) {
  const told = answer.headers.get("Content-Disposition") || "";
  const full = /filename\*=UTF-8''([^;]+)/.exec(told)?.[1];
  return full ? decodeURIComponent(full) : /filename="([^"]+)"/.exec(told)?.[1] || "";
}

/**
 * @param {Blob} file
 * @param {string} name
 */
function download(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

$("#save-picture").addEventListener("click", async () => {
  const { href } = frame.contentWindow.location;
  download(await drawPicture(href), nameOf(await fetch(href)));
});

window.addEventListener("hashchange", () => show(inside()));

/* ---- printing: the first letter size with which all of it fits on one sheet; all its width is seen ---- */

const SHEET = 297 - 2 * 12;  // millimetres of A4 between its margins

/**
 * @param {Window} view
 * @param {string[]} sizes
 */
function fit(view, sizes) {
  const { document: page } = view;
  const millimetre = view.innerWidth && (() => {
    const rule = page.createElement("div");
    rule.style.cssText = "position:absolute;height:100mm";
    page.body.append(rule);
    const found = rule.getBoundingClientRect().height / 100;
    rule.remove();
    return found;
  })();
  const sheets = 1 + page.querySelectorAll(".next-page").length;
  for (const size of sizes) {
    page.documentElement.style.fontSize = size + "pt";
    if (page.body.scrollHeight <= sheets * SHEET * millimetre) break;
  }
  const { style } = page.documentElement;
  const width = page.body.offsetWidth;
  const narrow = () => style.setProperty("--fits", String(Math.min(1, view.innerWidth / width)));
  view.addEventListener("resize", narrow);
  narrow();
}
$("#print").addEventListener("click", () => frame.contentWindow.print());
$("#close").addEventListener("click", () => history.back());

/* ---- storage: whether it is kept, and how long ago all was saved ---- */

async function keep() {
  const kept = await navigator.storage.persisted?.() || await navigator.storage.persist?.() || false;
  document.documentElement.dataset.kept = String(kept);
  // No browser tells a private window from others any more: where nothing is promised, it is said.
  if (!kept && !localStorage.getItem(TOLD)) { $("#private").hidden = false; return; }
  const saved = Number(localStorage.getItem(SAVED) || localStorage.getItem(SAVED + "-first"));
  if (!saved) localStorage.setItem(SAVED + "-first", String(Date.now()));
  else if (!kept && Date.now() - saved > A_WHILE) $("#remind").hidden = false;
}
for (const button of $$("[data-hides]")) {
  button.addEventListener("click", () => { button.parentElement.hidden = true; });
}
$("#private button").addEventListener("click", () => localStorage.setItem(TOLD, "yes"));
$("#again").addEventListener("click", () => location.reload());
$("#save").addEventListener("click", () => { $("#remind").hidden = true; show("/pocket"); });

/* ---- a newer version: offered, and only what has started once takes the place of the old one ---- */

async function look() {
  const found = await latest().catch(() => null);
  if (!found || [running, await noted(REFUSED)].includes(found.version)) return;
  $("#newer p").textContent = word("newer", { size: megabytes(found.sent) });
  $("#newer").hidden = false;
  $("#load").onclick = async () => {
    $("#load").disabled = true;
    try {
      await load(found, (part) => { $("#newer p").textContent = word("loading", { part: Math.round(100 * part) }); });
      await note(TRIED, `next ${found.version}`);
      if (!$("#newer").hidden) location.reload();  // "Later" in between: it starts when the program is opened next
    } catch (problem) {
      const { key, message } = /** @type {Failure} */ (problem);
      const why = key ? `${word(key)} (${message})` : "";
      $("#newer p").textContent = `${word("not-loaded")} ${why}`.trim();
      $("#load").disabled = false;
    }
  };
}

/** Whatever became of a new version: the store as it was before it is nothing to go back to any more. */
async function endTrial() {
  await unnote(TRIED);
  engine?.postMessage({ stays: true });
}

/** @param {string} version */
async function start(version) {
  const [when, wanted] = (await noted(TRIED))?.split(" ") || [];
  if (!wanted || wanted === version) return beginMended(version);
  if (when === "next") {
    await note(TRIED, `now ${wanted}`);  // whatever ends this window: the next one knows of it
    try {
      await begin(wanted, { upgrade: true });
      await note(CURRENT, wanted);
      await endTrial();
      return forget((each) => each !== wanted);
    } catch (problem) {
      const { key, message } = /** @type {Failure} */ (problem);
      if (key !== "start") {
        await note(TRIED, `next ${wanted}`);
        throw problem;
      }
      console.warn(`version ${wanted} did not start:`, message);
      await note(REFUSED, wanted);
    }
  }
  await begin(version, { back: true });
  await endTrial();
  if (await noted(REFUSED) !== wanted) return;  // it was interrupted: it is offered again
  await forget((each) => each === wanted);
  $("#old").hidden = false;
}

/**
 * Begins; where that fails, once more with files that were compared.
 * @param {string} version
 */
async function beginMended(version) {
  try { await begin(version); } catch (problem) {
    const { key } = /** @type {Failure} */ (problem);
    if (key !== "start" || !(await mend(version, true))) throw problem;
    await begin(version);
  }
}

/** @param {string} version */
async function isLoaded(version) {
  const cacheName = `${NAMES}-${version}`;
  return Boolean(await caches.match(SCOPE, { cacheName }) || await caches.match(listed(version), { cacheName }));
}

/** The oldest version that is here whole, for a browser that lost which one is the current one. */
async function findWhole() {
  for (const name of await caches.keys()) {
    const version = name.slice(NAMES.length + 1);
    const files = version && await caches.match(listed(version), { cacheName: name });
    if (files && !(await lacking(await files.json(), false)).length) return version;
  }
  return "";
}

async function main() {
  if (location.pathname !== SCOPE) return location.replace(SCOPE + location.search + location.hash);
  if (!window.isSecureContext) return stop("insecure");
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory) return stop("browser");
  step(word("look"));
  let version = await noted(CURRENT).catch(() => "");
  if (!navigator.serviceWorker.controller) {
    await navigator.serviceWorker.register(SCOPE + "sw.js")
      .catch(({ message }) => { throw misserved("type", "sw.js", message); });
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }
  }
  if (!version && (version = await findWhole())) await note(CURRENT, version);
  if (version && await isLoaded(version)) await mend(version, false);
  else {
    const found = await latest();
    await load(found, (part) => step(word("first", { size: megabytes(found.sent) }), 0.3 * part));
    version = found.version;
    await note(CURRENT, version);
  }
  await start(version);
  await keep();
  document.documentElement.dataset.state = "ready";
  $("#start").hidden = true;
  frame.hidden = false;
  show(inside());
  if (navigator.onLine) look();
}

// A browser that does not know workers of modules does not look at what type one is to be.
function old() {
  let asked = false;
  const how = { get type() { asked = true; return /** @type {WorkerType} */ ("module"); } };
  try { new Worker(new URL("unpack.js", import.meta.url), how).terminate(); } catch { /* then it is */ }
  return !asked;
}

main().catch(({ key, message }) => {
  if (old()) return stop("browser");
  const none = navigator.onLine ? "failed" : "offline";
  stop(key === "start" ? "failed" : key || none, message);
});
