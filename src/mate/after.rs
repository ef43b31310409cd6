//! Test of a checking move for mate, without making it.

use crate::bitboard::{
    Bitboard, aligned, attacks, between, bishop_rays, king_attacks, lance_ray, rook_rays,
};
use crate::position::Position;
use crate::types::{Color, Hand, Move, Piece, PieceType, Square};

/// Whether a legal move mates; `false` for moves that give no check.
///
/// Exact except in one case, in which it wrongly returns `false`: a mate whose only defence would
/// be a pawn dropped between checker and king that itself mates the other king, which the rule
/// against pawn-drop mates forbids. `mv` is legal, so it is no pawn drop that mates.
pub fn is_mated_by(pos: &Position, mv: Move) -> bool {
    After::new(pos, mv).is_some_and(|after| !after.has_flight() && after.is_checked_for_good())
}

/// Whether nothing but a piece dropped between checker and king could defend against the
/// move; `false` if there is no square for such a drop.
pub(super) fn is_mated_but_for_drops(pos: &Position, mv: Move) -> bool {
    After::new(pos, mv).is_some_and(|after| {
        let checker = match after.checkers() {
            checkers if checkers.has_many() => None,
            checkers => checkers.first(),
        };
        checker.is_some_and(|checker| {
            let gap = between(after.ksq, checker);
            !gap.is_empty() && !after.has_flight() && !after.can_be_met_on_board(checker)
        })
    })
}

/// [`is_mated_by`] for a move that is known to leave the king no square to step to.
pub(super) fn is_mated_without_flight(pos: &Position, mv: Move) -> bool {
    let after = After::new(pos, mv);
    debug_assert!(after.as_ref().is_none_or(|after| !after.has_flight()));
    after.is_some_and(|after| after.is_checked_for_good())
}

/// The board after the move, as far as it differs from the position before.
struct After<'a> {
    pos: &'a Position,
    ksq: Square,
    them: Color,
    to: Square,
    mover: Piece,
    occupied: Bitboard,
    /// The attacker's pieces except the moved one.
    own: Bitboard,
    /// The defender's pieces except the captured one.
    theirs: Bitboard,
}

impl<'a> After<'a> {
    #[inline]
    fn new(pos: &'a Position, mv: Move) -> Option<After<'a>> {
        let us = pos.side_to_move();
        let to = mv.to();
        let vacated = if mv.is_drop() {
            Bitboard::EMPTY
        } else {
            mv.from().into()
        };
        Some(After {
            pos,
            ksq: pos.king(!us)?,
            them: !us,
            to,
            mover: pos.moved_piece_after(mv),
            occupied: pos.occupied().without(vacated) | to.into(),
            own: pos.color_bb(us).without(vacated),
            theirs: pos.color_bb(!us).without(to.into()),
        })
    }

    /// Whether the king can step to a square that is not attacked.
    fn has_flight(&self) -> bool {
        // The king is taken off the board, because it would shield the squares behind it from a
        // slider.
        let without_king = self.occupied.without(self.ksq.into());
        king_attacks(self.ksq)
            .without(self.theirs)
            .without(attacks(self.mover, self.to, without_king))
            .into_iter()
            .any(|flight| !self.is_covered(flight, without_king))
    }

    /// Whether only a king move could answer the check.
    fn is_checked_for_good(&self) -> bool {
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else {
            return false;
        };
        checkers.has_many() || !self.can_parry(checker)
    }

    /// The pieces that give check.
    #[inline]
    fn checkers(&self) -> Bitboard {
        let us = !self.them;
        let mut checkers = self.pos.attackers_of(us, self.ksq, self.occupied) & self.own;
        if attacks(self.mover, self.to, self.occupied).contains(self.ksq) {
            checkers.insert(self.to);
        }
        checkers
    }

    /// Whether a piece of the attacker that did not move attacks a square.
    #[inline]
    fn is_covered(&self, sq: Square, occupied: Bitboard) -> bool {
        self.pos
            .attackers_of(!self.them, sq, occupied)
            .intersects(self.own)
    }

    /// Whether a piece other than the king can capture the only checker, or stand in its way.
    fn can_parry(&self, checker: Square) -> bool {
        let hand = self.pos.hand(self.them);
        let mut gap = between(self.ksq, checker).into_iter();
        gap.any(|sq| self.can_drop(hand, sq)) || self.can_be_met_on_board(checker)
    }

    /// Whether a piece on the board other than the king can capture the only checker or
    /// stand in its way.
    fn can_be_met_on_board(&self, checker: Square) -> bool {
        let gap = between(self.ksq, checker);
        let men = self.theirs.without(self.ksq.into());
        let mut pinned = None;
        for sq in gap | checker.into() {
            let defenders = self.pos.attackers_of(self.them, sq, self.occupied) & men;
            if defenders.is_empty() {
                continue;
            }
            let pinned = *pinned.get_or_insert_with(|| self.pinned());
            for defender in defenders {
                if !pinned.contains(defender) || aligned(self.ksq, defender, sq) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the defender has a piece to drop on the empty square `sq`.
    fn can_drop(&self, hand: Hand, sq: Square) -> bool {
        const ANYWHERE: [PieceType; 4] = [
            PieceType::Silver,
            PieceType::Gold,
            PieceType::Bishop,
            PieceType::Rook,
        ];
        if ANYWHERE.into_iter().any(|kind| hand.has(kind)) {
            return true;
        }
        let rank = sq.relative_rank(self.them);
        if rank > 0 && hand.has(PieceType::Lance) || rank > 1 && hand.has(PieceType::Knight) {
            return true;
        }
        let pawns = self.pos.kind_bb(PieceType::Pawn) & self.theirs;
        rank > 0 && hand.has(PieceType::Pawn) && !pawns.intersects(Bitboard::file(sq.file()))
    }

    /// The defender's pieces that are pinned: each is the only piece between the king and a slider.
    fn pinned(&self) -> Bitboard {
        let pos = self.pos;
        let bishops = pos.bishops_and_horses() & self.own;
        let rooks = pos.rooks_and_dragons() & self.own;
        let lances = pos.kind_bb(PieceType::Lance) & self.own;
        let (mut diagonal, mut straight, mut file) = (bishops, rooks, lances);
        match self.mover.kind() {
            PieceType::Bishop | PieceType::Horse => diagonal.insert(self.to),
            PieceType::Rook | PieceType::Dragon => straight.insert(self.to),
            PieceType::Lance => file.insert(self.to),
            _ => {}
        }
        let snipers = bishop_rays(self.ksq) & diagonal
            | rook_rays(self.ksq) & straight
            | lance_ray(self.them, self.ksq) & file;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let inside = between(self.ksq, sniper) & self.occupied;
            if !inside.has_many() {
                pinned |= inside & self.theirs;
            }
        }
        pinned
    }
}
