// Settings of the page, and the words of a game: names and comments.

import { choices, choose } from "../page/choices.js";
import { h } from "../page/element.js";
import { mark, sideName } from "../page/notation.js";
import { t } from "../page/words.js";
import { choice, oneOf, openDialog, field } from "./dialog.js";
import { w } from "./phrases.js";

/** How many lines an analysis may have, as choices.js names them. */
export const LINES = ["1", "2", "3", "5", "8"];

/** Pieces, board, sounds, arrows, languages, and the engine's settings. */
export function askForSettings(view) {
  openDialog(w().settings, self => {
    const set = key => value => { choose(key, value); view.redraw(); self.redraw(); };
    const onOff = key => oneOf(w()[key], [["on", w().on], ["off", w().off]], choices[key], set(key));
    return [
      choice(w().pieces, Object.keys(w().sets).map(key => [key, w().sets[key]]), choices.pieces || "auto", value => set("pieces")(value === "auto" ? null : value)),
      field(w().boardLook, oneOf(w().boardLook, Object.keys(w().looks).map(key => [key, w().looks[key]]), choices.board, set("board"))),
      field(w().sound, onOff("sound")),
      field(w().arrows, onOff("arrows")),
      field(t().notation, oneOf(t().notation, [["japanese", "７六歩"], ["western", "P-7f"]], choices.notation, set("notation"))),
      field(t().language, oneOf(t().language, [["ja", "日本語"], ["en", "English"]], choices.lang, set("lang"))),
      field(t().theme, oneOf(t().theme, [["light", t().light], ["dark", t().dark]], choices.theme, set("theme"))),
      h("h3", {}, w().engine),
      field(w().lineCount, oneOf(w().lineCount, LINES.map(n => [n, n]), choices.lines, set("lines"))),
      field(w().limit, oneOf(w().limit, ["10", "60", "0"].map(n => [n, n === "0" ? w().noLimit : w().inSeconds(n)]), choices.limit, set("limit"))),
      field(w().effortOfGame, oneOf(w().effortOfGame, ["quick", "normal", "deep"].map(key => [key, w()[key]]), choices.effort, set("effort"))),
      // The table is made when the engine begins.
      field(w().table, oneOf(w().table, ["16", "64", "128", "256"].map(n => [n, n]), choices.table, value => { set("table")(value); view.engine.restart(); })),
      h("p", { class: "soft keys" }, h("b", {}, w().help), " ", w().helpText),
    ];
  });
}

/** Sets a header of the record; an empty one is taken out. */
function setHeader(doc, key, value) {
  doc.headers ||= [];
  const at = doc.headers.findIndex(([known]) => known === key);
  if (at >= 0) doc.headers.splice(at, 1, ...value ? [[key, value]] : []);
  else if (value) doc.headers.push([key, value]);
}

/** Names of the players, event, date, and the comment on the position shown. */
export function askForDetails(view) {
  const { doc, node } = view;
  const header = key => ((doc.headers || []).find(([known]) => known === key) || [])[1] || "";
  const values = { black: doc.players[0].name || "", white: doc.players[1].name || "", event: header("棋戦"), date: header("開始日時"), comment: node.comments.join("\n") };
  const input = (label, key, area = false) => h("label", { class: "field wide" }, h("span", { class: "name" }, label),
    area ? h("textarea", { rows: 4, oninput: event => { values[key] = event.target.value; } }, values[key])
      : h("input", { type: "text", value: values[key], oninput: event => { values[key] = event.target.value; } }));
  const take = event => {
    event.preventDefault();
    ["black", "white"].forEach((side, i) => {
      doc.players[i].name = values[side].trim() || null;
      setHeader(doc, i ? "後手" : "先手", values[side].trim());
    });
    setHeader(doc, "棋戦", values.event.trim());
    setHeader(doc, "開始日時", values.date.trim());
    node.comments = values.comment.trim() ? values.comment.trim().split("\n") : [];
    self.close();
    view.redraw();
  };
  const self = openDialog(w().details, () => h("form", { onsubmit: take },
    input(`${mark("black")} ${sideName("black")}`, "black"), input(`${mark("white")} ${sideName("white")}`, "white"),
    input(w().event, "event"), input(w().date, "date"), input(w().comment, "comment", true),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, w().ok))));
}
