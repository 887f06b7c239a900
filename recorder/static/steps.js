// Sets up step by step: a fieldset with data-leaf begins a step, one with data-rest what may stay as it is.

import { $, $$, byId } from "./dom.js";

const form = $("form[data-steps]");
/** @type {(kind: string, heard: (event: PageEvent) => void) => void} */
const on = (kind, heard) => form.addEventListener(kind, heard);
let at = 0;

function steps() {
  /** @type {PageElement[][]} */
  const found = [];
  for (const part of $$(":scope > fieldset:not(.without)", form)) {
    if ("leaf" in part.dataset || !found.length) found.push([]);
    found.at(-1)?.push(part);
  }
  return found;
}

/** @param {PageElement} part */
const stepOf = (part) => Math.max(0, steps().findIndex((step) => step.some((one) => one.contains(part))));

function show() {
  const found = steps(), last = found.length - 1;
  at = Math.min(at, last);
  found.forEach((step, number) => step.forEach((part) => part.classList.toggle("later", number !== at)));
  form.classList.toggle("under-way", at > 0);
  const complete = at + 1 >= stepOf($("[data-rest]", form));
  const [back, told, next, starts] = $(".dock .bar", form).children;
  back.hidden = !at;
  told.textContent = complete ? "" : `${at + 1} / ${last + 1}`;
  next.hidden = at === last;
  next.classList.toggle("main", !complete);
  starts.hidden = !complete && !form.dataset.steps;
  starts.classList.toggle("main", complete);
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

/** Goes on once all slots of a step are filled, which forms.js does first. */
function leaveFull() {
  setTimeout(() => {
    const [step] = steps()[at], slots = $$("[data-slots] input", step).length;
    if (slots && $$("[data-slots-grid] .chosen", step).length === slots) go(at + 1);
  });
}

on("click", ({ target }) => {
  if (target.closest("[data-step-next]")) go(at + 1);
  if (target.closest("[data-step-back]")) go(at - 1);
  if (target.closest("[data-slots-grid] button")) leaveFull();
});
on("input", ({ target }) => { if (target.dataset.all) leaveFull(); });
on("reveal", ({ target }) => { at = stepOf(target); show(); });
// Enter goes on, to the next player while names come, else to the next fieldset, and starts the game at the end.
on("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches("h2, input:not([type=search])") || event.defaultPrevented) return;
  const parts = steps().flat(), names = $$("[data-seats] input[type=text]", form);
  const player = names.includes(field) && field.value && names[names.indexOf(field) + 1];
  const next = parts[parts.findIndex((part) => part.contains(field)) + Number(field.matches("input"))];
  if (!next) return;
  event.preventDefault();
  if (!player && stepOf(next) > at) go(at + 1);
  (player || $("[data-all], input:checked", next) || $("input, select, summary, button", next))?.focus();
});
for (const kind of ["change", "restored"]) document.addEventListener(kind, () => setTimeout(show));
addEventListener("DOMContentLoaded", () => setTimeout(() => {
  if (form.dataset.steps) at = stepOf(byId(form.dataset.steps));
  show();
}));
