// The checks of the engine's module in a worker of a browser; called by scripts/check web.

import { makeLines } from "./gui.js";
import { CHECKS } from "./engine_checks.js";

async function open(folder, options) {
  // What only this thread could do.
  if (options) return null;
  const { lines, tell, hear } = makeLines();
  const faults = [];
  const worker = new Worker(new URL("gui_worker.js", import.meta.url), { type: "module" });
  let told = () => {};
  worker.onmessage = ({ data }) => {
    if (data.line !== undefined) tell(data.line);
    else if (data.fault !== undefined) faults.push(data.fault);
    else told(data);
  };
  worker.onerror = event => faults.push(`the worker failed: ${event.message}`);
  worker.postMessage({ launch: folder });
  const ask = () => new Promise(resolve => {
    told = resolve;
    worker.postMessage({ tell: true });
  });
  return {
    lines, hear, faults, polls: [],
    say: line => worker.postMessage({ line }),
    end: () => worker.terminate(),
    times: async () => (await ask()).times,
    memory: async () => (await ask()).memory,
  };
}

/** Runs one check. */
export async function run(name, folder, wanted) {
  const manifest = await (await fetch(`${folder}/engine.json`)).json();
  try {
    return { check: name, ...await CHECKS[name]({ open: options => open(folder, options), manifest, ...wanted }) };
  } catch (error) {
    return { check: name, wrong: String(error.stack || error) };
  }
}
