// Results of the two players: accuracy of the game and of its phases, castles, numbers of mistakes.

import { choices } from "./choices.js";
import { brief, h, show } from "./element.js";
import { playerName } from "./heading.js";
import { mark, named, tones } from "./notation.js";
import { t } from "./words.js";

function counted(n, word) {
  if (choices.lang === "ja") return `${t()[word]} ${n}`;
  return `${n} ${n === 1 ? t().one[word] : t()[word]}`;
}

function counts(player) {
  const all = [["inaccuracy", "inaccuracies", player.inaccuracies], ["mistake", "mistakes", player.mistakes],
    ["blunder", "blunders", player.blunders], ["missed_win", "missedWins", player.missed_wins],
    ["decisive", "decisives", player.decisive_blunders], ["decisive", "missedMates", player.missed_mates]];
  const some = all.filter(([, , n]) => n > 0);
  if (!some.length) return h("span", { "--tone": "var(--best)" }, t().flawless);
  return some.map(([kind, word, n]) => h("span", { "--tone": tones[kind] }, counted(n, word)));
}

/** A bar for each phase of the game. */
function phases(player) {
  const some = (player.phases || []).filter(phase => phase.accuracy !== null);
  if (some.length < 2) return null;
  return h("div", { class: "phases" }, some.map(phase => h("div", {},
    h("small", {}, t().phases[phase.phase], " ", h("span", { class: "score" }, phase.accuracy.toFixed(0) + "%")),
    h("div", { class: "meter" }, h("div", { "--share": `${Math.max(0, Math.min(100, phase.accuracy))}%` })))));
}

export function drawPlayers({ doc }) {
  if (!doc.players.some(player => player.moves)) return show("players");
  show("players", doc.players.map((player, i) => {
    const castles = (player.castles || []).map(named).join(" → ");
    return h("div", { class: "card player", "--side": i ? "var(--white)" : "var(--black)" },
      h("div", { class: "name" }, h("span", {}, mark(i ? "white" : "black") + " ", brief(playerName(doc, i))),
        h("b", {}, h("small", {}, t().accuracy), player.accuracy === null ? "–" : player.accuracy.toFixed(1) + "%")),
      h("small", {}, `${t().bestMoves} ${player.best_moves}/${player.moves} · ${t().averageLoss} ${player.average_loss.toFixed(1)}%`),
      castles ? h("small", { class: "castles" }, castles) : null,
      phases(player),
      h("div", { class: "counts" }, counts(player)));
  }));
}
