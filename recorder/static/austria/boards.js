// Painting a hotel board: a tap gives a room the chosen colour; the server says what groups follow.

const form = document.getElementById("kept-form");
const seen = form.querySelector("[data-seen]");

function paint(button) {
  const brush = form.querySelector("input[name=brush]:checked");
  const input = button.parentElement.querySelector("input");
  input.value = input.value === brush.value ? "" : brush.value;
  draw(button);
  look();
}

function draw(button) {
  const { value } = button.parentElement.querySelector("input");
  const brush = value && form.querySelector(`input[name=brush][value="${value}"]`);
  button.className = value;
  button.setAttribute("aria-label", button.getAttribute("aria-label").replace(/:.*$/, ": " + (brush ? brush.dataset.word : button.dataset.none)));
  button.querySelector("use").setAttribute("href", brush ? brush.dataset.icon : "");
}

form.addEventListener("restored", () => {
  for (const button of form.querySelectorAll("[data-paint]")) draw(button);
  look();
});

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
