// The page before the server answers: sheets, pickers, further values of forms.
// Which entries are legal is not known here.

import { $, $$, announce, byId, csrf, encoded, parsed } from "./dom.js";
import { picked } from "./lately.js";
import { behind, lacking, marks, merge, places } from "./parts.js";

const main = () => $("main.play");
const alone = "alone" in document.documentElement.dataset;

/* ---- sheets ---- */

/**
 * @param {PageElement} sheet
 * @param {PageElement} from
 */
function openSheet(sheet, from) {
  const entry = $("input[name=entry]", sheet);
  if (entry && from.dataset.entry) entry.value = from.dataset.entry;
  const title = $("[data-sheet-title]", sheet);
  if (title && from.dataset.title) title.textContent = from.dataset.title;
  const about = $("[data-about]", sheet);
  if (about) about.textContent = from.dataset.about || "";
  for (const search of $$("input[type=search]", sheet)) {
    search.value = "";
    picks().then(() => search.dispatchEvent(new Event("input", { bubbles: true })));
  }
  for (const form of $$("form[data-food]", sheet)) placeFood(form);
  ofCard(sheet, from);
  if (!sheet.open) sheet.showModal();
  begin(sheet);
}

/**
 * A sheet about a card leads to its page.
 * @param {PageElement} sheet
 * @param {PageElement} from
 */
function ofCard(sheet, from) {
  const { card } = from.dataset;
  const link = $("[data-of-card]", sheet);
  if (link) { link.hidden = !card; link.href = `${link.dataset.ofCard}/${card}`; }
}

/**
 * A sheet that has changed since the page has it is brought when it is opened.
 * @param {PageElement} from
 */
async function showSheet(from) {
  const id = from.dataset.sheet;
  const found = () => byId(id);
  const wanted = () => found() ? lacking(found()) : places(main()).has(id) ? [id] : lacking(main());
  if (!found() || wanted().length) await bring(wanted(), from);
  if (found() && $("form[data-roll]", found())) await rollsThere();
  if (found() && !wanted().length) openSheet(found(), from);
}

/**
* Puts in only these parts: the page hears of others' entries otherwise.
 * @param {string[]} wanted
 * @param {PageElement} [from] what has opened a sheet
 */
async function bring(wanted, from) {
  from?.classList.add("going");
  const has = marks(main(), wanted);
  try {
    const answered = await fetch(here(), { headers: { "X-From": "page", "X-Parts": has } });
    if (!answered.ok) throw new Refusal(await whyNot(answered));
    const said = await answered.json();
    if (said.version < main().dataset.version) return;
    const still = lacking(main());  // another answer may have brought one, and it may be open
    putParts(Object.entries(said.parts).filter(([name]) => still.includes(name)));
    prepare(main());
    document.dispatchEvent(new Event("brought"));
  } catch (problem) { if (from) sayLost($(".dock"), problem); }
  from?.classList.remove("going");
}

/**
* An address of the page, with the board that it shows.
 * @param {string} [since] a version
 */
function here(since) {
  const address = new URL($("[data-live]").dataset.url, location.href);
  if (since) address.searchParams.set("since", since);
  if (shown()) address.searchParams.set("shown", shown());
  return address;
}

/**
 * A sheet begins at its first choice, not at its Close; a search would call up a phone's keyboard.
 * @param {PageElement} sheet
 */
function begin(sheet) {
  $$("button, summary, input:not([type=hidden], [type=search]), select, textarea", sheet)
    .find((each) => !each.closest("header") && each.checkVisibility())?.focus({ preventScroll: true });
  sheet.scrollTop = 0;
}

/**
* A thing with several meanings asks which one is meant; an entry off the rules says so.
 * @param {PageElement} from
 */
function openChoices(from) {
  const sheet = $("#choices");
  const list = $("[data-choices-list]", sheet);
  list.replaceChildren();
  $("[data-sheet-title]", sheet).textContent = from.dataset.title;
  for (const [label, entry, offered] of JSON.parse(from.dataset.choices)) {
    if (Array.isArray(entry) && waiting()) continue;  // its die may be what waits
    const button = document.createElement("button");
    button.className = offered ? "btn wide tall main" : "btn wide";
    button.name = "entry";
    button.value = JSON.stringify(entry);
    button.textContent = label;
    list.append(button);
  }
  $("[data-choices-note]", sheet).hidden = !list.children.length || Boolean($(".main", list)) || "asks" in from.dataset;
  $("[data-choices-about]", sheet).textContent = from.dataset.about || "";
  ofCard(sheet, from);
  sheet.showModal();
  begin(sheet);
}

/**
* A button that is dangerous by mistake asks back first; without script it acts at once.
 * @param {PageElement} from
 */
function askBack(from) {
  const { asks, sure } = from.dataset;
  openChoices({ dataset: { asks, title: asks, choices: JSON.stringify([[sure, JSON.parse(from.value), false]]) } });
}

// Sheets that were loaded stay with the page: without a connection the last of its kind is shown.
const loaded = new Map();

/** @param {PageElement} from */
async function textOf(from) {
  const address = new URL(from.dataset.load, location.href);
  address.searchParams.set("shown", shown() || "");
  const kind = kindOf(from);
  if ("keep" in from.dataset && loaded.has(kind)) return loaded.get(kind);
  try {
    const sheet = await fetch(address);
    if (!sheet.ok) throw new Refusal(await whyNot(sheet));
    loaded.set(kind, await sheet.text());
  } catch (problem) { if (!loaded.has(kind)) throw problem; }
  return loaded.get(kind);
}

/** @param {PageElement} from */
function kindOf(from) {
  const { load, keep } = from.dataset;
  return keep === "" || load.includes("by=") ? load : load + shown();
}

/** @param {PageElement} from */
async function loadSheet(from) {
  const sheet = byId(from.dataset.into);
  if (!sheet.open) sheet.showModal();
  try {
    sheet.innerHTML = await textOf(from);
    prepare(sheet);
    if ($("[data-number-keys]", sheet)) await keys();
    if ($("[data-filter]", sheet)) picks();
    const part = from.dataset.part && byId(from.dataset.part);
    if (part) { part.open = true; part.scrollIntoView(); }
    const [name, value] = (from.dataset.check || "=").split("=");
    const choice = name && $(`input[name="${name}"][value="${value}"]`, part);
    if (choice) choice.checked = true;
    sheet.dispatchEvent(new Event("loaded"));
  } catch (problem) {
    sheet.replaceChildren($("#choices [data-close]").cloneNode(true));
    sayLost(sheet, problem);
  }
}

/** The program's own message in place of the page asked for. */
class Refusal extends Error {}

/**
* The message of an answer without parts, as data or as a page; nothing if another program than
 * this one has answered.
 * @param {Response} told
 */
async function whyNot(told) {
  const text = await told.text().catch(() => "");
  if (!/json/.test(told.headers.get("Content-Type") || "")) {
    return parsed(text).querySelector("[role=alert] p")?.textContent?.trim() || "";
  }
  const { why = "", more = "" } = JSON.parse(text).asks || {};
  return more || why;
}

/**
 * @param {PageElement} place
 * @param {unknown} [problem] a Refusal says by itself what it is
 */
function sayLost(place, problem) {
  $("#lost")?.remove();
  const said = document.createElement("p");
  said.id = "lost";
  said.className = "note warn";
  said.role = "alert";
  said.textContent = (problem instanceof Refusal && problem.message) || $("#unsent").dataset.offline;
  place.append(said);
  said.scrollIntoView({ block: "nearest" });
}

// A form that does not wait in the line, such as a correction, says that it was not sent.
document.addEventListener("failed", ({ detail: { xhr, request: { verb, from } } }) => {
  const { why = "", more = "" } = answer(xhr)?.asks || {};
  if (verb === "post" && from.id !== "unsent") sayLost($("dialog[open]") || $(".dock"), new Refusal(more || why));
});

// A page that is looked at for a while has all its sheets before they are needed.
setInterval(() => {
  if (!main()?.hasAttribute("data-live") || document.hidden) return;
  for (const each of $$("#other, #to-cards")) if (!loaded.has(kindOf(each))) textOf(each).catch(() => {});
  if (!$("dialog[open]")) bringAll();
}, 15000);

const shown = () => $("#entry-form input[name=shown]")?.value;

document.addEventListener("click", (event) => {
  /** @param {string} selector */
  const at = (selector) => event.target.closest(selector);
  const sheet = at("[data-sheet]");
  if (sheet) return showSheet(sheet);
  const asks = at("[data-asks]");
  if (asks) { event.preventDefault(); return askBack(asks); }
  const choices = at("[data-choices]");
  if (choices) return openChoices(choices);
  const load = at("[data-load]");
  if (load) { event.preventDefault(); return loadSheet(load); }
  if (at("[data-close]")) return at("dialog").close();
  if (event.target.tagName === "DIALOG") return event.target.close();
  if (at("[data-take-back]")) return takeBack();
  if (at("[data-goto]")) return $(MAY)?.focus();
  if (at("[href='#dock']")) { event.preventDefault(); return toDock(false); }
  const copy = at("[data-copy]");
  if (copy) return copyLink(copy);
  const sign = at("[data-sign]");
  if (sign) { event.preventDefault(); return turnSign(sign); }
  const more = at("[data-step]");
  if (more) return stepCount(more);
});

// The element named in the address opens, also within a folded part.
function openNamed() {
  const named = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
  for (let at = named && named.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  if (!named) return;
  named.scrollIntoView();
  named.focus({ preventScroll: true });
}
window.addEventListener("hashchange", openNamed);
openNamed();

/* ---- keyboard: its script is loaded with the first key ---- */

const keys = () => import("./keys.js").catch(() => null);
document.addEventListener("keydown", async function early(event) {
  const own = await keys();
  document.removeEventListener("keydown", early);
  own?.press(event);
});

const MAY = "#entry-form :is(.hotel, .queue, .dice) .may";

// Where the keyboard goes on after an entry: to the piece that is asked for, to what is open, or to
// the main thing to do. Escape leaves the pieces.
function toDock(pieces = true) {
  const open = $(".agenda .goto, .agenda .btn:not(.leave)");
  const piece = pieces && open?.matches(".goto") && $(MAY);
  const next = piece || open || $(".bar .btn.main") || $("#dock-done, #to-result, #other");
  (next || main()).focus({ preventScroll: !piece });
  inSight();
}

// The focused element is in sight, also on a screen on which nothing sticks.
function inSight() {
  const at = document.activeElement;
  if (!at) return;
  const { top, bottom } = at.getBoundingClientRect();
  if (at !== main() && (top < 0 || bottom > innerHeight)) at.scrollIntoView({ block: "nearest" });
}

/* ---- loaded where they stand: the search of numbered cards, also with a sheet that has them; a roll ---- */

document.addEventListener("click", picked, true);
const picks = () => import("./picks.js").catch(() => {});
const rolls = () => import("./rolls.js");
// Before it is there the numbers of a roll do nothing and nothing is added up. Without a connection
// they can be typed, so a sheet waits for it only a while.
const rollsThere = () => Promise.race([rolls(), new Promise((done) => { setTimeout(done, 3000); })]).catch(() => {});
if ($("[data-filter]:not(main.play *)")) picks();

/* ---- a die with food: where the pieces of each split would go ---- */

/**
 * @param {PageElement} form
 * @param {Record<string, number>} gain
 */
function share(form, gain) {
  const left = { ...gain };
  /** @type {Record<string, Record<string, number>>} */
  const place = {};
  for (const chip of $$("input[data-guest]:checked", form)) {
    const { guest, dish } = chip.dataset;
    if (!left[dish]) continue;
    left[dish] -= 1;
    place[guest] ??= {};
    place[guest][dish] = (place[guest][dish] || 0) + 1;
  }
  return place;
}

/** @param {PageElement} form */
function placeFood(form) {
  for (const tile of $$("[data-gain]", form)) {
    const guests = Object.keys(share(form, JSON.parse(tile.dataset.gain)));
    const where = $(".where", tile);
    if (where) where.textContent = guests.length ? "→ " + guests.join(", ") : "";
  }
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-food]");
  if (form) placeFood(form);
});

document.addEventListener("input", (event) => {
  if (event.target.closest("[data-some]")) needSome(event.target.form);
});

/**
* A form that serves or swaps nothing is not sent: each part that asks for pieces has some.
 * @param {PageElement} form
 */
function needSome(form) {
  const some = (/** @type {PageElement} */ part) =>
    $$("input", part).some((each) => each.type === "checkbox" ? each.checked : Number(each.value) > 0);
  $(".stand button", form).disabled = !$$("[data-some]", form).every(some);
}

/** @param {PageElement} button */
function stepCount(button) {
  const input = $("input", button.parentElement);
  input.value = Math.max(Number(input.min || 0), (Number(input.value) || 0) + Number(button.dataset.step));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
* A number changes its sign; in an empty field the next number typed does.
 * @param {PageElement} button
 */
function turnSign(button) {
  const input = $("input", button.parentElement);
  const below = !(input.value ? input.value.startsWith("-") : button.ariaPressed === "true");
  button.ariaPressed = String(below);
  if (input.value) input.value = below ? `-${input.value}` : input.value.slice(1);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
}

document.addEventListener("input", (event) => {
  const { target, inputType } = /** @type {any} */ (event);
  const button = target.closest(".signed") && $("[data-sign]", target.parentElement);
  if (!button || !target.value) return;
  const typed = inputType?.startsWith("insert") && button.ariaPressed === "true";
  if (typed && !target.value.startsWith("-")) target.value = `-${target.value}`;
  button.ariaPressed = String(target.value.startsWith("-"));
});

/* ---- sharing ---- */

/**
* Over plain http there is neither sharing nor a clipboard: the selection is copied.
 * @param {PageElement} button
 */
async function copyLink(button) {
  const { copy: url, text } = button.dataset;
  try {
    if (button.dataset.share && navigator.share) {
      return await navigator.share({ ...(text && { text }), ...(url && { url }) });
    }
    if (navigator.clipboard) await navigator.clipboard.writeText([text, url].filter(Boolean).join("\n"));
    else if (!copySelected(button)) return;
    button.textContent = button.dataset.done;
  } catch { copySelected(button); }
}

/** @param {PageElement} button */
function copySelected(button) {
  const field = $("input, textarea", button.parentElement);
  field?.select();
  return Boolean(field) && document.execCommand("copy");
}

/* ---- sending: a form's further values; line.js gives it a key, keeps it and sends it ---- */

// A form of a game goes without leaving the page.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !form.matches("[data-send]")) return;
  event.preventDefault();
  const values = new FormData(form);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button?.name) values.set(button.name, button.value);
  values.delete("csrf_token");  // a kept page may hold an older one than the head
  values.set("version", main().dataset.version);
  if (shown()) values.set("shown", shown());
  if (form.matches("[data-food]")) {
    values.delete("place");
    const place = button?.dataset.gain ? share(form, JSON.parse(button.dataset.gain)) : {};
    if (Object.keys(place).length) values.set("place", JSON.stringify(place));
  }
  posted = true;
  send("post", button?.getAttribute("formaction") || form.getAttribute("action") || "", form, values);
});

const OVERDUE = 12_000;  // milliseconds
const SHOWN = [200, 403, 409, 422];

/**
* Tells listeners before something is sent, before and after its answer is shown, and at the end.
 * @param {string} kind
 * @param {any} [detail]
 */
const tell = (kind, detail) => document.dispatchEvent(new CustomEvent(kind, { detail, cancelable: true }));

/**
* Send a form, or look at the page anew; done when the answer is shown, or there is none.
 * @param {string} verb
 * @param {string} path
 * @param {PageElement} from
 */
export function send(verb, path, from, values = new FormData()) {
  const request = { verb, path, from, values, has: main()?.dataset.entries ? marks(main(), [], verb === "get") : "" };
  if (!tell("sends", request)) return Promise.resolve();
  const xhr = new XMLHttpRequest();
  xhr.open(verb, path);
  if (!alone) xhr.timeout = OVERDUE;  // on this very phone there is always an answer, if only that it ended
  xhr.setRequestHeader("X-From", "page");
  xhr.setRequestHeader("X-CSRFToken", csrf().content);
  if (request.has) xhr.setRequestHeader("X-Parts", request.has);
  return new Promise((/** @type {(value?: void) => void} */ done) => {
    xhr.onloadend = () => {
      const answered = { xhr, request };
      const place = xhr.getResponseHeader("X-Go");
      if (place) location.href = place;
      else if (!SHOWN.includes(xhr.status)) { if (!xhr.status || xhr.status >= 400) tell("failed", answered); }
      else if (tell("arrives", answered)) show(answered);
      tell("answered", answered);
      done();
    };
    xhr.send(verb === "post" ? encoded(values) : null);
  });
}

/* ---- the page after an answer, and after entries of others ---- */

// A page is made of parts; an answer brings the missing ones (parts.js), and beside them
// as data the outcome of the entry.

const bringAll = () => lacking(main()).length && bring(lacking(main()));

const heard = new WeakMap();

/**
* The data of an answer to the page's script, nothing if another program answered.
 * @param {XMLHttpRequest} xhr
 */
export function answer(xhr) {
  if (!heard.has(xhr)) {
    let said = null;
    try {
      if (/json/.test(xhr.getResponseHeader("Content-Type") || "")) said = JSON.parse(xhr.responseText);
    } catch { /* cut off */ }
    heard.set(xhr, said);
  }
  return heard.get(xhr);
}

/**
 * @param {PageElement} page
 * @param {any} said
 */
function put(page, said) {
  if (posted) document.activeElement?.blur();
  page.dataset.version = said.version;
  page.dataset.title = said.title;
  page.toggleAttribute("data-turn", said.turn);
  page.toggleAttribute("data-poll", !said.over);
  if (said.announce) page.dataset.announce = said.announce;
  else delete page.dataset.announce;
  const front = $("#entry-form input[name=shown]");
  if (front) front.value = said.shown;
  for (const sheet of $$(".everybody > dialog", page)) {
    behind(sheet, sheet.classList.toggle("in-front", sheet.id === `board-${said.front}`));
  }
  putParts(Object.entries(said.parts));
  // After the parts: a sheet that closes has the whole page styled and laid out, once is enough.
  for (const sheet of posted ? $$("dialog[open]", page) : []) {
    for (const form of $$("form", sheet)) form.reset();
    sheet.close();
  }
}

// The next player may lose the connection while thinking: then every sheet is there already.
// A phone that has lost it before gets them at once.
let shaky = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
/** @param {PageElement} page */
function bringSoon(page) {
  clearTimeout(soon);
  if (shaky) bringAll();
  else if (page.matches("[data-turn], [data-all]")) soon = setTimeout(() => $("dialog[open]") || bringAll(), 1500);
}
window.addEventListener("offline", () => { shaky = true; });
document.addEventListener("failed", ({ detail: { xhr } }) => { shaky ||= !xhr.status; });

/** @param {[string, import("./parts.js").Part][]} parts */
function putParts(parts) {
  $("#lost")?.remove();  // there was an answer
  merge(main(), parts);
}

// A refused entry was never recorded: taking it back only closes the message about it.
function takeBack() {
  $(".verdict")?.remove();
  restSteps();
  toDock();
}

// While a refusal asks a question, Undo and Redo rest: they concern recorded steps.
export function restSteps() {
  for (const step of $$("#undo, #redo")) step.inert = Boolean($(".verdict"));
}

let posted = false;

/** @param {{ xhr: XMLHttpRequest }} answered */
function show(answered) {
  const { xhr } = answered;
  const said = answer(xhr);
  const page = $("#main");
  const focused = page.contains(document.activeElement) ? document.activeElement?.id : "";
  if (said && !said.whole) {
    if (!said.parts) return;
    put(page, said);
  } else {
    const made = document.createElement("template");
    made.innerHTML = said?.whole ?? xhr.responseText;
    const fresh = made.content.getElementById("main");
    if (!fresh) return;
    page.replaceWith(fresh);
  }
  prepare($("#main"));
  if (main()?.dataset.announce) announce(main().dataset.announce);
  fitAnew();  // before the focus, for which the page is laid out
  const focus = $("[data-focus]");
  if (focus) focus.focus({ preventScroll: true });
  else if (posted) toDock();
  else if (focused) byId(focused)?.focus({ preventScroll: true });
  showNext();
  if (posted) inSight();
  bringSoon($("#main"));
  const only = posted && !$("dialog[open]") && $(".agenda [data-only] [data-sheet]");
  const asks = only && byId(only.dataset.sheet);
  posted = false;
  if (asks) openSheet(asks, only);  // the one thing that is open asks at once
  tell("shown");
}

/* ---- panels that stick: none takes more than two fifths of the height, and none sticks on a low
   screen, which is a phone on its side or a window at 400 percent; else it goes with the page ---- */

const MOST = 0.4;
const LOW = 400;
const PANELS = ".now-line, .dock, .thumb, .bar, .stick, .steps, .tabs, .brush, .waiting, .sheet header, .sheet .stand";

// Measuring has the browser lay out the page: fitted elements are left alone, and so are elements
// that would be fitted as they stand. A loose panel without a box is at least as high as its contents.
/** @type {unknown[]} */
let fitted = [];
/** @param {PageElement} each */
const standing = (each) => each.offsetHeight || [...each.children].reduce((sum, child) => sum + standing(child), 0);
const stands = () => [
  innerWidth, innerHeight, ...$$(PANELS).flatMap((each) => [each, each.matches(".loose"), standing(each)]),
];
/** @param {number} height */
const tall = (height) => innerHeight < LOW || height > MOST * innerHeight;
/** @param {PageElement} each */
const fits = (each) => each.matches(".loose") ? tall(standing(each)) && !$(".verdict", each) : !tall(each.offsetHeight);

function fitPanels() {
  const now = stands();
  if (now.length !== fitted.length || now.some((one, at) => one !== fitted[at])) fitAnew();
}

function fitAnew() {
  const panels = $$(PANELS);
  if (!panels.every(fits)) {
    for (const each of panels) each.classList.remove("loose");
    for (const each of panels) {  // one after the other: the contents of a loose one stick by themselves
      each.classList.toggle("loose", tall(each.offsetHeight));
    }
  }
  const stuck = stuckPanel();
  document.documentElement.style.scrollPaddingBottom = stuck ? stuck.offsetHeight + 8 + "px" : "";
  fitted = stands();
}

// The sticking part below the page of a game: nothing that is scrolled to may lie under it.
const stuckPanel = () => $(".play :is(.dock, .thumb, .bar):not(.loose)");

window.addEventListener("resize", fitPanels);
/** @type {PageElement} */
let unfolding = null;
document.addEventListener("click", ({ target }) => { unfolding = target.closest("summary")?.parentElement; }, true);
document.addEventListener("toggle", (event) => {
  fitPanels();
  if (event.target !== unfolding || !unfolding.open) return;
  inView(unfolding);
  unfolding = null;
}, true);

/**
* An opened fold is seen whole, or from its head on. Another one closing above may have moved it.
 * @param {PageElement} fold
 */
function inView(fold) {
  const room = (fold.closest("dialog")?.clientHeight || innerHeight) * MOST;
  const seen = fold.offsetHeight < room ? fold : $("summary", fold);
  seen.scrollIntoView({ block: "nearest" });
}
new ResizeObserver(fitPanels).observe(document.body);

// The next thing to tap stands low on the page; no panel may cover it. Proposals of others
// or have taken back comes into sight as well.
let heeded = "";
function showNext() {
  fitPanels();
  const stuck = stuckPanel();
  if (!stuck) return;
  $$("#entry-form .may").at(-1)?.scrollIntoView({ block: "nearest" });
  const others = $$(".told > :is(.review, .turned)").map((each) => each.textContent).join();
  const fresh = others && others !== heeded;
  heeded = others;
  if (stuck.matches(".dock") || !(posted || fresh)) return;
  const open = fresh ? $(".told > :is(.review, .turned)") : $(".thumb.loose > .agenda:has(.row)") || $(".dock > .told");
  open.scrollIntoView({ block: "nearest" });
}

// A look that was on its way while something was entered here must not bring the old page back.
document.addEventListener("arrives", (event) => {
  const { request, xhr } = event.detail;
  if (request.verb !== "get" || !main()) return;
  const version = answer(xhr)?.version ?? Number(/data-version="(\d+)"/.exec(xhr.responseText)?.[1] ?? -1);
  const busy = main().hasAttribute("aria-busy") || $("dialog[open]");
  if (busy || version < Number(main().dataset.version)) event.preventDefault();
});

// Unsent entries were made on the page as it is: it stays until they are settled.
const waiting = () => document.documentElement.dataset.line === "waiting";

async function refresh() {
  const play = $("[data-live]");
  if (!play || document.hidden || $("dialog[open]") || waiting() || $(".verdict")) return;
  const address = here(play.dataset.version);
  await send("get", address.pathname + address.search, $("#main"));
}

document.addEventListener("refresh", refresh);  // live.js says when

/**
* The question of an answer stands open, also without script; with it, in front of everything.
 * @param {PageElement} root
 */
function ask(root) {
  const sheet = $("dialog[data-asked]", root);
  if (!sheet) return;
  sheet.close();
  sheet.showModal();
  begin(sheet);
}

/** @param {PageElement} root */
function prepare(root) {
  ask(root);
  restSteps();
  for (const form of $$("form:has([data-some])", root)) needSome(form);
  if ($("form[data-roll]", root)) rolls().then(({ begun }) => begun(root)).catch(() => {});  // numbers can be typed
}

document.addEventListener("restored", (event) => prepare(event.target.parentElement));
prepare(document);
showNext();

/* ---- a newer version of the program ---- */

/** @param {string} version */
function renewed(version) {
  if (version && version !== $("meta[name=shell]").content) $("#newer").hidden = false;
}

document.addEventListener("answered", ({ detail: { xhr } }) => renewed(xhr.getResponseHeader("X-Shell")));
document.addEventListener("heard", (event) => renewed(event.detail));

// Unsent fields survive a reload; forms.js keeps forms of their own pages.
const CARRIED = "carried:" + location.pathname;
const typed = () => $$("main.play form").flatMap((form) => [...form.elements])
  .filter((field) => field.name && !["hidden", "submit", "button"].includes(field.type));

const LOST = 8000;  // milliseconds after which a worker that was replaced meanwhile answers no more

$("#newer button").addEventListener("click", async () => {
  const values = typed().map((field) => [field.name, field.value, field.checked === true]);
  sessionStorage.setItem(CARRIED, JSON.stringify(values));
  await keeper?.then(({ newest }) => newest()).catch(() => { /* an old worker does as well */ });
  location.reload();
  setTimeout(() => location.reload(), LOST);
});

function carried() {
  /** @type {[string, string, boolean][]} */
  const values = JSON.parse(sessionStorage.getItem(CARRIED) || "[]");
  sessionStorage.removeItem(CARRIED);
  for (const field of values.length ? typed() : []) {
    const choice = field.type === "checkbox" || field.type === "radio";
    const at = values.findIndex(([name, value]) => name === field.name && (!choice || value === field.value));
    if (at < 0) continue;
    const [[, value, checked]] = values.splice(at, 1);
    if (choice) field.checked = checked;
    else field.value = value;
  }
}
carried();

// Pages that are kept and a screen that stays awake: only where the connection is held for secure.
const keeper = window.isSecureContext ? import("./keeper.js") : null;
