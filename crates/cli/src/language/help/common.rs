//! Help for what several commands have, and for the command line as a whole.

use crate::language::sentence::Sentence;

pub(super) static COMMON: &[Sentence] = &[
    (
        "Komadai, a USI shogi engine. Without a command it speaks USI on standard input and output",
        "Komadai は USI に対応した将棋エンジンです。コマンドがなければ、標準入力と標準出力で USI をやりとりします",
    ),
    (
        "The language to speak to people in, whatever the environment says (LC_ALL, LC_MESSAGES, LANG)",
        "メッセージの言語。環境変数（LC_ALL、LC_MESSAGES、LANG）より優先する",
    ),
    ("Messages in English", "英語のメッセージ"),
    ("Messages in Japanese", "日本語のメッセージ"),
    (
        "Print help (see more with '--help')",
        "使い方を表示する（詳しくは '--help'）",
    ),
    (
        "Print help (see a summary with '-h')",
        "使い方を表示する（短くは '-h'）",
    ),
    ("Print version", "版を表示する"),
    (
        "Print this message or the help of the given subcommand(s)",
        "この説明か、コマンドごとの使い方を表示する",
    ),
    ("Print JSON", "JSON で表示する"),
    (
        "The position: SFEN, `startpos` or a USI `position` line, with moves or without, the text of a record (its last position) or of a board (BOD, CSA), or - for any of these on standard input; the start of an even game if not given",
        "局面：SFEN、`startpos`、USI の `position` の行（指し手はあってもなくてもよい）、棋譜（最後の局面）や盤面（BOD、CSA）のテキスト。標準入力から読むなら -。なければ平手の開始局面",
    ),
    (
        "The start of a handicap game: lance, right-lance, bishop, rook, rook-lance, two, three, four, five, left-five, six, left-seven, right-seven, eight, ten, three-pawns",
        "駒落ちの開始局面：lance（香落ち）、right-lance（右香落ち）、bishop（角落ち）、rook（飛車落ち）、rook-lance（飛香落ち）、two（二枚落ち）、three、four、five、left-five、six、left-seven、right-seven、eight、ten（十枚落ち）、three-pawns（歩三兵）",
    ),
    (
        "Moves to play from there, in USI notation",
        "そこから指す手（USI の表記）",
    ),
    (
        "The network file to value positions with",
        "評価関数のファイル",
    ),
    (
        "auto (a network where there is one), material or nnue",
        "auto（評価関数のファイルがあれば使う）、material（駒得だけ）、nnue",
    ),
    (
        "What to divide the network's output by; if not given, what its files say",
        "評価関数の出力を割る数。なければファイルに書かれている値",
    ),
    ("How to write the moves", "指し手の表記"),
    ("Search threads", "探索スレッドの数"),
    (
        "Size of the transposition table in MiB",
        "置換表の大きさ（MiB）",
    ),
    ("Nodes for each move", "1 手ごとのノード数"),
    (
        "Starts: a file with a line `startpos moves ...` or `sfen ...` for each [default: the built-in book, where its lines end]",
        "開始局面のファイル。1 行に 1 つ、`startpos moves ...` か `sfen ...` と書く [既定値: 内蔵の定跡の手順の末端]",
    ),
    ("Overwrite the file", "ファイルを上書きする"),
    ("Overwrite files", "ファイルを上書きする"),
    (
        "The file to write; not overwritten unless --force",
        "書き出すファイル。--force がなければ上書きしない",
    ),
];
