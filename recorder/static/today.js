// The day and the time of this phone, in the place of the server's.

import { $$ } from "./dom.js";

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
const now = new Date();
const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
for (const field of $$("input[data-today]")) {
  if (field.value === field.dataset.today) field.value = field.defaultValue = today;
}

const { lang } = document.documentElement;
const day = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "long", year: "numeric" });
for (const time of $$("time[data-here]")) {
  const at = new Date(time.dateTime);
  time.textContent = `${day.format(at)}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}
