// The checks of the engine's module under node.
//
// usage: node web/check/engine_node.mjs FOLDER '{"checks": ["conformance", ...], "count": 1000, "depth": 20, "nodes": 500000}'

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { drive, makeLines, memories } from "./gui.js";
import { CHECKS } from "./engine_checks.js";

const folder = resolve(process.argv[2]);
const wanted = JSON.parse(process.argv[3]);
const { default: createEngine, loadData } = await import(pathToFileURL(join(folder, "komadai.js")));

/** How long this thread has run, in ms: what other programs take away is no fault of the engine's. */
function running() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
  } catch {
    // Other systems than Linux.
    return performance.now();
  }
}

async function open({ clock, ...options } = {}) {
  const { lines, tell, hear } = makeLines();
  const faults = [];
  const engine = await createEngine({ printErr: line => faults.push(line), ...options });
  await loadData(engine);
  const { say, end, polls } = drive(engine, tell, clock ?? (wanted.wall ? undefined : running));
  const memory = memories.at(-1);
  return { say, end, ask: engine.ask, lines, hear, faults, polls, times: () => polls, memory: () => memory.buffer.byteLength };
}

const manifest = JSON.parse(readFileSync(join(folder, "engine.json"), "utf8"));
let isWrong = false;
for (const name of wanted.checks) {
  try {
    console.log(JSON.stringify({ check: name, ...await CHECKS[name]({ open, manifest, ...wanted }) }));
  } catch (error) {
    isWrong = true;
    console.log(JSON.stringify({ check: name, wrong: String(error.stack || error) }));
  }
}
process.exit(isWrong ? 1 : 0);
