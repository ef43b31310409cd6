// Searches of the engine, one after the other, in the words of the protocol.

import { choices } from "../page/choices.js";

/** Shortest time between two updates of the page, in milliseconds. */
const PAUSE = 150;

/** `position sfen ... moves ...` */
const positionLine = ({ sfen, moves }) => `position sfen ${sfen}` + (moves.length ? ` moves ${moves.join(" ")}` : "");

/**
 * Searches with a machine. A search is `{path, options, go, told, answered}`: the options that must hold, the `go`
 * line, who gets the `info` lines (the last of each rank, now and then) and who gets the answer, which is the move, for
 * `go mate` the moves or a word, or null if the search was given up.
 */
export function makeThinker() {
  let machine = null, isReady = false, isStopping = false;
  /** The search under way, the one that follows, and the values that options have. */
  let current = null, next = null, known = new Map();
  let said = new Map(), timer = null;

  function flush() {
    timer = null;
    if (current && current.told && said.size) current.told([...said.values()]);
  }

  function run(search) {
    current = search;
    said = new Map();
    isStopping = false;
    machine.expect(true);
    for (const [name, value] of Object.entries(search.options)) {
      if (known.get(name) === value) continue;
      known.set(name, value);
      machine.say(`setoption name ${name} value ${value}`);
    }
    if (search.isNewGame) machine.say("usinewgame");
    machine.say(positionLine(search.path));
    machine.say(search.go);
  }

  function goOn() {
    if (!isReady || current || !next) return;
    const search = next;
    next = null;
    run(search);
  }

  function finish(word) {
    clearTimeout(timer);
    flush();
    const done = current;
    current = null;
    machine.expect(false);
    if (done && done.answered) done.answered(word);
    goOn();
  }

  return {
    use: other => { machine = other; },
    /** A line of the engine. */
    hears(line) {
      const [word, ...rest] = line.split(" ");
      if (word === "usiok") machine.say("isready");
      else if (word === "readyok") {
        isReady = true;
        machine.expect(false);
        goOn();
      } else if (word === "info" && current && rest.includes("score")) {
        const rank = rest.includes("multipv") ? rest[rest.indexOf("multipv") + 1] : "1";
        const isBound = rest.includes("lowerbound") || rest.includes("upperbound");
        // A bound says less than the score that is known.
        if (!isBound || !said.has(rank)) said.set(rank, line);
        if (!timer) timer = setTimeout(flush, PAUSE);
      } else if (word === "bestmove" && current) finish(rest[0]);
      else if (word === "checkmate" && current) finish(rest.join(" "));
    },
    /** Another machine knows nothing of what went before; what is under way begins again. */
    isNew() {
      isReady = false;
      known = new Map();
      if (current && !isStopping) next ||= current;
      if (current && isStopping && current.answered) current.answered(null);
      current = null;
      machine.expect(true);
      for (const line of ["usi", `setoption name USI_Hash value ${choices.table}`]) machine.say(line);
    },
    /** Begins a search as soon as the one before has ended; returns what ends it. */
    search(search) {
      if (next && next.answered) next.answered(null);
      next = search;
      const stop = () => {
        if (next === search) next = null;
        else if (current === search && !isStopping) {
          isStopping = true;
          machine.say("stop");
        }
      };
      if (current && !isStopping) {
        isStopping = true;
        machine.say("stop");
      }
      goOn();
      return stop;
    },
  };
}
