//! Debugging commands: `bench` and `go perft`, answered in plain text.

use super::job::Job;
use super::output::Output;
use crate::engine::{Engine, EngineOptions, bench};
use crate::host::millis;
use crate::host::{self, Instant};
use crate::movegen::{legal_moves, perft_parallel_while};
use crate::position::Position;
use crate::search::Limits;
use crate::search::report::nps;
use crate::types::Depth;

/// `go perft`: writes the count below each root move, then the total. A stop signal ends it early.
pub(super) fn perft(pos: &Position, depth: u32, job: &Job, out: &Output) {
    let start = Instant::now();
    let mut total = 0;
    let mut walk = pos.clone();
    if depth == 0 {
        total = 1;
    } else {
        for &mv in &legal_moves(pos) {
            walk.do_move(mv);
            let go_on = || {
                host::check_turn();
                host::pause_if_due();
                !job.signals.stopped()
            };
            let nodes = perft_parallel_while(&walk, depth - 1, go_on);
            walk.undo_move(mv);
            let Some(nodes) = nodes else {
                out.remark("perft was stopped");
                return;
            };
            total += nodes;
            out.line(&format!("{mv}: {nodes}"));
        }
    }
    let ms = millis::since(start);
    out.line(&format!(
        "\nNodes searched: {total}\nTime: {ms} ms, {} nodes per second",
        nps(total, ms)
    ));
}

/// Runs `bench [depth N | nodes N | movetime MS] [threads N] [hash MIB]`.
pub(super) fn bench(words: &[String], options: &EngineOptions, job: &Job, out: &Output) {
    let mut options = options.clone();
    (options.threads, options.hash_mib) = (bench::THREADS, bench::HASH_MIB);
    let mut limits = Limits::depth(bench::DEPTH);
    for pair in words.chunks(2) {
        let n: Option<u64> = pair.get(1).and_then(|n| n.parse().ok());
        let size = n.and_then(|n| usize::try_from(n).ok());
        match (pair[0].as_str(), n, size) {
            ("depth", Some(n), _) => {
                limits = Limits::depth(Depth::try_from(n).unwrap_or(Depth::MAX));
            }
            ("nodes", Some(n), _) => limits = Limits::nodes(n),
            ("movetime", Some(n), _) => limits = Limits::movetime(n),
            ("threads", _, Some(n @ 1..)) => options.threads = n,
            ("hash", _, Some(n @ 1..)) => options.hash_mib = n,
            _ => {
                out.remark(
                    "bench takes pairs of a word and a number: depth, nodes, movetime (one of \
                     them), threads, hash",
                );
                return;
            }
        }
    }
    let mut engine = match Engine::new(options) {
        Ok(engine) => engine,
        Err(error) => {
            out.remark(&error.to_string());
            return;
        }
    };
    out.line(&format!("evaluator: {}", engine.evaluator()));
    let total = bench::run(&mut engine, &limits, &job.signals, |step| {
        out.line(&step.to_string());
    });
    out.line(&total.to_string());
}
