//! `komadai analyse`: the best lines of a position, for people or as JSON; whole games.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{CliError, EvaluatorArgs, PositionArgs};
use crate::engine::EngineOptions;
use crate::report::analysis::{
    Line as Found, Notation, PositionAnalysis, ScoreEntry, bound_in_words, bound_name,
    win_probability,
};
use crate::search::report::nps;
use crate::search::{Best, Limits, Signals};
use crate::types::Depth;

/// How long to think when nothing is said, in ms.
const DEFAULT_TIME: u64 = 5000;

/// Search a position and show the best lines, or analyse whole games
///
/// With GAME every position of its main line is searched, several at a time;
/// without, the position that --sfen, --handicap and --moves name.
#[derive(Debug, Args)]
pub(super) struct Analyse {
    /// A game record of any format, a folder of them, or - for standard input
    #[arg(value_name = "GAME", conflicts_with_all = ["sfen", "handicap", "moves"])]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    /// How many of the best lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=600))]
    pub multipv: u16,
    /// Think this long, in milliseconds [default: 5000; in games 1000 for each position]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time: Option<u64>,
    /// Search this many nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search this many plies
    #[arg(long, value_parser = clap::value_parser!(Depth).range(1..))]
    pub depth: Option<Depth>,
    /// Search threads; in games so many positions at a time [default: all cores, up to 16 for one position]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Size of the transposition table in MiB, in games of each search [default: 256; in games by time or nodes]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub hash: Option<u64>,
    #[command(flatten)]
    pub evaluator: EvaluatorArgs,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t = NotationName::Usi)]
    pub notation: NotationName,
    /// Write JSON: of a position to standard output, of a game to this file
    #[arg(long, value_name = "OUT", num_args = 0..=1, default_missing_value = "-")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub outputs: super::analyse_games::Outputs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum NotationName {
    /// 7g7f
    Usi,
    /// P-7f
    Western,
    /// ▲７六歩
    Japanese,
}

impl NotationName {
    pub fn notation(self) -> Notation {
        match self {
            NotationName::Usi => Notation::Usi,
            NotationName::Western => Notation::Western,
            NotationName::Japanese => Notation::Japanese,
        }
    }
}

/// The result, as JSON has it.
#[derive(Debug, Serialize)]
struct Analysis {
    /// The position searched.
    sfen: String,
    /// The side to move, whose view all scores take.
    side: String,
    /// What positions are valued with.
    evaluator: String,
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
    score: ScoreEntry,
    /// `lower` or `upper` where the score is only a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    /// Score and bound for people.
    #[serde(skip)]
    words: String,
    /// How likely the side to move is to win, from 0 to 1.
    win_probability: f64,
    /// The moves in the notation asked for; USI in JSON.
    pv: Vec<String>,
    /// The moves in Japanese notation.
    pv_japanese: Vec<String>,
}

impl Analyse {
    pub fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        if self.game.is_some() {
            return super::analyse_games::run(&self, out, err);
        }
        if self.outputs.is_any() {
            return Err(CliError::Failed(
                "files are written of games only: GAME is missing",
            ));
        }
        let is_json = match &self.json {
            Some(file) if file.as_os_str() != "-" => {
                return Err(CliError::Failed(
                    "--json takes a file with a GAME only, and the GAME goes before it",
                ));
            }
            json => json.is_some(),
        };
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
        let mut engine = self.evaluator.engine(options)?;

        let no_limit = self.time.is_none() && self.nodes.is_none() && self.depth.is_none();
        let limits = Limits {
            movetime: self.time.or(no_limit.then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        };
        let (found, outcome) =
            PositionAnalysis::search(&mut engine, &pos, &limits, &Signals::new());
        let notation = match is_json {
            true => Notation::Usi,
            false => self.notation.notation(),
        };
        let line = |(line, multipv): (&Found, usize)| Line {
            multipv,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score.into(),
            bound: bound_name(line.bound),
            words: bound_in_words(line.score, line.bound),
            win_probability: (win_probability(line.score) * 10_000.0).round() / 10_000.0,
            pv: notation.write_line(&pos, last_to, &line.moves),
            pv_japanese: Notation::Japanese.write_line(&pos, last_to, &line.moves),
        };
        let analysis = Analysis {
            sfen: pos.sfen(),
            side: pos.side_to_move().to_string().to_lowercase(),
            evaluator: engine.evaluator().to_string(),
            bestmove: match outcome.best {
                Best::Move(mv) => mv.to_string(),
                Best::Resign => "resign".to_string(),
                Best::Win => "win".to_string(),
            },
            ponder: outcome.ponder.map(|mv| mv.to_string()),
            depth: outcome.depth,
            nodes: outcome.nodes,
            time_ms: found.time_ms,
            nps: nps(outcome.nodes, found.time_ms),
            lines: found.lines.iter().zip(1..).map(line).collect(),
        };
        if is_json {
            serde_json::to_writer_pretty(&mut *out, &analysis)?;
            writeln!(out)?;
        } else {
            analysis.write(out)?;
        }
        Ok(())
    }
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
                line.words,
                line.pv.join(" ")
            )?;
        }
        writeln!(out, "best move: {}", self.bestmove)?;
        Ok(())
    }
}
