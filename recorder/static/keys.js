// Keys: one stop for the hotel, the queue, the dice, arrows within, Escape out of them; numbers for
// dice and for the counts of a roll. app.js loads it with the first key that is pressed.

import { $, $$ } from "./dom.js";

const GROUPS = ".hotel, .shotel, .queue, .dice, .cafe, .players, .count, .pick, [data-tens], [data-known-names]";
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {PageElement} group
 * @param {PageElement} stop
 */
function oneStop(group, stop) {
  for (const each of $$("button", group)) each.tabIndex = each === stop ? 0 : -1;
}

function oneStops() {
  for (const group of $$(GROUPS)) {
    const open = $$("button:not([hidden])", group);
    /** @param {string} selector */
    const first = (selector) => open.find((each) => each.matches(selector));
    const chosen = first(":focus") || first(".may, [aria-current], [aria-pressed=true]");
    oneStop(group, chosen || first(":not(.seen)") || open[0]);
  }
}

/** @param {PageElement} each */
const middle = (each) => {
  const box = each.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/**
* The nearest button in the direction of an arrow; distance aside counts more than distance ahead.
 * @param {PageElement} group
 * @param {PageElement} from
 * @param {number[]} way right and down
 */
function neighbour(group, from, way) {
  const [right, down] = way;
  const [x, y] = middle(from);
  /** @param {PageElement} each */
  const far = (each) => {
    const [dx, dy] = middle(each).map((at, axis) => at - [x, y][axis]);
    const ahead = dx * right + dy * down;
    return ahead > 1 ? ahead + 3 * Math.abs(right ? dy : dx) : Infinity;
  };
  return $$("button", group).filter((each) => each.checkVisibility()).map((each) => [far(each), each])
    .reduce((best, each) => each[0] < best[0] ? each : best, [Infinity, null])[1];
}

/**
 * Whether a key is meant for the game: nothing has the focus yet, or a part of it.
 * @param {PageElement} target
 */
const here = (target) => target === document.body || $("main.play")?.contains(target);

/** @param {PageEvent} event */
export function press(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input, select, textarea")) return;
  const group = target.closest?.(GROUPS);
  if (ARROWS[key] && group && target.matches("button")) {
    event.preventDefault();
    const next = neighbour(group, target, ARROWS[key]);
    if (!next) return;
    oneStop(group, next);
    next.focus();
  } else if (key === "Escape" && !$("dialog[open]")) {  // from the pieces to the buttons, and back
    if (group) $("a[href='#dock']")?.click();
    else $("#entry-form :is(.hotel, .shotel, .queue, .dice) .may")?.focus();
  } else if (/^[0-9]$/.test(key)) {
    const row = target.closest?.(".count");
    if (row) count(row, key);
    else if (on() && !$("dialog[open]") && here(target)) $(`[aria-keyshortcuts="${key}"]`)?.click();
  }
}

/**
 * A count of a roll; the keyboard goes on to the next that is open.
 * @param {PageElement} row
 * @param {number} number
 */
function count(row, number) {
  const { form } = row;
  const input = $("input", row);
  input.value = number;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const next = !form.matches(".fits") && $("[tabindex='0']", row.nextElementSibling);
  (next || $(".count ~ fieldset:not(.count) input", form) || $("[data-roll-go]", form))?.focus();
}

/* ---- people who speak to the phone, or lean on its keys, can switch the number keys off ---- */

let kept = "on";
try { kept = localStorage.numberKeys || kept; } catch { /* as long as the page is open */ }
const on = () => kept === "on";

function look() {
  oneStops();
  for (const box of $$("[data-number-keys]")) box.checked = on();
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-number-keys]")) return;
  kept = target.checked ? "on" : "off";
  try { localStorage.numberKeys = kept; } catch { /* as long as the page is open */ }
});
document.addEventListener("keydown", press);
for (const kind of ["shown", "loaded", "brought", "restored", "input", "click"]) {
  document.addEventListener(kind, () => setTimeout(look), true);
}
look();
