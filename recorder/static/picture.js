// A file of a link is handed to the phone's own sharing, where the browser gives it; else opened.

import { drawPicture } from "./dom.js";

/** @param {PageElement} link */
async function fileOf(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const found = await answer.blob();
  const drawn = found.type.startsWith("image/svg") ? await drawPicture(link.href) : found;
  return new File([drawn], link.dataset.picture, { type: drawn.type.split(";")[0] });
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  try {
    let file = await fileOf(link);
    // Without a named app it goes as text, which all of them take.
    if (!navigator.canShare({ files: [file] })) file = new File([file], `${file.name}.txt`, { type: "text/plain" });
    if (!navigator.canShare({ files: [file] })) throw new Error("no files");
    await navigator.share({ files: [file] });
  } catch (problem) {
    // A cancelled share changes nothing.
    if (/** @type {Error} */ (problem).name !== "AbortError") location.href = link.href;
  }
});
