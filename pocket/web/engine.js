// The worker in which the application runs: Python, the program, and the disk on which its store
// lies. It answers one request after the other; an answer leaves when what it says is on disk.

import * as disk from "./disk.js";

const LOCK = "pocket-store";
const HERE = new URL(".", import.meta.url);
const MOVES = 3000;  // milliseconds in which a window that was closed lets go of the store

let answers = null;
let handles = null;

const tell = (message) => self.postMessage(message);
const step = (name, part = 0) => tell({ step: name, part });

// Who writes is one: the lock is held as long as this worker lives.
function alone() {
  return new Promise((done) => {
    const give = new AbortController();
    const late = setTimeout(() => give.abort(), MOVES);
    navigator.locks.request(LOCK, { signal: give.signal }, () => {
      clearTimeout(late);
      done(true);
      return new Promise(() => {});
    }).catch(() => done(false));
  });
}

const fetched = async (name) => {
  const answer = await fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
};

// The program's files stand one behind the other; the first four bytes say how long the list is.
function lay(FS, bytes, root) {
  const length = new DataView(bytes).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  let at = 4 + length;
  for (const [name, size] of list) {
    const path = `${root}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(bytes, at, size), { canOwn: true });
    at += size;
  }
}

async function begin({ scope, origin, languages, upgrade, back, zone }) {
  if (!(await alone())) return tell({ failed: "other" });
  try {
    handles = await disk.open("recorder");
  } catch (problem) {
    return tell({ failed: problem.name === "NoModificationAllowedError" ? "other" : "disk", why: String(problem) });
  }
  // What a new version starts from is copied by it (pocket/keeping.py); an earlier copy is none.
  const before = handles.get("before.db");
  if (upgrade) { before.truncate(0); before.flush(); }
  if (back && disk.isStore(before)) {
    disk.copy(before, handles.get("recorder.db"));
    for (const name of ["recorder.db-wal", "recorder.db-journal"]) { handles.get(name).truncate(0); handles.get(name).flush(); }
  }
  const program = fetched("program.bin").then((answer) => answer.arrayBuffer());
  step("core", 0.1);
  const { loadPyodide } = await import("./pyodide.mjs");
  const python = await loadPyodide({
    indexURL: HERE.href,
    stdLibURL: new URL("python_stdlib.zip", HERE).href,
    env: { HOME: "/home/pyodide", TZ: zone, LANG: "C.UTF-8" },
    checkAPIVersion: true,
  });
  step("program", 0.45);
  lay(python.FS, await program, "/program");
  disk.mount(python.FS, "/disk", handles);
  step("start", 0.6);
  python.runPython("import sys; sys.path.insert(0, '/program'); sys.path.append('/program/library')");
  const phone = python.pyimport("pocket.phone");
  step("start", 0.8);
  const told = { scope, origin, languages, upgrade };
  const made = phone.begin(python.toPy(told), (done) => step("start", done));
  made.ready();
  answers = (asked) => {
    const body = new Uint8Array(asked.body || 0);
    const found = made.answer(asked.method, asked.path, asked.query, asked.headers, body);
    const [status, headers, bytes] = found.toJs({ create_pyproxies: false });
    found.destroy();
    return { status, headers, body: bytes };
  };
  tell({ ready: true, memory: python._module.HEAPU8.length });
}

self.onmessage = async ({ data, ports: [port] }) => {
  if (data.begin) {
    try {
      await begin(data.begin);
    } catch (problem) {
      tell({ failed: "start", why: String(problem.message || problem) });
    }
  } else if (data.request) {
    let answer;
    try {
      answer = answers(data.request);
    } catch (problem) {  // Python itself broke: nothing is answered that may not be on disk
      answer = { status: 500, headers: [["Content-Type", "text/plain; charset=utf-8"]], body: new TextEncoder().encode(String(problem.message || problem)) };
    }
    port.postMessage(answer, answer.body?.buffer ? [answer.body.buffer] : []);
  }
};
