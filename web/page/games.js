// The list of games of a folder: who played, how it ended, how well, and a link to each report.

import { choices, readChoices } from "./choices.js";
import { $, brief, h, show } from "./element.js";
import { drawControls } from "./heading.js";
import { dateText, handicapText, mark, named, sideName, tones } from "./notation.js";
import { t } from "./words.js";

// By what the list can be ordered: a number or text of a game, and whether the largest comes first.
const orders = {
  record: { of: (game, index) => index, falls: false },
  date: { of: game => game.date || "", falls: true },
  accuracy: { of: game => Math.max(...game.players.map(player => player.accuracy ?? -1)), falls: true },
  moves: { of: game => game.moves, falls: true },
};

const state = { order: "record", only: "" };

function resultText({ end, handicap }) {
  if (!end) return "";
  const how = choices.lang === "ja" ? end.japanese : end.english;
  return end.winner ? t().winsBy(sideName(end.winner, handicap), how) : how;
}

function playerLine(game, index) {
  const player = game.players[index];
  const side = index ? "white" : "black";
  const isWinner = game.end && game.end.winner === side;
  const faults = [["inaccuracy", player.inaccuracies], ["mistake", player.mistakes], ["blunder", player.blunders],
    ["missed_win", player.missed_wins], ["decisive", player.decisive_blunders]].filter(([, n]) => n > 0);
  return h("span", { class: isWinner ? "side winner" : "side", "--side": index ? "var(--white)" : "var(--black)" },
    h("span", { class: "who" }, mark(side) + " ", brief(player.name || sideName(side, game.handicap)), isWinner ? " ○" : null),
    h("span", { class: "faults" }, faults.map(([kind, n]) => h("span", { "--tone": tones[kind], title: t()[kind] }, String(n)))),
    h("span", { class: "score" }, player.accuracy === null ? "–" : player.accuracy.toFixed(1) + "%"),
    h("span", { class: "meter" }, h("span", { "--share": `${player.accuracy || 0}%` })));
}

function gameItem(game) {
  const about = [dateText(game.date), game.event, game.opening ? named(game.opening) : game.handicap ? handicapText(game) : null, t().moves(game.moves)].filter(Boolean);
  return h("li", {}, h("a", { class: "card game", href: game.link },
    h("span", { class: "sides" }, playerLine(game, 0), playerLine(game, 1)),
    h("span", { class: "about" }, about.map((text, i) => [i ? " · " : null, brief(text)])),
    h("span", { class: "result" }, resultText(game))));
}

/** Each player with more than one game: games, wins, mean accuracy. */
function totals(games) {
  const players = new Map();
  for (const game of games) {
    game.players.forEach((player, i) => {
      if (!player.name) return;
      const sum = players.get(player.name) || { name: player.name, games: 0, wins: 0, judged: 0, accuracy: 0 };
      sum.games += 1;
      sum.wins += Number(!!game.end && game.end.winner === (i ? "white" : "black"));
      if (player.accuracy !== null) { sum.judged += 1; sum.accuracy += player.accuracy; }
      players.set(player.name, sum);
    });
  }
  const several = [...players.values()].filter(sum => sum.games > 1);
  return several.sort((a, b) => b.games - a.games || b.wins - a.wins);
}

function drawTotals(games) {
  const sums = totals(games);
  if (!sums.length) return show("totals");
  show("totals", h("table", {}, h("thead", {}, h("tr", {},
    [t().player, t().games, t().won, t().accuracy].map(text => h("th", {}, text)))),
  h("tbody", {}, sums.map(sum => h("tr", {}, h("td", {}, brief(sum.name)), h("td", {}, String(sum.games)), h("td", {}, String(sum.wins)),
    h("td", {}, sum.judged ? (sum.accuracy / sum.judged).toFixed(1) + "%" : "–"))))));
}

function drawGames(games) {
  const { of, falls } = orders[state.order];
  const keyed = games.map((game, index) => ({ game, key: of(game, index) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * (falls ? -1 : 1));
  const words = state.only.toLowerCase().split(/\s+/).filter(Boolean);
  const text = game => JSON.stringify([game.players.map(player => player.name), game.event, game.date, game.opening, game.link]).toLowerCase();
  const shown = keyed.filter(({ game }) => words.every(word => text(game).includes(word)));
  $("games").replaceChildren(...shown.map(({ game }) => gameItem(game)));
}

function drawOrder(games) {
  show("order",
    h("div", { class: "segment", role: "group", "aria-label": t().orderedBy }, Object.keys(orders).map(key => h("button", {
      type: "button", "aria-pressed": String(state.order === key),
      onclick: () => { state.order = key; drawOrder(games); drawGames(games); } }, t().orders[key]))),
    h("input", { type: "search", placeholder: t().find, "aria-label": t().find, value: state.only,
      oninput: event => { state.only = event.target.value; drawGames(games); } }));
}

function drawFolder(games) {
  document.documentElement.lang = choices.lang;
  show("heading", h("h1", {}, t().allGames), h("p", {}, t().countGames(games.length)));
  drawControls({ redraw: () => drawFolder(games), hasMoves: false });
  drawOrder(games);
  drawTotals(games);
  drawGames(games);
}

const part = id => h("div", { id });
document.body.append(h("header", {}, part("heading"), part("controls")), part("order"), part("totals"), h("ol", { id: "games" }));
readChoices();
drawFolder(JSON.parse(document.getElementById("data").textContent));
