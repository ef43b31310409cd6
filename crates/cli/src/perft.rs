//! `komadai perft`: count of legal move sequences.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::args::{PositionArgs, use_threads};
use super::error::CliError;
use super::outputs::print_json;
use komadai::host::Instant;
use komadai::host::millis;
use komadai::movegen;
use komadai::search::report::nps;

/// Count the sequences of legal moves of a given length
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// Length of the sequences, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(movegen::MAX_PERFT_DEPTH)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Use all cores
    #[arg(long)]
    parallel: bool,
    /// Use this many threads
    #[arg(long, value_name = "N", conflicts_with = "parallel", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Show the count after each first move
    #[arg(long, conflicts_with_all = ["parallel", "threads"])]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result as JSON.
#[derive(Serialize)]
struct PerftJson {
    sfen: String,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    /// Present with --divide.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<FirstMove>>,
}

#[derive(Serialize)]
struct FirstMove {
    usi: String,
    nodes: u64,
}

impl Perft {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (mut pos, _) = self.position.position()?;
        let start = Instant::now();
        let mut moves = None;
        let nodes = if self.parallel || self.threads.is_some() {
            use_threads(self.threads.map(usize::from));
            movegen::perft_parallel(&pos, self.depth)
        } else if self.divide && self.depth > 0 {
            let mut total = 0;
            let moves = moves.insert(Vec::new());
            for &mv in &movegen::legal_moves(&pos) {
                pos.do_move(mv);
                let nodes = movegen::perft(&mut pos, self.depth - 1);
                pos.undo_move(mv);
                if !self.json {
                    writeln!(out, "{mv}: {nodes}")?;
                }
                let usi = mv.to_string();
                moves.push(FirstMove { usi, nodes });
                total += nodes;
            }
            total
        } else {
            movegen::perft(&mut pos, self.depth)
        };
        let ms = millis::since(start);
        if self.json {
            let result = PerftJson {
                sfen: pos.sfen(),
                depth: self.depth,
                nodes,
                time_ms: ms,
                nps: nps(nodes, ms),
                moves,
            };
            return print_json(out, &result);
        }
        writeln!(out, "{nodes} nodes {} nps", nps(nodes, ms))?;
        Ok(())
    }
}
