// A page is made of parts, each between two comments that name it and its mark; an answer brings
// those whose mark the page does not have. <!--part NAME MARK--> .. <!--/part-->; a fourth word,
// "closed", says that the page has not got a sheet that changed, or may not have.

/**
 * What an answer brings. null: only that it changed. Of a part whose text was kept: what stands
 * between so many letters of that at its beginning and so many at its end, which stay.
 * @typedef {[mark: string, html: string | null] | [mark: string, html: string, first: number, last: number]} Part
 */

/** What was said of an entry can be closed, and is said again when the same comes again. */
const SAID = ["note", "reads"];

const CLOSED = " closed";

/**
 * The texts of parts as answers brought them, by the comments before them. A page says with "+"
 * behind a mark that it has kept one.
 * @type {WeakMap<Comment, {mark: string, html: string}>}
 */
const texts = new WeakMap();

/** @param {Comment} from */
function markOf(from) {
  const mark = from.data.split(" ")[2];
  return texts.get(from)?.mark === mark ? `${mark}+` : mark;
}

/**
 * The parts of a page by their names: the two comments between which each lies.
 * @param {Node} page
 * @returns {Map<string, [Comment, Comment]>}
 */
export function places(page) {
  /** @type {Map<string, [Comment, Comment]>} */
  const found = new Map();
  const comments = document.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  /** @type {Comment | null} */
  let from = null;
  for (let next = comments.nextNode(); next; next = comments.nextNode()) {
    const at = /** @type {Comment} */ (next);
    if (at.data.startsWith("part ")) from = at;
    else if (from && at.data === "/part") found.set(from.data.split(" ")[1], [from, at]);
  }
  return found;
}

/**
 * What a page tells the server that it has: "NAME:MARK ..".
 * @param {Node} page
 * @param {string[]} [opens] closed sheets that are wanted now
 * @param {boolean} [looks] whether it looks what others did: a turn that arrives brings the sheets it has not got
 */
export function marks(page, opens = [], looks = false) {
  /** @param {Comment} from */
  const without = (from) => looks && from.data.endsWith(CLOSED);
  /** @type {(name: string, from: Comment) => string} */
  const mark = (name, from) => opens.includes(name) ? "open" : SAID.includes(name) || without(from) ? "" : markOf(from);
  return [...places(page)].map(([name, [from]]) => `${name}:${mark(name, from)}`).join(" ");
}

/**
 * The sheets that have changed since they were brought, or may have.
 * @param {Node} page
 */
export const lacking = (page) =>
  [...places(page)].filter(([, [from]]) => from.data.endsWith(CLOSED)).map(([name]) => name);

/**
 * @param {Comment} from
 * @param {boolean} closed
 */
function close(from, closed) {
  const [, name, mark] = from.data.split(" ");
  from.data = `part ${name} ${mark}${closed ? CLOSED : ""}`;
}

/**
 * Say of the parts of a board whether it lies behind the same one in front: answers do not bring them.
 * @param {Node} board
 * @param {boolean} is
 */
export function behind(board, is) {
  for (const [from] of places(board).values()) close(from, is);
}

/**
 * The text of a part that an answer brought; nothing where it is told by another text than is kept.
 * @param {string} name
 * @param {Comment} from
 * @param {Part} part
 * @param {string} has what the answer knew of the page
 */
function textOf(name, from, [, html, first, last], has) {
  if (html === null || first === undefined || last === undefined) return html;
  const kept = texts.get(from);
  if (!kept || !has.split(" ").includes(`${name}:${kept.mark}+`)) return undefined;
  return kept.html.slice(0, first) + html + kept.html.slice(kept.html.length - last);
}

/**
 * Put what an answer brought into the page. Sheets, focus, scroll and what is chosen stay in every
 * part that did not change.
 * @param {Node} page
 * @param {[string, Part][]} parts
 * @param {string} [has] what the page said when it asked
 * @returns {string[]} parts that are told by another text than the page has kept: to be brought
 */
export function merge(page, parts, has = "") {
  const known = places(page);
  const wanted = [];
  for (const [name, part] of parts) {
    const place = known.get(name);
    if (!place) throw new Error(`no part ${name}`);
    const [from, to] = place;
    const html = textOf(name, from, part, has);
    if (html === undefined) { wanted.push(name); close(from, true); continue; }
    const made = document.createElement("template");
    made.innerHTML = html ?? "";
    const old = [];
    for (let at = from.nextSibling; at && at !== to; at = at.nextSibling) old.push(at);
    from.data = `part ${name} ${part[0]}`;
    close(from, html === null);
    if (html === null) texts.delete(from);
    else texts.set(from, { mark: part[0], html });
    become(old, [...made.content.childNodes], to);
  }
  return wanted;
}

// What stays of a part stays where it is: only what differs is drawn anew. What somebody may have
// filled in or opened is put in as a whole.
const FILLED = "input, select, textarea, details, dialog";

/**
 * @param {ChildNode[]} old
 * @param {ChildNode[]} fresh
 * @param {Node | null} end before which more is put
 * @param {Node | null} [parent]
 */
function become(old, fresh, end, parent = end?.parentNode) {
  for (const [at, each] of fresh.entries()) {
    if (!old[at]) parent?.insertBefore(each, end);
    else if (!old[at].isEqualNode(each)) change(old[at], each);
  }
  for (const each of old.slice(fresh.length)) each.remove();
}

/**
 * @param {ChildNode} old
 * @param {ChildNode} fresh
 */
function change(old, fresh) {
  if (old instanceof CharacterData && fresh instanceof CharacterData && old.nodeType === fresh.nodeType) {
    old.data = fresh.data;
    return;
  }
  const alike = old instanceof Element && fresh instanceof Element
    && old.nodeName === fresh.nodeName && old.id === fresh.id && !old.matches(FILLED);
  if (!alike) { old.replaceWith(fresh); return; }
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  become([...old.childNodes], [...fresh.childNodes], null, old);
}
