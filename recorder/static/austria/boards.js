// Painting a hotel board: a tap gives a room the chosen colour; the server finds the groups.

import { $, $$ } from "../dom.js";

const form = $("#kept-form");
const seen = $("[data-seen]", form);

/** @param {PageElement} button */
function paint(button) {
  const brush = $("input[name=brush]:checked", form);
  const input = $("input", button.parentElement);
  input.value = input.value === brush.value ? "" : brush.value;
  draw(button);
  look();
}

/** @param {PageElement} button */
function draw(button) {
  const { value } = $("input", button.parentElement);
  const brush = value && $(`input[name=brush][value="${value}"]`, form);
  button.className = value;
  const word = brush ? brush.dataset.word : button.dataset.none;
  button.setAttribute("aria-label", button.getAttribute("aria-label").replace(/:.*$/, ": " + word));
  $("use", button).setAttribute("href", brush ? brush.dataset.icon : "");
}

form.addEventListener("restored", () => {
  for (const button of $$("[data-paint]", form)) draw(button);
  look();
});

let asked = 0;

async function look() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.look, {
    method: "POST", body: new FormData(form), headers: { "X-CSRFToken": form.elements.csrf_token.value },
  });
  if (!answer.ok || mine !== asked) return;
  seen.innerHTML = await answer.text();
  letters();
}

function letters() {
  const groups = JSON.parse($("#groups").dataset.groups);
  for (const button of $$("[data-paint]", form)) {
    $("[data-letter]", button).textContent = groups[button.dataset.paint] || "";
  }
}

form.addEventListener("click", (/** @type {PageEvent} */ event) => {
  const button = event.target.closest("[data-paint]");
  if (button) paint(button);
});
letters();
