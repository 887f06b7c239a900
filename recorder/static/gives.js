// The abilities of this phone and its lacks, in one place.

import { $$ } from "./dom.js";

/** @type {Record<string, boolean>} */
const gives = { kept: "serviceWorker" in navigator, awake: "wakeLock" in navigator, share: "share" in navigator };
for (const line of $$("[data-gives]")) line.hidden = gives[line.dataset.gives] !== (line.dataset.is === "yes");
for (const part of $$("[data-secure]")) part.hidden = (part.dataset.secure === "yes") !== window.isSecureContext;
