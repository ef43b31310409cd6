// A game against the engine.

import { tell } from "./copy.js";
import { pathTo, winnerOf } from "./engine.js";
import { legalMoves, makeMove } from "./moving.js";
import { endText, sideName } from "./notation.js";
import { sideOf } from "./position.js";
import { t } from "./words.js";

/** Whether it is the engine's turn in the game played. */
export function isItsTurn({ game, node }) {
  return !!game && !node.end && !node.children.length && !node.variation && sideOf(node.sfen) !== game.side;
}

/** Ends the game at the node reached. */
function finish(view, node, end) {
  node.end = end;
  view.doc.end = end;
  view.game = null;
  view.redraw();
  tell([end.winner ? t().wins(sideName(end.winner)) : null, endText(end)].filter(Boolean).join(" · "));
}

const ends = {
  resign: { japanese: "投了", english: "Resigns" },
  win: { japanese: "入玉勝ち", english: "Declaration" },
};

/** The user wins by entering king, where the engine says so. */
export function declare(view) {
  finish(view, view.node, { ...ends.win, winner: view.game.side });
}

/** The user gives up. */
export function resign(view) {
  const { node, game } = view;
  const winner = game.side === "black" ? "white" : "black";
  finish(view, node, { ...ends.resign, winner });
}

/** Lets the engine answer if it is its turn; ends the game where it has ended. */
export async function answerIfDue(view) {
  const { game, node } = view;
  if (!game || node.children.length || node.variation) return;
  const path = pathTo(node);
  const legal = await legalMoves(view, node);
  if (view.game !== game || view.node !== node || !legal) return;
  if (legal.end) return finish(view, node, legal.end);
  game.declares = legal.declares && !isItsTurn(view);
  if (game.declares) view.drawDesk();
  if (!isItsTurn(view) || game.waiting === node) return;
  game.waiting = node;
  const word = await view.engine.answer(path, { level: game.level, seconds: game.seconds, isNewGame: game.isNew });
  game.isNew = false;
  if (view.game !== game) return;
  game.waiting = null;
  if (word === null) return;
  if (word in ends) return finish(view, node, { ...ends[word], winner: winnerOf(node, word) });
  const move = legal.moves.find(({ usi }) => usi === word);
  if (!move) return;
  // The user may have looked at an earlier position meanwhile.
  view.node = node;
  makeMove(view, move);
}

/** The level and side of a new game, and the seconds for a move at full strength. */
export const newGame = (side, level, seconds) => ({ side, level, seconds, waiting: null, isNew: true, declares: false });
