// Positions as SFEN writes them, and what a move known to be legal changes. No rules: those are the engine's.

/** The kinds of pieces in a hand, in the order they are laid out. */
export const HAND_KINDS = "RBGSNLP";

export const otherSide = side => side === "black" ? "white" : "black";

/** The side to move. */
export const sideOf = sfen => sfen.split(" ")[1] === "b" ? "black" : "white";

/**
 * A position to draw: `board` has 81 squares, row by row from 9a to 1i, each `null` or
 * `{kind, promoted, side}`; `hands` has how many pieces of each kind each side holds.
 */
export function parseSfen(sfen) {
  const [rows, side, held] = sfen.split(" ");
  const board = new Array(81).fill(null);
  let at = 0;
  let promoted = false;
  for (const c of rows) {
    if (c === "/") continue;
    if (c === "+") { promoted = true; continue; }
    if (c >= "1" && c <= "9") { at += Number(c); continue; }
    const kind = c.toUpperCase();
    board[at++] = { kind, promoted, side: c === kind ? "black" : "white" };
    promoted = false;
  }
  const position = { board, side: side === "b" ? "black" : "white", hands: { black: {}, white: {} } };
  let count = "";
  for (const c of held === "-" ? "" : held) {
    if (c >= "0" && c <= "9") { count += c; continue; }
    const kind = c.toUpperCase();
    position.hands[c === kind ? "black" : "white"][kind] = Number(count || 1);
    count = "";
  }
  return position;
}

/** The square of `7f`, as an index of `board`. */
export const squareOf = text => (text.charCodeAt(1) - 97) * 9 + 9 - Number(text[0]);

/** Where a USI move comes from (`null` for a drop) and where it goes. */
export const squaresOf = usi => ({
  from: usi[1] === "*" ? null : squareOf(usi),
  to: squareOf(usi.slice(2, 4)),
});

/** Makes a legal USI move in a position to draw. */
export function playMove(position, usi) {
  const held = position.hands[position.side];
  const { from, to } = squaresOf(usi);
  if (from === null) {
    held[usi[0]] -= 1;
    position.board[to] = { kind: usi[0], promoted: false, side: position.side };
  } else {
    const taken = position.board[to];
    if (taken) held[taken.kind] = (held[taken.kind] || 0) + 1;
    const piece = position.board[from];
    position.board[to] = { ...piece, promoted: piece.promoted || usi[4] === "+" };
    position.board[from] = null;
  }
  position.side = otherSide(position.side);
}
