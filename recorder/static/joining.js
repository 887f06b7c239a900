// The seats change while the table looks: asked for again while the page is in sight.

import { $, announce, byId, parsed } from "./dom.js";

const EVERY = 4000;

async function look() {
  const seats = byId("seats");
  if (!seats || document.hidden || seats.contains(document.activeElement) || $("details[open]", seats)) return;
  const answer = await fetch(seats.dataset.again).catch(() => null);
  if (!answer || answer.status !== 200) return;
  const part = parsed(await answer.text()).getElementById("seats");
  if (!part) return;
  seats.replaceWith(part);
  announce(part.dataset.told || "");
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
