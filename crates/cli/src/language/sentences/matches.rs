//! Matches between engines, and what ends a game.

use crate::language::sentence::Sentence;

pub(super) static MATCHES: &[Sentence] = &[
    (
        "'{}' needs a whole number after it in go text '{}'",
        "go の言葉 '{1}' の '{0}' のあとに整数が必要です",
    ),
    (
        "'{}' makes no sense in a match, in go text '{}'",
        "go の言葉 '{1}' の '{0}' は対局では使えません",
    ),
    (
        "go text '{}' limits nothing (such as nodes 10000, depth 8, movetime 500, byoyomi 1000)",
        "go の言葉 '{}' に制限がありません（nodes 10000、depth 8、movetime 500、byoyomi 1000 など）",
    ),
    (
        "'{}' in the go text is not understood in process",
        "go の言葉の '{}' は、同じプロセスの中では使えません",
    ),
    (
        "{} exists already; go on with it by --resume or name another file",
        "{} はすでにあります。--resume で続けるか、別のファイルを指定してください",
    ),
    ("{} line {}: {…}", "{} の {} 行目：{}"),
    (
        "{} holds a different match: {…}",
        "{} は別の対局の記録です：{}",
    ),
    (
        "{} was {} and is now {}",
        "{} が {} から {} に変わっています",
    ),
    (
        "{} was {} and is now {}; {…}",
        "{} が {} から {} に変わっています。{}",
    ),
    ("no record file of a match", "対局の記録ではありません"),
    (
        "no record file of a match: {}",
        "対局の記録ではありません：{}",
    ),
    (
        "game {} stands here a second time",
        "{} 局目が 2 度あります",
    ),
    (
        "format {} is not format {}, which this version writes",
        "形式 {} は、この版が書き出す形式 {} ではありません",
    ),
    (
        "the number of games must be even and above 0, not {}: every start is played twice",
        "対局数は 0 より大きい偶数にしてください（指定は {}）。どの開始局面でも 2 局ずつ指します",
    ),
    (
        "{} games need {} different starts, but there are only {}",
        "{} 局には開始局面が {} 個必要ですが、{} 個しかありません",
    ),
    ("{} cannot be started: {…}", "{} を起動できません：{}"),
    ("game {}: {…}", "{} 局目：{}"),
    (
        "game {} of the records begins with '{}' instead of '{}'",
        "記録の {} 局目は '{2}' ではなく '{1}' で始まっています",
    ),
    (
        "cannot read the starts {}: {…}",
        "開始局面のファイル {} を読み取れません：{}",
    ),
    ("{}, line {}: {…}", "{} の {} 行目：{}"),
    (
        "a start begins with 'startpos' or 'sfen', not '{}'",
        "開始局面は 'startpos' か 'sfen' で始めます。'{}' は使えません",
    ),
    ("move {}, {…}", "{} 手目、{}"),
    (
        "no game can start here: {…}",
        "ここから対局を始められません：{}",
    ),
    ("there is no legal move", "合法手がありません"),
    ("the position is repeated", "同じ局面が繰り返されています"),
    ("a king is missing", "玉がありません"),
    (
        "the side not to move is in check",
        "手番でない側に王手がかかっています",
    ),
    (
        "'{}' is not ELO0,ELO1 (two numbers, such as 0,5)",
        "'{}' は ELO0,ELO1（0,5 のような 2 つの数）ではありません",
    ),
    (
        "ELO0 must be below ELO1, both between -2000 and 2000, in '{}'",
        "'{}' の ELO0 は ELO1 より小さく、どちらも -2000 から 2000 までにしてください",
    ),
    (
        "the chance of error must lie between 0 and 0.5",
        "誤る確率は 0 から 0.5 までにしてください",
    ),
    // Faults.
    (
        "{} ms used of {} ms",
        "{1} ミリ秒のところ {0} ミリ秒使いました",
    ),
    ("bestmove '{}' in {}", "{1} での bestmove '{0}'"),
    ("{…}, in {}", "{}、{} にて"),
    ("declared under {} in {}", "{} のもとで {} にて宣言"),
    // Ends.
    ("mate", "詰み"),
    ("no moves", "合法手なし"),
    ("resign", "投了"),
    ("declaration", "入玉宣言"),
    ("declaration draw", "入玉宣言による引き分け"),
    ("try", "トライルール"),
    ("repetition", "千日手"),
    ("perpetual check", "連続王手の千日手"),
    ("max moves", "最大手数"),
    ("adjudicated loss", "判定負け"),
    ("adjudicated draw", "判定による引き分け"),
    ("illegal move", "反則"),
    ("false declaration", "誤った入玉宣言"),
    ("time", "時間切れ"),
    ("crash", "異常終了"),
    ("hang", "無応答"),
    // What limits a move.
    ("{} nodes", "{} ノード"),
    ("{} ms", "持ち時間 {} ミリ秒"),
    ("{} ms a move", "1 手に {} ミリ秒加算"),
    ("{} ms byoyomi", "秒読み {} ミリ秒"),
    (
        "{} ms + {} ms a move",
        "持ち時間 {} ミリ秒、1 手に {} ミリ秒加算",
    ),
    (
        "{} ms + {} ms byoyomi",
        "持ち時間 {} ミリ秒、秒読み {} ミリ秒",
    ),
    (
        "{} ms a move + {} ms byoyomi",
        "1 手に {} ミリ秒加算、秒読み {} ミリ秒",
    ),
    (
        "{} ms + {} ms a move + {} ms byoyomi",
        "持ち時間 {} ミリ秒、1 手に {} ミリ秒加算、秒読み {} ミリ秒",
    ),
    ("A {…}, B {…}", "A {}、B {}"),
    // A line for each game.
    (
        "game {}/{} {} is Black: {…}, {…}, {…} | {}",
        "対局 {}/{} 先手 {}：{…}、{…}、{…} | {}",
    ),
    ("{} wins", "{} の勝ち"),
    ("draw", "引き分け"),
    // The summary, line by line.
    ("match      A {} against B {}", "対局       A {} 対 B {}"),
    (
        "games      {} counted in {} pairs, {} finished in {} s",
        "対局数     集計 {} 局（{} 組）、終了 {} 局、{} 秒",
    ),
    ("score of A {} ({} %)", "A の成績   {}（{} %）"),
    (
        "pairs      {} (with 0, 1/2, 1, 3/2 and 2 points)",
        "組         {}（0、1/2、1、3/2、2 点の組の数）",
    ),
    ("Elo        {} (95 %)", "Elo        {}（95 %）"),
    (
        "SPRT       {} against {} Elo: LLR {}, bounds {} and {}: {…}",
        "SPRT       Elo {} 対 {}：LLR {}、境界 {} と {}：{…}",
    ),
    ("undecided", "未決着"),
    (
        "H0 accepted ({} rather than {} Elo)",
        "H0 を採択（Elo の差は {1} ではなく {0}）",
    ),
    (
        "H1 accepted ({} rather than {} Elo)",
        "H1 を採択（Elo の差は {1} ではなく {0}）",
    ),
    ("Black      scored {} %", "先手       勝率 {} %"),
    ("ends       {…}", "終局       {…}"),
    // What the side spent comes in the language asked for.
    ("side {}     {}", "{}          {}"),
    (
        "repeats    {…} like another, {…} left out for it (with them: Elo {})",
        "重複       {}がほかと同じなので、その {}を除外（含めると Elo {}）",
    ),
    ("faults     {}", "不具合     {}"),
    ("game {}: {…} by {}: {…}", "{} 局目：{2} の{1}：{3}"),
    // How often a reason ended games.
    ("mate {}", "詰み {}"),
    ("mate {}, {…}", "詰み {}、{…}"),
    ("no moves {}", "合法手なし {}"),
    ("no moves {}, {…}", "合法手なし {}、{…}"),
    ("resign {}", "投了 {}"),
    ("resign {}, {…}", "投了 {}、{…}"),
    ("declaration {}", "入玉宣言 {}"),
    ("declaration {}, {…}", "入玉宣言 {}、{…}"),
    ("declaration draw {}", "入玉宣言による引き分け {}"),
    ("declaration draw {}, {…}", "入玉宣言による引き分け {}、{…}"),
    ("try {}", "トライルール {}"),
    ("try {}, {…}", "トライルール {}、{…}"),
    ("repetition {}", "千日手 {}"),
    ("repetition {}, {…}", "千日手 {}、{…}"),
    ("perpetual check {}", "連続王手の千日手 {}"),
    ("perpetual check {}, {…}", "連続王手の千日手 {}、{…}"),
    ("max moves {}", "最大手数 {}"),
    ("max moves {}, {…}", "最大手数 {}、{…}"),
    ("adjudicated loss {}", "判定負け {}"),
    ("adjudicated loss {}, {…}", "判定負け {}、{…}"),
    ("adjudicated draw {}", "判定による引き分け {}"),
    ("adjudicated draw {}, {…}", "判定による引き分け {}、{…}"),
    ("illegal move {}", "反則 {}"),
    ("illegal move {}, {…}", "反則 {}、{…}"),
    ("false declaration {}", "誤った入玉宣言 {}"),
    ("false declaration {}, {…}", "誤った入玉宣言 {}、{…}"),
    ("time {}", "時間切れ {}"),
    ("time {}, {…}", "時間切れ {}、{…}"),
    ("crash {}", "異常終了 {}"),
    ("crash {}, {…}", "異常終了 {}、{…}"),
    ("hang {}", "無応答 {}"),
    ("hang {}, {…}", "無応答 {}、{…}"),
    // Several engines.
    (
        "a match takes 2 to {} engines, not {}",
        "対局できるエンジンの数は 2 から {} までです（指定は {}）",
    ),
    (
        "the number of games must be a multiple of {} and above 0, not {}: in a round every pairing has two",
        "対局数は 0 より大きい {} の倍数にしてください（指定は {}）。1 回りで、どの 2 つも 2 局ずつ指します",
    ),
    ("engine {}: {…}", "エンジン {}: {…}"),
    (
        "an engine needs a command",
        "エンジンにはコマンドが必要です",
    ),
    ("there is no such engine", "そのエンジンはありません"),
    (
        "the name of a file belongs behind @",
        "@ のあとにはファイル名を書いてください",
    ),
    (
        "answered '{}' while it was to ponder, before ponderhit or stop",
        "先読みのあいだに、ponderhit や stop の前に '{}' と答えました",
    ),
    (
        "game {}/{} {} is Black, {} is White: {…}, {…}, {…}",
        "対局 {}/{} 先手 {}、後手 {}：{…}、{…}、{…}",
    ),
    ("match      {} engines, {…}", "対局       {} エンジン、{…}"),
    ("each against each", "総当たり"),
    (
        "the first against the others",
        "最初のエンジン対ほかのエンジン",
    ),
    (
        "repeats    {…} like another of the same two; their pairs are left out",
        "重複       {}が同じ 2 つのエンジンのほかの対局と同じなので、その組を除外",
    ),
    (
        "unpaired   {…} without partner, not counted",
        "組の片方   {…}は相手の対局がないので数えません",
    ),
];
