// The position editor: rooms and cards that change at a tap, and a look whether all that can be.

import { $, $$, csrf } from "./dom.js";

const form = $("form.editor");

/* ---- things that change at a tap ---- */

/**
 * @param {PageElement} button
 * @param {string} value
 */
function show(button, value) {
  const before = button.dataset.value;
  button.dataset.value = value;
  if ("painted" in button.dataset) {
    for (const one of $$("[data-of]", button)) one.hidden = one.dataset.of !== value;
  } else {
    button.classList.remove(before || "empty");
    button.classList.add(value || "empty");
  }
  button.setAttribute("aria-label", `${button.dataset.label}, ${JSON.parse(button.dataset.words)[value]}`);
  list(button.closest("fieldset"));
}

/**
* A cell takes the dancer of the player chosen above; the same again takes it away.
 * @param {PageElement} button
 */
function paint(button) {
  const who = $("[name=brush]:checked", form).value;
  show(button, button.dataset.value === who ? "" : who);
}

/** @param {PageElement} button */
function cycle(button) {
  const values = JSON.parse(button.dataset.cycle);
  show(button, values[(values.indexOf(button.dataset.value) + 1) % values.length]);
}

/** @param {PageElement[]} rooms */
function fillFloor(rooms) {
  const full = rooms.every((room) => room.dataset.value === "occupied");
  for (const room of rooms) show(room, full ? "" : "occupied");
}

/** @param {PageElement} field */
function list(field) {
  const listed = field && $("[data-listed]", field);
  if (!listed) return;
  const names = $$("[data-cycle]", field).filter((card) => card.dataset.value)
    .map((card) => card.dataset.label + (card.dataset.value === "used" ? " ✓" : ""));
  listed.textContent = names.join(", ") || "\u00a0";
}

/** @param {PageElement} button */
function setNumber(button) {
  const row = button.parentElement;
  $("input", row).value = button.dataset.set;
  press(row);
}

/** @param {PageElement} row */
function press(row) {
  const { value } = $("input", row);
  for (const n of $$("[data-set]", row)) n.setAttribute("aria-pressed", String(n.dataset.set === value));
}

/* ---- guests at their tables ---- */

/** @type {PageElement} */
let table = null;

/** @param {PageElement} button */
function openGuests(button) {
  table = button.closest("[data-table]");
  const sheet = $("#guests");
  const search = $("input[type=search]", sheet);
  search.value = "";
  search.dispatchEvent(new Event("input", { bubbles: true }));
  sheet.showModal();
}

/** @param {PageElement} pick */
function seat(pick) {
  seatAt(table, pick);
  $("#guests").close();
  $("button", table).focus();
}

/**
 * @param {PageElement} at
 * @param {PageElement} pick
 */
function seatAt(at, pick) {
  at.dataset.guest = pick.value;
  const button = $("button", at);
  button.className = "guest " + pick.dataset.colour;
  button.textContent = pick.dataset.called;
  const served = $(".served", at);
  served.replaceChildren();
  for (const food of pick.dataset.seats.split(" ").filter(Boolean)) {
    const chip = $(`template[data-dish="${food}"]`).content.cloneNode(true);
    $("input", chip).name = `${at.dataset.table}.served.${food}`;
    served.append(chip);
  }
}

/* ---- kept values are shown again ---- */

form.addEventListener("restored", (/** @type {PageEvent} */ event) => {
  /** @type {Map<string, string[]>} */
  const kept = event.detail;
  for (const thing of $$("[data-cycle]", form)) show(thing, kept.get(thing.dataset.name)?.[0] || "");
  for (const one of $$("[data-table]", form)) {
    const guest = kept.get(`${one.dataset.table}.guest`)?.[0] || "";
    seatAt(one, $(`#guests [data-seats][value="${guest}"]`) || $('#guests [data-seats][value=""]'));
    const served = new Map([...kept].map(([name, values]) => [name, values.length]));
    for (const dish of $$(".served input", one)) {
      const left = served.get(dish.name) || 0;
      dish.checked = left > 0;
      served.set(dish.name, left - 1);
    }
  }
  for (const group of $$("[data-order]", form)) order(group);
  for (const row of $$(".count", form)) press(row);
  for (const input of $$("[data-names]", form)) rename(input);
  look();
});

/* ---- discs in their order ---- */

/** @param {PageElement} button */
function place(button) {
  const field = $("input", button.parentElement);
  const ids = field.value.split(",").filter(Boolean);
  const id = button.dataset.id;
  field.value = (ids.includes(id) ? ids.filter((/** @type {string} */ other) => other !== id) : [...ids, id]).join(",");
  order(button.parentElement);
}

/** @param {PageElement} group */
function order(group) {
  const ids = $("input", group).value.split(",").filter(Boolean);
  for (const button of $$("[data-id]", group)) {
    const at = ids.indexOf(button.dataset.id);
    $("[data-place]", button).textContent = at < 0 ? "" : at + 1;
    button.setAttribute("aria-pressed", String(at >= 0));
  }
}

/* ---- tabs and names ---- */

const tabs = () => $$("input[name=tab]", form).filter((tab) => tab.closest("label").checkVisibility());

function nextTab() {
  const open = tabs();
  const at = open.findIndex((tab) => tab.checked);
  const next = open[(at + 1) % open.length];
  next.checked = true;
  next.focus({ preventScroll: true });
  showPanel(next);
}

/**
 * A board begins at its first field, below the tabs that stick.
 * @param {PageElement} tab
 */
function showPanel(tab) {
  const panel = $(`[data-panel="${tab.value}"]`, form);
  panel.style.scrollMarginTop = $(".tabs").offsetHeight + 8 + "px";
  panel.scrollIntoView({ block: "start" });
}

/** @param {PageElement} input */
function rename(input) {
  for (const name of $$(`[data-tab-name="${input.dataset.names}"]`)) name.textContent = input.value;
}

/* ---- impossible values are told at once ---- */

let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

function look() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, 250);
}

async function ask() {
  const turn = ++asked;
  try {
    const answer = await fetch(form.dataset.check, {
      method: "POST", body: new FormData(form), headers: { "X-CSRFToken": csrf().content },
    });
    const text = await answer.text();
    if (turn === asked && answer.ok) $("#said").innerHTML = text;
  } catch { /* without a connection the answer comes when the form is sent */ }
}

form.addEventListener("formdata", (/** @type {PageEvent} */ event) => {
  const { formData } = event;
  for (const { dataset } of $$("[data-cycle]", form)) if (dataset.value) formData.append(dataset.name, dataset.value);
  for (const { dataset } of $$("[data-table]", form)) {
    if (dataset.guest) formData.append(`${dataset.table}.guest`, dataset.guest);
  }
});

form.addEventListener("click", (/** @type {PageEvent} */ event) => {
  /** @param {string} selector */
  const at = (selector) => event.target.closest(selector);
  const button = at("button");
  if (!button) return;
  if (button.matches("[data-painted]")) paint(button);
  else if (button.matches("[data-cycle]")) cycle(button);
  else if (button.matches("[data-floor]")) fillFloor($$(".room", button.parentElement));
  else if (button.matches("[data-set]")) setNumber(button);
  else if (button.matches("[data-open-guests]")) return openGuests(button);
  else if (button.matches("#guests [data-seats]")) seat(button);
  else if (button.matches("[data-order] [data-id]")) place(button);
  else if (button.matches("[data-next-tab]")) return nextTab();
  look();
});

form.addEventListener("input", (/** @type {PageEvent} */ event) => {
  const row = event.target.closest(".count");
  if (row) press(row);
  if (event.target.dataset.names) rename(event.target);
  if (event.target.name === "tab") showPanel(event.target);
  if (event.target.dataset.toTab) $(`[name=tab][value="${event.target.dataset.toTab}"]`, form).checked = true;
  look();
});

form.addEventListener("keydown", (/** @type {PageEvent} */ event) => {
  if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
});

for (const group of $$("[data-order]", form)) order(group);
for (const field of $$(".in-play", form)) list(field);
