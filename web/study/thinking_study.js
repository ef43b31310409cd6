// The trainer with the engine in the same file.

import { connect } from "../app/connect.js";
import { openTrainer } from "./trainer.js";

const textWithin = id => JSON.parse(document.getElementById(id).textContent);
const trainerProgram = () => new Blob([textWithin("worker")], { type: "text/javascript" });
const trainerEngine = connect({
  open: () => new Worker(URL.createObjectURL(trainerProgram())),
  start: () => ({ module: textWithin("module"), wasm: Uint8Array.from(atob(textWithin("wasm")), c => c.charCodeAt(0)) }),
});
// For tests.
globalThis.komadai = openTrainer(textWithin("data"), trainerEngine);
