//! What the evaluation was found wrong by, kept for features of the position.

use super::gravity::nudge;
use super::piece_to::PIECE_TO;
use super::rows::Rows;
use super::tunables::{self as tune, uses};
use crate::mem::prefetch;
use crate::position::Position;
use crate::types::Color;

/// Positions that the tables by piece structure have room for.
const KEYS: usize = 1 << if cfg!(feature = "tuning") { 16 } else { 14 };
const MAX: i32 = 1024;

/// Corrections by side to move and by pawns, minor pieces, each side's pieces
/// and the last moves.
pub(super) struct CorrectionHistory {
    structure: Box<[[Structure; 2]; KEYS]>,
    /// By the pieces in hand and the side to move: a candidate, else empty.
    hand: Vec<[i16; 2]>,
    /// By an earlier move and the last one.
    moves: Rows<PIECE_TO, PIECE_TO>,
}

/// Where a key is looked up.
#[inline]
fn slot(key: usize) -> usize {
    key % (1 << tune::correction_bits()) % KEYS
}

/// Corrections that share an index range: each field is looked up by a key of its own.
#[derive(Clone, Copy, Default)]
struct Structure {
    pawn: i16,
    minor: i16,
    non_pawn: [i16; 2],
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory {
            structure: Box::new([[Structure::default(); 2]; KEYS]),
            hand: vec![[0; 2]; if cfg!(feature = "tuning") { KEYS } else { 0 }],
            moves: Rows::new(0),
        }
    }
}

impl CorrectionHistory {
    pub(super) fn clear(&mut self) {
        self.structure.as_flattened_mut().fill(Structure::default());
        self.hand.fill([0; 2]);
        self.moves.clear();
    }

    /// The correction of a position's evaluation, in 1/131072.
    #[inline]
    pub(super) fn get(&self, keys: &CorrectionKeys) -> i32 {
        let table = |key: usize| &self.structure[slot(key)][keys.side];
        let after = |earlier: usize| self.moves.row(earlier % PIECE_TO)[keys.last_move % PIECE_TO];
        let non_pawn = i32::from(table(keys.non_pawn[0]).non_pawn[0])
            + i32::from(table(keys.non_pawn[1]).non_pawn[1]);
        let moves: i32 = keys
            .earlier_moves
            .iter()
            .flatten()
            .map(|&earlier| i32::from(after(earlier)))
            .sum();
        let mut hand = 0;
        if tune::correction_hand() > 0 {
            hand = tune::correction_hand() * i32::from(self.hand[slot(keys.hand)][keys.side]);
        }
        hand + tune::correction_pawn() * i32::from(table(keys.pawn).pawn)
            + tune::correction_minor() * i32::from(table(keys.minor).minor)
            + tune::correction_non_pawn() * non_pawn
            + tune::correction_continuation() * moves
    }

    /// Brings near what [`CorrectionHistory::get`] reads for these keys.
    #[inline]
    pub(super) fn prefetch(&self, keys: &CorrectionKeys) {
        for key in [keys.pawn, keys.minor, keys.non_pawn[0], keys.non_pawn[1]] {
            prefetch(&self.structure[slot(key)][keys.side]);
        }
        for &earlier in keys.earlier_moves.iter().flatten() {
            let row = self.moves.row(earlier % PIECE_TO);
            prefetch(&row[keys.last_move % PIECE_TO]);
        }
    }

    /// Learns that the evaluation was wrong by about `bonus` (already scaled).
    pub(super) fn update(&mut self, keys: &CorrectionKeys, bonus: i32) {
        if !uses::correction() {
            return;
        }
        let side = keys.side;
        let weighted = |weight: i32| bonus * weight / 128;
        if tune::correction_hand() > 0 {
            let entry = &mut self.hand[slot(keys.hand)][side];
            nudge(entry, weighted(tune::correct_hand()), MAX);
        }
        let entry = &mut self.structure[slot(keys.pawn)][side].pawn;
        nudge(entry, weighted(tune::correct_pawn()), MAX);
        let entry = &mut self.structure[slot(keys.minor)][side].minor;
        nudge(entry, weighted(tune::correct_minor()), MAX);
        for color in 0..2 {
            let entry = &mut self.structure[slot(keys.non_pawn[color])][side].non_pawn[color];
            nudge(entry, weighted(tune::correct_non_pawn()), MAX);
        }
        let weights = [tune::correct_two_back(), tune::correct_four_back()];
        for (&earlier, weight) in keys.earlier_moves.iter().zip(weights) {
            if let Some(earlier) = earlier {
                let row = self.moves.row_mut(earlier % PIECE_TO);
                let entry = &mut row[keys.last_move % PIECE_TO];
                nudge(entry, weighted(weight), MAX);
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
    /// The last move, as piece and destination.
    last_move: usize,
    /// The moves two and four plies ago, where there is a last move.
    earlier_moves: [Option<usize>; 2],
}

impl CorrectionKeys {
    /// The keys of a position, after a last move and the moves before that one
    /// (as piece and destination).
    #[inline]
    pub(super) fn new(
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
            hand: index(pos.key() ^ pos.board_key()),
            last_move: last_move.unwrap_or(0),
            earlier_moves: match last_move {
                Some(_) => earlier_moves,
                None => [None; 2],
            },
        }
    }
}
