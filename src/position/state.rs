//! The state of a position at one ply, and the pieces that a move changes.

use super::Position;
use crate::bitboard::Bitboard;
use crate::types::{Hand, Piece, Square};

/// The part of a position that is kept per ply, so that taking a move back needs no recomputation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Key of the pieces on the board and the side to move.
    pub board_key: u64,
    /// Key of the pieces in hand.
    pub hand_key: u64,
    /// Key of the pawns on the board.
    pub pawn_key: u64,
    /// Key of the kings, golds, silvers, knights, lances and the small promoted pieces.
    pub minor_key: u64,
    /// Keys of each side's pieces on the board other than unpromoted pawns.
    pub non_pawn_key: [u64; 2],
    /// Pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// For each king, the pieces of either side that alone stand between it
    /// and an enemy slider.
    pub blockers: [Bitboard; 2],
    /// For each side, its sliders that pin an enemy piece to the enemy king.
    pub pinners: [Bitboard; 2],
    /// Hand of the side to move; given the board, it determines the other hand.
    pub hand: Hand,
    /// Plies spanned by each side's checks in a row up to now: 2 for one check,
    /// 4 for two, ...
    pub continuous_check: [u16; 2],
    /// Plies since the setup or the last null move.
    pub plies_from_null: u16,
    /// The piece that the last move captured.
    pub captured: Option<Piece>,
}

/// The place of a piece: a square or a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PiecePlace {
    /// On the board.
    Board(Square),
    /// In the hand of the piece's side; the number is its place, from 0, among the pieces of its
    /// kind there.
    Hand(u8),
}

/// One piece that moved, promoted or changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceChange {
    /// The piece before the move.
    pub before: Piece,
    /// The place before the move.
    pub from: PiecePlace,
    /// The piece after the move.
    pub after: Piece,
    /// The place after the move.
    pub to: PiecePlace,
}

/// The pieces that a move changed: one, or two with a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyPieces {
    /// The piece moved or dropped.
    pub moved: PieceChange,
    /// The captured piece, which went to the mover's hand.
    pub captured: Option<PieceChange>,
}

impl Position {
    /// Compares every cached field that board, hands and side to move determine with that of a
    /// position set up anew. For tests and debugging.
    ///
    /// # Errors
    /// The cached and the new fields, if they differ, which is a fault of this crate.
    pub fn validate(&self) -> Result<(), String> {
        let mut fresh = Position::from_sfen(&self.sfen()).map_err(|error| error.to_string())?;
        let state = self.state();
        if let Some(start) = fresh.states.first_mut() {
            start.continuous_check = state.continuous_check;
            start.plies_from_null = state.plies_from_null;
            start.captured = state.captured;
        }
        let sets = |pos: &Position| (pos.by_color, pos.by_kind, pos.golds, pos.kings);
        let (cached, derived) = ((sets(self), state), (sets(&fresh), fresh.state()));
        match cached == derived {
            true => Ok(()),
            false => Err(format!("{}: {cached:?} is not {derived:?}", self.sfen())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::attacks;
    use crate::position::testing::random_games;
    use crate::types::{Color, PieceType};

    /// The pieces of a side that attack `to`, by definition.
    fn attackers(pos: &Position, to: Square, occupied: Bitboard, by: Color) -> Bitboard {
        let attacks = |sq: &Square| {
            let piece = pos.piece_on(*sq).filter(|piece| piece.color() == by);
            piece.is_some_and(|piece| attacks(piece, *sq, occupied).contains(to))
        };
        Square::all().filter(attacks).collect()
    }

    /// Blockers and pinners by definition: a piece is a blocker if its removal lets another
    /// slider attack the king.
    fn blockers(pos: &Position, king: Color) -> (Bitboard, Bitboard) {
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let Some(ksq) = pos.king(king) else {
            return (blockers, pinners);
        };
        let now = attackers(pos, ksq, pos.occupied(), !king);
        for sq in pos.occupied().into_iter().filter(|&sq| sq != ksq) {
            let mut without = pos.occupied();
            without.remove(sq);
            let more = attackers(pos, ksq, without, !king) & !now;
            if !more.is_empty() {
                blockers.insert(sq);
                if pos.color_bb(king).contains(sq) {
                    pinners |= more;
                }
            }
        }
        (blockers, pinners)
    }

    #[test]
    fn cached_sets_follow_their_definitions() {
        random_games(11, 12, 200, |pos| {
            pos.validate().unwrap();
            let us = pos.side_to_move();
            let squares = |wanted: &dyn Fn(Piece) -> bool| -> Bitboard {
                let is_there = |sq: &Square| pos.piece_on(*sq).is_some_and(wanted);
                Square::all().filter(is_there).collect()
            };
            for kind in PieceType::ALL {
                assert_eq!(pos.kind_bb(kind), squares(&|piece| piece.kind() == kind));
            }
            assert_eq!(pos.golds(), squares(&|piece| piece.kind().is_gold_like()));
            let checkers = pos.king(us);
            let checkers = checkers.map(|ksq| attackers(pos, ksq, pos.occupied(), !us));
            assert_eq!(Some(pos.checkers()), checkers, "{}", pos.sfen());
            for king in Color::ALL {
                assert_eq!(pos.color_bb(king), squares(&|piece| piece.color() == king));
                let derived = blockers(pos, king);
                assert_eq!(
                    (pos.blockers(king), pos.pinners(!king)),
                    derived,
                    "{}",
                    pos.sfen()
                );
            }
        });
    }
}
