// A report that thinks: the page, the game and the engine stand in one file.

import { connect } from "./connect.js";
import { makeApp } from "./desk.js";
import { openPage } from "../page/page.js";

const textIn = id => JSON.parse(document.getElementById(id).textContent);

/** The bytes that a text in base64 stands for. */
const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const program = () => new Blob([textIn("worker")], { type: "text/javascript" });
const engine = connect({
  // A module could not be started here: where the page is a file, Chromium takes its origin for another one.
  open: () => new Worker(URL.createObjectURL(program())),
  start: () => ({
    module: textIn("module"), wasm: bytesOf(textIn("wasm")),
    files: Object.fromEntries(Object.entries(textIn("files")).map(([path, text]) => [path, bytesOf(text)])),
  }),
});
// For tests.
globalThis.komadai = { engine, view: openPage({ ...textIn("data"), kif: textIn("kif") }, makeApp(engine)) };
