// The trainer with the engine in the same file.

import { connectInside } from "../app/connect.js";
import { openTrainer } from "./trainer.js";

// The engine is ready when the first move is made. For tests the trainer is known to the page.
globalThis.komadai = openTrainer(JSON.parse(document.getElementById("data").textContent), connectInside(true));
