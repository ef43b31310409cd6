//! Positions, moves and the rules of the game.

use crate::language::sentence::Sentence;

pub(super) static POSITIONS: &[Sentence] = &[
    ("Black", "先手"),
    ("White", "後手"),
    // Moves.
    (
        "'{}' is no move (such as 7g7f, 8h2b+ or P*5e)",
        "'{}' は指し手ではありません（7g7f、8h2b+、P*5e のように書きます）",
    ),
    (
        "'{}' is no square (a file 1-9 and a rank a-i, such as 7f)",
        "'{}' は升ではありません（7f のように 1 から 9 の筋と a から i の段で書きます）",
    ),
    (
        "{}: the side to move has no such piece there",
        "{}: 手番の側の駒がそこにありません",
    ),
    (
        "{}: the piece cannot go there",
        "{}: その駒はそこへ行けません",
    ),
    ("{}: no promotion is possible", "{}: 成れません"),
    (
        "{}: the piece could never move again from there",
        "{}: 行き所のない駒になります",
    ),
    ("{}: a second pawn on the file", "{}: 二歩です"),
    ("{}: a pawn drop must not give mate", "{}: 打ち歩詰めです"),
    ("{}: the king would be in check", "{}: 玉に王手がかかります"),
    (
        "'{}' is no move in {…} notation",
        "'{}' は{}の指し手ではありません",
    ),
    ("Japanese", "日本語表記"),
    ("Western", "英語表記"),
    (
        "'{}' refers to the square of the move before, and there is none",
        "'{}' は前の手と同じ升を指しますが、前の手がありません",
    ),
    (
        "'{}': {…} has no such piece that can go there",
        "'{}': そこへ行ける{}の駒がありません",
    ),
    (
        "'{}': no such piece of {…} stands on {}",
        "'{}': {2} に{1}のその駒がありません",
    ),
    (
        "'{}' fits {} moves: {}",
        "'{}' に当たる手が {} 通りあります：{}",
    ),
    ("'{}' is illegal: {…}", "'{}' は反則です：{}"),
    (
        "'{}' is no move in CSA notation",
        "'{}' は CSA の指し手ではありません",
    ),
    ("'{}': {…} is to move", "'{}': {}の手番です"),
    (
        "'{}': no such piece of {…} stands there",
        "'{}': そこに{}のその駒がありません",
    ),
    (
        "'{}' is no entering-king rule",
        "'{}' という入玉のルールはありません",
    ),
    // SFEN.
    ("the SFEN is empty", "SFEN が空です"),
    (
        "'{}' in the board stands for no piece",
        "盤面の '{}' は駒を表しません",
    ),
    (
        "'+' in the board is not followed by a piece that promotes",
        "盤面の '+' のうしろに成れる駒がありません",
    ),
    (
        "rank {} of the board has {} squares instead of 9",
        "盤面の {} 段目の升が 9 ではなく {} です",
    ),
    (
        "the board has {} ranks instead of 9",
        "盤面の段が 9 ではなく {} です",
    ),
    (
        "the side to move is '{}' instead of b or w",
        "手番が b か w ではなく '{}' です",
    ),
    (
        "the pieces in hand '{}' cannot be read",
        "持ち駒 '{}' を読み取れません",
    ),
    (
        "the move number '{}' is no number",
        "手数 '{}' が数ではありません",
    ),
    (
        "'{}' follows the end of the SFEN",
        "SFEN のうしろに '{}' があります",
    ),
    (
        "{} {…} on board and in hand, a set has {}",
        "盤上と持ち駒の{1}が {0} 枚あります。1 組にあるのは {2} 枚です",
    ),
    ("{…} has more than one king", "{}の玉が 2 枚以上あります"),
    (
        "{…} has two pawns on file {}",
        "{}の歩が {} 筋に 2 枚あります",
    ),
    (
        "the {…} on {} can never move",
        "{1} の{0}は行き所がありません",
    ),
    ("pawn", "歩"),
    ("lance", "香"),
    ("knight", "桂"),
    ("silver", "銀"),
    ("gold", "金"),
    ("bishop", "角"),
    ("rook", "飛"),
    ("king", "玉"),
    ("pawns", "歩"),
    ("lances", "香"),
    ("knights", "桂"),
    ("silvers", "銀"),
    ("golds", "金"),
    ("bishops", "角"),
    ("rooks", "飛"),
    ("kings", "玉"),
    // Scores.
    ("better hands", "優等局面"),
    ("worse hands", "劣等局面"),
    ("won by rule", "規定勝ち"),
    ("lost by rule", "規定負け"),
    ("mate in {}", "{} 手詰"),
    ("mated in {}", "{} 手で詰まされる"),
    ("mated", "詰み"),
    (">= {…}", ">= {}"),
    ("<= {…}", "<= {}"),
    // The board in letters.
    ("{…} to move, move {}", "{}番、{} 手目"),
    ("{…} in hand: {…}", "{}の持ち駒: {}"),
    ("{…} in hand:", "{}の持ち駒:"),
    ("in check from {}", "王手：{}"),
];
