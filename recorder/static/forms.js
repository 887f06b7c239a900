// Keeps all values of every form until the server has them: over an error, a lost
// connection, Back, reload and a phone that slept; and shows problems at their fields.

import { $, $$, byId, csrf, encoded, parsed } from "./dom.js";

/** @typedef {{ text: string, at: string }} Problem the message, and the key of its field, if it has one */
/** @typedef {{ problems: Problem[], fields: Record<string, any> }} Wrong an answer to a form that was not taken */

/* ---- drafts: a form's fields by its address, in this browser only ---- */

const DRAFT = "draft:";
const MOST = 24;
const LASTS = 3 * 24 * 3600 * 1000;

/** @param {PageElement} form */
const posted = (form) => form.getAttribute("method")?.toLowerCase() === "post";
/** @param {PageElement} form */
const fields = (form) => [...form.elements]
  .filter((field) => field.name && (field.type !== "hidden" || field.closest("[data-order], .cell")));
/** @param {PageElement} form */
const keeps = (form) => posted(form) && !form.hasAttribute("data-send")
  && fields(form).some((field) => !["button", "submit"].includes(field.type));
/** @param {string} text */
const mark = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7).toString(36);
/** @param {PageElement} form */
function address(form) {
  const action = form.getAttribute("action");
  const number = [...document.forms].filter((one) => one.getAttribute("action") === action).indexOf(form);
  return `${DRAFT}${mark(location.pathname + location.search)}:${mark(action + number)}`;
}

/** @param {string} key */
function stored(key) {
  try { return JSON.parse(localStorage.getItem(key) || "null"); } catch { return null; }
}

/**
* A browser may give no store, or a full one: then a draft lasts as long as the page.
 * @param {string} key
 * @param {object} draft
 */
function put(key, draft) {
  try { localStorage.setItem(key, JSON.stringify(draft)); } catch { /* nothing is lost by it */ }
}

function drafts() {
  return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT))
    .map((key) => [key, stored(key)]).sort(([, a], [, b]) => (b?.at || 0) - (a?.at || 0));
}

function tidy() {
  try {
    drafts().forEach(([key, draft], at) => {
      if (at >= MOST || !draft?.at || Date.now() - draft.at > LASTS) localStorage.removeItem(key);
    });
  } catch { /* no store */ }
}

const OURS = ["csrf_token", "version", "key", "shown"];

/** @param {PageElement} form */
function keep(form, state = {}) {
  const values = [...new FormData(form)].filter(([name, value]) => !OURS.includes(name) && typeof value === "string");
  put(address(form), { at: Date.now(), values, ...state });
}

/**
* Elements that draw themselves from their values hear "restored" with them, by name.
 * @param {PageElement} form
 * @param {[string, any][]} values
 */
function restore(form, values) {
  const left = new Map();
  for (const [name, value] of values) left.set(name, [...(left.get(name) || []), value]);
  const all = new Map([...left].map(([name, given]) => [name, [...given]]));
  for (const field of fields(form)) {
    const given = left.get(field.name);
    if (field.type === "radio") { // a number may be typed beside a scale, by the same name
      field.checked = given?.[0] === field.value;
      if (field.checked && given.length > 1) given.shift();
    } else if (field.type === "checkbox") field.checked = Boolean(given?.includes(field.value));
    else if (field.tagName === "SELECT" && field.multiple) {
      for (const option of field.options) option.selected = Boolean(given?.includes(option.value));
    }
    else if (!["file", "button", "submit"].includes(field.type) && given?.length) field.value = given.shift();
  }
  form.dispatchEvent(new CustomEvent("restored", { detail: all, bubbles: true }));
}

/**
* A form sent and answered comes back only with the browser's Back, not for a new beginning.
 * @param {PageElement} form
 */
function begin(form) {
  const key = address(form);
  kept.add(form);
  const draft = stored(key);
  if (!draft || form.hasAttribute("data-filled")) return;
  const returned = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type;
  if (draft.sent && returned !== "back_forward" && returned !== "reload") return localStorage.removeItem(key);
  restore(form, draft.values);
  touched.add(form);
  if (draft.sent || returned !== "navigate" || !form.hasAttribute("data-afresh")) return;
  const again = $("#before-blank").content.firstElementChild.cloneNode(true);
  form.before(again);
  $("button", again).addEventListener("click", () => { localStorage.removeItem(key); location.reload(); });
}

/** Changed forms, and forms with kept drafts. */
const touched = new WeakSet();
const kept = new WeakSet();
for (const kind of ["input", "click"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form");
    if (form && (kind === "input" || event.target.closest("button[type=button]"))) touched.add(form);
  }, true);
  // At the window, after everything else that a tap does: a page that is closed at once has kept it.
  window.addEventListener(kind, (event) => {
    const form = event.composedPath().find((/** @type {any} */ one) => kept.has(one));
    if (form && touched.has(form)) keep(form);
  });
}

/* ---- sending without leaving the page ---- */

/**
 * @param {PageElement} form
 * @param {boolean} is
 */
function busy(form, is) {
  form.toggleAttribute("aria-busy", is);
  if (is) form.setAttribute("aria-busy", "true");
}

/**
 * @param {PageElement} form
 * @param {PageElement} button
 */
async function send(form, button, again = false) {
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  const file = $("input[type=file]", form);
  const where = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const answer = await fetch(where, {
    method: "POST", body: file ? body : encoded(body), headers: { "X-From": "form", "X-CSRFToken": csrf().content },
  });
  document.dispatchEvent(new CustomEvent("heard", { detail: answer.headers.get("X-Shell") }));
  const goes = answer.headers.get("X-Go");
  if (goes) return leave(form, goes);
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
    const said = /** @type {Wrong} */ (await answer.json());
    for (const [name, value] of Object.entries(said.fields)) renewed(form, name, value);
    // A cookie that was lost while the phone slept: the answer brought another.
    if (answer.status === 400 && said.fields.csrf_token && !again) return send(form, button, true);
    return complain(form, said.problems);
  }
  const page = parsed(await answer.text());
  if (!$("#main", page)) {  // another than the program has answered
    return complain(form, [{ text: answer.status < 500 ? String(answer.status) : $("#unsent").dataset.kept, at: "" }]);
  }
  keep(form, { sent: true });
  turn(page);
}

/**
* An answer's value for the next send of a form; the token against forgery is all forms'.
 * @param {PageElement} form
 * @param {string} name
 * @param {string} value
 */
function renewed(form, name, value) {
  const shared = name === "csrf_token";
  if (shared) csrf().content = value;
  for (const field of $$(`[name=${name}]`, shared ? document : form)) field.value = value;
}

/**
 * @param {PageElement} form
 * @param {string} url
 */
function leave(form, url) {
  const here = new URL(url, location.href).href.split("#")[0] === location.href.split("#")[0];
  if (here || form.hasAttribute("data-secret")) localStorage.removeItem(address(form));
  else if (keeps(form)) keep(form, { sent: true });
  location.assign(url);
  // Only a fragment keeps the page. Loaded twice, it would tell the outcome only the first time.
  if (here && url.includes("#")) location.reload();
}

/**
 * An answer that is a page of its own stands in the history, so that Back leads to the form.
 * @param {PageElement} page
 */
function turn(page) {
  history.replaceState({ turned: 0 }, "");
  history.pushState({ turned: 1 }, "");
  document.title = page.title;
  $("#main").replaceWith(document.adoptNode($("#main", page)));
  scrollTo(0, 0);
  $("#main").setAttribute("tabindex", "-1");
  $("#main").focus();
  begun();
}

addEventListener("popstate", ({ state }) => { if (state?.turned === 0) location.reload(); });
addEventListener("pageshow", () => { for (const form of document.forms) busy(form, false); });

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!posted(form) || form.hasAttribute("data-send") || event.defaultPrevented) return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return;
  if (keeps(form)) keep(form);
  busy(form, true);
  try {
    await send(form, event.submitter);
  } catch {
    complain(form, [{ text: $("#unsent").dataset.kept, at: "" }]);
  } finally { busy(form, false); }
});

/* ---- problems: at the top with links, at their fields, beside the button ---- */

/** @param {string} text */
const escape = (text) => text.replace(/["\\]/g, "\\$&");

/**
 * A field by the key of a message: "position.players.a.kitchen.wine" is the field "p.a.kitchen.wine".
 * @param {PageElement} form
 * @param {string} key
 */
function placeOf(form, key) {
  const steps = key.replace(/^(position|setup)\./, "").replace(/^players\.(?=.)/, "p.").split(".");
  for (let n = steps.length; n > 0; n -= 1) {
    const name = escape(steps.slice(0, n).join("."));
    if (!name) continue;
    const own = ["name", "data-name", "data-table"];
    const places = [...own.map((each) => `[${each}="${name}"]`), ...own.map((each) => `[${each}^="${name}."]`)];
    const found = byId("f-" + name) || $([...places, `[name^="${name}["]`].join(), form);
    if (found) return found;
  }
  return null;
}

/** @param {PageElement} list */
const problemsIn = (list) => $$("li", list)
  .map(({ textContent, dataset }) => ({ text: textContent.trim(), at: dataset.at || "" }));

/**
* A problem with a field is told there and nowhere else, and the first of them gets the focus. One
 * without a field, such as a lost connection, stands above the form.
 * @param {PageElement} form
 * @param {Problem[]} problems
 */
function complain(form, problems) {
  mended(form);
  const loose = problems.filter(({ text, at }) => {
    const place = at ? placeOf(form, at) : null;
    if (!place) return true;
    const box = place.closest("label, .totals-in, fieldset, details") || place;
    box.id ||= "at-" + mark(at);
    sayAt(box, text, place);
    return false;
  });
  const summary = summaryOf(form);
  const listed = (/** @type {Problem} */ { text }) =>
    Object.assign(document.createElement("li"), { textContent: text });
  $("ul", summary).replaceChildren(...loose.map(listed));
  summary.hidden = !loose.length;
  near(form);
  const first = $(":has(> [data-complaint])", form);
  if (first && !loose.length) return goTo(first);
  summary.scrollIntoView({ block: "start" });
  $("h2", summary).focus({ preventScroll: true });
}

/**
 * Beside the button: how many fields are left, and the way to the next of them.
 * @param {PageElement} form
 */
function near(form) {
  const wrong = $$(":has(> [data-complaint])", form);
  const line = $("[data-problems-near]", form);
  if (!line) return;
  const link = document.createElement("a");
  link.href = "#" + wrong[0]?.id;
  link.textContent = `${$("h2", $("#problems-blank").content).textContent} (${wrong.length})`;
  line.replaceChildren(...(wrong.length ? [link] : []));
}

/** @param {PageElement} form */
function summaryOf(form) {
  let summary = $("#problems");
  if (summary) return summary;
  summary = $("#problems-blank").content.firstElementChild.cloneNode(true);
  form.before(summary);
  return summary;
}

const FIELDS = "input:not([type=hidden]), select, textarea, button";

/**
 * @param {PageElement} box
 * @param {string} text
 * @param {PageElement} place of several fields in the box the one at fault, or its container
 */
function sayAt(box, text, place) {
  const said = document.createElement("p");
  said.className = "note bad small";
  said.dataset.complaint = "";
  said.id = box.id + "-said";
  said.textContent = text;
  const before = $(":scope > [data-complaint]", box);
  const head = before || $(":scope > legend, :scope > summary", box);
  if (head) head.after(said);
  else box.prepend(said);
  const field = place.matches(FIELDS) ? place : $(FIELDS, place) || $(FIELDS, box);
  field?.setAttribute("aria-invalid", "true");
  field?.setAttribute("aria-describedby", said.id);
}

/**
* A changed field counts as mended until the form is sent again.
 * @param {PageElement} form
 * @param {PageElement} [box]
 */
function mended(form, box) {
  const gone = box ? [box] : $$(":has(> [data-complaint])", form);
  for (const one of gone) {
    $$(":scope > [data-complaint]", one).forEach((said) => said.remove());
    for (const field of $$("[aria-invalid]", one)) {
      for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
    }
  }
  near(form);
}

for (const kind of ["input", "click"]) {
  document.addEventListener(kind, (event) => {
    const target = event.target;
    if (kind === "click" && !target.closest?.("button[type=button], label")) return;
    const box = target.closest?.("form :has(> [data-complaint])");
    if (box) mended(box.closest("form"), box);
  });
}

/**
* The way to a field opens its containers: a fold, a tab, a panel, a step.
 * @param {PageElement} box
 */
function goTo(box) {
  for (let fold = box.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const panel = box.closest("[data-panel]");
  const tab = panel && $(`input[name=tab][value="${panel.dataset.panel}"]`);
  if (tab) tab.checked = true;
  box.dispatchEvent(new CustomEvent("reveal", { bubbles: true }));
  ($(":scope > [data-complaint]", box) || box).scrollIntoView({ block: "center" });
  const field = box.matches(FIELDS) ? box : $("[aria-invalid]", box) || $(FIELDS, box);
  field?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#problems a, [data-problems-near] a");
  const box = link && byId(link.hash.slice(1));
  if (!box) return;
  event.preventDefault();
  goTo(box);
});

// Problems that came with the page are linked and marked the same way.
function linked() {
  const summary = $("#problems:not([hidden])");
  const form = summary && $("form[method=post]", $("#main"));
  if (form) complain(form, problemsIn(summary));
}

/* ---- a choice shows its own fields: data-with="name=value,value" ----
   Scripts that count the fields hear "together": the order of the scripts does not matter. */

/** @param {PageElement} form */
function together(form) {
  for (const part of $$("[data-with]", form)) {
    const [name, values] = part.dataset.with.split("=");
    const taken = (/** @type {string} */ value) => $(`[name="${name}"][value="${value}"]:checked`, form);
    const on = values.split(",").some(taken);
    part.classList.toggle("without", !on);
  }
  form.dispatchEvent(new CustomEvent("together", { bubbles: true }));
}

for (const kind of ["change", "restored"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form");
    if (form) together(form);
  });
}

/* ---- a choice beside a form that gives it other fields: the values stay ---- */

let renewals = 0;

/** @param {PageElement} asks */
async function renew(asks) {
  const mine = ++renewals;
  const there = `${location.pathname}?${encoded(new FormData(asks))}`;
  let answer;
  try { answer = await fetch(there); } catch { return location.assign(there); }
  if (mine !== renewals) return;
  const page = parsed(await answer.text());
  const [form, fresh] = [$(asks.dataset.renews), $(asks.dataset.renews, page)];
  if (!fresh) return location.assign(there);
  const values = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  history.replaceState(history.state, "", there);
  form.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
  const fold = asks.closest("details");
  if (fold) $("summary", fold).replaceWith(document.adoptNode($(`#${fold.id} > summary`, page)));
  restore(form, values);
  together(form);
  keep(form);
}

document.addEventListener("change", ({ target }) => {
  const asks = target.closest?.("form[data-renews]");
  if (asks) renew(asks);
});

/* ---- the day and the time of this phone, in the place of the server's ---- */

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
const now = new Date();
const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
for (const field of $$("input[data-today]")) {
  if (field.value === field.dataset.today) field.value = field.defaultValue = today;
}

const { lang } = document.documentElement;
const day = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "long", year: "numeric" });
for (const time of $$("time[data-here]")) {
  const at = new Date(time.dateTime);
  time.textContent = `${day.format(at)}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/* ---- setting up: cards by their numbers, seats in their order ---- */

/** @param {PageElement} grid */
function slotsOf(grid) { return $(`[data-slots="${grid.id}"]`); }

/** @param {PageElement} pick */
function fillSlot(pick) {
  const inputs = $$("input", slotsOf(pick.parentElement));
  const there = inputs.find((input) => input.value === pick.value);
  if (there) there.value = "";
  else (inputs.find((input) => !input.value) || inputs.at(-1)).value = pick.value;
  markSlots(slotsOf(pick.parentElement));
}

/**
 * Numbers typed one after the other go into the slots in their order.
 * @param {PageElement} field
 */
function fillAll(field) {
  const slots = $(`[data-slots="${field.dataset.all}"]`);
  const typed = field.value.match(/\d+/g) || [];
  $$("input", slots).forEach((input, at) => { input.value = typed[at] || ""; });
  markSlots(slots);
}

/** @param {PageElement} slots */
function markSlots(slots) {
  const taken = new Set($$("input", slots).map((input) => input.value.trim()));
  for (const card of byId(slots.dataset.slots).children) {
    card.classList.toggle("chosen", taken.has(card.value));
    card.setAttribute("aria-pressed", String(taken.has(card.value)));
  }
}

/** @param {PageElement} seat */
function moveUp(seat) {
  const before = seat.previousElementSibling || seat.parentElement.lastElementChild;
  const [a, b] = [seat, before].map((row) => ({
    name: $("input[type=text]", row), colours: $$(".swatches input", row), first: $("[name=first]", row),
  }));
  const colours = [a, b].map((row) => row.colours.findIndex((input) => input.checked));
  [a.name.value, b.name.value] = [b.name.value, a.name.value];
  if (colours[1] >= 0) a.colours[colours[1]].checked = true;
  if (colours[0] >= 0) b.colours[colours[0]].checked = true;
  const first = a.first.checked ? b.first : b.first.checked ? a.first : null;
  if (first) first.checked = true;
  $("[data-up]", before).focus();
}

/**
 * A name of an earlier game goes into the next free line, and out again.
 * @param {PageElement} chip
 */
function callName(chip) {
  const names = $$("input[list=known-names]", chip.closest("form"));
  const there = names.find((field) => field.value.trim() === chip.value);
  const field = there || names.find((one) => !one.value.trim());
  if (!field) return;
  field.value = there ? "" : chip.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {PageElement} form */
function markNames(form) {
  const there = new Set($$("input[list=known-names]", form).map((field) => field.value.trim()));
  for (const chip of $$("[data-known-names] button", form)) {
    chip.setAttribute("aria-pressed", String(there.has(chip.value)));
  }
}

document.addEventListener("click", ({ target }) => {
  const chip = target.closest("[data-known-names] button");
  if (chip) return callName(chip);
  const pick = target.closest("[data-slots-grid] button");
  if (pick) return fillSlot(pick);
  const up = target.closest("[data-up]");
  if (up) moveUp(up.closest("li"));
});

document.addEventListener("input", ({ target }) => {
  const slots = target.closest("[data-slots]");
  if (slots) markSlots(slots);
  if (target.dataset.all) fillAll(target);
  if (target.matches("input[list=known-names]")) markNames(target.form);
});

function slotted() {
  for (const grid of $$("[data-slots]")) {
    byId(grid.dataset.slots).setAttribute("data-slots-grid", "");
    markSlots(grid);
  }
  for (const form of document.forms) markNames(form);
}
document.addEventListener("restored", slotted);

function begun() {
  slotted();
  for (const form of document.forms) together(form);
  for (const form of document.forms) if (keeps(form)) begin(form);
  linked();
}

tidy();
addEventListener("DOMContentLoaded", begun);  // after every module of the page
