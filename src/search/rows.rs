//! Tables of history scores: rows that are quick to clear, the index by piece and
//! destination, and the update that keeps a score in range.

use crate::mem::{Zero, zeroed_box};
use crate::types::{Piece, Square};

/// `N` rows of `LEN` scores, which all have the same start value.
///
/// Clearing costs only the rows that were written: a short search writes a few hundred kilobytes,
/// while the tables take tens of megabytes.
pub(super) struct Rows<const N: usize, const LEN: usize> {
    rows: Box<[[i16; LEN]; N]>,
    written: Box<[bool]>,
    start: i16,
}

impl<const N: usize, const LEN: usize> Rows<N, LEN>
where
    [i16; LEN]: Zero,
{
    /// Rows with the start value `start`.
    pub(super) fn new(start: i16) -> Rows<N, LEN> {
        let mut rows = zeroed_box::<[i16; LEN], N>();
        if start != 0 {
            rows.as_flattened_mut().fill(start);
        }
        Rows {
            rows,
            written: vec![false; N].into_boxed_slice(),
            start,
        }
    }

    /// Sets every score to the start value.
    pub(super) fn clear(&mut self) {
        for (row, written) in self.rows.iter_mut().zip(&mut self.written) {
            if std::mem::take(written) {
                row.fill(self.start);
            }
        }
    }

    /// A row to read. `index` must be below `N`.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[i16; LEN] {
        &self.rows[index]
    }

    /// A row to write. `index` must be below `N`.
    #[inline]
    pub(super) fn row_mut(&mut self, index: usize) -> &mut [i16; LEN] {
        self.written[index] = true;
        &mut self.rows[index]
    }
}

/// Adds `bonus` to a score, less a share that grows with the score, so that the score stays between
/// `-max` and `max` (Stockfish's gravity).
#[inline]
pub(super) fn nudge(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

/// Number of entries of a table by piece and destination.
pub(super) const PIECE_TO: usize = Piece::NUM * Square::NUM;

/// Index of a missing move in such a table; no piece has this index.
pub(super) const NO_MOVE: usize = 0;

/// Scores of moves, by piece and destination.
pub(super) type PieceToTable = [i16; PIECE_TO];

/// Scores of the moves of one piece, by destination.
pub(super) type SquareScores = [i16; Square::NUM];

/// The index of a piece and its destination in a [`PieceToTable`].
#[inline]
pub(super) fn piece_to(piece: Piece, to: Square) -> usize {
    piece.index() * Square::NUM + to.index()
}

/// The part of a table for the moves of one piece.
#[inline]
pub(super) fn of_piece(table: &PieceToTable, piece: Piece) -> &SquareScores {
    let (rows, _) = table.as_chunks();
    &rows[piece.index()]
}

/// Key of the continuation table of an earlier move; the default stands for no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContinuationKey(u16);

impl ContinuationKey {
    /// The key of the table for the moves that follow a move of `piece` to `to`.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> ContinuationKey {
        ContinuationKey(piece_to(piece, to) as u16)
    }

    /// The earlier move as piece and destination, or [`NO_MOVE`]; less than [`PIECE_TO`].
    #[inline]
    pub(super) fn piece_to(self) -> usize {
        // No key is greater; the limit makes the bounds check of the caller needless.
        usize::from(self.0).min(PIECE_TO - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let mut rng = SplitMix64::new(5);
        for start in [0, -523] {
            let mut rows = Rows::<100, 7>::new(start);
            let mut twin = vec![[start; 7]; 100];
            for _ in 0..3 {
                for _ in 0..rng.below(150) {
                    let (row, at, value) = (rng.below(100), rng.below(7), rng.below(1000) as i16);
                    rows.row_mut(row)[at] = value;
                    twin[row][at] = value;
                }
                assert!((0..100).all(|row| *rows.row(row) == twin[row]));
                rows.clear();
                twin.fill([start; 7]);
                assert!((0..100).all(|row| *rows.row(row) == twin[row]));
            }
        }
    }

    #[test]
    fn entries_stay_in_range_and_follow_their_bonuses() {
        const MAX: i32 = 7183;
        let mut rng = SplitMix64::new(1);
        let mut entry = 0i16;
        for _ in 0..100_000 {
            let bonus = rng.below(100_000) as i32 - 50_000;
            nudge(&mut entry, bonus, MAX);
            assert!(i32::from(entry).abs() <= MAX);
        }
        entry = 0;
        for _ in 0..200 {
            let before = entry;
            nudge(&mut entry, 500, MAX);
            assert!(entry >= before);
        }
        assert!(i32::from(entry) > MAX * 8 / 10);
    }
}
