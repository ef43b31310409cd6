// Texts about a position: the move that led to it, the engine's lines, comments, moves that follow.

import { choices } from "./choices.js";
import { h, isolated, show } from "./element.js";
import { chanceText, endText, faultOf, isSearched, judgementText, lineText, moveText, reasonsText, scoreText, toneOf } from "./notation.js";
import { sideOf } from "./position.js";
import { saidOf } from "./tree.js";
import { t } from "./words.js";

/** So many moves of one line among several are shown before it is followed, while the engine thinks about the position. */
const FIRST_MOVES = 8;

/** What an engine noted in the record: `Suisho: +158 ▲７六歩` */
const notedText = of => [of.engine && `${of.engine}:`, of.score && scoreText(of), of.moves].filter(Boolean).join(" ");

/** A line of the engine: one control, in which each move can be pointed at. */
function linePanel(base, index, view) {
  const line = base.lines[index];
  const side = sideOf(base.sfen);
  const at = view.line && view.line.base === base && view.line.index === index ? view.line.steps : 0;
  const open = event => {
    const step = event.target.closest("[data-step]");
    view.follow({ base, index, steps: step ? Number(step.dataset.step) : 1 });
  };
  const isShort = view.app.thinking?.isOn && base.lines.length > 1 && !at && line.usi.length > FIRST_MOVES + 2;
  const shown = isShort ? line.usi.slice(0, FIRST_MOVES) : line.usi;
  return h("button", { type: "button", class: "line", "aria-pressed": String(at > 0), title: t().line(index + 1), onclick: open },
    h("span", { class: "score" }, scoreText(line)),
    h("span", { class: "steps" }, shown.map((_, i) =>
      [h("span", { class: at === i + 1 ? "step on" : "step", "data-step": i + 1 }, lineText(line, i, side)), " "]), isShort ? "…" : null));
}

function effort(position) {
  return h("span", { class: "meta" }, `${t().depth} ${position.depth} · ${position.nodes.toLocaleString(choices.lang)} ${t().nodes}`);
}

/** The move that led here, and what would have been better. */
function verdict(node, view) {
  const move = node.move;
  const before = node.parent;
  if (!move || !before || !isSearched(before) || move.best !== false || !before.lines.length) return [];
  const fault = faultOf(node);
  return [
    h("h2", { class: "verdict" }, h("b", {}, moveText(move)),
      fault ? h("span", { class: "tag", "--tone": toneOf(move) }, judgementText(move)) : null,
      isSearched(node) ? h("span", {}, `${t().chance} ${chanceText(before, move.side)} → ${chanceText(node, move.side)}`) : null),
    fault && reasonsText(move) ? h("p", { class: "reason" }, reasonsText(move)) : null,
    h("h2", {}, t().better, effort(before)),
    before.lines.map((_, i) => linePanel(before, i, view)),
  ];
}

export function drawLines(view) {
  const node = view.node;
  const parts = [verdict(node, view)];
  if (isSearched(node)) {
    const several = node.lines.length > 1;
    const how = node.declares ? t().declares : node.lines.length ? (several ? t().expectedLines : t().expected) : t().mated;
    parts.push(h("h2", {}, how, node.lines.length ? effort(node) : null), node.lines.map((_, i) => linePanel(node, i, view)));
  } else {
    // A report says so of a position without a search; on the board there are none until they are wanted.
    if (!view.engine) parts.push(h("h2", {}, h("b", {}, node.move ? moveText(node.move) : t().start), t().none));
  }
  if (view.app.isPlaying(view)) parts.length = 0;
  show("lines", parts);
  const noted = (node.noted || []).map(notedText);
  const remarks = [...saidOf(node), ...noted];
  show("remarks", remarks.length ? isolated(remarks.join("\n")) : null);
}

/** Where the record goes on in several ways, or ends. */
export function drawBranches(view) {
  const { node } = view;
  const ways = view.line ? [] : node.children;
  show("branches", ways.length > 1 || node.variation ? [
    h("span", { class: "label" }, ways.length ? t().continuations : ""),
    ways.map(next => h("button", { type: "button", class: "chip", onclick: () => view.go(next) }, moveText(next.move))),
    !ways.length && node.end ? h("span", { class: "finish" }, endText(node.end)) : null,
  ] : null);
}
