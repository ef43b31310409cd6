// The trainer as it stands in a file, without an engine.

import { openTrainer } from "./trainer.js";

// For tests.
globalThis.komadai = openTrainer(JSON.parse(document.getElementById("data").textContent));
