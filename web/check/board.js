// Uses the board with the engine for tests as a reader does. Loaded into the page under test.
"use strict";

const boardPage = (() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const pause = ms => new Promise(done => setTimeout(done, ms));
  const current = () => (one("#moves [aria-current]") || { textContent: "" }).textContent;
  const button = text => all("dialog[open] button, #desk button").find(node => node.textContent.trim() === text);

  /** Presses a square as a finger does. */
  async function square(name) {
    const board = one("#board");
    const narrow = one("#stage").classList.contains("narrow");
    const [left, top] = narrow ? [5, 91] : [106, 27];
    const file = 9 - Number(name[0]), rank = name.charCodeAt(1) - 97;
    board.scrollIntoView({ block: "center" });
    press(new DOMPoint(left + 44 * file + 22, top + 47 * rank + 23).matrixTransform(board.getScreenCTM()));
    await pause(40);
  }
  function press({ x, y }) {
    const about = { bubbles: true, clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, pointerType: "mouse" };
    const at = document.elementFromPoint(x, y) || one("#board");
    at.dispatchEvent(new PointerEvent("pointerdown", about));
    at.dispatchEvent(new PointerEvent("pointerup", about));
  }

  async function use(touch) {
    const faults = [];
    const check = (what, holds) => { if (!holds) faults.push(what); };
    const looked = () => {
      for (const find of ["hidden", "covered", "faint", "broken"]) faults.push(...looks[find]());
      if (touch) faults.push(...looks.small(40));
      scrollTo(0, 0);
    };
    all("#controls .segment")[1].lastChild.click();
    looked();
    await square("7g");
    check("the squares of a piece are shown", all("#board .target").length === 1);
    await square("7g");
    check("a second press puts it back", all("#board .target").length === 0);
    await square("5e");
    check("an empty square is nothing", all("#board .target").length === 0);
    await square("7g");
    await square("7f");
    check("a move is made", current().includes("P-7f"));
    await square("3c");
    await square("3d");
    check("by both sides", current().includes("P-3d"));
    await square("8h");
    await square("2b");
    check("promotion is asked for", one("#ask[open]") && all("#ask .choice").length === 2);
    looked();
    all("#ask .choice")[0].click();
    await pause(30);
    check("and done", current().includes("Bx2b+") && !one("#ask"));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
    await square("8h");
    await square("2b");
    all("#ask .choice")[1].click();
    await pause(30);
    check("another move begins a variation", all("#moves .branch").length === 1 && current().includes("Bx2b="));
    all("#moves .row").at(-1).click();
    await square("3a");
    await square("2b");
    const hand = one('#board [data-side="black"][data-kind="B"]');
    const box = hand.getBoundingClientRect();
    press({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    await pause(30);
    check("a piece of the hand is picked up", all("#board .target").length === 1 && !!one("#board .picked"));
    await square("4e");
    check("and dropped", current().includes("B*4e"));

    all("#moves .row")[0].click();
    button("Analyse").click();
    await pause(60);
    check("the engine thinks", engine.log.at(-1) === "think " && all("#lines .line").length === 1 && all("#board .hint").length === 1);
    all("#desk .segment button")[1].click();
    await pause(60);
    check("about several lines", all("#lines .line").length === 2 && all("#board .hint").length === 2);
    all("#moves .row")[1].click();
    await pause(60);
    check("it follows to another position", engine.log.at(-1) === "think 7g7f" && engine.log.at(-2) === "stop");
    looked();
    button("Stop").click();
    await pause(30);
    check("and stops", engine.log.at(-1) === "stop");

    all("#moves .row")[0].click();
    button("Play").click();
    await pause(60);
    looked();
    one("dialog[open] input[type=checkbox]").click();
    button("Start").click();
    await pause(60);
    await square("7g");
    await square("7f");
    await pause(60);
    check("the engine answers", current().includes("P-3d") && engine.log.at(-1) === "answer easy");
    check("who plays gets no advice", all("#board .hint").length === 0);
    looked();
    button("Resign").click();
    await pause(30);
    one("dialog[open] .main").click();
    await pause(60);
    check("the end is told", one("dialog[open]").textContent.includes("Komadai wins"));
    looked();
    one("dialog[open]").close();
    check("a game can be given up", one("#heading").textContent.includes("White wins"));

    const paste = text => {
      const data = new DataTransfer();
      data.setData("text", text);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
      return pause(60);
    };
    await paste("nothing that is known");
    check("what cannot be read is told", (one("dialog[open] .problem") || { textContent: "" }).textContent.includes("no record format"));
    looked();
    await paste("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1");
    check("a position pasted is shown", all("#board g[data-square]").length === 2 && one("#heading").textContent.includes("A"));
    all("#controls .segment")[1].firstChild.click();
    looked();
    return [...new Set(faults)];
  }
  return { use };
})();
