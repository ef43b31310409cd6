// Moves typed on the keyboard as engines write them: 7g7f, 8h2b+, P*5e.

import { tell } from "../page/copy.js";
import { legalMoves, makeMove, mayMove } from "./moving.js";
import { w } from "./phrases.js";

/** What a move may begin with. */
const beginning = /^(?:[1-9](?:[a-i](?:[1-9](?:[a-i]\+?)?)?)?|[PLNSGBR](?:\*(?:[1-9][a-i]?)?)?)$/;

/** Makes the move that was typed, if it is one; `isDone` where nothing more is to come. */
async function playTyped(view, text, isDone) {
  const { node } = view;
  const legal = await legalMoves(view, node);
  if (!legal || view.node !== node) return true;
  const fitting = legal.moves.filter(({ usi }) => usi.startsWith(text));
  const exact = fitting.find(({ usi }) => usi === text);
  if (exact && (isDone || fitting.length === 1)) {
    makeMove(view, exact);
    return true;
  }
  if (fitting.length && !isDone) return false;
  tell(w().illegal(text));
  return true;
}

/** Listens before the keys that move about: a letter belongs to the move that has begun. */
export function listenToTyping(view) {
  let typed = "";
  document.addEventListener("keydown", async event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !mayMove(view)) return;
    if (event.target instanceof Element && event.target.closest("textarea, select, input:not([type=checkbox]), dialog")) return;
    const isEnd = typed && (event.key === "Escape" || event.key === "Backspace");
    const isDone = typed && event.key === "Enter";
    if (!isEnd && !isDone && !beginning.test(typed + event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isEnd) { typed = ""; return; }
    if (!isDone) typed += event.key;
    const text = typed;
    tell(text);
    if (text.length < 4 && !isDone) return;
    if (await playTyped(view, text, isDone) && typed === text) typed = "";
  }, true);
}
