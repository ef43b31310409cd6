// Moves tried freely: a piece is picked up, its squares are shown, and it is put down on one of them.

import { $, h, s, show } from "./element.js";
import { entryOf, pathTo } from "./engine.js";
import { drawPiece } from "./pieces.js";
import { parseSfen, squareOf, squaresOf } from "./position.js";
import { addTo } from "./tree.js";
import { t } from "./words.js";

/** What of a move tells where its piece comes from: `7g`, or `P*` for a drop. */
const origin = usi => usi.slice(0, 2);

/** The legal moves of a node, asked for once; nothing, and words about it, when the engine fails. */
export async function legalMoves(view, node) {
  if (!node.legal) node.legal = view.engine.moves(pathTo(node));
  try {
    return await node.legal;
  } catch (error) {
    node.legal = null;
    view.complain(error);
    return null;
  }
}

/** Makes a legal move at the node shown. */
export function makeMove(view, move) {
  const known = view.node.children.find(child => child.move.usi === move.usi);
  view.picked = null;
  if (known) return view.go(known);
  view.grow(addTo(view.tree, view.node, entryOf(view.node, move)));
}

/** Offers both ways where a piece may promote. */
function offerPromotion(view, moves) {
  const { kind } = moves[0];
  const choice = promoted => {
    const move = moves.find(({ usi }) => usi.endsWith("+") === promoted);
    const piece = s("svg", { viewBox: "-24 -26 48 52", width: 56, height: 60 },
      drawPiece({ kind, promoted, side: "black" }, 0, 0, { near: true }));
    return h("button", { type: "button", class: "choice", "aria-label": promoted ? t().promote : t().keep,
      onclick: () => { show("ask"); makeMove(view, move); } }, piece);
  };
  show("ask", choice(true), choice(false),
    h("button", { type: "button", class: "tool", onclick: () => { show("ask"); pick(view, null); } }, t().cancel));
  $("ask").querySelector("button").focus();
}

function pick(view, picked) {
  view.picked = picked;
  view.draw();
}

/** The user pressed a place: a square as an index, or a piece of a hand as `{side, kind}`. */
async function press(view, place) {
  const { node } = view;
  // A line of the engine is only looked at.
  if (view.line || view.isBusy()) return;
  const legal = await legalMoves(view, node);
  if (view.node !== node || !legal) return;
  const { moves } = legal;
  const position = parseSfen(node.sfen);
  if (typeof place === "number" && view.picked) {
    const fitting = view.picked.moves.filter(({ usi }) => squaresOf(usi).to === place);
    if (fitting.length === 1) return makeMove(view, fitting[0]);
    if (fitting.length > 1) return offerPromotion(view, fitting.map(move => ({ ...move, kind: position.board[squareOf(move.usi)].kind })));
  }
  const from = typeof place === "number" ? moves.filter(({ usi }) => usi[1] !== "*" && squareOf(usi) === place)
    : place.side === position.side ? moves.filter(({ usi }) => origin(usi) === place.kind + "*") : [];
  const isBack = view.picked && from.length && origin(view.picked.moves[0].usi) === origin(from[0].usi);
  pick(view, from.length && !isBack ? { place, moves: from } : null);
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Moves pieces by presses, and with a mouse by pulling too: what is under it is picked up as it goes down. `placed`
 * tells what an event is over.
 */
export function listenToPresses(board, placed, view) {
  // Where the mouse went down. The board is drawn anew then, so that no click comes of it where it goes up.
  let down = null;
  board.addEventListener("pointerdown", event => {
    const place = event.pointerType === "mouse" && event.button === 0 ? placed(event) : null;
    if (place === null) return;
    const isTarget = !!view.picked && view.picked.moves.some(({ usi }) => squaresOf(usi).to === place);
    down = { place, isTarget, done: isTarget ? null : press(view, place) };
  });
  document.addEventListener("pointerup", async event => {
    if (!down || event.pointerType !== "mouse") return;
    const { place, isTarget, done } = down;
    const end = placed(event);
    // Only then, if at all, comes the click.
    setTimeout(() => { down = null; });
    await done;
    if (end !== null && isSame(place, end) === isTarget && (isTarget || view.picked)) press(view, end);
  });
  board.addEventListener("click", event => {
    const place = down ? null : placed(event);
    if (place !== null) press(view, place);
  });
}
