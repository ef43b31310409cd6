// Charts of many games: what is lost by kind, by move number, by phase and standing, and game by game.

import { choices } from "../page/choices.js";
import { h } from "../page/element.js";
import { w } from "./study_words.js";

/** Games shown, the last ones. */
const GAMES = 50;

const rowName = row => choices.lang === "ja" ? row.japanese : row.english;

const rowsOf = ({ rows }, group) => rows.filter(row => row.group === group);

/** Bars, each with its name and value; `marks` are values of the level beside them. */
function bars(title, values, marks = []) {
  if (values.length < 2) return null;
  const most = Math.max(...values.map(([, value]) => value), ...marks.filter(mark => mark !== null), 1e-9);
  const bar = ([name, value], i) => h("li", { title: `${name}: ${value.toFixed(1)}` },
    h("span", { class: "bar-name" }, name),
    h("span", { class: "bar" }, h("i", { style: `width:${(100 * value / most).toFixed(1)}%` }),
      marks[i] === undefined || marks[i] === null ? null : h("b", { style: `left:${(100 * marks[i] / most).toFixed(1)}%` })),
    h("span", { class: "bar-value" }, value.toFixed(1)));
  return h("section", { class: "chart" }, h("h3", {}, title), h("ul", { class: "bars" }, values.map(bar)));
}

/** Problems of a row that were solved at the last try. */
export const solvedOf = (row, records) => row.ids.filter(id => records[id] && records[id].box > 0).length;

/** The charts of a study that have something to show. */
export function charts(doc) {
  const { summary } = doc;
  const values = group => rowsOf(summary, group).map(row => [rowName(row), row.loss]);
  const openings = values("opening").sort((a, b) => b[1] - a[1]);
  const from = Math.max(0, summary.by_game.length - GAMES);
  const games = summary.by_game.slice(from).map((loss, i) => [String(from + i + 1), loss]);
  const expected = doc.games.slice(from).map(game => game.compared ? game.compared.expected : null);
  return [
    bars(w().byKind, values("kind")),
    bars(w().byMove, summary.by_move.map((loss, i) => [`${10 * i + 1}–${10 * i + 10}`, loss])),
    bars(w().byBoth, values("phase_standing")),
    bars(w().byTime, values("time")),
    bars(w().byOpening, openings),
    bars(w().byGame, games, expected),
  ].filter(Boolean);
}
