// Gathering taps into one entry: tiles, groups, tourists into rooms. What is legal is not known
// here; the button at the thumb holds the entry, and the answer says what it was worth.

import { $, $$, announce, byId } from "../dom.js";

/** @param {PageElement} root */
const goOf = (root) => byId(root.dataset.go);

/**
* The button carries the gathered parts; its words say how many.
 * @param {PageElement} root
 * @param {object} more
 * @param {number} count
 * @param {boolean} [enough] whether it can be sent
 * @param {boolean} [off] whether something of it is not offered: the button says so
 */
function put(root, more, count, enough = count > 0, off = false) {
  const go = goOf(root);
  if (!go) return;
  go.dataset.base ??= go.value;
  go.value = JSON.stringify({ ...JSON.parse(go.dataset.base), ...more });
  go.disabled = !enough;
  const labels = root.dataset.labels && JSON.parse(root.dataset.labels);
  if (labels) $("span", go).textContent = labels[Math.min(count, labels.length - 1)];
  if (off) {
    const told = document.createElement("small");
    told.textContent = root.dataset.off || "";
    $("span", go).append(" ", told);
  }
}

/* ---- tiles turned up ---- */

/**
 * @param {PageElement} root
 * @param {PageEvent} [event]
 */
function tiles(root, event) {
  const slots = $$("[data-slot]", root);
  const pick = event?.target.closest("[data-value]");
  const slot = event?.target.closest("[data-slot]");
  const empty = slots.find((one) => !one.dataset.value);
  if (pick && empty) {
    empty.dataset.value = pick.dataset.value;
    empty.innerHTML = pick.innerHTML;
    empty.disabled = false;
  } else if (slot) {
    delete slot.dataset.value;
    slot.replaceChildren();
    slot.disabled = true;
  }
  const chosen = slots.map((one) => one.dataset.value).filter(Boolean);
  put(root, { tiles: chosen }, chosen.length, chosen.length === slots.length);
}

/* ---- tourists that arrive ---- */

/**
 * @param {PageElement} root
 * @param {PageEvent} [event]
 */
function groups(root, event) {
  const list = $("[data-groups]", root);
  /** @param {string} selector */
  const at = (selector) => event?.target.closest(selector);
  const pick = at("[data-value]");
  const placed = at("[data-placed]");
  const open = at("[data-open]")?.closest(".group");
  if (pick) {
    const token = document.createElement("button");
    token.type = "button";
    token.className = "tok";
    token.dataset.placed = pick.dataset.value;
    token.innerHTML = pick.innerHTML;
    $(".group.now .tokens", list).append(token);
  } else if (placed) {
    placed.remove();
  } else if (at("[data-another]")) {
    const fresh = list.lastElementChild.cloneNode(true);
    $(".tokens", fresh).replaceChildren();
    list.append(fresh);
    show(list, fresh);
  } else if (open) {
    show(list, open);
  }
  $$(".group", list).forEach((group, number) => { $("[data-no]", group).textContent = number + 1; });
  const found = $$(".group", list)
    .map((group) => $$("[data-placed]", group).map((one) => one.dataset.placed))
    .filter((group) => group.length);
  put(root, { groups: found }, found.flat().length);
}

/**
 * @param {PageElement} list
 * @param {PageElement} group
 */
function show(list, group) {
  for (const one of $$(".group", list)) {
    one.classList.toggle("now", one === group);
    $("[data-open]", one).setAttribute("aria-pressed", String(one === group));
  }
}

/* ---- tourists into rooms: the marked one goes where the next tap says ---- */

/**
 * @param {PageElement} root
 * @param {PageEvent} [event]
 */
function lodge(root, event) {
  const tokens = $$("[data-token]", root);
  /** @param {string} selector */
  const at = (selector) => event?.target.closest(selector);
  const token = at("[data-token]");
  const room = at("[data-room]");
  let marked = tokens.find((one) => one.getAttribute("aria-pressed") === "true");
  if (token) {
    for (const one of tokens) if (one.dataset.group !== token.dataset.group || one === token) delete one.dataset.room;
    marked = token;
  } else if (room) {
    const here = tokens.filter((one) => one.dataset.room === room.dataset.room);
    const [alone] = here.length === 1 ? here : [];
    const pair = [marked, alone].every((one) => one?.dataset.token === "lover") && alone !== marked;
    if (here.length && !pair) {
      for (const one of here) delete one.dataset.room;
      marked = here[0];
    } else if (marked) {
      marked.dataset.room = room.dataset.room;
      announce(`${$("small", marked).textContent} ${root.dataset.in} ${room.dataset.room}`);
      const rest = tokens.filter((one) => one.dataset.group === marked.dataset.group && !one.dataset.room);
      marked = rest[0];
    } else if (event) {
      announce($("#groups-title").textContent);
    }
  } else if (!event) {
    const filled = $$(".group", root).filter((group) => $("[data-token]", group));
    marked = filled.length === 1 ? $("[data-token]", filled[0]) : undefined;
  }
  for (const one of tokens) {
    one.setAttribute("aria-pressed", String(one === marked));
    one.classList.toggle("placed", Boolean(one.dataset.room));
    $("[data-said]", one).textContent = one.dataset.room ? ` ${root.dataset.in} ${one.dataset.room}` : "";
  }
  const rooms = $$("[data-room].sroom", root);
  root.dataset.free ??= rooms.filter((one) => one.matches(".may")).map(({ dataset }) => dataset.room).join(" ");
  const open = root.dataset.free.split(" ");
  for (const one of rooms) {
    const here = tokens.filter((token_) => token_.dataset.room === one.dataset.room);
    $(".arrivals", one).replaceChildren(...here.map((token_) => $(".who-pic", token_).cloneNode(true)));
    one.setAttribute("aria-pressed", String(here.length > 0));
    $("[data-said]", one).textContent = here.map((token_) => $("small", token_).textContent).join(", ");
  }
  root.classList.toggle("aiming", Boolean(marked));
  const lovers = JSON.parse(root.dataset.lovers);
  for (const one of rooms) {
    if (lovers.includes(one.dataset.room)) one.classList.toggle("may", !marked || marked.dataset.token === "lover");
  }
  const moved = tokens.filter((one) => one.dataset.room);
  const tourists = moved.map(({ dataset }) => ({ token: dataset.token, room: dataset.room }));
  const fits = (/** @type {PageElement} */ { dataset }) => lovers.includes(dataset.room)
    ? dataset.token === "lover" : open.includes(dataset.room);
  const entry = { group: Number(moved[0]?.dataset.group || 1), tourists };
  put(root, entry, moved.length, moved.length > 0, !moved.every(fits));
}

/* ---- some of several: rooms to be emptied, cards that come back ---- */

/**
 * @param {PageElement} root
 * @param {PageEvent} [event]
 */
function several(root, event) {
  const all = $$("[data-room], [data-card]", root);
  const tapped = event?.target.closest("[data-room], [data-card]");
  /** @param {PageElement} one */
  const on = (one) => one.getAttribute("aria-pressed") === "true";
  if (tapped) {
    tapped.setAttribute("aria-pressed", String(!on(tapped)));
    const chosen = all.filter(on);
    const other = chosen.find((one) => one !== tapped);
    if (chosen.length > Number(root.dataset.most)) other.setAttribute("aria-pressed", "false");
  }
  const values = all.filter(on).map((one) => (one.dataset.card ? JSON.parse(one.dataset.card) : one.dataset.room));
  const offered = root.dataset.offered && JSON.parse(root.dataset.offered).map(sorted);
  const enough = offered ? values.length > 0 && offered.includes(sorted(values)) : values.length > 0;
  put(root, { [root.dataset.key]: values }, enough ? values.length : 0, enough);
}

/**
* Some of several in one text, in any order of taps.
 * @param {any[]} values
 */
const sorted = (values) => values.map((one) => JSON.stringify(one)).sort().join();

/** @type {Record<string, (root: PageElement, event?: PageEvent) => void>} */
const WAYS = { tiles, groups, lodge, rooms: several, cards: several };

document.addEventListener("click", (event) => {
  const root = event.target.closest("[data-gather]");
  if (root && event.target.closest("button")) WAYS[root.dataset.gather](root, event);
});

/* ---- the hotel board, read off during a game ---- */

/**
 * Rooms that touch are neighbours unless there is a wall between them.
 * @param {PageElement} entry
 */
function board(entry) {
  const sheet = entry.closest("dialog");
  const rooms = $$("[name=square]:checked", sheet).map(({ value }) => value);
  const adjacent = [];
  for (const wall of $$("[data-pair]", sheet)) {
    const pair = wall.dataset.pair.split(" ");
    wall.hidden = !pair.every((/** @type {string} */ room) => rooms.includes(room));
    if (!wall.hidden && !$("input", wall).checked) adjacent.push(pair);
  }
  const [figure, ...rest] = JSON.parse(entry.value);
  entry.value = JSON.stringify([{ ...figure, hotel: { rooms, adjacent } }, ...rest]);
  $("#read-it", sheet).disabled = !rooms.length;
}

document.addEventListener("input", ({ target }) => {
  const entry = $("[data-board]", target.closest("dialog") || undefined);
  if (entry) board(entry);
});

/** @param {PageElement} root */
function prepare(root) {
  for (const entry of $$("[data-board]", root)) board(entry);
  for (const one of $$("[data-gather]", root)) WAYS[one.dataset.gather](one);
}

document.addEventListener("shown", () => prepare(document));
prepare(document);
