// The trainer: problems one after the other, a verdict, and the reasons.

import { drawBoard, placeUnder } from "../page/board.js";
import { choices, choose, readChoices } from "../page/choices.js";
import { $, h, show } from "../page/element.js";
import { mark } from "../page/notation.js";
import { parseSfen, playMove, squareOf, squaresOf } from "../page/position.js";
import { charts, solvedOf } from "./charts.js";
import { keepProgress, progressText, readProgress, takeProgress } from "./progress.js";
import { afterTry, again, dayOf, dueToday } from "./schedule.js";
import { levelName, w } from "./study_words.js";
import { answersOf, hasSteps, isSure, mateState, rowOf, verdictOn } from "./verdict.js";

const slim = matchMedia("(max-width: 640px)");

/** Most time of the engine for a move, in ms, and the nodes after which it has seen enough. */
const JUDGE_MS = 1200, JUDGE_NODES = 300000;

/** What may begin a move typed on the keyboard. */
const typedMove = /^(?:[1-9](?:[a-i](?:[1-9](?:[a-i]\+?)?)?)?|[PLNSGBR](?:\*(?:[1-9][a-i]?)?)?)$/;

const inLang = sentence => sentence && (choices.lang === "ja" ? sentence.ja : sentence.en);

/** The name of a move of a problem. */
const moveName = (problem, usi) => {
  const row = rowOf(problem, usi);
  return !row ? usi : choices.notation === "japanese" ? row[1] : row[2];
};

/** The moves of a line as they are written. */
const lineTexts = line => (choices.notation === "japanese" ? line.japanese : line.western).split(" ").filter(Boolean);

const button = (text, onclick, more = {}) => h("button", { type: "button", class: "tool", onclick, ...more }, text);

function buildPage() {
  document.body.classList.add("study", "with-engine");
  document.body.append(
    h("header", {}, h("div", { id: "heading" }), h("div", { id: "controls" })),
    h("main", {},
      h("section", { id: "stage", class: "card" }, document.createElementNS("http://www.w3.org/2000/svg", "svg")),
      h("section", { id: "panel", class: "card", "aria-live": "polite" })),
    h("section", { id: "below" }), h("div", { id: "ask", hidden: true }), h("div", { id: "toast", hidden: true, role: "status" }));
  $("stage").firstChild.id = "board";
}

/** Opens the trainer for the data of a study; with an engine a move can be played on. */
export function openTrainer(doc, engine = null) {
  buildPage();
  readChoices();
  const problems = new Map(doc.problems.map(problem => [problem.id, problem]));
  const view = {
    doc, engine, progress: readProgress(), screen: "start", queue: [], done: 0, solved: 0, total: 0, isOnce: false,
    problem: null, tried: null, verdict: null, hints: 0, picked: null, line: null, steps: 0, typed: "", isTurned: false, failed: new Set(), play: null, isJudging: false, mating: 0,
  };
  const today = () => dayOf(new Date());
  let telling = null;

  function say(text) {
    show("toast", text);
    clearTimeout(telling);
    telling = setTimeout(() => show("toast"), 2500);
  }

  // Screens.

  function drawHead() {
    document.documentElement.lang = choices.lang;
    document.documentElement.dataset.theme = choices.theme;
    show("heading", h("h1", {}, doc.title), h("p", {}, w().problems(doc.problems.length)));
    const language = code => h("button", { type: "button", "aria-pressed": String(choices.lang === code),
      onclick: () => { choose("lang", code); draw(); } }, code === "ja" ? "日本語" : "English");
    show("controls", h("div", { class: "segment", role: "group" }, language("ja"), language("en")),
      button(choices.theme === "dark" ? "☀" : "☾", () => { choose("theme", choices.theme === "dark" ? "light" : "dark"); draw(); },
        { "aria-label": choices.theme === "dark" ? "light" : "dark" }));
  }

  function startPanel() {
    const { known, fresh } = dueToday([...problems.keys()], view.progress.records, today());
    const count = known.length + fresh.length;
    const load = h("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: async event => {
      const [file] = event.target.files;
      if (!file) return;
      const taken = takeProgress(view.progress, await file.text());
      draw();
      say(taken === null ? w().notProgress : w().loaded(taken));
    } });
    return [
      h("h2", {}, count ? w().today(count, known.length, fresh.length) : w().nothing),
      count ? h("button", { type: "button", class: "main", id: "begin", onclick: () => begin([...known, ...fresh], false) }, w().begin) : null,
      button(w().once, () => begin([...problems.keys()], true)),
      h("div", { class: "row-of-tools" }, button(w().save, saveProgress), button(w().load, () => load.click()), load),
      view.progress.isKept ? null : h("p", { class: "note" }, w().denied),
    ];
  }

  function saveProgress() {
    const url = URL.createObjectURL(new Blob([progressText(view.progress)], { type: "application/json" }));
    const link = h("a", { href: url, download: "komadai-study-progress.json" });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  function begin(ids, isOnce) {
    Object.assign(view, { queue: ids, done: 0, solved: 0, total: ids.length, isOnce, failed: new Set() });
    next();
  }

  function next() {
    const [id, ...rest] = view.queue;
    if (id === undefined) {
      Object.assign(view, { screen: "end", problem: null });
      return draw();
    }
    Object.assign(view, { queue: rest, screen: "problem", problem: problems.get(id), tried: null, verdict: null, hints: 0,
      picked: null, line: null, steps: 0, isTurned: false, play: null, mating: 0 });
    draw();
  }

  // A try.

  function finish(verdict, usi) {
    const { problem } = view;
    Object.assign(view, { verdict, tried: usi, picked: null, line: null, steps: 0 });
    if (verdict === "nearly" || verdict === "still-mate") return draw();
    const isRight = verdict === "right" || verdict === "also";
    view.screen = "verdict";
    const isAgain = view.failed.has(problem.id);
    if (!isAgain) {
      view.done += 1;
      if (isRight) view.solved += 1;
    }
    if (!view.isOnce && !(isAgain && isRight)) {
      const record = view.progress.records[problem.id];
      view.progress.records[problem.id] = afterTry(record, { isRight, hasHint: view.hints > 0 }, today());
      keepProgress(view.progress);
    }
    if (!isRight) {
      view.failed.add(problem.id);
      if (!view.isOnce) view.queue = again(view.queue, problem.id);
    }
    draw();
  }

  const tryMove = usi => {
    if (view.play) return playOwn(usi);
    if (view.screen !== "problem" || view.isJudging) return;
    if (view.mating) return tryMating(usi);
    const verdict = verdictOn(view.problem, usi);
    if (verdict === "right" && hasSteps(view.problem, usi)) return stepMate(2, usi);
    // The long searches know the answers and the mistake; the rest was searched for a moment only.
    if (!engine || verdict === "right" || view.problem.kind === "declare" || isSure(view.problem, usi)) return finish(verdict, usi);
    judgeMove(usi, verdict);
  };

  // A mate is played to its end: the defence answers by its longest line.

  function stepMate(mating, usi) {
    Object.assign(view, { mating, tried: usi, verdict: null, picked: null, hints: 0 });
    draw();
  }

  function tryMating(usi) {
    const { problem, mating, tried } = view;
    const line = problem.answers[0].usi.split(" ");
    const state = mateState(problem, mating, usi);
    if (usi === line[mating] && mating + 2 < line.length) return stepMate(mating + 2, tried);
    if (state === 2) { view.verdict = "unknown-mate"; view.picked = null; return draw(); }
    finish(state === 1 ? "right" : "worse", state === 1 ? tried : null);
  }

  /** Lets the engine judge a move; what was known before holds if it cannot. */
  async function judgeMove(usi, verdict) {
    const { problem } = view;
    let found = null, stop = null;
    Object.assign(view, { isJudging: true, picked: null });
    draw();
    await new Promise(done => {
      setTimeout(done, JUDGE_MS);
      stop = engine.analyse({ sfen: problem.sfen, moves: [usi] }, { lines: 1 }, said => {
        found = said;
        if (said.nodes >= JUDGE_NODES) done();
      });
    });
    stop();
    Object.assign(view, { isJudging: false, judgedNodes: found ? found.nodes : 0 });
    if (view.problem !== problem || view.screen !== "problem") return;
    const isKnown = found && typeof found.win_probability === "number";
    const chance = !isKnown ? null : problem.side === "black" ? found.win_probability : 1 - found.win_probability;
    finish(isKnown ? verdictOn(problem, usi, chance) : verdict, usi);
  }

  const declare = () => finish(view.problem.kind === "declare" ? "right" : "worse", null);

  /** Two to four moves, the answer among them, always the same ones. */
  function choicesOf(problem) {
    const answers = answersOf(problem);
    const played = problem.played.usi.split(" ")[0];
    const others = problem.table.map(row => row[0]).filter(usi => !answers.includes(usi) && usi !== played);
    return [answers[0], played, ...others.slice(0, 2)].filter(Boolean).sort();
  }

  function hintParts() {
    const { problem, hints } = view;
    if (!hints || problem.kind === "declare") return [];
    if (view.mating) return [h("p", { class: "hint-line" }, w().thisPiece)];
    const moves = choicesOf(problem).map(usi => button(moveName(problem, usi), () => tryMove(usi), { class: "chip" }));
    return [h("p", { class: "hint-line" }, w().oneOf, " ", moves), hints > 1 ? h("p", {}, w().thisPiece) : null];
  }

  function problemPanel() {
    const { problem } = view;
    const record = view.progress.records[problem.id];
    const before = view.isOnce ? null : view.failed.has(problem.id) ? w().back(0) : record ? w().back(today() - record.last) : w().fresh;
    const verdict = { nearly: w().nearly, "still-mate": w().stillMate, "unknown-mate": w().unknownMate }[view.verdict];
    return [
      h("p", { class: "where" }, w().of(Math.min(view.done + 1, view.total), view.total), before ? ` · ${before}` : null),
      h("h2", {}, `${w().toMove(problem.side)}. ${w().find[problem.kind]}`),
      h("p", {}, view.mating ? w().goOn : w().another),
      view.isJudging ? h("p", { role: "status" }, w().itsTurn) : verdict ? h("p", { class: "verdict nearly" }, verdict) : null,
      ...hintParts(),
      h("div", { class: "row-of-tools" },
        problem.kind === "declare" || view.hints < 2 ? button(w().hint, () => { view.hints += 1; draw(); }, { id: "hint" }) : null,
        view.mating ? null : button(w().declare, declare), button(w().giveUp, () => finish("worse", null)), button(w().flip, turn)),
      h("p", { class: "note keys" }, w().keys),
    ];
  }

  /** A line that can be stepped through. */
  function lineRow(name, key, texts) {
    const isOn = view.line && view.line.key === key;
    return h("p", { class: "study-line" }, h("b", {}, name), " ", texts.map((text, i) => h("button", {
      type: "button", class: "chip", "aria-current": isOn && view.steps === i + 1 ? "true" : null,
      onclick: () => { Object.assign(view, { line: { key }, steps: i + 1, play: null }); draw(); } }, text)));
  }

  /** The moves of the line shown. */
  function lineMoves(key) {
    const { problem, tried } = view;
    if (key === "played") return problem.played.usi.split(" ");
    if (key === "tried") return [tried, ...rowOf(problem, tried)[4].split(" ").filter(Boolean)];
    return problem.answers[Number(key)].usi.split(" ");
  }

  function aboutLevel(problem) {
    const { difficulty } = problem;
    if (!difficulty) return null;
    const level = difficulty.level === null ? w().beyond : difficulty.is_clear ? w().level(levelName(difficulty.level)) : w().unclear;
    const near = difficulty.near && doc.level ? w().near(difficulty.near[0], difficulty.near[1], levelName(doc.level)) : null;
    return h("p", { class: "note" }, [level, near].filter(Boolean).join(" · "));
  }

  function verdictPanel() {
    const { problem, verdict, tried } = view;
    const game = doc.games[problem.game] || {};
    const names = [game.black, game.white].filter(Boolean).join(" – ");
    const reasons = [problem.against, problem.reason, problem.ledger].map(inLang).filter(Boolean);
    const triedLine = tried && verdict === "worse" && rowOf(problem, tried) && tried !== problem.played.usi.split(" ")[0];
    return [
      h("p", { class: `verdict ${verdict}` }, w()[verdict], tried ? `: ${moveName(problem, tried)}` : null),
      h("h3", {}, w().why),
      reasons.length ? reasons.map(text => h("p", { class: "reason" }, text)) : h("p", { class: "reason" }, w().noReason),
      ...problem.answers.map((line, i) => lineRow(w().answer, String(i), lineTexts(line))),
      lineRow(w().yours, "played", lineTexts(problem.played)),
      triedLine ? lineRow(w().tried, "tried", [moveName(problem, tried), ...rowOf(problem, tried)[4].split(" ").filter(Boolean)]) : null,
      aboutLevel(problem),
      h("p", { class: "note" }, w().game(game.name || "", problem.ply), names ? ` · ${names}` : null, game.date ? ` · ${game.date}` : null),
      h("div", { class: "row-of-tools" },
        h("button", { type: "button", class: "main", id: "next", onclick: next }, w().next),
        button("◀", () => step(-1), { "aria-label": w().step }), button("▶", () => step(1), { "aria-label": w().step }),
        engine && tried && !view.play ? button(w().playOn, playOn) : null,
        view.play ? h("span", { role: "status" }, view.play.isWaiting ? w().itsTurn : w().yourTurn) : null,
        view.play ? button(w().stop, () => { view.play = null; draw(); }) : null,
        button(w().flip, turn)),
    ];
  }

  function endPanel() {
    return [h("h2", {}, w().done(view.solved, view.total)),
      h("div", { class: "row-of-tools" }, h("button", { type: "button", class: "main", onclick: () => { view.screen = "start"; draw(); } }, w().start),
        button(w().save, saveProgress)),
      view.progress.isKept ? null : h("p", { class: "note" }, w().denied)];
  }

  /** Where points are lost. */
  function summaryTable() {
    const { first } = doc.summary;
    // Those of both together are a chart.
    const rows = doc.summary.rows.filter(row => row.group !== "phase_standing");
    const drawn = charts(doc);
    if (!rows.length && !drawn.length) return [];
    const name = row => choices.lang === "ja" ? row.japanese : row.english;
    const compared = doc.games.map(game => game.compared).filter(Boolean);
    const sum = key => compared.reduce((all, one) => all + one[key], 0) / Math.max(1, compared.length);
    const hasLevel = doc.level && compared.length;
    const cells = (tag, texts) => h("tr", {}, texts.map(text => h(tag, {}, text)));
    return [h("div", { class: "card summary" }, h("h2", {}, w().summary),
      hasLevel ? h("p", {}, w().compared(sum("loss").toFixed(0), levelName(doc.level), sum("expected").toFixed(0))) : null,
      hasLevel ? h("p", {}, first === null ? w().quiet : w().stands(name(doc.summary.rows[first]))) : null,
      !rows.length ? null : h("div", { class: "scroll" }, h("table", {},
        cells("th", [w().row, w().games, w().moves, w().loss, w().share, hasLevel ? w().excess : null, w().count, w().solved].filter(Boolean)),
        rows.map(row => cells("td", [name(row), row.games, row.moves, row.loss.toFixed(1), `${row.share.toFixed(0)}%`,
          hasLevel ? (row.excess ? `${row.excess[0].toFixed(1)} (${row.excess[1].toFixed(1)} … ${row.excess[2].toFixed(1)})` : "–") : null,
          row.problems, solvedOf(row, view.progress.records)].filter(text => text !== null).map(String))))),
      h("p", { class: "note" }, w().ladder), ...drawn)];
  }

  // The board.

  const turn = () => { view.isTurned = !view.isTurned; drawStageOfStudy(); };
  const isFlipped = () => (view.problem.side === "white") !== view.isTurned;

  /** The position shown and what is marked on it. */
  function position() {
    const { problem, screen } = view;
    const shown = parseSfen(problem.sfen);
    const done = view.play ? view.play.moves : view.mating && screen === "problem" ? lineMoves("0").slice(0, view.mating) : view.line ? lineMoves(view.line.key).slice(0, view.steps) : [];
    for (const usi of done) playMove(shown, usi);
    return { shown, last: done.length ? done[done.length - 1] : problem.previous, done };
  }

  function drawStageOfStudy() {
    const { problem, screen } = view;
    $("stage").hidden = !problem;
    if (!problem) return;
    const { shown, last, done } = position();
    const game = doc.games[problem.game] || {};
    const names = { black: game.black || "", white: game.white || "" };
    let best = [];
    if (screen === "problem" && view.hints > 1 && !view.picked) best = [];
    else if (screen === "verdict" && !view.play && view.line) best = lineMoves(view.line.key).slice(done.length, done.length + 1);
    else if (screen === "verdict" && !view.play) best = answersOf(problem).slice(0, 1);
    const hinted = screen === "problem" && !view.picked && (view.mating ? view.hints > 0 && lineMoves("0")[view.mating] : view.hints > 1 && answersOf(problem)[0]);
    const picked = view.picked || (hinted && hinted[1] !== "*" ? { place: squareOf(hinted), moves: [] } : null);
    drawBoard($("board"), shown, { flip: isFlipped(), narrow: slim.matches, names, last, best, picked });
    $("stage").classList.toggle("narrow", slim.matches);
  }

  const legalNow = () => view.play ? view.play.legal : view.screen !== "problem" ? []
    : view.mating ? view.problem.steps[view.mating / 2 - 1].map(([usi]) => usi) : view.problem.table.map(row => row[0]);

  function askPromotion(moves) {
    const one = isPromoted => button(isPromoted ? w().promote : w().keep, () => {
      show("ask");
      tryMove(moves.find(usi => usi.endsWith("+") === isPromoted));
    }, { class: "main" });
    show("ask", one(true), one(false), button(w().cancel, () => { show("ask"); view.picked = null; drawStageOfStudy(); }));
    $("ask").querySelector("button").focus();
  }

  function press(place) {
    const legal = legalNow();
    if (!view.problem || !legal.length) return;
    const { shown } = position();
    if (view.picked && typeof place === "number") {
      const fitting = view.picked.moves.map(({ usi }) => usi).filter(usi => squaresOf(usi).to === place);
      if (fitting.length === 1) return tryMove(fitting[0]);
      if (fitting.length > 1) return askPromotion(fitting);
    }
    const from = legal.filter(usi => typeof place === "number" ? usi[1] !== "*" && squareOf(usi) === place
      : place.side === shown.side && usi.startsWith(place.kind + "*"));
    const isBack = view.picked && JSON.stringify(view.picked.place) === JSON.stringify(place);
    view.picked = from.length && !isBack ? { place, moves: from.map(usi => ({ usi })) } : null;
    drawStageOfStudy();
  }

  function step(by) {
    if (view.screen !== "verdict" || view.play) return;
    const line = view.line || { key: view.problem.answers.length ? "0" : "played" };
    const most = lineMoves(line.key).length;
    Object.assign(view, { line, steps: Math.min(most, Math.max(0, view.steps + by)) });
    if (view.steps === 0) view.line = null;
    draw();
  }

  // The reader's move played on against the engine.

  const pathOfPlay = () => ({ sfen: view.problem.sfen, moves: view.play.moves });

  async function playOn() {
    view.play = { moves: [view.tried], legal: [], isWaiting: true };
    view.line = null;
    draw();
    await answerOfEngine(view.play);
  }

  async function playOwn(usi) {
    const { play } = view;
    play.moves.push(usi);
    Object.assign(play, { legal: [], isWaiting: true });
    view.picked = null;
    draw();
    await answerOfEngine(play);
  }

  async function answerOfEngine(play) {
    try {
      const word = await engine.answer(pathOfPlay(), { level: "full", seconds: 1, isNewGame: false });
      if (view.play !== play) return;
      if (word && word !== "resign" && word !== "win") play.moves.push(word);
      const legal = await engine.moves(pathOfPlay());
      if (view.play !== play) return;
      Object.assign(play, { legal: legal.moves.map(({ usi }) => usi), isWaiting: false });
      draw();
    } catch (error) {
      say(String(error && error.message || error));
    }
  }

  // All of it.

  function draw() {
    drawHead();
    document.body.dataset.screen = view.screen;
    const panels = { start: startPanel, problem: problemPanel, verdict: verdictPanel, end: endPanel };
    show("panel", ...panels[view.screen]());
    drawStageOfStudy();
    show("below", ...view.screen === "start" || view.screen === "end" ? summaryTable() : []);
    // What stood below may have been scrolled to.
    if (view.screen === "verdict" && $("next") && !slim.matches) $("next").focus({ preventScroll: true });
  }

  function typeMove(event) {
    const legal = legalNow();
    const text = view.typed + event.key;
    if (!legal.length || event.key.length !== 1 || !typedMove.test(text)) {
      if (view.typed && (event.key === "Escape" || event.key === "Backspace")) { view.typed = ""; say(""); return true; }
      if (view.typed && event.key === "Enter") return playTyped(legal, view.typed, true);
      return false;
    }
    view.typed = text;
    say(text);
    if (text.length >= 4) playTyped(legal, text, false);
    return true;
  }

  function playTyped(legal, text, isDone) {
    const fitting = legal.filter(usi => usi.startsWith(text));
    if (fitting.length > 1 && !isDone) return true;
    view.typed = "";
    if (legal.includes(text)) tryMove(text);
    else say(w().illegal(text));
    return true;
  }

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (typeMove(event)) return event.preventDefault();
    const isButton = event.target instanceof Element && event.target.matches("button, a, input");
    if (event.key === "Enter" && !isButton) {
      if (view.screen === "verdict") next();
      else if (view.screen === "start" && $("begin")) $("begin").click();
    } else if (event.key === "ArrowRight") step(1);
    else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "h" && $("hint")) $("hint").click();
    else if (event.key === "f" && view.problem) turn();
  });
  $("board").addEventListener("click", event => {
    if (!view.problem) return;
    const place = placeUnder($("board"), event, { flip: isFlipped(), narrow: slim.matches });
    if (place !== null) press(place);
  });
  slim.addEventListener("change", drawStageOfStudy);
  draw();
  return { view, mark, draw };
}
