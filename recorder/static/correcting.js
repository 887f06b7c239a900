// Correcting an entry: the sheet that made it is opened, filled in as it was.

import { $, $$, byId } from "./dom.js";

/**
 * @param {unknown} a
 * @param {unknown} b
 */
const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * How many keys of an entry a control holds; nothing where it holds another entry.
 * @param {string} text
 * @param {Record<string, any>} made
 */
function held(text, made) {
  const begun = JSON.parse(text || "{}");
  if (begun.do !== made.do) return 0;
  const keys = Object.keys(begun).filter((key) => key !== "gain" && key !== "place" && key !== "note");
  /** @param {(control: PageElement) => string} value */
  const none = (value) => Array.isArray(value) && !value.length;
  return keys.every((key) => key === "boost" || alike(begun[key], made[key]) || none(begun[key]))
    ? Object.keys(begun).filter((key) => alike(begun[key], made[key])).length : 0;
}

/**
 * @param {PageElement[]} controls
 * @param {(control: PageElement) => string} value
 * @param {Record<string, any>} made
 */
const best = (controls, value, made) => controls.map((each) => [held(value(each), made), each])
  .reduce((most, each) => each[0] > most[0] ? each : most, [0, null])[1];

/**
* The sheets are app.js's: they open by a tap on their button, and say when they are loaded.
 * @param {Record<string, any>} made
 */
function openMade(made) {
  const loads = best($$("[data-load][data-entry]"), (each) => each.dataset.entry, made);
  if (loads) return openLoaded(loads, made);
  const opener = best($$("[data-sheet][data-entry]"), (each) => each.dataset.entry, made);
  const entries = $$("dialog button[name=entry], dialog input[name=entry]:not([disabled])");
  const inside = best(entries, (each) => each.value, made);
  const sheet = opener ? byId(opener.dataset.sheet) : inside?.closest("dialog");
  if (!sheet || sheet.id === "off-sheet" || sheet.id === "choices") return openLoaded($("#other"), made);
  if (opener) opener.click();
  else sheet.showModal();
  fillMade(sheet, made);
  for (const form of $$("form[data-roll]", sheet)) form.dispatchEvent(new Event("input", { bubbles: true }));
  for (const form of $$("form[data-food]", sheet)) form.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * @param {PageElement} opener
 * @param {Record<string, any>} made
 */
function openLoaded(opener, made) {
  const sheet = byId(opener.dataset.into);
  sheet.addEventListener("loaded", () => fillMade(sheet, made), { once: true });
  opener.click();
}

/**
 * @param {PageElement} sheet
 * @param {Record<string, any>} made
 */
function fillMade(sheet, made) {
  const chosen = best($$("button[name=entry]", sheet), (each) => each.value, made);
  const form = best($$("form", sheet), (each) => $("input[name=entry]", each)?.value, made);
  for (const pick of $$("button[name]:not([name=entry])", sheet)) {
    if (alike(pick.value, JSON.stringify(made[pick.name]))) markMade(pick);
  }
  if (chosen) markMade(chosen);
  const left = structuredClone(made.place || {});
  for (const chip of $$("input[data-guest]", sheet)) {
    const { guest, dish } = chip.dataset;
    chip.checked = left[guest]?.[dish] > 0;
    if (chip.checked) left[guest][dish] -= 1;
  }
  if (!form) return;
  for (let at = form.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  for (const own of $$("details", form)) own.open = $("input[name]", own) !== null || own.open;
  /** @type {Record<string, number>} */
  const lists = {};
  for (const field of $$("[name]", form)) {
    const many = field.name.endsWith("[]");
    const path = field.name.replace("[]", "").split(".");
    let value = path.reduce((/** @type {any} */ inner, /** @type {string} */ key) => inner?.[key], made);
    if (many && Array.isArray(value) && field.type === "number") {
      lists[field.name] = (lists[field.name] ?? -1) + 1;
      value = value[lists[field.name]];
    }
    if (value === undefined || field.name === "entry" || field.type === "hidden") continue;
    if (field.type === "checkbox") field.checked = many ? value.map(String).includes(field.value) : Boolean(value);
    else if (field.type === "radio") {
      field.checked = alike(field.value, JSON.stringify(value)) || field.value === String(value);
    }
    else field.value = typeof value === "object" ? JSON.stringify(value) : value;
  }
  form.scrollIntoView();
}

/** @param {PageElement} button */
function markMade(button) {
  button.setAttribute("aria-current", "true");
  for (let at = button.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
}

const { made } = $("main.play").dataset;
if (made) openMade(JSON.parse(made));
