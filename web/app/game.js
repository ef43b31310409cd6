// A game against the engine.
//
// The game is where the last move was made, at `head`; the reader may look at other positions meanwhile. Another
// move at an earlier one begins a variation, and the game goes on there.

import { otherSide, sideOf } from "../page/position.js";
import { clockWords, makeClock, pressClock, startClock, timeLeft } from "./clock.js";
import { pathTo, winnerOf } from "./engine.js";
import { removeFrom, setEnd } from "./history.js";
import { legalMoves, makeMove } from "./moving.js";

/** How a game ends without the rules. */
const ends = {
  resign: { japanese: "投了", english: "resignation" },
  win: { japanese: "入玉勝ち", english: "declaration" },
  time: { japanese: "切れ負け", english: "time" },
};

const now = () => Date.now();

/** How long a person would look at a board, more or less, in ms; with little time left less. */
function lookingTime({ clock, head }) {
  const wanted = 700 + 1500 * Math.random();
  if (!clock) return wanted;
  const { ms, isByoyomi } = timeLeft(clock, sideOf(head.sfen), now());
  return Math.min(wanted, ms * (isByoyomi ? 0.3 : 0.05));
}

/** Whether it is the engine's turn. */
export const isItsTurn = ({ game }) => !!game && sideOf(game.head.sfen) !== game.side;

/** Whether the reader looks at the position that is played. */
export const isAtHead = ({ game, node, line }) => !!game && game.head === node && !line;

/**
 * Begins a game at the node shown. `setting` is `{side, level, seconds, clock, isHuman}`: the reader's side, the
 * engine's level, the seconds for a move of full strength without a clock, the clock as makeClock has it or null, and whether
 * the engine takes its time.
 */
export function beginGame(view, setting) {
  const { node } = view;
  view.game = { ...setting, base: node, head: node, clock: setting.clock && makeClock(setting.clock), waiting: null, isNew: true, declares: false };
  view.flip = setting.side === "white";
  view.redraw();
  runClock(view);
}

/** Lets the time of the side to move run. */
export function runClock({ game }) {
  if (game && game.clock) startClock(game.clock, sideOf(game.head.sfen), now());
}

/** A move was made in the game: the clock is pressed, and the game is where it leads. */
export function noteMove(view, node) {
  const { game } = view;
  if (game.clock) {
    const used = pressClock(game.clock, now());
    if (node.isNew) node.move.used_ms = Math.round(used);
  }
  game.head = node;
  game.declares = false;
  game.hint = null;
  game.waiting = null;
  runClock(view);
}

/** Ends the game where it is. */
export function finish(view, end) {
  const { game } = view;
  if (game.clock) pressClock(game.clock, now());
  const node = game.head;
  setEnd(view, node, end);
  view.game = null;
  view.app.last = { ...game };
  view.node = node;
  view.redraw();
  view.app.ended(view, game, end);
}

/** The user wins by entering king, where the engine says so. */
export const declare = view => finish(view, { ...ends.win, winner: view.game.side });

/** The user gives up. */
export const resign = view => finish(view, { ...ends.resign, winner: otherSide(view.game.side) });

/** Ends the game when somebody's time is up. */
export function watchClock(view) {
  const { game } = view;
  if (!game || !game.clock || !game.clock.side) return;
  const { side } = game.clock;
  // Nobody loses while the engine is being loaded.
  if (isItsTurn(view) && view.engine.state !== "ready") return;
  if (timeLeft(game.clock, side, now()).ms <= 0) finish(view, { ...ends.time, winner: otherSide(side) });
}

/** How far a move can be taken back: the position of the reader's move before, or nothing. */
function beforeTakeBack({ game }) {
  let at = game.head;
  if (at === game.base) return null;
  do at = at.parent;
  while (at !== game.base && sideOf(at.sfen) !== game.side);
  return sideOf(at.sfen) === game.side ? at : null;
}

export const canTakeBack = view => !!view.game && !!beforeTakeBack(view);

/** Takes back the reader's last move, and the engine's after it. Moves that the game has made are taken out of the record. */
export function takeBack(view) {
  const { game } = view;
  const to = beforeTakeBack(view);
  if (!to) return;
  let at = game.head;
  while (at !== to) {
    const { parent } = at;
    if (at.isNew && !at.children.length) removeFrom(view.tree, at);
    at = parent;
  }
  Object.assign(game, { head: to, waiting: null, hint: null, declares: false });
  runClock(view);
  view.grow(to);
}

/** Shows what the engine would play for the reader. */
export async function hint(view) {
  const { game } = view;
  const node = game.head;
  if (isItsTurn(view)) return;
  view.go(node);
  const move = await view.engine.answer(pathTo(node), { level: "full", seconds: 0.7 });
  if (view.game !== game || game.head !== node || !move) return;
  game.hint = { node, usi: move };
  view.draw();
}

export const wait = ms => new Promise(done => setTimeout(done, ms));

/** The `go` of the engine's move. */
function goWords({ clock, seconds }) {
  if (clock) return clockWords(clock, now());
  return `btime 0 wtime 0 byoyomi ${Math.round(1000 * seconds)}`;
}

/** Lets the engine answer if it is its turn; ends the game where it has ended. */
export async function answerIfDue(view) {
  const { game } = view;
  if (!game) return;
  const node = game.head;
  if (game.looked === node) return;
  game.looked = node;
  const legal = await legalMoves(view, node);
  if (view.game !== game || game.head !== node) return;
  if (!legal) { game.looked = null; return; }
  if (legal.end) return finish(view, legal.end);
  game.declares = legal.declares && !isItsTurn(view);
  if (game.declares) view.app.drawDesk(view);
  if (!isItsTurn(view)) return;
  game.waiting = node;
  // Its time does not run while it is being loaded.
  if (game.isNew) runClock(view);
  const start = now();
  const looking = game.isHuman ? lookingTime(game) : 0;
  const word = await view.engine.answer(pathTo(node), { level: game.level, go: goWords(game), isNewGame: game.isNew });
  game.isNew = false;
  if (word) await wait(Math.max(0, looking - (now() - start)));
  if (view.game !== game || game.head !== node || game.waiting !== node) return;
  game.waiting = null;
  if (word === null) {
    game.looked = null;
    return;
  }
  if (word in ends) return finish(view, { ...ends[word], winner: winnerOf(node, word) });
  const move = legal.moves.find(({ usi }) => usi === word);
  if (!move) return;
  // Whoever looks at an earlier position is brought back to the game.
  view.node = node;
  makeMove(view, move);
}
