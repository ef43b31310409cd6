// What a reader can do where there is an engine: analyse, play against it, open positions and records.

import { choices } from "./choices.js";
import { $, h, show } from "./element.js";
import { emptyDocument } from "./engine.js";
import { mark, named, sideName } from "./notation.js";
import { isItsTurn, newGame, resign } from "./opponent.js";
import { t } from "./words.js";

const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// Which of the panels is open, and what was chosen in it.
const panel = { open: null, side: "black", level: null };

function toggle(view, name) {
  panel.open = panel.open === name ? null : name;
  drawDesk(view);
}

/** Two or more values, one of which holds. */
function oneOf(label, values, chosen, choose) {
  return h("div", { class: "segment", role: "group", "aria-label": label }, values.map(([value, text]) => h("button", {
    type: "button", "aria-pressed": String(value === chosen), onclick: () => choose(value) }, text)));
}

function playPanel(view) {
  const levels = view.engine.levels;
  const chosen = panel.level || levels[levels.length - 1].id;
  const start = () => {
    panel.open = null;
    view.thinking.isOn = false;
    view.load(emptyDocument(view.node.sfen.replace(/ \d+$/, " 1")));
    view.game = newGame(panel.side, chosen);
    view.flip = panel.side === "white";
    view.redraw();
  };
  return h("div", { class: "card panel" },
    h("label", {}, t().level + " ", h("select", { onchange: event => { panel.level = event.target.value; } },
      levels.map(level => h("option", { value: level.id, selected: level.id === chosen }, named(level))))),
    oneOf(t().side, ["black", "white"].map(side => [side, mark(side) + " " + sideName(side)]), panel.side,
      side => { panel.side = side; drawDesk(view); }),
    h("button", { type: "button", class: "main", onclick: start }, t().begin));
}

/** Opens what is in a text or file; what is wrong with it is said. */
async function openRecord(view, content, name) {
  try {
    const documents = await view.engine.read(content, name);
    panel.open = null;
    view.game = null;
    view.load(documents[0]);
  } catch (error) {
    panel.problem = String(error && error.message || error);
    panel.open = "open";
    drawDesk(view);
  }
}

function openPanel(view) {
  const area = h("textarea", { rows: 4, placeholder: t().openHint, "aria-label": t().openHint });
  const picker = h("input", { type: "file", hidden: true, onchange: async event => {
    const [file] = event.target.files;
    if (file) openRecord(view, new Uint8Array(await file.arrayBuffer()), file.name);
  } });
  const problem = panel.problem;
  panel.problem = null;
  return h("div", { class: "card panel" }, area, picker,
    problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
    h("button", { type: "button", class: "main", onclick: () => openRecord(view, area.value, "") }, t().read),
    h("button", { type: "button", class: "tool", onclick: () => picker.click() }, t().file),
    h("button", { type: "button", class: "tool", onclick: () => { view.game = null; panel.open = null; view.load(emptyDocument(EVEN)); } }, t().newBoard));
}

export function drawDesk(view) {
  if (!view.engine) return show("desk");
  const { thinking, game } = view;
  const think = () => { thinking.isOn = !thinking.isOn; view.draw(); };
  const buttons = game
    ? [h("span", { class: "turn" }, isItsTurn(view) ? t().itsTurn : t().yourTurn),
      h("button", { type: "button", class: "tool", onclick: () => resign(view) }, t().resign)]
    : [h("button", { type: "button", class: "main", "aria-pressed": String(thinking.isOn), onclick: think }, thinking.isOn ? t().pause : t().think),
      oneOf(t().lineCount, [1, 2, 3].map(n => [n, String(n)]), thinking.lines, n => { thinking.lines = n; view.draw(); }),
      h("button", { type: "button", class: "tool", "aria-expanded": String(panel.open === "play"), onclick: () => toggle(view, "play") }, t().play),
      h("button", { type: "button", class: "tool", "aria-expanded": String(panel.open === "open"), onclick: () => toggle(view, "open") }, t().open)];
  const below = game ? null : panel.open === "play" ? playPanel(view) : panel.open === "open" ? openPanel(view) : null;
  show("desk", h("div", { class: "buttons", lang: choices.lang }, buttons), below);
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
