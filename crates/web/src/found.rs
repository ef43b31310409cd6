//! What the engine said while it thought, as the document of a game has it.

use komadai::search::RankedLine;
use komadai::types::{Bound, Depth};
use komadai::usi::Info;
use komadai_analysis::report::analysis::{PositionAnalysis, SearchEntry};

use super::path::{Path, PathError};

/// `info` lines of one search put together; `None` if no line has a score. Of
/// several with one rank the last counts, but a bound gives way to a score.
pub(super) fn found(path: &Path, said: &[String]) -> Result<Option<SearchEntry>, PathError> {
    let (pos, last_to) = path.walk()?;
    let mut lines: Vec<(u32, RankedLine)> = Vec::new();
    let mut all = PositionAnalysis {
        lines: Vec::new(),
        declares: false,
        depth: 0,
        nodes: 0,
        time_ms: 0,
    };
    for info in said.iter().filter_map(|line| Info::parse(line)) {
        all.nodes = info.nodes.unwrap_or(all.nodes);
        all.time_ms = info.time_ms.unwrap_or(all.time_ms);
        let Some(score) = info.score else { continue };
        let rank = info.multipv.unwrap_or(1);
        let depth = |n: Option<u32>| Depth::try_from(n.unwrap_or(0)).unwrap_or(Depth::MAX);
        let line = RankedLine {
            score,
            bound: info.bound,
            depth: depth(info.depth),
            seldepth: depth(info.seldepth),
            moves: info.pv,
        };
        match lines.iter_mut().find(|(known, _)| *known == rank) {
            Some((_, old)) if line.bound == Bound::Exact || old.bound != Bound::Exact => {
                *old = line;
            }
            Some(_) => (),
            None => lines.push((rank, line)),
        }
    }
    lines.sort_by_key(|(rank, _)| *rank);
    all.lines = lines.into_iter().map(|(_, line)| line).collect();
    all.depth = all.lines.first().map_or(0, |line| line.depth);
    let is_known = !all.lines.is_empty();
    Ok(is_known.then(|| SearchEntry::new(&pos, last_to, &all)))
}
