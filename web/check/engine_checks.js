// Checks of the engine's module as a GUI sees it: under node, and in a worker of a browser.
//
// A check gets `open`, which starts an engine as a GUI does and gives `{ say, hear, lines, faults, polls, end }`, and says
// what it measured; what is wrong it throws.

/** The moves of the start position, for one who knows no rules. */
const FIRST_MOVES = new Set(("1g1f 2g2f 3g3f 4g4f 5g5f 6g6f 7g7f 8g8f 9g9f 1i1h 9i9h 3i3h 3i4h 7i7h 7i6h 4i3h 4i4h 4i5h "
  + "6i5h 6i6h 6i7h 5i4h 5i5h 5i6h 2h1h 2h3h 2h4h 2h5h 2h6h 2h7h").split(" "));

const MIDDLEGAME = "position sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
const isAnswer = line => /^(bestmove|checkmate)\b/.test(line);

function must(holds, ...words) {
  if (!holds) throw new Error(words.join(" "));
}

/** An engine that is ready, with its options as given. */
async function ready(open, options = {}) {
  const engine = await open();
  engine.say("usi");
  await engine.hear(line => line === "usiok");
  for (const [name, value] of Object.entries(options)) engine.say(`setoption name ${name} value ${value}`);
  engine.say("isready");
  await engine.hear(line => line === "readyok");
  return engine;
}

/** The interface shogihome-wasm-engine/1, item by item. */
async function conformance({ open, manifest }) {
  must(manifest.abi === "shogihome-wasm-engine/1", "abi", manifest.abi);
  const first = await open();
  first.say("usi");
  await first.hear(line => line === "usiok");
  must(first.lines.includes(`id name ${manifest.name}`), "another name");
  must(first.lines.includes(`id author ${manifest.author}`), "another author");
  const declared = first.lines.filter(line => line.startsWith("option "));
  must(declared.length === manifest.options.length, "other options");
  manifest.options.forEach(({ name, type }, i) => {
    must(declared[i].startsWith(`option name ${name} type ${type}`), "option", name);
  });
  await first.end();

  const ids = manifest.presets.map(({ id }) => id);
  must(ids.length && new Set(ids).size === ids.length, "presets with one id");
  for (const { id, values } of manifest.presets) {
    const engine = await ready(open, values);
    must(!engine.faults.length && !engine.lines.some(line => line.startsWith("info string option")), "preset", id);
    engine.say("usinewgame");
    engine.say("position startpos");
    const start = performance.now();
    engine.say("go btime 10000 wtime 10000 byoyomi 1000");
    const answer = await engine.hear(isAnswer);
    must(FIRST_MOVES.has(answer.split(" ")[1]), id, answer);
    must(performance.now() - start < 5000, id, "is slow");
    await engine.end();
  }

  const engine = await ready(open);
  engine.say("position startpos");
  engine.say("go btime 600000 wtime 600000 byoyomi 300000");
  engine.say("stop");
  must(FIRST_MOVES.has((await engine.hear(isAnswer)).split(" ")[1]), "stop");
  engine.lines.length = 0;
  engine.say("go mate infinite");
  must(await engine.hear(isAnswer) === "checkmate nomate", "go mate");
  await engine.end();

  for (const how of ["quit", "end"]) {
    const engine = await ready(open);
    engine.say("position startpos");
    // No answer of its own accord may be under way from a worker when the end comes.
    engine.say("go infinite");
    await pause(30);
    if (how === "quit") engine.say("quit");
    else await engine.end();
    const before = engine.lines.length;
    await pause(200);
    must(!engine.lines.slice(before).some(isAnswer), "an answer after", how);
    await engine.end();
  }
  return { presets: ids.length, options: declared.length };
}

/** Pondering, several lines, a new `go` in the middle of another: one answer each. */
async function commands({ open }) {
  const engine = await ready(open, { USI_Hash: 16, USI_OwnBook: false });
  const answers = () => engine.lines.filter(isAnswer).length;
  const settle = async expected => {
    await engine.hear(isAnswer);
    await pause(60);
    must(answers() === expected, `${answers()} answers instead of ${expected}`);
    engine.lines.length = 0;
  };
  engine.say(MIDDLEGAME);
  engine.say("setoption name MultiPV value 3");
  engine.say("go nodes 20000");
  await engine.hear(isAnswer);
  must(engine.lines.some(line => line.includes(" multipv 3 ")), "no third line");
  await settle(1);
  engine.say("go ponder btime 1000 wtime 1000");
  await pause(50);
  must(!answers(), "an answer while pondering");
  engine.say("ponderhit");
  await settle(1);
  engine.say("go infinite");
  await pause(50);
  engine.say("go movetime 50");
  await settle(1);
  // A mate is found at once, the answer waits for the stop.
  engine.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
  engine.say("go infinite");
  await pause(100);
  must(!answers(), "an answer before the stop");
  engine.say("stop");
  must(await engine.hear(isAnswer) === "bestmove G*5b", "mate in one");
  await settle(1);
  engine.say("go mate 1000");
  must(await engine.hear(isAnswer) === "checkmate G*5b", "mate in one by the solver");
  // A problem without end for the solver, stopped.
  engine.lines.length = 0;
  engine.say(MIDDLEGAME.replace(" w ", " b "));
  engine.say("go mate infinite");
  await pause(50);
  engine.say("stop");
  must((await engine.hear(isAnswer)).startsWith("checkmate"), "go mate does not stop");
  must(!engine.faults.length, ...engine.faults);
  await engine.end();
  return {};
}

/** Questions of a page in the middle of a search: a mistake is judged by a proof, which searches too, and CP932 is read and written. */
async function questions({ open }) {
  const engine = await ready(open, { USI_Hash: 16, USI_OwnBook: false });
  if (!engine.ask) return { skipped: "an engine in a worker has no such function here" };
  engine.say(MIDDLEGAME);
  engine.say("go infinite");
  await pause(50);
  const game = { sfen: "7nl/7k1/5+P1pp/9/9/9/9/9/9 b GS 1", nodes: [{}, { parent: 0, usi: "4c4d", comments: ["角〓☗"] }] };
  const said = [["info depth 9 nodes 99 score mate 3 pv S*3a 2b1b G*2b"], ["info depth 9 nodes 99 score cp 0 pv 2b3c"]];
  const { positions, error } = engine.ask({ ask: "review", said, settings: null, ...game });
  must(positions && positions[1].move.missed_mate === 3, "the missed mate:", error);
  must(positions[1].move.reasons.length, "no reason is proven");
  const { base64, losses } = engine.ask({ ask: "write", extension: "kif", lang: "ja", ...game });
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  must(losses.some(loss => loss.includes("☗")), "nothing is said of what CP932 lacks");
  const { document } = engine.ask({ ask: "read", name: "a.kif", lang: "ja" }, bytes);
  must(document.positions[1].comments[0] === "角〓〓" && document.positions[1].move.usi === "4c4d", "the record is not read as it was written");
  engine.say("stop");
  await engine.hear(isAnswer);
  must(!engine.faults.length, ...engine.faults);
  await engine.end();
  return {};
}

/** What is wrong with a move, a record or a position, in Japanese: squares are named in kanji. */
async function japanese({ open }) {
  const engine = await ready(open);
  if (!engine.ask) return { skipped: "an engine in a worker has no such function here" };
  const problemsOf = (name, text) => engine.ask({ ask: "read", name, lang: "ja" }, new TextEncoder().encode(text)).problems;
  const told = {
    "７五（７七）": problemsOf("a.usi", "position startpos moves 7g7e"),
    "１一": problemsOf("a.kif", "手合割：平手\n   1 ９九王(11)\n"),
    "９一の歩": [engine.ask({ ask: "check", lang: "ja", sfen: "P3k4/9/9/9/9/9/9/9/4K4 b - 1" }).error],
  };
  for (const [words, problems] of Object.entries(told)) {
    must(problems.length === 1 && problems[0].includes(words) && !/[1-9][a-i]/.test(problems[0]), words, "is not in:", ...problems);
  }
  await engine.end();
  return { told: Object.values(told).flat() };
}

/** How long an answer takes after `stop`. */
async function stops({ open, count }) {
  const engine = await ready(open, { USI_Hash: 64, USI_OwnBook: false });
  const waits = [];
  for (let i = 0; i < count; i++) {
    engine.say(i % 2 ? MIDDLEGAME : "position startpos");
    engine.say("go infinite");
    await pause(5 + 7 * (i % 11));
    engine.lines.length = 0;
    const start = performance.now();
    engine.say("stop");
    await engine.hear(isAnswer);
    waits.push(performance.now() - start);
  }
  await engine.end();
  waits.sort((a, b) => a - b);
  const at = share => waits[Math.min(count - 1, Math.floor(count * share))];
  return { count, median_ms: at(0.5), p99_ms: at(0.99), longest_ms: at(1), within_50_ms: waits.filter(ms => ms <= 50).length / count };
}

/** The longest poll of searches to depth 20. */
async function polls({ open, depth }) {
  const engine = await ready(open, { USI_Hash: 64, USI_OwnBook: false });
  engine.polls.length = 0;
  for (const position of ["position startpos", MIDDLEGAME]) {
    engine.say("usinewgame");
    engine.say(position);
    engine.say(`go depth ${depth}`);
    await engine.hear(isAnswer, 600_000);
    engine.lines.length = 0;
  }
  const times = await engine.times();
  await engine.end();
  times.sort((a, b) => a - b);
  return {
    polls: times.length, median_ms: times[times.length >> 1], longest_ms: times.at(-1),
    above_50_ms: times.filter(ms => ms > 50).length,
  };
}

/**
 * A turn ends at the first look at the clock that finds it over, however fast the machine is: by a clock that goes on by one
 * millisecond with each look, no poll looks more often than its turn has milliseconds, and a few times more.
 */
async function turns({ open }) {
  let looks = 0;
  const engine = await open({ now: () => ++looks, clock: () => looks });
  if (!engine) return { skipped: "an engine in a worker has its own clock" };
  for (const line of ["usi", "setoption name USI_OwnBook value false", "setoption name USI_Hash value 16", "isready"]) engine.say(line);
  for (const words of ["go nodes 100000", "setoption name MultiPV value 3", "go nodes 100000", "go mate infinite nodes 100000"]) {
    engine.say(MIDDLEGAME);
    engine.lines.length = 0;
    engine.say(words);
    if (words.startsWith("go")) await engine.hear(isAnswer, 300_000);
  }
  const most = Math.max(...engine.polls);
  await engine.end();
  must(engine.polls.length > 20, "only", engine.polls.length, "polls");
  must(most <= 24, "a poll looked at the clock", most, "times");
  return { polls: engine.polls.length, most_looks: most };
}

/** Nodes a second of a search, the code being compiled by the browser before. */
async function speed({ open, nodes }) {
  const engine = await ready(open, { USI_Hash: 64, USI_OwnBook: false });
  const best = {};
  for (let round = 0; round < 4; round++) {
    for (const [name, position] of [["start", "position startpos"], ["middlegame", MIDDLEGAME]]) {
      engine.lines.length = 0;
      engine.say("usinewgame");
      engine.say(position);
      engine.say(`go nodes ${nodes}`);
      await engine.hear(isAnswer, 600_000);
      const nps = Math.max(...engine.lines.flatMap(line => line.match(/ nps (\d+)/)?.[1] ?? []).slice(-1).map(Number));
      best[name] = Math.max(best[name] ?? 0, nps);
    }
  }
  await engine.end();
  return best;
}

const NONSENSE = ["", " ", "\t", "position", "position sfen", "position sfen 9/9 b -", "position startpos moves", "position startpos moves 7g7f 7g7f",
  `position sfen ${"k".repeat(100_000)}`, "go nodes", "go nodes -5", "go nodes 1e99", "go depth 99999999999999999999", "go btime x",
  "setoption", "setoption name", "setoption name USI_Hash value", "setoption name USI_Hash value 1000000", "setoption name USI_Hash value -1",
  "setoption name Threads value 4", "setoption name EvalDir value \u{0}/../x", "setoption name EvalDir value 将棋", "setoption name BookFile value nothing.db",
  "setoption name DebugLogFile value log.txt", "ponderhit", "stop", "gameover", "gameover win", "\u{0}\u{1}\u{ffff}", "将棋", "\ud800", "usi usi",
  "bench depth 1 hash 9999999", "go perft 99", "isready isready", "x".repeat(1_000_000)];

/** Whatever is said, the engine lives on. */
async function faults({ open }) {
  const engine = await ready(open, { USI_Hash: 16, USI_OwnBook: false });
  const isAlive = async words => {
    engine.say("stop");
    engine.say("setoption name EvalDir value eval");
    engine.say("isready");
    await engine.hear(line => line === "readyok");
    engine.lines.length = 0;
    engine.say("position startpos");
    engine.say("go nodes 100");
    must(FIRST_MOVES.has((await engine.hear(isAnswer)).split(" ")[1]), "after", words.slice(0, 40));
    engine.lines.length = 0;
  };
  for (const words of NONSENSE) {
    engine.say(words);
    await isAlive(words);
    // The same in the middle of a search.
    engine.say("go infinite");
    await pause(20);
    engine.say(words);
    await isAlive(words);
  }
  must(!engine.faults.some(line => /failed/.test(line)), ...engine.faults);
  await engine.end();
  return { messages: NONSENSE.length };
}

/** An instance that fails is replaced, with its options and its position, and the move is answered. */
async function replacement({ open }) {
  let isArmed = false;
  const now = () => {
    if (!isArmed) return performance.now();
    isArmed = false;
    throw new Error("planned by this check");
  };
  const engine = await open({ now });
  if (!engine) return { skipped: "an engine in a worker has its own clock" };
  for (const line of ["usi", "setoption name USI_Hash value 16", "setoption name MultiPV value 2", "isready", "position startpos moves 7g7f", "go infinite"]) engine.say(line);
  await pause(50);
  engine.lines.length = 0;
  isArmed = true;
  const answer = await engine.hear(isAnswer);
  must(engine.faults.some(line => line.includes("starts anew")), "nobody was told");
  must(!FIRST_MOVES.has(answer.split(" ")[1]) && /^bestmove \d[a-i]/.test(answer), "after a fault:", answer);
  engine.lines.length = 0;
  engine.say("go nodes 5000");
  await engine.hear(isAnswer);
  must(engine.lines.some(line => line.includes(" multipv 2 ")), "the options are lost");
  await engine.end();
  return {};
}

/** A worker that ends without a word is replaced by another one. */
async function killed({ open }) {
  const engine = await ready(open);
  engine.say("position startpos");
  engine.say("go infinite");
  await pause(50);
  await engine.end();
  const other = await ready(open);
  other.say("go nodes 1000");
  await other.hear(isAnswer);
  await other.end();
  return {};
}

/** Ten games with the largest table: memory that is given back is used again. */
async function growth({ open }) {
  const engine = await ready(open, { USI_Hash: 256, USI_OwnBook: false });
  const sizes = [];
  for (let game = 0; game < 10; game++) {
    engine.say("isready");
    engine.say("usinewgame");
    for (const position of ["position startpos", MIDDLEGAME]) {
      engine.say(position);
      engine.lines.length = 0;
      engine.say("go nodes 20000");
      await engine.hear(isAnswer);
    }
    engine.lines.length = 0;
    engine.say("go mate 200");
    await engine.hear(isAnswer);
    engine.say("gameover draw");
    sizes.push(await engine.memory() / 2 ** 20);
  }
  // The solver takes what its time allows, so the first games need not be alike.
  must(sizes.at(-1) <= Math.max(...sizes.slice(0, 5)), "memory grows:", ...sizes);
  // A smaller table and the large one again may leave a gap, but not one each time.
  const gaps = [];
  for (let turn = 0; turn < 4; turn++) {
    for (const mib of [16, 256]) {
      engine.say(`setoption name USI_Hash value ${mib}`);
      engine.say("isready");
      engine.lines.length = 0;
      engine.say("go nodes 5000");
      await engine.hear(isAnswer);
    }
    gaps.push(await engine.memory() / 2 ** 20);
  }
  await engine.end();
  must(gaps.at(-1) <= gaps[0], "memory grows with the size of the table:", ...gaps);
  return { first_mib: sizes[0], last_mib: sizes.at(-1), other_sizes_mib: gaps.at(-1) };
}

export const CHECKS = { conformance, commands, questions, japanese, faults, replacement, killed, growth, turns, stops, polls, speed };
