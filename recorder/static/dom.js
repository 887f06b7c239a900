// Common functions of all scripts of a page.

/**
* The first element that fits, or null. Only the page knows its kind, so its type is open.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {any}
 */
export const $ = (selector, root = document) => root.querySelector(selector);

/**
 * All elements that fit, in the page's order.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {any[]}
 */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * The element of an id, or null.
 * @param {string} id
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * The page that an answer holds; its scripts do not run.
 * @param {string} text
 */
export const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/**
* Say something to listeners of the page.
 * @param {string} text
 */
export const announce = (text) => { $("#live").textContent = text; };

/**
 * Fields without files, as a form sends them.
 * @param {FormData} values
 */
export const encoded = (values) => new URLSearchParams(/** @type {any} */ (values));

/** The token that proves to the server that a form comes from its own pages: the element that holds it. */
export const csrf = (page = document) => $("meta[name=csrf]", page);

/**
 * A drawing (SVG) as a picture (PNG).
 * @param {string} address of the drawing
 * @returns {Promise<Blob>}
 */
export async function drawPicture(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done, fails) => {
    canvas.toBlob((made) => (made ? done(made) : fails(new Error("no picture"))), "image/png");
  });
}
