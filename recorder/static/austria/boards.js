// Painting a hotel board: a tap gives a room the chosen colour; the server says what groups follow.

const form = document.getElementById("kept-form");
const seen = form.querySelector("[data-seen]");

function paint(button) {
  const brush = form.querySelector("input[name=brush]:checked");
  const input = button.parentElement.querySelector("input");
  const same = input.value === brush.value;
  input.value = same ? "" : brush.value;
  button.className = input.value;
  button.setAttribute("aria-label", button.getAttribute("aria-label").replace(/:.*$/, ": " + (same ? button.dataset.none : brush.dataset.word)));
  button.querySelector("use").setAttribute("href", same ? "" : brush.dataset.icon);
  look();
}

let asked = 0;

async function look() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.look, { method: "POST", body: new FormData(form), headers: { "X-CSRFToken": form.elements.csrf_token.value } });
  if (!answer.ok || mine !== asked) return;
  seen.innerHTML = await answer.text();
  letters();
}

function letters() {
  const groups = JSON.parse(document.getElementById("groups").dataset.groups);
  for (const button of form.querySelectorAll("[data-paint]")) button.querySelector("[data-letter]").textContent = groups[button.dataset.paint] || "";
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-paint]");
  if (button) paint(button);
});
letters();
