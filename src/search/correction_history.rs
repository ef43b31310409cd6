//! Correction history: differences between search and evaluation, averaged by features of
//! the position.

use super::rows::{NO_MOVE, PIECE_TO, Rows, nudge};
use super::tunables as tune;
use crate::mem::prefetch;
use crate::position::Position;
use crate::types::Color;

/// Number of entries, per side to move, of the tables by piece structure.
const KEYS: usize = 1 << 14;
const MAX: i32 = 1024;

/// Corrections by side to move and pawns, minor pieces, each side's other pieces, and the
/// last moves.
pub(super) struct CorrectionHistory {
    structure: Box<[[Structure; 2]; KEYS]>,
    /// Corrections by an earlier move and the last move; zero if one of them is missing.
    moves: Rows<PIECE_TO, PIECE_TO>,
}

/// One entry of the tables by piece structure, which are interleaved. A position looks up
/// each field with a different key.
#[derive(Clone, Copy)]
struct Structure {
    pawn: i16,
    minor: i16,
    non_pawn: [i16; 2],
}

impl Structure {
    const ZERO: Structure = Structure {
        pawn: 0,
        minor: 0,
        non_pawn: [0; 2],
    };
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory {
            structure: Box::new([[Structure::ZERO; 2]; KEYS]),
            moves: Rows::new(0),
        }
    }
}

impl CorrectionHistory {
    pub(super) fn clear(&mut self) {
        self.structure.fill([Structure::ZERO; 2]);
        self.moves.clear();
    }

    #[inline]
    fn structure(&self, key: usize, side: usize) -> &Structure {
        &self.structure[key % KEYS][side]
    }

    #[inline]
    fn structure_mut(&mut self, key: usize, side: usize) -> &mut Structure {
        &mut self.structure[key % KEYS][side]
    }

    /// The correction of a position's evaluation, in 1/131072 of a search value.
    #[inline]
    pub(super) fn get(&self, keys: &CorrectionKeys) -> i32 {
        let table = |key: usize| self.structure(key, keys.side);
        let [black, white] = keys.non_pawn;
        let non_pawn = i32::from(table(black).non_pawn[0]) + i32::from(table(white).non_pawn[1]);
        let moves: i32 = (keys.earlier_moves.iter())
            .map(|&earlier| i32::from(self.moves.row(earlier)[keys.last_move]))
            .sum();
        tune::correction_pawn() * i32::from(table(keys.pawn).pawn)
            + tune::correction_minor() * i32::from(table(keys.minor).minor)
            + tune::correction_non_pawn() * non_pawn
            + tune::correction_continuation() * moves
    }

    /// Loads what [`CorrectionHistory::get`] reads for these keys into the cache.
    #[inline]
    pub(super) fn prefetch(&self, keys: &CorrectionKeys) {
        for key in [keys.pawn, keys.minor, keys.non_pawn[0], keys.non_pawn[1]] {
            prefetch(self.structure(key, keys.side));
        }
        for &earlier in &keys.earlier_moves {
            prefetch(&self.moves.row(earlier)[keys.last_move]);
        }
    }

    /// Moves the corrections by `bonus`: the error of the evaluation, scaled by the depth.
    pub(super) fn update(&mut self, keys: &CorrectionKeys, bonus: i32) {
        let side = keys.side;
        let weighted = |weight: i32| bonus * weight / 128;
        let entry = &mut self.structure_mut(keys.pawn, side).pawn;
        nudge(entry, weighted(tune::correct_pawn()), MAX);
        let entry = &mut self.structure_mut(keys.minor, side).minor;
        nudge(entry, weighted(tune::correct_minor()), MAX);
        for (color, key) in keys.non_pawn.into_iter().enumerate() {
            let entry = &mut self.structure_mut(key, side).non_pawn[color];
            nudge(entry, weighted(tune::correct_non_pawn()), MAX);
        }
        let weights = [tune::correct_two_back(), tune::correct_four_back()];
        for (&earlier, weight) in keys.earlier_moves.iter().zip(weights) {
            if earlier != NO_MOVE && keys.last_move != NO_MOVE {
                let entry = &mut self.moves.row_mut(earlier)[keys.last_move];
                nudge(entry, weighted(weight), MAX);
            }
        }
    }
}

/// Keys of a position in the tables of corrections.
#[derive(Clone, Copy, Debug)]
pub(super) struct CorrectionKeys {
    side: usize,
    pawn: usize,
    minor: usize,
    non_pawn: [usize; 2],
    /// The last move, as piece and destination, or [`NO_MOVE`].
    last_move: usize,
    /// The moves two and four plies ago, in the same form.
    earlier_moves: [usize; 2],
}

impl CorrectionKeys {
    /// The keys of a position, `last_move` and the moves two and four plies ago (each as
    /// piece and destination, or [`NO_MOVE`]).
    #[inline]
    pub(super) fn new(
        pos: &Position,
        last_move: usize,
        earlier_moves: [usize; 2],
    ) -> CorrectionKeys {
        // The lowest bit of a key holds at most the side to move, which has an index of its own.
        let index = |key: u64| (key >> 1) as usize;
        CorrectionKeys {
            side: pos.side_to_move().index(),
            pawn: index(pos.pawn_key()),
            minor: index(pos.minor_key()),
            non_pawn: [
                index(pos.non_pawn_key(Color::Black)),
                index(pos.non_pawn_key(Color::White)),
            ],
            last_move,
            earlier_moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::piece_to;
    use super::*;
    use crate::types::{Piece, PieceType, Square};

    #[test]
    fn nothing_is_learnt_where_a_move_is_missing() {
        let pos = Position::startpos();
        let rook = Piece::new(Color::Black, PieceType::Rook);
        let [a, b] = [10, 20].map(|sq| piece_to(rook, Square::from_raw(sq)));
        let mut history = CorrectionHistory::default();
        history.update(&CorrectionKeys::new(&pos, NO_MOVE, [a, b]), 1000);
        history.update(&CorrectionKeys::new(&pos, a, [NO_MOVE, b]), 1000);
        let after = |earlier, last: usize| history.moves.row(earlier)[last];
        for mv in [a, b] {
            assert_eq!((after(mv, NO_MOVE), after(NO_MOVE, mv)), (0, 0));
        }
        assert!(after(b, a) > 0);
    }
}
