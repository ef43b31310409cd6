// Records and positions opened: pasted, dropped, from a file or a link.

import { choices } from "../page/choices.js";
import { h } from "../page/element.js";
import { closeDialogs, confirmed, openDialog, tool } from "./dialog.js";
import { emptyDocument } from "./engine.js";
import { EVEN } from "./newgame.js";
import { w } from "./phrases.js";

/** What was opened last: the titles of the games in the file, and what is wrong with a text. */
const reading = { text: "", problem: null, games: null };

/** So much of an unreadable text is shown, in characters: browsers take minutes to break a megabyte into lines. */
const MOST_SHOWN = 20_000;

/** Whether a game going on may be left. */
export async function mayLeave(view) {
  return !view.game || confirmed(w().sureLeave);
}

/** Opens what is in a text or file, one of its games; what is wrong with it is said. True if it could be read. */
export async function openRecord(view, content, name, index = 0) {
  try {
    const { titles, document, problems, kif } = await view.engine.read(content, name, index, choices.lang);
    if (!await mayLeave(view)) return false;
    closeDialogs();
    view.game = null;
    Object.assign(reading, { problem: null, text: "" });
    view.load({ ...document, problems: problems || document.problems, kif, isOpened: true });
    reading.games = titles.length > 1 ? { titles, content, name, index } : null;
    view.app.drawDesk(view);
    return true;
  } catch (error) {
    reading.problem = String(error && error.message || error);
    if (typeof content === "string") reading.text = content.slice(0, MOST_SHOWN);
    askForRecord(view);
    return false;
  }
}

/** A board with the pieces as at the beginning, or the game of the report again. */
export async function beginAnew(view, doc = emptyDocument(EVEN)) {
  if (!await mayLeave(view)) return;
  view.game = null;
  Object.assign(reading, { games: null, problem: null });
  view.load(doc);
}

let dialog = null;

/** Opens the dialog for texts and files. */
export function askForRecord(view) {
  if (dialog && dialog.node.open) return dialog.redraw();
  const picker = h("input", { type: "file", hidden: true, onchange: async event => {
    const [file] = event.target.files;
    if (file) openRecord(view, new Uint8Array(await file.arrayBuffer()), file.name);
  } });
  const own = openDialog(w().open, self => {
    const area = h("textarea", { rows: 5, placeholder: w().openHint, "aria-label": w().openHint, oninput: () => { reading.text = area.value; } }, reading.text);
    const anew = doc => () => { self.close(); beginAnew(view, doc); };
    return [area, picker,
      reading.problem ? h("p", { class: "problem", role: "alert" }, `${w().notRead} ${reading.problem}`) : null,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "main", onclick: () => openRecord(view, area.value, "") }, w().read),
        tool(w().file, () => picker.click()), tool(w().newBoard, anew()),
        view.doc !== view.origin && view.origin.kif ? tool(w().origin, anew(view.origin)) : null)];
  }, { closed: () => {
    // Another one may be open before this one has heard that it is closed.
    if (dialog === own) dialog = reading.problem = null;
  } });
  dialog = own;
}

/** The games of the file that was opened, if it has several. */
export function gameChooser(view) {
  if (!reading.games || view.game) return null;
  const { titles, content, name, index } = reading.games;
  return h("label", { class: "games" }, w().gameOf(titles.length) + " ",
    h("select", { onchange: event => openRecord(view, content, name, event.target.selectedIndex) },
      titles.map((title, i) => h("option", { selected: i === index }, title))));
}

/** Where the game shown stands in its file, and the next one; nothing if it is alone. */
export function placeInFile(view) {
  const { games } = reading;
  if (!games) return null;
  const { titles, content, name, index } = games;
  const next = index + 1 < titles.length ? () => openRecord(view, content, name, index + 1) : null;
  return { index, count: titles.length, next };
}

/** Forgets the file that was opened, as when another game is on the board. */
export const forgetFile = () => { reading.games = null; };

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
