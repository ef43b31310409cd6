// Arrows and circles of the reader's own: with the right button of the mouse, or with the pen of the button below the
// board. They belong to a position and are kept with it.

import { tell } from "../page/copy.js";
import { $, h, icon } from "../page/element.js";
import { placed } from "./moving.js";
import { w } from "./phrases.js";

/** What the pen's button switches between: no pen, and its colors. */
const PENS = [null, "first", "second"];

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
export const marksOf = view => [...view.node.drawn || [], ...view.app.stroke ? [view.app.stroke] : []];

/** The button of the pen: with it fingers and the mouse draw on the board instead of moving pieces. */
export function penButton(view) {
  const { app } = view;
  const label = w().pens[PENS.indexOf(app.pen)];
  const next = () => {
    if (!app.pen) tell(w().penHint);
    app.pen = PENS[(PENS.indexOf(app.pen) + 1) % PENS.length];
    view.picked = null;
    view.draw();
  };
  return h("button", { type: "button", "data-key": "pen", class: app.pen && `pen ${app.pen}`, "aria-pressed": String(!!app.pen), title: label, "aria-label": label, onclick: next }, icon("pen"));
}

/** The color in which a press draws; nothing if it does not. */
function colorOf({ app }, event) {
  if (event.button === 2 && event.pointerType === "mouse") return event.shiftKey ? "second" : "first";
  return event.button === 0 && event.isPrimary ? app.pen : null;
}

/** Draws from where a press begins to where it ends: an arrow, or on one square a circle. */
export function listenToDrawing(view) {
  const { app } = view;
  let pointer = null;
  const squareUnder = event => {
    const place = placed(view, event);
    return typeof place === "number" ? place : null;
  };
  const end = () => { pointer = app.stroke = null; view.draw(); };
  $("board").addEventListener("contextmenu", event => event.preventDefault());
  $("board").addEventListener("pointerdown", event => {
    const color = colorOf(view, event), square = squareUnder(event);
    if (!color || square === null || view.line || app.setup.wants(view)) return;
    pointer = event.pointerId;
    app.stroke = { from: square, to: square, color };
    view.drawStage();
  });
  document.addEventListener("pointermove", event => {
    if (!app.stroke || event.pointerId !== pointer) return;
    const square = squareUnder(event);
    if (square === null || square === app.stroke.to) return;
    app.stroke.to = square;
    view.drawStage();
  });
  document.addEventListener("pointerup", event => {
    if (!app.stroke || event.pointerId !== pointer) return;
    view.node.drawn = strokedBy(view.node.drawn || [], app.stroke);
    end();
  });
  document.addEventListener("pointercancel", event => { if (app.stroke && event.pointerId === pointer) end(); });
}
