// A position set up by hand: pieces from a box, on the board and in the hands, and whose turn it is.

import { choices } from "../page/choices.js";
import { h, s } from "../page/element.js";
import { mark, sideName } from "../page/notation.js";
import { drawPiece, pieceShades } from "../page/pieces.js";
import { otherSide, parseSfen } from "../page/position.js";
import { oneOf, tool } from "./dialog.js";
import { emptyDocument } from "./engine.js";
import { EVEN } from "./newgame.js";
import { w } from "./phrases.js";

/** How many pieces of a kind a set has. */
const SET = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const MAY_PROMOTE = "RBSNLP";

/** A position as SFEN. */
export function toSfen({ board, side, hands }) {
  const rows = [];
  for (let rank = 0; rank < 9; rank++) {
    let row = "", run = 0;
    for (const piece of board.slice(9 * rank, 9 * rank + 9)) {
      if (!piece) { run += 1; continue; }
      if (run) row += run;
      run = 0;
      row += (piece.promoted ? "+" : "") + (piece.side === "black" ? piece.kind : piece.kind.toLowerCase());
    }
    rows.push(row + (run || ""));
  }
  const held = ["black", "white"].map(owner => [..."RBGSNLP"].map(kind => {
    const count = hands[owner][kind] || 0;
    const letter = owner === "black" ? kind : kind.toLowerCase();
    return count ? (count > 1 ? count : "") + letter : "";
  }).join("")).join("");
  return `${rows.join("/")} ${side[0]} ${held || "-"} 1`;
}

/** The pieces that are neither on the board nor in a hand, by kind. */
export function inBox({ board, hands }) {
  const left = { ...SET };
  for (const piece of board) if (piece) left[piece.kind] -= 1;
  for (const side of ["black", "white"]) for (const [kind, count] of Object.entries(hands[side])) left[kind] -= count;
  return left;
}

/** The piece as the next press makes it: promoted, of the other side, back again. */
function turnedPiece(piece) {
  if (!piece.promoted && MAY_PROMOTE.includes(piece.kind)) return { ...piece, promoted: true };
  return { ...piece, promoted: false, side: otherSide(piece.side) };
}

/** Takes a piece from a place: a square, `{side, kind}` of a hand, or `{box: kind}`. */
function take(position, from, turn) {
  if (typeof from === "number") {
    const piece = position.board[from];
    position.board[from] = null;
    return piece;
  }
  if (from.box) return { kind: from.box, promoted: false, side: turn };
  position.hands[from.side][from.kind] -= 1;
  return { kind: from.kind, promoted: false, side: from.side };
}

/** Puts a piece on a place; what stood on a square goes to the box. A king has no place in a hand. */
function put(position, piece, to) {
  if (typeof to === "number") position.board[to] = piece;
  else if (to.side && piece.kind !== "K") position.hands[to.side][piece.kind] = (position.hands[to.side][piece.kind] || 0) + 1;
}

/** Moves a piece of a position from one place to another; `to` may be `{box: true}`. */
export function move(position, from, to, turn = "black") {
  if (typeof from === "number" && !position.board[from]) return;
  put(position, take(position, from, turn), to);
}

const isSamePlace = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The setting up of a position as the board and the desk want it. */
export function makeSetup() {
  const setup = { position: null, picked: null, problem: null };

  const change = (view, act) => {
    act(setup.position);
    setup.problem = null;
    view.draw();
  };
  const pickUp = (view, place) => { setup.picked = place; view.draw(); };

  const press = (view, place, from) => {
    if (from !== null && from !== undefined) {
      setup.picked = null;
      const isPiece = typeof from !== "number" || setup.position.board[from];
      if (isPiece && place !== null && !isSamePlace(place, from)) return change(view, position => move(position, from, place));
      if (isPiece && place === null) return change(view, position => move(position, from, { box: true }));
      return view.draw();
    }
    if (place === null) return pickUp(view, null);
    if (setup.picked !== null) {
      const { picked } = setup;
      if (isSamePlace(picked, place)) {
        if (typeof place !== "number") return pickUp(view, null);
        return change(view, ({ board }) => { board[place] = turnedPiece(board[place]); });
      }
      const there = typeof place === "number" ? setup.position.board[place] : null;
      if (there && picked.box === there.kind) return change(view, ({ board }) => { board[place] = turnedPiece(there); });
      if (there && !picked.box) return pickUp(view, place);
      setup.picked = null;
      // Of a box one takes the next at once.
      change(view, position => move(position, picked, place, setup.owner));
      if (picked.box && inBox(setup.position)[picked.box] > 0) pickUp(view, picked);
      return;
    }
    const { board, hands } = setup.position;
    if (typeof place === "number" ? board[place] : place.box || hands[place.side][place.kind]) pickUp(view, place);
  };

  const finish = async view => {
    try {
      const sfen = await view.engine.check(toSfen(setup.position), choices.lang);
      setup.close(view);
      view.load(emptyDocument(sfen));
    } catch (error) {
      setup.problem = String(error && error.message || error);
      view.draw();
    }
  };

  /** What stands in the place of the desk. */
  const panel = view => {
    const { position, picked } = setup;
    const left = inBox(position);
    const boxed = Object.keys(SET).map(kind => h("button", { type: "button", class: "boxed", disabled: left[kind] < 1, "aria-pressed": String(!!picked && picked.box === kind),
      "data-kind": kind, title: w().names[kind], onclick: () => pickUp(view, picked && picked.box === kind ? null : { box: kind }) },
    s("svg", { viewBox: "-24 -26 48 52", "aria-hidden": "true" }, s("defs", {}, pieceShades()), drawPiece({ kind, promoted: false, side: setup.owner }, 0, 0, { near: setup.owner === "black" })),
    h("span", { class: "off-screen" }, `${w().box}: ${w().names[kind]}`), h("span", {}, String(left[kind]))));
    const toHand = side => tool(`→ ${w().inHand(sideName(side))}`, () => press(view, { side, kind: "any" }), { disabled: !picked });
    return h("div", { class: "card panel setup" },
      h("p", { class: "soft" }, w().setUpHint),
      h("div", { class: "box-of-pieces" }, boxed),
      h("div", { class: "buttons" },
        oneOf(w().box, ["black", "white"].map(side => [side, mark(side)]), setup.owner, side => { setup.owner = side; view.draw(); }),
        toHand("black"), toHand("white"), tool(`→ ${w().box}`, () => press(view, { box: true }), { disabled: !picked || !!picked.box })),
      h("div", { class: "buttons" },
        oneOf(w().setUp, ["black", "white"].map(side => [side, w().toMove(mark(side))]), position.side, side => change(view, shown => { shown.side = side; })),
        tool(w().clear, () => change(view, shown => Object.assign(shown, { board: new Array(81).fill(null), hands: { black: {}, white: {} } }))),
        tool(w().even, () => change(view, shown => Object.assign(shown, parseSfen(EVEN))))),
      setup.problem ? h("p", { class: "problem", role: "alert" }, setup.problem) : null,
      h("div", { class: "buttons" }, h("button", { type: "button", class: "main", onclick: () => finish(view) }, w().ok), tool(w().cancel, () => setup.close(view))));
  };

  return Object.assign(setup, {
    owner: "black", press, panel,
    wants: view => view.app.mode === "setup",
    open(view) {
      setup.position = parseSfen(view.node.sfen);
      setup.picked = setup.problem = null;
      view.app.mode = "setup";
      view.app.thinking.isOn = false;
      view.line = null;
      view.draw();
    },
    close(view) {
      view.app.mode = null;
      setup.position = null;
      view.draw();
    },
    marks: () => ({ position: setup.position, picked: setup.picked !== null && !setup.picked.box ? { place: setup.picked, moves: [] } : null }),
  });
}
