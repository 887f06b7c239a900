// The phone's disk, as Python sees it: a folder whose files of certain names are files of the
// origin's private file system, written through synchronous handles; all others are memory.
//
// SQLite writes its log (-wal) with one sync for every transaction, and an entry is answered after
// it: what is answered is on disk, whatever is killed afterwards. Its index of that log (-shm) is
// rebuilt at every start and lies in memory. One worker at a time can hold the handles.

const NO_SPACE = 51;  // errno of WASI
const FAILED = 29;

export const NAMES = [
  "recorder.db", "recorder.db-wal", "recorder.db-journal", "jar.0", "jar.1", "before.db",
  "aside.db", "aside.1.db", "aside.2.db", "aside.3.db", "aside.4.db",
];

const FIRST = "recorder";
const OWNER = "scope";  // the file that says whose the first folder is

/**
 * The folder of the files of this program, and the lock of who writes there. Several programs may lie
 * below one origin, which has one file system: the first of them has the folder that all of them had
 * once, and each other one its own.
 * @param {string} scope the path below which the program lies
 */
export async function findPlace(scope) {
  return navigator.locks.request("pocket-place", async () => {
    const root = await navigator.storage.getDirectory();
    const first = await root.getDirectoryHandle(FIRST, { create: true });
    const file = await first.getFileHandle(OWNER, { create: true });
    let owner = await (await file.getFile()).text();
    if (!owner) {
      const writer = await file.createWritable();
      await writer.write(owner = scope);
      await writer.close();
    }
    return owner === scope
      ? { folder: FIRST, lock: "pocket-store" }
      : { folder: `${FIRST} ${encodeURIComponent(scope)}`, lock: `pocket-store ${scope}` };
  });
}

/**
 * Opens the files. Throws what the browser throws: there is no going on without a disk.
 * @param {string} folder
 */
export async function open(folder, names = NAMES) {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(folder, { create: true });
  /** @type {Map<string, FileSystemSyncAccessHandle>} */
  const handles = new Map();
  try {
    for (const name of names) {
      const file = await place.getFileHandle(name, { create: true });
      handles.set(name, await file.createSyncAccessHandle());
    }
  } catch (problem) {
    for (const handle of handles.values()) handle.close();
    throw problem;
  }
  return handles;
}

/**
 * Lays the files into a folder of Emscripten's file system.
 * @param {EmscriptenFS} FS
 * @param {string} path
 * @param {Map<string, FileSystemSyncAccessHandle>} handles
 */
export function mount(FS, path, handles) {
  FS.mkdir(path);
  const MEMFS = FS.filesystems.MEMFS;
  const folder = FS.mount(MEMFS, {}, path);
  /** @param {unknown} problem */
  const failed = (problem) =>
    new FS.ErrnoError(problem instanceof Error && problem.name === "QuotaExceededError" ? NO_SPACE : FAILED);
  /**
   * @template T
   * @param {() => T} work
   */
  const doing = (work) => {
    try { return work(); } catch (problem) { throw problem instanceof FS.ErrnoError ? problem : failed(problem); }
  };

  /**
   * @param {EmscriptenNode} node
   * @param {FileSystemSyncAccessHandle} handle
   */
  const attach = (node, handle) => {
    const { getattr, setattr } = node.node_ops;
    node.node_ops = {
      ...node.node_ops,
      getattr: (of) => {
        const found = getattr(of);
        found.size = handle.getSize();
        found.blocks = Math.ceil(found.size / found.blksize);
        return found;
      },
      setattr: (of, changed) => {
        const { size } = changed;
        if (size !== undefined) doing(() => handle.truncate(size));
        setattr(of, { ...changed, size: undefined });
      },
    };
    node.stream_ops = {
      ...node.stream_ops,
      read: (_, buffer, offset, length, at) =>
        doing(() => handle.read(buffer.subarray(offset, offset + length), { at })),
      write: (_, buffer, offset, length, at) =>
        doing(() => handle.write(buffer.subarray(offset, offset + length), { at })),
      llseek: (stream, offset, whence) => {
        const from = whence === 1 ? stream.position : whence === 2 ? handle.getSize() : 0;
        if (from + offset < 0) throw new FS.ErrnoError(28);
        return from + offset;
      },
      fsync: () => { doing(() => handle.flush()); return 0; },
      mmap: () => { throw new FS.ErrnoError(43); },
    };
    return node;
  };

  const { mknod, unlink, rename } = folder.node_ops;
  folder.node_ops = {
    ...folder.node_ops,
    mknod: (parent, name, mode, dev) => {
      const node = mknod(parent, name, mode, dev);
      const handle = handles.get(name);
      return handle ? attach(node, handle) : node;
    },
    unlink: (parent, name) => {
      const handle = handles.get(name);
      if (handle) doing(() => { handle.truncate(0); handle.flush(); });
      unlink(parent, name);
    },
    rename: (node, into, name) => {
      if (handles.has(node.name) || handles.has(name)) throw new FS.ErrnoError(63);
      rename(node, into, name);
    },
  };
  for (const [name, handle] of handles) if (handle.getSize()) FS.mknod(`${path}/${name}`, 0o100600, 0);
}

/**
 * Whether a file is a store, whole: the first bytes are written last (pocket/keeping.py).
 * @param {FileSystemSyncAccessHandle} handle
 */
export function isStore(handle) {
  const head = new Uint8Array(16);
  return handle.read(head, { at: 0 }) === 16 && new TextDecoder().decode(head) === "SQLite format 3\0";
}

/**
 * A whole copy of one file as another: what a new version starts from can be brought back.
 * @param {FileSystemSyncAccessHandle} from
 * @param {FileSystemSyncAccessHandle} to
 */
export function copy(from, to) {
  const piece = new Uint8Array(1 << 20);
  to.truncate(0);
  for (let at = 0; ;) {
    const read = from.read(piece, { at });
    if (!read) break;
    to.write(piece.subarray(0, read), { at });
    at += read;
  }
  to.flush();
}
