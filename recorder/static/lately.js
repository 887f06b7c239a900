// The cards picked on this page lately come first among cards to pick: an undone entry is made
// again. Impossible cards stand last.

import { $ } from "./dom.js";

const LATELY = 6;
const KEY = "picked:" + location.pathname;
/** @returns {string[]} */
const recent = () => JSON.parse(sessionStorage.getItem(KEY) || "[]");

/**
* Put the cards of a grid in order; cards for slots, each used once, stay as they are.
 * @param {any} grid
 */
export function inOrder(grid) {
  if ($(`[data-slots="${grid.id}"]`)) return;
  const lately = recent();
  /** @param {any} card */
  const rank = ({ classList, value }) => {
    if (classList.contains("seen")) return LATELY + 1;
    return lately.includes(value) ? lately.indexOf(value) : LATELY;
  };
  const cards = [...grid.children].sort((one, other) => rank(one) - rank(other) || one.value - other.value);
  for (const card of cards) card.classList.toggle("recent", rank(card) < LATELY);
  if (cards.some((card, at) => card !== grid.children[at])) grid.append(...cards);
}

/**
 * Remember a card that is tapped.
 * @param {any} event
 */
export function picked({ target }) {
  const card = target.closest(".pick button");
  if (card) sessionStorage.setItem(KEY, JSON.stringify([...new Set([card.value, ...recent()])].slice(0, LATELY)));
}
