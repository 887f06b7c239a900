// Who sits where changes while the table looks: asked for again while the page is in sight.

const EVERY = 4000;

async function look() {
  const seats = document.getElementById("seats");
  if (!seats || document.hidden || seats.contains(document.activeElement) || seats.querySelector("details[open]")) return;
  const answer = await fetch(seats.dataset.again).catch(() => null);
  if (!answer || answer.status !== 200) return;
  const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("seats");
  if (!part) return;
  seats.replaceWith(part);
  document.getElementById("live").textContent = part.dataset.told;
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
