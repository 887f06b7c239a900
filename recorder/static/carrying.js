// A game in an address: packed behind its #, which browsers send to nobody.

import { $ } from "./dom.js";

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {PageElement} stream
 */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const MOST = 1 << 20;

/** @param {string} text */
async function pack(text) {
  let bytes = new TextEncoder().encode(text);
  const small = "CompressionStream" in window;
  if (small) bytes = await through(bytes, new CompressionStream("deflate-raw"));
  let said = "";
  for (const byte of bytes) said += String.fromCharCode(byte);
  return (small ? "game=" : "text=") + btoa(said).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} said */
async function unpack(said) {
  const [, kind, packed] = /(?:^|#)(game|text)=([\w-]+)$/.exec(said) || [];
  if (!packed || packed.length > MOST) return null;
  const plain = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const read = kind === "game" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
  return new TextDecoder().decode(read);
}

/**
 * An address as people type it, with the scheme that it lacks: names of the internet are encrypted;
 * machines of a house, which have a number, a port or one word, often are not.
 * @param {string} typed
 * @returns {string} empty where it is no address
 */
function complete(typed) {
  const plain = /^([\d.]+|[^./:?#]+|[^/?#]+[.]local|[^/?#]+:\d+)([/?#]|$)/.test(typed);
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `${plain ? "http" : "https"}://${typed}`;
  if (/\s/.test(typed)) return "";  // some browsers read a name with a space
  try { return ["http:", "https:"].includes(new URL(address).protocol) ? address : ""; } catch { return ""; }
}

/**
 * Where a game is carried that goes to an address: of a game, of a league, or of a recorder.
 * @param {string} typed
 * @returns {string} empty where it is no address
 */
export function target(typed) {
  const address = complete(typed.trim());
  if (!address) return "";
  const found = /^(.*?)\/(t|l)\/([\w-]+)/.exec(address);
  if (found?.[2] === "t") return `${found[1]}/t/${found[3]}/carry`;
  if (found) return `${found[1]}/carry?league=${found[3]}`;
  return `${address.replace(/[?].*$/, "").replace(/\/+$/, "")}/carry`;
}

/**
 * This game's own address, as it is known from outside: pages may stand in a frame.
 * @param {string} token
 */
function own(token) {
  const path = `/t/${token}`;
  if (window.top && window.top !== window) return `${window.top.location.href.split("#")[0]}#${path}`;
  return location.href.slice(0, location.href.indexOf(path)) + path;
}

$("#carry")?.addEventListener("submit", async (/** @type {PageEvent} */ event) => {
  event.preventDefault();
  const { bundle, token, wrong } = event.target.dataset;
  const { address } = event.target.elements;
  const to = target(address.value);
  address.setCustomValidity(to ? "" : wrong);
  if (!to) { address.reportValidity(); return; }
  const told = { ...JSON.parse(bundle), back: own(token) };
  window.open(`${to}#${await pack(JSON.stringify(told))}`, "_blank", "noopener");
});

$("#carry")?.addEventListener("input", (/** @type {PageEvent} */ { target: field }) => field.setCustomValidity(""));

async function arrive() {
  const section = $("#arrived");
  let text = null;
  try { text = await unpack(location.hash); } catch { /* damaged on its way: nothing has come */ }
  if (!text) return;
  const { record } = JSON.parse(text);
  $("[name=carried]", section).value = text;
  $("[data-says]", section).textContent =
    `${record.players.map((/** @type {{ name: string }} */ { name }) => name).join(", ")} (${record.entries.length})`;
  section.hidden = false;
  history.replaceState(null, "", location.pathname + location.search);
}
addEventListener("hashchange", arrive);
arrive();
