//! Help for the commands on opening books.

use crate::language::sentence::Sentence;

pub(super) static BOOKS: &[Sentence] = &[
    (
        "Make, join, convert and read opening books (.db, .ybb, Apery's .bin)",
        "定跡（.db、.ybb、Apery の .bin）を作る、まとめる、変換する、調べる",
    ),
    (
        "Make a book by searching from the start of the game, best play first",
        "開始局面から、最善に近い手順を先に探索して定跡を作る",
    ),
    (
        "Can be killed at any time: the same command goes on where it stopped. With more --positions it also goes on from a finished book",
        "いつ中断してもよく、同じコマンドで続きから始まる。--positions を増やせば、でき上がった定跡からも続けられる",
    ),
    (
        "The book to write (.db, .ybb or .bin); the work is kept in FILE.journal",
        "書き出す定跡（.db、.ybb、.bin）。途中経過は FILE.journal に保存する",
    ),
    ("How many positions the book shall have", "定跡の局面の数"),
    (
        "Nodes searched for each position",
        "局面ごとに探索するノード数",
    ),
    ("Moves kept of each position", "局面ごとに残す手の数"),
    (
        "Positions searched at once; all cores if not given",
        "同時に探索する局面の数。なければすべてのコア",
    ),
    (
        "MiB of transposition table for each of them",
        "探索ごとの置換表の大きさ（MiB）",
    ),
    (
        "Moves that lose more than this against the best are not followed, in centipawns",
        "最善手よりこれ以上損な手の先には進まない（センチポーン）",
    ),
    (
        "What a ply counts against what its move loses, in centipawns: less makes deeper books",
        "1 手先へ進むことを何センチポーンの損とみなすか。小さいほど深い定跡になる",
    ),
    (
        "The last ply the book has moves for",
        "定跡に入れる最後の手数",
    ),
    (
        "Positions farther from even are not followed, in centipawns",
        "互角からこれ以上離れた局面の先には進まない（センチポーン）",
    ),
    (
        "Join books: of a move that several have, the deepest score holds and the counts are added up",
        "定跡をまとめる。同じ手は、深いほうの評価値を残し、出現回数を足し合わせる",
    ),
    (
        "The books; where they are equally deep, the later one holds",
        "まとめる定跡。深さが同じなら、あとのものを残す",
    ),
    (
        "The book to write; its ending says in which format",
        "書き出す定跡。形式は拡張子で決まる",
    ),
    (
        "Show what a book holds, and what is wrong with it",
        "定跡の内容と、正しくないところを表示する",
    ),
    ("The book", "定跡"),
    (
        "Write a book in another format, or cut it down to what matters most",
        "定跡をほかの形式で書き出す。または大切なところだけを残す",
    ),
    (
        "Keep only this many positions, those nearest to best play, and of their moves those within --margin",
        "最善に近い手順の局面をこの数だけ残し、手は --margin 以内のものを残す",
    ),
    (
        "Show what a book has about a position, with the default options of the engine",
        "局面について定跡にあるものを、エンジンの既定のオプションで表示する",
    ),
    (
        "Look into the file only where needed",
        "読み込まずにファイルを直接引く",
    ),
    (
        "Show what was played in the openings of games: moves, results, scores and players by position",
        "棋譜の序盤で指された手を数え、局面ごとに手、勝敗、評価値、対局者を表示する",
    ),
    (
        "Positions are the same whatever moves led to them. A game counts once in each",
        "どの手順で現れても同じ局面とみなす。ひとつの対局は、それぞれの局面で 1 回だけ数える",
    ),
    (
        "Records of any format, folders of them, or - for standard input",
        "棋譜（形式は問わない）か、棋譜のフォルダ。標準入力なら -",
    ),
    ("Moves of each game that count", "対局ごとに数える手数"),
    (
        "Leave out moves that fewer games have (not in JSON)",
        "この局数に満たない手を省く（JSON では省かない）",
    ),
    (
        "Write a page with the tree to this file",
        "木をページとしてこのファイルに書き出す",
    ),
];
