"use strict";
(() => {
const doc = JSON.parse(document.getElementById("data").textContent);
const positions = doc.positions;
const last = positions.length - 1;

// ---- Words ----

const words = {
  en: {
    black: "Black", white: "White", start: "Start position", accuracy: "accuracy", best: "best move", bestMoves: "best moves",
    averageLoss: "average loss", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder", missed_win: "missed win",
    decisive: "decisive blunder", inaccuracies: "inaccuracies", mistakes: "mistakes", blunders: "blunders",
    decisives: "decisive blunders",
    one: { inaccuracies: "inaccuracy", mistakes: "mistake", blunders: "blunder", decisives: "decisive blunder", missedMates: "missed mate" },
    flawless: "no mistakes", missedMate: n => `missed mate in ${n}`, allowedMate: n => `allows mate in ${n}`, missedMates: "missed mates",
    mateScore: n => n ? `#${n}` : "mate", repetition: "better hands", rule: "by rule", instead: "Better:", better: "Better", expected: "Best line", declares: "wins by declaration",
    depth: "depth", nodes: "nodes", first: "First position", back: "Back", forward: "Forward", end: "Last position",
    next: "Next mistake", flip: "Turn the board", theme: "Light or dark", only: "Mistakes only", moves: n => `${n} moves`,
    wins: w => `${w} wins`, problems: "Not all of the record could be read:", mated: "Mated",
    keys: "← → moves · ↑ ↓ mistakes · scores for ☗", graph: "Win probability of Black", perMove: "a move", chance: "chance to win", none: "not analysed",
    source: "Record", engine: "Analysed by",
  },
  ja: {
    black: "先手", white: "後手", start: "開始局面", accuracy: "精度", best: "最善手", bestMoves: "最善手", averageLoss: "平均損失",
    inaccuracy: "緩手", mistake: "疑問手", blunder: "悪手", missed_win: "大悪手（勝ち逃し）", decisive: "大悪手（敗着）",
    inaccuracies: "緩手", mistakes: "疑問手", blunders: "悪手", decisives: "大悪手", flawless: "悪手なし",
    missedMate: n => `${n}手詰の逃し`, allowedMate: n => `頓死（${n}手詰）`, missedMates: "詰み逃し",
    mateScore: n => n ? `${n}手詰` : "詰み", repetition: "優等局面", rule: "規定勝ち", instead: "最善は", better: "最善手順", expected: "読み筋", declares: "入玉宣言勝ち",
    depth: "深さ", nodes: "局面", first: "最初の局面", back: "戻る", forward: "進む", end: "最後の局面",
    next: "次の悪手", flip: "盤面反転", theme: "明暗", only: "悪手のみ", moves: n => `全${n}手`,
    wins: w => `${w}の勝ち`, problems: "棋譜の一部が読めませんでした：", mated: "詰み",
    keys: "← → 一手 · ↑ ↓ 悪手 · 評価値は先手", graph: "先手の勝率", perMove: "／手", chance: "勝率", none: "未解析",
    source: "棋譜", engine: "解析",
  },
};

function remembered(key, fallback) {
  // A page opened from a file may be denied its storage.
  try { return localStorage.getItem("komadai-" + key) || fallback; } catch { return fallback; }
}
function remember(key, value) {
  try { localStorage.setItem("komadai-" + key, value); } catch { /* then not */ }
}
const asked = new URLSearchParams(location.hash.slice(1));
function choice(key, fallback) { return asked.get(key) || remembered(key, fallback); }

const isJapanese = (navigator.language || "").startsWith("ja");
const state = {
  ply: 0,
  line: null, // {base, index, steps}: a line of the engine shown on the board
  flip: false,
  only: false,
  lang: choice("lang", isJapanese ? "ja" : "en") === "ja" ? "ja" : "en",
  notation: choice("notation", isJapanese ? "japanese" : "western") === "japanese" ? "japanese" : "western",
  theme: choice("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") === "dark" ? "dark" : "light",
};
const t = () => words[state.lang];

// ---- Elements, by text nodes only ----

const $ = id => document.getElementById(id);
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "tone") node.style.setProperty("--tone", value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ""));
  return node;
}
const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
function show(id, ...children) {
  $(id).replaceChildren(...children.flat(Infinity).filter(child => child));
  $(id).hidden = !$(id).hasChildNodes();
}
// A name in its own direction, whatever it is made of.
const isolated = text => h("bdi", {}, text);

// ---- Scores and names ----

function score(of) {
  const value = of.score;
  const sign = of.win_probability >= 0.5 ? "+" : "−";
  if (value.repetition) return sign + t().repetition;
  if (value.rule) return sign + t().rule;
  if (!("cp" in value)) return sign + t().mateScore(Math.abs(value.mate));
  const bound = of.bound ? (of.bound === "lower" ? "≥" : "≤") : "";
  return bound + (value.cp > 0 ? "+" : value.cp < 0 ? "−" : "") + Math.abs(value.cp);
}
const percent = p => (100 * p).toFixed(p > 0.995 || p < 0.005 ? 1 : 0) + "%";
// The chance of one side.
const chance = (position, side) => percent(side === "black" ? position.win_probability : 1 - position.win_probability);
const sideName = side => t()[side];
const mark = side => side === "black" ? "☗" : "☖";
const other = side => side === "black" ? "white" : "black";
function playerName(index) {
  return doc.players[index].name || sideName(index ? "white" : "black");
}
const searched = position => "win_probability" in position;
// Japanese moves carry the mark of their side already.
function moveText(move) {
  return state.notation === "japanese" ? move.japanese : mark(move.side) + move.western;
}
function lineText(line, i, side) {
  if (state.notation === "japanese") return line.japanese[i];
  return mark(i % 2 ? other(side) : side) + line.western[i];
}
const sideToMove = position => position.sfen.split(" ")[1] === "b" ? "black" : "white";
const tones = {
  inaccuracy: "var(--inaccuracy)", mistake: "var(--mistake)", blunder: "var(--blunder)",
  missed_win: "var(--decisive)", decisive: "var(--decisive)",
};
function judged(position) {
  const move = position.move;
  return move && (move.judgement || move.missed_mate) ? move : null;
}
function tone(move) {
  return tones[move.judgement] || "var(--decisive)";
}
function judgementText(move) {
  const parts = [];
  if (move.judgement) parts.push(t()[move.judgement]);
  if (move.missed_mate) parts.push(t().missedMate(move.missed_mate));
  if (move.allowed_mate) parts.push(t().allowedMate(move.allowed_mate));
  return parts.join(state.lang === "ja" ? "・" : ", ");
}

// ---- Positions ----

const hands = "RBGSNLP";
function parse(sfen) {
  const [rows, side, held] = sfen.split(" ");
  const board = new Array(81).fill(null); // row by row, from file 9 to 1
  let at = 0;
  let promoted = false;
  for (const c of rows) {
    if (c === "/") continue;
    if (c === "+") { promoted = true; continue; }
    if (c >= "1" && c <= "9") { at += Number(c); continue; }
    const upper = c.toUpperCase();
    board[at++] = { kind: upper, promoted, side: c === upper ? "black" : "white" };
    promoted = false;
  }
  const position = { board, side: side === "b" ? "black" : "white", hands: { black: {}, white: {} } };
  let count = "";
  for (const c of held === "-" ? "" : held) {
    if (c >= "0" && c <= "9") { count += c; continue; }
    const upper = c.toUpperCase();
    position.hands[c === upper ? "black" : "white"][upper] = Number(count || 1);
    count = "";
  }
  return position;
}
const squareOf = text => (text.charCodeAt(1) - 97) * 9 + 9 - Number(text[0]);
function play(position, usi) {
  const held = position.hands[position.side];
  const to = squareOf(usi.slice(2, 4));
  if (usi[1] === "*") {
    held[usi[0]] -= 1;
    position.board[to] = { kind: usi[0], promoted: false, side: position.side };
  } else {
    const from = squareOf(usi);
    const taken = position.board[to];
    if (taken) held[taken.kind] = (held[taken.kind] || 0) + 1;
    const piece = position.board[from];
    position.board[to] = { ...piece, promoted: piece.promoted || usi[4] === "+" };
    position.board[from] = null;
  }
  position.side = other(position.side);
}

// ---- The board ----

const CELL = 44, TOP = 24, STAND = 76, LEFT = STAND + 34, WIDE = 616, SIDE = 9 * CELL;
const kanji = {
  P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
};
const ranks = "一二三四五六七八九";

function center(square) {
  const seen = state.flip ? 80 - square : square;
  return [LEFT + (seen % 9) * CELL + CELL / 2, TOP + Math.floor(seen / 9) * CELL + CELL / 2];
}
const isNear = side => (side === "black") !== state.flip;

function pieceShape(piece, x, y, scale) {
  const letters = (piece.promoted ? "+" : "") + piece.kind;
  let name = state.notation === "japanese" ? kanji[letters] : letters;
  if (name === "玉" && piece.side === "white") name = "王";
  const turn = isNear(piece.side) ? "" : " rotate(180)";
  return s("g", { transform: `translate(${x} ${y})${turn} scale(${scale})` },
    s("path", { d: "M0-19L13-13L17 18H-17L-13-13Z", fill: "var(--piece)", stroke: "var(--edge)" }),
    s("text", { y: 11, "font-size": name.length > 1 ? 19 : 24, fill: piece.promoted ? "var(--red)" : "var(--text)" }, name));
}

function tint(square, fill) {
  const [x, y] = center(square);
  return s("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, fill });
}

function arrow(usi, side) {
  const [x2, y2] = center(squareOf(usi.slice(2, 4)));
  if (usi[1] === "*") {
    const shape = pieceShape({ kind: usi[0], promoted: false, side }, x2, y2, 0.75);
    shape.setAttribute("opacity", 0.6);
    return s("g", { class: "hint" }, shape,
      s("circle", { cx: x2, cy: y2, r: 20, fill: "none", stroke: "var(--best)", "stroke-width": 3.5, opacity: 0.85 }));
  }
  const [x1, y1] = center(squareOf(usi));
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const nx = x2 - 15 * ux, ny = y2 - 15 * uy;
  const tip = `M${x2} ${y2}L${nx - 9 * uy} ${ny + 9 * ux}L${nx + 9 * uy} ${ny - 9 * ux}Z`;
  return s("g", { class: "hint", opacity: 0.8 },
    s("path", { d: `M${x1 + 12 * ux} ${y1 + 12 * uy}L${nx} ${ny}`, stroke: "var(--best)", "stroke-width": 5.5 }),
    s("path", { d: tip, fill: "var(--best)" }));
}

function stand(position, side) {
  const near = isNear(side);
  const x = near ? WIDE - STAND - 2 : 2;
  const height = 8 * 40 + 8;
  const y = near ? TOP + SIDE - height : TOP;
  const parts = [s("rect", { x, y, width: STAND, height, rx: 5, fill: "var(--stand)" })];
  const labelY = near ? y - 9 : y + height + 20;
  const name = doc.players[side === "black" ? 0 : 1].name || "";
  const short = [...name].length > 6 ? [...name].slice(0, 5).join("") + "…" : name;
  parts.push(s("text", {
    x: x + STAND / 2, y: labelY, "font-size": 12.5, fill: position.side === side ? "var(--accent)" : "var(--label)",
    "font-weight": position.side === side ? 700 : 400,
  }, mark(side) + short));
  const held = [...hands].filter(kind => position.hands[side][kind] > 0);
  held.forEach((kind, row) => {
    const step = row * 40 + 26;
    const py = near ? y + step : y + height - step;
    const count = position.hands[side][kind];
    parts.push(pieceShape({ kind, promoted: false, side }, near ? x + 24 : x + STAND - 24, py, 0.85));
    if (count > 1) {
      parts.push(s("text", { x: near ? x + 56 : x + 20, y: py + 6, "font-size": 17, fill: "#33270f" }, String(count)));
    }
  });
  return parts;
}

function drawBoard(position, usi, best) {
  const board = $("board");
  const parts = [s("rect", { x: LEFT, y: TOP, width: SIDE, height: SIDE, fill: "var(--wood)" })];
  if (usi) {
    if (usi[1] !== "*") parts.push(tint(squareOf(usi), "var(--from)"));
    parts.push(tint(squareOf(usi.slice(2, 4)), "var(--to)"));
  }
  let grid = "";
  for (let i = 0; i <= 9; i++) grid += `M${LEFT + i * CELL} ${TOP}v${SIDE}M${LEFT} ${TOP + i * CELL}h${SIDE}`;
  parts.push(s("path", { d: grid, stroke: "var(--grid)", fill: "none" }));
  for (const i of [3, 6]) {
    for (const j of [3, 6]) parts.push(s("circle", { cx: LEFT + i * CELL, cy: TOP + j * CELL, r: 3, fill: "var(--grid)" }));
  }
  for (let i = 0; i < 9; i++) {
    const file = state.flip ? i + 1 : 9 - i;
    const rank = state.flip ? 8 - i : i;
    const middle = i * CELL + CELL / 2;
    parts.push(s("text", { x: LEFT + middle, y: TOP - 7, "font-size": 13, fill: "var(--label)" }, String(file)));
    const label = state.notation === "japanese" ? ranks[rank] : "abcdefghi"[rank];
    parts.push(s("text", { x: LEFT + SIDE + 13, y: TOP + middle + 5, "font-size": 13, fill: "var(--label)" }, label));
  }
  position.board.forEach((piece, square) => {
    if (piece) parts.push(pieceShape(piece, ...center(square), 1));
  });
  parts.push(...stand(position, "black"), ...stand(position, "white"));
  if (best) parts.push(arrow(best, position.side));
  board.replaceChildren(...parts);
}

// ---- Moving about ----

const mistakes = positions.filter(judged).map(position => position.ply);
const lineOf = at => positions[at.base].lines[at.index];

function go(ply) {
  state.ply = Math.max(0, Math.min(last, ply));
  state.line = null;
  draw();
}
function step(by) {
  const at = state.line;
  if (!at) return go(state.ply + by);
  const steps = at.steps + by;
  // Back to where the line leaves the game.
  if (steps < 1) return go(at.base);
  at.steps = Math.min(steps, lineOf(at).usi.length);
  draw();
}
function nextMistake(by) {
  const ahead = by > 0 ? mistakes.find(ply => ply > state.ply) : mistakes.findLast(ply => ply < state.ply);
  if (ahead !== undefined) go(ahead);
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const actions = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => nextMistake(-1), ArrowDown: () => nextMistake(1),
    Home: () => go(0), End: () => go(last), Escape: () => go(state.ply),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// ---- The panels ----

function drawHeading() {
  const names = [0, 1].map(i => isolated(mark(i ? "white" : "black") + " " + playerName(i)));
  const header = key => (doc.headers.find(([k]) => k === key) || [])[1];
  const end = doc.end;
  const about = [header("棋戦") || header("表題"), header("開始日時"), doc.handicap && state.lang === "ja" ? doc.handicap : null,
    t().moves(last)].filter(Boolean);
  if (end) {
    const how = state.lang === "ja" ? end.japanese : end.english;
    about.push(end.winner ? `${t().wins(sideName(end.winner))} (${how})` : how);
  }
  show("heading", h("h1", {}, names[0], h("span", { class: "vs" }, "–"), names[1]),
    h("p", {}, about.map((text, i) => [i ? " · " : null, isolated(text)])));
  document.documentElement.lang = state.lang;
}

function segment(name, options) {
  return h("div", { class: "seg", role: "group" }, options.map(([value, label]) =>
    h("button", {
      type: "button", "aria-pressed": String(state[name] === value),
      onclick: () => { state[name] = value; remember(name, value); drawAll(); },
    }, label)));
}
function drawControls() {
  show("controls",
    segment("notation", [["japanese", "７六歩"], ["western", "P-7f"]]),
    segment("lang", [["ja", "日本語"], ["en", "English"]]),
    segment("theme", [["light", "☀"], ["dark", "☾"]]));
  document.documentElement.dataset.theme = state.theme;
  [...$("controls").lastChild.children].forEach(button => { button.title = t().theme; button.setAttribute("aria-label", t().theme); });
}

function drawProblems() {
  if (!doc.problems.length) return show("problems");
  show("problems", t().problems, h("ul", {}, doc.problems.map(text => h("li", {}, isolated(text)))));
}

function drawPlayers() {
  show("players", doc.players.map((player, i) => {
    const big = player.missed_wins + player.decisive_blunders;
    const counts = [["inaccuracy", "inaccuracies", player.inaccuracies], ["mistake", "mistakes", player.mistakes],
      ["blunder", "blunders", player.blunders], ["decisive", "decisives", big]];
    counts.push(["decisive", "missedMates", player.missed_mates]);
    const some = counts.filter(([, , n]) => n > 0);
    const card = h("div", { class: "card player" },
      h("div", { class: "name" }, h("span", {}, isolated(mark(i ? "white" : "black") + " " + playerName(i))),
        h("b", {}, h("small", {}, t().accuracy), player.accuracy === null ? "–" : player.accuracy.toFixed(1) + "%")),
      h("small", {}, `${t().bestMoves} ${player.best_moves}/${player.moves} · ` +
        `${t().averageLoss} ${player.average_loss.toFixed(1)}%`),
      h("div", { class: "counts" }, some.length ? some.map(([kind, word, n]) =>
        h("span", { tone: tones[kind] }, counted(n, word))) : h("span", { tone: "var(--best)" }, t().flawless)));
    card.style.setProperty("--side", i ? "var(--white)" : "var(--black)");
    return card;
  }));
}

function counted(n, word) {
  if (state.lang === "ja") return `${t()[word]} ${n}`;
  return `${n} ${n === 1 ? t().one[word] : t()[word]}`;
}

let rows = [];
function drawMoves() {
  $("filter").replaceChildren(
    h("label", {}, h("input", { type: "checkbox", checked: state.only,
      onchange: event => { state.only = event.target.checked; drawMoves(); drawPly(); } }), t().only),
    h("span", {}, t().keys));
  rows = [];
  const shown = positions.filter(position => !state.only || judged(position));
  $("moves").replaceChildren(...shown.map(position => {
    const move = position.move;
    const bad = judged(position);
    const note = h("span", { class: "j" });
    if (bad) {
      const better = positions[position.ply - 1].lines[0];
      note.append(h("span", { class: "tag", tone: tone(move) }, judgementText(move)));
      if (better) note.append(`${t().instead} ${lineText(better, 0, move.side)}`);
    } else if (move && move.best) {
      note.className = "j good";
      note.append("○");
      note.title = t().best;
    }
    const used = move && move.used_ms !== undefined ? Math.floor(move.used_ms / 1000) : null;
    const row = h("button", { type: "button", onclick: () => go(position.ply) },
      h("span", { class: "n" }, String(position.ply)),
      h("span", { class: "m" }, move ? moveText(move) : t().start),
      h("span", { class: "t" }, used === null ? "" : `${Math.floor(used / 60)}:${String(used % 60).padStart(2, "0")}`),
      h("span", { class: "score" }, searched(position) ? score(position) : ""),
      note);
    rows[position.ply] = row;
    return h("li", {}, row);
  }));
}

const icons = {
  first: "M3 2h2v12H3zM14 2v12L6 8z", back: "M12 2v12L4 8z", forward: "M4 2v12l8-6z", end: "M11 2h2v12h-2zM2 2v12l8-6z",
  flip: "M4 1l4 5H5v9H3V6H0zM12 15l-4-5h3V1h2v9h3z",
};
const icon = name => s("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" },
  s("path", { d: icons[name], fill: "currentColor" }));

function drawNav() {
  const button = (symbol, label, action, disabled, wide) =>
    h("button", { type: "button", title: label, "aria-label": label, onclick: action, disabled, class: wide ? "wide" : null }, symbol);
  const atStart = state.ply === 0 && !state.line, atEnd = state.ply === last && !state.line;
  show("nav", button(icon("first"), t().first, () => go(0), atStart), button(icon("back"), t().back, () => step(-1), atStart),
    button(icon("forward"), t().forward, () => step(1), atEnd), button(icon("end"), t().end, () => go(last), atEnd),
    button(`${t().next} ▶`, t().next, () => nextMistake(1), !mistakes.some(ply => ply > state.ply), true),
    button(icon("flip"), t().flip, () => { state.flip = !state.flip; draw(); }));
}

function linePanel(base, index) {
  const position = positions[base];
  const line = position.lines[index];
  const side = sideToMove(position);
  const at = state.line && state.line.base === base && state.line.index === index ? state.line.steps : 0;
  return h("div", { class: "line" }, h("span", { class: "score" }, score(line)),
    h("div", {}, line.usi.map((_, i) => h("button", {
      type: "button", class: at === i + 1 ? "step on" : "step",
      onclick: () => { state.line = { base, index, steps: i + 1 }; draw(); },
    }, lineText(line, i, side)))));
}
function meta(position) {
  return h("span", { class: "meta" }, `${t().depth} ${position.depth} · ${position.nodes.toLocaleString(state.lang)} ${t().nodes}`);
}
function drawLines() {
  const parts = [];
  const here = positions[state.ply];
  const move = here.move;
  const before = positions[state.ply - 1];
  if (move && before && searched(before) && move.best === false && before.lines.length) {
    const bad = judged(here);
    parts.push(h("h2", {}, h("b", {}, moveText(move)),
      bad ? h("span", { class: "tag", tone: tone(move) }, judgementText(move)) : null,
      searched(here) ? `${t().chance} ${chance(before, move.side)} → ${chance(here, move.side)}` : null));
    parts.push(h("h2", {}, t().better, meta(before)), before.lines.map((_, i) => linePanel(state.ply - 1, i)));
  }
  if (searched(here)) {
    const how = here.declares ? t().declares : here.lines.length ? t().expected : t().mated;
    parts.push(h("h2", {}, how, here.lines.length ? meta(here) : null), here.lines.map((_, i) => linePanel(state.ply, i)));
  } else {
    parts.push(h("h2", {}, t().none));
  }
  $("lines").replaceChildren(...parts.flat());
  const comments = here.comments || [];
  show("remarks", comments.length ? isolated(comments.join("\n")) : null);
}

// ---- The graph ----

const plot = { left: 34, right: 8, top: 8, bottom: 20, width: 600, height: 186 };
const gx = ply => plot.left + (plot.width - plot.left - plot.right) * (last ? ply / last : 0.5);
const gy = p => plot.top + (plot.height - plot.top - plot.bottom) * (1 - p);

function drawGraph() {
  const graph = $("graph");
  plot.width = Math.max(240, graph.clientWidth);
  plot.height = graph.clientHeight || 186;
  const parts = [s("title", {}, t().graph)];
  const area = (id, from, to) => s("clipPath", { id },
    s("rect", { x: 0, y: gy(to), width: plot.width, height: gy(from) - gy(to) }));
  parts.push(s("defs", {}, area("over", 0.5, 1), area("under", 0, 0.5)));
  for (const p of [0, 0.25, 0.5, 0.75, 1]) {
    parts.push(s("path", { d: `M${plot.left} ${gy(p)}H${plot.width - plot.right}`, stroke: "var(--line)",
      "stroke-width": p === 0.5 ? 1.6 : 1, "stroke-dasharray": p === 0.5 ? null : "2 3" }));
    if (p !== 0.25 && p !== 0.75) {
      parts.push(s("text", { x: plot.left - 6, y: gy(p) + 4, "text-anchor": "end" },
        p === 1 ? mark("black") : p === 0 ? mark("white") : "50%"));
    }
  }
  const unit = [1, 2, 5, 10, 20, 50, 100, 200].find(n => last / n <= 12) || 500;
  for (let ply = 0; ply <= last; ply += unit) {
    parts.push(s("text", { x: gx(ply), y: plot.height - 5, "text-anchor": "middle" }, String(ply)));
  }
  const points = positions.filter(searched);
  if (points.length) {
    const path = points.map(position => `${gx(position.ply).toFixed(1)} ${gy(position.win_probability).toFixed(1)}`).join("L");
    const [first, end] = [gx(points[0].ply), gx(points[points.length - 1].ply)];
    const closed = `M${first} ${gy(0.5)}L${path}L${end} ${gy(0.5)}Z`;
    parts.push(s("path", { d: closed, fill: "var(--black)", "fill-opacity": 0.22, "clip-path": "url(#over)" }),
      s("path", { d: closed, fill: "var(--white)", "fill-opacity": 0.25, "clip-path": "url(#under)" }),
      s("path", { id: "curve", d: "M" + path, fill: "none", stroke: "var(--ink)", "stroke-width": 1.7, "stroke-linejoin": "round" }));
  }
  for (const ply of mistakes) {
    const position = positions[ply];
    if (!searched(position)) continue;
    const r = ["blunder", "missed_win", "decisive"].includes(position.move.judgement) ? 4.5 : 3.5;
    parts.push(s("circle", { class: "dot", cx: gx(ply), cy: gy(position.win_probability), r, fill: tone(position.move),
      stroke: "var(--card)", "stroke-width": 1.2 }));
  }
  parts.push(s("g", { id: "hover" }), s("g", { id: "cursor" }));
  graph.setAttribute("viewBox", `0 0 ${plot.width} ${plot.height}`);
  graph.replaceChildren(...parts);
  drawCursor();
}
function drawCursor() {
  const here = positions[state.ply];
  const x = gx(state.ply);
  const parts = [s("path", { d: `M${x} ${plot.top}V${plot.height - plot.bottom}`, stroke: "var(--accent)", "stroke-width": 1.5 })];
  if (searched(here)) {
    parts.push(s("circle", { cx: x, cy: gy(here.win_probability), r: 4.5, fill: "var(--card)", stroke: "var(--accent)", "stroke-width": 2.2 }));
  }
  $("cursor").replaceChildren(...parts);
}
function plyAt(event) {
  const box = $("graph").getBoundingClientRect();
  const x = (event.clientX - box.left) * plot.width / box.width;
  const ply = Math.round((x - plot.left) / (plot.width - plot.left - plot.right) * last);
  return Math.max(0, Math.min(last, ply || 0));
}
$("graph").addEventListener("click", event => go(plyAt(event)));
$("graph").addEventListener("pointermove", event => {
  const position = positions[plyAt(event)];
  const move = position.move;
  const bad = judged(position);
  const tip = $("tip");
  tip.replaceChildren(h("div", {}, h("b", {}, `${position.ply} ${move ? moveText(move) : t().start}`), h("br"),
    searched(position) ? `${mark("black")} ${percent(position.win_probability)} (${score(position)})` : t().none,
    bad ? [h("br"), judgementText(move)] : null));
  tip.hidden = false;
  const x = gx(position.ply) + 8;
  tip.style.left = Math.max(4, Math.min(x - tip.offsetWidth / 2, $("chart").clientWidth - tip.offsetWidth - 4)) + "px";
  const p = searched(position) ? position.win_probability : 0.5;
  tip.style.top = (p > 0.5 ? gy(p) + 20 : Math.max(0, gy(p) - tip.offsetHeight - 6)) + "px";
  $("hover").replaceChildren(s("path", { d: `M${gx(position.ply)} ${plot.top}V${plot.height - plot.bottom}`, stroke: "var(--soft)", "stroke-dasharray": "3 3" }));
});
$("graph").addEventListener("pointerleave", () => { $("tip").hidden = true; $("hover").replaceChildren(); });

// ---- Putting it together ----

function drawPly() {
  document.querySelectorAll("#moves [aria-current]").forEach(row => row.removeAttribute("aria-current"));
  const row = rows[state.ply];
  if (row) {
    row.setAttribute("aria-current", "true");
    // Only the list scrolls, not the page.
    const list = $("moves");
    const top = row.offsetTop - list.offsetTop * (row.offsetParent === list ? 0 : 1);
    if (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 70) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
}
function draw() {
  const at = state.line;
  const here = positions[at ? at.base : state.ply];
  const position = parse(here.sfen);
  let usi = here.move && here.move.usi;
  let best = null;
  if (at) {
    for (const move of lineOf(at).usi.slice(0, at.steps)) { play(position, move); usi = move; }
    best = lineOf(at).usi[at.steps];
  } else if (here.lines && here.lines.length) {
    best = here.lines[0].usi[0];
  }
  drawBoard(position, usi, best);
  const share = searched(here) ? (at ? lineOf(at) : here).win_probability : 0.5;
  $("bar").className = state.flip ? "flip" : "";
  $("bar").firstElementChild.style.height = 100 * share + "%";
  drawNav();
  drawLines();
  drawCursor();
  drawPly();
}
function drawFoot() {
  const settings = doc.settings;
  const budget = [settings.time_ms !== undefined ? `${settings.time_ms / 1000} s` : null,
    settings.nodes !== undefined ? `${settings.nodes.toLocaleString(state.lang)} ${t().nodes}` : null,
    settings.depth !== undefined ? `${t().depth} ${settings.depth}` : null].filter(Boolean).join(", ");
  show("foot", h("span", {}, `${t().engine} ${settings.engine} · ${settings.evaluator} · ${budget} ${t().perMove}`),
    h("span", {}, `${t().source}: `, isolated(doc.source)));
}
function drawAll() {
  drawHeading();
  drawControls();
  drawProblems();
  drawPlayers();
  drawMoves();
  drawFoot();
  drawGraph();
  draw();
}
drawAll();
go(Number(asked.get("ply")) || 0);
new ResizeObserver(drawGraph).observe($("graph"));
})();
