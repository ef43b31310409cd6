// The engine beside the page; scripts/build-web makes it, and it is no part of the sources.

import { connect } from "./app/connect.js";

const folder = new URL("engine/", location.href);

/** The engine, or nothing where there is none; it begins at once if `isEager`. */
export async function findEngine(isEager) {
  const manifest = await fetch(new URL("engine.json", folder)).catch(() => null);
  if (!manifest || !manifest.ok) return null;
  const { module, dataFiles } = await manifest.json();
  const at = name => new URL(name, folder).href;
  return connect({
    open: () => new Worker(new URL("engine_worker.js", location.href)),
    start: () => ({ module: at(module), wasm: at(module.replace(/js$/, "wasm")), files: Object.fromEntries(dataFiles.map(({ url, path }) => [path, at(url)])) }),
  }, isEager);
}
