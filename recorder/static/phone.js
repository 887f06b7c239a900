// The word that the program has become a newer one, and what a phone adds where it gives it
// (keeper.js): nothing else needs any of it.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const shell = $("meta[name=shell]").content;
const workers = navigator.serviceWorker;

/* ---- a newer version of the program ---- */

function heard(version) {
  if (version && version !== shell) $("#newer").hidden = false;
}

document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  heard(xhr.getResponseHeader("X-Shell"));
});

// The page as it is after an answer takes the place of the one that is kept.
document.addEventListener("htmx:load", ({ detail: { elt } }) => keep(elt));
document.addEventListener("brought", () => keep($("#main")));

function keep(elt) {
  if (!workers?.controller || !elt.matches?.("main.play[data-entries]") || !$("#newer").hidden || $(".verdict", elt)) return;
  const kept = elt.cloneNode(true);
  kept.removeAttribute("aria-busy");
  tell({ page: elt.dataset.url, main: kept.outerHTML });
}
document.addEventListener("answered", (event) => heard(event.detail));

// What is filled in and not sent goes over a reload; forms.js keeps forms of their own pages.
const CARRIED = "carried:" + location.pathname;
const typed = () => $$("main.play form").flatMap((form) => [...form.elements])
  .filter((field) => field.name && !["hidden", "submit", "button"].includes(field.type));

$("#newer button").addEventListener("click", () => {
  const values = typed().map((field) => [field.name, field.value, field.checked === true]);
  sessionStorage.setItem(CARRIED, JSON.stringify(values));
  location.reload();
});

function carried() {
  const values = JSON.parse(sessionStorage.getItem(CARRIED) || "[]");
  sessionStorage.removeItem(CARRIED);
  for (const field of values.length ? typed() : []) {
    const choice = field.type === "checkbox" || field.type === "radio";
    const at = values.findIndex(([name, value]) => name === field.name && (!choice || value === field.value));
    if (at < 0) continue;
    const [[, value, checked]] = values.splice(at, 1);
    if (choice) field.checked = checked;
    else field.value = value;
  }
}
carried();

/* ---- kept pages and a screen that stays awake: only where the connection is held for secure ---- */

const tell = (message) => workers?.controller?.postMessage(message);
if (window.isSecureContext) import($("meta[name=keeper]").content);

/* ---- what this phone gives and what it lacks: said in one place ---- */

const gives = { kept: Boolean(workers), awake: "wakeLock" in navigator, share: "share" in navigator };
for (const line of $$("[data-gives]")) line.hidden = gives[line.dataset.gives] !== (line.dataset.is === "yes");
for (const part of $$("[data-secure]")) part.hidden = (part.dataset.secure === "yes") !== window.isSecureContext;
