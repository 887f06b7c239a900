// Cards to pick and cards to read: a search by number, name and words, and by tens where numbered ones
// are many. app.js loads it when a page or a sheet has such cards.

import { $, $$, byId } from "./dom.js";
import { inOrder } from "./lately.js";

const MANY = 24;

/** @param {PageElement} search */
const gridOf = (search) => byId(search.dataset.filter);
/** @param {PageElement} card */
const tenOf = (card) => Math.floor(Number(card.value) / 10);
/** @param {PageElement} grid */
const there = (grid) => [...grid.children].filter((card) => !card.classList.contains("without"));

/**
 * As the server folds words (referee/card_list.py): without case, accents and other signs.
 * @param {string} text
 */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[^\p{L}\p{N}_]+/gu, " ").trim();
const lists = new WeakMap();

/**
 * A list to read: every word begins a word of the row; a card's own number comes first, then its name.
 * @param {PageElement} search
 * @param {PageElement} list
 */
function filterRows(search, list) {
  const words = folded(search.value).split(" ").filter(Boolean);
  const kind = $(`[data-filter-kind="${list.id}"]`)?.value;
  if (!lists.has(list)) lists.set(list, { rows: [...list.children].map(read), first: [] });
  const known = lists.get(list);
  const ranked = [];
  for (const one of known.rows) {
    const out = (kind && !one.kinds.includes(kind)) || !words.every((word) => one.text.includes(` ${word}`));
    const named = words.some((word) => one.name.includes(` ${word}`));
    const rank = (words.includes(one.number) ? 2 : 0) + (named ? 1 : 0);
    if (rank && !out) ranked.push([rank, one]);
    // Rows that a letter does not change are not touched: a phone styles every touched row again.
    if (one.row.hidden !== out) one.row.hidden = out;
  }
  const first = ranked.sort(([a], [b]) => b - a).map(([, one]) => one);
  // Rows that come first stand first; other rows go back before the next one in its place.
  const [ahead, away] = [new Set(first), new Set(known.first)];
  for (const one of known.first.filter((/** @type {PageElement} */ each) => !ahead.has(each))) {
    away.delete(one);
    let at = one.at + 1;
    while (away.has(known.rows[at])) at += 1;
    list.insertBefore(one.row, known.rows[at]?.row || null);
  }
  let next = list.firstElementChild;
  for (const { row } of first) {
    if (row === next) next = next.nextElementSibling;
    else list.insertBefore(row, next);
  }
  known.first = first;
}

/**
 * @param {PageElement} row
 * @param {number} at
 */
const read = (row, at) => ({
  row, at, kinds: row.dataset.kind.split(" "),
  text: ` ${folded(row.textContent)}`,
  name: ` ${folded($("strong", row).textContent)}`,
  number: folded($("b", row)?.textContent || ""),
});

/** @param {PageElement} search */
function filter(search) {
  const grid = gridOf(search);
  if (!grid) return;
  if (grid.matches(".card-list")) { filterRows(search, grid); return nothing(grid); }
  const wanted = search.value.trim().toLowerCase();
  if (wanted) delete grid.dataset.ten;
  const ten = grid.dataset.ten;
  inOrder(grid);
  grid.classList.toggle("named", wanted !== "" && !/^\d+$/.test(wanted));
  for (const card of grid.children) {
    const other = wanted !== "" && !card.textContent.toLowerCase().includes(wanted);
    card.hidden = other || (ten !== undefined && tenOf(card) !== Number(ten));
  }
  tens(search, grid);
  nothing(grid);
}

/**
 * Where nothing is left, it is said.
 * @param {PageElement} grid
 */
function nothing(grid) {
  const empty = ![...grid.children].some((card) => !card.hidden);
  if (empty && !grid.nextElementSibling?.matches(".nothing")) {
    const said = document.createElement("p");
    said.className = "nothing soft";
    said.role = "status";
    said.textContent = $("#unsent").dataset.nothing;
    grid.after(said);
  } else if (!empty && grid.nextElementSibling?.matches(".nothing")) grid.nextElementSibling.remove();
}

/**
 * The tens of the cards that can still come stand above them.
 * @param {PageElement} search
 * @param {PageElement} grid
 */
function tens(search, grid) {
  const cards = there(grid);
  const open = cards.length > MANY ? cards.filter((card) => !card.matches(".seen")) : [];
  const some = [...new Set(open.map(tenOf))].sort((a, b) => a - b);
  let row = grid.previousElementSibling?.matches("[data-tens]") ? grid.previousElementSibling : null;
  if (!some.length) return row?.remove();
  if (!row) {
    row = document.createElement("div");
    row.className = "row";
    row.dataset.tens = search.dataset.filter;
    row.role = "group";
    row.ariaLabel = $("#unsent").dataset.byTens;
    grid.before(row);
  }
  if (row.dataset.of !== some.join()) {
    row.dataset.of = some.join();
    row.replaceChildren(...some.map(made));
  }
  for (const button of row.children) {
    const on = button.value === grid.dataset.ten;
    button.setAttribute("aria-pressed", String(on));
    button.classList.toggle("main", on);
  }
}

/** @param {number} ten */
function made(ten) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.value = String(ten);
  button.textContent = `${ten * 10 || 1}…`;
  button.ariaLabel = `${ten * 10 || 1}–${ten * 10 + 9}`;
  return button;
}

/** @param {string} id */
const searchOf = (id) => $(`[data-filter="${id}"]`);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-tens] button");
  if (!button) return;
  const search = searchOf(button.parentElement.dataset.tens);
  const grid = gridOf(search);
  search.value = "";
  if (grid.dataset.ten === button.value) delete grid.dataset.ten;
  else grid.dataset.ten = button.value;
  filter(search);
});

document.addEventListener("input", ({ target }) => {
  if (target.dataset.filter) filter(target);
  else if (target.dataset.filterKind) filter(searchOf(target.dataset.filterKind));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.dataset?.filter) return;
  const left = $$("button:not([hidden]), li:not([hidden]) > a", gridOf(event.target));
  if (left[0]?.matches("a") && left.length > 1) return;
  event.preventDefault();
  if (left.length === 1) left[0].click();
});

const look = () => { for (const search of $$("[data-filter]")) filter(search); };
for (const kind of ["restored", "change", "together"]) document.addEventListener(kind, () => setTimeout(look));
look();
