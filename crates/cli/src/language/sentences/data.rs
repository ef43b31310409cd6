//! Training data, training, and files that keep how far a work is.

use crate::language::sentence::Sentence;

pub(super) static DATA: &[Sentence] = &[
    ("{} is in use by another run", "{} はほかで使われています"),
    (
        "{} is no progress file of this command; it is left as it is",
        "{} はこのコマンドの途中経過のファイルではないので、そのままにします",
    ),
    (
        "the engine for browsers cannot be read: {}: {…}",
        "ブラウザー版のエンジンを読み取れません：{}: {…}",
    ),
    (
        "the interface is {}, not {}",
        "インターフェースが {1} ではなく {0} です",
    ),
    (
        "this is {}, the report is by {}",
        "これは {} です。レポートを書き出すのは {} です",
    ),
    (
        "the module {} is no JavaScript",
        "モジュール {} は JavaScript ではありません",
    ),
    // Files of games.
    (
        "nothing is written: all that was read is left out ({} games, records or damaged stretches)",
        "何も書き出しませんでした：読んだものをすべて省きました（{} 件の対局、局面、壊れた部分）",
    ),
    (
        "{}: the name ends in none of .games, .psv, .bin, .hcpe",
        "{}: 拡張子が .games、.psv、.bin、.hcpe のどれでもありません",
    ),
    (
        "{}: not a game file (it does not begin with KOMAGAME)",
        "{}: 対局のファイルではありません（KOMAGAME で始まっていません）",
    ),
    (
        "{}: game file of version {}; this program reads versions 1 to {}",
        "{}: 対局のファイルの版が {} です。このプログラムが読めるのは 1 から {} までです",
    ),
    (
        "{}: the header is damaged (its checksum is wrong)",
        "{}: ヘッダーが壊れています（チェックサムが違います）",
    ),
    (
        "a game of {} plies is too long for a record (at most 65535)",
        "{} 手の対局は長すぎます（最大 65535）",
    ),
    (
        "a header note of {} bytes is too long (at most 65535)",
        "ヘッダーの説明 {} バイトは長すぎます（最大 65535）",
    ),
    (
        "bytes {} to {} hold no whole game",
        "{} から {} バイト目に完全な対局がありません",
    ),
    (
        "the side to move could take the king",
        "手番の側が玉を取れます",
    ),
    (
        "no {…} king: the packed form needs both kings",
        "{}の玉がありません：両方の玉が必要です",
    ),
    (
        "more {} pieces than a shogi set has",
        "{} の駒が将棋の 1 組より多くあります",
    ),
    (
        "both kings stand on the same square",
        "両方の玉が同じ升にあります",
    ),
    (
        "no piece has the code found at bit {}",
        "{} ビット目の符号に当たる駒がありません",
    ),
    ("the start position: {…}", "開始局面：{}"),
    ("move {} of the game: {…}", "対局の {} 手目：{}"),
    ("the record has no move", "指し手がありません"),
    ("{} is no game result", "{} という勝敗はありません"),
    (
        "{} holds games made otherwise ({}); use another folder or seed",
        "{} には別の設定で作った対局があります（{}）。別のフォルダか乱数の種を指定してください",
    ),
    (
        "{} and {} have the same name; score them into different folders",
        "{} と {} の名前が同じです。別のフォルダに書き出してください",
    ),
    (
        "a number from 0 to below 1",
        "0 以上 1 未満の数にしてください",
    ),
    (
        "{} nodes a label, {} % bounds left away",
        "評価値ごとに {} ノード、上界や下界で省いたもの {} %",
    ),
    // How a game of a file ended.
    ("unknown", "不明"),
    ("proven mate", "詰みの証明"),
    ("score", "評価値"),
    ("too long", "最大手数"),
    ("resignation", "投了"),
    // Training.
    (
        "the run was started with other options: {}",
        "別のオプションで始めた学習です：{}",
    ),
    (
        "the positions are not those the run was started with; give the same files, or start anew without --resume",
        "学習を始めたときの局面と違います。同じファイルを指定するか、--resume なしで最初から始めてください",
    ),
    ("not a checkpoint", "チェックポイントではありません"),
    (
        "a checkpoint of another version",
        "別の版のチェックポイントです",
    ),
    (
        "the checkpoint is damaged (its checksum is wrong)",
        "チェックポイントが壊れています（チェックサムが違います）",
    ),
    ("cut short", "途中で切れています"),
    ("the head cannot be read", "先頭を読み取れません"),
    ("arrays of another size", "配列の大きさが違います"),
    (
        "{} is {}; it must be {…}",
        "{} が {} です。{}にしてください",
    ),
    ("at least 1", " 1 以上"),
    ("0 to 1", " 0 から 1 "),
    ("0 to lr", " 0 から lr "),
    ("0 to 0.9", " 0 から 0.9 "),
    ("0 to 0.99", " 0 から 0.99 "),
    ("0 to 0.9999", " 0 から 0.9999 "),
    ("1 to 256", " 1 から 256 "),
    ("1 to 1048576", " 1 から 1048576 "),
    ("1.5 to 4", " 1.5 から 4 "),
    ("above 0", " 0 より大きい数"),
    ("above 0, at most 1", " 0 より大きく 1 以下"),
    (
        "the network is {}, the run trains {}",
        "評価関数は {} ですが、学習するのは {} です",
    ),
    (
        "only K-P networks can be started from; begin from a checkpoint",
        "学習の出発点にできるのは K-P の評価関数だけです。チェックポイントから始めてください",
    ),
    (
        "network {}x2-{}-{}: the first layer must be a multiple of 64 up to 8192, the others 1 to 128",
        "評価関数 {}x2-{}-{}: 最初の層は 8192 までの 64 の倍数、ほかは 1 から 128 にしてください",
    ),
    (
        "SFNN {}-{}-{}: the first layer must be a multiple of 128 up to 8192, then 7, 15, 31 or 63, then 16, 32, 64, 96 or 128",
        "SFNN {}-{}-{}: 最初の層は 8192 までの 128 の倍数、次は 7、15、31、63 のどれか、その次は 16、32、64、96、128 のどれかにしてください",
    ),
    (
        "{} is there already: go on with --resume, or choose another --out",
        "{} はすでにあります。--resume で続けるか、別の --out を指定してください",
    ),
    (
        "no positions are left to learn from",
        "学習に使う局面が残っていません",
    ),
    (
        "{} positions are too many (at most 4294967295)",
        "局面 {} 個は多すぎます（最大 4294967295）",
    ),
    (
        "the network to start from has another shape",
        "出発点の評価関数の形が違います",
    ),
];
