//! Help for the commands on game records and tsume problems: analyse, convert, mate.

use crate::language::sentence::Sentence;

pub(super) static RECORDS: &[Sentence] = &[
    (
        "Search a position and show the best lines, or analyse whole games",
        "局面を探索して候補手を表示する。または棋譜を解析する",
    ),
    (
        "With GAME every position of its main line is searched, several at a time; without, the position that --sfen, --handicap and --moves name",
        "GAME を指定すると、本譜のすべての局面をいくつか同時に探索する。なければ --sfen、--handicap、--moves で指定した局面を探索する",
    ),
    (
        "A game record of any format, a folder of them, or - for standard input",
        "棋譜のファイル（形式は問わない）か、棋譜のフォルダ。標準入力なら -",
    ),
    ("How many of the best lines to show", "表示する候補手の数"),
    (
        "Think this long, in milliseconds [default: 5000; in games 1000 for each position]",
        "思考時間（ミリ秒） [既定値: 5000、棋譜解析では 1 局面 1000]",
    ),
    ("Search this many nodes", "探索するノード数"),
    ("Search this many plies", "探索する深さ"),
    (
        "Search threads; in games so many positions at a time [default: all cores, up to 16 for one position]",
        "探索スレッドの数。棋譜解析では同時に探索する局面の数 [既定値: すべてのコア、1 局面なら最大 16]",
    ),
    (
        "Size of the transposition table in MiB, in games of each search [default: 256; in games by time or nodes]",
        "置換表の大きさ（MiB）。棋譜解析では探索ごとの大きさ [既定値: 256、棋譜解析では時間かノード数による]",
    ),
    (
        "Write JSON: of a position to standard output, of a game to this file",
        "JSON で書き出す。局面なら標準出力に、棋譜解析ならこのファイルに",
    ),
    (
        "Write a report for people of the game: one HTML file",
        "人が読むためのレポートを 1 つの HTML ファイルに書き出す",
    ),
    (
        "Put the engine into the report, so that it thinks about moves that the reader tries [default WEB: the folder web beside the executable]",
        "レポートにエンジンを入れ、読む人が指した手を検討できるようにする [WEB の既定値: 実行ファイルと同じ場所のフォルダ web]",
    ),
    ("Write a table of the moves", "指し手の表を書き出す"),
    (
        "Write the record as KIF with comments that GUIs read",
        "GUI が読めるコメントを付けて KIF で書き出す",
    ),
    (
        "Write the record as CSA with comments as on floodgate",
        "floodgate と同じコメントを付けて CSA で書き出す",
    ),
    (
        "Keep finished positions in this file, to go on after an interruption [default: the first file written, with .progress added]",
        "中断のあとで続けられるように、終わった局面を保存するファイル [既定値: 最初に書き出すファイルの名前に .progress を足したもの]",
    ),
    (
        "Convert game records between file formats",
        "棋譜の形式を変換する",
    ),
    (
        "The formats go by extension: .kif .ki2 (CP932), .kifu .ki2u (UTF-8), .csa, .jkf, .usi, .sfen, .txt (Western notation). What cannot be read is named with its line and left out, and the exit code is 3 then; what the new format cannot hold is named too. The games of a match (`match --records`) become a file each in a folder, or one file of all",
        "形式は拡張子で決まる：.kif .ki2（CP932）、.kifu .ki2u（UTF-8）、.csa、.jkf、.usi、.sfen、.txt（英語表記）。読めないところは行番号とともに示して省き、このときの終了コードは 3。新しい形式に入らないものも示す。対局の記録（`match --records`）は、フォルダの中の 1 局ずつのファイルか、全体で 1 つのファイルになる",
    ),
    (
        "The file to read, a folder of records, the games of a match, or - for standard input",
        "読むファイル、棋譜のフォルダ、または対局の記録。標準入力なら -",
    ),
    (
        "The file to write, - for standard output, or the folder for those of a folder; nothing is overwritten unless --force",
        "書き出すファイル。標準出力なら -。フォルダを変換するときは出力先のフォルダ。--force がなければ上書きしない",
    ),
    (
        "The format to write, as an extension (kif, kifu, csa, ...), where OUT is a folder or -, or whatever its own says [default for a match: kif]",
        "書き出す形式を表す拡張子（kif、kifu、csa など）。OUT がフォルダか - のとき、または OUT の拡張子と違う形式にするとき [対局の記録の既定値: kif]",
    ),
    (
        "The encoding to write, whatever the extension says",
        "書き出す文字コード。拡張子より優先する",
    ),
    (
        "The version of CSA files [default: 2.2 if that is enough, else 3.0]",
        "CSA の版 [既定値: 足りるなら 2.2、そうでなければ 3.0]",
    ),
    (
        "CP932, the Shift JIS of Windows",
        "CP932（Windows の Shift JIS）",
    ),
    (
        "Whole seconds, no statement of the encoding",
        "秒単位の時間。文字コードは書かない",
    ),
    (
        "Milliseconds, the encoding on the first line",
        "ミリ秒単位の時間。文字コードを最初の行に書く",
    ),
    (
        "Solve tsume problems: mates by checks, the shortest against the longest defence",
        "詰将棋を解く。王手の連続による最短の詰みを、最長の受けに対して求める",
    ),
    (
        "Files of any record format, with one or many problems each: SFEN positions (one a line), KIF and BOD diagrams, CSA. The defender holds all that is left unless the file says what he holds",
        "ファイルの形式は問わず、問題はいくつあってもよい：SFEN（1 行に 1 問）、KIF や BOD の図面、CSA。玉方の持ち駒は、ファイルに書かれていなければ残り全部",
    ),
    (
        "Files of problems, or folders of them; - for standard input",
        "問題のファイルか、そのフォルダ。標準入力なら -",
    ),
    (
        "Think this long about each problem, in milliseconds [default: 10000]",
        "1 問ごとの思考時間（ミリ秒） [既定値: 10000]",
    ),
    (
        "Visit this many positions for each problem",
        "1 問ごとに調べる局面の数",
    ),
    (
        "Problems solved at once [default: all cores]",
        "同時に解く問題の数 [既定値: すべてのコア]",
    ),
    (
        "Memory for each problem in MiB",
        "1 問ごとのメモリー（MiB）",
    ),
    (
        "Confirm or refute that the mate takes this many plies",
        "この手数で詰むことを確かめる（または否定する）",
    ),
    (
        "Look for other solutions of at most this many plies in all",
        "全体でこの手数以内の余詰を探す",
    ),
    (
        "A hand that the file does not give is empty",
        "ファイルに書かれていない持ち駒はないものとする",
    ),
    (
        "Write JSON to this file instead of text; to standard output without OUT",
        "テキストのかわりに JSON をこのファイルに書き出す。OUT がなければ標準出力に書き出す",
    ),
    (
        "Keep answers in this file, to go on after an interruption [default: the JSON file with .progress added]",
        "中断のあとで続けられるように、答えを保存するファイル [既定値: JSON のファイル名に .progress を足したもの]",
    ),
];
