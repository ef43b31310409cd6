//! Help for the commands that make training data and train networks.

use crate::language::sentence::Sentence;

pub(super) static TRAINING: &[Sentence] = &[
    (
        "Play games against itself and keep them as training data. Can be killed at any time: the same command goes on where it stopped",
        "自己対局を教師データとして保存する。いつ中断してもよく、同じコマンドで続きから始まる",
    ),
    (
        "The folder of the game files",
        "対局のファイルを入れるフォルダ",
    ),
    (
        "How many games the files shall hold in the end",
        "最後にいくつの対局を入れるか",
    ),
    (
        "Games played at the same time; all cores if not given",
        "同時に進める対局の数。なければすべてのコア",
    ),
    ("Decides every random choice", "乱数の種"),
    (
        "The network of the teacher; material if not given",
        "教師の評価関数。なければ駒得だけ",
    ),
    (
        "Divisor of the network's output; if not given, what its files say, or 16",
        "評価関数の出力を割る数。なければファイルに書かれている値か 16",
    ),
    (
        "Nodes of a search after which it begins no iteration",
        "このノード数を超えたら、次の深さの探索を始めない",
    ),
    (
        "Fewest random plies at the start of a game",
        "開始局面までの乱数で指す手の最少の手数",
    ),
    (
        "Most random plies at the start of a game",
        "開始局面までの乱数で指す手の最多の手数",
    ),
    (
        "Openings more lopsided than this are thrown away, in centipawns",
        "これよりかたよった開始局面は捨てる（センチポーン）",
    ),
    (
        "Most random moves strewn into the plies after the opening",
        "開始局面のあとに混ぜる乱数の手の最大の数",
    ),
    (
        "Lines searched in the plies that choose among several",
        "いくつかの候補手から選ぶときに探索する候補手の数",
    ),
    (
        "How many plies after the opening choose among several lines",
        "開始局面のあと、いくつかの候補手から選ぶ手数",
    ),
    (
        "How much worse than the best such a line may be, in centipawns",
        "選んでよい候補手と最善手との差（センチポーン）",
    ),
    (
        "Games end as won at this score, in centipawns",
        "この評価値で勝ちとして対局を終える（センチポーン）",
    ),
    ("Longer games are drawn", "これより長い対局は引き分けにする"),
    (
        "MiB of transposition table per game",
        "対局ごとの置換表の大きさ（MiB）",
    ),
    (
        "Convert, score and describe training data",
        "教師データを変換する、評価値を付け直す、調べる",
    ),
    (
        "Convert between .games, .psv (40-byte PackedSfenValue, also .bin) and .hcpe",
        ".games、.psv（40 バイトの PackedSfenValue、.bin も可）、.hcpe のあいだで変換する",
    ),
    ("Files or folders", "ファイルかフォルダ"),
    (
        "The file to write; its ending says what kind",
        "書き出すファイル。種類は拡張子で決まる",
    ),
    (
        "Score games again with another teacher; moves and results stay. Can be killed at any time: the same command goes on where it stopped",
        "別の教師で評価値を付け直す。指し手と勝敗は変わらない。いつ中断してもよく、同じコマンドで続きから始まる",
    ),
    (
        "Game files, or folders of them",
        "対局のファイルか、そのフォルダ",
    ),
    (
        "The folder of the new files",
        "新しいファイルを入れるフォルダ",
    ),
    (
        "Score only every so many plies, and leave the others without a score",
        "この手数ごとにだけ評価値を付け、ほかは評価値なしにする",
    ),
    (
        "Games scored at the same time; all cores if not given",
        "同時に進める対局の数。なければすべてのコア",
    ),
    (
        "How far labels are from those of deeper searches: the root of the mean square difference of their chances to win, with an interval from games drawn anew",
        "付けた評価値が、深い探索によるものとどれだけ離れているか：勝率の差の二乗平均の平方根と、対局を選び直して求めた信頼区間",
    ),
    (
        "Labels, each file or folder by itself",
        "評価値の付いたファイルかフォルダ。1 つずつ調べる",
    ),
    (
        "The same games scored by deep searches (`data rescore --nodes 30000 --every 7`)",
        "同じ対局に深い探索で評価値を付けたもの（`data rescore --nodes 30000 --every 7`）",
    ),
    (
        "How much later chances of the game count in a label, as in training",
        "その対局のあとの勝率を、どれだけ評価値に含めるか（学習と同じ）",
    ),
    (
        "Compare positions in check and those whose move is a capture or a promotion too",
        "王手のかかった局面と、駒を取る手や成る手の局面も比べる",
    ),
    (
        "Score units that are odds of e to 1 in files that do not say so",
        "勝ち負けの見込みが e 対 1 になる評価値（ファイルに書かれていないとき）",
    ),
    (
        "Count games, results and positions, and fit the scale of the scores",
        "対局、勝敗、局面を数え、評価値の尺度を求める",
    ),
    (
        "Train a network on recorded games. Can be killed at any time: the same command with --resume goes on where it stopped",
        "保存した対局で評価関数を学習する。いつ中断してもよく、--resume を付けた同じコマンドで続きから始まる",
    ),
    (
        "Files or folders of games (.games) or positions (.psv, .bin, .hcpe)",
        "対局（.games）か局面（.psv、.bin、.hcpe）のファイルかフォルダ",
    ),
    (
        "The net file to write; checkpoint, log and picture are put beside it",
        "書き出す評価関数のファイル。チェックポイント、ログ、画像も同じ場所に書く",
    ),
    (
        "Go on with the run of this net file, if there is one",
        "この評価関数の学習が途中なら、続きから始める",
    ),
    (
        "Start from this network, or from the best one in this checkpoint",
        "学習の出発点にする評価関数か、チェックポイント（その中で最もよいもの）",
    ),
    (
        "Threads; all cores if not given",
        "スレッドの数。なければすべてのコア",
    ),
    (
        "Parts of a batch summed apart; as many as threads if not given. The same number gives the same net on any number of threads",
        "バッチをいくつに分けて足すか。なければスレッドの数。同じ数なら、スレッドの数が違っても同じ評価関数になる",
    ),
    (
        "Inputs: k-p, zones-9, zones-15 or halfkp-vm",
        "入力：k-p、zones-9、zones-15、halfkp-vm",
    ),
    (
        "Layer sizes: as the default; sfnn-512-15-32 for products, squares and a shortcut; sfnn-512-15-32-k3k3 with nine sets of layers, chosen by the kings' ranks",
        "層の大きさ。既定値のような形のほか、sfnn-512-15-32（積・二乗・近道のある SFNN）、sfnn-512-15-32-k3k3（両玉の段で選ぶ層が 9 組の SFNN）",
    ),
    ("Passes through the data", "データを通して学習する回数"),
    ("Positions in a step", "1 ステップの局面の数"),
    ("Greatest step size", "学習率の最大"),
    ("Step size at the end", "最後の学習率"),
    (
        "Steps in which the step size grows",
        "学習率を上げていくステップの数",
    ),
    ("Pull of the weights to zero", "重みを 0 に近づける強さ"),
    (
        "Weight of the scores' chance in the label, the rest is the game's result",
        "教師にする値のうち、評価値による勝率の割合。残りは勝敗",
    ),
    (
        "The same at the end of the run; as at the start if not given",
        "最後の同じ値。なければ最初と同じ",
    ),
    (
        "Score units that are odds of e to 1 in files that do not say so (`odds=` in the note of a .games file)",
        "勝ち負けの見込みが e 対 1 になる評価値（.games の説明の `odds=` などがファイルに書かれていないとき）",
    ),
    (
        "Score for odds of e to 1 in the data, once all files are brought to 600 by what they or --odds say; fitted to the results if not given",
        "ファイルか --odds に従って 600 にそろえたデータで、勝ち負けの見込みが e 対 1 になる評価値。なければ勝敗から求める",
    ),
    (
        "Score for odds of e to 1 in the network",
        "評価関数で勝ち負けの見込みが e 対 1 になる評価値",
    ),
    (
        "Power of the distance of the chances that makes the loss",
        "損失にする勝率の差の指数",
    ),
    (
        "Never mirror positions left to right",
        "局面を左右に反転しない",
    ),
    (
        "A control that must fail: labels of other positions",
        "確認用：別の局面の値で学習する（うまくいかないはずのもの）",
    ),
    (
        "The part of the run after which weights are rounded as in the net file while training goes on; 1: never",
        "学習のどこからあとで、評価関数のファイルと同じように重みを丸めるか。1 なら丸めない",
    ),
    (
        "Judge and write the mean of the weights over the last steps, which keeps this part of itself each step (0.999: about a thousand steps); 0: the last weights",
        "最後の重みの代わりに、ステップごとにこの割合だけ前の値を残した重みの平均を検証して書き出す（0.999 なら約 1000 ステップ）。0 なら最後の重み",
    ),
    ("Positions between validations", "検証のあいだの局面の数"),
    (
        "Validations without progress after which to end; 0: never",
        "検証がこの回数よくならなければ終える。0 なら終えない",
    ),
    (
        "The part of the games that is held out",
        "検証のために取っておく対局の割合",
    ),
    (
        "How much the chances of later positions of the game, and in the end its result, count in a position's chance to win, from 0 to below 1: each ply further on, this much less",
        "その対局のあとの局面の勝率と最後の勝敗を、局面の勝率にどれだけ含めるか（0 以上 1 未満）。1 手先になるごとにこの割合で減る",
    ),
    (
        "Leave out positions before this ply",
        "この手数より前の局面を省く",
    ),
    (
        "Leave out positions with a greater score (600 are odds of e to 1)",
        "評価値がこれより大きい局面を省く（600 で勝ち負けの見込みが e 対 1）",
    ),
    ("Keep positions in check", "王手のかかった局面も残す"),
    (
        "Keep positions whose move is a capture or a promotion",
        "駒を取る手や成る手の局面も残す",
    ),
    (
        "Keep games that only became too long",
        "長すぎて終わった対局も残す",
    ),
];
