// The page: with a game it is the report, without one a board.

import { choices, readChoices } from "./choices.js";
import { drawBoard } from "./board.js";
import { drawTools } from "./copy.js";
import { $ } from "./element.js";
import { drawGraph, listenToGraph, markGraph } from "./graph.js";
import { listenToSwipes, listenToWheel } from "./gestures.js";
import { drawControls, drawFoot, drawHeading, drawProblems, playerName } from "./heading.js";
import { drawKifu, markKifu } from "./kifu.js";
import { layOut } from "./layout.js";
import { drawBranches, drawLines } from "./lines.js";
import { asked, tellLink } from "./link.js";
import { drawNavigation, listenToKeys } from "./navigation.js";
import { isSearched } from "./notation.js";
import { drawPlayers } from "./players.js";
import { parseSfen, playMove } from "./position.js";
import { inGame, nodeAt, treeOf } from "./tree.js";

// Narrower than this, the stands go above and below the board.
const narrow = matchMedia("(max-width: 640px)");

/**
 * What is shown: where the reader is, and how to go elsewhere.
 *
 * `node` is a node of `tree`; `line` is a line of the engine that is followed on the board,
 * `{base, index, steps}`, or nothing; `flip` puts White below; `only` lists only mistakes.
 */
function makeView(doc) {
  const tree = treeOf(doc);
  const view = { doc, tree, node: tree.root, line: null, flip: false, only: false };

  view.go = node => {
    view.node = node;
    view.line = null;
    tellLink({ ply: String(node.ply), variation: node.variation ? String(node.variation) : null });
    draw(view);
  };
  view.follow = line => {
    view.line = line;
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
  view.redraw = () => drawAll(view);
  return view;
}

/** The position on the board, the move that led to it, and the moves to point at. */
function shown({ node, line }) {
  const position = parseSfen((line ? line.base : node).sfen);
  if (line) {
    const moves = line.base.lines[line.index].usi;
    for (const usi of moves.slice(0, line.steps)) playMove(position, usi);
    return { position, last: moves[line.steps - 1], best: moves.slice(line.steps, line.steps + 1) };
  }
  const best = (node.lines || []).map(line => line.usi[0]).filter(Boolean);
  return { position, last: node.move && node.move.usi, best };
}

/** Draws what changes from move to move. */
function draw(view) {
  const { position, last, best } = shown(view);
  const { doc, node, line, flip } = view;
  const names = { black: playerName(doc, 0), white: playerName(doc, 1) };
  $("stage").classList.toggle("narrow", narrow.matches);
  drawBoard($("board"), position, { flip, narrow: narrow.matches, names, last, best });
  const from = line ? line.base.lines[line.index] : inGame(node);
  $("bar").className = flip ? "flip" : "";
  $("bar").style.setProperty("--share", `${100 * (isSearched(from) ? from.win_probability : 0.5)}%`);
  drawNavigation(view);
  drawBranches(view);
  drawLines(view);
  markGraph(view);
  markKifu(view);
}

function drawAll(view) {
  const { doc } = view;
  drawHeading(view);
  drawControls(view);
  drawProblems(view);
  drawPlayers(view);
  drawKifu(view);
  drawFoot(view);
  drawTools({ sfen: () => "sfen " + view.node.sfen, kif: doc.kif && (() => doc.kif) });
  drawGraph(view);
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
}

/**
 * Opens the page for an analysed game as `komadai analyse --json` writes it; `doc.kif` is the record
 * as text, if it is to be copied.
 */
export function openPage(doc) {
  layOut();
  const view = makeView(doc);
  document.documentElement.dataset.theme = choices.theme;
  obeyLink(view);
  listenToKeys(view);
  listenToGraph(view);
  listenToSwipes($("stage"), view.step);
  listenToWheel($("stage"), view.step);
  addEventListener("hashchange", () => obeyLink(view));
  narrow.addEventListener("change", () => draw(view));
  return view;
}
