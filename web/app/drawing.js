// Arrows and circles that the reader draws with the right button of the mouse. They belong to a position and are kept with it.

import { $ } from "../page/element.js";
import { placed } from "./moving.js";

const isSameStroke = (one, other) => one.from === other.from && one.to === other.to;

/** The marks of a position behind a stroke: the same stroke again takes its mark away, in another color it changes it. */
export function strokedBy(marks, stroke) {
  const before = marks.find(mark => isSameStroke(mark, stroke));
  const rest = marks.filter(mark => mark !== before);
  return before && before.color === stroke.color ? rest : [...rest, stroke];
}

/** Takes the marks of the position shown away; true if there were any. */
export function wipe(view) {
  const { node } = view;
  if (!node.drawn || !node.drawn.length) return false;
  node.drawn = [];
  view.draw();
  return true;
}

/** The marks to show, with the one that is being drawn. */
export const marksOf = view => [...view.node.drawn || [], ...view.app.pen ? [view.app.pen] : []];

/** Draws from where the right button is pressed to where it is let go: an arrow, or on one square a circle. */
export function listenToDrawing(view) {
  const { app } = view;
  const squareUnder = event => {
    const place = placed(view, event);
    return typeof place === "number" ? place : null;
  };
  $("board").addEventListener("contextmenu", event => event.preventDefault());
  $("board").addEventListener("pointerdown", event => {
    if (event.button !== 2 || event.pointerType !== "mouse" || view.line || app.setup.wants(view)) return;
    const square = squareUnder(event);
    if (square === null) return;
    app.pen = { from: square, to: square, color: event.shiftKey ? "second" : "first" };
    view.drawStage();
  });
  document.addEventListener("pointermove", event => {
    if (!app.pen) return;
    const square = squareUnder(event);
    if (square === null || square === app.pen.to) return;
    app.pen.to = square;
    view.drawStage();
  });
  document.addEventListener("pointerup", event => {
    if (!app.pen || event.button !== 2) return;
    view.node.drawn = strokedBy(view.node.drawn || [], app.pen);
    app.pen = null;
    view.draw();
  });
}
