// The worker of a GUI for tests: `{launch: folder}` first, then `{line}`; gives back `{line}` and `{fault}`, and
// `{times, memory}` when asked to `{tell: true}`.

import { drive, memories } from "./gui.js";

let gui = null;
const early = [];

self.onmessage = async ({ data }) => {
  if (data.launch) {
    const { default: createEngine, loadData } = await import(`${data.launch}/komadai.js`);
    const printErr = fault => self.postMessage({ fault });
    const engine = await createEngine({ printErr, locateFile: file => `${data.launch}/${file}` });
    await loadData(engine);
    gui = drive(engine, line => self.postMessage({ line }));
    early.forEach(line => gui.say(line));
  } else if (data.line !== undefined) {
    if (gui) gui.say(data.line);
    else early.push(data.line);
  } else if (data.tell) {
    self.postMessage({ times: gui.polls.splice(0), memory: memories.at(-1).buffer.byteLength });
  }
};
