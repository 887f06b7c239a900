// Sets up step by step: a fieldset with data-leaf begins a step.

import { $, $$, byId } from "./dom.js";

const form = $("form[data-steps]");
let at = 0;

function steps() {
  /** @type {PageElement[][]} */
  const found = [];
  for (const part of $$(":scope > fieldset", form)) {
    if (part.classList.contains("without")) continue;
    if ("leaf" in part.dataset || !found.length) found.push([]);
    found.at(-1)?.push(part);
  }
  return found;
}

const wanted = () => Boolean(form.dataset.steps || $("[name=modules]:checked", form));
/** @param {PageElement} part */
const stepOf = (part) => Math.max(0, steps().findIndex((step) => step.some((one) => one.contains(part))));

function show() {
  const found = steps(), stepped = wanted();
  at = Math.min(at, found.length - 1);
  const last = !stepped || at === found.length - 1;
  form.classList.toggle("under-way", stepped && at > 0);
  found.forEach((step, number) => {
    for (const part of step) part.classList.toggle("later", stepped && number !== at);
  });
  $("[data-step-back]", form).hidden = !stepped || !at;
  const next = $("[data-step-next]", form);
  next.hidden = last;
  next.classList.toggle("main", !last);
  $("[data-step-told]", form).textContent = stepped ? `${at + 1} / ${found.length}` : "";
  const starts = $("[data-step-starts]", form);
  starts.hidden = !last && !form.dataset.steps;
  starts.classList.toggle("main", last);
}

/** @param {number} to */
function go(to) {
  at = Math.max(0, to);
  show();
  const head = $("h2", steps()[at][0]);
  form.scrollIntoView({ block: "start" });
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

form.addEventListener("click", (/** @type {PageEvent} */ { target }) => {
  if (target.closest("[data-step-next]")) go(at + 1);
  if (target.closest("[data-step-back]")) go(at - 1);
});
form.addEventListener("reveal", (/** @type {PageEvent} */ { target }) => { at = stepOf(target); show(); });
// Enter goes on, to the next player while names come, to the next step or to the next fieldset, and starts the
// game at the end.
form.addEventListener("keydown", (/** @type {PageEvent} */ event) => {
  if (event.key !== "Enter" || !event.target.matches("input:not([type=search])") || event.defaultPrevented) return;
  const names = $$("[data-seats] input[type=text]", form);
  const player = event.target.value && names[names.indexOf(event.target) + 1];
  if (names.includes(event.target) && player) {
    event.preventDefault();
    return player.focus();
  }
  if (!$("[data-step-next]", form).hidden) {
    event.preventDefault();
    return go(at + 1);
  }
  const parts = $$(":scope > fieldset", form).filter((part) => part.checkVisibility());
  const next = parts[parts.findIndex((part) => part.contains(event.target)) + 1];
  if (!next) return;
  event.preventDefault();
  /** @param {string} selector */
  const first = (selector) => $$(selector, next).find((one) => one.checkVisibility());
  (first("[data-all], input:checked") || first("input, select, summary, button"))?.focus();
});
for (const kind of ["change", "restored"]) document.addEventListener(kind, () => setTimeout(show));
addEventListener("DOMContentLoaded", () => setTimeout(() => {
  if (form.dataset.steps) at = stepOf(byId(form.dataset.steps));
  show();
}));
