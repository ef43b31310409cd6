// Moves, scores and judgements as texts.

import { choices } from "./choices.js";
import { otherSide } from "./position.js";
import { t } from "./words.js";

export const mark = side => side === "black" ? "☗" : "☖";
/** The name of a side, with `given` in a handicap game. */
export const sideName = (side, given) => (given && t().handicapSides || t())[side];

/** Whether the engine searched a position. */
export const isSearched = position => "win_probability" in position;

/** A score as Black sees it: `+158`, `≥+158` for a bound, `−#5`, or a word of its own. */
export function scoreText(of) {
  const value = of.score;
  if (value.repetition) return t().repetitions[value.repetition];
  if (value.rule) return t().rules[value.rule];
  const bound = { lower: "≥", upper: "≤" }[of.bound] || "";
  if ("cp" in value) return bound + (value.cp > 0 ? "+" : value.cp < 0 ? "−" : "") + Math.abs(value.cp);
  const sign = of.win_probability >= 0.5 ? "+" : "−";
  return sign + t().mateScore(Math.abs(value.mate));
}

export const percent = p => (100 * p).toFixed(p > 0.995 || p < 0.005 ? 1 : 0) + "%";

/** The chance of one side to win. */
export const chanceText = (position, side) =>
  percent(side === "black" ? position.win_probability : 1 - position.win_probability);

/** A move; in Japanese it carries the mark of its side already. */
export const moveText = move => choices.notation === "japanese" ? move.japanese : mark(move.side) + move.western;

/** The i-th move of a line of the engine that begins with `side` to move. */
export function lineText(line, i, side) {
  if (choices.notation === "japanese") return line.japanese[i];
  return mark(i % 2 ? otherSide(side) : side) + line.western[i];
}

/** The end of a line in words. */
export const endText = end => choices.lang === "ja" ? end.japanese : end.english;

export const tones = {
  inaccuracy: "var(--inaccuracy)", mistake: "var(--mistake)", blunder: "var(--blunder)",
  missed_win: "var(--decisive)", decisive: "var(--decisive)",
};

/** The move that led to a position, if there is something to be said against it. */
export function faultOf(position) {
  const move = position.move;
  return move && (move.judgement || move.missed_mate) ? move : null;
}

export const toneOf = move => tones[move.judgement] || "var(--decisive)";

/** `blunder, allows mate in 5` */
export function judgementText(move) {
  const parts = [];
  if (move.judgement) parts.push(t()[move.judgement]);
  if (move.missed_mate) parts.push(t().missedMate(move.missed_mate));
  if (move.allowed_mate) parts.push(t().allowedMate(move.allowed_mate));
  return parts.join(choices.lang === "ja" ? "・" : ", ");
}

/** What is proven against the move and for the better one. */
export const reasonsText = move => (move.reasons || []).map(reason => choices.lang === "ja" ? `${reason.ja}。` : reason.en).join(" ");

/** `1:05` */
export function clockText(ms) {
  const used = Math.floor(ms / 1000);
  return `${Math.floor(used / 60)}:${String(used % 60).padStart(2, "0")}`;
}

/** A date without its seconds. */
export const dateText = text => text && text.replace(/^(.* \d\d?:\d\d):\d\d$/, "$1");

/** The handicap of a game, or nothing. */
export function handicapText({ handicap, handicap_name: name }) {
  if (choices.lang === "ja" || !name) return handicap;
  return `${t().handicap}: ${t().handicaps[name] || name}`;
}

/** Something named in both languages. */
export const named = names => choices.lang === "ja" ? names.japanese : names.english;
