// The line of entries that are made and not recorded yet: where it is kept, and how its items follow
// one another. An item is changed only through revise(), from what is kept; line.js shows and sends.

/**
* @typedef {object} Stopped the server's words about an entry that does not fit any more
 * @property {string} [why]
 * @property {string} [more]
 * @property {boolean} [gone] its link opens nothing any more
 * @property {boolean} [failed] the program could not save it, or has not answered
 * @property {string[] | null} [anyway] field, value, word and address by which it is recorded anyway
 */

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} game the address of the page on which it was made
 * @property {string} title
 * @property {string} path
 * @property {[string, string][]} values fields of its form; version: of the game on which it is made
 * @property {string} said
 * @property {number} place
 * @property {number} at milliseconds
 * @property {string | null} after the item before it, of which the version is not known yet
 * @property {boolean} waited
 * @property {boolean} tried
 * @property {boolean} [later]
 * @property {Stopped | null} stopped
 */

/* ---- the store: every change is a transaction of its own, so that two tabs agree ---- */

/** @type {Promise<IDBDatabase | null>} */
const opened = new Promise((done) => {
  setTimeout(done, 3000, null);
  try {
    const asked = indexedDB.open("line", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  } catch { done(null); }
});

/**
 * A browser may give no store, or a full one: then an entry waits as long as the page is open.
 * @type {Map<string, Item>}
 */
const held = new Map();

/** How many entries wait only as long as the page is open. */
export const unkept = () => held.size;

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const answered = (request) => new Promise((fits, fails) => {
  request.onsuccess = () => fits(request.result);
  request.onerror = () => fails(request.error);
});

/**
 * Done when all of a transaction is kept.
 * @param {IDBTransaction} transaction
 * @returns {Promise<unknown>}
 */
const ends = (transaction) => new Promise((fits, fails) => {
  transaction.oncomplete = fits;
  transaction.onabort = () => fails(transaction.error);
});

/** The newest entry on its way into the store, which nobody waits for. */
let storing = Promise.resolve();

/**
 * All items of all games, in their order.
 * @returns {Promise<Item[]>}
 */
export async function everything() {
  const base = await opened;
  await storing;
  const asked = base && answered(base.transaction("entries").objectStore("entries").getAll());
  const kept = (await asked?.catch(() => []) ?? []).filter(({ id }) => !held.has(id));
  return [...kept, ...held.values()].sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
}

/**
* Work out the state of every item anew from the store.
 * @param {(item: Item) => Item | null} change gives the item's new state; null takes it out of the line
 */
export async function revise(change) {
  /** @param {Item} item */
  const turn = (item) => {
    const becomes = change(item);
    return { item, becomes, same: becomes === item };
  };
  await storing;
  for (const { item, becomes, same } of [...held.values()].map(turn)) {
    if (same) continue;
    if (becomes) held.set(item.id, becomes);
    else held.delete(item.id);
  }
  const base = await opened;
  if (!base) return;
  const transaction = base.transaction("entries", "readwrite");
  const ended = ends(transaction);
  ended.catch(() => {});  // looked at below
  const store = transaction.objectStore("entries");
  const changed = (await answered(store.getAll())).map(turn).filter(({ same }) => !same);
  for (const { item, becomes } of changed) {
    if (becomes) store.put(becomes);
    else store.delete(item.id);
  }
  try { await ended; } catch {  // a full disk
    for (const { item, becomes } of changed) if (becomes) held.set(item.id, becomes);
  }
}

/**
 * Put an item at the end; done when it is kept, or held where nothing can be kept.
 * @param {Item} item
 */
export function add(item) {
  storing = keep(item).catch(() => { held.set(item.id, item); });
  return storing;
}

/** @param {Item} item */
async function keep(item) {
  const base = await opened;
  if (!base) throw new Error("no store");
  const change = base.transaction("entries", "readwrite");
  change.objectStore("entries").put(item);
  await ends(change);
}

/* ---- a line: the items of one game ---- */

/**
 * The item that goes before another.
 * @param {Item[]} line
 * @param {Item} item
 */
export const behind = (line, item) => line.find((other) => other.id === item.after);

/**
 * Whether neither the item nor any before it has stopped.
 * @param {Item[]} line
 * @param {Item} item
 * @returns {boolean}
 */
export function free(line, item) {
  const before = behind(line, item);
  return !item.stopped && (!before || free(line, before));
}

/**
* The item that can be sent now: one at a time, in order.
 * @param {Item[]} line
 */
export const next = (line) => line.find((item) => !item.stopped && !behind(line, item));

/**
 * @param {Item} item
 * @param {string} name of a field
 */
export const value = (item, name) => item.values?.find(([own]) => own === name)?.[1];

/**
 * The item with other values in some fields.
 * @param {Item} item
 * @param {Record<string, unknown>} changes
 * @returns {Item}
 */
export function valued(item, changes) {
  const stay = item.values.filter(([name]) => !(name in changes));
  const put = Object.entries(changes).map(([name, one]) => /** @type {[string, string]} */ ([name, String(one)]));
  return { ...item, values: [...stay, ...put] };
}

/**
* For revise(): an item leaves the line and gives the later ones the version of the game they are
 * made on; or, where it never arrived, the item they come after instead.
 * @param {Item} gone
 * @param {unknown} version
 * @param {string | null} [after]
 * @returns {(item: Item) => Item | null}
 */
export const leaves = (gone, version, after = null) => (item) => {
  if (item.id === gone.id) return null;
  if (item.after !== gone.id) return item;
  return after ? { ...item, after } : valued({ ...item, after: null }, { version });
};

/** A key by which the server knows an entry again. Only secure contexts have randomUUID: a house has plain http. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
* A value as text that is the same for every order of its keys.
 * @param {unknown} one
 */
export const plain = (one) => JSON.stringify(one, (_, own) =>
  own && typeof own === "object" && !Array.isArray(own) ? Object.fromEntries(Object.entries(own).sort()) : own);
