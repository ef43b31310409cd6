// Tsume: the reader mates, the engine defends as long as it can, and says whether the way is right.

import { tell } from "../page/copy.js";
import { h } from "../page/element.js";
import { sideOf } from "../page/position.js";
import { tool } from "./dialog.js";
import { entryOf, pathTo } from "./engine.js";
import { wait } from "./game.js";
import { removeFrom } from "./history.js";
import { complain, legalMoves, makeMove } from "./moving.js";
import { w } from "./phrases.js";

/** How long the engine may look for a mate at the start, and behind each answer, in ms. */
const FIRST_MS = 30_000, NEXT_MS = 5_000;

const lineOf = word => !word || /^(nomate|timeout|notimplemented)/.test(word) ? null : word.split(" ");

/** Begins with the problem shown. */
export async function beginTsume(view) {
  const { node, app } = view;
  const tsume = { root: node, attacker: sideOf(node.sfen), length: 0, expected: null, verdict: ["tsumeSolving"], kind: "busy", mayMove: false };
  app.tsume = tsume;
  app.mode = "tsume";
  app.thinking.isOn = false;
  view.flip = tsume.attacker === "white";
  view.redraw();
  const line = lineOf(await view.engine.mate(pathTo(node), FIRST_MS));
  if (app.tsume !== tsume) return;
  Object.assign(tsume, line ? { expected: line, length: line.length, mayMove: true, verdict: ["tsumeHint", line.length], kind: "ask" }
    : { verdict: ["tsumeNone"], kind: "wrong" });
  tsume.first = line;
  view.redraw();
}

export function endTsume(view) {
  view.app.tsume = null;
  view.app.mode = null;
  view.redraw();
}

/** The same problem from its start. */
function retry(view) {
  const { tsume } = view.app;
  for (const child of [...tsume.root.children]) if (child.isNew) removeFrom(view.tree, child);
  Object.assign(tsume, { expected: tsume.first && [...tsume.first], mayMove: !!tsume.first, verdict: ["tsumeHint", tsume.length], kind: "ask" });
  view.grow(tsume.root);
}

function say(view, verdict, kind, mayMove) {
  Object.assign(view.app.tsume, { verdict, kind, mayMove });
  view.draw();
}

/** The defence that lasts longest: `{move, line}`, `line` the mate behind it or nothing where there is none. */
async function longest(view, node, replies) {
  let best = null;
  for (const move of replies) {
    const child = entryOf(node, move);
    const path = pathTo(node);
    const line = lineOf(await view.engine.mate({ sfen: path.sfen, moves: [...path.moves, child.move.usi] }, NEXT_MS));
    if (!line) return { move, line };
    if (!best || line.length > best.line.length) best = { move, line };
  }
  return best;
}

/** The reader has moved in a problem. */
export async function judgeMove(view, node) {
  const { tsume } = view.app;
  if (!tsume || sideOf(node.sfen) === tsume.attacker) return;
  const { usi } = node.move;
  const { parent } = node;
  const mine = () => view.app.tsume === tsume && view.node === node;
  try {
    const before = await legalMoves(view, parent);
    const legal = await legalMoves(view, node);
    if (!before || !legal || !mine()) return;
    if (!before.moves.find(move => move.usi === usi).check) {
      await wait(250);
      if (!mine()) return;
      if (node.isNew) removeFrom(view.tree, node);
      tell(w().notCheck);
      return view.grow(parent);
    }
    if (!legal.moves.length) return say(view, ["solved"], "right", false);
    tsume.mayMove = false;
    const isExpected = tsume.expected && tsume.expected[0] === usi;
    let reply, rest;
    if (isExpected) {
      [, reply, ...rest] = tsume.expected;
      reply = legal.moves.find(move => move.usi === reply);
    } else {
      say(view, ["tsumeSolving"], "busy", false);
      const found = await longest(view, node, legal.moves);
      if (!mine()) return;
      ({ move: reply } = found);
      rest = found.line;
      if (!rest) say(view, ["wrong"], "wrong", false);
      else if (rest.length + 2 > tsume.expected.length) say(view, ["longer", rest.length + 2], "longer", false);
      else say(view, ["tsumeHint", rest.length], "ask", false);
    }
    await wait(350);
    if (!mine() || !reply) return;
    if (rest) Object.assign(tsume, { expected: rest, mayMove: true });
    if (isExpected) tsume.verdict = ["tsumeHint", rest.length];
    makeMove(view, reply);
  } catch (error) {
    complain(error);
  }
}

/** Plays the solution out, move by move. */
async function showSolution(view) {
  const { tsume } = view.app;
  retry(view);
  tsume.mayMove = false;
  let node = tsume.root;
  for (const usi of tsume.first) {
    const legal = await legalMoves(view, node);
    if (view.app.tsume !== tsume || view.node !== node || !legal) return;
    tsume.isShowing = true;
    makeMove(view, legal.moves.find(move => move.usi === usi));
    tsume.isShowing = false;
    // Whoever goes elsewhere meanwhile has seen enough.
    ({ node } = view);
    await wait(700);
  }
  if (view.app.tsume === tsume && view.node === node) say(view, ["solution"], "right", false);
}

/** The verdict, a name in phrases.js and what it is about, in the language chosen. */
function verdictText({ verdict: [key, count] }) {
  const words = w()[key];
  return count === undefined ? words : words(count);
}

/** What stands in the place of the desk. `next` opens the next problem of a set, `{index, count}` is where the set is. */
export function tsumePanel(view, place, next) {
  const { tsume } = view.app;
  return h("div", { class: `card panel tsume ${tsume.kind}` },
    h("span", { class: "verdict", role: "status" }, verdictText(tsume)),
    place ? h("span", { class: "soft" }, w().problemOf(place.index + 1, place.count)) : null,
    h("div", { class: "buttons" },
      next ? h("button", { type: "button", class: tsume.kind === "right" ? "main" : "tool", onclick: next }, w().nextProblem) : null,
      tsume.first ? tool(w().retry, () => retry(view)) : null,
      tsume.first ? tool(w().solution, () => showSolution(view)) : null,
      tool(w().endTsume, () => endTsume(view))));
}
