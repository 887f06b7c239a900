// A page that goes on by itself is looked at again after some seconds: its main part is put in anew.

import { $, parsed } from "./dom.js";

const main = () => $("main");
const seconds = () => $("[data-again]")?.dataset.again;

async function again() {
  try {
    const answer = await fetch(location.href);
    if (answer.ok) {
      const page = parsed(await answer.text());
      main().replaceWith($("main", page));
    }
  } catch { /* the next look will tell */ }
  later();
}

const later = () => { if (seconds()) setTimeout(again, 1000 * seconds()); };
later();
