// Solves the problems of a trainer as a reader does. Loaded into the page under test.
"use strict";

const studyPage = (() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const textIs = text => all("#panel button").find(button => button.textContent === text);
  const data = () => JSON.parse(one("#data").textContent);
  const { view } = komadai;
  const firstOf = line => line.usi.split(" ")[0];

  /** The middle of a square as it is on the screen. */
  function middleOf(square) {
    const { left, top, width, height } = one("#board").getBoundingClientRect();
    const [, , w, h] = one("#board").getAttribute("viewBox").split(" ").map(Number);
    const scale = Math.min(width / w, height / h);
    const narrow = one("#stage").classList.contains("narrow");
    const [x0, y0] = narrow ? [5, 91] : [106, 27];
    const isTurned = (view.problem.side === "white") !== view.isTurned;
    const index = isTurned ? 80 - square : square;
    return [left + (width - w * scale) / 2 + scale * (x0 + (index % 9) * 44 + 22),
      top + (height - h * scale) / 2 + scale * (y0 + Math.floor(index / 9) * 47 + 23)];
  }
  const squareOfText = text => (text.charCodeAt(1) - 97) * 9 + 9 - Number(text[0]);
  const press = (target, [clientX, clientY]) => target.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));

  function pressHand(piece) {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    press(piece, [(left + right) / 2, (top + bottom) / 2]);
  }

  /** Plays a move by presses on the board. */
  function play(usi) {
    if (usi[1] === "*") pressHand(one(`#board [data-kind="${usi[0]}"][data-side="${view.problem.side}"]`));
    else press(one("#board"), middleOf(squareOfText(usi)));
    press(one("#board"), middleOf(squareOfText(usi.slice(2))));
    const choices = all("#ask button");
    if (!one("#ask").hidden) choices[usi.endsWith("+") ? 0 : 1].click();
  }

  /** Waits for the engine's verdict. */
  async function judged() {
    while (view.isJudging) await new Promise(done => setTimeout(done, 20));
  }

  const type = text => { for (const key of text) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); };
  const key = name => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));

  function looksRight(touch) {
    const faults = [];
    for (const find of ["hidden", "covered", "faint", "broken"]) faults.push(...looks[find]());
    if (touch) faults.push(...looks.small(32));
    return faults;
  }

  async function use(touch) {
    const faults = [];
    const check = (what, holds) => { if (!holds) faults.push(what); };
    const { problems } = data();
    check("there are problems", problems.length > 1);
    for (const index of [0, 1]) {
      all("#controls .segment button")[index].click();
      check("the language is told", document.documentElement.lang === ["ja", "en"][index]);
      faults.push(...looksRight(touch));
    }
    one("#begin").click();
    const count = view.total;
    check("ten problems at most", count <= 10 && count > 0);
    let solved = 0;
    for (let i = 0; i < count + 3 && view.problem; i++) {
      const { problem } = view;
      check("no score before the answer", !one("#panel .reason"));
      // The first problem is failed, if the short searches know a move that is clearly worse.
      const wrong = i > 0 || problem.kind === "declare" ? []
        : problem.table.filter(row => row[3] < Math.min(...problem.answers.map(line => problem.table.find(r => r[0] === firstOf(line))[3])) - 0.15);
      if (wrong.length) {
        play(wrong[wrong.length - 1][0]);
        await judged();
        check("a bad move is told", one(".verdict.worse"));
        check("it comes again", view.queue.includes(problem.id));
        faults.push(...looksRight(touch));
      } else if (problem.kind === "declare") all("#panel .tool").find(button => button.textContent === "Declare a win").click();
      else {
        if (i === 1) {
          one("#hint").click();
          check("choices are offered", all("#panel .hint-line .chip").length >= 2);
          faults.push(...looksRight(touch));
        }
        const usi = firstOf(problem.answers[0]);
        if (touch) play(usi);
        else { type(usi); if (view.screen === "problem") key("Enter"); }
        // A mate is played to its end.
        const line = problem.answers[0].usi.split(" ");
        for (let at = 2; view.screen === "problem" && view.mating === at && at < line.length; at += 2) {
          if (touch) play(line[at]);
          else { type(line[at]); if (view.screen === "problem" && view.mating === at) key("Enter"); }
        }
        check(`${usi} solves ${problem.sfen}`, one(".verdict.right"));
        solved += 1;
        key("ArrowRight");
        check("a line is stepped through", view.steps === 1 && one("#panel .chip[aria-current]"));
        key("ArrowLeft");
        faults.push(...looksRight(touch));
      }
      if (!one("#next")) {
        faults.push(`no verdict on ${problem.kind} ${problem.id}: ${view.verdict} at ${view.mating}, typed ${view.typed}`);
        break;
      }
      one("#next").click();
    }
    check("it comes to an end", view.screen === "end" && solved > 0);
    const records = view.progress.records;
    check("records are kept", Object.keys(records).length === count);
    if (view.progress.isKept) check("in the browser", Object.keys(JSON.parse(localStorage.getItem("komadai-study"))).length === count);
    faults.push(...looksRight(touch));
    scrollTo(0, 0);
    return [...new Set(faults)];
  }

  /** Times in ms until the engine has judged moves that the long searches do not know, each with the nodes it saw. */
  async function judge(count) {
    const found = [];
    while (view.engine.state === "starting") await new Promise(done => setTimeout(done, 20));
    one("#begin").click();
    for (let i = 0; i < view.total && found.length < count; i++) {
      const row = view.problem.table.filter(row => row[5] === 0).pop();
      if (row) {
        const start = performance.now();
        play(row[0]);
        await judged();
        found.push([Math.round(performance.now() - start), view.judgedNodes]);
      }
      if (view.screen === "problem") type(view.problem.answers[0].usi.split(" ")[0]);
      if (view.screen === "problem") key("Enter");
      one("#next")?.click();
    }
    return found;
  }

  return { use, judge };
})();
