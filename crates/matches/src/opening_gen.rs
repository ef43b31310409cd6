//! Generator of match starts. It makes random moves from the start position, and keeps the
//! positions that a search finds balanced.

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::openings::start_identity;
use komadai::movegen::{AllLegal, MoveList, generate, has_legal_move, is_needless_non_promotion};
use komadai::position::Position;
use komadai::types::{Move, PieceType, SplitMix64};

/// The greatest number of candidates per requested start.
const PATIENCE: u64 = 1000;

/// Requirements for the generated starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateConfig {
    /// Number of starts.
    pub count: usize,
    /// Number of moves in a start.
    pub plies: RangeInclusive<u32>,
    /// The greatest absolute score, in centipawns, that counts as balanced.
    pub limit_cp: i32,
    /// Seed of the random moves.
    pub seed: u64,
    /// Candidates evaluated at the same time.
    pub threads: usize,
}

/// A balanced start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedStart {
    /// The moves from the start position.
    pub moves: Vec<Move>,
    /// The score of the search, in centipawns for the side to move.
    pub cp: i32,
    identity: String,
}

impl BalancedStart {
    /// The start as a line of an openings file, with the score as a comment.
    pub fn line(&self) -> String {
        let mut line = "startpos moves".to_string();
        for mv in &self.moves {
            line.push(' ');
            line += &mv.to_string();
        }
        line + &format!(" # {:+}", self.cp)
    }
}

/// Generates starts and passes each to `found`, in the order of the candidates. Returns the number
/// of starts, which is below `count` only if balanced starts are very rare.
///
/// `evaluator` makes a judge for each thread: a function that searches a position and returns its
/// score in centipawns for the side to move, or `None` if a mate is near. If the score depends on
/// the position alone, the starts do not depend on the number of threads.
///
/// The threads are plain threads, not rayon's. A judge may wait for a rayon pool of its own, and a
/// waiting rayon worker would begin another candidate.
///
/// # Errors
/// The first error that `found` returns.
pub fn generate_starts<J, E>(
    config: &GenerateConfig,
    evaluator: impl Fn() -> J + Sync,
    found: &mut dyn FnMut(&BalancedStart) -> Result<(), E>,
) -> Result<usize, E>
where
    J: FnMut(&Position) -> Option<i32>,
{
    let candidates = (config.count as u64).saturating_mul(PATIENCE);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = channel();
    let work = |sender: Sender<(u64, Option<BalancedStart>)>| {
        let mut judge = evaluator();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let done = number >= candidates
                || sender
                    .send((number, candidate(config, number, &mut judge)))
                    .is_err();
            if done {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let mut seen = HashSet::new();
        // Results are used in the order of their numbers. A result that arrives early waits here.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        let mut result = Ok(());
        while turn < candidates && seen.len() < config.count && result.is_ok() {
            let Ok((number, start)) = results.recv() else {
                break;
            };
            early.insert(number, start);
            while let Some(start) = early.remove(&turn) {
                turn += 1;
                if let Some(start) = start
                    && seen.len() < config.count
                    && result.is_ok()
                    && seen.insert(start.identity.clone())
                {
                    result = found(&start);
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
        result.map(|()| seen.len())
    })
}

fn candidate(
    config: &GenerateConfig,
    number: u64,
    judge: &mut impl FnMut(&Position) -> Option<i32>,
) -> Option<BalancedStart> {
    // Each candidate has a random generator of its own, so the order of work does not matter.
    let mut rng = SplitMix64::new(SplitMix64::new(config.seed ^ number.rotate_left(32)).next_u64());
    let (low, high) = (*config.plies.start(), *config.plies.end());
    let plies = low + rng.below(high.saturating_sub(low) as usize + 1) as u32;
    let mut pos = Position::startpos();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mv = random_move(&pos, &mut rng)?;
        pos.do_move(mv);
        moves.push(mv);
    }
    if !has_legal_move(&pos) || pos.occurrences_before() > 0 {
        return None;
    }
    let cp = judge(&pos)?;
    (cp.abs() <= config.limit_cp).then(|| BalancedStart {
        moves,
        cp,
        identity: start_identity(&pos),
    })
}

/// A random legal move that loses no material at once. King moves qualify only in check, because
/// random king moves do the most harm. If no move qualifies, any legal move.
fn random_move(pos: &Position, rng: &mut SplitMix64) -> Option<Move> {
    let mut legal = MoveList::new();
    generate::<AllLegal>(pos, &mut legal);
    let sane: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|&mv| {
            let king = pos.moved_piece(mv).kind() == PieceType::King;
            (!king || pos.in_check()) && !is_needless_non_promotion(pos, mv) && pos.see_ge(mv, 0)
        })
        .collect();
    let choice = match sane.is_empty() {
        true => legal.as_slice(),
        false => &sane,
    };
    choice.get(rng.below(choice.len())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;

    /// Scores a position by its key alone: from -300 to 300, or as a mate.
    fn judge(pos: &Position) -> Option<i32> {
        let cp = (pos.key() % 701) as i32 - 350;
        (cp.abs() <= 300).then_some(cp)
    }

    fn generate(config: &GenerateConfig) -> Vec<BalancedStart> {
        let mut starts = Vec::new();
        let count = generate_starts(config, || judge, &mut |start| {
            starts.push(start.clone());
            Ok::<(), std::convert::Infallible>(())
        });
        assert_eq!(count, Ok(starts.len()));
        starts
    }

    const CONFIG: GenerateConfig = GenerateConfig {
        count: 300,
        plies: 8..=12,
        limit_cp: 50,
        seed: 1,
        threads: 3,
    };

    #[test]
    fn starts_are_balanced_distinct_and_readable() {
        let starts = generate(&CONFIG);
        assert_eq!(starts.len(), 300);
        let text: String = starts.iter().map(|s| s.line() + "\n").collect();
        let openings = Openings::parse(&text).unwrap();
        assert_eq!((openings.list.len(), openings.duplicates), (300, 0));
        let mut lengths = HashSet::new();
        for (start, opening) in starts.iter().zip(&openings.list) {
            let pos = opening.position().unwrap();
            assert_eq!(judge(&pos), Some(start.cp));
            assert!(start.cp.abs() <= 50);
            lengths.insert(start.moves.len());
        }
        assert_eq!(lengths, (8..=12).collect());
    }

    #[test]
    fn the_seed_decides_and_nothing_else() {
        let starts = generate(&CONFIG);
        let alone = GenerateConfig {
            threads: 1,
            ..CONFIG
        };
        assert_eq!(generate(&alone), starts);
        let other = generate(&GenerateConfig { seed: 2, ..CONFIG });
        assert!(starts.iter().filter(|s| other.contains(s)).count() < 10);
        // A longer list begins with the shorter one.
        let longer = generate(&GenerateConfig {
            count: 350,
            ..CONFIG
        });
        assert_eq!(longer[..300], starts);
    }

    #[test]
    fn rare_starts_do_not_keep_it_for_ever() {
        // Only 30 first moves exist, so 40 starts cannot be found.
        let config = GenerateConfig {
            count: 40,
            plies: 1..=1,
            limit_cp: 300,
            ..CONFIG
        };
        let starts = generate(&config);
        assert!((1..=30).contains(&starts.len()), "{}", starts.len());
    }
}
