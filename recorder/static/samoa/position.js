// This game's part of the position editor: who lives in which room, groups and tiles on the
// table, price cards as they are printed. What a tap changes is sent with the form.

import { $, $$ } from "../dom.js";

/** @typedef {[token: string, nation: string]} Guest */

/**
 * @typedef {object} Hotel
 * @property {PageElement} box
 * @property {string} name
 * @property {Record<string, Guest[]>} tourists by their rooms
 * @property {string[]} suites
 */

/** @typedef {{ field: PageElement, rows: string[][], at: number }} List */

const form = $("form.editor");
const sheet = $("#room-sheet");
/**
 * @param {string} pattern
 * @param {string} first
 */
const say = (pattern, first, second = "") => pattern.replace("{}", first).replace("{n}", second);

/* ---- hotels ---- */

/** @type {Hotel[]} */
const hotels = $$("[data-hotel]").map((box) => {
  /** @type {Hotel["tourists"]} */
  const tourists = {};
  for (const [room, token, nation] of JSON.parse(box.dataset.tourists)) (tourists[room] ||= []).push([token, nation]);
  return { box, name: box.dataset.hotel, tourists, suites: JSON.parse(box.dataset.suites) };
});

function printed() {
  const tapped = $$("[name=square]:checked", form).map((square) => square.value);
  return tapped.length ? tapped : JSON.parse(sheet.dataset.rooms);
}

/**
 * Rows of squares; rooms that are not named by row and column lie four in a row.
 * @param {string[]} rooms
 */
function rowsOf(rooms) {
  if (!rooms.every((room) => /^[a-z][1-9]$/.test(room))) {
    return Array.from({ length: Math.ceil(rooms.length / 4) }, (_, row) => rooms.slice(4 * row, 4 * row + 4));
  }
  const columns = rooms.map((room) => Number(room[1]));
  const first = Math.min(...columns);
  const width = Math.max(...columns) - first + 1;
  return [...new Set(rooms.map((room) => room[0]))].sort().map((row) =>
    Array.from({ length: width }, (_, at) => `${row}${first + at}`)
      .map((room) => (rooms.includes(room) ? room : null)));
}

/** @param {Hotel} hotel */
function rebuild(hotel) {
  const rooms = printed();
  const extra = Number($(`[name="${hotel.name}.extra_rooms"]`, form).value) || 0;
  const more = Array.from({ length: Math.min(extra, 19) }, (_, at) => `extra-${at + 1}`);
  more.unshift(...Object.keys(hotel.tourists).filter((room) => ![...rooms, ...more].includes(room)));
  const rows = rowsOf(rooms);
  hotel.box.replaceChildren(...rows.map((row) => line(hotel, row, `c${row.length}`)));
  if (more.length) hotel.box.append(line(hotel, more, "extras c4"));
}

/**
 * @param {Hotel} hotel
 * @param {(string | null)[]} rooms
 * @param {string} kind
 */
function line(hotel, rooms, kind) {
  const row = document.createElement("div");
  row.className = `hrow ${kind}`;
  row.append(...rooms.map((room) => (room === null ? document.createElement("span") : cell(hotel, room))));
  return row;
}

/**
 * @param {Hotel} hotel
 * @param {string} room
 */
function cell(hotel, room) {
  const button = $("#room-cell").content.firstElementChild.cloneNode(true);
  button.dataset.lodging = room;
  draw(hotel, room, button);
  return button;
}

/** @param {string} room */
const title = (room) =>
  room.startsWith("extra-") ? say(sheet.dataset.extra, room.slice(6)) : say(sheet.dataset.room, room);

/**
 * @param {Hotel} hotel
 * @param {string} room
 * @param {PageElement} button
 */
function draw(hotel, room, button) {
  const living = hotel.tourists[room] || [];
  const suite = hotel.suites.includes(room);
  const tag = $(".tag-no", button);
  tag.textContent = room.startsWith("extra-") ? `+${room.slice(6)}` : room;
  if (suite) tag.append($("#suite-mark").content.cloneNode(true));
  $(".people", button).replaceChildren(...living.map(person));
  button.classList.toggle("suite", suite);
  button.classList.toggle("full", living.length > 0);
  /** @param {string} nation */
  const word = (nation) => $(`[name=brush][value="${nation}"]`)?.dataset.word || nation;
  const who = living.map(([token, nation]) => say(sheet.dataset.from, tokenWord(token), word(nation)));
  const words = [title(room), ...(suite ? [sheet.dataset.suite] : []), who.join(", ") || sheet.dataset.free];
  button.setAttribute("aria-label", words.join(", "));
}

/** @param {string} token */
const tokenButton = (token) => $(`[data-lives="${token}"]`) || $("[data-lives^=swimmer]");
/** @param {string} token */
const tokenWord = (token) => ($(`[data-lives="${token}"]`)?.dataset.word || token.replace(":", " "));

/** @param {Guest} guest */
function person([token, nation]) {
  const one = document.createElement("span");
  one.className = "person";
  one.append($(".who-pic", tokenButton(token)).cloneNode(true));
  const ring = $(".ring", one);
  if (ring) ring.textContent = token.split(":")[1];
  const flag = $(`[name=brush][value="${nation}"] ~ .flag`);
  if (flag) one.append(flag.cloneNode(true));
  return one;
}

/**
* The subject of a room's sheet.
 * @type {{ hotel: Hotel, room: string, button: PageElement }}
 */
let open;

/** @param {PageElement} button */
function openRoom(button) {
  const hotel = /** @type {Hotel} */ (hotels.find((one) => one.box.contains(button)));
  open = { hotel, button, room: button.dataset.lodging };
  $("#room-title").textContent = title(open.room);
  pressSuite();
  sheet.showModal();
}

function pressSuite() {
  $("[data-is-suite]").setAttribute("aria-pressed", String(open.hotel.suites.includes(open.room)));
}

/** @param {string} token */
function lives(token) {
  const { hotel, room, button } = open;
  const living = hotel.tourists[room] || [];
  const joins = token === "lover" && living.length === 1 && living[0][0] === "lover";
  /** @type {Guest[]} */
  const now = token ? [...(joins ? living : []), [token, $("[name=brush]:checked").value]] : [];
  if (now.length) hotel.tourists[room] = now;
  else delete hotel.tourists[room];
  draw(hotel, room, button);
  sheet.close();
  button.focus();
}

function turnSuite() {
  const { hotel, room, button } = open;
  const { suites } = hotel;
  hotel.suites = suites.includes(room) ? suites.filter((one) => one !== room) : [...suites, room];
  draw(hotel, room, button);
  pressSuite();
}

/* ---- groups of tourists, and tiles ---- */

/** @type {List[]} */
const lists = $$("[data-lists]").map((field) => ({ field, rows: JSON.parse(field.dataset.begins), at: 0 }));

/** @param {List} list */
function drawList({ field, rows, at }) {
  const many = Boolean($("[data-another]", field));
  $("[data-rows]", field).replaceChildren(...rows.map((row, number) => {
    const group = document.createElement("li");
    group.className = many && number === at ? "group now" : "group";
    if (many) {
      const label = document.createElement("button");
      Object.assign(label, { type: "button", className: "label", textContent: `${field.dataset.word} ${number + 1}` });
      label.dataset.row = String(number);
      label.setAttribute("aria-pressed", String(number === at));
      group.append(label);
    }
    const tokens = document.createElement("span");
    tokens.className = "tokens";
    tokens.append(...row.map((value, place) => {
      const one = $(`.palette [data-value="${value}"]`, field) || $(".palette [data-value^=swimmer]", field);
      const copy = one.cloneNode(true);
      const ring = $(".ring", copy);
      if (ring) ring.textContent = value.split(":")[1];
      delete copy.dataset.value;
      Object.assign(copy.dataset, { out: place, row: number });
      copy.setAttribute("aria-label", `${one.dataset.word}, ${field.dataset.away}`);
      return copy;
    }));
    group.append(tokens);
    return group;
  }));
}

/** @param {PageElement} button */
function changeList(button) {
  const list = lists.find(({ field }) => field.contains(button));
  if (!list) return;
  if (button.dataset.value) list.rows[list.at].push(button.dataset.value);
  else if (button.dataset.out) list.rows[button.dataset.row].splice(Number(button.dataset.out), 1);
  else if (button.dataset.row) list.at = Number(button.dataset.row);
  else list.at = list.rows.push([]) - 1;
  drawList(list);
}

/* ---- price cards ---- */

function priceCards() {
  /** @param {string} name */
  const of = (name) => $(`[name=${name}]`, form).value;
  const figures = [...Array(10).keys()].map((n) => [of(`bid-${n}`), of(`price-${n}`)]);
  form.classList.toggle("no-figures", figures.flat().some((figure) => figure.trim() === ""));
  for (const button of $$("[data-card]", form)) {
    const [bid, price] = figures[Number(button.dataset.card)];
    const places = $$("b", button);
    places[0].textContent = bid;
    places[1].textContent = price;
    button.dataset.label = say(sheet.dataset.priced, bid, price);
    const words = JSON.parse(button.dataset.words);
    button.setAttribute("aria-label", `${button.dataset.label}, ${words[button.dataset.value]}`);
  }
}

function showWalls() {
  const rooms = printed();
  for (const wall of $$("[data-pair]", form)) {
    wall.hidden = !wall.dataset.pair.split(" ").every((/** @type {string} */ room) => rooms.includes(room));
  }
}

function thisRound() {
  const now = $("[name=round]:checked", form)?.value;
  for (const one of $$("[data-round]", form)) one.hidden = one.dataset.round === now;
}

/* ---- together ---- */

form.addEventListener("formdata", (/** @type {FormDataEvent} */ { formData }) => {
  for (const { name, tourists, suites } of hotels) {
    for (const [room, living] of Object.entries(tourists)) {
      for (const [token, nation] of living) {
        formData.append(`${name}.tourists[]`, JSON.stringify([room, token, nation]));
      }
    }
    for (const room of suites) formData.append(`${name}.suites[]`, room);
  }
  for (const { field, rows } of lists) {
    formData.append(field.dataset.lists, JSON.stringify(field.dataset.lists === "tiles" ? rows[0] : rows));
  }
});

form.addEventListener("click", (/** @type {PageEvent} */ event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.lodging) openRoom(button);
  else if (button.dataset.lives !== undefined) lives(button.dataset.lives);
  else if (button.matches("[data-is-suite]")) turnSuite();
  else if (button.closest("[data-lists]")) changeList(button);
  else if (button.dataset.set !== undefined) setTimeout(() => hotels.forEach(rebuild));
});

form.addEventListener("input", (/** @type {PageEvent} */ event) => {
  const { name = "" } = event.target;
  if (name === "square" || name.endsWith(".extra_rooms")) hotels.forEach(rebuild);
  if (name === "square") showWalls();
  if (/^(bid|price)-/.test(name)) priceCards();
  if (name === "round") thisRound();
});

// The position editor's own things are restored first; labels of cards are drawn here after it.
form.addEventListener("restored", (/** @type {PageEvent} */ event) => {
  /** @type {Map<string, string[]>} */
  const kept = event.detail;
  for (const hotel of hotels) {
    hotel.tourists = {};
    for (const one of kept.get(`${hotel.name}.tourists[]`) || []) {
      const [room, token, nation] = JSON.parse(one);
      (hotel.tourists[room] ||= []).push([token, nation]);
    }
    hotel.suites = kept.get(`${hotel.name}.suites[]`) || [];
  }
  for (const list of lists) {
    const rows = JSON.parse(kept.get(list.field.dataset.lists)?.[0] || "[]");
    list.rows = list.field.dataset.lists === "tiles" ? [rows] : rows;
    list.at = Math.max(0, list.rows.length - 1);
  }
  all();
});

function all() {
  hotels.forEach(rebuild);
  lists.forEach(drawList);
  priceCards();
  showWalls();
  thisRound();
}

all();
