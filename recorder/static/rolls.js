// A roll: six counts that add up. app.js loads it with a page or an answer that asks for one.

import { $, $$ } from "./dom.js";

/** @param {PageElement} root */
export function begun(root) {
  for (const form of $$("form[data-roll]", root)) { keptRoll(form); sumRoll(form); }
}

document.addEventListener("click", ({ target }) => {
  const number = target.closest("button[data-n]");
  if (number) setCount(number);
});

document.addEventListener("input", ({ target }) => {
  const form = target.closest("form[data-roll]");
  if (form) { form.dataset.typed = "1"; sumRoll(form, target.value && target.closest(".count")); }
});

/** @param {PageElement} button */
function setCount(button) {
  const row = button.closest(".count");
  $("input", row).value = button.dataset.n;
  sumRoll(button.form, row);
}

/**
* When five spaces are set, the sixth gets the remaining dice.
 * @param {PageElement} form
 * @param {PageElement} [touched] the row of a number that was changed
 */
function sumRoll(form, touched) {
  const rows = $$(".count", form);
  if (touched) touched.dataset.set = "1";
  const wanted = Number(form.dataset.roll);
  /** @param {PageElement} row */
  const value = (row) => Number($("input", row).value) || 0;
  const open = rows.filter((row) => !row.dataset.set);
  if (touched && open.length === 1) {
    const rest = wanted - rows.filter((row) => row !== open[0]).reduce((sum, row) => sum + value(row), 0);
    $("input", open[0]).value = Math.max(0, rest);
    open[0].dataset.rest = "1";
  }
  const sum = rows.reduce((total, row) => total + value(row), 0);
  for (const row of rows) {
    const given = row.dataset.set || row.dataset.rest || value(row) > 0;
    for (const n of $$("[data-n]", row)) {
      n.setAttribute("aria-pressed", String(Boolean(given) && Number(n.dataset.n) === value(row)));
    }
  }
  $("[data-roll-sum]", form).textContent = `${sum} / ${wanted}`;
  const said = $("[data-roll-said]", form);
  if (touched || said.textContent) said.textContent = said.dataset.rollSaid.replace("{sum}", sum);
  form.classList.toggle("fits", sum === wanted);
  $("[data-roll-go]", form).disabled = sum !== wanted;
  if (touched || form.dataset.typed) {
    const typed = rows.map((row) => [$("input", row).value, row.dataset.set || ""]);
    sessionStorage.setItem(rollKey(form), JSON.stringify(typed));
  }
}

/**
 * Counts that are not sent yet outlive a reload; the next roll has another title or number.
 * @param {PageElement} form
 */
const rollKey = (form) => `roll:${location.pathname}:${$("[data-roll-go]", form).dataset.rollGo}:${form.dataset.roll}`;

/** @param {PageElement} form */
function keptRoll(form) {
  const counts = JSON.parse(sessionStorage.getItem(rollKey(form)) || "[]");
  $$(".count", form).forEach((row, at) => {
    if (!counts[at]) return;
    [$("input", row).value] = counts[at];
    if (counts[at][1]) [, row.dataset.set] = counts[at];
  });
}
