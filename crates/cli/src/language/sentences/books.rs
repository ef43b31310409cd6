//! Opening books and how they are made.

use crate::language::sentence::Sentence;

pub(super) static BOOKS: &[Sentence] = &[
    (
        "its {} bytes are no whole number of 16-byte records",
        "大きさ {} バイトが 16 バイトの倍数ではありません",
    ),
    (
        "byte {} and the {} after it hold no line that begins with 'sfen '",
        "{} バイト目からの {} バイトに 'sfen ' で始まる行がありません",
    ),
    ("cannot use {}: {…}", "{} は使えません：{}"),
    (
        "this build has no built-in book",
        "この実行ファイルには内蔵の定跡がありません",
    ),
    (
        "{}: the name ends in none of .db, .ybb, .bin",
        "{}: 拡張子が .db、.ybb、.bin のどれでもありません",
    ),
    (
        "{} is no book of the format {…}: {…}",
        "{} は定跡（{}）ではありません：{}",
    ),
    ("YaneuraOu DB2016 (.db)", "やねうら王の定跡 DB2016 (.db)"),
    (
        "YaneuraOu binary book (.ybb)",
        "やねうら王のバイナリ定跡 (.ybb)",
    ),
    ("Apery book (.bin)", "Apery の定跡 (.bin)"),
    (
        "it is not sorted, so it was read whole",
        "並べ替えられていないので、すべて読み込みました",
    ),
    (
        "it has no position, and line {} is '{}'",
        "局面がありません。{} 行目は '{}' です",
    ),
    (
        "the journal {} was begun with other settings:\n  there: {}\n  now:   {}\nGive the same settings, or another --out",
        "作業記録 {} は別の設定で始められています：\n  記録: {}\n  今回: {}\n同じ設定にするか、別の --out を指定してください",
    ),
    (
        "it does not begin with YANE-BINBOOK-V1",
        "YANE-BINBOOK-V1 で始まっていません",
    ),
    (
        "it has flags of a later version ({})",
        "新しい版のフラグがあります（{}）",
    ),
    (
        "it claims {} positions, more than its {} bytes can hold",
        "局面の数 {} が、大きさ {} バイトに収まりません",
    ),
    (
        "the moves of position {} lie beyond its end",
        "{} 番目の局面の指し手がファイルの終わりを超えています",
    ),
    ("the network: {…}", "評価関数：{}"),
    (
        "{} exists, and is not of this command's making (there is no {})",
        "{} はすでにあり、このコマンドで作ったものではありません（{} がありません）",
    ),
    ("a search failed unexpectedly", "探索が異常終了しました"),
    (
        "games {}: Black won {}, White won {}, drawn {}",
        "{} 局：先手勝ち {}、後手勝ち {}、引き分け {}",
    ),
    (
        "games {}: Black won {}, White won {}, drawn {} (Black {} %)",
        "{} 局：先手勝ち {}、後手勝ち {}、引き分け {}（先手の勝率 {} %）",
    ),
    ("the built-in book: {…}", "内蔵の定跡：{…}"),
];
