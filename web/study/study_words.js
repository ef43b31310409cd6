// The words of the trainer in English and Japanese.

import { choices } from "../page/choices.js";

const studyWords = {
  en: {
    today: (n, back, fresh) => `Today ${n} (${back} return, ${fresh} new)`, nothing: "Nothing is due today.",
    begin: "Begin", once: "All of them once", save: "Save progress", load: "Load progress",
    denied: "This browser keeps nothing for this page. Save the progress to a file, and load it next time.",
    notProgress: "That file holds no progress.", loaded: n => n === 1 ? "Progress of 1 problem loaded" : `Progress of ${n} problems loaded`,
    another: "You played another move here.", find: { mate: "There is a mate.", defend: "Find the defence.", declare: "Find the win.",
      punish: "The opponent has just made a mistake.", next: "Find the best move." },
    toMove: side => side === "black" ? "☗ to move" : "☖ to move", of: (i, n) => `${i} of ${n}`, hint: "Hint", giveUp: "Show the answer",
    oneOf: "One of these:", thisPiece: "This piece moves.", declare: "Declare a win",
    back: n => n === 0 ? "Again" : n === 1 ? "Back after 1 day" : `Back after ${n} days`, fresh: "New",
    right: "Right", also: "Also good", nearly: "Nearly: there is better. Try again.", stillMate: "That wins, but there is a mate. Try again.", worse: "Not this one",
    unknownMate: "That may mate as well, but later. Try again.", goOn: "Right so far. Go on to the mate.",
    answer: "Answer", yours: "In the game", tried: "Your move", next: "Next", again: "Try again", why: "Why",
    noReason: "The line shows it.", game: (name, ply) => `${name}, move ${ply}`, level: l => `Solved from ${l} on`, unclear: "no clear level",
    beyond: "Beyond the ladder", near: (found, tries, l) => `Of ${tries} tries by levels around ${l}, ${found} found it`,
    kyu: n => `${n} kyu`, dan: n => `${n} dan`, done: (right, all) => `${right} of ${all} solved`, start: "Back to the start",
    promote: "Promote", keep: "Do not promote", cancel: "Cancel", lines: "Lines", step: "Step through the line", flip: "Turn the board",
    keys: "Keys: type a move (7g7f, P*5e), h hint, Enter next, ← → line", problems: n => n === 1 ? "1 problem" : `${n} problems`,
    ladder: "Levels are those of Komadai's own ladder, no rank of a federation or server; people err differently from a shallow search.",
    row: "Moves", games: "Games", moves: "Moves", loss: "Points a game", share: "Share", excess: "Beyond the level", count: "Problems", solved: "Solved",
    byKind: "Points a game by kind of problem", byMove: "Points a move by move number", byBoth: "Points a game by phase and standing",
    byTime: "Points a game by time for the move", byOpening: "Points a game by opening", byGame: "Points by game (line: the level)",
    stands: name => `More is lost here than elsewhere: ${name}`, quiet: "Nothing stands out yet.", kinds: { mate: "missed mate",
      defend: "defence", declare: "declaration", punish: "punishment", next: "next move" }, playOn: "Try your move", stop: "Stop",
    itsTurn: "Komadai thinks …", yourTurn: "Your move", illegal: text => `${text} is not possible here`, summary: "Where points are lost",
    sets: "Problems from your games", setsFrom: "A page that komadai study --html wrote, or its data.", openSet: "Open a set", toBoard: "Back to the board", noSet: "That file holds no problems.",
    compared: (loss, l, expected) => `You lost ${loss} points a game; level ${l} loses ${expected} in the same positions.`,
  },
  ja: {
    today: (n, back, fresh) => `今日は${n}問（復習${back}、新しい問題${fresh}）`, nothing: "今日の問題はありません。",
    begin: "始める", once: "すべて一度ずつ", save: "記録を保存", load: "記録を読み込む",
    denied: "このブラウザーはページの記録を残せません。ファイルに保存し、次のときに読み込んでください。",
    notProgress: "そのファイルは記録ではありません。", loaded: n => `${n}問の記録を読み込みました`,
    another: "実戦では別の手を指しました。", find: { mate: "詰みがあります。", defend: "正しい受けを見つけてください。", declare: "勝ちを見つけてください。",
      punish: "相手が悪手を指したところです。", next: "最善手を見つけてください。" },
    toMove: side => side === "black" ? "☗の番" : "☖の番", of: (i, n) => `${n}問の${i}問目`, hint: "ヒント", giveUp: "答えを見る",
    oneOf: "この中の一手：", thisPiece: "この駒を動かします。", declare: "入玉宣言",
    back: n => n === 0 ? "もう一度" : `${n}日ぶり`, fresh: "新しい問題",
    right: "正解", also: "これも良い手", nearly: "惜しい。もっと良い手があります。", stillMate: "それでも勝ちですが、詰みがあります。", worse: "これではありません",
    unknownMate: "それでも詰むかもしれませんが、もっと早い詰みがあります。", goOn: "正解です。詰むまで続けてください。",
    answer: "正解の手順", yours: "実戦の手", tried: "指した手", next: "次へ", again: "もう一度", why: "理由",
    noReason: "手順を見てください。", game: (name, ply) => `${name}、${ply}手目`, level: l => `${l}から解ける`, unclear: "段級は不明",
    beyond: "どの段級にも難しい", near: (found, tries, l) => `${l}前後の段級が${tries}回のうち${found}回正解`,
    kyu: n => `${n}級`, dan: n => `${"初二三四五六七八九"[n - 1]}段`, done: (right, all) => `${all}問のうち${right}問正解`, start: "最初に戻る",
    promote: "成る", keep: "成らない", cancel: "やめる", lines: "手順", step: "手順を進める", flip: "盤面反転",
    keys: "キー：指し手（7g7f、P*5e）、h ヒント、Enter 次へ、← → 手順", problems: n => `${n}問`,
    ladder: "段級は Komadai の強さの目盛りで、連盟や対局サイトの段級ではありません。浅い探索の間違え方は人とは違います。",
    row: "指し手の種類", games: "対局数", moves: "手数", loss: "一局の損失", share: "割合", excess: "段級との差", count: "問題", solved: "正解",
    byKind: "問題の種類と一局の損失", byMove: "手数と一手の損失", byBoth: "局面の段階・形勢と一局の損失",
    byTime: "消費時間と一局の損失", byOpening: "戦型と一局の損失", byGame: "対局ごとの損失（線は段級の水準）",
    stands: name => `ほかよりも損の多いところ：${name}`, quiet: "まだ目立った傾向はありません。", kinds: { mate: "詰みの見逃し",
      defend: "受け", declare: "入玉宣言", punish: "咎め", next: "次の一手" }, playOn: "指した手で続ける", stop: "やめる",
    itsTurn: "Komadai が考えています…", yourTurn: "あなたの手番です", illegal: text => `${text} は指せません`, summary: "損をしたところ",
    sets: "自分の対局からの問題", setsFrom: "komadai study --html で作ったページか、そのデータを開きます。", openSet: "問題を開く", toBoard: "盤に戻る", noSet: "そのファイルに問題はありません。",
    compared: (loss, l, expected) => `一局の損失は${loss}ポイント、${l}の水準は同じ局面で${expected}ポイントです。`,
  },
};

/** The words in the language chosen. */
export const w = () => studyWords[choices.lang];

/** A level of the ladder in words. */
export const levelName = level => level < 0 ? w().kyu(-level) : w().dan(level);
