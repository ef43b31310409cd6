// Moving about: the buttons below the board, and the keyboard.

import { h, icon, show } from "./element.js";
import { faultOf } from "./notation.js";
import { inGame, lastOf } from "./tree.js";
import { t } from "./words.js";

/** To the next mistake of the game, or the one before; behind the last comes the first. */
function nextMistake(view, by) {
  const faults = view.tree.game.filter(faultOf);
  const { ply } = inGame(view.node);
  const ahead = by > 0 ? faults.find(node => node.ply > ply) : faults.findLast(node => node.ply < ply);
  const next = ahead || faults.at(by > 0 ? 0 : -1);
  if (next) view.go(next);
}

export function drawNavigation(view) {
  const { node, line, tree } = view;
  const isStart = !node.parent && !line, isEnd = !node.children.length && !line;
  const button = (symbol, label, action, disabled, className) => h("button", {
    type: "button", title: label, "aria-label": label, onclick: action, disabled, class: className }, symbol);
  const hasFaults = tree.game.some(faultOf);
  show("nav",
    button(icon("first"), t().first, () => view.go(tree.root), isStart),
    button(icon("back"), t().back, () => view.step(-1), isStart),
    button(icon("forward"), t().forward, () => view.step(1), isEnd),
    button(icon("end"), t().end, () => view.go(lastOf(node)), isEnd),
    hasFaults ? button([h("span", { class: "long" }, t().next), h("span", { class: "short" }, t().nextShort), " ▶"], t().next,
      () => nextMistake(view, 1), false, "wide") : null,
    button(icon("flip"), t().flip, () => view.turn()),
    view.app.navigation(view));
}

/** ← → go from move to move, ↑ ↓ from mistake to mistake, Home and End to the ends, Escape out of a line. */
export function listenToKeys(view) {
  const actions = {
    ArrowLeft: () => view.step(-1), ArrowRight: () => view.step(1),
    ArrowUp: () => nextMistake(view, -1), ArrowDown: () => nextMistake(view, 1),
    Home: () => view.go(view.tree.root), End: () => view.go(lastOf(view.node)),
    Escape: () => view.line && view.go(view.line.base), f: () => view.turn(),
  };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("textarea, select, input:not([type=checkbox]), dialog, [role=grid]")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
