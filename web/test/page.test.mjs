// The logic of the page without a browser: clocks, trees, positions, sizes, words.
//
// usage: node --test web/test

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

// What modules look at when they are loaded.
globalThis.location = { hash: "", href: "http://x/", pathname: "/", search: "" };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });

const { clockFace, clockWords, holdClock, makeClock, pressClock, startClock, timeLeft } = await import("../app/clock.js");
const { isIn, promoteLine, relist, removeFrom } = await import("../app/history.js");
const { inBox, move, toSfen } = await import("../app/setup.js");
const { turned } = await import("../app/mate.js");
const { documentOf } = await import("../app/library.js");
const { strokedBy } = await import("../app/drawing.js");
const { rowsOf, tallied } = await import("../app/explorer.js");
const { cp932 } = await import("../engine/komadai.js");
const { gameOf, pathTo } = await import("../app/engine.js");
const { settingOf, EVEN } = await import("../app/newgame.js");
const { brokenName } = await import("../page/board.js");
const { choices } = await import("../page/choices.js");
const { fit, shapes } = await import("../page/sizing.js");
const { parseSfen, playMove } = await import("../page/position.js");
const { addTo, lastOf, nodeAt, treeOf } = await import("../page/tree.js");
const { t } = await import("../page/words.js");
const { w } = await import("../app/phrases.js");

test("main time runs out into byoyomi, and byoyomi begins anew with each move", () => {
  const clock = makeClock({ main: 10_000, byoyomi: 5000, increment: 0 });
  startClock(clock, "black", 0);
  assert.deepEqual(timeLeft(clock, "black", 9000), { ms: 1000, isByoyomi: false });
  assert.deepEqual(timeLeft(clock, "black", 12_000), { ms: 3000, isByoyomi: true });
  assert.equal(timeLeft(clock, "black", 15_000).ms, 0);
  assert.equal(timeLeft(clock, "white", 15_000).ms, 10_000);
  assert.equal(pressClock(clock, 12_000), 12_000);
  startClock(clock, "black", 20_000);
  assert.deepEqual(timeLeft(clock, "black", 21_000), { ms: 4000, isByoyomi: true });
});

test("an increment is added to what is left", () => {
  const clock = makeClock({ main: 10_000, byoyomi: 0, increment: 2000 });
  startClock(clock, "white", 0);
  pressClock(clock, 3000);
  assert.equal(clock.left.white, 9000);
  assert.equal(timeLeft(clock, "white", 99_000).ms, 9000);
  startClock(clock, "white", 0);
  assert.equal(timeLeft(clock, "white", 9000).ms, 0);
});

test("a clock that is kept has lost what was used of it", () => {
  const clock = makeClock({ main: 10_000, byoyomi: 3000, increment: 0 });
  startClock(clock, "black", 0);
  holdClock(clock, 4000);
  assert.equal(clock.left.black, 6000);
  assert.equal(timeLeft(clock, "black", 5000).ms, 5000);
});

test("the engine gets a little less than the clock shows", () => {
  const clock = makeClock({ main: 60_000, byoyomi: 10_000, increment: 0 });
  startClock(clock, "white", 0);
  assert.equal(clockWords(clock, 1000), "btime 59850 wtime 58850 byoyomi 9700");
  assert.match(clockWords(makeClock({ main: 1000, byoyomi: 0, increment: 500 }), 0), /binc 500 winc 500$/);
});

test("clocks show minutes, and tenths at the end", () => {
  assert.deepEqual([3_661_000, 61_000, 9999, 0].map(clockFace), ["1:01:01", "1:01", "10.0", "0.0"]);
});

/** A tree of made-up positions: `a b c` with `x y` from a, and `z` from x. */
function madeTree() {
  const position = (ply, usi) => ({ ply, sfen: `${usi} b - 1`, move: ply ? { usi, side: "black" } : null });
  const doc = { headers: [], positions: [position(0, "s"), position(1, "a"), position(2, "b"), position(3, "c")], players: [] };
  const tree = treeOf(doc);
  const [, a] = tree.game;
  const x = addTo(tree, a, position(2, "x"));
  const y = addTo(tree, x, position(3, "y"));
  const z = addTo(tree, x, position(3, "z"));
  return { doc, tree, a, x, y, z };
}
const lines = tree => [tree.game, ...tree.variations.map(({ nodes }) => nodes)].map(nodes => nodes.map(node => node.move?.usi ?? "s").join(""));

test("moves behind the last go on with a line, others begin one", () => {
  const { tree, y, z } = madeTree();
  assert.deepEqual(lines(tree), ["sabc", "xy", "z"]);
  assert.deepEqual([y.variation, z.variation], [1, 2]);
  assert.equal(nodeAt(tree, 3, 1), y);
  relist(tree);
  assert.deepEqual(lines(tree), ["sabc", "xy", "z"]);
});

test("a line becomes the main one, and the old one a variation", () => {
  const { tree, z } = madeTree();
  promoteLine(tree, z);
  assert.deepEqual(lines(tree), ["saxz", "bc", "y"]);
  assert.equal(z.variation, 0);
});

test("moves behind an end are variations, until they are made the main line", () => {
  const { doc, tree } = madeTree();
  const [, , , c] = tree.game;
  c.end = doc.end = { japanese: "投了", english: "resignation" };
  const d = addTo(tree, c, { ply: 4, sfen: "d b - 1", move: { usi: "d", side: "black" } });
  assert.deepEqual(lines(tree), ["sabc", "xy", "z", "d"]);
  relist(tree);
  assert.deepEqual(lines(tree).sort(), ["d", "sabc", "xy", "z"]);
  assert.equal(lastOf(tree.root), c);
  const again = treeOf(structuredClone(documentOf({ doc, tree })));
  assert.equal(again.game.at(-1).end.english, "resignation");
  assert.deepEqual(lines(again), lines(tree));
  promoteLine(tree, d);
  assert.deepEqual(lines(tree).sort(), ["sabcd", "xy", "z"]);
  assert.equal(c.end, null);
});

test("a node is taken out with all behind it", () => {
  const { tree, a, x, y } = madeTree();
  assert.equal(removeFrom(tree, x), a);
  assert.deepEqual(lines(tree), ["sabc"]);
  assert.equal(isIn(tree, y), false);
  assert.equal(isIn(tree, tree.game[3]), true);
});

test("a game is kept as a document and comes back as it was", () => {
  const { doc, tree, y } = madeTree();
  y.end = tree.variations[0].end = { japanese: "投了", english: "Resigns" };
  y.legal = Promise.resolve();
  const again = treeOf(structuredClone(documentOf({ doc, tree })));
  assert.deepEqual(lines(again), lines(tree));
  assert.deepEqual(gameOf({ doc, tree: again }), gameOf({ doc, tree }));
  assert.deepEqual(pathTo(again.variations[1].nodes[0]).moves, ["a", "x", "z"]);
});

test("positions are written as they were read", () => {
  for (const sfen of [EVEN, "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1", "4k4/9/9/9/9/9/9/9/9 b 18p 1"]) {
    assert.equal(toSfen(parseSfen(sfen)), sfen);
  }
});

test("pieces set up by hand move between box, hands and board", () => {
  const position = parseSfen("4k4/9/9/9/9/9/9/9/4K4 b - 1");
  assert.deepEqual(inBox(position), { K: 0, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 });
  move(position, { box: "G" }, { side: "white", kind: "any" });
  move(position, { box: "R" }, 40);
  move(position, 40, { side: "black", kind: "any" });
  move(position, 4, { side: "black", kind: "any" });
  assert.equal(toSfen(position), "9/9/9/9/9/9/9/9/4K4 b Rg 1");
  assert.equal(inBox(position).K, 1);
});

test("moves change a position to draw", () => {
  const position = parseSfen(EVEN);
  for (const usi of ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]) playMove(position, usi);
  assert.equal(toSfen(position), "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1");
});

test("the other side's threat begins with its turn", () => {
  assert.equal(turned(EVEN).split(" ")[1], "w");
});

test("the board takes what the window allows, and never leaves it", () => {
  for (const [width, height, columns, shape] of [[390, 844, 1, "around"], [320, 568, 1, "around"], [844, 390, 2, "beside"], [768, 1024, 1, "around"],
    [1280, 800, 2, "beside"], [1920, 1080, 2, "beside"], [2560, 1440, 2, "beside"]]) {
    const found = fit({ width, height });
    assert.deepEqual([found.columns, found.shape], [columns, shape], `${width}x${height}`);
    assert.ok(found.width <= width);
    if (columns === 2) assert.ok(found.width * shapes[shape].height / shapes[shape].width <= height);
  }
  assert.ok(fit({ width: 2560, height: 1440 }).width > fit({ width: 1920, height: 1080 }).width);
});

test("a new game gets its position, side and clock", () => {
  const handicaps = [{ name: "two", sfen: "two" }];
  const wanted = { level: "-5", side: "white", start: "two", clock: "byoyomi30", own: [0, 0, 0], seconds: 3, isHuman: false };
  const setting = settingOf(wanted, handicaps);
  assert.deepEqual([setting.sfen, setting.side, setting.clock], ["two", "white", { main: 600_000, byoyomi: 30_000, increment: 0 }]);
  assert.equal(settingOf({ ...wanted, start: "here", clock: "none" }, handicaps).sfen, null);
  assert.equal(settingOf({ ...wanted, clock: "own", own: [0, 0, 0] }, handicaps).clock, null);
  assert.ok(["black", "white"].includes(settingOf({ ...wanted, side: "chance" }, handicaps).side));
});

test("both languages have all words, and every word that is used", () => {
  for (const words of [t, w]) {
    const keys = ["en", "ja"].map(lang => { choices.lang = lang; return Object.keys(words()).filter(key => key !== "one" && key !== "handicaps").sort(); });
    assert.deepEqual(keys[0], keys[1]);
  }
  choices.lang = "en";
  for (const folder of ["page", "app"]) {
    for (const file of readdirSync(new URL(`../${folder}/`, import.meta.url))) {
      const text = readFileSync(new URL(`../${folder}/${file}`, import.meta.url), "utf8");
      for (const [, word, key] of text.matchAll(/\b([tw])\(\)\.(\w+)/g)) {
        assert.ok(key in (word === "t" ? t() : w()), `${file}: ${word}().${key}`);
      }
    }
  }
});

test("a4: of twice as long a name the board looks at no more than twice as many letters", () => {
  const { join } = Array.prototype;
  const looked = length => {
    let sum = 0;
    Array.prototype.join = function (...separator) { sum += this.length; return join.apply(this, separator); };
    try {
      assert.ok(brokenName("☗ " + "a".repeat(length)).every(line => line.length < 15));
    } finally {
      Array.prototype.join = join;
    }
    return sum;
  };
  assert.ok(looked(2000) > 0 && looked(4000) <= 2.5 * looked(2000));
});

test("CP932 is what browsers decode, except for copies of characters", () => {
  const sjis = new TextDecoder("shift_jis");
  const bytesOf = code => Uint8Array.from(code > 255 ? [code >> 8, code & 255] : [code]);
  let count = 0;
  for (let point = 0x81; point < 0x10000; point++) {
    const code = cp932(point);
    if (code < 0) continue;
    count += 1;
    const text = sjis.decode(bytesOf(code));
    // Three characters are written as others that look alike.
    if (![0xa5, 0x203e, 0x2212].includes(point)) assert.equal(text, String.fromCodePoint(point));
  }
  // JIS X 0208, 63 of half width, those of NEC and IBM, and the three.
  assert.equal(count, 7392);
  assert.deepEqual([..."▲７六歩〓～－"].map(c => cp932(c.codePointAt(0)).toString(16)), ["81a3", "8256", "985a", "95e0", "81ac", "8160", "817c"]);
  assert.ok(cp932(0x2617) < 0 && cp932(0x1f600) < 0);
});

test("a stroke drawn again takes its mark away, or gives it another color", () => {
  const arrow = { from: 60, to: 51, color: "first" }, circle = { from: 40, to: 40, color: "first" };
  const marks = strokedBy(strokedBy([], arrow), circle);
  assert.deepEqual(marks, [arrow, circle]);
  assert.deepEqual(strokedBy(marks, { ...arrow }), [circle]);
  assert.deepEqual(strokedBy(marks, { ...arrow, color: "second" }), [circle, { ...arrow, color: "second" }]);
});

test("the explorer counts games and puts what only they play behind the book", () => {
  const positions = moves => [{ sfen: "s0 b - 1" }, ...moves.map((usi, i) => ({ sfen: `${moves.slice(0, i + 1).join()} b - ${i + 2}`, move: { usi } }))];
  const tally = tallied([{ positions: positions(["a", "b"]), end: { winner: "black" } }, { positions: positions(["a", "c"]), end: { winner: "white" } },
    { positions: positions(["d"]), end: null }]);
  assert.deepEqual([...tally.get("s0 b -")], [["a", { count: 2, black: 1, white: 1 }], ["d", { count: 1, black: 0, white: 0 }]]);
  assert.deepEqual([...tally.get("a b -").keys()], ["b", "c"]);
  const legal = ["a", "b", "d"].map(usi => ({ usi }));
  const rows = rowsOf([{ usi: "b", value: 10 }], new Map([["d", { count: 1 }], ["a", { count: 3 }], ["x", { count: 9 }]]), legal);
  assert.deepEqual(rows.map(({ move, known }) => [move.usi, !!known]), [["b", true], ["a", false], ["d", false]]);
});
