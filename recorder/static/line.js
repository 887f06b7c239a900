// Entries that are not recorded yet: a line in this browser that outlives a lost connection,
// a reload and a closed browser. Every entry is put into it as it is sent, with a key by which the
// server knows it again, and leaves it when the server has answered. What had to wait and does not
// fit any more stops there and asks. What the program could not save stops as well, unless it says
// that waiting helps. On a phone without a server nothing waits: what is not saved is said at once.
// Which entries are legal is not known here.

import { answer, restSteps, send as sendForm } from "./app.js";
import { $, $$, csrf } from "./dom.js";
import * as queue from "./queue.js";
import { behind, free, leaves, newKey, next, plain, value, valued } from "./queue.js";

/** @typedef {import("./queue.js").Item} Item */

const main = () => $("main.play");
const game = () => main()?.dataset.entries && main().dataset.url;
const panel = $("#unsent");
const alone = "alone" in document.documentElement.dataset;  // the program is on this very phone
/** The question about the stopped entry: in the page's words, else in those of the line. */
const asks = $("[data-line-asks]");
const others = "BroadcastChannel" in window ? new BroadcastChannel("line") : null;  // windows

const PATIENCE = 4000;  // milliseconds until an entry without an answer is said to wait
const AGAIN = 6000;

/**
* Works out the state of every entry anew from the store; other windows look, too.
 * @param {(item: Item) => Item | null} change
 */
async function revise(change) {
  await queue.revise(change);
  await look();
  others?.postMessage("");
}

/**
 * It is in the line of this page at once; one of which is said that it waits is kept before.
 * @param {Item} item
 */
async function add(item) {
  const kept = queue.add(item).then(() => others?.postMessage(""));
  if (!item.waited) return shows([...all, item]);
  await kept;
  await look();
}

/* ---- the line of this game ---- */

/** @type {Item[]} */
let all = [];
/** @type {Item[]} */
let line = [];
/** @type {Item | null} */
let sending = null;
let away = false;
let fresh = Number(document.documentElement.dataset.kept) || Date.now();

const look = async () => shows(await queue.everything());

/** @param {PageElement} items */
function shows(items) {
  all = items;
  line = all.filter((/** @type {Item} */ item) => item.game === game());
  show();
}

const asking = () => line.find((item) => item.stopped);

/**
 * The newest version of the game that an item or the page knows.
 * @param {Item} item
 */
const asNow = (item) => Math.max(Number(value(item, "version")), Number(main().dataset.version));

/** @param {PageElement} gone */
const dropped = (gone) => revise(leaves(gone, value(gone, "version"), behind(line, gone)?.id));

/* ---- entering ---- */

/** @type {PageElement} */
let pressed = null;
/** @type {PageElement} */
let opener = null;
/** @type {Item | null} */
let deciding = null;
document.addEventListener("click", (event) => {
  pressed = event.target.closest("button");
  if (pressed && !pressed.closest("dialog")) opener = pressed;
}, true);

// A waiting entry is not offered again: neither its own button, nor another one of the same
// entry, nor a second die of the turn.
const tapped = new Map();

/** @param {string} text */
const entered = (text) => { try { return plain(JSON.parse(text)); } catch { return null; } };
/**
 * @param {PageElement} button
 * @param {Set<string | null>} made
 */
function enters(button, made) {
  if (button.name === "entry") return made.has(entered(button.value));
  /** @type {[string, object][]} */
  const choices = JSON.parse(button.dataset.choices || "[]");
  return choices.some(([, entry]) => made.has(plain(entry)));
}

function showSpent() {
  for (const each of $$("main .spent")) { each.classList.remove("spent"); each.disabled = false; }
  const waiting = line.filter((item) => item.waited && !item.stopped);
  for (const id of tapped.keys()) if (!line.some((item) => item.id === id)) tapped.delete(id);
  if (!waiting.length) return;
  const made = new Set(waiting.map((item) => entered(value(item, "entry") || "")));
  const same = $$("main button:is([name=entry], [data-choices])").filter((button) => enters(button, made));
  const own = waiting.flatMap((item) => tapped.get(item.id) || [])
    .flatMap((each) => each.closest(".dice") ? $$(".dice button") : each);
  for (const each of [...same, ...own]) { each.classList.add("spent"); each.disabled = true; }
}

/** @param {string} text */
const clean = (text) => (text || "").trim().replace(/\s+/g, " ");

/**
* A tap in words: the heading of its sheet, the values filled in, and the button's own words.
 * @param {PageElement} button
 */
function words(button) {
  if (!button) return "";
  const sheet = button.closest("dialog");
  const form = sheet && button.closest("form");
  const said = sheet
    ? [$("h2", sheet)?.innerText, $("summary", button.closest("details") || button)?.innerText] : [];
  const marked = form && form.id !== "entry-form" ? $$("input:not([type=hidden]), select", form) : [];
  for (const field of marked) {
    const label = field.closest("label")?.innerText;
    if (field.type === "number") {
      if (Number(field.value)) said.push(`${field.getAttribute("aria-label") || label}: ${field.value}`);
    } else if (field.matches(":checked, select")) said.push(field.selectedOptions?.[0]?.textContent || label);
    else if (["text", "search"].includes(field.type)) said.push(field.value);
  }
  said.push(button.getAttribute("aria-label") || button.innerText);
  return said.map(clean).filter(Boolean).join(", ").slice(0, 200);
}

document.addEventListener("sends", (event) => {
  const { verb, path, values, from } = event.detail;
  if (verb !== "post" || from === panel) return;  // a kept entry goes as it was made
  values.set("key", newKey());
  if (main()?.hasAttribute("aria-busy")) return event.preventDefault();  // a thumb that taps twice
  const said = game() && words(pressed);
  busy(true);
  if (!game()) return;
  event.preventDefault();
  take(path, [...values], said);
});

/** @param {boolean} is */
function busy(is) {
  if (!is) $$(".going").forEach((button) => button.classList.remove("going"));
  else pressed?.classList.add("going");
  main()?.toggleAttribute("aria-busy", false);
  if (is) main()?.setAttribute("aria-busy", "true");
}

/**
 * @param {string} path
 * @param {[string, string][]} values
 * @param {string} said
 */
async function take(path, values, said) {
  const chosen = deciding;
  deciding = null;
  await found;
  if (alone && !chosen) await revise((item) => item.game === game() && item.stopped?.failed ? null : item);
  const last = line.filter((item) => free(line, item)).at(-1);
  if (path.endsWith("/undo") && last?.waited && !last.tried) {  // it never left this phone
    busy(false);
    return dropped(last);
  }
  if (chosen) {
    const version = asNow(chosen);
    await revise((item) =>
      item.id === chosen.id ? valued({ ...item, path, values, stopped: null }, { version }) : item);
  } else {
    const id = newKey();
    const own = path === main().dataset.entries ? [pressed, opener] : [];  // before others are tapped
    await add({
      id, game: game(), title: document.title.split(" · ").slice(0, -1).join(" · "), path, values, said,
      place: (line.at(-1)?.place || 0) + 1, at: Date.now(), after: last?.id || null,
      waited: Boolean(last), tried: !last && (alone || navigator.onLine), stopped: null,
    });
    tapped.set(id, own.filter((each) => each && !each.closest("#other, .told, #unsent")));
    if (last) uncover();
  }
  send(true);
}

/* ---- sending: one at a time, in order ---- */

async function send(byTap = false) {
  if (sending || !game()) return byTap && busy(false);
  const item = next(line);
  if (!item) { busy(false); return show(); }
  sending = item;
  const slow = alone ? 0 : setTimeout(waits, PATIENCE, item);
  if (!item.tried && (alone || navigator.onLine)) {
    await revise((one) => one.id === item.id ? { ...one, tried: true } : one);
  }
  const values = new FormData();
  for (const [name, one] of item.values) values.append(name, one);
  if (unseen) values.append("unseen", String(unseen));
  if (!item.waited && item === line.at(-1)) values.append("closes", "");  // a turn in which nothing is left ends
  await sendForm("post", item.path, panel, values);
  clearTimeout(slow);
  sending = null;
  busy(false);
  const goes = settling;
  settling = null;
  if (await goes) send();
  else show();
}

// The answer is shown when it is the last, and not under a sheet in which the next is entered.
let missed = false;
let unseen = 0;  // sent entries with effects that nobody has seen
document.addEventListener("arrives", (event) => {
  const { request, xhr } = event.detail;
  if (request.from !== panel || !sending) return;
  const taken = xhr.getResponseHeader("X-Taken") !== null;
  const { id, waited } = sending;
  const more = taken && line.some((item) => item.after === id);
  const sheet = waited && $("dialog[open]");
  if (more || sheet) event.preventDefault();
  unseen = more || (sheet && taken) ? unseen + 1 : 0;
  missed = Boolean(sheet);
});

document.addEventListener("close", () => {
  if (!missed) return;
  missed = false;
  document.dispatchEvent(new Event("refresh"));
}, true);

function isFresh() {
  fresh = Date.now();
  delete document.documentElement.dataset.kept;
}

/** @type {Promise<boolean> | null} */
let settling = null;
document.addEventListener("answered", (event) => {
  const { xhr, request: { verb, from } } = event.detail;
  if (main()) away = isAway(xhr);
  if (xhr.status === 204) isFresh();
  if (from === panel && sending) settling = settle(sending, xhr);
  else { if (verb === "post") busy(false); show(); }
});

const SWAPPED = [200, 403, 409, 422];
const LATER = [408, 425, 429];

/**
* Whether only the network, or a program in front of this one, has answered.
 * @param {XMLHttpRequest} xhr
 */
const isAway = (xhr) => !alone && (!xhr.status || (xhr.status >= 500 && !answer(xhr)?.asks));

/**
 * Whether it helps to wait: without a connection, and where the program itself names a time.
 * @param {XMLHttpRequest} xhr
 */
const passes = (xhr) => isAway(xhr)
  || (!alone && (LATER.includes(xhr.status) || (xhr.status >= 500 && xhr.getResponseHeader("Retry-After") !== null)));

let renewed = 0;

/**
 * Whether the line goes on.
 * @param {Item} item
 * @param {XMLHttpRequest} xhr
 */
async function settle(item, xhr) {
  const { status } = xhr;
  const version = xhr.getResponseHeader("X-Taken");
  if (version !== null) {
    await revise(leaves(item, version));
    return Boolean(next(line));
  }
  if (passes(xhr)) { await waits(item); return false; }
  if (status === 404) navigator.serviceWorker?.controller?.postMessage({ gone: item.game });
  const said = answer(xhr);
  if (status === 400) {  // a cookie that was lost while the phone slept: the answer brought another
    if (said?.csrf) csrf().content = said.csrf;
    const soon = Date.now() - renewed > 30_000;
    renewed = Date.now();
    if (soon || !alone) {
      if (!soon) await waits(item);
      return soon;
    }
  }
  const now = line.find((one) => one.id === item.id) || item;
  if (SWAPPED.includes(status) && said?.parts && !now.waited && !line.some((one) => one.after === item.id)) {
    await revise((one) => one.id === item.id ? null : one);  // the page itself asks
    return false;
  }
  const failed = !status || status >= 500 || LATER.includes(status);
  const { why = panel.dataset.saySilent, more = "", anyway = null, phrase = item.said } = said?.asks || {};
  const stopped = { why, more: more.slice(0, 900), gone: status === 404, anyway, failed };
  if (failed) uncover();
  const shown = said?.version ?? value(item, "version");
  const held = { said: phrase, waited: true, stopped };  // called as the log calls it
  await revise((one) => one.id === item.id ? valued({ ...one, ...held }, { version: shown }) : one);
  $("main .verdict")?.setAttribute("data-of", item.id);
  show();
  if (!$("dialog[open]")) (asked() || panel).scrollIntoView({ block: "nearest" });
  return false;
}

// An open sheet would cover the message about its entry.
function uncover() {
  $$("dialog[open]").forEach((sheet) => sheet.close());
  busy(false);
}

/** @param {Item} item */
async function waits(item) {
  if (!item.waited && sending?.id === item.id) uncover();
  await revise((one) => one.id === item.id ? { ...one, waited: true } : one);
}

/* ---- telling waiting entries, and deciding about a stopped one ---- */

/** @param {number} at */
function time(at) {
  const { lang } = document.documentElement;
  return new Intl.DateTimeFormat(lang, { hour: "numeric", minute: "2-digit" }).format(at);
}

/**
 * @param {string} selector
 * @param {string} text
 */
function put(selector, text, root = panel) {
  const at = $(selector, root);
  if (at.textContent !== text) at.textContent = text;
  at.hidden = !text;
}

function show() {
  const here = game();
  showSpent();
  const shown = (here ? line : all).filter((item) => item.waited);
  const stopped = here && asking();
  document.documentElement.dataset.line = stopped ? "asks" : shown.length ? "waiting" : "";
  const lost = here && main().hasAttribute("data-poll") && away && !alone;
  panel.hidden = !shown.length && !lost;
  if (panel.hidden) return;
  /** @param {string} name */
  const said = (name, values = /** @type {Record<string, any>} */ ({})) =>
    panel.getAttribute("data-say-" + name)
      .replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ key) => values[key]);
  put("[data-line-title]", shown.length ? said("number", { number: shown.length }) : said("away"));
  put("[data-line-says]", [
    stopped ? said(stopped.stopped.failed ? "failed" : "asks") : here && shown.length ? said("waits") : "",
    here ? "" : shown.every((item) => item.stopped?.gone) ? shown[0].stopped?.why : said("elsewhere"),
    shown.length && queue.unkept() && !alone ? said("held") : "",
    here && !alone && (lost || !stopped) ? said("old", { time: time(fresh) }) : "",
  ].filter(Boolean).join(" "));
  const verdict = asked();
  if (asks.parentElement !== (verdict || panel)) {
    if (verdict) verdict.append(asks);
    else $("[data-send-again]").before(asks);
  }
  asks.hidden = !stopped || stopped.later === true;
  if (stopped) {
    put("[data-line-which]", verdict ? "" : `“${stopped.said}”`, asks);
    put("[data-line-why]", verdict ? "" : stopped.stopped.why, asks);
    put("[data-line-more]", verdict ? "" : stopped.stopped.more, asks);
    // It would take back another's.
    const { anyway, failed } = stopped.stopped;
    $("[data-anyway]", asks).hidden = !anyway && !failed && !stopped.path.endsWith("/entries");
    $("[data-later]", asks).hidden = alone && failed === true;
    $("[data-anyway]", asks).textContent = anyway?.[2] || said("again");
  }
  $("[data-send-again]").hidden = !here || Boolean(stopped && !stopped.later) || !shown.length;
  $("[data-line-all]").hidden = !shown.length;
  const list = $("[data-line-list]");
  const of = shown.map((item) => item.id + item.stopped?.gone).join();
  if (list.dataset.of === of) return;
  list.dataset.of = of;
  list.replaceChildren(...shown.map((item) => {
    const row = $("#line-blank").content.firstElementChild.cloneNode(true);
    put("[data-label]", item.said, row);
    put("[data-when]", here ? time(item.at) : `${item.title} · ${time(item.at)}`, row);
    $("[data-drop]", row).value = item.id;
    const link = $("a", row);
    link.hidden = Boolean(here || item.stopped?.gone);
    link.href = item.game;
    return row;
  }));
}

document.addEventListener("click", async (event) => {
  /** @param {string} selector */
  const at = (selector) => event.target.closest?.(selector);
  const drop = at("[data-drop]");
  const head = asking();
  if (drop) {
    const gone = all.find((item) => item.id === (drop.value || head?.id));
    if (!gone) return;
    const version = game() && gone.stopped ? asNow(gone) : value(gone, "version");
    if (gone.stopped) closeQuestion();
    await dropped(valued(gone, { version }));
    if (panel.hidden) main()?.focus({ preventScroll: true });
    else $("[data-line-title]").focus();
    if (gone.stopped || !line.length) settled();
    return send();
  }
  if (at("[data-anyway]") && head?.stopped?.failed) return sendOnceMore(head);
  if (at("[data-anyway]") && head) return decide(head, head.stopped?.anyway);
  if (at("[data-later]") && head) {
    await revise((item) => item.id === head.id ? { ...item, later: true } : item);
    $("[data-line-title]").focus();
    return settled();
  }
  if (at("[data-send-again]") && head?.stopped?.failed) return sendOnceMore(head);
  if (at("[data-send-again]")) return head ? again(head, head.stopped?.anyway) : send();
});

/**
* An unsaved entry goes as it was made: if it was saved after all, its key tells.
 * @param {Item} head
 */
async function sendOnceMore(head) {
  await revise((item) => item.id === head.id ? { ...item, stopped: null, later: false } : item);
  send();
}

/**
* The page's answer about a stopped entry is sent with a note and the people who agreed.
 * @param {Item} head
 * @param {any} anyway
 */
function decide(head, anyway) {
  const button = asked() && $("button:is([name=entry], [name=ruling], [name=proposed])", asked());
  if (!button) return again(head, anyway, true);
  deciding = head;
  button.click();
  deciding = null;
}

/**
* Made anew on the page as it is now; a refused entry is recorded only where that is meant.
 * @param {Item} head
 * @param {any} anyway
 */
async function again(head, anyway, meant = false) {
  const version = asNow(head);
  const shown = head.values.filter(([name]) => name === "shown");
  const rest = anyway && (meant || anyway[0] === "entry") && [[anyway[0], anyway[1]], ...shown];
  const path = (rest && anyway[3]) || head.path;
  const begun = { ...head, path, values: rest || head.values, stopped: null, later: false };
  await revise((item) => item.id === head.id ? valued(begun, { version, key: newKey() }) : item);
  send();
}

// The page's own words about the stopped entry, with the buttons of the line.
const asked = () => $(".verdict[data-of]");

// Its buttons go back to the waiting entry before it closes.
function closeQuestion() {
  $("[data-send-again]").before(asks);
  asked()?.remove();
  restSteps();
}

function settled() {
  closeQuestion();
  if (document.documentElement.dataset.line !== "waiting") document.dispatchEvent(new Event("refresh"));
}

/* ---- coming back ---- */

async function comeBack() {
  await look();
  if (next(line)) send();
  else if (away) document.dispatchEvent(new Event("refresh"));
}

// The stream of notices tells sooner than the next look that nobody answers; see live.js.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;
new MutationObserver(() => {
  const { stream } = document.documentElement.dataset;
  clearTimeout(quiet);
  if (stream === "lost" && !alone) quiet = setTimeout(() => { away = true; show(); }, PATIENCE);
  if (stream !== "open") return;
  if (!line.some((item) => item.waited)) isFresh();
  if (away) { away = false; show(); send(); }
}).observe(document.documentElement, { attributeFilter: ["data-stream"] });

window.addEventListener("online", comeBack);
window.addEventListener("offline", () => { away = !alone; show(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) comeBack(); });
document.addEventListener("shown", () => { isFresh(); show(); });
setInterval(() => { if (!document.hidden && line.some((item) => item.waited && free(line, item))) send(); }, AGAIN);
if (others) others.onmessage = look;

// Entries in the line are older than the page: their keys tell whether they arrived.
// An entry for a link that opens nothing any more stays, and says so.
const gone = $("[data-gone]");
/** @param {Item} item */
function before(item) {
  if (gone && item.game === location.pathname) {
    return { ...item, waited: true, stopped: { gone: true, why: clean($("p", gone).innerText) } };
  }
  return item.game === game() && !item.waited ? { ...item, waited: true } : item;
}
const found = look().then(() => revise(before));
found.then(() => {
  away = !alone && (Boolean(document.documentElement.dataset.kept) || navigator.onLine === false);
  if (away) show();
  comeBack();
});
