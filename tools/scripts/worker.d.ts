// What the workers take for granted: the server writes these three in front (recorder/pages/frame/shell.py),
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

declare module "*/pyodide.mjs" {
  export function loadPyodide(how: object): Promise<any>;
}
