// Starts the page with the engine beside it; without one the board is only looked at.

import { openBoard } from "./board.js";
import { readChoices } from "./page/choices.js";
import { connect } from "./page/connect.js";
import { tell } from "./page/copy.js";
import { t } from "./page/words.js";

// Made by scripts/build-web; it is no part of the sources.
const folder = new URL("engine/", location.href);

async function findEngine() {
  const manifest = await fetch(new URL("engine.json", folder)).catch(() => null);
  if (!manifest || !manifest.ok) return null;
  const { module } = await manifest.json();
  return connect({
    open: () => new Worker(new URL("engine_worker.js", location.href)),
    start: () => ({ module: new URL(module, folder).href, wasm: new URL(module.replace(/js$/, "wasm"), folder).href }),
  }, true);
}

const engine = await findEngine();
const view = openBoard(engine);
if (!engine) {
  readChoices();
  tell(t().noEngine);
}
// For tests.
globalThis.komadai = { engine, view };

// Kept by the browser, so that the board opens without a network too.
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("service_worker.js").catch(error => console.warn("not kept for offline use:", error));
}
