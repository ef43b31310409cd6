// The page in each of its states, for checks that look at all of them. Loaded into the page under test behind page.js.
"use strict";

const states = (() => {
  const { until, button, dialog, closeAll, menu, fresh, opened, paste, view } = livePage;
  const word = (english, japanese) => document.documentElement.lang === "ja" ? japanese : english;
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const press = (english, japanese) => button(word(english, japanese)).click();
  const dialogOf = open => async () => { closeAll(); open(); await until("a dialog", dialog); };
  const PROBLEM = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";

  /** The states in an order in which each leads to the next; `record` is a game. */
  const all = record => ({
    board: fresh,
    "new game": dialogOf(() => press("Play", "対局")),
    game: async () => { closeAll(); await scenes.beginGame({ clock: "byoyomi30" }); await scenes.myTurn(); await livePage.move("7g7f"); await scenes.myTurn(); },
    hint: async () => { press("Hint", "ヒント"); await until("a hint", () => view().game.hint); },
    "earlier position": async () => { view().go(view().tree.root); },
    "give up?": dialogOf(() => press("Resign", "投了")),
    "end of the game": async () => { dialog().querySelector(".main").click(); await until("the end", () => !view().game && dialog()); },
    record: async () => { closeAll(); await opened(() => paste(record)); view().go(view().tree.game[40]); },
    variation: async () => { view().go(view().tree.variations[0].nodes[0]); },
    promotion: async () => {
      await opened(() => paste("position startpos moves 7g7f 3c3d"));
      view().go(view().tree.game[2]);
      livePage.pressSquare("8h");
      await until("a piece is picked up", () => view().picked);
      livePage.pressSquare("2b");
      await until("the choice", () => document.querySelector("#ask[open]"));
    },
    analysis: async () => {
      document.querySelector("#ask").close();
      press("Analyse", "検討");
      document.querySelectorAll("#desk .segment button")[2].click();
      await until("three lines", () => (view().node.lines || []).length === 3);
    },
    "a line followed": async () => { view().follow({ base: view().node, index: 0, steps: 2 }); },
    "opening book": async () => {
      view().go(view().tree.root);
      document.querySelectorAll("#desk .segment button")[0].click();
      press("Stop", "停止");
      menu(word("Opening book", "定跡"));
      await until("its moves", () => document.querySelector(".book .line"));
    },
    "whole game": dialogOf(() => { document.querySelector(".book .quiet").click(); menu(word("Analyse the game", "棋譜解析")); }),
    "game under analysis": async () => {
      press("Quick", "速い");
      dialog().querySelector(".main").click();
      await until("a position", () => view().tree.game[0].effort);
    },
    "game analysed": async () => { await until("the end of the analysis", () => !view().app.review); await wait(100); },
    menu: dialogOf(() => document.querySelector("#desk [aria-label=More], #desk [aria-label=メニュー]").click()),
    open: dialogOf(() => press("Open", "開く")),
    unreadable: async () => { closeAll(); await paste("nothing that is known"); await until("a problem", () => document.querySelector("dialog[open] .problem")); },
    save: dialogOf(() => press("Save", "保存")),
    settings: dialogOf(() => menu(word("Settings", "設定"))),
    names: dialogOf(() => menu(word("Names and comments", "対局者とコメント"))),
    games: dialogOf(() => menu(word("My games", "対局の一覧"))),
    editing: async () => { closeAll(); menu(word("Edit the position", "局面編集")); press("Clear", "駒をすべて駒箱へ"); },
    "a position against the rules": async () => {
      view().app.setup.press(view(), { box: "P" }, null);
      view().app.setup.press(view(), 0, null);
      press("OK", "決定");
      await until("a problem", () => document.querySelector(".setup .problem"));
    },
    tsume: async () => {
      press("Cancel", "やめる");
      await opened(() => paste(PROBLEM));
      menu(word("Tsume: solve", "詰将棋を解く"));
      await until("the mate", () => view().app.tsume && view().app.tsume.kind === "ask");
    },
    end: async () => { await fresh(); },
  });

  let made = null;
  const names = record => Object.keys(made = all(record));
  const enter = async name => { await made[name](); await wait(60); };

  /** The violations that axe finds now, each with the first place. */
  async function violations() {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}: ${nodes[0].html.slice(0, 120)})`);
  }

  return { names, enter, violations };
})();
