// The words of the page with an engine, in English and Japanese.

import { choices } from "../page/choices.js";

const phrases = {
  en: {
    think: "Analyse", pause: "Stop", lineCount: "Lines", play: "Play", level: "Level", begin: "Start", resign: "Resign",
    yourTurn: "Your move", itsTurn: "Komadai thinks …", looking: "An earlier position", toGame: "To the game", open: "Open",
    openHint: "Paste a position or a record: SFEN, KIF, CSA, JKF …", read: "Read", file: "File …", cancel: "Cancel", close: "Close",
    promote: "Promote", keep: "Do not promote", newBoard: "New board", origin: "The report's game", ok: "OK", yes: "Yes",
    noEngine: "The engine is not here: build it with scripts/build-web.",
    illegal: text => `${text} is not possible here`, notRead: "This cannot be read:", you: "You", declare: "Declare a win",
    failed: "The engine does not run:", restart: "Start it again", gameOf: n => `One of ${n} games:`,
    // A new game.
    newGame: "New game", side: "You play", chance: "By chance", startFrom: "Start from", even: "Even game", here: "The position shown",
    uwate: "Giver (White)", shitate: "Taker (Black)", handicapGame: "Handicap", clock: "Clock",
    main: "Main time (min)", byoyomi: "Byoyomi (s)", increment: "Increment (s)", perMove: "Time for a move", inSeconds: n => `${n} s`,
    clocks: { none: "No clock", quick: "5 min + 5 s a move", byoyomi30: "10 min, then 30 s", byoyomi10: "10 s a move", own: "Other …" },
    human: "Komadai takes its time", takeBack: "Take back", hint: "Hint", sureResign: "Give up this game?", sureLeave: "A game is going on. Leave it?",
    byoyomiShort: "byo",
    // The end.
    youWin: "You win", youLose: "Komadai wins", draw: "Draw", again: "Again", otherSide: "Other side", review: "Analyse the game",
    repeated: "The position has come up for the fourth time.", perpetual: "Perpetual check loses.", mated: "Checkmate.",
    // Analysis.
    beginReview: "Start", quick: "Quick", normal: "Normal", deep: "Thorough", effort: "Effort", reviewing: (n, all) => `Analysing: ${n} of ${all} positions`,
    goOn: "Go on", halt: "Pause", stopReview: "End", reviewed: "The game is analysed", mate: "Mate?", mateFound: n => `Mate in ${n}`, noMate: "No mate by checks",
    mateUnknown: "No mate found in the time given", threats: "Threats", noThreat: "In check there is no threat to look for.",
    // Games, saving.
    more: "More", save: "Save", share: "Share …", savedAs: "Save as", copyAs: "Copy", picture: "Picture", myGames: "My games", noGames: "No games yet.",
    remove: "Delete", sureRemove: "Delete this game?", exportAll: "Export all", current: "on the board", losses: "The format cannot hold:", link: "Link",
    saved: name => `Saved: ${name}`, notKept: "The browser does not keep this game: its storage is full or forbidden. Save it as a file.",
    // Editing.
    setUp: "Edit the position", toMove: side => `${side} to move`, box: "Box", clear: "Clear", setUpHint: "Press a piece, then its place; again to turn it.",
    details: "Names and comments", comment: "Comment on this position", event: "Event", date: "Date", promoteLine: "Make main line", deleteLine: "Delete variation",
    deleteRest: "Delete the moves from here", sureDelete: "Delete these moves?",
    // Tsume.
    tsume: "Tsume: solve", problems: "Problems from your games", tsumeHint: n => `Mate in ${n}`, tsumeSolving: "Looking for the mate …", tsumeNone: "There is no mate by checks here.", solved: "Solved!", wrong: "No mate any more",
    longer: n => `That takes longer: mate in ${n}`, notCheck: "Every move must be check", solution: "Solution", nextProblem: "Next problem", retry: "Again", endTsume: "End", problemOf: (n, all) => `Problem ${n} of ${all}`,
    // Settings.
    book: "Opening book", noBook: "Neither the book nor your games go on from here.", lookingUp: "Looking it up …", ownGames: (n, wins) => `${n === 1 ? "1 game" : `${n} games`} of yours: ${wins}`,
    engine: "Engine", limit: "Analysis", noLimit: "No limit", effortOfGame: "Whole game", table: "Table (MiB)",
    fault: "Something went wrong:", faults: {},
    settings: "Settings", pieces: "Pieces", sets: { auto: "By notation", one: "One kanji", two: "Two kanji", western: "Western" }, boardLook: "Board",
    looks: { wood: "Wood", light: "Light wood", plain: "Plain" }, sound: "Sound", arrows: "Arrows", on: "On", off: "Off", help: "Keys",
    helpText: "← → moves · ↑ ↓ mistakes · Home, End · f turns the board · right button: arrows and circles (Shift: another color) · Tab to the board: arrows and Enter move pieces · typed moves: 7g7f, 8h2b+, P*5e",
    pens: ["Draw marks", "Draw marks: orange", "Draw marks: violet"], penHint: "Pull for an arrow, press for a circle, again to take it away.",
    // Read out.
    squares: "Squares", promotedPiece: "promoted ", names: { P: "pawn", L: "lance", N: "knight", S: "silver", G: "gold", B: "bishop", R: "rook", K: "king" },
    inHand: side => `In ${side}'s hand`, nothing: "nothing", pieceAt: (square, side, name) => `${square} ${side} ${name}`, emptyAt: square => `${square} empty`,
  },
  ja: {
    think: "検討", pause: "停止", lineCount: "候補手", play: "対局", level: "強さ", begin: "対局開始", resign: "投了",
    yourTurn: "あなたの手番です", itsTurn: "Komadai が考えています…", looking: "前の局面を表示中", toGame: "対局に戻る", open: "開く",
    openHint: "局面や棋譜を貼り付け（SFEN、KIF、CSA、JKF など）", read: "読み込む", file: "ファイル…", cancel: "やめる", close: "閉じる",
    promote: "成る", keep: "成らない", newBoard: "初期局面", origin: "元の棋譜", ok: "決定", yes: "はい",
    noEngine: "エンジンがありません。scripts/build-web で作成してください。",
    illegal: text => `${text} は指せません`, notRead: "読み込めませんでした：", you: "あなた", declare: "入玉宣言",
    failed: "エンジンが動きません：", restart: "再起動", gameOf: n => `${n}局から選ぶ：`,
    newGame: "新しい対局", side: "あなた", chance: "振り駒", startFrom: "開始局面", even: "平手", here: "表示中の局面",
    uwate: "上手", shitate: "下手", handicapGame: "駒落ち", clock: "持ち時間",
    main: "持ち時間（分）", byoyomi: "秒読み（秒）", increment: "加算（秒）", perMove: "一手の時間", inSeconds: n => `${n}秒`,
    clocks: { none: "時計なし", quick: "5 分＋一手 5 秒", byoyomi30: "10 分、切れたら 30 秒", byoyomi10: "一手 10 秒", own: "その他…" },
    human: "人のように間をおいて指す", takeBack: "待った", hint: "ヒント", sureResign: "投了しますか？", sureLeave: "対局中です。中断しますか？",
    byoyomiShort: "秒読み",
    youWin: "あなたの勝ち", youLose: "Komadai の勝ち", draw: "引き分け", again: "もう一局", otherSide: "先後を替える", review: "棋譜解析",
    repeated: "同一局面が 4 回現れました。", perpetual: "連続王手の千日手は負けです。", mated: "詰みです。",
    beginReview: "解析開始", quick: "速い", normal: "標準", deep: "じっくり", effort: "深さ", reviewing: (n, all) => `解析中：${n}／${all}局面`,
    goOn: "再開", halt: "一時停止", stopReview: "終了", reviewed: "棋譜解析が終わりました", mate: "詰み探索", mateFound: n => `${n}手詰`, noMate: "王手の連続では詰みません",
    mateUnknown: "時間内に詰みは見つかりませんでした", threats: "狙い", noThreat: "王手されている局面では調べられません。",
    more: "メニュー", save: "保存", share: "共有…", savedAs: "保存する形式", copyAs: "コピー", picture: "画像", myGames: "対局の一覧", noGames: "まだ対局がありません。",
    remove: "削除", sureRemove: "この対局を削除しますか？", exportAll: "すべて書き出す", current: "表示中", losses: "この形式で失われるもの：", link: "リンク",
    saved: name => `保存しました：${name}`, notKept: "保存領域が不足しているか使用できないため、この対局はブラウザーに残りません。ファイルに保存してください。",
    setUp: "局面編集", toMove: side => `${side}の手番`, box: "駒箱", clear: "駒をすべて駒箱へ", setUpHint: "駒を押してから置く場所を押します。もう一度押すと成・向きが変わります。",
    details: "対局者とコメント", comment: "この局面のコメント", event: "棋戦", date: "日時", promoteLine: "本譜にする", deleteLine: "変化を削除",
    deleteRest: "ここから先の手を削除", sureDelete: "この手順を削除しますか？",
    tsume: "詰将棋を解く", problems: "自分の対局からの問題", tsumeHint: n => `${n}手詰`, tsumeSolving: "詰みを調べています…", tsumeNone: "この局面は王手の連続では詰みません。", solved: "正解です！", wrong: "詰まなくなりました",
    longer: n => `詰みますが長くなります（${n}手詰）`, notCheck: "王手の手だけ指せます", solution: "解答", nextProblem: "次の問題", retry: "もう一度", endTsume: "終了", problemOf: (n, all) => `第${n}問／${all}問`,
    book: "定跡", noBook: "この局面は定跡にも自分の対局にもありません。", lookingUp: "調べています…", ownGames: (n, wins) => `自分の対局 ${n}局：${wins}`,
    engine: "エンジン", limit: "検討時間", noLimit: "無制限", effortOfGame: "棋譜解析", table: "ハッシュ（MiB）",
    fault: "エラーが起きました：",
    faults: { "the engine ended": "エンジンが終了しました", "the engine did not answer": "エンジンの応答がありません", "its files could not be loaded": "ファイルを読み込めません",
      "the engine does not run": "エンジンが動いていません", "the engine begins anew": "エンジンを起動し直します" },
    settings: "設定", pieces: "駒", sets: { auto: "表記に合わせる", one: "一字駒", two: "二字駒", western: "英字" }, boardLook: "盤",
    looks: { wood: "木目", light: "明るい木", plain: "無地" }, sound: "駒音", arrows: "矢印", on: "あり", off: "なし", help: "キー操作",
    helpText: "← → 一手 · ↑ ↓ 悪手 · Home、End · f 盤面反転 · 右ボタンで矢印と丸（Shift で別の色）· Tab で盤へ移り、矢印と Enter で指す · 指し手の入力：7g7f、8h2b+、P*5e",
    pens: ["矢印と丸を描く", "矢印と丸を描く（橙）", "矢印と丸を描く（紫）"], penHint: "なぞると矢印、押すと丸。もう一度で消えます。",
    squares: "盤の升", promotedPiece: "成", names: { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉" },
    inHand: side => `${side}の持ち駒`, nothing: "なし", pieceAt: (square, side, name) => `${square} ${side}の${name}`, emptyAt: square => `${square} 空き`,
  },
};

/** The words in the language chosen. */
export const w = () => phrases[choices.lang];

/** What went wrong with the engine (machine.js), in the language chosen. */
export const faultText = reason => w().faults[reason] ?? reason;
