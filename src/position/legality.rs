//! Legality of moves.

use super::Position;
use crate::bitboard::{Bitboard, aligned, attacks, between, king_attacks, pawn_attacks};
use crate::types::{Color, Move, MoveKind, MoveTextError, PieceType, Square};

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The side to move has no such piece on the origin square or in hand.
    #[error("{0}: the side to move has no such piece there")]
    NoPiece(Move),
    /// The piece does not move that way, or another piece is in the way.
    #[error("{0}: the piece cannot go there")]
    Unreachable(Move),
    /// The piece cannot promote, or neither origin nor destination lies in the promotion zone.
    #[error("{0}: no promotion is possible")]
    Promotion(Move),
    /// The piece could never move again from its destination.
    #[error("{0}: the piece could never move again from there")]
    DeadEnd(Move),
    /// Two unpromoted pawns on a file (nifu).
    #[error("{0}: a second pawn on the file")]
    Nifu(Move),
    /// A pawn dropped to give mate (uchifuzume).
    #[error("{0}: a pawn drop must not give mate")]
    Uchifuzume(Move),
    /// The own king would be left in check.
    #[error("{0}: the king would be in check")]
    KingInCheck(Move),
}

/// The error for a text that is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move at all.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// The move breaks a rule.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Position {
    /// Whether a piece of this kind may stand on `sq`: pawns and lances may not
    /// stand on the last rank, knights not on the last two.
    #[inline]
    pub(crate) fn may_stand(color: Color, kind: PieceType, sq: Square) -> bool {
        let rank = sq.relative_rank(color);
        match kind {
            PieceType::Pawn | PieceType::Lance => rank > 0,
            PieceType::Knight => rank > 1,
            _ => true,
        }
    }

    /// Whether the side to move has no unpromoted pawn on the file of `sq`.
    #[inline]
    fn file_is_free_of_pawns(&self, sq: Square) -> bool {
        !self
            .pieces(self.side, PieceType::Pawn)
            .intersects(Bitboard::file(sq.file()))
    }

    /// Tests a move from any source by every rule but the safety of the own king and the ban on
    /// mating with a dropped pawn.
    fn check_pseudo_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        let us = self.side;
        match mv.kind() {
            MoveKind::Drop { piece, to } => {
                if !self.hand(us).has(piece) {
                    return Err(IllegalMove::NoPiece(mv));
                }
                if self.piece_on(to).is_some() {
                    return Err(IllegalMove::Unreachable(mv));
                }
                if !Position::may_stand(us, piece, to) {
                    return Err(IllegalMove::DeadEnd(mv));
                }
                if piece == PieceType::Pawn && !self.file_is_free_of_pawns(to) {
                    return Err(IllegalMove::Nifu(mv));
                }
            }
            MoveKind::Normal { from, to, promote } => {
                let piece = match self.piece_on(from) {
                    Some(piece) if piece.color() == us => piece,
                    _ => return Err(IllegalMove::NoPiece(mv)),
                };
                let reach = attacks(piece, from, self.occupied());
                let king = self.pieces(!us, PieceType::King);
                if !reach.contains(to) || self.color_bb(us).contains(to) || king.contains(to) {
                    return Err(IllegalMove::Unreachable(mv));
                }
                if promote {
                    let zone = from.in_promotion_zone(us) || to.in_promotion_zone(us);
                    if !zone || !piece.kind().can_promote() {
                        return Err(IllegalMove::Promotion(mv));
                    }
                } else if !Position::may_stand(us, piece.kind(), to) {
                    return Err(IllegalMove::DeadEnd(mv));
                }
            }
        }
        Ok(())
    }

    /// Whether a pseudo-legal move leaves the own king safe.
    pub(crate) fn leaves_king_safe(&self, mv: Move) -> bool {
        let us = self.side;
        let Some(ksq) = self.king(us) else {
            return true;
        };
        let to = mv.to();
        if !mv.is_drop() {
            let from = mv.from();
            if from == ksq {
                return self.is_safe_for_king(to);
            }
            if self.blockers(us).contains(from) && !aligned(ksq, from, to) {
                return false;
            }
        }
        let checkers = self.checkers();
        match checkers.first() {
            None => true,
            Some(_) if checkers.has_many() => false,
            Some(checker) => to == checker || between(ksq, checker).contains(to),
        }
    }

    /// Whether the own king would be safe on `to`; its present square counts as empty.
    #[inline]
    pub(crate) fn is_safe_for_king(&self, to: Square) -> bool {
        let us = self.side;
        let mut occupied = self.occupied();
        if let Some(ksq) = self.king(us) {
            occupied.remove(ksq);
        }
        !self.is_attacked(!us, to, occupied)
    }

    /// Tests a move from any source by every rule.
    ///
    /// # Errors
    /// The first rule that the move breaks.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        self.check_pseudo_legal(mv)?;
        if !self.leaves_king_safe(mv) {
            return Err(IllegalMove::KingInCheck(mv));
        }
        if mv.is_drop() && mv.dropped() == PieceType::Pawn && self.is_uchifuzume(mv.to()) {
            return Err(IllegalMove::Uchifuzume(mv));
        }
        Ok(())
    }

    /// Whether a move from any source is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// Reads a USI move and tests its legality; needless non-promotions are legal.
    ///
    /// # Errors
    /// [`MoveError::Text`] if the text is no move, [`MoveError::Illegal`] if it breaks a rule.
    pub fn parse_usi_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = Move::from_usi(text)?;
        self.check_legal(mv)?;
        Ok(mv)
    }

    /// Whether a pawn that the side to move drops on the empty square `to`
    /// gives mate, which is forbidden.
    ///
    /// No piece can be put between the pawn and the king next to it, so it is
    /// mate if no piece but the king can take the pawn and the king has no safe
    /// square.
    pub(crate) fn is_uchifuzume(&self, to: Square) -> bool {
        let us = self.side;
        let them = !us;
        let Some(ksq) = self.king(them) else {
            return false;
        };
        if !pawn_attacks(us, to).contains(ksq) {
            return false;
        }
        let occupied = self.occupied() | to.into();
        let defenders = self.attackers_of(them, to, occupied) & !self.pieces(them, PieceType::King);
        let pinned = self.blockers(them);
        for defender in defenders {
            // A pinned piece may take only along its line to the king.
            if !pinned.contains(defender) || aligned(ksq, defender, to) {
                return false;
            }
        }
        let without_king = occupied & !Bitboard::from_square(ksq);
        let flights = king_attacks(ksq) & !self.color_bb(them);
        for flight in flights {
            if !self.is_attacked(us, flight, without_king) {
                return false;
            }
        }
        true
    }
}
