// Starts the page with the engine beside it; without one the board is only looked at.

import { openBoard } from "./board.js";
import { findEngine } from "./beside.js";
import { w } from "./app/phrases.js";
import { readChoices } from "./page/choices.js";
import { tell } from "./page/copy.js";

const engine = await findEngine(true);
const view = openBoard(engine, { store: true });
if (!engine) {
  readChoices();
  tell(w().noEngine);
}
// For tests.
globalThis.komadai = { engine, view };

// Kept by the browser, so that the board opens without a network too.
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("service_worker.js").catch(error => console.warn("not kept for offline use:", error));
}
