// Says why the window's own script did not come: what a module needs, a script like this does not.

/** @type {Record<string, Record<string, string>>} */
const WRONG = window["WORDS_OF_WRONG"] || {};

document.addEventListener("error", async ({ target }) => {
  if (!(target instanceof HTMLScriptElement)) return;
  const tag = navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in WRONG) || "en";
  const answer = await fetch(target.src, { cache: "no-store" }).catch(() => null);
  const type = answer?.headers.get("Content-Type") || "";
  const key = !answer ? "cut" : !answer.ok ? "missing" : /javascript/.test(type) ? "half" : "type";
  const at = new URL(target.src).pathname;
  document.querySelector("#step").textContent = WRONG[tag][key];
  document.querySelector("#why").textContent = `${at}: ${answer ? answer.ok ? type : answer.status : ""}`;
  document.documentElement.dataset.state = key;
}, true);
