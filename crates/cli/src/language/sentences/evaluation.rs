//! Evaluators, network files and what they say of a position.

use crate::language::sentence::Sentence;

pub(super) static EVALUATION: &[Sentence] = &[
    ("there is no {}", "{} がありません"),
    ("cannot load {…}", "読み込めません：{}"),
    ("not a file", "ファイルではありません"),
    (
        "there is auto, material and nnue",
        "使えるのは auto、material、nnue です",
    ),
    (
        "file ends at byte {}, inside {…} (bytes {} to {})",
        "ファイルが {} バイト目で、{}（{} から {} バイト目）の途中で終わっています",
    ),
    (
        "no NNUE file: version {} at byte 0, expected 0x7AF32F16",
        "NNUE のファイルではありません：先頭の版が {} です（正しくは 0x7AF32F16）",
    ),
    (
        "architecture string of {} bytes (length at byte 8), expected at most {}",
        "構造を表す文字列が {} バイトもあります（8 バイト目の長さ、最大 {}）",
    ),
    (
        "{} bytes fit no known architecture{…}; architecture string: \"{}\"",
        "大きさ {} バイトの構造は知られていません{}。構造を表す文字列：\"{}\"",
    ),
    (
        " ({} has {}: {} missing)",
        "（{} なら {} で、{} 足りません）",
    ),
    (
        " ({} has {}: {} too many)",
        "（{} なら {} で、{} 余ります）",
    ),
    ("{…} is not supported", "{}には対応していません"),
    (
        "compressed block at byte {}: {…}",
        "{} バイト目の圧縮されたブロック：{}",
    ),
    (
        "{…} hash {} at byte {}, expected {} for {}",
        "{2} バイト目の {0} のハッシュ値が {1} です（{4} では {3}）",
    ),
    (
        "architecture string says \"{}\", but the size is that of {}",
        "構造を表す文字列は \"{}\" ですが、大きさは {} のものです",
    ),
    (
        "{} '{}' in {…} ignored: not a number from {} to {}",
        "{2} の {0} '{1}' を無視します：{3} から {4} までの数ではありません",
    ),
    ("the architecture string", "構造を表す文字列"),
    (
        "length of the architecture string",
        "構造を表す文字列の長さ",
    ),
    ("architecture string", "構造を表す文字列"),
    ("the HalfKPE9 feature set", "HalfKPE9 の特徴量"),
    ("the HalfRelativeKP feature set", "HalfRelativeKP の特徴量"),
    ("a threat feature set", "脅威特徴量"),
    (
        "a network with progress buckets",
        "進行度によるバケットのある評価関数",
    ),
    (
        "an SFNN with progress buckets",
        "進行度によるバケットのある SFNN ",
    ),
    (
        "an SFNN with {} layer stacks (1 and 9 are)",
        "レイヤースタックが {} 個の SFNN （1 個と 9 個だけです）",
    ),
    (
        "an nnue-pytorch layer stack file (version {})",
        "nnue-pytorch のレイヤースタックのファイル（版 {}）",
    ),
    ("an SFNN of {} with {} lanes", "{} で幅が {} の SFNN "),
    (
        "an SFNN without compressed blocks whose architecture string \"{}\" gives no sizes",
        "圧縮されておらず、構造を表す文字列 \"{}\" から大きさの分からない SFNN ",
    ),
    (
        "{} weights fit no feature set with {} lanes",
        "重み {} 個に合う、幅 {} の特徴量がありません",
    ),
    (
        "{} values are no feature transformer",
        "値 {} 個の特徴変換器はありません",
    ),
    (
        "no 16-bit number at byte {} of the file",
        "ファイルの {} バイト目に 16 ビットの数がありません",
    ),
    (
        "no network file can ask for {}",
        "{} を書ける評価関数のファイルはありません",
    ),
    ("the built-in network: {…}", "内蔵の評価関数：{}"),
    (
        "the built-in network cannot be unpacked",
        "内蔵の評価関数を展開できません",
    ),
    (
        "the file has changed since it was loaded",
        "読み込んだあとでファイルが変わっています",
    ),
    ("hash of the feature transformer", "特徴変換器のハッシュ値"),
    ("feature transformer", "特徴変換器"),
    ("feature transformer biases", "特徴変換器のバイアス"),
    ("feature transformer weights", "特徴変換器の重み"),
    ("hash of the network", "評価関数のハッシュ値"),
    ("hash of a layer stack", "レイヤースタックのハッシュ値"),
    ("first hidden layer", "第 1 中間層"),
    ("second hidden layer", "第 2 中間層"),
    ("output layer", "出力層"),
    ("compressed block", "圧縮されたブロック"),
    ("length of a compressed block", "圧縮されたブロックの長さ"),
    // The scale and where it comes from.
    ("FV_SCALE {} ({…})", "FV_SCALE {}（{}）"),
    ("default", "既定値"),
    ("option", "オプション"),
    ("network header", "評価関数のファイル"),
    // What an evaluator says of itself and of a position.
    ("evaluator: {…}", "評価関数: {}"),
    ("{}, hash {}, {…}, built in", "{}、ハッシュ {}、{}、内蔵"),
    ("{}, hash {}, {…}, {}", "{}、ハッシュ {}、{}、{}"),
    ("material evaluator", "駒得だけの評価"),
    (
        "{}: {…}; using the built-in {…}",
        "{}: {}。内蔵の{}を使います",
    ),
    ("{…} (there is no {})", "{}（{} がありません）"),
    ("network", "評価関数"),
    (
        "evaluation {} for {…} to move ({…}), {} centipawns, {} for Black",
        "評価 {}（{}番、{}）、{} センチポーン、先手から見て {}",
    ),
    ("material, as a king is missing", "玉がないので駒得"),
    ("material", "駒得"),
    (
        "each piece and its worth to its owner, in centipawns",
        "それぞれの駒と、持ち主にとっての価値（センチポーン）",
    ),
    ("nothing", "なし"),
];
