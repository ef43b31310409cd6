//! What the search has learnt about moves: histories and corrections of the evaluation.
//!
//! Every entry moves towards its bonuses with a pull back to zero that grows
//! with the entry, so none leaves its range (gravity, Stockfish).

use super::rows::Rows;
use super::tunables::{self as tune, uses};
use crate::mem::prefetch;
use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// Size of a table by piece and destination.
pub const PIECE_TO: usize = Piece::NUM * Square::NUM;

/// Moves in a row of a table by move: those from one square, or drops of one piece.
const MOVE_ROW: usize = 128;
const MOVE_ROWS: usize = Move::NUM / MOVE_ROW;

const CORRECTION_KEYS: usize = 16384;

const MAIN_MAX: i32 = 7183;
const CAPTURE_MAX: i32 = 10692;
const CONTINUATION_MAX: i32 = 30000;
const CORRECTION_MAX: i32 = 1024;
const TT_MOVE_MAX: i32 = 8192;

/// Where unseen moves start: a little below zero, so that a move known to be
/// neutral comes before one never tried.
const CAPTURE_START: i16 = -678;
const CONTINUATION_START: i16 = -523;

/// Scores of the next move, by piece and destination.
pub type PieceToTable = [i16; PIECE_TO];

/// Scores of the moves of one piece, by destination.
pub type SquareScores = [i16; Square::NUM];

/// Scores of moves that differ in the destination only, by destination.
pub type MoveRow = [i16; MOVE_ROW];

/// Index by piece and destination.
#[inline]
pub fn piece_to(piece: Piece, to: Square) -> usize {
    piece.index() * Square::NUM + to.index()
}

/// The part of a table that belongs to one piece.
#[inline]
pub fn of_piece(table: &PieceToTable, piece: Piece) -> &SquareScores {
    let (rows, _) = table.as_chunks();
    &rows[piece.index()]
}

/// Where a move stands in a table of several `Move::NUM` scores: row and place.
#[inline]
fn move_at(table: usize, mv: Move) -> (usize, usize) {
    let index = mv.index();
    (table * MOVE_ROWS + index / MOVE_ROW, index % MOVE_ROW)
}

/// Adds a bonus with the pull towards zero.
#[inline]
fn nudge(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

/// Which continuation table follows a move; the default follows no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContinuationKey(u16);

impl ContinuationKey {
    /// The table after `piece` went to `to`.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> ContinuationKey {
        ContinuationKey(piece_to(piece, to) as u16)
    }

    #[inline]
    fn row(self) -> usize {
        usize::from(self.0)
    }
}

/// Everything one search thread has learnt.
pub struct Histories {
    main: Rows<{ 2 * MOVE_ROWS }, MOVE_ROW>,
    capture: Rows<PIECE_TO, 16>,
    /// Not kept apart by whether the earlier move answered a check: that takes
    /// twice the memory and gains nothing.
    continuation: Rows<PIECE_TO, PIECE_TO>,
    corrections: Box<[[Corrections; 2]; CORRECTION_KEYS]>,
    continuation_correction: Rows<PIECE_TO, PIECE_TO>,
    /// How often the stored move turned out best.
    tt_move: i16,
}

/// Corrections that share an index range: each field is looked up by a key of its own.
#[derive(Clone, Copy, Default)]
struct Corrections {
    pawn: i16,
    minor: i16,
    non_pawn: [i16; 2],
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            main: Rows::new(0),
            capture: Rows::new(CAPTURE_START),
            continuation: Rows::new(CONTINUATION_START),
            corrections: Box::new([[Corrections::default(); 2]; CORRECTION_KEYS]),
            continuation_correction: Rows::new(0),
            tt_move: 0,
        }
    }
}

impl Histories {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.clear();
        self.capture.clear();
        self.continuation.clear();
        self.corrections
            .as_flattened_mut()
            .fill(Corrections::default());
        self.continuation_correction.clear();
        self.tt_move = 0;
    }

    /// Butterfly history: how well a move did anywhere.
    #[inline]
    pub fn main(&self, side: Color, mv: Move) -> i32 {
        let (row, at) = move_at(side.index(), mv);
        self.main.row(row)[at].into()
    }

    /// Butterfly history of `mv` and all moves that differ from it in the destination only.
    #[inline]
    pub fn main_row(&self, side: Color, mv: Move) -> &MoveRow {
        self.main.row(move_at(side.index(), mv).0)
    }

    /// Adds to the butterfly history.
    #[inline]
    pub fn add_main(&mut self, side: Color, mv: Move, bonus: i32) {
        if uses::main_history() {
            let (row, at) = move_at(side.index(), mv);
            nudge(&mut self.main.row_mut(row)[at], bonus, MAIN_MAX);
        }
    }

    /// How well captures of `victim` by this piece on this square did; a
    /// promotion without capture has no victim.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: Option<PieceType>) -> i32 {
        let victim = victim.map_or(0, PieceType::index) & 15;
        self.capture.row(piece_to(piece, to))[victim].into()
    }

    /// Adds to the capture history.
    #[inline]
    pub fn add_capture(&mut self, piece: Piece, to: Square, victim: Option<PieceType>, bonus: i32) {
        let victim = victim.map_or(0, PieceType::index) & 15;
        if uses::capture_history() {
            let entry = &mut self.capture.row_mut(piece_to(piece, to))[victim];
            nudge(entry, bonus, CAPTURE_MAX);
        }
    }

    /// How well moves did after an earlier move.
    #[inline]
    pub fn continuation(&self, key: ContinuationKey) -> &PieceToTable {
        self.continuation.row(key.row())
    }

    /// Adds to the history after an earlier move.
    #[inline]
    pub fn add_continuation(&mut self, key: ContinuationKey, piece: Piece, to: Square, bonus: i32) {
        if uses::continuation() {
            let entry = &mut self.continuation.row_mut(key.row())[piece_to(piece, to)];
            nudge(entry, bonus, CONTINUATION_MAX);
        }
    }

    /// How often the stored move turns out best.
    #[inline]
    pub fn tt_move(&self) -> i32 {
        self.tt_move.into()
    }

    /// Adds to the record of stored moves.
    #[inline]
    pub fn add_tt_move(&mut self, bonus: i32) {
        nudge(&mut self.tt_move, bonus, TT_MOVE_MAX);
    }

    /// What the evaluation of a position was found wrong by, each feature apart.
    #[inline]
    pub fn corrections(&self, keys: &CorrectionKeys) -> CorrectionSums {
        let side = keys.side;
        let table = |key: usize| &self.corrections[key % CORRECTION_KEYS][side];
        let after = |earlier: usize| {
            self.continuation_correction.row(earlier % PIECE_TO)[keys.last_move % PIECE_TO]
        };
        CorrectionSums {
            pawn: table(keys.pawn).pawn.into(),
            minor: table(keys.minor).minor.into(),
            non_pawn: i32::from(table(keys.non_pawn[0]).non_pawn[0])
                + i32::from(table(keys.non_pawn[1]).non_pawn[1]),
            continuation: keys
                .earlier_moves
                .iter()
                .flatten()
                .map(|&key| i32::from(after(key)))
                .sum(),
        }
    }

    /// Brings near what [`Histories::corrections`] reads for these keys.
    #[inline]
    pub fn prefetch_corrections(&self, keys: &CorrectionKeys) {
        for key in [keys.pawn, keys.minor, keys.non_pawn[0], keys.non_pawn[1]] {
            prefetch(&self.corrections[key % CORRECTION_KEYS][keys.side]);
        }
        for &earlier in keys.earlier_moves.iter().flatten() {
            let row = self.continuation_correction.row(earlier % PIECE_TO);
            prefetch(&row[keys.last_move % PIECE_TO]);
        }
    }

    /// Learns that the evaluation was wrong by about `bonus` (already scaled).
    pub fn add_corrections(&mut self, keys: &CorrectionKeys, bonus: i32) {
        if !uses::correction() {
            return;
        }
        let side = keys.side;
        let weighted = |weight: i32| bonus * weight / 128;
        let corrections = &mut self.corrections;
        let table = |key: usize| key % CORRECTION_KEYS;
        let entry = &mut corrections[table(keys.pawn)][side].pawn;
        nudge(entry, weighted(tune::correct_pawn()), CORRECTION_MAX);
        let entry = &mut corrections[table(keys.minor)][side].minor;
        nudge(entry, weighted(tune::correct_minor()), CORRECTION_MAX);
        for color in 0..2 {
            let entry = &mut corrections[table(keys.non_pawn[color])][side].non_pawn[color];
            nudge(entry, weighted(tune::correct_non_pawn()), CORRECTION_MAX);
        }
        let weights = [tune::correct_two_back(), tune::correct_four_back()];
        for (&earlier, weight) in keys.earlier_moves.iter().zip(weights) {
            if let Some(earlier) = earlier {
                let row = self.continuation_correction.row_mut(earlier % PIECE_TO);
                let entry = &mut row[keys.last_move % PIECE_TO];
                nudge(entry, weighted(weight), CORRECTION_MAX);
            }
        }
    }
}

/// Where the corrections of a position are found.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    side: usize,
    pawn: usize,
    minor: usize,
    non_pawn: [usize; 2],
    /// The last move, as piece and destination.
    last_move: usize,
    /// The moves two and four plies ago, where there is a last move.
    earlier_moves: [Option<usize>; 2],
}

impl CorrectionKeys {
    /// The keys of a position, after a last move and the moves before that one
    /// (as piece and destination).
    #[inline]
    pub fn new(
        pos: &Position,
        last_move: Option<usize>,
        earlier_moves: [Option<usize>; 2],
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
            last_move: last_move.unwrap_or(0),
            earlier_moves: match last_move {
                Some(_) => earlier_moves,
                None => [None; 2],
            },
        }
    }
}

/// What each feature of a position says the evaluation is wrong by.
#[derive(Clone, Copy, Debug, Default)]
pub struct CorrectionSums {
    /// The pawn structure.
    pub pawn: i32,
    /// The minor pieces.
    pub minor: i32,
    /// Both sides' pieces.
    pub non_pawn: i32,
    /// The last moves.
    pub continuation: i32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn entries_stay_in_range_and_follow_their_bonuses() {
        let mut rng = SplitMix64::new(1);
        let mut entry = 0i16;
        for _ in 0..100_000 {
            let bonus = rng.below(100_000) as i32 - 50_000;
            nudge(&mut entry, bonus, MAIN_MAX);
            assert!(i32::from(entry).abs() <= MAIN_MAX);
        }
        entry = 0;
        for _ in 0..200 {
            let before = entry;
            nudge(&mut entry, 500, MAIN_MAX);
            assert!(entry >= before);
        }
        assert!(i32::from(entry) > MAIN_MAX * 8 / 10);
    }
}
