// Starts the page with the engine beside it; without one the board is only looked at.

import { openBoard } from "./board.js";
import { connect } from "./app/connect.js";
import { w } from "./app/phrases.js";
import { readChoices } from "./page/choices.js";
import { tell } from "./page/copy.js";

// Made by scripts/build-web; it is no part of the sources.
const folder = new URL("engine/", location.href);

async function findEngine() {
  const manifest = await fetch(new URL("engine.json", folder)).catch(() => null);
  if (!manifest || !manifest.ok) return null;
  const { module, dataFiles } = await manifest.json();
  const at = name => new URL(name, folder).href;
  return connect({
    open: () => new Worker(new URL("engine_worker.js", location.href)),
    start: () => ({ module: at(module), wasm: at(module.replace(/js$/, "wasm")), files: Object.fromEntries(dataFiles.map(({ url, path }) => [path, at(url)])) }),
  }, true);
}

const engine = await findEngine();
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
