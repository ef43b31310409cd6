// The list of moves: the game, one move a row, with its variations as branches between the rows.

import { $, h, icon } from "./element.js";
import { clockText, endText, faultOf, isSearched, judgementText, lineText, moveText, scoreText, toneOf } from "./notation.js";
import { saidOf } from "./tree.js";
import { t } from "./words.js";

// The element of each node.
let rows = new Map();

function note(node) {
  const move = node.move;
  const fault = faultOf(node);
  if (!fault) {
    if (!move || !move.best) return h("span", { class: "note" });
    return h("span", { class: "note good", title: t().best }, "○");
  }
  const better = node.parent.lines && node.parent.lines[0];
  return h("span", { class: "note" }, h("span", { class: "tag", "--tone": toneOf(move) }, judgementText(move)), " ",
    better ? `${t().instead} ${lineText(better, 0, move.side)}` : null);
}

function row(node, view) {
  const move = node.move;
  const button = h("button", { type: "button", class: "row", onclick: () => view.go(node) },
    h("span", { class: "ply" }, String(node.ply)),
    h("span", { class: "move" }, move ? moveText(move) : t().start),
    h("span", { class: "time" }, move && move.used_ms !== undefined ? clockText(move.used_ms) : ""),
    // Who plays wants no advice.
    h("span", { class: "score" }, isSearched(node) && !view.app.isPlaying(view) ? scoreText(node) : ""),
    note(node));
  if (saidOf(node).length) button.querySelector(".move").append(h("span", { class: "said", title: t().remarks }, " ※"));
  rows.set(node, button);
  return h("li", {}, button);
}

function branch(variation, depth, view) {
  const moves = variation.nodes.map(node => {
    const chip = h("button", { type: "button", class: "chip", onclick: () => view.go(node) }, moveText(node.move));
    if (saidOf(node).length) chip.append(h("span", { class: "said" }, " ※"));
    rows.set(node, chip);
    return chip;
  });
  return h("li", { class: "branch", "--depth": Math.min(depth, 4) },
    h("div", { class: "from" }, icon("branch"), t().variation(variation.base.ply + 1)),
    h("div", { class: "chips" }, moves, variation.end ? h("span", { class: "finish" }, endText(variation.end)) : null),
    saidOf(variation).length ? h("div", { class: "finish" }, saidOf(variation).join(" ")) : null);
}

/** The variations that leave a node, each followed by those that leave it. */
function branches(tree, node, view) {
  const leaving = base => tree.variations.filter(variation => variation.base === base);
  const found = [];
  const waiting = leaving(node).reverse().map(variation => [variation, 0]);
  while (waiting.length) {
    const [variation, depth] = waiting.pop();
    found.push(branch(variation, depth, view));
    for (const inner of [...variation.nodes].reverse()) {
      waiting.push(...leaving(inner).reverse().map(next => [next, depth + 1]));
    }
  }
  return found;
}

export function drawKifu(view) {
  const { tree } = view;
  $("list").hidden = !!view.engine && tree.game.length < 2 && !tree.variations.length;
  const hasFaults = tree.game.some(faultOf);
  // Nothing to be said of scores where there are none.
  $("filter").hidden = !!view.engine && (view.app.isPlaying(view) || !tree.game.some(isSearched));
  $("filter").replaceChildren(
    h("label", {}, h("input", { type: "checkbox", checked: view.only, disabled: !hasFaults,
      onchange: event => { view.only = event.target.checked; drawKifu(view); markKifu(view); } }), t().only),
    h("span", {}, h("span", { class: "keys" }, t().keys + " · "), t().scores));
  rows = new Map();
  const items = [];
  tree.game.forEach((node, ply) => {
    if (!view.only || faultOf(node)) items.push(row(node, view));
    if (view.only || !tree.variations.length) return;
    // A variation stands behind the move that it replaces.
    if (ply) items.push(branches(tree, tree.game[ply - 1], view));
    if (ply === tree.game.length - 1) items.push(branches(tree, node, view));
  });
  $("moves").replaceChildren(...items.flat());
}

/** Writes the score of a position that was searched just now. */
export function scoreKifu({ node }) {
  const score = rows.has(node) && rows.get(node).querySelector(".score");
  if (score) score.textContent = isSearched(node) ? scoreText(node) : "";
  if (isSearched(node)) $("filter").hidden = false;
}

/** Marks where the reader is. Only the list scrolls for it, not the page. */
export function markKifu({ node }) {
  document.querySelectorAll("#moves [aria-current]").forEach(row => row.removeAttribute("aria-current"));
  const here = rows.get(node);
  if (!here) return;
  here.setAttribute("aria-current", "true");
  const list = $("moves");
  const box = list.getBoundingClientRect(), own = here.getBoundingClientRect();
  if (own.top < box.top + 30 || own.bottom > box.bottom - 50) {
    list.scrollTop += own.top - box.top - list.clientHeight / 2;
  }
}
