// The game on the page analysed move by move, as reports are.

import { choices, choose } from "../page/choices.js";
import { tell } from "../page/copy.js";
import { h } from "../page/element.js";
import { oneOf, openDialog, field } from "./dialog.js";
import { gameOf, pathTo } from "./engine.js";
import { complain } from "./moving.js";
import { w } from "./phrases.js";

/** Nodes for each position. */
const efforts = { quick: 40_000, normal: 200_000, deep: 1_000_000 };
/** Moves are judged anew after so many positions; the proofs behind the judgements take time. */
const EVERY = 12;

/** What the document of an analysis says, written into the game on the page. */
function apply(view, document) {
  document.positions.forEach((position, i) => {
    const node = view.tree.game[i];
    const { move, comments, ply, sfen, ...searched } = position;
    if (!node || node.sfen !== sfen) return;
    if (move && node.move) Object.assign(node.move, move, node.move.used_ms === undefined ? {} : { used_ms: node.move.used_ms });
    Object.assign(node, searched);
  });
  const { players, opening, settings } = document;
  Object.assign(view.doc, { players, opening, settings });
}

async function judge(view, review) {
  const said = [];
  for (const node of view.tree.game) {
    if (node.effort !== review.effort) break;
    said.push(node.infos);
  }
  const settings = { engine: "Komadai", evaluator: "NNUE", nodes: efforts[review.effort], multipv: 1, hash_mib: Number(choices.table) };
  const document = await view.engine.review(gameOf(view), said, settings);
  if (view.app.review === review) apply(view, document);
}

/** How far the analysis is: `{done, all}`. */
export function progress(view) {
  const { game } = view.tree;
  return { done: game.filter(node => node.effort === view.app.review.effort).length, all: game.length };
}

/** Goes on with the analysis until it is done or halted. */
async function run(view) {
  const { review } = view.app;
  review.isOn = true;
  view.app.thinking.isOn = false;
  view.draw();
  try {
    let count = 0;
    // The game may grow meanwhile.
    for (let i = 0; i < view.tree.game.length; i++) {
      const node = view.tree.game[i];
      if (node.effort === review.effort) continue;
      const { done, stop } = view.engine.inspect(pathTo(node), `go nodes ${efforts[review.effort]}`);
      review.stop = stop;
      const said = await done;
      if (view.app.review !== review || !review.isOn) return;
      if (said === null) {
        // Something else wanted the engine.
        review.isOn = false;
        return view.app.drawDesk(view);
      }
      const found = await view.engine.found(pathTo(node), said);
      Object.assign(node, { infos: said, effort: review.effort }, found);
      count += 1;
      if (count % EVERY === 0) {
        await judge(view, review);
        if (view.app.review !== review) return;
        view.redraw();
      } else {
        view.drawFound(node === view.node);
        view.app.drawDesk(view);
      }
    }
    await judge(view, review);
    if (view.app.review !== review) return;
    view.app.review = null;
    view.redraw();
    tell(w().reviewed);
  } catch (error) {
    review.isOn = false;
    complain(error);
    view.app.drawDesk(view);
  }
}

/** Halts the analysis; it can go on later. */
export function haltReview(view) {
  const { review } = view.app;
  if (!review || !review.isOn) return;
  review.isOn = false;
  if (review.stop) review.stop();
  view.draw();
}

/** Ends the analysis where it is; what was found stays. */
export function endReview(view) {
  haltReview(view);
  view.app.review = null;
  view.redraw();
}

/** Asks for the effort and begins. */
export function askForReview(view) {
  openDialog(w().review, self => [
    field(w().effort, oneOf(w().effort, Object.keys(efforts).map(key => [key, w()[key]]), choices.effort, key => { choose("effort", key); self.redraw(); })),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "main", onclick: () => { self.close(); beginReview(view, choices.effort); } }, w().beginReview)),
  ], { className: "small" });
}

export function beginReview(view, effort) {
  view.app.review = { effort, isOn: false, stop: null };
  run(view);
}

/** Where the analysis is, with its buttons. */
export function reviewPanel(view) {
  const { review } = view.app;
  if (!review) return null;
  const { done, all } = progress(view);
  return h("div", { class: "card panel review" },
    h("progress", { max: all, value: done, "aria-label": w().review }),
    h("span", { role: "status" }, w().reviewing(done, all)),
    h("button", { type: "button", class: "tool", "data-key": "halt", onclick: () => review.isOn ? haltReview(view) : run(view) }, review.isOn ? w().halt : w().goOn),
    h("button", { type: "button", class: "tool", onclick: () => endReview(view) }, w().stopReview));
}

/** An analysis that was under way when the page was closed stands there halted. */
export function findReview(view) {
  const known = new Set(view.tree.game.map(node => node.effort).filter(Boolean));
  const [effort] = known;
  if (!effort || view.tree.game.every(node => node.effort === effort)) return;
  view.app.review = { effort, isOn: false, stop: null };
}
