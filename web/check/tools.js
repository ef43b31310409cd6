// What a player looks things up with: the opening explorer, the engine's settings, names of squares. Loaded behind app.js.
"use strict";

const tools = (() => {
  const { until, button, closeAll, menu, move, fresh, opened, paste, view, engine, looked } = livePage;
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const pause = ms => new Promise(done => setTimeout(done, ms));
  const word = (english, japanese) => document.documentElement.lang === "ja" ? japanese : english;

  let faults = [];
  const begin = () => { faults = []; };
  const check = (what, holds) => { if (!holds) faults.push(what); };

  /** The book's moves and those of own games; a move made from there is followed. */
  async function explores(touch) {
    begin();
    // A game of one's own whose second move no book has.
    await fresh();
    for (const usi of ["7g7f", "9c9d"]) await move(usi);
    await pause(400);
    await fresh();
    menu(word("Opening book", "定跡"));
    const rows = () => all(".book .line");
    await until("its moves", () => rows().length >= 2);
    looked(touch);
    const book = await engine().book({ sfen: view().node.sfen, moves: [] });
    const { moves } = await view().node.legal;
    check("the book's moves are legal and come first, the best first", book.length >= 2
      && book.every(({ usi }) => moves.some(move => move.usi === usi)) && book.every(({ value }, i) => !i || value <= book[i - 1].value));
    check("all of them are shown", rows().length >= book.length && rows().slice(0, book.length).every(row => /[+−]?\d/.test(row.querySelector(".score").textContent)));
    const first = rows()[book.findIndex(({ usi }) => usi === "7g7f")];
    check("own games are counted", first && first.textContent.includes(word("of yours", "自分の対局")));
    first.click();
    await until("the move is made", () => view().node.move && view().node.move.usi === "7g7f");
    await until("the book follows", () => rows().some(row => row.textContent.includes(word("P-9d", "９四歩"))));
    const own = rows().find(row => row.textContent.includes(word("P-9d", "９四歩")));
    check("a move of one's own game has no score", own.querySelector(".score").textContent === "" && rows().at(-1) === own);
    await opened(() => paste("sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1"));
    await until("nothing is known", () => one(".book p") && !one(".book p").textContent.includes("…"));
    one(".book .quiet").click();
    check("it closes", !one(".book"));
    return faults;
  }

  /** The engine gets the settings, and they outlive a visit. */
  async function sets(touch) {
    begin();
    await fresh();
    const lines = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.line) lines.push(message.line);
      return send.call(this, message, ...rest);
    };
    const press = (group, text) => {
      const segment = all("dialog[open] .segment").find(node => node.getAttribute("aria-label") === group);
      [...segment.children].find(node => node.textContent === text).click();
    };
    const table = word("Table (MiB)", "ハッシュ（MiB）");
    menu(word("Settings", "設定"));
    looked(touch);
    press(word("Lines", "候補手"), "3");
    press(word("Analysis", "検討時間"), word("10 s", "10秒"));
    press(table, "16");
    await until("the engine is there again", () => engine().state === "ready" && lines.includes("isready"));
    check("with its table", lines.includes("setoption name USI_Hash value 16"));
    closeAll();
    check("they are kept", localStorage.getItem("komadai-table") === "16" && localStorage.getItem("komadai-lines") === "3");
    button(word("Analyse", "検討")).click();
    await until("three lines", () => (view().node.lines || []).length === 3);
    check("are asked for", lines.includes("setoption name MultiPV value 3"));
    await until("the time is up", () => lines.includes("stop"));
    await pause(300);
    const { nodes } = view().node;
    await pause(600);
    check("then it rests", view().node.nodes === nodes && view().app.thinking.isOn);
    button(word("Stop", "停止")).click();
    menu(word("Settings", "設定"));
    press(word("Lines", "候補手"), "1");
    press(word("Analysis", "検討時間"), word("No limit", "無制限"));
    press(table, "64");
    closeAll();
    Worker.prototype.postMessage = send;
    return faults;
  }

  /** What the squares and hands are called, as a map of names to how often they stand there. */
  const names = () => all("#squares [role=gridcell]").map(node => node.getAttribute("aria-label"));

  return { explores, sets, names };
})();
