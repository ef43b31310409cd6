// Requests of the page to an engine. Nothing here is called in a report without one.
//
// The rules of the game are the engine's alone: the page knows no legal move by itself. An engine
// is an object with these functions; `path` is `{sfen, moves}`, a start position and the USI moves
// made from it, so that repetitions count. Scores and chances are Black's, as in a document.
//
//   moves(path)       a promise of `{moves, end, declares}`: every legal move as `{usi, sfen, check, japanese, western}`,
//                     `sfen` being the position after it, `check` whether it is check; `end` is how the game ended, or null; `declares` tells
//                     whether the side to move wins by declaring
//   analyse(path, { lines }, tell)
//                     thinks until the function that it returns is called; `tell` gets
//                     `{score, win_probability, depth, nodes, lines}` as a position of a document has them
//   answer(path, { level, seconds, go, isNewGame })
//                     a promise of the move of an opponent of that level: USI, `resign` or `win`, or null if
//                     something else was asked for in the meantime; `go` are the clocks as the protocol has them
//   mate(path, ms)    a promise of the shortest mate by checks: moves, `nomate` or `timeout`, or null as above
//   inspect(path, go) a search for its own sake: `{done, stop}`, a promise of the last `info` lines, or null as above
//   found(path, said) a promise of what such lines say, as `analyse` tells it
//   review(game, said, settings)
//                     a promise of the document of a game and the searches of its first positions
//   handicaps()       a promise of `[{name, japanese, sfen}]`
//   check(sfen, lang) a promise of the position as the engine writes it, or a rejection with what is wrong with it
//   book(path)        a promise of the moves of the built-in book, the best first: `{usi, value, depth}`, scores Black's
//   levels            the levels it plays at, the weakest first: `{id, japanese, english}`; `full` is the last
//   read(bytes, name, index, lang)
//                     a promise of `{titles, document, problems, kif}` for one of the games in a file or text of any format,
//                     or a rejection with words for people
//   write(game, extension, lang)
//                     a promise of `{base64, losses}`, the game that `gameOf` makes as a file and what that cannot hold, in words
//   state, reason     `starting`, `ready` or `failed`, and why; `watch(f)` calls f when it changes, `restart()`
//                     begins anew

import { otherSide, sideOf } from "../page/position.js";

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

/** A document without a game: a position to play from. The names, if there are any, are Black's and White's. */
export function emptyDocument(sfen, names = []) {
  const player = index => ({ name: names[index] || null, moves: 0, accuracy: null });
  const headers = names.map((name, index) => [index ? "後手" : "先手", name]);
  return { positions: [{ ply: 0, sfen, move: null }], players: [player(0), player(1)], headers, problems: [] };
}

/** The game on the page as an engine writes it down: each node behind its parent. */
export function gameOf({ doc, tree }) {
  const nodes = [], numbers = new Map();
  const waiting = [tree.root];
  while (waiting.length) {
    const node = waiting.pop();
    numbers.set(node, nodes.length);
    const { move, comments, end } = node;
    nodes.push({ parent: node.parent ? numbers.get(node.parent) : null, usi: move ? move.usi : null, comments,
      used_ms: move && move.used_ms !== undefined ? move.used_ms : null, end: end ? end.japanese : null });
    waiting.push(...[...node.children].reverse());
  }
  // Variations that are an end mark alone.
  for (const { base, nodes: own, end, comments } of tree.variations) {
    if (!own.length && end) nodes.push({ parent: numbers.get(base), usi: null, comments, used_ms: null, end: end.japanese });
  }
  return { sfen: tree.root.sfen, headers: doc.headers || [], nodes };
}

/** A move of the engine's list as a position behind `node`. */
export function entryOf(node, move) {
  const { usi, japanese, western, sfen } = move;
  return { ply: node.ply + 1, sfen, move: { side: sideOf(node.sfen), usi, japanese, western } };
}

/** Who wins when the side to move after `node` gives up or declares. */
export const winnerOf = (node, word) => word === "win" ? sideOf(node.sfen) : otherSide(sideOf(node.sfen));
