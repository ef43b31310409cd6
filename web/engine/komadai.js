// Komadai as a module for GUIs that run in browsers, by the interface `shogihome-wasm-engine/1`.
//
//   const engine = await createEngine({ printErr, locateFile });
//   engine.addMessageListener(line => ...);
//   engine.postMessage("usi");
//
// The engine has no thread of its own. `postMessage` does at once what takes no thought; a search goes
// on in `poll`, which is to be called again and again from `go` or `ponderhit` until the answer, and returns
// after TURN_MS at the latest. For that the engine's stack is put away and brought back
// by the code that Binaryen's asyncify added to it.

/** How long the engine works before it gives the thread back. */
const TURN_MS = 12;
/** What asyncify says that it is doing. */
const UNWINDING = 1, REWINDING = 2;

/** The data files of engine.json by the paths that they are written to, and who takes them. */
const TAKERS = {
  "/network.bin": exports => exports.komadai_take_network(),
  "/book.bin": exports => exports.komadai_take_book(),
};

const decoder = new TextDecoder(), encoder = new TextEncoder();
/** What the engine reads: UTF-8, or bytes as they came. */
const bytesOf = text => text instanceof Uint8Array ? text : encoder.encode(text);

/** Encodings by the numbers that the engine gives them. */
const ENCODINGS = ["shift_jis", "euc-jp"];

let codes = null;

/** The code of a character in CP932, or -1; by the standard of browsers (encoding.spec.whatwg.org), which only decode it. */
export function cp932(point) {
  if (point <= 0x80) return point;
  if (point === 0xa5) return 0x5c;
  if (point === 0x203e) return 0x7e;
  if (point >= 0xff61 && point <= 0xff9f) return point - 0xff61 + 0xa1;
  codes ||= doubleCodes();
  return codes.get(point === 0x2212 ? 0xff0d : point) ?? -1;
}

/** The characters of two bytes. */
function doubleCodes() {
  const table = new Map(), sjis = new TextDecoder("shift_jis");
  for (let row = 0; row < 60; row++) {
    const lead = row + (row < 31 ? 0x81 : 0xc1);
    for (let column = 0; column < 188; column++) {
      const trail = column + (column < 63 ? 0x40 : 0x41), at = 188 * row + column;
      // Copies of characters that stand elsewhere, and places for anybody's own.
      if (at >= 8272 && at <= 10715) continue;
      const text = sjis.decode(Uint8Array.of(lead, trail));
      const point = text.codePointAt(0);
      if (text.length === 1 && point !== 0xfffd && !table.has(point)) table.set(point, 256 * lead + trail);
    }
  }
  return table;
}

/** One instance of the WebAssembly module. After a fault it is of no use any more. */
class Machine {
  constructor(module, { now, print, printErr }) {
    this.isPaused = false;
    const komadai = {
      now,
      random: Math.random,
      pause: () => this.pause(),
      write: (start, length) => print(this.text(start, length)),
      write_error: (start, length) => printErr(this.text(start, length)),
      decode: (kind, start, length, out) =>
        encoder.encodeInto(new TextDecoder(ENCODINGS[kind]).decode(this.view(start, length)), this.view(out, 3 * length)).written,
      cp932,
    };
    this.exports = new WebAssembly.Instance(module, { komadai }).exports;
    this.exports.komadai_start();
    this.room = this.exports.komadai_stack_room();
  }

  /** Called by the engine where it may stop for a while, and again when it is about to go on. */
  pause() {
    const { exports } = this;
    if (exports.asyncify_get_state() === REWINDING) exports.asyncify_stop_rewind();
    else exports.asyncify_start_unwind(this.room);
  }

  /** Some bytes of the engine's memory. It may have grown, which ends the views of before. */
  view(start, length) {
    return new Uint8Array(this.exports.memory.buffer, start, length);
  }

  text(start, length) {
    return decoder.decode(this.view(start, length));
  }

  /** Puts a text where the engine looks for it. */
  bring(bytes) {
    const start = this.exports.komadai_text(bytes.length);
    this.view(start, bytes.length).set(bytes);
  }

  /** Takes a data file. */
  take(path, bytes) {
    this.bring(bytes);
    TAKERS[path](this.exports);
  }

  /** Brings lines; false after `quit`. */
  hear(lines) {
    this.bring(bytesOf(lines));
    return this.exports.komadai_hear() !== 0;
  }

  /** The answer to a question, which is a line of JSON with or without the bytes of a file behind it. */
  ask(question) {
    // A review proves mates; out of the middle of an answer there is no way back.
    this.exports.komadai_begin_turn(Infinity);
    this.bring(question);
    const length = this.exports.komadai_ask();
    return this.text(this.exports.komadai_answer(), length);
  }

  /** Lets the engine work for a while. */
  work(ms) {
    const { exports } = this;
    exports.komadai_begin_turn(ms);
    if (this.isPaused) exports.asyncify_start_rewind(this.room);
    exports.komadai_think();
    this.isPaused = exports.asyncify_get_state() === UNWINDING;
    if (this.isPaused) exports.asyncify_stop_unwind();
  }
}

/** The bytes of a file, wherever this module runs. */
async function load(url) {
  if (url.startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return readFile(new URL(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The code of the engine. */
async function compile({ wasmBinary, locateFile }) {
  if (wasmBinary instanceof WebAssembly.Module) return wasmBinary;
  // From bytes, since servers may not know the type of the file.
  return WebAssembly.compile(wasmBinary || await load(locateFile ? locateFile("komadai.wasm") : new URL("komadai.wasm", import.meta.url).href));
}

/**
 * Loads the data files that the `engine.json` of a folder declares, as a GUI of the interface does itself. `base` is the
 * address of the folder, by default this module's own.
 */
export async function loadData(engine, base = new URL(".", import.meta.url).href) {
  const manifest = JSON.parse(decoder.decode(await load(new URL("engine.json", base).href)));
  const files = (manifest.dataFiles || []).map(async ({ url, path }) => [path, await load(new URL(url, base).href)]);
  for (const [path, bytes] of await Promise.all(files)) engine.FS.writeFile(path, bytes);
}

/** What has been said to the engine that another one must know to take its place. */
class Memory {
  constructor() {
    this.options = new Map();
    this.position = null;
    this.isReady = false;
    /** The command whose answer is due. */
    this.due = null;
  }

  hear(line) {
    const [word, ...rest] = (typeof line === "string" ? line : decoder.decode(line)).trim().split(/\s+/);
    if (word === "setoption") this.options.set(rest.join(" ").replace(/ value .*/, ""), line);
    else if (word === "position") this.position = line;
    else if (word === "isready" || word === "go") this.due = line;
    this.isReady ||= word === "isready";
  }

  /** Whether a line of the engine is what it owed. */
  said(line) {
    if (/^(bestmove|checkmate|readyok)\b/.test(line)) this.due = null;
  }

  /** What is owed when nothing can be thought of. */
  emptyAnswer() {
    if (this.due === null) return [];
    if (/^\s*isready/.test(this.due)) return ["readyok"];
    return [/\smate\b/.test(this.due) ? "checkmate timeout" : "bestmove resign"];
  }
}

/**
 * Makes an engine. It plays with the network and the book of the data files that it is given: by `FS`, or by `loadData`.
 *
 * `printErr` gets what is said about faults, `locateFile` finds `komadai.wasm`. Where there is nothing to
 * load from, `wasmBinary` is its content or the module compiled from it. `now` is a clock in milliseconds.
 */
export default async function createEngine(options = {}) {
  const { printErr = line => console.error(line), now = () => performance.now() } = options;
  const module = await compile(options);
  const listeners = new Set();
  const memory = new Memory();
  /** The data files, which another machine needs too. */
  const files = new Map();
  /** Lines that have come and lines to be told: nobody is called from within the engine. */
  const inbox = [], outbox = [];
  let isBusy = false, isOver = false, isMuted = false;

  const make = () => {
    const made = new Machine(module, {
      now,
      printErr,
      print: text => {
        for (const line of text.replace(/\n$/, "").split("\n")) {
          if (isMuted) continue;
          memory.said(line);
          outbox.push(line);
        }
      },
    });
    for (const [path, bytes] of files) made.take(path, bytes);
    return made;
  };
  let machine = make();

  /** Another instance in the place of one that has failed; whatever was asked for is answered. */
  function replace(error) {
    printErr(`the engine failed and starts anew: ${error}`);
    outbox.push("info string something went wrong inside the engine; it goes on");
    const position = memory.position;
    for (const line of [position, null]) {
      try {
        isMuted = true;
        machine = make();
        const lines = [...memory.options.values(), ...memory.isReady ? ["isready"] : []];
        if (line) lines.push(line);
        machine.hear(lines.join("\n"));
        machine.work(Infinity);
        isMuted = false;
        if (line && memory.due && !/^\s*isready|\smate\b/.test(memory.due)) {
          machine.hear("go nodes 1");
          machine.work(Infinity);
        }
        break;
      } catch (again) {
        // Perhaps it is the position that it cannot bear.
        printErr(`it fails again: ${again}`);
        memory.position = null;
      } finally {
        isMuted = false;
      }
    }
    outbox.push(...memory.emptyAnswer());
    memory.due = null;
  }

  /** Has the engine do something, and tells what it says. */
  function use(work) {
    const wasBusy = isBusy;
    isBusy = true;
    try {
      work();
    } catch (error) {
      replace(error);
    }
    while (outbox.length && !isOver) {
      const line = outbox.shift();
      for (const listener of listeners) {
        try {
          listener(line);
        } catch (error) {
          printErr(`a listener failed: ${error}`);
        }
      }
    }
    isBusy = wasBusy;
  }

  function hear(line) {
    memory.hear(line);
    if (machine.hear(line)) machine.work(TURN_MS);
    else isOver = true;
  }

  return {
    /** Says a line to the engine. */
    postMessage(line) {
      if (isOver) return;
      inbox.push(line instanceof Uint8Array ? line : String(line));
      // What a listener says in its turn waits until all have heard.
      while (!isBusy && !isOver && inbox.length) use(() => hear(inbox.shift()));
    },
    /** Where hosts write the data files, before the first line. */
    FS: {
      mkdirTree() {},
      writeFile(path, bytes) {
        if (!(path in TAKERS)) throw new Error(`there is no use for a file ${path}`);
        files.set(path, bytes);
        machine.take(path, bytes);
      },
    },
    addMessageListener: listener => void listeners.add(listener),
    removeMessageListener: listener => void listeners.delete(listener),
    /** Lets the engine think for at most `ms` milliseconds; whether it has more to think about. */
    poll(ms = TURN_MS) {
      if (!isOver && !isBusy && machine.isPaused) use(() => machine.work(ms));
      if (!isBusy) while (!isOver && inbox.length) use(() => hear(inbox.shift()));
      return !isOver && machine.isPaused;
    },
    /**
     * Answers what is no matter of the protocol (`src/web/question.rs`): `question` is to be written as JSON,
     * `content` the bytes of a file that it is about. Also while a search is under way.
     */
    ask(question, content = new Uint8Array()) {
      const line = bytesOf(JSON.stringify(question) + "\n");
      const bytes = new Uint8Array(line.length + content.length);
      bytes.set(line);
      bytes.set(content, line.length);
      let answer = { error: "the engine has ended" };
      if (!isOver) use(() => {
        try {
          answer = JSON.parse(machine.ask(bytes));
        } catch (error) {
          answer = { error: `something went wrong inside the engine: ${error}` };
          throw error;
        }
      });
      return answer;
    },
    /** Ends the engine: nothing is said any more. */
    terminate() {
      isOver = true;
      machine = null;
      listeners.clear();
    },
  };
}
