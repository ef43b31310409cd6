// Actions of a player on the board, scenario by scenario. Loaded into the page under test behind page.js; each gives a list of faults.
"use strict";

const scenes = (() => {
  const { until, button, dialog, closeAll, menu, choose, move, fresh, opened, paste, view, engine, looked } = livePage;
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const pause = ms => new Promise(done => setTimeout(done, ms));
  const words = (english, japanese) => document.documentElement.lang === "ja" ? japanese : english;

  let faults = [];
  const begin = () => { faults = []; };
  const check = (what, holds) => { if (!holds) faults.push(what); };
  const side = sfen => sfen.split(" ")[1] === "b" ? "black" : "white";
  const english = index => all("#controls .segment")[1].children[index].click();

  /** Begins a game by the dialog: `start` as the dialog names it, `clock` too. */
  async function beginGame({ level = "-15", start = "even", segment = 0, clock = "none", own = null }) {
    button(words("Play", "対局")).click();
    await until("the dialog", () => dialog() && all("dialog[open] select")[1].options.length > 5);
    choose(0, level);
    choose(1, start);
    all("dialog[open] .segment button")[segment].click();
    choose(2, clock);
    if (own) own.forEach((value, i) => {
      const input = all("dialog[open] .numbers input")[i];
      input.value = value;
      input.dispatchEvent(new Event("input"));
    });
    const human = one("dialog[open] input[type=checkbox]");
    if (human.checked) human.click();
    all("dialog[open] button").find(node => node.type === "submit").click();
    await pause(50);
  }
  const isMine = () => view().game && side(view().game.head.sfen) === view().game.side;
  const myTurn = () => until("it is the reader's turn", () => !view().game || (isMine() && view().node === view().game.head));
  /** Some legal move that takes nothing and is no check: the first by its name. */
  async function anyMove() {
    const { moves } = await view().node.legal || await engine().moves({ sfen: view().node.sfen, moves: [] });
    return moves.find(({ usi }) => usi[1] !== "*" && !moves.some(other => other.usi === usi + "+") && !usi.endsWith("+")).usi;
  }

  /** Somebody's time is up. */
  async function clock(touch) {
    begin();
    await fresh();
    await beginGame({ clock: "own", own: [0, 2, 0] });
    check("two clocks are shown", all("#clocks .clock").length === 2);
    await myTurn();
    looked(touch);
    const before = Date.now();
    await until("the time is up", () => !view().game);
    check("after two seconds", Date.now() - before < 4000);
    check("White has won", view().doc.end.winner === "white");
    check("that is told", dialog() && dialog().textContent.includes(words("(time)", "切れ負け")));
    looked(touch);
    closeAll();
    return faults;
  }

  /** Somebody's time is up while a promotion is asked for, which changes nothing any more. */
  async function choosesTooLate(touch) {
    begin();
    await fresh();
    await opened(() => paste("position startpos moves 7g7f 3c3d"));
    view().go(view().tree.game.at(-1));
    await beginGame({ start: "here", clock: "own", own: [0, 3, 0] });
    await myTurn();
    livePage.pressSquare("8h");
    await until("the piece is picked up", () => view().picked);
    livePage.pressSquare("2b");
    await until("the choice", () => one("#ask[open]"));
    await until("the time is up", () => !view().game);
    await pause(200);
    check("the choice is gone", !one("#ask") && !view().picked);
    check("the end is told", dialog());
    closeAll();
    // A move tried afterwards is a variation.
    await move("2g2f");
    check("the game has its end", view().node.variation === 1 && view().tree.game.length === 3 && view().tree.game[2].end === view().doc.end);
    return faults;
  }

  /** Two moves are taken back, and another one is played. */
  async function takesBack(touch) {
    begin();
    await fresh();
    await beginGame({});
    for (const usi of ["7g7f", "2g2f"]) {
      await myTurn();
      await move(usi);
    }
    await myTurn();
    check("four moves", view().tree.game.length === 5);
    looked(touch);
    const back = () => all("#desk button").find(node => node.textContent.trim() === words("Take back", "待った")).click();
    back();
    await pause(50);
    check("two are taken back", view().tree.game.length === 3 && view().node.ply === 2);
    back();
    await pause(50);
    check("and two more", view().tree.game.length === 1 && view().node.ply === 0);
    check("no further", all("#desk button").find(node => node.textContent.trim() === words("Take back", "待った")).disabled);
    await move("6g6f");
    await myTurn();
    check("the engine answers", view().node.ply === 2 && view().tree.game[1].move.usi === "6g6f");
    // Another move at an earlier position of the game is a variation, and is answered.
    view().go(view().tree.root);
    await move("1g1f");
    await myTurn();
    check("another move branches", view().node.ply === 2 && view().node.variation === 1 && view().tree.game.length === 3);
    await livePage.giveUp();
    return faults;
  }

  /** Handicap games as either side. */
  async function handicaps(touch) {
    begin();
    for (const segment of [0, 1]) {
      await fresh();
      await beginGame({ start: "two", segment });
      await pause(100);
      if (!view().game) { check("a game is on", false); continue; }
      check("the reader has the side chosen", view().game.side === ["black", "white"][segment] && view().flip === (segment === 1));
      check("White gives and moves first", side(view().tree.root.sfen) === "white" && !/[rb]/.test(view().tree.root.sfen.split(" ")[0]));
      await myTurn();
      check("the engine begins where it gives", view().node.ply === 1 - segment);
      await move(await anyMove());
      await myTurn();
      check("and answers", view().node.ply === 3 - segment);
      looked(touch);
      await livePage.giveUp();
    }
    return faults;
  }

  /** A king in the camp wins by a declaration. `sfen` is such a position. */
  async function declares(sfen, touch) {
    begin();
    await fresh();
    await opened(() => paste(`sfen ${sfen}`));
    await beginGame({ start: "here" });
    await until("the declaration is offered", () => button(words("Declare a win", "入玉宣言")));
    looked(touch);
    button(words("Declare a win", "入玉宣言")).click();
    await until("the game has ended", () => !view().game);
    check("Black has won", view().doc.end.winner === "black" && dialog().textContent.includes(words("You win", "あなたの勝ち")));
    closeAll();
    return faults;
  }

  /** The fourth time that a position comes up the game is drawn; perpetual check loses. */
  async function repeats(touch) {
    begin();
    const round = ["2h3h", "8b7b", "3h2h", "7b8b"];
    await fresh();
    await opened(() => paste(`position startpos moves ${[...round, ...round, ...round].slice(0, 11).join(" ")}`));
    view().go(view().tree.game.at(-1));
    await beginGame({ start: "here", segment: 1 });
    await myTurn();
    await move("7b8b");
    await until("the game is drawn", () => !view().game);
    check("as a repetition", dialog().textContent.includes(words("fourth time", "4 回")));
    looked(touch);
    closeAll();
    const checks = ["4f5f", "5a4a", "5f4f", "4a5a"];
    await opened(() => paste(`position sfen 4k4/9/9/9/9/5R3/9/9/8K b - 1 moves ${[...checks, ...checks, ...checks].slice(0, 11).join(" ")}`));
    view().go(view().tree.game.at(-1));
    await beginGame({ start: "here", segment: 1 });
    await myTurn();
    await move("4a5a");
    await until("the game has ended", () => !view().game);
    check("perpetual check loses", view().doc.end.winner === "white" && dialog().textContent.includes(words("Perpetual check", "連続王手")));
    closeAll();
    return faults;
  }

  /** From ply 40 of a record: the game goes on as a variation, and nothing is lost. */
  async function playsFrom(kif, touch) {
    begin();
    await fresh();
    await opened(() => paste(kif));
    const { length } = view().tree.game;
    const variations = view().tree.variations.length;
    const names = view().doc.players.map(({ name }) => name).join();
    view().go(view().tree.game[40]);
    await beginGame({ start: "here" });
    await myTurn();
    const known = view().tree.game[41].move.usi;
    const { moves } = await view().node.legal;
    await move(moves.find(({ usi }) => usi[1] !== "*" && usi !== known && !usi.endsWith("+") && !moves.some(other => other.usi === usi + "+")).usi);
    await myTurn();
    check("the record is as it was", view().tree.game.length === length && view().doc.players.map(({ name }) => name).join() === names);
    check("the game is a variation", view().tree.variations.length === variations + 1 && view().node.ply === 42);
    looked(touch);
    await livePage.giveUp();
    check("the record's end stays", view().tree.game.at(-1).end && view().doc.end === view().tree.game.at(-1).end);
    return faults;
  }

  /** A position set up from an empty board, with a fault first. */
  async function setsUp(touch) {
    begin();
    await fresh();
    menu(words("Edit the position", "局面編集"));
    looked(touch);
    button(words("Clear", "駒をすべて駒箱へ")).click();
    const fromBox = async (kind, square) => {
      const boxed = one(`.boxed[data-kind="${kind}"]`);
      if (boxed.getAttribute("aria-pressed") === "false") boxed.click();
      livePage.pressSquare(square);
      await pause(30);
      if (all(".boxed[aria-pressed=true]").length) all(".boxed[aria-pressed=true]")[0].click();
    };
    const ok = () => button(words("OK", "決定")).click();
    await fromBox("P", "5f");
    await fromBox("P", "5g");
    ok();
    await until("the fault is told", () => one(".setup .problem"));
    check("in words", one(".setup .problem").textContent.includes(words("two pawns", "歩")));
    looked(touch);
    // The second pawn is turned; the king, put there as Black's, becomes White's.
    for (let i = 0; i < 2; i++) { livePage.pressSquare("5g"); await pause(30); }
    one('.boxed[data-kind="G"]').click();
    all(".setup button").find(node => node.textContent.startsWith("→") && node.textContent.includes(words("Black", "先手"))).click();
    if (one(".boxed[aria-pressed=true]")) one(".boxed[aria-pressed=true]").click();
    await fromBox("K", "5a");
    for (let i = 0; i < 2; i++) { livePage.pressSquare("5a"); await pause(30); }
    const position = view().app.setup.position;
    check("a gold is in the hand", position.hands.black.G === 1);
    ok();
    await until("the position is there", () => view().app.mode === null);
    check("with its pieces", view().node.sfen === "4k4/9/9/9/9/4P4/4+P4/9/9 b G 1");
    return faults;
  }

  /** The file of the game in a format, read back. */
  async function savesAs(kif, extension) {
    begin();
    await opened(() => paste(kif));
    const moves = view().tree.game.slice(1).map(node => node.move.usi).join(" ");
    const RealUrl = URL.createObjectURL;
    let blob = null;
    URL.createObjectURL = given => { blob = given; return RealUrl.call(URL, given); };
    const click = HTMLAnchorElement.prototype.click;
    let name = "";
    HTMLAnchorElement.prototype.click = function () { name = this.download; };
    button(words("Save", "保存")).click();
    button(extension.toUpperCase()).click();
    await until("the file is there", () => blob);
    URL.createObjectURL = RealUrl;
    HTMLAnchorElement.prototype.click = click;
    closeAll();
    check(`its name ends in ${extension}`, name.endsWith(`.${extension}`));
    const bytes = new Uint8Array(await blob.arrayBuffer());
    await fresh();
    await opened(() => livePage.drop(bytes, name));
    check(`${extension} has the moves`, view().tree.game.slice(1).map(node => node.move.usi).join(" ") === moves);
    return faults;
  }

  /** Every game is in the list; one is opened, one deleted. */
  async function listsGames(touch) {
    begin();
    await fresh();
    const entries = () => all("dialog[open] .kept li");
    for (const first of ["7g7f", "2g2f", "5g5f"]) {
      await fresh();
      await move(first);
      await pause(300);
    }
    menu(words("My games", "対局の一覧"));
    await until("the list", () => entries().length >= 3);
    looked(touch);
    const count = entries().length;
    entries()[2].querySelector(".entry").click();
    await until("an earlier game is there", () => view().tree.game[1] && view().tree.game[1].move.usi === "7g7f");
    menu(words("My games", "対局の一覧"));
    await until("the list", () => entries().length >= 3);
    entries()[1].querySelector(".tool").click();
    await until("it asks", () => dialog() && dialog().querySelector(".main"));
    dialog().querySelector(".main").click();
    await until("a game is deleted", () => entries().length === count - 1);
    entries().find(node => node.textContent.includes(words("on the board", "表示中"))).querySelector(".tool").click();
    await until("it asks", () => dialog() && dialog().querySelector(".main"));
    dialog().querySelector(".main").click();
    await until("the game on the board is deleted", () => entries().length === count - 2);
    closeAll();
    check("it leaves the board", view().tree.game.length === 1);
    await pause(400);
    menu(words("My games", "対局の一覧"));
    await until("the list", dialog);
    check("it is not kept again", entries().length === count - 2);
    closeAll();
    return faults;
  }

  /** A set of problems: a wrong move, the right ones, the next problem. */
  async function solves(set, touch) {
    begin();
    await fresh();
    await opened(() => paste(set));
    menu(words("Tsume: solve", "詰将棋を解く"));
    const tsume = () => view().app.tsume;
    await until("the mate is known", () => tsume() && tsume().kind !== "busy");
    check("its length is told", tsume().length === 3 && one(".tsume .verdict").textContent.includes("3"));
    looked(touch);
    // The solution is broken off, and the verdict follows the language.
    button(words("Solution", "解答")).click();
    await until("the first move of the solution", () => view().node !== tsume().root);
    button(words("Again", "もう一度")).click();
    await pause(900);
    check("the problem is there again", view().node === tsume().root && tsume().kind === "ask" && tsume().mayMove);
    const isJapanese = document.documentElement.lang === "ja";
    english(isJapanese ? 1 : 0);
    check("the verdict is in the other language", one(".tsume .verdict").textContent === (isJapanese ? "Mate in 3" : "3手詰"));
    english(isJapanese ? 0 : 1);
    const [right] = tsume().first;
    // A move that is no check is taken back.
    const { moves } = await view().node.legal || await engine().moves({ sfen: view().node.sfen, moves: [] });
    const quiet = moves.find(move => !move.check && move.usi[1] === "*");
    await move(quiet.usi);
    await until("it is taken back", () => view().node === tsume().root);
    const wrong = moves.find(move => move.check && move.usi !== right && move.usi !== right.replace("+", ""));
    if (wrong) {
      await move(wrong.usi);
      await until("a verdict", () => ["wrong", "longer", "right", "ask"].includes(tsume().kind));
      check("another move is judged", one(".tsume .verdict").textContent.length > 0);
      await pause(600);
      button(words("Again", "もう一度")).click();
      await until("the problem anew", () => view().node === tsume().root);
    }
    while (view().app.tsume && tsume().kind !== "right") {
      await until("the reader's turn", () => tsume().kind === "right" || (tsume().mayMove && side(view().node.sfen) === tsume().attacker));
      if (tsume().kind === "right") break;
      await move(tsume().expected[0]);
      await pause(100);
    }
    check("it is solved", tsume().kind === "right");
    looked(touch);
    button(words("Next problem", "次の問題")).click();
    await until("the next problem", () => tsume() && tsume().kind === "ask" && tsume().length === 1);
    button(words("End", "終了")).click();
    return faults;
  }

  /** A link to the whole line. */
  function link() {
    return view().app.texts(view()).link();
  }

  /** How much of what the window allows the board takes: its height over that beside the controls. */
  function share() {
    const box = one("#board").getBoundingClientRect();
    const isWhole = box.top >= -1 && box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    const nav = one("#nav").getBoundingClientRect();
    const isLow = document.documentElement.classList.contains("low");
    const isColumns = document.documentElement.classList.contains("columns");
    const head = isColumns ? 0 : one("header").getBoundingClientRect().bottom;
    const width = isColumns ? innerWidth - one("#right").getBoundingClientRect().width : innerWidth;
    const height = innerHeight - head - (isLow ? 0 : nav.height + 16);
    return { isWhole, share: Math.max(box.width / width, box.height / height), square: box.width / one("#board").viewBox.baseVal.width * 44 };
  }

  return { english, beginGame, myTurn, clock, choosesTooLate, takesBack, handicaps, declares, repeats, playsFrom, setsUp, savesAs, listsGames, solves, link, share };
})();
