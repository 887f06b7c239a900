// What the workers take for granted: the server writes these three in front (recorder/pages/shared/shell.py),
// and a service worker's events carry more than other events.

declare const VERSION: string;
declare const FIRST: string[];
declare const ROOT: string;

interface WorkerGlobalScope {
  readonly clients: Clients;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

interface Event {
  readonly request: Request;
  readonly data: any;
  readonly ports: readonly MessagePort[];
  respondWith(answer: Response | Promise<Response>): void;
  waitUntil(work: Promise<any>): void;
}

/** As much as is used of Python in WebAssembly. */
interface Pyodide {
  readonly FS: EmscriptenFS;
  readonly _module: { readonly HEAPU8: Uint8Array };
  readonly globals: { set(name: string, value: unknown): void };
  runPython(code: string): unknown;
  pyimport(name: string): any;
  toPy(value: unknown): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

declare module "*/pyodide.mjs" {
  export function loadPyodide(how: object): Promise<Pyodide>;
}

/** What Emscripten says of a file, and what may be changed of it. */
interface EmscriptenStat {
  size: number;
  blocks: number;
  readonly blksize: number;
}

interface EmscriptenNode {
  readonly name: string;
  node_ops: {
    getattr(of: EmscriptenNode): EmscriptenStat;
    setattr(of: EmscriptenNode, changed: { size?: number }): void;
    mknod(parent: EmscriptenNode, name: string, mode: number, dev: number): EmscriptenNode;
    unlink(parent: EmscriptenNode, name: string): void;
    rename(node: EmscriptenNode, into: EmscriptenNode, name: string): void;
  };
  stream_ops: {
    read(stream: EmscriptenStream, buffer: Uint8Array, offset: number, length: number, at: number): number;
    write(stream: EmscriptenStream, buffer: Uint8Array, offset: number, length: number, at: number): number;
    llseek(stream: EmscriptenStream, offset: number, whence: number): number;
    fsync(): number;
    mmap(): never;
  };
}

interface EmscriptenStream {
  readonly position: number;
}

/** As much as is used of Emscripten's file system. */
interface EmscriptenFS {
  readonly filesystems: { readonly MEMFS: object };
  readonly ErrnoError: new (errno: number) => Error;
  mkdir(path: string): void;
  mkdirTree(path: string): void;
  mknod(path: string, mode: number, dev: number): void;
  mount(type: object, how: object, path: string): EmscriptenNode;
  writeFile(path: string, bytes: Uint8Array, how: { canOwn: boolean }): void;
}
