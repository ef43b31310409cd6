// Uses the page with its own engine as a reader does: the board from a server, and a report that thinks.
// Loaded into the page under test.
"use strict";

const livePage = (() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const pause = ms => new Promise(done => setTimeout(done, ms));
  const button = text => all("dialog[open] button, #desk button").find(node => node.textContent.trim() === text);
  const dialog = () => all("dialog[open]").at(-1);
  const word = (english, japanese) => document.documentElement.lang === "ja" ? japanese : english;
  const closeAll = () => { for (let open = dialog(); open; open = dialog()) open.close(); };
  /** Presses an entry of the menu. */
  const menu = text => { all("#desk button").find(node => /^(More|メニュー)$/.test(node.getAttribute("aria-label"))).click(); button(text).click(); };
  const choose = (index, value) => {
    const select = all("dialog[open] select")[index];
    select.value = value;
    select.dispatchEvent(new Event("change"));
  };
  const view = () => globalThis.komadai.view;
  const engine = () => globalThis.komadai.engine;
  const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

  /** Waits until something holds. The machine may be slow; one that hangs is found by the driver. */
  async function until(what, holds) {
    for (let i = 0; i < 12_000; i++) {
      if (holds()) return;
      await pause(25);
    }
    throw new Error(`waited for: ${what}`);
  }

  let faults = [];
  const check = (what, holds) => { if (!holds) faults.push(what); };

  const english = () => { all("#controls .segment")[1].lastChild.click(); all("#controls .segment")[0].lastChild.click(); };
  const looked = touch => {
    for (const find of ["hidden", "covered", "faint", "broken"]) faults.push(...looks[find]());
    if (touch) faults.push(...looks.small(40));
    scrollTo(0, 0);
  };

  /** Where a square is on the screen. */
  function pointOf(name) {
    const board = one("#board");
    const [left, top] = one("#stage").classList.contains("narrow") ? [5, 91] : [106, 27];
    let file = 9 - Number(name[0]), rank = name.charCodeAt(1) - 97;
    if (view().flip) [file, rank] = [8 - file, 8 - rank];
    const { x, y } = new DOMPoint(left + 44 * file + 22, top + 47 * rank + 23).matrixTransform(board.getScreenCTM());
    return { x, y };
  }
  function pressAt({ x, y }) {
    const about = { bubbles: true, clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, pointerType: "mouse" };
    const at = document.elementFromPoint(x, y) || one("#board");
    at.dispatchEvent(new PointerEvent("pointerdown", about));
    at.dispatchEvent(new PointerEvent("pointerup", about));
  }
  function pressSquare(name) {
    one("#board").scrollIntoView({ block: "center" });
    pressAt(pointOf(name));
  }
  function pressHand(side, kind) {
    one("#board").scrollIntoView({ block: "center" });
    const box = one(`#board [data-side="${side}"][data-kind="${kind}"]`).getBoundingClientRect();
    pressAt({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  }

  /** Makes a move on the board, piece by piece and square by square. */
  async function move(usi) {
    const before = view().node;
    const side = before.sfen.split(" ")[1] === "b" ? "black" : "white";
    if (usi[1] === "*") pressHand(side, usi[0]);
    else pressSquare(usi.slice(0, 2));
    await until("the piece is picked up", () => view().picked);
    pressSquare(usi.slice(2, 4));
    await pause(5);
    if (one("#ask[open]")) all("#ask .choice")[usi.endsWith("+") ? 0 : 1].click();
    await until(`${usi} is made`, () => view().node !== before || view().tree.root !== rootOf(before));
    return view().node;
  }
  function rootOf(node) {
    while (node.parent) node = node.parent;
    return node;
  }
  const movesTo = node => {
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.move.usi);
    return { sfen: rootOf(node).sfen, moves };
  };

  const paste = async text => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  };
  const drop = async (bytes, name) => {
    const data = new DataTransfer();
    data.items.add(new File([bytes], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  };
  const opened = async act => {
    const before = view().doc;
    await act();
    await until("a record is open or a fault told", () => view().doc !== before || one("dialog[open] .problem"));
  };
  const bytesOf = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));

  /** The game is given up, which is asked about, and its end told. */
  async function giveUp() {
    button(word("Resign", "投了")).click();
    dialog().querySelector(".main").click();
    await until("the game has ended", () => !view().game);
    closeAll();
  }

  /** A new board, from whatever there is. */
  async function fresh() {
    closeAll();
    if (view().app.mode === "tsume") button(word("End", "終了")).click();
    if (view().app.mode === "setup") button(word("Cancel", "やめる")).click();
    if (view().game) await giveUp();
    if (view().app.thinking.isOn) button(word("Stop", "停止")).click();
    menu(word("New board", "初期局面"));
    await until("the board is new", () => view().node === view().tree.root && view().node.sfen === EVEN);
  }

  /** Moves tried freely; `facts` are positions and how many moves each has, and pawn drops that would mate. */
  async function triesMoves({ counts, drops }, touch) {
    faults = [];
    english();
    await fresh();
    pressSquare("7g");
    await until("the squares are shown", () => all("#board .target").length === 1);
    pressSquare("5e");
    await pause(60);
    check("no other square takes it", view().node === view().tree.root && all("#board .target").length === 0);
    pressSquare("3c");
    await pause(60);
    check("the other side's pieces stay", all("#board .target").length === 0);
    for (const usi of ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]) await move(usi);
    check("the list has the moves", one("#moves [aria-current]").textContent.includes("B*4e"));
    looked(touch);
    view().step(-1);
    await move("2g2f");
    check("another move begins a variation", all("#moves .branch").length === 1);
    const { base64 } = await engine().write(gameOnPage(), "kifu");
    const kif = new TextDecoder().decode(bytesOf(base64));
    check("the game is written with its variation", kif.includes("変化：5手") && kif.includes("角打"));
    for (const [sfen, count] of counts) {
      await opened(() => paste("sfen " + sfen));
      const legal = await engine().moves({ sfen, moves: [] });
      check(`${count} moves are offered in ${sfen}`, legal.moves.length === count);
    }
    for (const [sfen, usi] of drops) {
      await opened(() => paste("sfen " + sfen));
      pressHand(sfen.split(" ")[1] === "b" ? "black" : "white", "P");
      await until("the squares are shown", () => all("#board .target").length > 0);
      pressSquare(usi.slice(2, 4));
      await pause(60);
      check(`${usi} would mate and is not allowed`, view().node === view().tree.root);
    }
    return [...new Set(faults)];
  }
  /** What the copy button writes. */
  function gameOnPage() {
    const nodes = [], numbers = new Map();
    const add = node => {
      numbers.set(node, nodes.length);
      nodes.push({ parent: node.parent ? numbers.get(node.parent) : null, usi: node.move ? node.move.usi : null, comments: node.comments });
      node.children.forEach(add);
    };
    add(view().tree.root);
    return { sfen: view().tree.root.sfen, nodes };
  }

  /** Every format, pasted and dropped: `records` are `{name, text, base64, moves}`. */
  async function opensRecords(records, touch) {
    faults = [];
    english();
    for (const { name, text, base64, moves } of records) {
      for (const [way, act] of [["pasted", text && (() => paste(text))], ["dropped", () => drop(bytesOf(base64), name)]]) {
        if (!act) continue;
        await opened(act);
        const found = view().tree.game.slice(1).map(node => node.move.usi).join(" ");
        check(`${name} ${way} has its moves`, found === moves);
        check(`${name} ${way}: nothing is missing`, one("#problems").hidden || !name.endsWith("kif"));
        view().go(view().tree.game[view().tree.game.length - 1]);
        check(`${name} ${way}: the list goes to the end`, all("#moves .row").length === moves.split(" ").length + 1);
      }
    }
    looked(touch);
    for (const broken of ["nothing that is known", "sfen 9/9 b - 1", "手合割：平手\n   1 ９九王(11)\n"]) {
      await opened(() => paste(broken));
      const told = one("dialog[open] .problem") || one("#problems:not([hidden])");
      check(`what is wrong is told: ${broken.slice(0, 20)}`, told && told.textContent.length > 10);
      looked(touch);
      await fresh();
    }
    return [...new Set(faults)];
  }

  /** Thinks about a position in several lines, which can be followed. */
  async function analyses(touch) {
    faults = [];
    english();
    await fresh();
    const legal = new Set((await engine().moves({ sfen: EVEN, moves: [] })).moves.map(({ usi }) => usi));
    button("Analyse").click();
    await until("the engine thinks", () => (view().node.depth || 0) >= 8);
    check("one line and its arrow", all("#lines .line").length === 1 && all("#board .hint").length === 1);
    check("its first move is legal", legal.has(view().node.lines[0].usi[0]));
    all("#desk .segment button")[2].click();
    await until("three lines", () => (view().node.lines || []).length === 3 && view().node.depth >= 6);
    check("three lines and their arrows", all("#lines .line").length === 3 && all("#board .hint").length === 3);
    check("of different moves", new Set(view().node.lines.map(line => line.usi[0])).size === 3);
    looked(touch);
    const depth = view().node.depth;
    await until("it goes deeper", () => view().node.depth > depth);
    await move("7g7f");
    await until("it follows the reader", () => (view().node.depth || 0) >= 6);
    check("its score is Black's", Math.abs(view().node.score.cp) < 500);
    button("Stop").click();
    await pause(100);
    const nodes = view().node.nodes;
    await pause(400);
    check("and it stops", view().node.nodes === nodes);
    // A line is followed to its end.
    const line = all("#lines .line")[0];
    [...line.querySelectorAll(".step")].at(-1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    check("a line can be followed", view().line && view().line.steps === view().node.lines[0].usi.length);
    view().go(view().node);
    // A mate: Black's, in three plies, whoever moves first.
    await opened(() => paste("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
    button("Analyse").click();
    await until("the mate is found", () => view().node.score && view().node.score.mate === 1);
    check("the mate is told", one("#lines .score").textContent.includes("#1"));
    // The number of lines is remembered.
    all("#desk .segment button")[0].click();
    button("Stop").click();
    await pause(100);
    return [...new Set(faults)];
  }

  /** A game to its end against a level; the reader's moves are another level's. */
  async function plays(side, level, touch) {
    faults = [];
    english();
    await fresh();
    button("Play").click();
    await until("the dialog is there", () => one("dialog[open] select"));
    looked(touch);
    check("there are all levels", one("dialog[open] select").options.length === 25);
    choose(0, level);
    all("dialog[open] .segment button")[side === "black" ? 0 : 1].click();
    const human = one("dialog[open] input[type=checkbox]");
    if (human.checked) human.click();
    button("Start").click();
    await pause(30);
    check("the reader's side is below", view().flip === (side === "white"));
    const root = view().tree.root;
    let plies = 0;
    while (view().game && plies < 600) {
      await until("it is the reader's turn", () => !view().game || (view().node.sfen.split(" ")[1] === side[0]));
      if (!view().game) break;
      const { node } = view();
      const { moves, end } = await engine().moves(movesTo(node));
      if (end || !view().game) { await until("the end is noticed", () => !view().game); break; }
      const word = await engine().answer(movesTo(node), { level: "9", seconds: 1 });
      if (!moves.some(({ usi }) => usi === word)) {
        check(`an answer that is a move, not ${word}`, ["resign", "win"].includes(word));
        await giveUp();
        break;
      }
      check("no advice for who plays", all("#board .hint").length === 0);
      await move(word);
      plies += 1;
      if (plies === 10) looked(touch);
    }
    check("the game has ended", !view().game && view().tree.root === root && !!view().doc.end);
    check("and that is told", /wins|Repetition/.test(one("#heading").textContent));
    looked(touch);
    closeAll();
    return { faults: [...new Set(faults)], plies: view().tree.game.length - 1, end: view().doc.end };
  }

  /** Both languages, both colours. */
  async function speaks(touch) {
    faults = [];
    for (const index of [0, 1]) {
      for (const theme of [0, 1]) {
        all("#controls .segment")[1].children[index].click();
        all("#controls .segment")[2].children[theme].click();
        const words = ["検討", "Analyse"];
        check("the desk speaks the language", one("#desk").textContent.includes(words[index]) && !one("#desk").textContent.includes(words[1 - index]));
        check("the page is in it", document.documentElement.lang === ["ja", "en"][index]);
        for (const name of [["対局", "Play"][index], ["開く", "Open"][index], ["保存", "Save"][index]]) {
          button(name).click();
          await until("the dialog is there", dialog);
          looked(touch);
          closeAll();
        }
      }
    }
    all("#controls .segment")[2].children[0].click();
    english();
    return [...new Set(faults)];
  }

  /** The worker ends without a word; another one takes its place. */
  async function comesBack() {
    faults = [];
    english();
    await fresh();
    button("Analyse").click();
    await until("the engine thinks", () => (view().node.depth || 0) >= 4);
    engine().kill();
    const nodes = view().node.nodes;
    view().node.nodes = -1;
    await until("another worker thinks", () => view().node.nodes > 0);
    check("it thinks again", nodes > 0);
    button("Stop").click();
    await pause(100);
    const legal = await engine().moves({ sfen: EVEN, moves: [] });
    check("and answers", legal.moves.length === 30);
    return faults;
  }

  /** From the load of the page to the engine's first move, in milliseconds. */
  async function firstMove() {
    await engine().answer({ sfen: EVEN, moves: [] }, { level: "-15", seconds: 1 });
    return Math.round(performance.now());
  }

  const open = text => opened(() => paste(text));

  /** To the game of the report. */
  async function goBack() {
    button("Open").click();
    await pause(20);
    button("The report's game").click();
    await pause(40);
  }

  return { until, button, dialog, closeAll, menu, choose, pressSquare, pressHand, giveUp, opened, paste, drop, bytesOf, view, engine, looked, open, move, goBack, triesMoves, opensRecords, analyses, plays, speaks, comesBack, firstMove, pointOf, english, fresh };
})();
