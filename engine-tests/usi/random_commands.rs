//! Tests with commands in random order, randomly damaged, from a GUI that may close its
//! end at any byte.

use komadai::types::SplitMix64;

use crate::support::session::Session;

const LINES: [&str; 74] = [
    "usi",
    "isready",
    "usinewgame",
    "stop",
    "ponderhit",
    "ponderhit btime 10 wtime 10 byoyomi 20",
    "gameover",
    "gameover win",
    "d",
    "eval",
    "getoption",
    "getoption Threads",
    "position startpos",
    "position startpos moves 7g7f 3c3d 8h2b+",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
    // Mated, one king, no king, the other side in check, kings side by side.
    "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2",
    "position sfen 7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p",
    "position sfen k8/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1",
    "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
    "position sfen 9/9/9/9/9/9/9/9/9 w 2R2B4G4S4N4L18P 1000000",
    "position sfen 4k4/9/4R4/9/9/9/9/9/4K4 b - 1",
    "position sfen 4k4/4K4/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "position sfen 4k4/4K4/9/9/9/9/9/9/9 w 2R2B4G4S4N4L18P 1",
    "position sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "position sfen 4K4/GGGGSSSSL/L8/9/9/9/9/9/k8 b 2R8P 200",
    "go",
    "go depth 3",
    "go depth 0",
    "go depth -1",
    "go nodes 500",
    "go nodes 0",
    "go movetime 5",
    "go infinite",
    "go ponder",
    "go ponder btime 10 wtime 10 byoyomi 10",
    "go btime 100 wtime 100",
    "go btime 0 wtime 0 byoyomi 5",
    "go binc 5",
    "go rtime 5",
    "go mate",
    "go mate 5",
    "go mate infinite",
    "go mate infinite nodes 3",
    "go perft 2",
    "go perft 0",
    "go perft 9",
    "go searchmoves 7g7f 1a1b depth 2",
    "bench nodes 10 hash 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 600",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name USI_Hash value 1",
    "setoption name USI_Hash value 3",
    "setoption name Stochastic_Ponder value true",
    "setoption name EnteringKingRule value TryRule",
    "setoption name EnteringKingRule value CSARule24H",
    "setoption name MaxMovesToDraw value 1",
    "setoption name ResignValue value 0",
    "setoption name EvalFile value nowhere.bin",
    "setoption name EvalFile value ",
    "setoption name Evaluator value nnue",
    "setoption name DepthLimit value 2",
    "setoption name NodesLimit value 100",
    "setoption name DrawValueBlack value 30000",
    "setoption name DrawValueWhite value -30000",
    "setoption name GenerateAllLegalMoves value true",
    "setoption name ConsiderationMode value true",
    "setoption name PvInterval value 0",
    "setoption name SlowMover value 1000",
    "setoption name NetworkDelay2 value 10000",
    "setoption name MinimumThinkingTime value 10",
    "setoption name RoundUpToFullSecond value false",
    "",
];

/// A line, at times with some bytes changed, cut, doubled or made up.
fn line(rng: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = LINES[rng.below(LINES.len())].as_bytes().to_vec();
    match rng.below(16) {
        0 => {
            for _ in 0..=rng.below(4) {
                let n = rng.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(n) {
                    *byte = rng.next_u64() as u8;
                }
            }
        }
        1 => bytes.truncate(rng.below(bytes.len() + 1)),
        2 => {
            bytes.push(b' ');
            bytes.extend(LINES[rng.below(LINES.len())].bytes());
        }
        3 => bytes = (0..rng.below(300)).map(|_| rng.next_u64() as u8).collect(),
        4 => bytes = bytes.repeat(1 + rng.below(300)),
        _ => {}
    }
    // A random line must not end the engine, or start a full benchmark.
    let text = String::from_utf8_lossy(&bytes);
    let first = |word: &str| {
        text.lines().any(|l| {
            l.trim_start_matches('\u{feff}')
                .trim_start()
                .starts_with(word)
        })
    };
    if first("quit") || text.contains("bench") && !text.contains("nodes 10 ") {
        bytes.clear();
    }
    bytes.extend([&b"\n"[..], b"\r\n", b"\n\n", b" \t\r\n"][rng.below(4)]);
    bytes
}

#[test]
fn no_order_and_no_damage_of_commands_is_too_odd() {
    let mut rng = SplitMix64::new(20_261_121);
    for round in 0..12 {
        let mut session = Session::start();
        session.send("setoption name USI_Hash value 1");
        session.plain_text = true;
        for _ in 0..60 {
            session.send_bytes(&line(&mut rng));
        }
        // After any input the engine still answers.
        session.send("stop");
        session.send("position startpos moves 7g7f");
        // No line above sets this position, and a `d` above may not have answered yet.
        let lines = session.ask(
            "d",
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
        );
        for line in lines {
            assert!(!line.contains("something went wrong"), "{line}");
        }
        let last = line(&mut rng);
        let cut = &last[..rng.below(last.len() + 1)];
        // Counting goes on after the end of the input, for years if it must.
        if !String::from_utf8_lossy(cut).contains("perft") {
            session.send_bytes(cut);
        }
        if round % 2 == 0 {
            session.hang_up();
        } else {
            session.send_bytes(b"\n");
            session.quit();
        }
    }
}
