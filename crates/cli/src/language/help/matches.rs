//! Help for the commands that play games: match, openings.

use crate::language::sentence::Sentence;

pub(super) static MATCHES: &[Sentence] = &[
    (
        "Play a match between engines and judge their strength",
        "エンジンを対局させて、強さを比べる",
    ),
    (
        "Two sides are given by --a and --b, several by --engine. Every start is played twice with colours swapped by every pairing, and none is used again. Each side is a command that starts a USI engine, or `self` for this engine in process (with 1 thread and 64 MiB unless set). An illegal move, an answer later than its limit and the margin, a crash or a hang loses",
        "2 つなら --a と --b、いくつもあるときは --engine で指定する。どの開始局面も、組み合わせごとに先後を入れ替えて 2 回使い、ほかでは使わない。エンジンは USI エンジンを起動するコマンドか、このエンジンを同じプロセスで動かす `self`（指定がなければ 1 スレッド、64 MiB）。反則、制限と余裕を超えた答え、異常終了、無応答は負けになる",
    ),
    (
        "Side A: a command, or `self`",
        "A のエンジン：コマンドか `self`",
    ),
    (
        "Side B: a command, or `self`",
        "B のエンジン：コマンドか `self`",
    ),
    (
        "Options of A, as Name=Value, or @FILE for those of a file",
        "A のオプション（Name=Value）。ファイルから読むなら @FILE",
    ),
    ("Options of B", "B のオプション"),
    (
        "An engine of a match between several: its command or `self`, then its options, and name=TEXT to call it otherwise; once for each",
        "いくつものエンジンの対局の 1 つ：コマンドか `self`、続けてオプション、別の名前で呼ぶなら name=TEXT。エンジンごとに 1 回ずつ",
    ),
    (
        "Only the first --engine plays against each of the others",
        "最初の --engine だけが、ほかのそれぞれと対局する",
    ),
    (
        "Let the engines think on the opponent's time, as GUIs do; `self` is a process of its own then",
        "GUI と同じように、相手の時間に先読みをさせる。このとき `self` は別のプロセスになる",
    ),
    (
        "Leave out so many starts at the beginning",
        "先頭からこの数の開始局面を除く",
    ),
    (
        "Another seed mixes the starts of the built-in book differently",
        "乱数の種。変えると内蔵の定跡の開始局面の順が変わる",
    ),
    (
        "How many games: two for each start, or for each start and pairing",
        "対局数。開始局面（と組み合わせ）ごとに 2 局",
    ),
    (
        "Nodes for each move of B, if they differ",
        "B の 1 手ごとのノード数（A と違うとき）",
    ),
    ("Main time of each side, ms", "それぞれの持ち時間（ミリ秒）"),
    ("Increment for each move, ms", "1 手ごとの加算（ミリ秒）"),
    ("Byoyomi, ms", "秒読み（ミリ秒）"),
    (
        "Words to send after `go` for each move",
        "1 手ごとに `go` のあとに送る言葉",
    ),
    (
        "Words to send to B, if they differ",
        "B に送る言葉（A と違うとき）",
    ),
    (
        "How late an answer may be before it loses on time",
        "答えがどれだけ遅れたら時間切れ負けにするか",
    ),
    (
        "The same for B, if it differs",
        "B についての同じ値（A と違うとき）",
    ),
    ("Games played at once", "同時に進める対局の数"),
    (
        "Stop as soon as it is decided whether A is better by ELO0 or by ELO1",
        "A の強さの差が ELO0 か ELO1 かが決まりしだい止める",
    ),
    (
        "Chance that the sequential test accepts ELO1 wrongly",
        "逐次検定が誤って ELO1 とする確率",
    ),
    (
        "Chance that the sequential test accepts ELO0 wrongly",
        "逐次検定が誤って ELO0 とする確率",
    ),
    (
        "Draw a game after this move unless it mates; 0 for no such end",
        "この手数で引き分けにする（詰みのときを除く）。0 なら引き分けにしない",
    ),
    (
        "Rule for declarations: NoEnteringKing, CSARule24, CSARule24H, CSARule27, CSARule27H, TryRule",
        "入玉のルール：NoEnteringKing、CSARule24、CSARule24H、CSARule27、CSARule27H、TryRule",
    ),
    (
        "End games that both sides see lost by CP centipawns for MOVES moves",
        "両方のエンジンが MOVES 手のあいだ CP センチポーン以上の差と見た対局を終わらせる",
    ),
    (
        "End games from move PLY on that both sides see within CP centipawns for MOVES moves",
        "PLY 手目からあとに、両方のエンジンが MOVES 手のあいだ CP センチポーン以内と見た対局を引き分けにする",
    ),
    (
        "Keep the games in this file, a JSON line each",
        "対局を 1 行の JSON としてこのファイルに保存する",
    ),
    (
        "Go on with the match in the records file",
        "保存した対局の続きから始める",
    ),
    ("Print JSON lines", "1 行ごとの JSON で表示する"),
    ("Print the summary only", "結果だけを表示する"),
    (
        "Fail if a game ended by a fault of either side",
        "どちらかの不具合で終わった対局があればエラーにする",
    ),
    (
        "Make balanced starts for matches, by random play and a search that checks them",
        "乱数で指した手と探索で、互角の開始局面を作る",
    ),
    (
        "The same options give the same starts on every machine: without --net the built-in network judges, never a file found beside the engine",
        "同じオプションなら、どのパソコンでも同じ開始局面になる。--net がなければ内蔵の評価関数で調べ、エンジンと同じ場所にあるファイルは使わない",
    ),
    ("How many starts", "開始局面の数"),
    ("Fewest moves of a start", "最少の手数"),
    ("Most moves of a start", "最多の手数"),
    (
        "Largest score that counts as balanced, in centipawns",
        "互角とみなす評価値の最大（センチポーン）",
    ),
    (
        "Nodes of the search that checks a start",
        "開始局面を調べる探索のノード数",
    ),
    (
        "Another seed gives other starts",
        "乱数の種。変えると別の開始局面になる",
    ),
    (
        "Starts checked at once [default: all cores]",
        "同時に調べる開始局面の数 [既定値: すべてのコア]",
    ),
    (
        "Write to this new file instead of standard output",
        "標準出力のかわりに、この新しいファイルに書き出す",
    ),
];
