// Setting up: tapping flags in order, and the squares of the hotel.

import { $, $$ } from "../dom.js";

const row = $("[data-flags]");
const selects = $$("select", row);
const nations = $$("[data-nations] button");
const walls = $$("[data-pair]");
const squares = $$("[data-squares] input");

function drawFlags() {
  for (const select of selects) {
    const use = $("use", select.parentElement);
    use.setAttribute("href", use.getAttribute("href").split("#")[0] + "#" + (select.value && "f-" + select.value));
  }
  const values = selects.map((select) => select.value);
  for (const button of nations) {
    button.disabled = values.filter((value) => value === button.value).length >= Number(button.dataset.each);
  }
  $("[data-neighbours]").hidden = !values.some((value, at) => value && value === values[at + 1]);
}

function drawSquares() {
  const rooms = squares.filter((square) => square.checked).map((square) => square.value);
  $("[data-rooms]").textContent = String(rooms.length);
  const there = (/** @type {string} */ room) => rooms.includes(room);
  for (const wall of walls) wall.hidden = !wall.dataset.pair.split(" ").every(there);
}

for (const button of nations) {
  button.addEventListener("click", () => {
    const next = selects.find((select) => !select.value);
    if (!next) return;
    next.value = button.value;
    next.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
row.addEventListener("input", drawFlags);
document.addEventListener("input", drawSquares);
document.addEventListener("restored", () => { drawFlags(); drawSquares(); });
drawFlags();
drawSquares();
