// The words of the page in English and Japanese.

import { choices } from "./choices.js";

const words = {
  en: {
    black: "Black", white: "White", start: "Start position", accuracy: "accuracy", best: "best move", bestMoves: "best moves",
    averageLoss: "average loss", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder", missed_win: "missed win",
    decisive: "decisive blunder", inaccuracies: "inaccuracies", mistakes: "mistakes", blunders: "blunders",
    missedWins: "missed wins", decisives: "decisive blunders",
    one: { inaccuracies: "inaccuracy", mistakes: "mistake", blunders: "blunder", missedWins: "missed win", decisives: "decisive blunder", missedMates: "missed mate" },
    flawless: "no mistakes", missedMate: n => `missed mate in ${n}`, allowedMate: n => `allows mate in ${n}`, missedMates: "missed mates",
    repetitions: { better: "better hands", worse: "worse hands" }, rules: { win: "wins by rule", loss: "loses by rule" },
    mateScore: n => n ? `#${n}` : "mate", instead: "Better:", better: "Better", expected: "Best line", expectedLines: "Best lines",
    declares: "wins by declaration", depth: "depth", nodes: "nodes", first: "First position", back: "Back", forward: "Forward",
    end: "Last position", next: "Next mistake", nextShort: "Mistake", flip: "Turn the board", theme: "Light or dark", light: "Light", dark: "Dark",
    language: "Language", notation: "Notation", only: "Mistakes only", moves: n => n === 1 ? "1 move" : `${n} moves`,
    wins: w => `${w} wins`, winsBy: (w, how) => `${w} wins (${how})`, problems: "Not all of the record could be read:", mated: "Mated",
    keys: "← → moves · ↑ ↓ mistakes", scores: "scores for ☗", graph: "Win probability of Black", perMove: "a move",
    chance: "chance to win", none: "not analysed", source: "Record", engine: "Analysed by", board: "Board", moveList: "Moves",
    variation: n => `Variation from move ${n}`, continuations: "Continuations", time: "time", loss: "loss",
    timeChart: "Time used for each move", lossChart: "Win probability lost by each move", points: n => `−${n.toFixed(1)}%`,
    phases: { opening: "Opening", middlegame: "Middle", endgame: "End" }, copy: "Copy", copied: "Copied",
    notCopied: "The browser does not let the page copy", link: "Link", lines: "Lines of the engine", remarks: "Comments",
    line: n => `Line ${n}`,
    handicap: "handicap", handicapSides: null,
    handicaps: { lance: "lance", "right-lance": "right lance", bishop: "bishop", rook: "rook", "rook-lance": "rook and lance", two: "2 pieces", three: "3 pieces",
      four: "4 pieces", five: "5 pieces", "left-five": "5 pieces, left", six: "6 pieces", "left-seven": "7 pieces, left", "right-seven": "7 pieces, right",
      eight: "8 pieces", ten: "10 pieces", "three-pawns": "3 pawns in hand" },
    allGames: "Analysed games", countGames: n => n === 1 ? "1 game" : `${n} games`, player: "Player", games: "games", won: "won",
    orderedBy: "Ordered by", orders: { record: "Record", date: "Date", accuracy: "Accuracy", moves: "Moves" }, find: "Find a name, an opening …",
  },
  ja: {
    black: "先手", white: "後手", handicapSides: { black: "下手", white: "上手" }, start: "開始局面", accuracy: "精度", best: "最善手", bestMoves: "最善手", averageLoss: "平均損失",
    inaccuracy: "緩手", mistake: "疑問手", blunder: "悪手", missed_win: "大悪手（勝ちの見逃し）", decisive: "大悪手（敗着）",
    inaccuracies: "緩手", mistakes: "疑問手", blunders: "悪手", missedWins: "大悪手（勝ちの見逃し）", decisives: "大悪手（敗着）", flawless: "悪手なし",
    missedMate: n => `${n}手詰の見逃し`, allowedMate: n => `頓死（${n}手詰）`, missedMates: "詰みの見逃し",
    repetitions: { better: "優等局面", worse: "劣等局面" }, rules: { win: "規定勝ち", loss: "規定負け" },
    mateScore: n => n ? `${n}手詰` : "詰み", instead: "最善は", better: "最善手順", expected: "読み筋", expectedLines: "読み筋",
    declares: "入玉宣言勝ち", depth: "深さ", nodes: "ノード", first: "最初の局面", back: "戻る", forward: "進む", end: "最後の局面",
    next: "次の悪手", nextShort: "悪手", flip: "盤面反転", theme: "明暗", light: "明るい", dark: "暗い",
    language: "言語", notation: "表記", only: "悪手のみ", moves: n => `全${n}手`,
    wins: w => `${w}の勝ち`, winsBy: (w, how) => `${w}の勝ち（${how}）`, problems: "棋譜の一部が読めませんでした：", mated: "詰み",
    keys: "← → 一手 · ↑ ↓ 悪手", scores: "評価値は先手から", graph: "先手の勝率", perMove: "／手",
    chance: "勝率", none: "未解析", source: "棋譜", engine: "解析", board: "盤面", moveList: "棋譜",
    variation: n => `変化：${n}手目から`, continuations: "次の手", time: "時間", loss: "損失",
    timeChart: "一手ごとの消費時間", lossChart: "一手ごとの勝率の損失", points: n => `−${n.toFixed(1)}%`,
    phases: { opening: "序盤", middlegame: "中盤", endgame: "終盤" }, copy: "コピー", copied: "コピーしました",
    notCopied: "ブラウザーがコピーを許可していません", link: "リンク", lines: "読み筋", remarks: "コメント",
    line: n => `候補${n}`,
    handicap: "手合割",
    allGames: "解析した対局", countGames: n => `${n}局`, player: "対局者", games: "対局数", won: "勝ち",
    orderedBy: "並べ替え", orders: { record: "棋譜", date: "日付", accuracy: "精度", moves: "手数" }, find: "名前、戦型などで探す",
  },
};

/** The words in the language chosen. */
export const t = () => words[choices.lang];
