// The squares by their names, for the keyboard and for those who listen to the page.

import { choices } from "../page/choices.js";
import { $, h } from "../page/element.js";
import { sideName } from "../page/notation.js";
import { HAND_KINDS, parseSfen } from "../page/position.js";
import { press } from "./moving.js";
import { w } from "./phrases.js";

const DIGITS = "１２３４５６７８９", RANKS_READ = "一二三四五六七八九";

/** `7g`, or ７七. */
export function squareText(square) {
  const file = 9 - square % 9, rank = Math.floor(square / 9);
  return choices.lang === "ja" ? DIGITS[file - 1] + RANKS_READ[rank] : `${file}${"abcdefghi"[rank]}`;
}

const pieceText = ({ kind, promoted }) => (promoted ? w().promotedPiece : "") + w().names[kind];

/** `7g Black pawn` */
export function placeText(square, piece) {
  return piece ? w().pieceAt(squareText(square), sideName(piece.side), pieceText(piece)) : w().emptyAt(squareText(square));
}

let cells = null, at = 60;

/** Puts the squares over the board: 81 cells that are read out, of which one takes part in the order of the keys. */
export function listenToSquares(view) {
  const cell = square => h("span", { role: "gridcell", "data-square": square, tabindex: square === at ? 0 : -1 });
  const rows = [...Array(9).keys()].map(rank => h("div", { role: "row" }, [...Array(9).keys()].map(file => cell(9 * rank + file))));
  const hands = ["white", "black"].map(side => h("div", { role: "row" },
    [...HAND_KINDS].map(kind => h("span", { role: "gridcell", "data-side": side, "data-kind": kind, tabindex: -1 }))));
  const grid = h("div", { id: "squares", role: "grid" }, hands[0], rows, hands[1]);
  $("stage").append(grid);
  document.body.append(h("div", { id: "spoken", class: "off-screen", role: "status" }));
  cells = [...grid.querySelectorAll("[role=gridcell]")];

  const placeOf = node => node.dataset.square !== undefined ? Number(node.dataset.square) : { side: node.dataset.side, kind: node.dataset.kind };
  const focus = node => {
    for (const other of cells) other.tabIndex = other === node ? 0 : -1;
    node.focus({ preventScroll: true });
  };
  grid.addEventListener("focusin", event => {
    at = event.target.dataset.square === undefined ? null : Number(event.target.dataset.square);
    view.cursor = at;
    view.drawStage();
  });
  grid.addEventListener("focusout", () => { view.cursor = null; view.drawStage(); });
  grid.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      const place = placeOf(event.target);
      if (!view.app.setup.wants(view)) press(view, place);
      else view.app.setup.press(view, place, null);
      return;
    }
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const turned = view.flip ? -1 : 1;
    const all = [...grid.children].map(row => [...row.children]);
    const from = all.findIndex(row => row.includes(event.target));
    const row = Math.max(0, Math.min(10, from + turned * step[0]));
    const column = all[from].indexOf(event.target) + turned * step[1];
    focus(all[row][Math.max(0, Math.min(all[row].length - 1, column))]);
  });
}

/** Takes the keyboard to the board, to the square where it was last. */
export const focusBoard = () => cells.find(({ tabIndex }) => tabIndex === 0).focus({ preventScroll: true });

/** Has a move read out; what is on the page is made anew too often for that. */
export const speak = text => { $("spoken").textContent = text; };

/** Writes what stands where. */
export function drawSquares(view, shown) {
  if (!cells) return;
  const position = shown || parseSfen(view.node.sfen);
  $("squares").setAttribute("aria-label", w().squares);
  for (const node of cells) {
    const { square, side, kind } = node.dataset;
    let text;
    if (square !== undefined) text = placeText(Number(square), position.board[square]);
    else {
      const count = position.hands[side][kind] || 0;
      text = `${w().inHand(sideName(side))}: ${w().names[kind]} ${count || w().nothing}`;
    }
    node.setAttribute("aria-label", text);
    const picked = view.picked && JSON.stringify(view.picked.place) === JSON.stringify(square !== undefined ? Number(square) : { side, kind });
    node.setAttribute("aria-selected", String(!!picked));
  }
}

