//! Help for the commands on single positions: perft, bench, eval, show, and networks.

use crate::language::sentence::Sentence;

pub(super) static POSITIONS: &[Sentence] = &[
    (
        "Count the legal move sequences of a length",
        "合法手の手順を数える",
    ),
    ("Plies to look ahead", "何手先まで数えるか"),
    ("Use all cores", "すべてのコアを使う"),
    (
        "Show the count after each first move",
        "初手ごとの数を表示する",
    ),
    (
        "Search a fixed set of positions; with one thread the node count is the same on every machine",
        "決まった局面の組を探索する。1 スレッドなら、ノード数はどのパソコンでも同じ",
    ),
    (
        "Plies to search each position [default: 12]",
        "局面ごとの深さ [既定値: 12]",
    ),
    ("Nodes to search in each position", "局面ごとのノード数"),
    (
        "Milliseconds to search each position",
        "局面ごとの時間（ミリ秒）",
    ),
    (
        "Solve mate problems of 1, 3, 5 and 7 plies instead, on one thread",
        "かわりに 1、3、5、7 手詰の問題を 1 スレッドで解く",
    ),
    (
        "Show a position and its evaluation",
        "局面とその評価を表示する",
    ),
    (
        "Show what each piece is worth where it stands: how far the value falls for its owner without it",
        "それぞれの駒の価値（その駒がないと、持ち主の評価がどれだけ下がるか）を表示する",
    ),
    (
        "Show a position on the terminal, or write it as an SVG picture",
        "局面を端末に表示する。または SVG の画像として書き出す",
    ),
    (
        "A game record or board of any format, or - for standard input; the last position is shown",
        "棋譜か盤面のファイル。形式は問わない。標準入力なら -。最後の局面を表示する",
    ),
    (
        "The position after this many moves of the record",
        "この手数の局面を表示する",
    ),
    (
        "The game of the record to show, if it holds several",
        "棋譜に対局がいくつもあるとき、何局目を表示するか",
    ),
    ("Letters instead of kanji", "漢字のかわりに英字で表示する"),
    ("White at the bottom", "後手を下にする"),
    ("Colours on the terminal", "端末に色を付けるかどうか"),
    (
        "If standard output is a terminal that knows colours, and NO_COLOR is not set",
        "標準出力が色を出せる端末で、NO_COLOR が設定されていなければ付ける",
    ),
    (
        "Write a picture to this file instead of showing the board",
        "盤面を表示せず、画像としてこのファイルに書き出す",
    ),
    (
        "Moves to draw as arrows into the picture, in USI notation",
        "画像に矢印で描く手（USI の表記）",
    ),
    ("Look into network files", "評価関数のファイルを調べる"),
    (
        "Show a file's architecture, sizes, hashes and scale, and what is odd about it",
        "ファイルの構造、大きさ、ハッシュ値、尺度と、おかしなところを表示する",
    ),
    ("The network file", "評価関数のファイル"),
    (
        "Write the built-in network as a file that other engines can load (nn.bin)",
        "内蔵の評価関数を、ほかのエンジンで読み込めるファイル（nn.bin）として書き出す",
    ),
    (
        "Have its architecture string ask for this FV_SCALE",
        "構造を表す文字列にこの FV_SCALE を書く",
    ),
    (
        "Have it say that N of its output are odds of e to 1",
        "出力 N で勝ち負けの見込みが e 対 1 になると書く",
    ),
];
