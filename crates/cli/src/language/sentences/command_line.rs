//! Errors of the commands themselves.

use crate::language::sentence::Sentence;

pub(super) static COMMAND_LINE: &[Sentence] = &[
    ("{}: {…}", "{}: {}"),
    ("{} problem", "{} 件の問題"),
    ("{} problems", "{} 件の問題"),
    ("1 move", "1 手"),
    ("{} moves", "{} 手"),
    ("1 game", "1 局"),
    ("{} games", "{} 局"),
    ("1 pair", "1 組"),
    ("{} pairs", "{} 組"),
    ("cannot write the output: {…}", "出力できません：{}"),
    (
        "{}: there is such a file already; --force overwrites it",
        "{}: すでにファイルがあります。上書きするには --force を付けてください",
    ),
    (
        "{}: there is such a file already",
        "{}: すでにファイルがあります",
    ),
    (
        "{}: this is a folder, and a file is to be written",
        "{}: フォルダなので、ファイルとして書き出せません",
    ),
    (
        "{}: this is a file, and a folder is needed",
        "{}: ファイルです。フォルダを指定してください",
    ),
    ("{}: there is no folder {}", "{}: フォルダ {} がありません"),
    (
        "{}: nothing can be written there: {…}",
        "{}: 書き込めません：{}",
    ),
    // The position and the evaluator.
    (
        "the position cannot be used: {…}",
        "この局面は使えません：{}",
    ),
    (
        "the position cannot be read: {…}",
        "局面を読み取れません：{}",
    ),
    (
        "the text holds {} games or positions, not one",
        "テキストに対局か局面が {} 個あります。1 個にしてください",
    ),
    (
        "cannot read standard input: {…}",
        "標準入力を読み取れません：{}",
    ),
    (
        "move {} of --moves cannot be played: {…}",
        "--moves の {} 手目は指せません：{}",
    ),
    (
        "there is no handicap '{}'; there are: {}",
        "'{}' という手合割はありません。使えるのは {} です",
    ),
    (
        "--evaluator material uses no --net",
        "--evaluator material では --net を使いません",
    ),
    ("cannot read {}: {…}", "{} を読み取れません：{}"),
    // analyse
    (
        "files are written of games only: GAME is missing",
        "ファイルに書き出せるのは棋譜解析だけです。GAME を指定してください",
    ),
    (
        "--json takes a file with a GAME only, and the GAME goes before it",
        "--json にファイルを指定できるのは棋譜解析だけです。GAME は --json の前に書いてください",
    ),
    ("{}: there is no game in it", "{}: 対局がありません"),
    (
        "{…} in the records; what could be read was analysed",
        "棋譜に {}があります。読めたところは解析しました",
    ),
    (
        "{} is a record to analyse; name another file",
        "{} は解析する棋譜です。別のファイルを指定してください",
    ),
    (
        "{} would be written twice",
        "{} に 2 度書き出すことになります",
    ),
    (
        "no engine for the report (scripts/build-web makes it, --engine=WEB names its folder): {…}",
        "レポートに入れるエンジンがありません（scripts/build-web で作成し、そのフォルダを --engine=WEB で指定できます）：{}",
    ),
    (
        "only one file of one game can go to standard output",
        "標準出力に書き出せるのは 1 局の 1 つのファイルだけです",
    ),
    // book
    ("there is no game to count", "数える対局がありません"),
    (
        "{…} in the records; what could be read was counted",
        "棋譜に {}があります。読めたところは数えました",
    ),
    // convert, show
    (
        "{…} in {…}; what could be read was converted",
        "{1}に {0}があります。読めたところは変換しました",
    ),
    ("the record", "棋譜"),
    ("the records", "棋譜"),
    (
        "{}: --to has to name the format to write ({})",
        "{}: 書き出す形式を --to で指定してください（{}）",
    ),
    (
        "--to {}: there is no such format; there are: {}",
        "--to {}: その形式はありません。使えるのは {} です",
    ),
    (
        "{}: there is no record in it that can be read",
        "{}: 読める棋譜がありません",
    ),
    (
        "a folder is converted into a folder, not to standard output",
        "フォルダの変換先はフォルダです。標準出力には書き出せません",
    ),
    (
        "there is no game {}; the file has {}",
        "{} 局目はありません。ファイルにあるのは {} 局です",
    ),
    (
        "there is no ply {}; the main line has {…}",
        "{} 手目はありません。本譜は {}です",
    ),
    (
        "move {} of --arrow cannot be played: {…}",
        "--arrow の {} 手目は指せません：{}",
    ),
    // mate
    ("{}: there is no problem in it", "{}: 問題がありません"),
    (
        "{…} in the files; what could be read was solved",
        "ファイルに {}があります。読めたところは解きました",
    ),
    // net
    ("there is no built-in network", "内蔵の評価関数がありません"),
    (
        "no network was loaded",
        "評価関数のファイルが読み込まれていません",
    ),
    // openings, match
    (
        "the fewest moves ({}) are more than the most ({})",
        "最少の手数（{}）が最多の手数（{}）より多くなっています",
    ),
    (
        "only {} balanced starts were found, not {}",
        "互角の開始局面は {1} 個のうち {0} 個しか見つかりませんでした",
    ),
    ("{…} ended by a fault", "不具合で終わった対局が {} あります"),
    (
        "an option is written Name=Value",
        "オプションは Name=Value と書いてください",
    ),
    (
        "cannot find myself: {…}",
        "自分の実行ファイルが見つかりません：{}",
    ),
    (
        "{} whole numbers with commas between them are needed",
        "コンマで区切った {} 個の整数が必要です",
    ),
    // Training.
    ("there are: {}", "使えるのは {} です"),
    (
        "it must look like 256x2-32-32, sfnn-512-15-32 or sfnn-512-15-32-k3k3",
        "256x2-32-32、sfnn-512-15-32、sfnn-512-15-32-k3k3 のように書いてください",
    ),
    (
        "{}: no scored position that counts is among the deep ones too",
        "{}: 評価値のある局面が、深く読んだものの中に 1 つもありません",
    ),
    ("the work failed unexpectedly", "処理が異常終了しました"),
    ("the games of the match", "対局の記録"),
    (
        "{}: there is no game in it that can be converted",
        "{}: 変換できる対局がありません",
    ),
];
