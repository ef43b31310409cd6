// The engine in a worker: whatever it thinks about, the page stays awake. A classic script, for reports.
//
// It hears `{start: {module, wasm, files}}`, the text of the module, its bytes and its data files by their paths, or of all three
// where they are;
// `{line}` of the protocol; `{ask, question, content}`, a question with its number; and `{ping}`. It says
// `{started}`, `{line}`, `{answer, result}`, `{pong}`, `{fault}` what went wrong, and `{failed}` when it is of no
// use any more.

"use strict";

let engine = null;
let isThinking = false;

// Messages come between two turns, and no timer slows them down.
const turns = new MessageChannel();
turns.port1.onmessage = () => {
  if (!isThinking) return;
  engine.poll();
  if (isThinking) turns.port2.postMessage(null);
};

function hear(line) {
  const [, isBegin] = /^(go|ponderhit|isready)\b/.exec(line) || [];
  const wasThinking = isThinking;
  if (isBegin) isThinking = true;
  engine.postMessage(line);
  if (isThinking && !wasThinking) turns.port2.postMessage(null);
}

const bytesOf = async place => typeof place === "string" ? new Uint8Array(await (await fetch(place)).arrayBuffer()) : place;

async function start({ module, wasm, files }) {
  const isText = !/^https?:/.test(module);
  const url = isText ? URL.createObjectURL(new Blob([module], { type: "text/javascript" })) : module;
  const { default: createEngine } = await import(url);
  const from = typeof wasm === "string" ? { locateFile: () => wasm } : { wasmBinary: wasm };
  engine = await createEngine({ ...from, printErr: text => postMessage({ fault: text }) });
  const contents = await Promise.all(Object.values(files).map(bytesOf));
  Object.keys(files).forEach((path, i) => engine.FS.writeFile(path, contents[i]));
  engine.addMessageListener(line => {
    if (/^(bestmove|checkmate|readyok)\b/.test(line)) isThinking = false;
    postMessage({ line });
  });
  postMessage({ started: true });
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else if (data.line) hear(data.line);
    else if (data.question) postMessage({ answer: data.ask, result: engine.ask(data.question, data.content) });
    else if (data.ping) postMessage({ pong: true });
  } catch (error) {
    postMessage({ failed: String(error && error.message || error) });
  }
});
