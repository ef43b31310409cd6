// What a reader can do where there is an engine: analyse, play against it, open positions and records.

import { choices } from "./choices.js";
import { $, h, show } from "./element.js";
import { emptyDocument } from "./engine.js";
import { mark, named, sideName } from "./notation.js";
import { declare, isItsTurn, newGame, resign } from "./opponent.js";
import { t } from "./words.js";

const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// Which of the panels is open, and what was chosen in it.
const panel = { open: null, text: "", problem: null, games: null, side: "black", level: null, seconds: 3 };

function toggle(view, name) {
  Object.assign(panel, { open: panel.open === name ? null : name, problem: null });
  drawDesk(view);
  const shown = $("desk").querySelector(".panel");
  if (shown) shown.scrollIntoView({ block: "nearest" });
}

/** Two or more values, one of which holds. */
function oneOf(label, values, chosen, choose) {
  return h("div", { class: "segment", role: "group", "aria-label": label }, values.map(([value, text]) => h("button", {
    type: "button", "aria-pressed": String(value === chosen), onclick: () => choose(value) }, text)));
}

function playPanel(view) {
  const levels = view.engine.levels;
  const chosen = panel.level || levels[levels.length - 1].id;
  const isFull = chosen === levels[levels.length - 1].id;
  const start = () => {
    panel.open = null;
    view.thinking.isOn = false;
    panel.games = null;
    const level = named(levels.find(({ id }) => id === chosen));
    const names = [t().you, `Komadai (${level})`];
    view.load(emptyDocument(view.node.sfen.replace(/ \d+$/, " 1"), panel.side === "black" ? names : names.reverse()));
    view.game = newGame(panel.side, chosen, panel.seconds);
    view.flip = panel.side === "white";
    view.redraw();
    $("stage").scrollIntoView({ block: "nearest" });
  };
  return h("div", { class: "card panel" },
    h("label", {}, t().level + " ", h("select", { onchange: event => { panel.level = event.target.value; drawDesk(view); } },
      levels.map(level => h("option", { value: level.id, selected: level.id === chosen }, named(level))))),
    oneOf(t().side, ["black", "white"].map(side => [side, mark(side) + " " + sideName(side)]), panel.side,
      side => { panel.side = side; drawDesk(view); }),
    // The others think for a moment only.
    isFull ? oneOf(t().seconds, [1, 3, 10].map(n => [n, t().inSeconds(n)]), panel.seconds,
      n => { panel.seconds = n; drawDesk(view); }) : null,
    h("button", { type: "button", class: "main", onclick: start }, t().begin));
}

/** Opens what is in a text or file, one of its games; what is wrong with it is said. */
export async function openRecord(view, content, name, index = 0) {
  try {
    const { titles, document, kif } = await view.engine.read(content, name, index);
    Object.assign(panel, { open: null, problem: null, text: "" });
    view.game = null;
    view.load({ ...document, kif, isOpened: true });
    Object.assign(panel, { games: titles.length > 1 ? { titles, content, name, index } : null });
  } catch (error) {
    panel.problem = String(error && error.message || error);
    panel.open = "open";
  }
  drawDesk(view);
}

/** The games of the file that was opened, if it has several. */
function gameChooser(view) {
  const { titles, content, name, index } = panel.games;
  return h("label", { class: "games" }, t().gameOf(titles.length) + " ",
    h("select", { onchange: event => openRecord(view, content, name, event.target.selectedIndex) },
      titles.map((title, i) => h("option", { selected: i === index }, title))));
}

/** A board with the pieces as at the beginning, or the game of the report again. */
function begin(view, doc = emptyDocument(EVEN)) {
  view.game = null;
  Object.assign(panel, { open: null, games: null, problem: null });
  view.load(doc);
}

function openPanel(view) {
  const area = h("textarea", { rows: 4, placeholder: t().openHint, "aria-label": t().openHint,
    oninput: () => { panel.text = area.value; } }, panel.text);
  const picker = h("input", { type: "file", hidden: true, onchange: async event => {
    const [file] = event.target.files;
    if (file) openRecord(view, new Uint8Array(await file.arrayBuffer()), file.name);
  } });
  const { problem } = panel;
  return h("div", { class: "card panel" }, area, picker,
    problem ? h("p", { class: "problem", role: "alert" }, `${t().notRead} ${problem}`) : null,
    h("button", { type: "button", class: "main", onclick: () => openRecord(view, area.value, "") }, t().read),
    h("button", { type: "button", class: "tool", onclick: () => picker.click() }, t().file),
    h("button", { type: "button", class: "tool", onclick: () => begin(view) }, t().newBoard),
    view.doc !== view.origin && view.origin.kif
      ? h("button", { type: "button", class: "tool", onclick: () => begin(view, view.origin) }, t().origin) : null);
}

/** What can be done now. */
function buttonsFor(view) {
  const { thinking, game } = view;
  const tool = (text, onclick, more) => h("button", { type: "button", class: "tool", onclick, ...more }, text);
  const opener = (name, text) => tool(text, () => toggle(view, name), { "aria-expanded": String(panel.open === name) });
  if (game) {
    return [h("span", { class: "turn", role: "status" }, isItsTurn(view) ? t().itsTurn : t().yourTurn),
      game.declares ? tool(t().declare, () => declare(view)) : null, tool(t().resign, () => resign(view))];
  }
  const think = () => { thinking.isOn = !thinking.isOn; view.draw(); };
  return [h("button", { type: "button", class: "main", "aria-pressed": String(thinking.isOn), onclick: think }, thinking.isOn ? t().pause : t().think),
    oneOf(t().lineCount, [1, 2, 3].map(n => [n, String(n)]), thinking.lines, n => { thinking.lines = n; view.draw(); }),
    opener("play", t().play), opener("open", t().open)];
}

/** That the engine does not run, and a way to begin anew. */
function failure({ engine }) {
  if (engine.state !== "failed") return null;
  return h("p", { class: "card panel problem", role: "alert" }, `${t().failed} ${engine.reason}`,
    h("button", { type: "button", class: "tool", onclick: () => engine.restart() }, t().restart));
}

export function drawDesk(view) {
  if (!view.engine) return show("desk");
  const below = view.game ? null : panel.open === "play" ? playPanel(view) : panel.open === "open" ? openPanel(view) : null;
  show("desk", h("div", { class: "buttons", lang: choices.lang }, buttonsFor(view)), failure(view), below,
    panel.games && !view.game ? gameChooser(view) : null);
}

/** Texts pasted and files dropped anywhere on the page are opened. */
export function listenToRecords(view) {
  document.addEventListener("paste", event => {
    if (event.target instanceof Element && event.target.matches("textarea, input")) return;
    const text = event.clipboardData.getData("text");
    if (text) openRecord(view, text, "");
  });
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", async event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) return openRecord(view, new Uint8Array(await file.arrayBuffer()), file.name);
    const text = event.dataTransfer.getData("text");
    if (text) openRecord(view, text, "");
  });
}

/** The position that a board without a game begins with. */
export const startDocument = () => emptyDocument(EVEN);
