// The trainer with the engine in the same file.

import { connectInside } from "../app/connect.js";
import { openTrainer } from "./trainer.js";

// For tests.
globalThis.komadai = openTrainer(JSON.parse(document.getElementById("data").textContent), connectInside());
