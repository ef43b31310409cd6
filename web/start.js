// Starts the page with the engine beside it; without one the board is only looked at.

import { openBoard } from "./board.js";

let engine = null;
try {
  // Made by scripts/build-web; it is no part of the sources.
  const { connect } = await import("./engine/connect.js");
  engine = await connect();
} catch (error) {
  console.warn("there is no engine:", error);
}
openBoard(engine);
