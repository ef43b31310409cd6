// The head and the foot of the page: who played, the switches, what could not be read, how it was analysed.

import { choices, choose } from "./choices.js";
import { $, brief, h, show } from "./element.js";
import { dateText, handicapText, mark, named, sideName } from "./notation.js";
import { t } from "./words.js";

/** The name of a player, 0 for Black. */
export const playerName = (doc, index) => doc.players[index].name || sideName(index ? "white" : "black", doc.handicap);

function header(doc, ...keys) {
  const found = (doc.headers || []).find(([key]) => keys.includes(key));
  return found ? found[1] : null;
}

export function drawHeading({ doc, tree, engine }) {
  const players = [0, 1].map(i => h("span", { class: "player-name" }, mark(i ? "white" : "black") + " ", brief(playerName(doc, i))));
  const moves = tree.game.length - 1;
  const end = doc.end;
  const how = end && (choices.lang === "ja" ? end.japanese : end.english);
  const about = [header(doc, "棋戦", "EVENT"), header(doc, "表題", "TITLE"), dateText(header(doc, "開始日時", "START_TIME")), doc.handicap ? handicapText(doc) : null,
    doc.opening ? named(doc.opening) : null, moves ? t().moves(moves) : null,
    end && end.winner ? t().winsBy(sideName(end.winner, doc.handicap), how) : how].filter(Boolean);
  // A board without a game has no players, and moves tried on it are nobody's.
  const isEmpty = (!moves || engine) && !doc.players.some(player => player.name);
  // A phone has better use for the room.
  const isHidden = isEmpty && engine && matchMedia("(max-width: 640px)").matches;
  show("heading", h("h1", { class: isHidden ? "off-screen" : null }, isEmpty ? "Komadai" : [players[0], h("span", { class: "vs" }, "–"), players[1]]),
    h("p", {}, about.map((text, i) => [i ? " · " : null, brief(text)])));
  document.documentElement.lang = choices.lang;
}

function segment(key, label, entries, redraw) {
  return h("div", { class: "segment", role: "group", "aria-label": label }, entries.map(([value, text, name]) => h("button", {
    type: "button", "aria-pressed": String(choices[key] === value), "aria-label": name, title: name || label,
    onclick: () => { choose(key, value); redraw(); },
  }, text)));
}

/** The switches; a page without moves needs none for their notation. */
export function drawControls({ redraw, hasMoves = true }) {
  show("controls",
    hasMoves && segment("notation", t().notation, [["japanese", "７六歩"], ["western", "P-7f"]], redraw),
    segment("lang", t().language, [["ja", "日本語"], ["en", "English"]], redraw),
    segment("theme", t().theme, [["light", "☀", t().light], ["dark", "☾", t().dark]], redraw));
  document.documentElement.dataset.theme = choices.theme;
  document.documentElement.dataset.board = choices.board;
  const color = document.querySelector("meta[name=theme-color]");
  if (color) color.content = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
}

export function drawProblems({ doc }) {
  const problems = doc.problems || [];
  if (!problems.length) return show("problems");
  show("problems", t().problems, h("ul", {}, problems.map(text => h("li", {}, brief(text)))));
}

export function drawFoot({ doc }) {
  const settings = doc.settings;
  if (!settings) return show("foot");
  const budget = [settings.time_ms !== undefined ? `${settings.time_ms / 1000} s` : null,
    settings.nodes !== undefined ? `${settings.nodes.toLocaleString(choices.lang)} ${t().nodes}` : null,
    settings.depth !== undefined ? `${t().depth} ${settings.depth}` : null].filter(Boolean).join(", ");
  show("foot", h("span", { title: settings.evaluator }, `${t().engine} ${settings.engine} · ${budget} ${t().perMove}`),
    doc.source ? h("span", {}, `${t().source}: `, brief(doc.source)) : null);
  $("foot").hidden = false;
}
