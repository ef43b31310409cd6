//! `komadai analyse` for one position: the best lines as text or JSON.

use std::io::Write;

use serde::Serialize;

use super::AnalyseError;
use super::args::Analyse;
use super::text::bound_text;
use crate::error::CliError;
use crate::language::{msg, say, told};
use crate::outputs::print_json;
use crate::records::is_dash;
use komadai::engine::EngineOptions;
use komadai::search::report::nps;
use komadai::search::{Best, Limits, RankedLine, Signals};
use komadai::types::{Color, Depth};
use komadai_analysis::report::analysis::{Notation, PositionAnalysis, VIEW, ViewedScore};

/// Default thinking time, in ms.
const DEFAULT_TIME: u64 = 5000;

/// The result as JSON.
#[derive(Debug, Serialize)]
struct PositionJson {
    /// The side whose view the scores take: [`VIEW`].
    view: &'static str,
    /// The position searched.
    sfen: String,
    /// The side to move.
    side: String,
    #[serde(skip)]
    color: Color,
    /// Name of the evaluator.
    evaluator: String,
    /// A USI move, `resign` or `win`.
    bestmove: String,
    /// The best move in the notation of the text output.
    #[serde(skip)]
    best_shown: String,
    /// The expected reply.
    ponder: Option<String>,
    depth: Depth,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    /// The best lines, the best first.
    lines: Vec<LineJson>,
}

#[derive(Clone, Debug, Serialize)]
struct LineJson {
    multipv: usize,
    depth: Depth,
    seldepth: Depth,
    #[serde(flatten)]
    score: ViewedScore,
    /// Score and bound as text, for the side to move.
    #[serde(skip)]
    words: String,
    /// The moves in the notation of the text output; for JSON in USI notation.
    pv: Vec<String>,
    /// The moves in Japanese notation.
    pv_japanese: Vec<String>,
}

/// Searches the position given by the arguments.
pub(super) fn run(command: &Analyse, out: &mut dyn Write) -> Result<(), CliError> {
    if command.outputs.is_any() {
        return Err(AnalyseError::FilesOfPosition.into());
    }
    let is_json = match &command.json {
        Some(file) if !is_dash(file) => {
            return Err(AnalyseError::JsonFileOfPosition.into());
        }
        json => json.is_some(),
    };
    let (pos, last_move) = command.position.position()?;
    let last_to = last_move.map(|mv| mv.to());
    let mut options = EngineOptions::default();
    options.search.multipv = usize::from(command.multipv);
    options.search.pv_interval = 0;
    if let Some(threads) = command.threads {
        options.threads = threads as usize;
    }
    if let Some(hash) = command.hash {
        options.hash_mib = hash as usize;
    }
    let mut engine = command.evaluator.engine(options)?;
    let limits = Limits {
        movetime: command
            .time
            .or(command.has_no_limit().then_some(DEFAULT_TIME)),
        nodes: command.nodes,
        depth: command.depth,
        ..Limits::default()
    };
    let (found, outcome) = PositionAnalysis::search(&mut engine, &pos, &limits, &Signals::new());
    let notation = match is_json {
        true => Notation::Usi,
        false => command.notation(),
    };
    let side = pos.side_to_move();
    let line = |(line, multipv): (&RankedLine, usize)| LineJson {
        multipv,
        depth: line.depth,
        seldepth: line.seldepth,
        score: ViewedScore::new(side, line.score, line.bound),
        words: bound_text(line.score, line.bound),
        pv: notation.write_line(&pos, last_to, &line.moves),
        pv_japanese: Notation::Japanese.write_line(&pos, last_to, &line.moves),
    };
    let analysis = PositionJson {
        view: VIEW,
        sfen: pos.sfen(),
        side: side.to_string().to_lowercase(),
        color: side,
        evaluator: engine.evaluator().to_string(),
        bestmove: match outcome.best {
            Best::Move(mv) => mv.to_string(),
            Best::Resign => "resign".to_string(),
            Best::Win => "win".to_string(),
        },
        best_shown: match outcome.best {
            Best::Move(mv) => notation.write(&pos, mv, last_to),
            Best::Resign => msg!(analyse_resign),
            Best::Win => msg!(analyse_win),
        },
        ponder: outcome.ponder.map(|mv| mv.to_string()),
        depth: outcome.depth,
        nodes: outcome.nodes,
        time_ms: found.time_ms,
        nps: nps(outcome.nodes, found.time_ms),
        lines: found.lines.iter().zip(1..).map(line).collect(),
    };
    if is_json {
        print_json(out, &analysis)?;
    } else {
        analysis.write(out)?;
    }
    Ok(())
}

impl PositionJson {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "{}", self.sfen)?;
        let (depth, nodes, nps) = (self.depth, self.nodes, self.nps);
        let side = told(&self.color);
        let seconds = format!("{:.1}", self.time_ms as f64 / 1000.0);
        say!(out, analyse_searched, side, depth, nodes, seconds, nps)?;
        for line in &self.lines {
            writeln!(
                out,
                "{:>3}. {:>10}  {}",
                line.multipv,
                line.words,
                line.pv.join(" ")
            )?;
        }
        let best = &self.best_shown;
        say!(out, analyse_best_move, best)?;
        Ok(())
    }
}
