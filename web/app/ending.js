// The end of a game: who has won and how, and what next.

import { h } from "../page/element.js";
import { endText, sideName } from "../page/notation.js";
import { t } from "../page/words.js";
import { openDialog } from "./dialog.js";
import { w } from "./phrases.js";

/** What the word of an end means to somebody who has not seen it before. */
function explained(end) {
  // The rules have one foul that can be played here.
  if (/反則|連続/.test(end.japanese)) return w().perpetual;
  if (/千日手/.test(end.japanese)) return w().repeated;
  if (/詰/.test(end.japanese)) return w().mated;
  return null;
}

/** Tells how a game has ended; `handicap` is that of its document. `next` has what can be done then: `{review, again, otherSide}`. */
export function tellEnd(game, end, handicap, next) {
  const title = !end.winner ? w().draw : end.winner === game.side ? w().youWin : w().youLose;
  const act = (text, then, className = "tool") => self => h("button", { type: "button", class: className, onclick: () => { self.close(); then(); } }, text);
  const actions = [act(w().review, next.review, "main"), act(w().again, next.again), act(w().otherSide, next.otherSide)];
  openDialog(title, self => [
    h("p", {}, end.winner ? t().winsBy(sideName(end.winner, handicap), endText(end)) : endText(end)),
    explained(end) ? h("p", { class: "soft" }, explained(end)) : null,
    h("div", { class: "buttons" }, actions.map(action => action(self))),
  ], { className: "small" });
}
