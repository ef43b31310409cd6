// The page: with a game it is the report, without one a board.

import { readChoices } from "./choices.js";
import { drawBoard } from "./board.js";
import { drawTools } from "./copy.js";
import { $ } from "./element.js";
import { drawGraph, listenToGraph, markGraph } from "./graph.js";
import { listenToSwipes, listenToWheel } from "./gestures.js";
import { drawControls, drawFoot, drawHeading, drawProblems, playerName } from "./heading.js";
import { drawKifu, markKifu, scoreKifu } from "./kifu.js";
import { layOut } from "./layout.js";
import { drawBranches, drawLines } from "./lines.js";
import { asked, tellLink } from "./link.js";
import { drawNavigation, listenToKeys } from "./navigation.js";
import { isSearched } from "./notation.js";
import { drawPlayers } from "./players.js";
import { parseSfen, playMove } from "./position.js";
import { isNarrow, keepFitting } from "./sizing.js";
import { inGame, nodeAt, treeOf } from "./tree.js";

/** What a page without an engine does where one with it does more (app/desk.js). */
const still = {
  engine: null, start() {}, draw() {}, drawAll() {}, loaded() {}, marks: () => ({}), texts: ({ doc }) => ({ kif: doc.kif && (() => doc.kif) }),
  isPlaying: () => false, obeys() {}, navigation: () => null,
};

/**
 * What is shown: where the reader is, and how to go elsewhere.
 *
 * `node` is a node of `tree`; `line` is a line of the engine that is followed on the board,
 * `{base, index, steps}`, or nothing; `flip` puts White below; `only` lists only mistakes; `origin` is the document
 * that the page was opened for. `app` is what the page does with an engine.
 */
function makeView(doc, app) {
  const view = { app, engine: app.engine, flip: false, only: false, picked: null };

  const place = other => {
    const tree = treeOf(other);
    Object.assign(view, { doc: other, tree, node: tree.root, line: null, picked: null });
  };
  place(doc);
  view.origin = doc;
  view.load = other => {
    place(other);
    tellLink({ ply: null, variation: null, position: null });
    app.loaded(view);
    drawAll(view);
  };
  view.go = node => {
    Object.assign(view, { node, line: null, picked: null });
    tellLink({ ply: String(node.ply), variation: node.variation ? String(node.variation) : null });
    draw(view);
  };
  // To a node that is new in the tree, or after another change of it.
  view.grow = node => {
    view.node = node;
    drawHeading(view);
    drawKifu(view);
    drawGraph(view);
    view.go(node);
  };
  view.follow = line => {
    Object.assign(view, { line, picked: null });
    draw(view);
  };
  view.step = by => {
    const at = view.line;
    if (!at) {
      const next = by > 0 ? view.node.children[0] : view.node.parent;
      if (next) view.go(next);
      return;
    }
    const steps = at.steps + by;
    // Back to where the line leaves the game.
    if (steps < 1) return view.go(at.base);
    view.follow({ ...at, steps: Math.min(steps, at.base.lines[at.index].usi.length) });
  };
  view.turn = () => {
    view.flip = !view.flip;
    tellLink({ flip: view.flip ? "1" : null });
    draw(view);
  };
  view.draw = () => draw(view);
  view.drawStage = () => drawStage(view);
  view.redraw = () => drawAll(view);
  // The engine has found something about a position; `isHere` where it is the one shown.
  view.drawFound = (isHere = true) => {
    if (isHere) {
      drawStage(view);
      drawLines(view);
    }
    drawGraph(view);
    scoreKifu(view);
  };
  return view;
}

/** The position on the board, the move that led to it, and the moves to point at. */
function shown(view) {
  const { node, line } = view;
  const position = parseSfen((line ? line.base : node).sfen);
  if (line) {
    const moves = line.base.lines[line.index].usi;
    for (const usi of moves.slice(0, line.steps)) playMove(position, usi);
    return { position, last: moves[line.steps - 1], best: moves.slice(line.steps, line.steps + 1) };
  }
  // Who plays wants no advice.
  const best = view.app.isPlaying(view) ? [] : (node.lines || []).map(line => line.usi[0]).filter(Boolean);
  return { position, last: node.move && node.move.usi, best };
}

/** The board and the chance to win beside it. */
function drawStage(view) {
  const marks = view.app.marks(view);
  const { position, last, best } = marks.position ? { position: marks.position, last: null, best: [] } : shown(view);
  const { doc, node, line, flip, picked } = view;
  const names = { black: playerName(doc, 0), white: playerName(doc, 1) };
  drawBoard($("board"), position, { flip, narrow: isNarrow(), names, last, best, picked, ...marks });
  const from = line ? line.base.lines[line.index] : isSearched(node) ? node : inGame(node);
  // A bar in the middle would say something.
  $("bar").hidden = view.app.isPlaying(view) || !isSearched(from);
  $("bar").className = flip ? "flip" : "";
  $("bar").style.setProperty("--share", `${100 * (isSearched(from) ? from.win_probability : 0.5)}%`);
}

/** Draws what changes from move to move. */
function draw(view) {
  drawStage(view);
  drawNavigation(view);
  drawBranches(view);
  drawLines(view);
  markGraph(view);
  markKifu(view);
  view.app.draw(view);
}

function drawAll(view) {
  drawHeading(view);
  drawControls(view);
  drawProblems(view);
  drawPlayers(view);
  drawKifu(view);
  drawFoot(view);
  drawTools({ sfen: () => "sfen " + view.node.sfen, ...view.app.texts(view) });
  drawGraph(view);
  view.app.drawAll(view);
  draw(view);
}

/** Goes where the link points. */
function obeyLink(view) {
  const wishes = asked();
  readChoices();
  view.flip = wishes.get("flip") === "1";
  view.node = nodeAt(view.tree, Number(wishes.get("ply")) || 0, Number(wishes.get("variation")) || 0);
  view.line = null;
  drawAll(view);
  view.app.obeys(view, wishes);
}

/**
 * Opens the page for a document as `komadai analyse --json` writes it, a game or a position alone;
 * `doc.kif` is the record as text, if it is to be copied. `app` is made by app/desk.js for an engine; a report
 * without one shows what was found before.
 */
export function openPage(doc, app = still) {
  layOut();
  const view = makeView(doc, app);
  let isDrawn = false;
  keepFitting(() => { if (isDrawn) draw(view); });
  obeyLink(view);
  isDrawn = true;
  listenToKeys(view);
  listenToGraph(view);
  listenToSwipes($("stage"), view);
  listenToWheel($("stage"), view);
  app.start(view);
  addEventListener("hashchange", () => obeyLink(view));
  return view;
}
