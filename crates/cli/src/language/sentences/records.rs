//! Game records: what cannot be read of them, and what a format cannot hold.

use crate::language::sentence::Sentence;

pub(super) static RECORDS: &[Sentence] = &[
    ("line {}: {…}", "{} 行目：{}"),
    (
        "{} more problems are not listed",
        "ほかに {} 件の問題があります",
    ),
    (
        "{}: the extension names no record format (known: {})",
        "{}: 棋譜の形式が拡張子から分かりません（使えるのは {} です）",
    ),
    (
        "{} bytes are too many for a record file",
        "棋譜のファイルとしては大きすぎます（{} バイト）",
    ),
    (
        "this looks like no record format that is known",
        "知られている棋譜の形式ではありません",
    ),
    (
        "the extension says {}, the text is {…}",
        "拡張子は {} ですが、内容は {} です",
    ),
    ("there is no game in it", "対局がありません"),
    (
        "{} characters cannot be decoded, here and perhaps below",
        "ここから先に読み取れない文字が {} 個あります",
    ),
    // Moves.
    (
        "a move ({}) after the end of the game; kept beside it",
        "終局のあとに指し手（{}）があります。変化として残しました",
    ),
    (
        "move {}: {…}; the rest of this line of play is left out",
        "{} 手目：{}。この手順の残りは省きました",
    ),
    (
        "move number {} where {} was expected",
        "手数が {1} ではなく {0} になっています",
    ),
    (
        "'{}' where {…} is to move",
        "{1}の手番ですが '{0}' とあります",
    ),
    (
        "'{}' is not understood; left out",
        "'{}' は読み取れないので省きました",
    ),
    ("'{}' is not understood", "'{}' は読み取れません"),
    (
        "'{}' is an unknown end",
        "'{}' という終局は知られていません",
    ),
    (
        "'{}' is an unknown end of the game",
        "'{}' という終局は知られていません",
    ),
    (
        "a variation before the first move; left out",
        "初手より前に変化があるので省きました",
    ),
    (
        "a variation at move {}, which was not read; left out",
        "{} 手目が読めなかったので、その変化を省きました",
    ),
    (
        "')' closes no variation",
        "対応する変化のない ')' があります",
    ),
    ("a variation is not closed", "変化が閉じられていません"),
    (
        "the start position: {…}; the moves are left out",
        "開始局面：{}。指し手は省きました",
    ),
    (
        "'{}' is no handicap; taken for an even game",
        "'{}' という手合割はないので平手としました",
    ),
    ("{…}; the line is left out", "{}。この行は省きました"),
    // Boards.
    (
        "board row '{}' is not nine squares",
        "盤面の行 '{}' が 9 升ではありません",
    ),
    (
        "'{}' on the board stands for no piece",
        "盤面の '{}' は駒を表しません",
    ),
    (
        "'{}' in hand is no piece",
        "持ち駒の '{}' は駒ではありません",
    ),
    (
        "the diagram has {} rows instead of 9",
        "盤面の行が 9 ではなく {} です",
    ),
    ("'{}' stands for no piece", "'{}' は駒を表しません"),
    ("'{}' cannot be held in hand", "'{}' は持ち駒になりません"),
    // CSA.
    (
        "'{}' has no value; left out",
        "'{}' には値がないので省きました",
    ),
    (
        "'T{}' is no time; left out",
        "'T{}' は時間ではないので省きました",
    ),
    (
        "'{}' behind the moves; left out",
        "指し手のあとに '{}' があるので省きました",
    ),
    (
        "'{}' does not name pieces to remove",
        "'{}' は落とす駒を表しません",
    ),
    (
        "'{}' does not stand there at the start",
        "'{}' の場所にその駒はありません",
    ),
    (
        "rank {} is not nine squares",
        "{} 段目が 9 升ではありません",
    ),
    (
        "'{}' follows the nine squares",
        "9 升のうしろに '{}' があります",
    ),
    (
        "'{}' does not name pieces to place",
        "'{}' は置く駒を表しません",
    ),
    // JKF.
    ("no JSON: {}", "JSON ではありません：{}"),
    (
        "the JSON is broken here ({}); what comes before is kept",
        "JSON がここで壊れています（{}）。その前までは読みました",
    ),
    (
        "the JSON has neither header nor initial nor moves",
        "JSON に header も initial も moves もありません",
    ),
    (
        "the preset OTHER needs data",
        "preset の OTHER には data が必要です",
    ),
    ("'{}' is no preset", "'{}' という preset はありません"),
    (
        "the board is not nine by nine squares",
        "盤面が 9 × 9 升ではありません",
    ),
    (
        "the {} on {} belongs to nobody",
        "{1} の {0} がどちらの駒か分かりません",
    ),
    (
        "the number of {} in hand is broken",
        "持ち駒の {} の数が読み取れません",
    ),
    // What gets lost.
    (
        "fractions of seconds are dropped",
        "秒未満の時間は書き出せません",
    ),
    ("times are left out", "消費時間は書き出せません"),
    ("bookmarks are left out", "しおりは書き出せません"),
    (
        "the move number of the start, {}, is left out",
        "開始局面の手数 {} は書き出せません",
    ),
    ("variations are left out", "変化は書き出せません"),
    (
        "names and other headers are left out",
        "対局者名などのヘッダーは書き出せません",
    ),
    ("comments are left out", "コメントは書き出せません"),
    ("the end mark is left out", "終局の印は書き出せません"),
    (
        "the end '{}' has no name in CSA; written as a comment behind %CHUDAN",
        "終局 '{}' は CSA にないので、%CHUDAN のあとのコメントとして書きました",
    ),
    (
        "variations nested more than {} deep are left out",
        "{} 段より深い変化は書き出せません",
    ),
    (
        "CP932 has no '{}'; written as 〓 (UTF-8 keeps them: .kifu, .ki2u)",
        "CP932 に '{}' がないので 〓 と書きました（UTF-8 の .kifu、.ki2u なら残ります）",
    ),
    ("Western text", "英語表記"),
];
