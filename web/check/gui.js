// A GUI for tests of the engine: polls every ten milliseconds while an answer is due, as ShogiHome does.

const POLL_EVERY = 10;

/** The memories of the instances made since, so that their size can be looked at. */
export const memories = [];
const Instance = WebAssembly.Instance;
WebAssembly.Instance = function (...args) {
  const made = new Instance(...args);
  memories.push(made.exports.memory);
  return made;
};

/** Drives an engine in this thread; `tell` gets its lines. `clock` tells how long polls take, in ms. */
export function drive(engine, tell, clock = () => performance.now()) {
  const polls = [];
  let timer = null;
  const rest = () => { clearInterval(timer); timer = null; };
  engine.addMessageListener(line => {
    if (/^(bestmove|checkmate)\b/.test(line)) rest();
    tell(line);
  });
  return {
    polls,
    say(line) {
      if (/^\s*(go|ponderhit)\b/.test(line) && !timer) {
        timer = setInterval(() => {
          const start = clock();
          engine.poll();
          polls.push(clock() - start);
        }, POLL_EVERY);
      }
      engine.postMessage(line);
    },
    end() {
      rest();
      engine.terminate();
    },
  };
}

/** Waits for lines that come one by one. */
export function makeLines() {
  const lines = [];
  let check = () => {};
  return {
    lines,
    tell(line) { lines.push(line); check(); },
    /** The first line that fits, of those that are there and those to come. */
    hear: (fits, ms = 60_000) => new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer; the last lines: ${lines.slice(-3).join(" / ")}`)), ms);
      check = () => {
        const found = lines.find(fits);
        if (found === undefined) return;
        clearTimeout(timer);
        check = () => {};
        resolve(found);
      };
      check();
    }),
  };
}
