//! `komadai bench`: speed of the search, and the node count that identifies its behaviour.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::args::EvaluatorArgs;
use super::error::CliError;
use super::language::{say, told};
use super::outputs::print_json;
use komadai::engine::{Engine, EngineOptions, bench};
use komadai::host::millis;
use komadai::search::{Limits, Signals};
use komadai::types::Depth;
use komadai_analysis::tsume;

/// Search a fixed set of positions; with one thread the node count is the
/// same on every machine
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Depth to search in each position, in plies [default: 12]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(Depth).range(1..))]
    depth: Option<Depth>,
    /// Number of nodes to search in each position
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time to search in each position, in milliseconds
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = bench::THREADS as u64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = bench::HASH_MIB as u64, value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    /// Solve tsume problems of 1, 3, 5 and 7 plies instead, on one thread
    #[arg(long, conflicts_with_all = ["limit", "threads", "hash", "net", "evaluator"])]
    mate: bool,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result as JSON.
#[derive(Serialize)]
struct BenchJson {
    evaluator: String,
    threads: u64,
    hash_mib: u64,
    positions: Vec<StepJson>,
    nodes: u64,
    time_ms: u64,
    nps: u64,
}

#[derive(Serialize)]
struct StepJson {
    sfen: &'static str,
    nodes: u64,
    time_ms: u64,
}

/// Minimum total time for the problems of one length, which are solved repeatedly.
const MATE_TIME: Duration = Duration::from_secs(2);

fn run_mates(out: &mut dyn Write) -> Result<(), CliError> {
    let mut nodes = 0;
    for plies in tsume::bench::LENGTHS {
        let speed = tsume::bench::speed(plies, MATE_TIME);
        nodes += speed.nodes;
        let (solved, all, rate) = (speed.solved, speed.problems, speed.per_second());
        say!(
            out,
            bench_mates,
            plies,
            all,
            solved = format_args!("{solved:>4}"),
            rate = format_args!("{rate:>8.0}")
        )?;
        out.flush()?;
    }
    writeln!(out, "{nodes} nodes")?;
    Ok(())
}

impl Bench {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.mate {
            return run_mates(out);
        }
        let mut engine = self.evaluator.engine(EngineOptions {
            threads: self.threads as usize,
            hash_mib: self.hash as usize,
            ..EngineOptions::default()
        })?;
        let limits = match (self.depth, self.nodes, self.time) {
            (_, Some(nodes), _) => Limits::nodes(nodes),
            (_, _, Some(ms)) => Limits::movetime(ms),
            (depth, _, _) => Limits::depth(depth.unwrap_or(bench::DEPTH)),
        };
        if self.json {
            return self.print_json(&mut engine, &limits, out);
        }
        let evaluator = engine.evaluator();
        say!(out, evaluator, name = told(evaluator))?;
        let mut written = Ok(());
        let total = bench::run(&mut engine, &limits, &Signals::new(), |step| {
            let line = writeln!(out, "{step}");
            if written.is_ok() {
                written = line;
            }
        });
        written?;
        if cfg!(feature = "stats") {
            writeln!(out, "{}", total.stats)?;
        }
        writeln!(out, "{total}")?;
        Ok(())
    }

    fn print_json(
        &self,
        engine: &mut Engine,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        let mut positions = Vec::new();
        let total = bench::run(engine, limits, &Signals::new(), |step| {
            positions.push(StepJson {
                sfen: step.sfen,
                nodes: step.nodes,
                time_ms: millis::of(step.time),
            });
        });
        let result = BenchJson {
            evaluator: engine.evaluator().to_string(),
            threads: self.threads,
            hash_mib: self.hash,
            positions,
            nodes: total.nodes,
            time_ms: millis::of(total.time),
            nps: total.nps(),
        };
        print_json(out, &result)
    }
}
