//! `komadai analyse`: the best lines of a position, for people or as JSON.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::{CliError, PositionArgs};
use crate::engine::{Engine, EngineOptions};
use crate::search::report::nps;
use crate::search::{Best, Info, Limits, Outcome, Reporter, Signals};
use crate::types::{Bound, Depth, Value};

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
    /// Write JSON
    #[arg(long)]
    json: bool,
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
    pv: Vec<String>,
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
        lines[info.multipv - 1] = Some(Line {
            multipv: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.value.into(),
            pv: info.pv.iter().map(|mv| mv.to_string()).collect(),
        });
    }
}

impl Analyse {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let pos = self.position.position()?;
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
            lines: lines(collector, &outcome),
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
    let pv: Vec<String> = outcome.pv.iter().map(|mv| mv.to_string()).collect();
    if pv.first() != lines.first().and_then(|line| line.pv.first()) {
        let own = Line {
            multipv: 1,
            depth: outcome.depth,
            seldepth: outcome.depth,
            score: outcome.value.into(),
            pv,
        };
        lines.retain(|line| line.pv.first() != own.pv.first());
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
