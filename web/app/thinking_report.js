// A report that thinks: the page, the game and the engine stand in one file.

import { connectInside } from "./connect.js";
import { makeApp } from "./desk.js";
import { openPage } from "../page/page.js";

const textIn = id => JSON.parse(document.getElementById(id).textContent);
const engine = connectInside();
// For tests.
globalThis.komadai = { engine, view: openPage({ ...textIn("data"), kif: textIn("kif") }, makeApp(engine)) };
