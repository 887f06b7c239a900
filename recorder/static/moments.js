// Walking through a game: a step swaps the moment alone; its neighbours are fetched ahead.
// Without this the same links lead from page to page.

import { $, $$, announce, parsed } from "./dom.js";

const main = $("main.moments");
const slider = $("input[type=range]", main);
const last = Number(main.dataset.last);
const fetched = new Map();  // by address: the server's answer, or the promise of it
const KEPT = 60;

let number = Number($("#moment").dataset.number);
let wanted = number;
let pinned = new URLSearchParams(location.search).get("shown") || "";
let forward = 1;

/** @param {number} at */
const address = (at) => {
  const path = main.dataset.moments.replace(/\d+$/, at);
  return pinned ? `${path}?shown=${encodeURIComponent(pinned)}` : path;
};

/** @param {number} at */
function fetchMoment(at) {
  const from = address(at);
  if (!fetched.has(from)) {
    const answer = fetch(from, { headers: { "X-From": "page" } }).then((found) => {
      if (!found.ok) throw new Error(`${found.status}`);
      return found.text();
    });
    answer.catch(() => fetched.delete(from));
    fetched.set(from, answer);
    if (fetched.size > KEPT) fetched.delete(fetched.keys().next().value);
  }
  return fetched.get(from);
}

/**
* Shows the moment wanted last; moments on the way are kept for the way back.
 * @param {number} at
 */
async function go(at) {
  wanted = Math.min(Math.max(at, 0), last);
  forward = wanted < number ? -1 : 1;
  slider.value = wanted;
  const mine = wanted;
  let text;
  try {
    text = await fetchMoment(mine);
  } catch {
    if (mine === wanted) { wanted = number; slider.value = number; announce($("#unsent").dataset.offline); }
    return;
  }
  if (mine !== wanted) return;
  show(text, mine);
}

/**
 * @param {string} text
 * @param {number} at
 */
function show(text, at) {
  const page = parsed(text);
  const moment = $("#moment", page);
  // Somebody has entered something meanwhile: the way is longer now, so the whole page is new.
  if (!moment || moment.dataset.version !== main.dataset.version) return location.replace(address(at));
  /** @type {PageElement} */
  const active = document.activeElement;
  const focused = $("#moment").contains(active) && active.dataset.shown;
  $("#moment").replaceWith(document.adoptNode(moment));
  number = at;
  history.replaceState(null, "", address(at));
  mark();
  if (focused) $(`[data-shown="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  ahead();
}

function mark() {
  const said = $("[data-said]", main).textContent.trim();
  slider.value = number;
  slider.setAttribute("aria-valuetext", `${$("#then").textContent.trim().replace(/\s+/g, " ")}: ${said}`);
  if (document.activeElement !== slider) announce(said);
  for (const [link, to] of [[$("#previous"), number - 1], [$("#next"), number + 1]]) {
    if (to < 0 || to > last) { link.removeAttribute("href"); link.setAttribute("aria-disabled", "true"); }
    else { link.href = address(to); link.removeAttribute("aria-disabled"); }
  }
  for (const link of $$("[data-to]", main)) {
    link.href = address(link.dataset.to);
    link.toggleAttribute("aria-current", Number(link.dataset.to) === number);
  }
}


function ahead() {
  for (const at of [number + forward, number - forward, number + 2 * forward]) {
    if (at >= 0 && at <= last) fetchMoment(at).catch(() => {});
  }
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest("#previous, #next, [data-to], [data-shown]");
  if (!link || !main.contains(link)) {
    if (!event.target.closest(".jumps")) $(".jumps").open = false;
    return;
  }
  event.preventDefault();
  if (link.id) return go(wanted + (link.id === "next" ? 1 : -1));
  if (link.dataset.to) { $(".jumps").open = false; return go(Number(link.dataset.to)); }
  pinned = pinned === link.dataset.shown ? "" : link.dataset.shown;  // a second tap follows the entries again
  go(number);
});

slider.addEventListener("input", () => go(Number(slider.value)));
slider.form.addEventListener("submit", (/** @type {PageEvent} */ event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  const step = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
  if (event.key === "Escape") $(".jumps").open = false;
  if (!step || event.target.closest?.(".scroll-x")) return;
  event.preventDefault();
  go(wanted + step);
});

/** @type {Touch | null} */
let from = null;
main.addEventListener("touchstart", (/** @type {PageEvent} */ event) => {
  from = event.touches.length === 1 && !event.target.closest("input, .scroll-x, .jumps")
    ? event.touches[0] : null;
}, { passive: true });
main.addEventListener("touchend", (/** @type {PageEvent} */ event) => {
  if (!from) return;
  const { clientX, clientY } = event.changedTouches[0];
  const [right, down] = [clientX - from.clientX, clientY - from.clientY];
  from = null;
  if (Math.abs(right) > 48 && Math.abs(right) > 2 * Math.abs(down)) go(wanted + (right < 0 ? 1 : -1));
}, { passive: true });
main.addEventListener("touchcancel", () => { from = null; });

const then = $("#then").textContent.trim().replace(/\s+/g, " ");
slider.setAttribute("aria-valuetext", `${then}: ${$("[data-said]", main).textContent.trim()}`);
ahead();
