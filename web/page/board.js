// The board with its stands, the last move and arrows for the moves worth showing.

import { choices } from "./choices.js";
import { s } from "./element.js";
import { mark } from "./notation.js";
import { drawPiece, pieceShades } from "./pieces.js";
import { HAND_KINDS, squaresOf } from "./position.js";
import { shapes } from "./sizing.js";
import { t } from "./words.js";

export const CELL = 44, TALL = 47;
const BOARD_WIDTH = 9 * CELL, BOARD_HEIGHT = 9 * TALL;
const RANKS = "一二三四五六七八九";

// Where things are, in units of the picture. With the stands beside the board it is wide; on a
// narrow screen they stand above and below, and the board takes the whole width.
const layouts = {
  beside: { ...shapes.beside, left: 106, top: 27, stand: { width: 82, height: 8 * 38 + 12 } },
  around: { ...shapes.around, left: 5, top: 91, stand: { width: BOARD_WIDTH + 18, height: 42 } },
};

function frame(view) {
  const shape = layouts[view.narrow ? "around" : "beside"];
  const isNear = side => (side === "black") !== view.flip;
  const center = square => {
    const seen = view.flip ? 80 - square : square;
    return [shape.left + (seen % 9) * CELL + CELL / 2, shape.top + Math.floor(seen / 9) * TALL + TALL / 2];
  };
  return { ...shape, isNear, center };
}

/** The middle of a square in the picture. */
export const middleOf = (square, view) => frame(view).center(square);

function wood(at) {
  // A few long lines of grain, the same on every board.
  let grain = "";
  for (let i = 0; i < 26; i++) {
    const x = at.left - 6 + (BOARD_WIDTH + 12) * (i + 0.5 + 0.35 * Math.sin(7.3 * i)) / 26;
    const bend = 5 * Math.sin(2.1 * i), y = at.top - 6, third = (BOARD_HEIGHT + 12) / 3;
    grain += `M${x.toFixed(1)} ${y}c${bend.toFixed(1)} ${third} ${(-bend).toFixed(1)} ${2 * third} ${(bend / 2).toFixed(1)} ${3 * third}`;
  }
  const plate = { x: at.left - 5, y: at.top - 5, width: BOARD_WIDTH + 10, height: BOARD_HEIGHT + 10, rx: 3 };
  return [
    s("rect", { ...plate, y: plate.y + 2.5, fill: "var(--wood-side)" }),
    s("rect", { ...plate, fill: "url(#wood)" }),
    s("clipPath", { id: "plate" }, s("rect", plate)),
    s("path", { d: grain, fill: "none", stroke: "var(--grain)", "stroke-width": 1, "clip-path": "url(#plate)" }),
  ];
}

function grid(at) {
  let lines = "";
  for (let i = 1; i < 9; i++) {
    lines += `M${at.left + i * CELL} ${at.top}v${BOARD_HEIGHT}M${at.left} ${at.top + i * TALL}h${BOARD_WIDTH}`;
  }
  const parts = [s("path", { d: lines, stroke: "var(--grid)", "stroke-width": 0.9, fill: "none" }),
    s("rect", { x: at.left, y: at.top, width: BOARD_WIDTH, height: BOARD_HEIGHT, fill: "none", stroke: "var(--grid)", "stroke-width": 1.8 })];
  for (const i of [3, 6]) {
    for (const j of [3, 6]) parts.push(s("circle", { cx: at.left + i * CELL, cy: at.top + j * TALL, r: 2.8, fill: "var(--grid)" }));
  }
  return parts;
}

function labels(at, view) {
  const parts = [];
  const names = choices.notation === "japanese" ? RANKS : "abcdefghi";
  for (let i = 0; i < 9; i++) {
    const file = view.flip ? i + 1 : 9 - i;
    const rank = view.flip ? 8 - i : i;
    parts.push(s("text", { class: "label", x: at.left + i * CELL + CELL / 2, y: at.top - 9 }, String(file)),
      s("text", { class: "label", x: at.left + BOARD_WIDTH + 13, y: at.top + i * TALL + TALL / 2 + 4.5 }, names[rank]));
  }
  return parts;
}

function tint(at, square, fill) {
  const [x, y] = at.center(square);
  return s("rect", { x: x - CELL / 2, y: y - TALL / 2, width: CELL, height: TALL, fill });
}
function tints(at, usi) {
  const { from, to } = squaresOf(usi);
  return [from === null ? null : tint(at, from, "var(--from)"), tint(at, to, "var(--to)")].filter(Boolean);
}

/** The piece picked up and the squares it may go to; around a piece that it may take is a ring. */
function targets(at, { picked }, position) {
  if (!picked) return [];
  const squares = new Set(picked.moves.map(({ usi }) => squaresOf(usi).to));
  const dots = [...squares].map(square => {
    const [cx, cy] = at.center(square);
    if (position.board[square]) {
      return s("circle", { class: "target", cx, cy, r: 20.5, fill: "none", stroke: "var(--target)", "stroke-width": 4 });
    }
    return s("circle", { class: "target", cx, cy, r: 8.5, fill: "var(--target)" });
  });
  return typeof picked.place === "number" ? [tint(at, picked.place, "var(--picked)"), ...dots] : dots;
}

/** An arrow for a move, or a ghost of the piece for a drop. The best line's is the strongest. */
function arrow(at, usi, side, rank, several, color = rank ? "var(--other-line)" : "var(--best)") {
  const { from, to } = squaresOf(usi);
  const [x2, y2] = at.center(to);
  const opacity = [0.75, 0.6, 0.5][rank] || 0.4;
  const badge = (x, y) => several ? s("g", {},
    s("circle", { cx: x, cy: y, r: 7.5, fill: color, stroke: "var(--piece-light)", "stroke-width": 1 }),
    s("text", { class: "badge", x, y: y + 3.7 }, String(rank + 1))) : null;
  if (from === null) {
    const ghost = drawPiece({ kind: usi[0], promoted: false, side }, x2, y2, { near: at.isNear(side), scale: 0.8 });
    ghost.setAttribute("opacity", 0.55);
    return s("g", { class: "hint", opacity: rank ? 0.8 : 1 }, ghost,
      s("circle", { cx: x2, cy: y2, r: 20, fill: "none", stroke: color, "stroke-width": 3.2 - rank * 0.4, opacity }),
      badge(x2 + 13, y2 - 15));
  }
  const [x1, y1] = at.center(from);
  return s("g", { class: "hint" }, shaft([x1, y1], [x2, y2], [4.6, 3.8, 3.2][rank] || 3, color, opacity),
    badge(x1 + 0.55 * (x2 - x1), y1 + 0.55 * (y2 - y1)));
}

/** The arrow itself, from point to point. */
function shaft([x1, y1], [x2, y2], thick, color, opacity) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const head = 2 + 1.7 * thick;
  const nx = x2 - 15 * ux, ny = y2 - 15 * uy;
  const tip = `M${x2} ${y2}L${nx - head * uy} ${ny + head * ux}L${nx + head * uy} ${ny - head * ux}Z`;
  return s("g", { opacity },
    s("path", { d: `M${x1 + 11 * ux} ${y1 + 11 * uy}L${nx} ${ny}`, stroke: color, "stroke-width": thick, "stroke-linecap": "round" }),
    s("path", { d: tip, fill: color, stroke: color, "stroke-width": 1, "stroke-linejoin": "round" }));
}

/** A mark of the reader's own: an arrow, or a circle around a square. */
function ownMark(at, { from, to, color: name }) {
  const color = `var(--drawn-${name})`;
  const [cx, cy] = at.center(to);
  return s("g", { class: "drawn" }, from === to ? s("circle", { cx, cy, r: 20, fill: "none", stroke: color, "stroke-width": 3.6, opacity: 0.85 })
    : shaft(at.center(from), [cx, cy], 4.6, color, 0.85));
}

/** Marks a piece of a hand as what it is, and as picked up if it is that. */
function asHeld(piece, side, kind, { picked }) {
  piece.dataset.side = side;
  piece.dataset.kind = kind;
  const isPicked = picked && picked.place.side === side && picked.place.kind === kind;
  if (isPicked) piece.classList.add("picked");
  // Easier to hit than its outline.
  piece.prepend(s("rect", { x: -22, y: -22, width: 44, height: 44, fill: "transparent" }));
  return piece;
}

function countText(x, y, count) {
  return s("text", { class: "count", x, y }, String(count));
}

/** The stand of one side and its name. */
function stand(at, position, side, view) {
  const near = at.isNear(side);
  const { width, height } = at.stand;
  const name = view.names[side];
  const label = mark(side) + " " + name;
  const toMove = position.side === side ? "turn" : "";
  const held = [...HAND_KINDS].filter(kind => position.hands[side][kind] > 0);
  const parts = [];
  if (view.narrow) {
    const y = near ? at.top + BOARD_HEIGHT + 11 : 22;
    parts.push(s("rect", { class: "stand", x: 0.5, y: y + 1.8, width: at.width - 1, height, rx: 5, fill: "var(--stand-side)" }),
      s("rect", { class: "stand", x: 0.5, y, width: at.width - 1, height, rx: 5, fill: "url(#stand)" }),
      s("text", { class: `name wide ${toMove}`, x: 4, y: near ? y + height + 19 : 15 }, shortened(label, 40)));
    const step = (at.width - 14) / 7;
    held.forEach((kind, i) => {
      const x = near ? 26 + i * step : at.width - 26 - i * step;
      const count = position.hands[side][kind];
      parts.push(asHeld(drawPiece({ kind, promoted: false, side }, x, y + height / 2 + 0.5, { near, scale: 0.86 }), side, kind, view));
      if (count > 1) parts.push(countText(near ? x + 24 : x - 24, y + height / 2 + 6, count));
    });
    return parts;
  }
  const x = near ? at.width - width - 1 : 1;
  const y = near ? at.top + BOARD_HEIGHT - height + 4 : at.top - 4;
  parts.push(s("rect", { class: "stand", x, y: y + 2.5, width, height, rx: 5, fill: "var(--stand-side)" }),
    s("rect", { class: "stand", x, y, width, height, rx: 5, fill: "url(#stand)" }));
  // A long name is broken into two lines.
  const lines = brokenName(label);
  lines.forEach((line, i) => {
    const row = near ? y - 11 - 16 * (lines.length - 1 - i) : y + height + 20 + 16 * i;
    parts.push(s("text", { class: `name ${toMove}`, x: x + width / 2, y: row }, line));
  });
  held.forEach((kind, row) => {
    const step = row * 43 + 27;
    const py = near ? y + step : y + height - step;
    const count = position.hands[side][kind];
    const px = count > 1 ? (near ? x + 30 : x + width - 30) : x + width / 2;
    parts.push(asHeld(drawPiece({ kind, promoted: false, side }, px, py, { near, scale: 0.9 }), side, kind, view));
    if (count > 1) parts.push(countText(near ? x + 61 : x + width - 61, py + 6, count));
  });
  return parts;
}

// A kanji or a mark is as wide as two letters.
const widthOf = text => [...text].reduce((sum, c) => sum + (c >= "\u2600" ? 2 : 1), 0);
// What fits above a stand.
const NAME_WIDTH = 11;
function shortened(text, most) {
  let out = "";
  for (const c of text) {
    if (widthOf(out + c) > most) return out + "…";
    out += c;
  }
  return out;
}
/** A name in two lines, each no wider than a stand. */
export function brokenName(label) {
  if (widthOf(label) <= NAME_WIDTH) return [label];
  const [first, ...rest] = label.split(" ").filter(Boolean);
  const words = [first + " " + (rest[0] || ""), rest.slice(1).join(" ")];
  if (!words[1]) {
    const all = [...label];
    let cut = 1;
    while (widthOf(all.slice(0, cut + 1).join("")) <= NAME_WIDTH) cut += 1;
    return [all.slice(0, cut).join(""), shortened(all.slice(cut).join(""), NAME_WIDTH - 2)];
  }
  return words.map(line => widthOf(line) <= NAME_WIDTH ? line : shortened(line, NAME_WIDTH - 2));
}

function shades() {
  const gradient = (id, light, dark) => s("linearGradient", { id, x1: 0, y1: 0, x2: 1, y2: 1 },
    s("stop", { offset: 0, "stop-color": light }), s("stop", { offset: 1, "stop-color": dark }));
  return s("defs", {}, gradient("wood", "var(--wood-light)", "var(--wood)"),
    gradient("stand", "var(--stand-light)", "var(--stand)"), pieceShades());
}

/**
 * Draws a position into an SVG element.
 *
 * `view` has `flip` (White sits below), `narrow` (the stands above and below the board), `names` of both
 * sides, `last` (the move that led here, in USI or nothing) and `best` (the moves to point at, the best
 * first). With an engine it has `picked`, the piece picked up and its moves, `lifted`, the square whose piece is in the
 * hand, `threat`, a move of the other side, `drawn`, the reader's own arrows and circles, and `cursor`, the square that the
 * keyboard is at.
 */
export function drawBoard(board, position, view) {
  const at = frame(view);
  const parts = [s("title", {}, t().board), shades(), ...wood(at)];
  if (view.last) parts.push(...tints(at, view.last));
  const spots = targets(at, view, position);
  const [underneath, ...above] = view.picked && typeof view.picked.place === "number" ? spots : [null, ...spots];
  if (underneath) parts.push(underneath);
  parts.push(...grid(at), ...labels(at, view));
  position.board.forEach((piece, square) => {
    if (!piece) return;
    const drawn = drawPiece(piece, ...at.center(square), { near: at.isNear(piece.side) });
    if (square === view.lifted) drawn.setAttribute("opacity", 0.3);
    parts.push(s("g", { "data-square": square }, drawn));
  });
  parts.push(...stand(at, position, "black", view), ...stand(at, position, "white", view));
  const best = view.best || [];
  // The best on top.
  for (let rank = best.length - 1; rank >= 0; rank--) {
    parts.push(arrow(at, best[rank], position.side, rank, best.length > 1));
  }
  if (view.threat) parts.push(arrow(at, view.threat, position.side === "black" ? "white" : "black", 0, false, "var(--blunder)"));
  parts.push(...(view.drawn || []).map(mark => ownMark(at, mark)), ...above);
  if (view.cursor !== undefined && view.cursor !== null) {
    const [x, y] = at.center(view.cursor);
    parts.push(s("rect", { id: "cursor", x: x - CELL / 2 + 1.5, y: y - TALL / 2 + 1.5, width: CELL - 3, height: TALL - 3, rx: 3 }));
  }
  board.setAttribute("viewBox", `0 0 ${at.width} ${at.height}`);
  board.replaceChildren(...parts);
  // Names of wide letters are drawn narrower: nothing may leave the picture.
  for (const name of board.querySelectorAll(".name")) {
    const most = view.narrow ? at.width - 8 : at.stand.width;
    if (name.getComputedTextLength() <= most) continue;
    name.setAttribute("textLength", most);
    name.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/** What was pressed: a square as an index, a piece of a hand as `{side, kind}`, or nothing. */
export function placeUnder(board, event, view) {
  const at = frame(view);
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  const file = Math.floor((point.x - at.left) / CELL), rank = Math.floor((point.y - at.top) / TALL);
  if (file < 0 || file > 8 || rank < 0 || rank > 8) {
    const isOver = ({ left, right, top, bottom }) => event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    const held = [...board.querySelectorAll("[data-kind]")].find(node => isOver(node.getBoundingClientRect()));
    return held ? { side: held.dataset.side, kind: held.dataset.kind } : null;
  }
  const seen = rank * 9 + file;
  return view.flip ? 80 - seen : seen;
}
