// The page: with a game it is the report, without one a board.

import { readChoices } from "./choices.js";
import { drawBoard, placeUnder } from "./board.js";
import { drawTools, tell } from "./copy.js";
import { drawDesk, listenToRecords, openRecord } from "./desk.js";
import { $ } from "./element.js";
import { gameOf, pathTo } from "./engine.js";
import { drawGraph, listenToGraph, markGraph } from "./graph.js";
import { listenToSwipes, listenToWheel } from "./gestures.js";
import { drawControls, drawFoot, drawHeading, drawProblems, playerName } from "./heading.js";
import { drawKifu, markKifu, scoreKifu } from "./kifu.js";
import { layOut } from "./layout.js";
import { drawBranches, drawLines } from "./lines.js";
import { asked, linkTo, tellLink } from "./link.js";
import { listenToPresses } from "./moving.js";
import { drawNavigation, listenToKeys } from "./navigation.js";
import { isSearched } from "./notation.js";
import { answerIfDue, isItsTurn } from "./opponent.js";
import { drawPlayers } from "./players.js";
import { parseSfen, playMove } from "./position.js";
import { followThinking } from "./thinking.js";
import { inGame, lastOf, nodeAt, treeOf } from "./tree.js";
import { listenToTyping } from "./typing.js";

// Narrower than this, the stands go above and below the board.
const narrow = matchMedia("(max-width: 640px)");

/**
 * What is shown: where the reader is, and how to go elsewhere.
 *
 * `node` is a node of `tree`; `line` is a line of the engine that is followed on the board,
 * `{base, index, steps}`, or nothing; `flip` puts White below; `only` lists only mistakes. With an
 * `engine` there are also `origin`, the document that the page was opened for, `picked`, the piece picked up, `thinking`, and the `game` that is played.
 */
function makeView(doc, engine) {
  const view = { engine, flip: false, only: false, game: null, thinking: { isOn: false, lines: 1, node: null, stop: null } };

  const place = other => {
    const tree = treeOf(other);
    Object.assign(view, { doc: other, tree, node: tree.root, line: null, picked: null });
  };
  place(doc);
  view.origin = doc;
  view.load = other => {
    place(other);
    tellLink({ ply: null, variation: null, position: null });
    drawAll(view);
  };
  view.go = node => {
    Object.assign(view, { node, line: null, picked: null });
    tellLink({ ply: String(node.ply), variation: node.variation ? String(node.variation) : null });
    draw(view);
  };
  // To a node that is new in the tree.
  view.grow = node => {
    view.node = node;
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
  view.isBusy = () => isItsTurn(view);
  view.draw = () => draw(view);
  view.drawDesk = () => drawDesk(view);
  view.complain = error => tell(String(error && error.message || error));
  view.redraw = () => drawAll(view);
  // The engine has found something about the position shown.
  view.drawFound = () => {
    drawStage(view);
    drawLines(view);
    drawGraph(view);
    scoreKifu(view);
  };
  return view;
}

/** The position on the board, the move that led to it, and the moves to point at. */
function shown({ node, line, game }) {
  const position = parseSfen((line ? line.base : node).sfen);
  if (line) {
    const moves = line.base.lines[line.index].usi;
    for (const usi of moves.slice(0, line.steps)) playMove(position, usi);
    return { position, last: moves[line.steps - 1], best: moves.slice(line.steps, line.steps + 1) };
  }
  // Who plays wants no advice.
  const best = game ? [] : (node.lines || []).map(line => line.usi[0]).filter(Boolean);
  return { position, last: node.move && node.move.usi, best };
}

/** The board and the chance to win beside it. */
function drawStage(view) {
  const { position, last, best } = shown(view);
  const { doc, node, line, flip, picked } = view;
  const names = { black: playerName(doc, 0), white: playerName(doc, 1) };
  $("stage").classList.toggle("narrow", narrow.matches);
  drawBoard($("board"), position, { flip, narrow: narrow.matches, names, last, best, picked });
  const from = line ? line.base.lines[line.index] : isSearched(node) ? node : inGame(node);
  $("bar").className = flip ? "flip" : "";
  $("bar").style.setProperty("--share", `${100 * (isSearched(from) ? from.win_probability : 0.5)}%`);
}

/** Draws what changes from move to move. */
function draw(view) {
  drawStage(view);
  drawNavigation(view);
  drawDesk(view);
  drawBranches(view);
  drawLines(view);
  markGraph(view);
  markKifu(view);
  if (!view.engine) return;
  followThinking(view);
  answerIfDue(view);
}

/** What can be copied of the game, besides the position. */
function textsOf(view) {
  const { doc, engine } = view;
  // With an engine the game may have grown.
  const kif = engine ? () => engine.write(gameOf(view)) : doc.kif && (() => doc.kif);
  // A report is its own link; a board has no game but what the link says.
  return doc.kif && !doc.isOpened ? { kif } : { kif, link: engine && (() => linkTo(pathTo(view.node))) };
}

function drawAll(view) {
  const { doc, engine } = view;
  drawHeading(view);
  drawControls(view);
  drawProblems(view);
  drawPlayers(view);
  drawKifu(view);
  drawFoot(view);
  drawTools({ sfen: () => "sfen " + view.node.sfen, ...textsOf(view) });
  drawGraph(view);
  draw(view);
  document.body.classList.toggle("with-engine", !!engine);
}

/** Goes where the link points. */
function obeyLink(view) {
  const wishes = asked();
  readChoices();
  view.flip = wishes.get("flip") === "1";
  view.node = nodeAt(view.tree, Number(wishes.get("ply")) || 0, Number(wishes.get("variation")) || 0);
  view.line = null;
  drawAll(view);
  const position = wishes.get("position");
  if (view.engine && position && position !== view.position) openPosition(view, position, wishes.get("ply"));
}

/** Opens the position of a link, at its last move if the link names no other. */
async function openPosition(view, position, ply) {
  view.position = position;
  await openRecord(view, position, "");
  tellLink({ position });
  view.go(ply === null ? lastOf(view.tree.root) : nodeAt(view.tree, Number(ply) || 0, 0));
}

/**
 * Opens the page for a document as `komadai analyse --json` writes it, a game or a position alone;
 * `doc.kif` is the record as text, if it is to be copied. `engine` is what engine.js describes, or
 * nothing: a report without one shows what was found before.
 */
export function openPage(doc, engine = null) {
  layOut();
  const view = makeView(doc, engine);
  obeyLink(view);
  listenToKeys(view);
  listenToGraph(view);
  listenToSwipes($("stage"), view.step);
  listenToWheel($("stage"), view.step);
  if (engine) {
    const placed = event => placeUnder($("board"), event, { flip: view.flip, narrow: narrow.matches });
    listenToPresses($("board"), placed, view);
    listenToRecords(view);
    listenToTyping(view);
    engine.watch(() => drawDesk(view));
  }
  addEventListener("hashchange", () => obeyLink(view));
  narrow.addEventListener("change", () => draw(view));
  return view;
}
