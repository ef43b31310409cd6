// Uses a report as a reader does, and tells what does not work. Loaded into the page under test.
"use strict";

const report = (() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const pause = ms => new Promise(done => setTimeout(done, ms));
  const key = name => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true, bubbles: true }));
  const current = () => one("#moves [aria-current]");
  const currentPly = () => Number((one("#moves .row[aria-current] .ply") || { textContent: "-1" }).textContent);
  const board = () => one("#board").innerHTML;
  const rows = () => all("#moves .row");
  const control = index => [...one("#nav").children].at(index);

  let faults = [];
  const check = (what, holds) => { if (!holds) faults.push(what); };

  const doc = () => JSON.parse(one("#data").textContent);
  const faulty = data => data.positions.filter(p => p.move && (p.move.judgement || p.move.missed_mate));

  /** The pieces drawn are those of the position, on the board and in the hands. */
  function isDrawn(sfen) {
    const [squares, , held] = sfen.split(" ");
    const kinds = new Set(held === "-" ? [] : held.replace(/[0-9]/g, "")).size;
    const pieces = squares.replace(/[^A-Za-z]/g, "").length;
    return all("#board > g[data-square], #board > g[data-kind]").length === pieces + kinds;
  }

  function drawsTheGame(data, last) {
    check("the list has every position", rows().length === last + 1);
    const points = (one("#curve") ? one("#curve").getAttribute("d") : "").split(/[ML]/).length - 1;
    check("the graph has every position", last === 0 || points === data.positions.filter(p => "score" in p).length);
    check("the graph marks the mistakes", last === 0 || all("#graph .dot").length === faulty(data).length);
    check("the curve is within the graph", !one("#curve") || one("#curve").getBBox().height <= one("#graph").clientHeight);
    const times = data.positions.filter(p => p.move && p.move.used_ms > 0).length;
    check("a bar for each time", all("#times .bar").length === times);
    const losses = data.positions.filter(p => p.move && p.move.loss > 0).length;
    check("a bar for each loss", all("#losses .bar").length === losses);
    check("the foot names no network", !data.settings || !one("#foot").textContent.includes(data.settings.evaluator));
    check("accuracy is told", data.players.every((player, i) => player.accuracy === null ||
      one("#players").children[i].textContent.includes(player.accuracy.toFixed(1))));
    const names = data.players.flatMap(player => player.castles.map(castle => castle.english)).concat(data.opening ? data.opening.english : []);
    all("#controls .segment")[1].lastChild.click();
    check("openings and castles are named", names.every(name => document.body.textContent.includes(name)));
  }

  function movesAbout(last) {
    key("Home");
    check("Home goes to the start", currentPly() === 0);
    const start = board();
    if (!last) return;
    key("ArrowRight");
    check("the right arrow goes on", currentPly() === 1 && board() !== start);
    key("ArrowLeft");
    check("the left arrow goes back", currentPly() === 0 && board() === start);
    rows()[last].click();
    check("a click on a move goes there", currentPly() === last);
    key("ArrowRight");
    check("nothing comes after the end", currentPly() === last);
    control(0).click();
    check("the first button goes to the start", currentPly() === 0);
    control(3).click();
    check("the fourth button goes to the end", currentPly() === last);
    const box = one("#graph").getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + 20, bubbles: true };
    one("#graph").dispatchEvent(new MouseEvent("click", middle));
    check("a click on the graph goes there", Math.abs(currentPly() - last / 2) < 0.05 * last + 1);
    one("#graph").dispatchEvent(new PointerEvent("pointermove", middle));
    check("the graph explains itself", !one("#tip").hidden && one("#tip").textContent.length > 3);
    const tip = one("#tip").getBoundingClientRect();
    check("the tip stays in its card", tip.left >= box.left - 9 && tip.right <= box.right + 9);
    one("#charts").dispatchEvent(new PointerEvent("pointerleave"));
    key("Home");
    key("ArrowDown");
    const bad = faulty(doc());
    check("mistakes are found", currentPly() === (bad.length ? bad[0].ply : 0));
    for (const { ply } of [...bad.slice(1), ...bad.slice(0, 1)]) {
      key("ArrowDown");
      check("the next one follows, and the first the last", currentPly() === ply);
    }
  }

  /** Every line of the engine can be followed to its end and back, and has its arrow. */
  function followsLines(data) {
    for (const position of data.positions) {
      rows()[position.ply].click();
      check("the board shows position " + position.ply, isDrawn(position.sfen));
      const best = (position.lines || []).length;
      check("an arrow for every line at " + position.ply, all("#board .hint").length === best);
      const before = board();
      const shown = all("#lines .line").length;
      check("every line is listed at " + position.ply, shown >= best);
      for (let i = 0; i < shown; i++) {
        const steps = [...all("#lines .line")[i].querySelectorAll(".step")];
        steps.at(-1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
        check("a line is shown at " + position.ply, all("#lines .step.on").length === 1 && board() !== before);
        key("Escape");
        if (board() !== before) rows()[position.ply].click();
        check("Escape ends a line", board() === before);
        all("#lines .line")[i].click();
        check("a line begins with its first move", all("#lines .line")[i].querySelector(".step").classList.contains("on"));
        key("ArrowLeft");
        rows()[position.ply].click();
      }
      const said = position.comments || [];
      check("comments are shown", said.every(text => one("#remarks").textContent.includes(text.trim())));
    }
  }

  /** Every move of every variation is listed and can be gone to. */
  async function walksVariations(data) {
    const variations = data.variations || [];
    check("every variation is listed", all("#moves .branch").length === variations.length);
    const chips = all("#moves .branch .chip");
    const moves = variations.flatMap(variation => variation.positions);
    check("every move of the variations is listed", chips.length === moves.length);
    const seen = new Set();
    for (const chip of chips) {
      chip.click();
      check("a click on a move of a variation goes there", current() === chip);
      const wishes = new URLSearchParams(await pageHash());
      const variation = variations[Number(wishes.get("variation")) - 1];
      const position = variation && variation.positions.find(p => String(p.ply) === wishes.get("ply"));
      check("the link names the variation", !!position);
      if (!position) continue;
      seen.add(position.sfen + wishes.get("variation"));
      check("the board shows the variation", isDrawn(position.sfen));
      check("the comments of variations are shown", (position.comments || []).every(text => one("#remarks").textContent.includes(text.trim())));
      key("ArrowLeft");
      check("the left arrow goes back in a variation", current() !== chip);
    }
    check("each leads to a position of its own", seen.size === new Set(variations.flatMap((v, i) => v.positions.map(p => p.sfen + (i + 1)))).size);
    for (const variation of variations) {
      if (!variation.positions.length || variation.of !== undefined) continue;
      rows()[variation.from_ply].click();
      const ways = all("#branches .chip");
      check("where the record branches, the ways are offered", ways.length > 1);
    }
    key("Home");
  }

  // The page waits a little before it writes the address.
  const pageHash = async () => { await pause(90); return location.hash.slice(1); };

  /** The link follows the reader, and the page the link. */
  async function obeysLinks(last) {
    const ply = Math.min(last, 3);
    rows()[ply].click();
    check("the link follows the ply", new URLSearchParams(await pageHash()).get("ply") === String(ply));
    location.hash = `#ply=${Math.min(last, 2)}&lang=ja`;
    await pause(50);
    check("a link is obeyed", currentPly() === Math.min(last, 2));
    check("its language too", document.documentElement.lang === "ja");
    check("and with it the notation", all("#controls .segment")[0].firstChild.getAttribute("aria-pressed") === "true");
    location.hash = "#ply=1&lang=en&theme=dark";
    await pause(50);
    check("from language to language", document.documentElement.lang === "en" &&
      all("#controls .segment")[0].lastChild.getAttribute("aria-pressed") === "true");
    check("and to dark", document.documentElement.dataset.theme === "dark");
    location.hash = "#lang=en&notation=japanese&theme=light";
    await pause(50);
    check("a notation asked for wins", all("#controls .segment")[0].firstChild.getAttribute("aria-pressed") === "true");
    for (const odd of ["#ply=99999", "#ply=-4&variation=99", "#ply=x&lang=xx&theme=%00", "#%%%"]) {
      location.hash = odd;
      await pause(30);
      check("odd links are no harm: " + odd, currentPly() >= 0 && currentPly() <= last);
    }
    key("Home");
  }

  async function controls() {
    for (const group of all("#controls .segment").map((_, i) => i)) {
      const buttons = () => [...all("#controls .segment")[group].children];
      for (let i = 0; i < buttons().length; i++) {
        buttons()[i].click();
        check("a switch can be pressed", buttons()[i].getAttribute("aria-pressed") === "true");
        faults.push(...looks.broken());
      }
    }
    all("#controls .segment")[2].firstChild.click();
    const seen = board();
    control(-1).click();
    check("the board turns", board() !== seen);
    control(-1).click();
    check("and back", board() === seen);
    const filter = one("#filter input");
    if (!filter.disabled) {
      filter.click();
      check("only mistakes are listed", rows().length === faulty(doc()).length);
      one("#filter input").click();
    }
  }

  async function copies() {
    const copied = [];
    const own = navigator.clipboard && navigator.clipboard.writeText;
    if (!own) return check("the page has a clipboard", false);
    navigator.clipboard.writeText = async text => { copied.push(text); };
    for (const tool of all("#tools .tool")) tool.click();
    await pause(20);
    check("three things can be copied", copied.length === 3);
    const [sfen, kif, link] = copied;
    check("the position", sfen === "sfen " + doc().positions[currentPly()].sfen);
    check("the record", kif === JSON.parse(one("#kif").textContent) && kif.includes("手数"));
    check("the link", link === location.href);
    check("that it was copied is said", !one("#toast").hidden);
    one("#toast").hidden = true;
  }

  /** No text of a record became markup. */
  function isClean() {
    const allowed = new Set(("html head meta title link style body noscript header div h1 h2 bdi span p b small br button section main svg " +
      "defs linearGradient stop clipPath rect path circle text g label input ol li footer script ul").split(" "));
    for (const node of all("*")) check("no element " + node.localName, allowed.has(node.localName));
    check("three scripts and no more", all("body script").length === 3);
  }

  /** Everything a reader can do without a mouse of its own. */
  async function use() {
    faults = [];
    const data = doc();
    const last = data.positions.length - 1;
    isClean();
    drawsTheGame(data, last);
    movesAbout(last);
    followsLines(data);
    await walksVariations(data);
    await obeysLinks(last);
    await controls();
    await copies();
    key("Home");
    return [...new Set(faults)];
  }

  /** How it looks at every position, in both languages and both colours. */
  async function look(touch) {
    faults = [];
    const data = doc();
    const last = data.positions.length - 1;
    const seen = new Set();
    const tour = new Set([0, 1, last, ...faulty(data).map(p => p.ply)]);
    for (const wishes of ["lang=en&theme=light", "lang=ja&theme=dark"]) {
      for (const ply of tour) {
        location.hash = `#ply=${ply}&${wishes}`;
        await pause(20);
        for (const find of ["hidden", "faint", "broken"]) {
          // Once is enough, wherever it is seen first.
          for (const text of looks[find]()) {
            if (!seen.has(text)) faults.push(`${text} (first at ${ply}, ${wishes})`);
            seen.add(text);
          }
        }
        if (touch) faults.push(...looks.small(40));
      }
      faults.push(...looks.covered());
    }
    const box = one("#board").getBoundingClientRect();
    if (touch) {
      check("the board takes the width", box.width >= 0.95 * innerWidth);
      check("no keys are named where there are none", all(".keys").every(node => !node.getClientRects().length));
      scrollTo(0, 0);
      const bar = one("#nav").getBoundingClientRect();
      check("the buttons are in sight", bar.top >= 0 && bar.bottom <= innerHeight + 1);
      check("the whole board is in sight", box.bottom + scrollY <= document.documentElement.scrollHeight);
    } else {
      check("the board is large", box.width >= 500);
      check("the keys are named", all(".keys").every(node => node.getClientRects().length));
    }
    location.hash = "#ply=0&lang=en&theme=light";
    await pause(20);
    scrollTo(0, 0);
    return [...new Set(faults)];
  }

  const place = () => {
    const { left, top, width, height } = one("#board").getBoundingClientRect();
    return { left, top, width, height, ply: currentPly() };
  };

  return { use, look, place };
})();
