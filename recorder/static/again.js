// A page that goes on by itself is looked at again after some seconds: its main part is put in anew.

const main = () => document.querySelector("main");
const seconds = () => document.querySelector("[data-again]")?.dataset.again;

async function again() {
  try {
    const answer = await fetch(location.href);
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      main().replaceWith(page.querySelector("main"));
    }
  } catch { /* the next look will tell */ }
  later();
}

const later = () => { if (seconds()) setTimeout(again, 1000 * seconds()); };
later();
