//! `komadai analyse`: the best lines of a position, for people or as JSON.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{CliError, PositionArgs};
use crate::engine::{Engine, EngineOptions};
use crate::notation::{write_japanese_marked, write_western};
use crate::position::Position;
use crate::search::report::nps;
use crate::search::{Best, Info, Limits, Outcome, Reporter, Signals};
use crate::types::{Bound, Depth, Move, Square, Value};

/// How long to think when nothing is said, in ms.
const DEFAULT_TIME: u64 = 5000;

/// Search a position and show the best lines
#[derive(Debug, Args)]
pub(super) struct Analyse {
    #[command(flatten)]
    position: PositionArgs,
    /// How many of the best lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=600))]
    multipv: u16,
    /// Think this long, in milliseconds [default: 5000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Search this many nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search this many plies
    #[arg(long, value_parser = clap::value_parser!(Depth).range(1..))]
    depth: Option<Depth>,
    /// Search threads [default: all cores, up to 16]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Size of the transposition table in MiB [default: 256]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    hash: Option<u64>,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t = Notation::Usi, conflicts_with = "json")]
    notation: Notation,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    /// 7g7f
    Usi,
    /// P-7f
    Western,
    /// ▲７六歩
    Japanese,
}

impl Notation {
    /// The moves of a line. `last_to` is where the move before it went.
    fn write(self, pos: &Position, last_to: Option<Square>, line: &[Move]) -> Vec<String> {
        let mut pos = pos.clone();
        let mut last_to = last_to;
        let mut texts = Vec::new();
        for &mv in line {
            // A line from a table may hold what is no move here.
            if !pos.is_legal(mv) {
                break;
            }
            texts.push(match self {
                Notation::Usi => mv.to_string(),
                Notation::Western => write_western(&pos, mv),
                Notation::Japanese => write_japanese_marked(&pos, mv, last_to),
            });
            last_to = Some(mv.to());
            pos.do_move(mv);
        }
        texts
    }
}

/// The result, as JSON has it.
#[derive(Debug, Serialize)]
struct Analysis {
    /// The position searched.
    sfen: String,
    /// The side to move, whose view all scores take.
    side: String,
    /// A USI move, `resign` or `win`.
    bestmove: String,
    /// The reply expected.
    ponder: Option<String>,
    depth: Depth,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    /// The best lines, the best first.
    lines: Vec<Line>,
}

#[derive(Clone, Debug, Serialize)]
struct Line {
    multipv: usize,
    depth: Depth,
    seldepth: Depth,
    /// For the side to move.
    score: Score,
    #[serde(skip)]
    moves: Vec<Move>,
    /// The moves in the notation asked for; USI in JSON.
    pv: Vec<String>,
    /// The moves in Japanese notation.
    pv_japanese: Vec<String>,
}

impl Line {
    fn new(multipv: usize, depth: Depth, seldepth: Depth, value: Value, moves: &[Move]) -> Line {
        Line {
            multipv,
            depth,
            seldepth,
            score: value.into(),
            moves: moves.to_vec(),
            pv: Vec::new(),
            pv_japanese: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Score {
    /// Centipawns.
    Cp(i32),
    /// Plies to mate, negative when the side to move is mated.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value.mate_distance() {
            Some(plies) => Score::Mate(plies),
            None => Score::Cp(value.centipawns()),
        }
    }
}

impl Score {
    /// `+0.43` in pawns, `mate in 5`, `mated in 4`.
    fn in_words(self) -> String {
        match self {
            Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Score::Mate(0) => "mated".to_string(),
            Score::Mate(plies) if plies > 0 => format!("mate in {plies}"),
            Score::Mate(plies) => format!("mated in {}", -plies),
        }
    }
}

/// Keeps the latest line of each rank.
#[derive(Default)]
struct Collector(Mutex<Vec<Option<Line>>>);

impl Reporter for Collector {
    fn info(&self, info: &Info<'_>) {
        if info.bound != Bound::Exact || info.pv.is_empty() || info.multipv == 0 {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < info.multipv {
            lines.resize(info.multipv, None);
        }
        lines[info.multipv - 1] = Some(Line::new(
            info.multipv,
            info.depth,
            info.seldepth,
            info.value,
            info.pv,
        ));
    }
}

impl Analyse {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (pos, last_to) = self.position.position()?;
        let mut options = EngineOptions::default();
        options.search.multipv = usize::from(self.multipv);
        options.search.pv_interval = 0;
        if let Some(threads) = self.threads {
            options.threads = threads as usize;
        }
        if let Some(hash) = self.hash {
            options.hash_mib = hash as usize;
        }
        let mut engine = Engine::new(options)?;

        let start = Instant::now();
        let no_limit = self.time.is_none() && self.nodes.is_none() && self.depth.is_none();
        let limits = Limits {
            movetime: self.time.or(no_limit.then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth: self.depth,
            start,
            ..Limits::default()
        };
        let collector = Collector::default();
        let outcome = engine.search(&pos, &limits, &Signals::new(), &collector);
        let time_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut lines = lines(collector, &outcome);
        for line in &mut lines {
            line.pv = self.notation.write(&pos, last_to, &line.moves);
            line.pv_japanese = Notation::Japanese.write(&pos, last_to, &line.moves);
        }
        let analysis = Analysis {
            sfen: pos.sfen(),
            side: pos.side_to_move().to_string().to_lowercase(),
            bestmove: match outcome.best {
                Best::Move(mv) => mv.to_string(),
                Best::Resign => "resign".to_string(),
                Best::Win => "win".to_string(),
            },
            ponder: outcome.ponder.map(|mv| mv.to_string()),
            depth: outcome.depth,
            nodes: outcome.nodes,
            time_ms,
            nps: nps(outcome.nodes, time_ms),
            lines,
        };
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &analysis)?;
            writeln!(out)?;
        } else {
            analysis.write(out)?;
        }
        Ok(())
    }
}

/// The lines reported; the first is the answer's own.
fn lines(collector: Collector, outcome: &Outcome) -> Vec<Line> {
    let lines = collector.0.into_inner();
    let lines = lines.unwrap_or_else(PoisonError::into_inner);
    let mut lines: Vec<Line> = lines.into_iter().flatten().collect();
    if outcome.pv.first() != lines.first().and_then(|line| line.moves.first()) {
        let own = Line::new(1, outcome.depth, outcome.depth, outcome.value, &outcome.pv);
        lines.retain(|line| line.moves.first() != own.moves.first());
        lines.insert(0, own);
        for (line, multipv) in lines.iter_mut().zip(1..) {
            line.multipv = multipv;
        }
    }
    lines
}

impl Analysis {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "{}", self.sfen)?;
        writeln!(
            out,
            "{} to move; depth {}, {} nodes in {:.1} s, {} nodes per second",
            self.side,
            self.depth,
            self.nodes,
            self.time_ms as f64 / 1000.0,
            self.nps
        )?;
        for line in &self.lines {
            writeln!(
                out,
                "{:>3}. {:>10}  {}",
                line.multipv,
                line.score.in_words(),
                line.pv.join(" ")
            )?;
        }
        writeln!(out, "best move: {}", self.bestmove)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_every_notation_end_where_the_game_does() {
        let mut pos = Position::startpos();
        let mut last_to = None;
        for text in ["7g7f", "3c3d", "8h2b+"] {
            let mv = pos.parse_usi_move(text).unwrap();
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        let line = ["3a2b", "B*4e", "7g7f"].map(|text| Move::from_usi(text).unwrap());
        for (notation, texts) in [
            (Notation::Usi, ["3a2b", "B*4e"]),
            (Notation::Western, ["Sx2b", "B*4e"]),
            (Notation::Japanese, ["△同銀", "▲４五角"]),
        ] {
            assert_eq!(notation.write(&pos, last_to, &line), texts);
        }
    }

    #[test]
    fn scores_in_words() {
        for (value, text) in [
            (Value(39), "+0.43"),
            (Value(-90), "-1.00"),
            (Value::mate_in(5), "mate in 5"),
            (Value::mated_in(4), "mated in 4"),
            (Value::mated_in(0), "mated"),
        ] {
            assert_eq!(Score::from(value).in_words(), text);
        }
    }
}
