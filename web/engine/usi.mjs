// The module as a program that speaks over standard input and output, under node.
//
// usage: node web/engine/usi.mjs FOLDER   (see scripts/usi-web)

import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";
import { writeSync } from "node:fs";

const { default: createEngine, loadData } = await import(pathToFileURL(join(resolve(process.argv[2]), "komadai.js")));

/** Writes all of a text, also into a pipe whose reader is slow. */
function write(to, text) {
  let bytes = Buffer.from(text);
  while (bytes.length) {
    try {
      bytes = bytes.subarray(writeSync(to, bytes));
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const engine = await createEngine({ printErr: line => write(2, `${line}\n`) });
await loadData(engine);
/** Whether there is something to think about, which takes polls. */
let isThinking = false;
let isAtEnd = false;

engine.addMessageListener(line => write(1, `${line}\n`));

function think() {
  isThinking = engine.poll();
  if (isThinking) setImmediate(think);
  else if (isAtEnd) process.exit(0);
}

function hear(line) {
  const [word] = line.toString("latin1").trim().split(/\s+/);
  engine.postMessage(line);
  if (word === "quit") process.exit(0);
  if (!isThinking) setImmediate(think);
  isThinking = true;
}

let rest = Buffer.alloc(0);
process.stdin.on("data", bytes => {
  rest = Buffer.concat([rest, bytes]);
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end);
    rest = rest.subarray(end + 1);
    hear(line);
  }
});
process.stdin.on("end", () => {
  if (rest.length) hear(rest);
  isAtEnd = true;
  if (!isThinking) process.exit(0);
  engine.postMessage("stop");
});
