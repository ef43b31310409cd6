// The dialog for a new game.

import { choices } from "../page/choices.js";
import { h } from "../page/element.js";
import { mark, named, sideName } from "../page/notation.js";
import { t } from "../page/words.js";
import { choice, oneOf, openDialog, field } from "./dialog.js";
import { w } from "./phrases.js";

export const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/** The clocks offered: main time in minutes, byoyomi and increment in seconds. */
const clocks = { none: null, quick: [5, 0, 5], byoyomi30: [10, 30, 0], byoyomi10: [0, 10, 0], own: null };

const KEY = "komadai-new-game";
const first = { level: "-10", side: "black", start: "even", clock: "none", own: [15, 30, 0], seconds: 3, isHuman: true };

function lastWanted() {
  try { return { ...first, ...JSON.parse(localStorage.getItem(KEY)) }; } catch { return { ...first }; }
}
function keepWanted(wanted) {
  try { localStorage.setItem(KEY, JSON.stringify(wanted)); } catch { /* then not */ }
}

const number = (label, value, most, change) => h("label", { class: "number" }, h("input", { type: "number", min: 0, max: most, step: 1, value, inputmode: "numeric",
  oninput: event => change(Math.max(0, Math.min(most, Math.round(Number(event.target.value)) || 0))) }), label);

/** The setting of a game as beginGame wants it, with the position that it begins at, or nothing for the one shown. */
export function settingOf(wanted, handicaps) {
  const { level, seconds, isHuman } = wanted;
  const [main, byoyomi, increment] = (wanted.clock === "own" ? wanted.own : clocks[wanted.clock]) || [0, 0, 0];
  const clock = main || byoyomi || increment ? { main: 60_000 * main, byoyomi: 1000 * byoyomi, increment: 1000 * increment } : null;
  const side = wanted.side === "chance" ? (Math.random() < 0.5 ? "black" : "white") : wanted.side;
  const handicap = handicaps.find(({ name }) => name === wanted.start);
  const sfen = wanted.start === "here" ? null : handicap ? handicap.sfen : EVEN;
  // An increment is there from the first move on.
  if (clock && clock.increment) clock.main += clock.increment;
  const about = handicap ? { handicap: handicap.japanese, handicap_name: handicap.name } : {};
  return { sfen, side, level, seconds, clock, isHuman, wanted, about };
}

/** Asks for the setting of a game; `begin` gets it. `hasPosition` tells whether the position shown is another one than the first. */
export function askForGame(engine, hasPosition, begin) {
  const handicaps = [];
  const wanted = lastWanted();
  if (!engine.levels.some(({ id }) => id === wanted.level)) wanted.level = engine.levels[0].id;
  // What was shown the last time is gone.
  if (wanted.start === "here" && !hasPosition || wanted.start !== "here" && hasPosition) wanted.start = hasPosition ? "here" : "even";
  const isHandicap = () => handicaps.some(({ name }) => name === wanted.start);
  const self = openDialog(w().newGame, ({ close, redraw }) => {
    const set = key => value => { wanted[key] = value; redraw(); };
    const sides = isHandicap()
      ? [["black", w().shitate], ["white", w().uwate]]
      : ["black", "white"].map(side => [side, `${mark(side)} ${sideName(side)}`]).concat([["chance", w().chance]]);
    if (isHandicap() && wanted.side === "chance") wanted.side = "black";
    const starts = [["even", w().even], ...hasPosition ? [["here", w().here]] : [],
      ...handicaps.map(({ name, japanese }) => [name, choices.lang === "ja" ? japanese : `${w().handicapGame}: ${t().handicaps[name] || name}`])];
    // A handicap remembered waits for its position.
    const isKnown = isHandicap() || ["even", "here"].includes(wanted.start);
    const start = event => {
      event.preventDefault();
      if (!isKnown) return;
      keepWanted(wanted);
      close();
      begin(settingOf(wanted, handicaps));
    };
    return h("form", { onsubmit: start },
      choice(w().level, engine.levels.map(level => [level.id, named(level)]), wanted.level, set("level")),
      choice(w().startFrom, starts, wanted.start, set("start")),
      field(w().side, oneOf(w().side, sides, wanted.side, set("side"))),
      choice(w().clock, Object.keys(clocks).map(key => [key, w().clocks[key]]), wanted.clock, set("clock")),
      wanted.clock === "own" ? h("div", { class: "field numbers" }, [["main", 180], ["byoyomi", 300], ["increment", 60]].map(([key, most], i) =>
        number(w()[key], wanted.own[i], most, value => { wanted.own[i] = value; }))) : null,
      // The others think for a moment only.
      wanted.level === "full" && wanted.clock === "none"
        ? field(w().perMove, oneOf(w().perMove, [1, 3, 10].map(n => [n, w().inSeconds(n)]), wanted.seconds, set("seconds"))) : null,
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: wanted.isHuman, onchange: event => { wanted.isHuman = event.target.checked; } }), w().human),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, w().begin)));
  });
  // The engine may still be on its way.
  engine.handicaps().then(list => {
    handicaps.push(...list);
    if (!isHandicap() && wanted.start !== "here") wanted.start = "even";
    self.redraw();
  }, () => {});
  return self;
}
