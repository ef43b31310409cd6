//! What the evaluation was found wrong by, kept for features of the position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI16, Ordering::Relaxed};

use super::gravity::nudge_shared;
use super::piece_to::{NO_MOVE, PIECE_TO};
use super::tunables::{self as tune, uses};
use crate::mem::{prefetch, zeroed_box};
use crate::position::Position;
use crate::types::Color;

/// Positions that the tables by piece structure have room for.
const KEYS: usize = 1 << if cfg!(feature = "tuning") { 16 } else { 14 };
const MAX: i32 = 1024;

/// Corrections by side to move and by pawns, minor pieces, each side's pieces
/// and the last moves.
#[derive(Default)]
pub(super) struct CorrectionHistory(Arc<Tables>);

struct Tables {
    structure: Box<[[Structure; 2]; KEYS]>,
    /// By the pieces in hand and the side to move: a candidate, else empty.
    hand: Vec<[AtomicI16; 2]>,
    /// By an earlier move and the last one; where one is missing, zero for ever.
    moves: Box<[[AtomicI16; PIECE_TO]; PIECE_TO]>,
    /// Which rows of `moves` are to be cleared.
    written: Vec<AtomicBool>,
}

impl Tables {
    /// Where the correction after two moves is kept.
    #[inline]
    fn after(&self, earlier: usize, last: usize) -> &AtomicI16 {
        &self.moves[earlier][last]
    }
}

/// Where a key is looked up.
#[inline]
fn slot(key: usize) -> usize {
    key % (1 << tune::correction_bits()) % KEYS
}

/// Corrections that share an index range: each field is looked up by a key of its own.
#[derive(Default)]
struct Structure {
    pawn: AtomicI16,
    minor: AtomicI16,
    non_pawn: [AtomicI16; 2],
}

impl Structure {
    const fn new() -> Structure {
        Structure {
            pawn: AtomicI16::new(0),
            minor: AtomicI16::new(0),
            non_pawn: [const { AtomicI16::new(0) }; 2],
        }
    }

    fn clear(&self) {
        for entry in [&self.pawn, &self.minor].into_iter().chain(&self.non_pawn) {
            entry.store(0, Relaxed);
        }
    }
}

impl Default for Tables {
    fn default() -> Tables {
        let hands = if cfg!(feature = "tuning") { KEYS } else { 0 };
        Tables {
            structure: Box::new([const { [const { Structure::new() }; 2] }; KEYS]),
            hand: (0..hands).map(|_| Default::default()).collect(),
            moves: zeroed_box(),
            written: (0..PIECE_TO).map(|_| AtomicBool::new(false)).collect(),
        }
    }
}

impl CorrectionHistory {
    /// The same corrections, for another thread to read and to change.
    pub(super) fn share(&self) -> CorrectionHistory {
        CorrectionHistory(Arc::clone(&self.0))
    }

    pub(super) fn clear(&self) {
        let tables = &*self.0;
        let structures = tables.structure.iter().flatten();
        structures.for_each(Structure::clear);
        let zero = |entry: &AtomicI16| entry.store(0, Relaxed);
        tables.hand.iter().flatten().for_each(zero);
        for (row, written) in tables.moves.iter().zip(&tables.written) {
            if written.swap(false, Relaxed) {
                row.iter().for_each(zero);
            }
        }
    }

    /// The correction of a position's evaluation, in 1/131072.
    #[inline]
    pub(super) fn get(&self, keys: &CorrectionKeys) -> i32 {
        let tables = &*self.0;
        let read = |entry: &AtomicI16| i32::from(entry.load(Relaxed));
        let table = |key: usize| &tables.structure[slot(key)][keys.side];
        let non_pawn =
            read(&table(keys.non_pawn[0]).non_pawn[0]) + read(&table(keys.non_pawn[1]).non_pawn[1]);
        let moves: i32 = (keys.earlier_moves.iter())
            .map(|&earlier| read(tables.after(earlier, keys.last_move)))
            .sum();
        let mut hand = 0;
        if tune::correction_hand() > 0 {
            hand = tune::correction_hand() * read(&tables.hand[slot(keys.hand)][keys.side]);
        }
        hand + tune::correction_pawn() * read(&table(keys.pawn).pawn)
            + tune::correction_minor() * read(&table(keys.minor).minor)
            + tune::correction_non_pawn() * non_pawn
            + tune::correction_continuation() * moves
    }

    /// Brings near what [`CorrectionHistory::get`] reads for these keys.
    #[inline]
    pub(super) fn prefetch(&self, keys: &CorrectionKeys) {
        for key in [keys.pawn, keys.minor, keys.non_pawn[0], keys.non_pawn[1]] {
            prefetch(&self.0.structure[slot(key)][keys.side]);
        }
        for &earlier in &keys.earlier_moves {
            prefetch(self.0.after(earlier, keys.last_move));
        }
    }

    /// Learns that the evaluation was wrong by about `bonus` (already scaled).
    pub(super) fn update(&self, keys: &CorrectionKeys, bonus: i32) {
        if !uses::correction() {
            return;
        }
        let tables = &*self.0;
        let side = keys.side;
        let weighted = |weight: i32| bonus * weight / 128;
        if tune::correction_hand() > 0 {
            let entry = &tables.hand[slot(keys.hand)][side];
            nudge_shared(entry, weighted(tune::correct_hand()), MAX);
        }
        let entry = &tables.structure[slot(keys.pawn)][side].pawn;
        nudge_shared(entry, weighted(tune::correct_pawn()), MAX);
        let entry = &tables.structure[slot(keys.minor)][side].minor;
        nudge_shared(entry, weighted(tune::correct_minor()), MAX);
        for color in 0..2 {
            let entry = &tables.structure[slot(keys.non_pawn[color])][side].non_pawn[color];
            nudge_shared(entry, weighted(tune::correct_non_pawn()), MAX);
        }
        let weights = [tune::correct_two_back(), tune::correct_four_back()];
        for (&earlier, weight) in keys.earlier_moves.iter().zip(weights) {
            if earlier != NO_MOVE && keys.last_move != NO_MOVE {
                tables.written[earlier].store(true, Relaxed);
                let entry = tables.after(earlier, keys.last_move);
                nudge_shared(entry, weighted(weight), MAX);
            }
        }
    }
}

/// Where the corrections of a position are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct CorrectionKeys {
    side: usize,
    pawn: usize,
    minor: usize,
    non_pawn: [usize; 2],
    hand: usize,
    /// The last move, as piece and destination, or [`NO_MOVE`].
    last_move: usize,
    /// The moves two and four plies ago.
    earlier_moves: [usize; 2],
}

impl CorrectionKeys {
    /// The keys of a position, after a last move and the moves before that one
    /// (as piece and destination, or [`NO_MOVE`]).
    #[inline]
    pub(super) fn new(
        pos: &Position,
        last_move: usize,
        earlier_moves: [usize; 2],
    ) -> CorrectionKeys {
        // The lowest bit carries the side to move, or nothing.
        let index = |key: u64| (key >> 1) as usize;
        CorrectionKeys {
            side: pos.side_to_move().index(),
            pawn: index(pos.pawn_key()),
            minor: index(pos.minor_key()),
            non_pawn: [
                index(pos.non_pawn_key(Color::Black)),
                index(pos.non_pawn_key(Color::White)),
            ],
            hand: index(pos.key() ^ pos.board_key()),
            last_move,
            earlier_moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::piece_to::piece_to;
    use super::*;
    use crate::types::{Piece, PieceType, Square};

    #[test]
    fn nothing_is_learnt_where_a_move_is_missing() {
        let pos = Position::startpos();
        let rook = Piece::new(Color::Black, PieceType::Rook);
        let [a, b] = [10, 20].map(|sq| piece_to(rook, Square::from_raw(sq)));
        let history = CorrectionHistory::default();
        history.update(&CorrectionKeys::new(&pos, NO_MOVE, [a, b]), 1000);
        history.update(&CorrectionKeys::new(&pos, a, [NO_MOVE, b]), 1000);
        let after = |earlier, last| history.0.after(earlier, last).load(Relaxed);
        for mv in [a, b] {
            assert_eq!((after(mv, NO_MOVE), after(NO_MOVE, mv)), (0, 0));
        }
        assert!(after(b, a) > 0);
    }
}
