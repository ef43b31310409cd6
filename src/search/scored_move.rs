//! Moves with scores, and their order.

use arrayvec::ArrayVec;

use crate::movegen::MAX_MOVES;
use crate::types::Move;

/// A move and its score in one number, so that the best of many is the maximum.
///
/// From the high bits down: the score; the index in the list, inverted so that the first
/// of equal scores is the greatest number; the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(i64);

/// List of moves to be ordered.
pub(super) type ScoredList = ArrayVec<ScoredMove, MAX_MOVES>;

/// Numbers compared in parallel by [`greatest`].
const LANES: usize = 8;

impl ScoredMove {
    /// A move with its score; the index in the list is not set.
    #[inline]
    pub(super) fn new(mv: Move, score: i32) -> ScoredMove {
        ScoredMove(i64::from(score) << 32 | i64::from(mv.bits()))
    }

    /// The move.
    #[inline]
    pub(super) fn mv(self) -> Move {
        Move::from_valid_bits(self.0 as u16)
    }

    /// The score; higher comes first.
    #[inline]
    pub(super) fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// This move and score with the index `place` in the list.
    #[inline]
    fn at(self, place: usize) -> ScoredMove {
        ScoredMove(self.0 & !(0xffff << 16) | i64::from(!(place as u16)) << 16)
    }

    /// The index in the list.
    #[inline]
    fn place(self) -> usize {
        usize::from(!((self.0 >> 16) as u16))
    }
}

impl From<Move> for ScoredMove {
    #[inline]
    fn from(mv: Move) -> ScoredMove {
        ScoredMove::new(mv, 0)
    }
}

/// Scores all moves of a list and sets their indices.
#[inline]
pub(super) fn score_all(list: &mut ScoredList, mut score: impl FnMut(Move) -> i32) {
    for (place, scored) in list.iter_mut().enumerate() {
        let mv = scored.mv();
        *scored = ScoredMove::new(mv, score(mv)).at(place);
    }
}

/// Moves the entries from `start` on with a score of at least `limit` to the front and
/// sets their indices; returns the end of these entries.
pub(super) fn likely_first(list: &mut ScoredList, start: usize, limit: i32) -> usize {
    let mut end = start;
    for i in start..list.len() {
        let next = list[i];
        // A version without a branch made the search 5 % slower, probably because it
        // writes all moves just before wider loads read them.
        if next.score() >= limit {
            list[i] = list[end];
            list[end] = next.at(end);
            end += 1;
        }
    }
    end
}

/// Swaps the move with the highest score in `start..end`, the first of equal ones, to
/// `start`. The indices must be set.
#[inline]
pub(super) fn best_first(list: &mut ScoredList, start: usize, end: usize) {
    if let Some(best) = greatest(&list[start..end]) {
        let from = best.place();
        let first = list[start];
        list[from] = first.at(from);
        list[start] = best;
    }
}

/// The greatest of these numbers.
#[inline]
fn greatest(moves: &[ScoredMove]) -> Option<ScoredMove> {
    // Lanes let the compiler use SIMD: the search spends several percent of its time here.
    let (chunks, rest) = moves.as_chunks::<LANES>();
    let best = rest.iter().copied().max();
    let Some((first, others)) = chunks.split_first() else {
        return best;
    };
    let mut lanes = *first;
    for chunk in others {
        for (lane, &scored) in lanes.iter_mut().zip(chunk) {
            *lane = (*lane).max(scored);
        }
    }
    lanes.into_iter().max().max(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{SplitMix64, Square};

    /// Distinct moves with few different scores, so that many scores are equal.
    fn random_list(rng: &mut SplitMix64, len: usize) -> (ScoredList, Vec<(Move, i32)>) {
        let mut plain = Vec::new();
        let mut list = ScoredList::new();
        for i in 0..len {
            let from = Square::from_raw((i / 80) as u8);
            let to = Square::from_raw((i / 80 + 1 + i % 80) as u8 % 81);
            let mv = Move::normal(from, to, rng.below(2) == 0);
            let score = (rng.below(9) as i32 - 4) * (1 << 24);
            list.push(mv.into());
            plain.push((mv, score));
        }
        let mut scores = plain.iter();
        score_all(&mut list, |mv| {
            let &(expected, score) = scores.next().unwrap();
            assert_eq!(mv, expected);
            score
        });
        (list, plain)
    }

    fn plain(list: &[ScoredMove]) -> Vec<(Move, i32)> {
        list.iter().map(|s| (s.mv(), s.score())).collect()
    }

    #[test]
    fn moves_and_scores_come_out_as_they_went_in() {
        let mv = Move::normal(Square::from_raw(80), Square::from_raw(0), true);
        for score in [i32::MIN, -1, 0, 1, i32::MAX] {
            for place in [0, 1, MAX_MOVES - 1] {
                let scored = ScoredMove::new(mv, score).at(place);
                let back = (scored.mv(), scored.score(), scored.place());
                assert_eq!(back, (mv, score, place));
            }
        }
    }

    #[test]
    fn the_first_of_the_best_comes_first() {
        let mut rng = SplitMix64::new(41);
        for len in (0..60).chain([MAX_MOVES]) {
            let (mut list, mut twin) = random_list(&mut rng, len);
            assert_eq!(plain(&list), twin);
            for start in 0..len {
                best_first(&mut list, start, len);
                let best = twin[start..].iter().map(|&(_, score)| score).max();
                let from = (start..len).find(|&i| Some(twin[i].1) == best).unwrap();
                twin.swap(start, from);
                assert_eq!(plain(&list), twin);
            }
        }
    }

    #[test]
    fn likely_moves_come_first_and_can_be_sorted() {
        let mut rng = SplitMix64::new(42);
        for len in 0..100 {
            let (mut list, mut twin) = random_list(&mut rng, len);
            let start = rng.below(len + 1);
            let limit = (rng.below(11) as i32 - 5) * (1 << 24);
            let end = likely_first(&mut list, start, limit);
            let mut count = start;
            for i in start..len {
                if twin[i].1 >= limit {
                    twin.swap(i, count);
                    count += 1;
                }
            }
            assert_eq!((plain(&list), end), (twin, count));
            best_first(&mut list, start, end);
            let best = list[start..end].iter().map(|s| s.score()).max();
            assert_eq!(best, list[start..end].first().map(|s| s.score()));
        }
    }
}
