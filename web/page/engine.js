// What the page asks of an engine. A report has none, and then nothing here is called.
//
// The rules of the game are the engine's alone: the page knows no legal move by itself. An engine
// is an object with these functions; `path` is `{sfen, moves}`, a start position and the USI moves
// made from it, so that repetitions count. Scores and chances are Black's, as in a document.
//
//   moves(path)       a promise of `{moves, end}`: every legal move as `{usi, sfen, japanese, western}`,
//                     `sfen` being the position after it; `end` is how the game ended, or null
//   analyse(path, { lines }, tell)
//                     thinks until the function that it returns is called; `tell` gets
//                     `{score, win_probability, depth, nodes, lines}` as a position of a document has them
//   answer(path, level)
//                     a promise of the move of an opponent of that level: USI, `resign` or `win`
//   levels            the levels it plays at, the weakest first: `{id, japanese, english}`
//   read(bytes, name) a promise of the documents of all games in a file or text of any format, or a
//                     rejection with words for people

import { otherSide, sideOf } from "./position.js";

/** The way to a node as an engine wants it. */
export function pathTo(node) {
  const moves = [];
  let at = node;
  while (at.parent) {
    moves.unshift(at.move.usi);
    at = at.parent;
  }
  return { sfen: at.sfen, moves };
}

/** A document without a game: a position to play from. */
export function emptyDocument(sfen) {
  const player = () => ({ name: null, moves: 0, accuracy: null });
  return { positions: [{ ply: 0, sfen, move: null }], players: [player(), player()], headers: [], problems: [] };
}

/** A move of the engine's list as a position behind `node`. */
export function entryOf(node, move) {
  const { usi, japanese, western, sfen } = move;
  return { ply: node.ply + 1, sfen, move: { side: sideOf(node.sfen), usi, japanese, western } };
}

/** Who wins when the side to move after `node` gives up or declares. */
export const winnerOf = (node, word) => word === "win" ? sideOf(node.sfen) : otherSide(sideOf(node.sfen));
