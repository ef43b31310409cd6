// The game as a file of every format, as a picture, as a link.

import { choices } from "../page/choices.js";
import { copyText, tell } from "../page/copy.js";
import { h } from "../page/element.js";
import { linkTo } from "../page/link.js";
import { lastOf } from "../page/tree.js";
import { download, openDialog, field, tool } from "./dialog.js";
import { gameOf, pathTo } from "./engine.js";
import { boardPng, boardSvg } from "./picture.js";
import { complain } from "./moving.js";
import { w } from "./phrases.js";

/** The formats by the extensions that files get; KIF and KI2 in the encoding that every program reads. */
const formats = [["KIF", "kif"], ["KI2", "ki2"], ["CSA", "csa"], ["JKF", "jkf"], ["USI", "usi"]];
/** As texts these are Unicode. */
const unicode = { kif: "kifu", ki2: "ki2u" };

const decoded = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));

/** The game as a text of a format. */
export async function textOf(view, extension) {
  const { base64 } = await view.engine.write(gameOf(view), unicode[extension] || extension);
  return new TextDecoder().decode(decoded(base64));
}

/** A name for the file of a game: the players and the day. */
export function fileName({ doc }) {
  const names = doc.players.map(({ name }) => name).filter(Boolean).join("-");
  const day = new Date();
  const date = `${day.getFullYear()}${String(day.getMonth() + 1).padStart(2, "0")}${String(day.getDate()).padStart(2, "0")}`;
  return `${names || "komadai"}-${date}`.replace(/[\\/:*?"<>|\s()（）]+/g, "_").replace(/_+(?=-|$)/g, "");
}

/** A link to the whole line that the position shown stands in. */
export function linkOf(view) {
  const wishes = { ply: String(view.node.ply) };
  return linkTo(pathTo(lastOf(view.node)), wishes);
}

/** Opens the dialog. */
export function askForSaving(view) {
  const name = fileName(view);
  let losses = [];
  const saveAs = async (extension, self) => {
    try {
      const { base64, losses: lost } = await view.engine.write(gameOf(view), extension, choices.lang);
      download(`${name}.${extension}`, decoded(base64));
      losses = lost;
      tell(w().saved(`${name}.${extension}`));
      self.redraw();
    } catch (error) { complain(error); }
  };
  const copy = async (what, text) => { tell(await copyText(await text()) ? `${w().copyAs}: ${what}` : what); };
  const pictures = [["PNG", async () => download(`${name}.png`, await boardPng(), "image/png")], ["SVG", () => download(`${name}.svg`, boardSvg(), "image/svg+xml")]];
  openDialog(w().save, self => [
    field(w().savedAs, h("div", { class: "buttons" }, formats.map(([format, extension]) => tool(format, () => saveAs(extension, self))))),
    field(w().picture, h("div", { class: "buttons" }, pictures.map(([format, make]) => tool(format, () => Promise.resolve(make()).catch(complain))))),
    field(w().copyAs, h("div", { class: "buttons" },
      tool("KIF", () => copy("KIF", () => textOf(view, "kif"))), tool("CSA", () => copy("CSA", () => textOf(view, "csa"))),
      tool("USI", () => copy("USI", () => textOf(view, "usi"))), tool("SFEN", () => copy("SFEN", () => `sfen ${view.node.sfen}`)),
      tool(w().link, () => copy(w().link, () => linkOf(view))))),
    navigator.share ? h("div", { class: "buttons" }, tool(w().share, () => navigator.share({ title: document.title, url: linkOf(view) }).catch(() => {}))) : null,
    losses.length ? h("p", { class: "soft" }, w().losses, " ", losses.join("; ")) : null,
  ]);
}
