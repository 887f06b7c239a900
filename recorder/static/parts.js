// A page is made of parts, each between two comments that name it and its mark; an answer brings
// those whose mark the page does not have. <!--part NAME MARK--> .. <!--/part-->; a fourth word,
// "closed", says that the page has not got a sheet that changed, or may not have.

/**
 * A part in an answer. null: it has changed, and is brought when it is opened.
 * @typedef {[mark: string, html: string | null]} Part
 */

/** A message about an entry can be closed, and is shown again when the same comes again. */
const SAID = ["note", "reads"];

const CLOSED = " closed";

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
* The page's list of its parts for the server: "NAME:MARK ..".
 * @param {Node} page
 * @param {string[]} [opens] closed sheets that are wanted now
 * @param {boolean} [looks] whether it looks for news: a turn that arrives brings the missing sheets
 */
export function marks(page, opens = [], looks = false) {
  /** @type {(name: string, from: Comment) => string} */
  const mark = (name, from) => {
    if (opens.includes(name)) return "open";
    const without = looks && from.data.endsWith(CLOSED);
    return SAID.includes(name) || without ? "" : from.data.split(" ")[2];
  };
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
* Put the parts of an answer into the page. Sheets, focus, scroll and choices stay in every
 * part that did not change.
 * @param {Node} page
 * @param {[string, Part][]} parts
 */
export function merge(page, parts) {
  const known = places(page);
  for (const [name, [mark, html]] of parts) {
    const place = known.get(name);
    if (!place) throw new Error(`no part ${name}`);
    const [from, to] = place;
    const made = document.createElement("template");
    made.innerHTML = html ?? "";
    const old = [];
    for (let at = from.nextSibling; at && at !== to; at = at.nextSibling) old.push(at);
    from.data = `part ${name} ${mark}${html === null ? CLOSED : ""}`;
    become(old, [...made.content.childNodes], to);
  }
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
