// The course of the game: the chance to win as a curve, time and loss of each move as bars below it.

import { $, h, s } from "./element.js";
import { clockText, faultOf, isSearched, judgementText, mark, moveText, percent, scoreText, toneOf } from "./notation.js";
import { inGame } from "./tree.js";
import { t } from "./words.js";

const plot = { left: 38, right: 10, top: 8, bottom: 20, width: 600, height: 170 };
const BARS = 46;

let last = 0;
const across = ply => plot.left + (plot.width - plot.left - plot.right) * (last ? ply / last : 0.5);
const up = p => plot.top + (plot.height - plot.top - plot.bottom) * (1 - p);

function axes() {
  const parts = [];
  for (const p of [0, 0.25, 0.5, 0.75, 1]) {
    parts.push(s("path", { d: `M${plot.left} ${up(p)}H${plot.width - plot.right}`, stroke: "var(--rule)",
      "stroke-width": p === 0.5 ? 1.4 : 1, "stroke-dasharray": p === 0.5 ? null : "1 4" }));
    if (p !== 0.25 && p !== 0.75) {
      parts.push(s("text", { x: plot.left - 7, y: up(p) + 4, "text-anchor": "end" },
        p === 1 ? mark("black") : p === 0 ? mark("white") : "50%"));
    }
  }
  const most = Math.max(4, Math.floor((plot.width - plot.left) / 46));
  const unit = [1, 2, 5, 10, 20, 50, 100, 200].find(n => last / n <= most) || 500;
  for (let ply = 0; ply <= last; ply += unit) {
    parts.push(s("text", { x: across(ply), y: plot.height - 5, "text-anchor": "middle" }, String(ply)));
  }
  return parts;
}

function curve(game) {
  const points = game.filter(isSearched);
  if (!points.length) return [];
  const path = points.map(node => `${across(node.ply).toFixed(1)} ${up(node.win_probability).toFixed(1)}`).join("L");
  const [first, end] = [across(points[0].ply), across(points[points.length - 1].ply)];
  const closed = `M${first} ${up(0.5)}L${path}L${end} ${up(0.5)}Z`;
  return [s("path", { d: closed, fill: "var(--black)", "fill-opacity": 0.24, "clip-path": "url(#over)" }),
    s("path", { d: closed, fill: "var(--white)", "fill-opacity": 0.28, "clip-path": "url(#under)" }),
    s("path", { id: "curve", d: "M" + path, fill: "none", stroke: "var(--ink)", "stroke-width": 1.6, "stroke-linejoin": "round" })];
}

function dots(game) {
  return game.filter(node => faultOf(node) && isSearched(node)).map(node => {
    const r = ["blunder", "missed_win", "decisive"].includes(node.move.judgement) ? 4.5 : 3.4;
    return s("circle", { class: "dot", cx: across(node.ply), cy: up(node.win_probability), r, fill: toneOf(node.move),
      stroke: "var(--card)", "stroke-width": 1.2 });
  });
}

/** Bars of one value a move; nothing if no move has it. */
function drawBars(id, title, label, game, { value, text, color }) {
  const values = game.map(node => node.move ? value(node.move) : undefined);
  const top = Math.max(...values.filter(v => v !== undefined), 0);
  const svg = $(id);
  // An SVG element has no `hidden` of its own.
  svg.toggleAttribute("hidden", top <= 0);
  if (top <= 0) return svg.replaceChildren();
  const wide = Math.max(1, Math.min(9, (plot.width - plot.left - plot.right) / Math.max(1, last) * 0.72));
  const tall = BARS - 8;
  const bars = values.map((v, ply) => v > 0 ? s("rect", {
    class: "bar", x: (across(ply) - wide / 2).toFixed(1), y: (BARS - 2 - Math.max(1, tall * v / top)).toFixed(1),
    width: wide.toFixed(1), height: Math.max(1, tall * v / top).toFixed(1), rx: Math.min(1.5, wide / 3), fill: color(game[ply].move),
  }) : null);
  svg.setAttribute("viewBox", `0 0 ${plot.width} ${BARS}`);
  svg.replaceChildren(s("title", {}, title),
    s("path", { d: `M${plot.left} ${BARS - 1.5}H${plot.width - plot.right}`, stroke: "var(--rule)" }),
    s("text", { x: plot.left - 7, y: 14, "text-anchor": "end" }, text(top)),
    s("text", { class: "caption", x: plot.left - 7, y: BARS - 4, "text-anchor": "end" }, label),
    ...bars.filter(Boolean), s("g", { class: "cursor" }));
}

export function drawGraph(view) {
  const { game } = view.tree;
  const graph = $("graph");
  last = game.length - 1;
  // On the board a curve begins with the second score; a report shows the times where nothing else is known.
  const has = view.engine ? game.filter(isSearched).length > 1 : game.some(node => isSearched(node) || (node.move && node.move.used_ms));
  const hasGraph = last > 0 && has && !view.app.isPlaying(view);
  $("charts").hidden = !hasGraph;
  if (!hasGraph) return;
  plot.width = Math.max(240, graph.clientWidth);
  plot.height = graph.clientHeight || 170;
  const area = (id, from, to) => s("clipPath", { id },
    s("rect", { x: 0, y: up(to), width: plot.width, height: up(from) - up(to) }));
  graph.setAttribute("viewBox", `0 0 ${plot.width} ${plot.height}`);
  graph.replaceChildren(s("title", {}, t().graph), s("defs", {}, area("over", 0.5, 1), area("under", 0, 0.5)),
    ...axes(), ...curve(game), ...dots(game), s("g", { class: "hover" }), s("g", { class: "cursor" }));
  drawBars("losses", t().lossChart, t().loss, game, {
    value: move => move.loss, text: v => `${v.toFixed(0)}%`, color: move => faultOf({ move }) ? toneOf(move) : "var(--soft)",
  });
  drawBars("times", t().timeChart, t().time, game, {
    value: move => move.used_ms, text: clockText, color: move => `var(--${move.side})`,
  });
  markGraph(view);
}

/** Marks where the reader is. */
export function markGraph({ node }) {
  const here = inGame(node);
  const x = across(here.ply);
  document.querySelectorAll("#charts .cursor").forEach(cursor => {
    const isGraph = cursor.parentNode.id === "graph";
    const [top, bottom] = isGraph ? [plot.top, plot.height - plot.bottom] : [2, BARS - 2];
    cursor.replaceChildren(s("path", { d: `M${x} ${top}V${bottom}`, stroke: "var(--accent)", "stroke-width": 1.5 }));
    if (isGraph && isSearched(here)) {
      cursor.append(s("circle", { cx: x, cy: up(here.win_probability), r: 4.8, fill: "var(--card)", stroke: "var(--accent)", "stroke-width": 2.2 }));
    }
  });
}

function nodeUnder(event, view) {
  const box = $("graph").getBoundingClientRect();
  const x = (event.clientX - box.left) * plot.width / box.width;
  const ply = Math.round((x - plot.left) / (plot.width - plot.left - plot.right) * last);
  return view.tree.game[Math.max(0, Math.min(last, ply || 0))];
}

function explain(node) {
  const move = node.move;
  const tip = $("tip");
  const used = move && move.used_ms !== undefined ? ` · ${clockText(move.used_ms)}` : "";
  tip.replaceChildren(h("b", {}, `${node.ply} ${move ? moveText(move) : t().start}`), used, h("br"),
    isSearched(node) ? `${mark("black")} ${percent(node.win_probability)} (${scoreText(node)})` : t().none,
    move && move.loss >= 0.05 ? ` ${t().points(move.loss)}` : null,
    ...(faultOf(node) ? [h("br"), judgementText(move)] : []));
  tip.hidden = false;
  const x = across(node.ply) + 8;
  tip.style.left = Math.max(4, Math.min(x - tip.offsetWidth / 2, $("charts").clientWidth - tip.offsetWidth - 4)) + "px";
  const p = isSearched(node) ? node.win_probability : 0.5;
  tip.style.top = (p > 0.5 ? up(p) + 20 : Math.max(0, up(p) - tip.offsetHeight - 6)) + "px";
  $("graph").querySelector(".hover").replaceChildren(s("path", {
    d: `M${across(node.ply)} ${plot.top}V${plot.height - plot.bottom}`, stroke: "var(--soft)", "stroke-dasharray": "3 3" }));
}

function leave() {
  $("tip").hidden = true;
  const hover = $("graph").querySelector(".hover");
  if (hover) hover.replaceChildren();
}

/** Lets the charts be pointed at and pulled along; they are drawn anew when their width changes. */
export function listenToGraph(view) {
  const charts = $("charts");
  let isPulling = false;
  charts.addEventListener("click", event => view.go(nodeUnder(event, view)));
  charts.addEventListener("pointerdown", event => { isPulling = event.pointerType === "mouse" && event.button === 0; });
  addEventListener("pointerup", () => { isPulling = false; });
  charts.addEventListener("pointermove", event => {
    const node = nodeUnder(event, view);
    if (isPulling || event.pointerType === "touch") view.go(node);
    if (event.pointerType !== "touch") explain(node);
  });
  charts.addEventListener("pointerleave", leave);
  new ResizeObserver(() => drawGraph(view)).observe($("graph"));
}
