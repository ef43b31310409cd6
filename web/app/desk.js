// Controls of a page with an engine: the buttons beside the board, and the functions that the page calls.

import { choices, choose } from "../page/choices.js";
import { $, h, icon, show } from "../page/element.js";
import { endText, mark, moveText, named, sideName } from "../page/notation.js";
import { asked, tellLink } from "../page/link.js";
import { otherSide, squaresOf } from "../page/position.js";
import { lastOf, nodeAt } from "../page/tree.js";
import { t } from "../page/words.js";
import { slide } from "./animation.js";
import { clockFace, timeLeft } from "./clock.js";
import { confirmed, oneOf, openDialog, tool } from "./dialog.js";
import { listenToPieces } from "./dragging.js";
import { listenToDrawing, marksOf, penButton, wipe } from "./drawing.js";
import { tellEnd } from "./ending.js";
import { emptyDocument } from "./engine.js";
import { bookPanel, followBook, toggleBook } from "./explorer.js";
import { answerIfDue, beginGame, canTakeBack, declare, hint, isAtHead, isItsTurn, noteMove, resign, takeBack, watchClock } from "./game.js";
import { promoteLine, removeFrom } from "./history.js";
import { bringBack, keepNow, keepSoon, lastGame, listenToOthers, newId, noteKept, showGames } from "./library.js";
import { followThreat, lookForMate } from "./mate.js";
import { isOwn, legalMoves, pick, placed } from "./moving.js";
import { askForGame, EVEN, settingOf } from "./newgame.js";
import { askForRecord, beginAnew, forgetFile, gameChooser, listenToRecords, mayLeave, openRecord, placeInFile } from "./opening.js";
import { closePromotion } from "./promotion.js";
import { askForReview, endReview, findReview, reviewPanel } from "./review.js";
import { askForSaving, linkOf, textOf } from "./saving.js";
import { askForDetails, askForSettings, LINES } from "./settings.js";
import { makeSetup } from "./setup.js";
import { knock } from "./sound.js";
import { drawSquares, focusBoard, listenToSquares, speak } from "./squares.js";
import { followThinking } from "./thinking.js";
import { beginTsume, judgeMove, tsumePanel } from "./tsume.js";
import { listenToTyping } from "./typing.js";
import { faultText, w } from "./phrases.js";

/** Names for the players of a game. */
function namesFor(view, { side, level }) {
  const names = [w().you, `Komadai (${named(view.engine.levels.find(({ id }) => id === level))})`];
  return side === "black" ? names : names.reverse();
}

/** Begins the game that was asked for, from a position of its own or the one shown. */
function start(view, setting) {
  const isByKeys = document.activeElement.matches(":focus-visible");
  if (view.app.review) endReview(view);
  view.app.thinking.isOn = false;
  view.app.last = view.app.pen = null;
  if (setting.sfen) {
    forgetFile();
    view.load({ ...emptyDocument(setting.sfen, namesFor(view, setting)), ...setting.about });
  } else if (view.tree.game.length < 2 && !view.doc.players.some(({ name }) => name)) {
    view.load(emptyDocument(view.node.sfen.replace(/ \d+$/, " 1"), namesFor(view, setting)));
  }
  beginGame(view, setting);
  // The button that was pressed is gone, and another one, to resign, may stand there.
  if (isByKeys) focusBoard();
  $("stage").scrollIntoView({ block: "nearest" });
}

const play = async view => {
  if (!await mayLeave(view)) return;
  askForGame(view.engine, view.node.sfen !== EVEN, setting => start(view, setting));
};

/** Another game of the kind of the last one. */
function again(view, isOtherSide) {
  const { wanted, side } = view.app.last;
  const { handicap, handicap_name } = view.doc;
  const setting = { ...settingOf(wanted, []), about: handicap ? { handicap, handicap_name } : {} };
  const begin = view.app.last.base.sfen.replace(/ \d+$/, " 1");
  start(view, { ...setting, side: isOtherSide ? otherSide(side) : side, sfen: begin });
}

/** Takes out the line or the rest of the game, if that is wanted. */
async function removeLine(view) {
  const { node, tree } = view;
  if (!await confirmed(w().sureDelete, w().remove)) return;
  const first = node.variation ? tree.variations[node.variation - 1].nodes[0] : node.children[0];
  if (first) view.grow(removeFrom(tree, first));
  view.doc.end = tree.game[tree.game.length - 1].end;
  view.redraw();
}

/** Everything that is wanted less often. */
function openMenu(view) {
  const isFree = !view.game;
  const open = async kept => { if (await mayLeave(view)) bringBack(view, kept); };
  const entries = [
    [w().review, () => askForReview(view), isFree && view.tree.game.length > 1], [w().book, () => toggleBook(view), isFree],
    [w().mate, () => lookForMate(view), isFree], [w().setUp, () => view.app.setup.open(view), isFree], [w().tsume, () => beginTsume(view), isFree],
    [w().problems, () => { location.href = "problems.html"; }, isFree && view.app.store],
    [w().save, () => askForSaving(view)], [w().details, () => askForDetails(view)],
    [w().deleteRest, () => removeLine(view), isFree && !view.node.variation && view.node.children.length > 0],
    [w().myGames, () => showGames(view, open), view.app.store],
    [w().newBoard, () => beginAnew(view)], [w().settings, () => askForSettings(view)],
  ];
  openDialog(w().more, self => h("div", { class: "menu" }, entries.filter(([, , isThere = true]) => isThere)
    .map(([text, act]) => h("button", { type: "button", class: "entry", onclick: () => { self.close(); act(); } }, text))), { className: "small" });
}

/** The clocks of a game, the reader's below. */
function clockFaces({ game }) {
  if (!game || !game.clock) return null;
  return h("div", { id: "clocks" }, [otherSide(game.side), game.side].map(side => {
    const { ms, isByoyomi } = timeLeft(game.clock, side, Date.now());
    const classes = ["clock", game.clock.side === side ? "on" : "", ms < (isByoyomi ? 5000 : 10_000) && game.clock.side === side ? "short" : ""];
    return h("span", { class: classes.join(" ").trim() }, mark(side), " ", clockFace(ms), isByoyomi ? h("small", {}, ` ${w().byoyomiShort}`) : null);
  }));
}

/** The move that led here, where the list is out of sight. */
const here = ({ node }) => h("p", { class: "here" }, node.move ? [`${node.ply} `, h("b", {}, moveText(node.move))] : t().start);

/** The buttons of a game. */
function gameButtons(view) {
  const { game } = view;
  const giveUp = async () => { if (await confirmed(w().sureResign, w().resign) && view.game === game) resign(view); };
  const text = isItsTurn(view) ? w().itsTurn : w().yourTurn;
  // On a phone the list of moves is out of sight.
  const { move } = game.head;
  return [
    h("span", { class: "turn" }, isAtHead(view) ? [move ? h("b", {}, moveText(move), " ") : null, text] : w().looking),
    isAtHead(view) ? null : h("button", { type: "button", class: "main", onclick: () => view.go(game.head) }, w().toGame),
    game.declares ? h("button", { type: "button", class: "main", onclick: () => declare(view) }, w().declare) : null,
    tool([icon("undo"), w().takeBack], () => takeBack(view), { disabled: !canTakeBack(view) }),
    isAtHead(view) ? tool([icon("bulb"), w().hint], () => hint(view), { disabled: isItsTurn(view) }) : null,
    tool([icon("flag"), w().resign], giveUp),
    tool(icon("more"), () => openMenu(view), { "aria-label": w().more }),
  ];
}

/** What can be done now. */
function buttonsFor(view) {
  const { game, app } = view;
  if (game) return gameButtons(view);
  const { thinking } = app;
  const think = () => {
    thinking.isOn = !thinking.isOn;
    if (thinking.isOn && app.review) app.review.isOn = false;
    view.draw();
  };
  return [
    h("button", { type: "button", class: thinking.isOn ? "tool on" : "tool", "data-key": "think", "aria-pressed": String(thinking.isOn), onclick: think },
      icon("search"), thinking.isOn ? w().pause : w().think),
    h("button", { type: "button", class: "main", onclick: () => play(view) }, w().play),
    tool(w().open, () => askForRecord(view)), tool(w().save, () => askForSaving(view)),
    tool(icon("more"), () => openMenu(view), { "aria-label": w().more, title: w().more }),
    thinking.isOn ? h("div", { class: "buttons wide" },
      oneOf(w().lineCount, LINES.filter(n => n !== "8" || n === choices.lines).map(n => [n, n]), choices.lines, n => { choose("lines", n); view.draw(); }),
      tool(w().mate, () => lookForMate(view)),
      tool(w().threats, () => { app.wantsThreat = !app.wantsThreat; view.draw(); }, { "aria-pressed": String(!!app.wantsThreat), class: app.wantsThreat ? "tool on" : "tool" })) : null,
  ];
}

/** How the rules end the game at the position shown, where nobody plays. */
function endHere(view) {
  const { node, game, line } = view;
  if (game || line || !node.ruled) return null;
  const { winner } = node.ruled;
  return h("p", { class: "card panel end", role: "status" }, winner ? t().winsBy(sideName(winner), endText(node.ruled)) : endText(node.ruled));
}

/** Asks for it where a line ends that nobody has ended. */
async function lookForEnd(view) {
  const { node } = view;
  if (view.game || view.app.mode || node.children.length || node.end || node.ruled !== undefined || !node.parent) return;
  node.ruled = null;
  const legal = await legalMoves(view, node);
  if (!legal || !legal.end) return;
  node.ruled = legal.end;
  if (view.node === node) drawDesk(view);
}

/** That the engine does not run, and a way to begin anew. */
function failure({ engine }) {
  if (engine.state !== "failed") return null;
  return h("p", { class: "card panel problem", role: "alert" }, `${w().failed} ${faultText(engine.reason)}`, tool(w().restart, () => engine.restart()));
}

/** The variation that is shown can be made the game, or taken out. */
function lineTools(view) {
  const { node, tree, game, app } = view;
  if (!node.variation || game || app.mode) return null;
  return h("div", { class: "buttons" },
    tool(w().promoteLine, () => { promoteLine(tree, node); view.doc.end = tree.game[tree.game.length - 1].end; view.grow(node); view.redraw(); }),
    tool(w().deleteLine, () => removeLine(view)));
}

function drawDesk(view) {
  const { app } = view;
  const inFile = placeInFile(view);
  // A position that is set up has no moves.
  $("nav").hidden = app.mode === "setup";
  if (app.mode === "setup") return show("desk", app.setup.panel(view));
  if (app.mode === "tsume") {
    const next = inFile && inFile.next && (async () => { app.mode = app.tsume = null; if (await inFile.next()) beginTsume(view); });
    return show("desk", tsumePanel(view, inFile, next), failure(view));
  }
  show("desk", clockFaces(view), view.game ? null : here(view), h("div", { class: "buttons", lang: choices.lang }, buttonsFor(view)), failure(view), endHere(view), reviewPanel(view), bookPanel(view),
    app.isLooking ? h("p", { class: "soft", role: "status" }, w().tsumeSolving) : null, lineTools(view), gameChooser(view));
}

/** Opens the line of a link, at its last move if the link names no other. */
async function openLinked(view, position, ply) {
  view.position = position;
  if (!await openRecord(view, position, "")) {
    // The place that the link asks for is not in a game that goes on.
    if (view.game) view.go(view.game.head);
    return;
  }
  view.position = position;
  tellLink({ position });
  view.go(ply === null ? lastOf(view.tree.root) : nodeAt(view.tree, Number(ply) || 0, 0));
}

/** Continues with what was on the page the last time, unless a link wants something else. */
async function restore(view) {
  const wanted = asked().get("position");
  const { doc } = view;
  const kept = await lastGame().catch(() => null);
  view.app.keeps = true;
  // Whoever has begun something meanwhile is not disturbed.
  const isUntouched = view.doc === doc && view.tree.game.length < 2 && !view.game && !view.app.mode;
  if (!isUntouched) keepSoon(view);
  else if (kept && (!wanted || wanted === kept.position)) {
    bringBack(view, kept);
    noteKept(view);
    findReview(view);
    if (wanted) tellLink({ position: wanted });
    view.draw();
  } else if (wanted) await openLinked(view, wanted, asked().get("ply"));
  view.app.isRestored = true;
}

/**
 * What the page does with an engine, which is what engine.js describes; page.js calls it. With `store` what is on the page
 * is kept in the browser.
 */
export function makeApp(engine, { store = false } = {}) {
  let shown = null;
  const app = {
    engine, store, keeps: false, id: newId(), mode: null, last: null, review: null, tsume: null, isDragged: false, isRestored: !store,
    thinking: { isOn: false, node: null, stop: null, lines: null }, pen: null, stroke: null, explored: null,
    setup: makeSetup(), drawDesk, navigation: view => penButton(view),

    isPlaying: view => !!view.game || !!app.mode,
    mayMove(view, side) {
      if (app.mode === "tsume") return app.tsume.mayMove && side === app.tsume.attacker;
      return !view.game || side === view.game.side;
    },
    /** Whether a press draws, as long as the pen is in the hand. */
    draws: view => !!app.pen && !app.setup.wants(view),
    /** Whether a finger there takes a piece or draws. */
    takes(view, point) {
      const place = placed(view, point);
      if (place === null) return false;
      if (app.setup.wants(view) || (app.draws(view) && typeof place === "number")) return true;
      return isOwn(view, place) || (!!view.picked && typeof place === "number" && view.picked.moves.some(({ usi }) => squaresOf(usi).to === place));
    },
    marks(view) {
      const more = { lifted: view.lifted, cursor: view.cursor, drawn: view.line || app.setup.wants(view) ? [] : marksOf(view) };
      if (app.setup.wants(view)) return { ...more, ...app.setup.marks() };
      if (view.line) return more;
      if (view.game) return view.game.hint && view.game.hint.node === view.node ? { ...more, best: [view.game.hint.usi] } : more;
      if (choices.arrows === "off") return { ...more, best: [] };
      return app.threat && app.threat.node === view.node ? { ...more, threat: app.threat.usi } : more;
    },
    texts: view => ({ kif: () => textOf(view, "kif"), ...view.doc.kif && !view.doc.isOpened ? {} : { link: () => linkOf(view) } }),
    /** A move was made on the board or by the engine. */
    moved(view, node) {
      if (view.game) noteMove(view, node);
      if (app.mode === "tsume" && !app.tsume.isShowing) setTimeout(() => judgeMove(view, node));
    },
    ended(view, game, end) {
      // Whatever was about to be moved stays.
      closePromotion();
      pick(view, null);
      tellEnd(game, end, view.doc.handicap, { review: () => askForReview(view), again: () => again(view, false), otherSide: () => again(view, true) });
    },
    /** Another document is on the page. */
    loaded(view) {
      closePromotion();
      app.id = app.nextId || newId();
      app.nextId = null;
      app.review = app.tsume = app.threat = app.explored = app.pen = app.stroke = null;
      app.mode = app.setup.position = null;
      shown = null;
      view.position = null;
    },
    draw(view) {
      if (shown && shown.node !== view.node) closePromotion();
      drawDesk(view);
      drawSquares(view, app.setup.wants(view) ? app.setup.position : null);
      const { node, line } = view;
      if (shown && shown.node !== node && !line && node.parent === shown.node) {
        if (!app.isDragged) slide(view, node.move.usi);
        knock();
        speak(moveText(node.move));
      }
      shown = { node };
      followThinking(view);
      followThreat(view);
      followBook(view);
      answerIfDue(view);
      lookForEnd(view);
      keepSoon(view);
    },
    drawAll() {
      document.body.classList.add("with-engine");
      // What can be saved has a dialog of its own.
      document.body.classList.toggle("app", store);
    },
    obeys(view, wishes) {
      const position = wishes.get("position");
      if (app.isRestored && position && position !== view.position) openLinked(view, position, wishes.get("ply"));
    },
    start(view) {
      listenToPieces(view, app.setup);
      listenToDrawing(view);
      listenToSquares(view);
      listenToRecords(view);
      listenToTyping(view);
      engine.watch(() => drawDesk(view));
      document.addEventListener("keydown", event => {
        if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
        if (view.picked) pick(view, null);
        else wipe(view);
      });
      setInterval(() => {
        watchClock(view);
        const clocks = $("clocks");
        const faces = clocks && clockFaces(view);
        if (faces) clocks.replaceWith(faces);
      }, 100);
      view.draw();
      if (!store) return;
      listenToOthers(view);
      restore(view);
      for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, () => { if (event === "pagehide" || document.hidden) keepNow(view); });
    },
  };
  return app;
}

/** The position that a board without a game begins with. */
export const startDocument = () => emptyDocument(EVEN);
