// Moves tried freely or played: a piece is picked up, its squares are shown, and it is put down on one of them.

import { placeUnder } from "../page/board.js";
import { tell } from "../page/copy.js";
import { $ } from "../page/element.js";
import { parseSfen, sideOf, squareOf, squaresOf } from "../page/position.js";
import { isNarrow } from "../page/sizing.js";
import { addTo } from "../page/tree.js";
import { entryOf, pathTo } from "./engine.js";
import { askPromotion } from "./promotion.js";
import { faultText, w } from "./phrases.js";

/** The place under a pointer, as isOwn has it; nothing beside the board. */
export const placed = (view, event) => placeUnder($("board"), event, { flip: view.flip, narrow: isNarrow() });

/** What of a move tells where its piece comes from: `7g`, or `P*` for a drop. */
const origin = usi => usi.slice(0, 2);

/** Words about what went wrong; none of it is the reader's doing, so it may be in English. */
export const complain = error => tell(`${w().fault} ${faultText(String(error && error.message || error))}`);

/** The legal moves of a node, asked for once; nothing, and words about it, when the engine fails. */
export async function legalMoves(view, node) {
  if (!node.legal) node.legal = view.engine.moves(pathTo(node));
  try {
    return await node.legal;
  } catch (error) {
    node.legal = null;
    complain(error);
    return null;
  }
}

/** Makes a legal move at the node shown. Where it is known, the reader goes there. */
export function makeMove(view, move) {
  const known = view.node.children.find(child => child.move.usi === move.usi);
  view.picked = null;
  const entry = entryOf(view.node, move);
  const node = known || addTo(view.tree, view.node, entry);
  if (!known) node.isNew = true;
  view.app.moved(view, node);
  if (known) view.go(node);
  else view.grow(node);
}

/** Whether the pieces of the position shown may be moved. */
export function mayMove(view) {
  // A line of the engine is only looked at.
  if (view.line || view.app.mode === "setup") return false;
  return view.app.mayMove(view, sideOf(view.node.sfen));
}

/** Whether a place holds a piece that may be picked up: a square as an index, or a piece of a hand as `{side, kind}`. */
export function isOwn(view, place) {
  if (place === null || !mayMove(view)) return false;
  const position = parseSfen(view.node.sfen);
  if (typeof place !== "number") return place.side === position.side;
  const piece = position.board[place];
  return !!piece && piece.side === position.side;
}

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Picks up the piece of a place, or puts back what was picked up. */
export async function pick(view, place) {
  const { node } = view;
  if (place === null || !mayMove(view)) {
    view.picked = null;
    return view.drawStage();
  }
  const legal = await legalMoves(view, node);
  if (view.node !== node || !legal) return;
  const from = typeof place === "number" ? legal.moves.filter(({ usi }) => usi[1] !== "*" && squareOf(usi) === place)
    : legal.moves.filter(({ usi }) => origin(usi) === place.kind + "*");
  view.picked = from.length ? { place, moves: from } : null;
  view.drawStage();
}

/** Puts the piece picked up on a square; false where it may not go. */
export async function putDown(view, square) {
  const { node, picked } = view;
  const fitting = picked ? picked.moves.filter(({ usi }) => squaresOf(usi).to === square) : [];
  if (!fitting.length) return false;
  if (fitting.length === 1) {
    makeMove(view, fitting[0]);
    return true;
  }
  const { kind } = parseSfen(node.sfen).board[squareOf(fitting[0].usi)];
  const move = await askPromotion(view, fitting, kind, square);
  if (view.node !== node) return true;
  if (move) makeMove(view, move);
  else await pick(view, null);
  return true;
}

/** The user pressed a place. */
export async function press(view, place) {
  if (typeof place === "number" && await putDown(view, place)) return;
  const isBack = view.picked && isSame(view.picked.place, place);
  await pick(view, isOwn(view, place) && !isBack ? place : null);
}
