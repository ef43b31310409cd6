//! Random commands, right and wrong, with the answer that each calls for.

use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Move, SplitMix64};

use super::model::{Go, Kind, Model, Waits};

/// Effect of a line on an engine that follows the protocol.
pub enum Meaning {
    /// The line does not change which answers are due.
    Nothing,
    Usi,
    IsReady,
    Position(Box<Position>, Option<Move>),
    Go(Go),
    Stop,
    PonderHit,
    /// From now on `bestmove resign` is allowed in any position.
    MayResign,
}

/// Unusual positions, all of which the engine accepts.
const ODD: [&str; 9] = [
    // Mate in one, mated, stalemated, one move, one king, no king.
    "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
    "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2",
    "k8/2G6/1G7/9/9/9/9/9/4K4 w - 2",
    "4k4/9/9/9/9/9/9/1r7/K8 b - 1",
    "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p",
    "9/9/9/9/9/9/9/9/9 b - 1",
    // 593 moves; a declaration; the middle of a game.
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4K4/GGGGSSSSL/L8/9/9/9/9/9/k8 b 2R8P 200",
    "lr5nl/3g1kg2/2n1ppsp1/p1pps3p/1p5P1/P1P1SP2P/1P1PP1P2/2GBG2R1/LNSK3NL w Bp 44",
];

/// Lines without an answer: settings, and text that is no command.
const IDLE: [&str; 46] = [
    "",
    " ",
    "usinewgame",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 600",
    "setoption name MultiPV value 1",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 4",
    "setoption name Threads value 0",
    "setoption name USI_Hash value 1",
    "setoption name USI_Hash value 3",
    "setoption name USI_Hash value -1",
    "setoption name USI_Ponder value true",
    "setoption name Stochastic_Ponder value true",
    "setoption name Stochastic_Ponder value false",
    "setoption name EnteringKingRule value TryRule",
    "setoption name EnteringKingRule value CSARule24H",
    "setoption name MaxMovesToDraw value 1",
    "setoption name MaxMovesToDraw value 0",
    "setoption name EvalFile value nowhere.bin",
    "setoption name EvalFile value ",
    "setoption name Evaluator value material",
    "setoption name Evaluator value auto",
    "setoption name BookFile value nowhere.db",
    "setoption name USI_OwnBook value false",
    "setoption name DepthLimit value 2",
    "setoption name NodesLimit value 100",
    "setoption name DrawValueBlack value 30000",
    "setoption name GenerateAllLegalMoves value true",
    "setoption name ConsiderationMode value true",
    "setoption name PvInterval value 0",
    "setoption name NetworkDelay2 value 10000",
    "setoption name MinimumThinkingTime value 10",
    "setoption name USI_LimitStrength value true",
    "setoption name USI_LimitStrength value false",
    "setoption name USI_Strength value -15",
    "setoption name",
    "setoption",
    "setoption name NoSuchOption value 3",
    "Stop",
    "QUIT",
    "bestmove 7g7f",
    "position",
    "position startpos 7g7f",
    "position sfen 9/9 b - 1",
];

/// Lines that show something in plain text.
const SHOWN: [&str; 5] = [
    "d",
    "eval",
    "getoption",
    "getoption Threads",
    "getoption Nothing",
];

/// A random word that is no command.
fn junk(rng: &mut SplitMix64) -> Vec<u8> {
    let length = rng.below(300);
    let mut bytes = b"#".to_vec();
    bytes.extend((0..length).map(|_| match rng.next_u64() as u8 {
        b'\n' => b' ',
        byte => byte,
    }));
    bytes
}

/// A game from the start, or from an odd position, with moves of chance.
fn position(rng: &mut SplitMix64) -> (Vec<u8>, Meaning) {
    let (mut text, mut pos) = match rng.below(3) {
        0 => {
            let sfen = ODD[rng.below(ODD.len())];
            (
                format!("position sfen {sfen}"),
                Position::from_sfen(sfen).unwrap(),
            )
        }
        _ => ("position startpos".to_string(), Position::startpos()),
    };
    let (mut last_move, plies) = (None, rng.below(60));
    for ply in 0..plies {
        let moves = legal_moves(&pos);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        text += if ply == 0 { " moves " } else { " " };
        text += &mv.to_string();
        pos.do_move(mv);
        last_move = Some(mv);
    }
    if rng.below(10) == 0 && last_move.is_some() {
        // One move too many, which no position allows: nothing changes.
        text += [" 5e5e", " 7g7f+", " P*9a9a", " resign"][rng.below(4)];
        return (text.into_bytes(), Meaning::Nothing);
    }
    (
        text.into_bytes(),
        Meaning::Position(Box::new(pos), last_move),
    )
}

/// A `go` of any kind that ends soon, or waits.
fn go(rng: &mut SplitMix64, pos: &Position) -> (Vec<u8>, Meaning) {
    use Kind::{BestMove, CheckMate};
    use Waits::{ForPonderHit, ForStop, No};
    let small = |rng: &mut SplitMix64| 1 + rng.below(20);
    let n = small(rng);
    let (text, kind, waits) = match rng.below(24) {
        0 => (format!("go depth {}", n % 5), BestMove, No),
        1 => (format!("go nodes {}", n * 100), BestMove, No),
        2 => (format!("go movetime {n}"), BestMove, No),
        3 => (format!("go btime 0 wtime 0 byoyomi {n}"), BestMove, No),
        4 => (
            format!("go btime {n} wtime {n} binc 5 winc 5"),
            BestMove,
            No,
        ),
        5 => (format!("go rtime {n}"), BestMove, No),
        6 => (
            format!("go btime -{n} wtime x byoyomi {n} depth 3"),
            BestMove,
            No,
        ),
        7 | 8 => (format!("go mate {}", 3 * n), CheckMate, No),
        9 => ("go mate infinite nodes 1000".to_string(), CheckMate, No),
        10 => ("go mate infinite".to_string(), CheckMate, No),
        11 => (format!("go depth 1 wobble {n}"), BestMove, No),
        12..=15 => ("go infinite".to_string(), BestMove, ForStop),
        16 => ("go infinite depth 2".to_string(), BestMove, ForStop),
        17 | 18 => ("go ponder".to_string(), BestMove, ForPonderHit),
        19 => (format!("go ponder nodes {n}"), BestMove, ForPonderHit),
        20 | 21 => (
            format!("go ponder btime {n} wtime {n} byoyomi {n}"),
            BestMove,
            ForPonderHit,
        ),
        22 => (
            "go ponder btime 300000 wtime 300000 binc 1000".to_string(),
            BestMove,
            ForPonderHit,
        ),
        _ => (format!("go movetime {}", 10 * n), BestMove, No),
    };
    let (mut text, mut searchmoves) = (text, Vec::new());
    if kind == BestMove && rng.below(6) == 0 {
        text += " searchmoves";
        let moves = legal_moves(pos);
        for _ in 0..=rng.below(3) {
            let illegal = Move::from_usi("5e5a").unwrap();
            let mv = match rng.below(5) {
                0 => illegal,
                _ => moves
                    .get(rng.below(moves.len()))
                    .copied()
                    .unwrap_or(illegal),
            };
            text += &format!(" {mv}");
            searchmoves.push(mv);
        }
    }
    (
        text.into_bytes(),
        Meaning::Go(Go {
            kind,
            waits,
            searchmoves,
        }),
    )
}

/// The next random line, without its line end.
pub fn next(rng: &mut SplitMix64, model: &Model) -> (Vec<u8>, Meaning) {
    let plain = |text: &str, meaning| (text.as_bytes().to_vec(), meaning);
    match rng.below(100) {
        0..=2 => plain("usi", Meaning::Usi),
        3..=8 => plain("isready", Meaning::IsReady),
        9..=22 => position(rng),
        23..=47 => go(rng, model.pos()),
        48..=61 => plain(
            ["stop", " stop\t", "gameover win", "gameover"][rng.below(4)],
            Meaning::Stop,
        ),
        62..=70 => plain(
            ["ponderhit", "ponderhit btime 9 wtime 9 byoyomi 9"][rng.below(2)],
            Meaning::PonderHit,
        ),
        71 => plain("setoption name ResignValue value 0", Meaning::MayResign),
        72..=75 => (junk(rng), Meaning::Nothing),
        76..=80 if model.plain_text => plain(SHOWN[rng.below(SHOWN.len())], Meaning::Nothing),
        81 if model.plain_text => {
            let text = [
                "go perft 1",
                "go perft 2",
                "go perft 99",
                "bench nodes 5 hash 1 threads 1",
            ];
            let go = Go {
                kind: Kind::Text,
                waits: Waits::No,
                searchmoves: Vec::new(),
            };
            plain(text[rng.below(4)], Meaning::Go(go))
        }
        _ => plain(IDLE[rng.below(IDLE.len())], Meaning::Nothing),
    }
}
