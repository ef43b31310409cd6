// The engine in a worker as the page uses it (engine.js).

import { makeMachine } from "./machine.js";
import { makeThinker } from "./thinker.js";

/** The steps of the engine's ladder, the weakest first; behind them full strength. */
function makeLevels() {
  const levels = [];
  for (let kyu = 15; kyu >= 1; kyu--) levels.push({ id: String(-kyu), japanese: `${kyu}級`, english: `${kyu} kyu` });
  for (let dan = 1; dan <= 9; dan++) {
    levels.push({ id: String(dan), japanese: `${dan > 1 ? "二三四五六七八九"[dan - 2] : "初"}段`, english: `${dan} dan` });
  }
  levels.push({ id: "full", japanese: "最強", english: "Full strength" });
  return levels;
}

/** The options of a search: every line of an analysis at full strength. */
const optionsFor = (lines, level) => ({
  MultiPV: String(lines),
  USI_LimitStrength: String(level !== "full"),
  ...level === "full" ? {} : { USI_Strength: level },
});

/**
 * The engine that `open` and `start` make (machine.js). It begins when it is first needed, or at once if
 * `isEager`.
 */
export function connect({ open, start }, isEager) {
  const thinker = makeThinker();
  let machine = null;
  const listeners = new Set();
  const engine = { state: "starting", reason: null };
  const wake = () => {
    if (machine) return machine;
    machine = makeMachine({ open, start: Promise.resolve().then(start) }, {
      hears: thinker.hears,
      isNew: thinker.isNew,
      tells: (state, reason = null) => {
        Object.assign(engine, { state, reason });
        for (const listener of listeners) listener();
      },
    });
    thinker.use(machine);
    return machine;
  };
  const ask = (question, content) => wake().ask(question, content);

  if (isEager) wake();
  return Object.assign(engine, {
    levels: makeLevels(),
    watch: listener => void listeners.add(listener),
    restart: () => wake().restart(),
    kill: () => wake().kill(),
    moves: path => ask({ ask: "moves", ...path }),
    read: (content, name, index = 0, lang = "en") => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return ask({ ask: "read", name, index, lang }, bytes);
    },
    write: (game, extension, lang = "en") => ask({ ask: "write", extension, lang, ...game }),
    book: path => ask({ ask: "book", ...path }),
    review: (game, said, settings) => ask({ ask: "review", said, settings, ...game }),
    handicaps: () => ask({ ask: "handicaps" }),
    check: async (sfen, lang) => (await ask({ ask: "check", sfen, lang })).sfen,
    found: (path, said) => ask({ ask: "found", ...path, said }),
    mate: (path, ms) => new Promise(resolve => {
      wake();
      thinker.search({ path, options: optionsFor(1, "full"), go: `go mate ${ms}`, answered: resolve });
    }),
    inspect(path, go) {
      wake();
      let said = [], stop = null;
      const done = new Promise(resolve => {
        stop = thinker.search({ path, options: optionsFor(1, "full"), go, told: lines => { said = lines; }, answered: word => resolve(word === null ? null : said) });
      });
      return { done, stop };
    },
    analyse(path, { lines }, tell) {
      wake();
      let isOver = false;
      const stop = thinker.search({
        path, options: optionsFor(lines, "full"), go: "go infinite",
        told: async said => {
          const found = await ask({ ask: "found", ...path, said }).catch(() => null);
          if (found && !isOver) tell(found);
        },
      });
      return () => { isOver = true; stop(); };
    },
    answer: (path, { level, seconds, go, isNewGame }) => new Promise(resolve => {
      wake();
      thinker.search({
        path, options: optionsFor(1, level), isNewGame,
        go: go ? `go ${go}` : `go btime 0 wtime 0 byoyomi ${Math.round(1000 * seconds)}`, answered: resolve,
      });
    }),
  });
}

/** The engine that stands in the file of the page itself; it begins at once if `isEager`. */
export function connectInside(isEager) {
  const textIn = id => JSON.parse(document.getElementById(id).textContent);
  /** The bytes that a text in base64 stands for. */
  const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const program = () => new Blob([textIn("worker")], { type: "text/javascript" });
  return connect({
    // A module could not be started here: where the page is a file, Chromium takes its origin for another one.
    open: () => new Worker(URL.createObjectURL(program())),
    start: () => ({
      module: textIn("module"), wasm: bytesOf(textIn("wasm")),
      files: Object.fromEntries(Object.entries(textIn("files")).map(([path, text]) => [path, bytesOf(text)])),
    }),
  }, isEager);
}
