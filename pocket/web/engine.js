// The worker in which the application runs: Python, the program, and the disk on which its store
// lies. It answers one request after the other; an answer leaves when what it says is on disk.

import * as disk from "./disk.js";

const HERE = new URL(".", import.meta.url);
const SCOPE = HERE.pathname.replace(/v\/[^/]+\/$/, "");
const MOVES = 3000;  // milliseconds in which a window that was closed lets go of the store

/**
 * A request, as the worker of the pages hands it on.
 * @typedef {{ method: string, path: string, query: string, headers: [string, string][], body: ArrayBuffer? }} Asked
 *
 * What a start is told.
 * @typedef {{ scope: string, origin: string, languages: string[], upgrade: boolean }} Told
 */

/** @type {((asked: Asked) => { status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer> })?} */
let answers = null;
/** @type {Map<string, FileSystemSyncAccessHandle>} */
let handles = new Map();

/** @param {object} message */
const tell = (message) => self.postMessage(message);
/** @param {string} name */
const step = (name, part = 0) => tell({ step: name, part });

/**
 * Who writes is one: the lock is held as long as this worker lives.
 * @param {string} lock
 */
function alone(lock) {
  return new Promise((done) => {
    const give = new AbortController();
    const late = setTimeout(() => give.abort(), MOVES);
    navigator.locks.request(lock, { signal: give.signal }, () => {
      clearTimeout(late);
      done(true);
      return new Promise(() => {});
    }).catch(() => done(false));
  });
}

/** @param {unknown} problem */
const why = (problem) => (problem instanceof Error && problem.message) || String(problem);
/** @param {unknown} problem */
const taken = (problem) => problem instanceof Error && problem.name === "NoModificationAllowedError";

/** @param {string} name */
const fetched = async (name) => {
  const answer = await fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
};

/**
 * The program's files stand one behind the other; the first four bytes say how long the list is.
 * @param {EmscriptenFS} FS
 * @param {ArrayBuffer} bytes
 * @param {string} root
 */
function lay(FS, bytes, root) {
  const length = new DataView(bytes).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const folders = new Set();
  let at = 4 + length;
  for (const [name, size] of list) {
    const path = `${root}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) { FS.mkdirTree(folder); folders.add(folder); }
    FS.writeFile(path, new Uint8Array(bytes, at, size), { canOwn: true });
    at += size;
  }
}

/* ---- the memory of a start: kept once for a version, and what later starts begin with ---- */

const CACHE = `pocket-${HERE.pathname.split("/").at(-2)}`;
const MEMORY = new URL("memory.bin", HERE).pathname;
const WAKING = new URL("waking", HERE).pathname;  // how often in a row it was begun with and nothing came of it
const TRIES = 2;

/**
 * Returns Python with the program laid out and imported; keep: to be called when the start came to
 * its end, so that the next one begins where this one is now. On a full disk it takes as long again.
 * @param {Told} told
 * @returns {Promise<{ python: Pyodide, keep: () => Promise<unknown> }>}
 */
async function wake(told) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(MEMORY);
  const failed = Number(await (await cache.match(WAKING))?.text() || 0);
  const program = fetched("program.bin").then((answer) => answer.arrayBuffer());
  step("core", 0.1);
  const { loadPyodide } = await import("./pyodide.mjs");
  const options = {
    indexURL: HERE.href,
    stdLibURL: new URL("python_stdlib.zip", HERE).href,
    env: { HOME: "/home/pyodide", LANG: "C.UTF-8" },
    checkAPIVersion: true,
  };
  // On a full disk nothing can be noted, and the start goes on.
  /** @param {number} number */
  const note = (number) => cache.put(WAKING, new Response(String(number))).catch(() => {});
  let useless = failed >= TRIES;
  if (kept && !useless) {
    try {  // noted first: where it ends the browser itself, later starts do without it
      await note(failed + 1);
      const python = await loadPyodide({ ...options, _loadSnapshot: await kept.arrayBuffer() });
      lay(python.FS, await program, "/program");
      return { python, keep: () => cache.delete(WAKING) };
    } catch (problem) {
      console.warn("the memory that was kept is of no use:", why(problem));
      await note(TRIES);
      useless = true;
    }
  }
  if (useless) await cache.delete(MEMORY);
  const python = await loadPyodide({ ...options, _makeSnapshot: !useless });
  step("program", 0.4);
  lay(python.FS, await program, "/program");
  python.runPython("import sys; sys.path.insert(0, '/program'); sys.path.append('/program/library')");
  python.runPython("from pocket import phone");
  step("start", 0.6);
  if (!useless) {
    try {
      python.globals.set("told", JSON.stringify(told));
      python.runPython("import json; phone.prepare_start(json.loads(told)); del json, told, phone");
      const memory = new Blob([python.makeMemorySnapshot()]);
      return { python, keep: () => cache.put(MEMORY, new Response(memory)) };
    } catch (problem) {
      console.warn("the memory cannot be kept:", why(problem));
    }
  }
  return { python, keep: async () => {} };
}

// A worker that was ended lets go of its files a little later than of its lock.
/** @param {string} folder */
async function opened(folder) {
  const before = performance.now();
  for (;;) {
    try {
      return await disk.open(folder);
    } catch (problem) {
      if (!taken(problem) || performance.now() - before > MOVES) throw problem;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** @param {string} name */
function file(name) {
  const found = handles.get(name);
  if (!found) throw new Error(name);
  return found;
}

/** @param {FileSystemSyncAccessHandle} handle */
function empty(handle) {
  handle.truncate(0);
  handle.flush();
}

/** @param {Told & { back: boolean }} told */
async function begin({ scope, origin, languages, upgrade, back }) {
  let lock = "";
  try {
    const place = await disk.findPlace(SCOPE);
    lock = place.lock;
    if (!(await alone(lock))) return tell({ failed: "other" });
    handles = await opened(place.folder);
  } catch (problem) {
    return tell({ failed: taken(problem) ? "other" : "disk", why: String(problem) });
  }
  // What a new version starts from is copied by it (pocket/keeping.py). An earlier copy is none: once a
  // version runs, going back to what was before it would lose all that came since.
  const before = file("before.db");
  if (!back) empty(before);
  else if (disk.isStore(before)) {
    disk.copy(before, file("recorder.db"));
    for (const name of ["recorder.db-wal", "recorder.db-journal"]) empty(file(name));
  }
  tell({ holds: lock });
  const told = { scope, origin, languages, upgrade };
  const { python, keep } = await wake(told);
  disk.mount(python.FS, "/disk", handles);
  step("start", 0.8);
  const phone = python.pyimport("pocket.phone");
  const made = phone.begin(python.toPy(told), (/** @type {number} */ done) => step("start", done));
  made.ready();
  answers = (asked) => {
    const body = new Uint8Array(asked.body || []);
    const found = made.answer(asked.method, asked.path, asked.query, asked.headers, body);
    const [status, headers, bytes] = found.toJs({ create_pyproxies: false });
    found.destroy();
    return { status, headers, body: bytes };
  };
  tell({ ready: true, memory: python._module.HEAPU8.length });
  try { await keep(); } catch (problem) { console.warn("the memory was not kept:", why(problem)); }
}

self.onmessage = async ({ data }) => {
  if (data.begin) {
    try {
      await begin(data.begin);
    } catch (problem) {
      tell({ failed: "start", why: why(problem) });
    }
  } else if (data.stays) {  // this version is the one that runs from now on
    empty(file("before.db"));
  } else if (data.request) {
    try {
      if (!answers) throw new Error("asked before it began");
      const answer = answers(data.request);
      self.postMessage({ answer }, [answer.body.buffer]);
    } catch (problem) {  // Python itself broke, and answers nothing any more: the window begins anew
      console.error(problem);
      for (const handle of handles.values()) handle.close();
      self.close();
    }
  }
};
