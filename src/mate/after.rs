//! Whether a checking move mates, judged without making it.

use crate::bitboard::{
    Bitboard, aligned, attacks, between, bishop_rays, king_attacks, lance_ray, rook_rays,
};
use crate::position::Position;
use crate::types::{Color, Hand, Move, PieceType, Square};

/// Whether a legal move mates; `false` for moves that give no check.
///
/// Exact but for one case that is answered `false`: a mate whose only defence
/// would be a pawn dropped between checker and king that itself mates the
/// other king, which the rule against pawn-drop mates forbids. A legal pawn
/// drop that mates cannot be passed in, as there is none.
pub fn is_mated_by(pos: &Position, mv: Move) -> bool {
    let us = pos.side_to_move();
    let them = !us;
    let Some(ksq) = pos.king(them) else {
        return false;
    };
    let to = mv.to();
    let mover = pos.moved_piece_after(mv);
    let vacated = if mv.is_drop() {
        Bitboard::EMPTY
    } else {
        mv.from().into()
    };
    let after = After {
        pos,
        ksq,
        them,
        mover: to,
        mover_kind: mover.kind(),
        occupied: pos.occupied().without(vacated) | to.into(),
        own: pos.color_bb(us).without(vacated),
        theirs: pos.color_bb(them).without(to.into()),
    };

    // The king is taken off, so that it cannot hide behind itself from a slider.
    let without_king = after.occupied.without(ksq.into());
    let mut flights = king_attacks(ksq).without(after.theirs);
    flights = flights.without(attacks(mover, to, without_king));
    for flight in flights {
        if !after.is_covered(flight, without_king) {
            return false;
        }
    }

    let mut checkers = pos.attackers_of(us, ksq, after.occupied) & after.own;
    if attacks(mover, to, after.occupied).contains(ksq) {
        checkers.insert(to);
    }
    let Some(checker) = checkers.first() else {
        return false;
    };
    checkers.has_many() || !after.can_parry(checker)
}

/// The board after the move, as far as it differs from the position.
struct After<'a> {
    pos: &'a Position,
    ksq: Square,
    them: Color,
    mover: Square,
    mover_kind: PieceType,
    occupied: Bitboard,
    /// The attacker's pieces but the one that moved.
    own: Bitboard,
    /// The defender's pieces but the one captured.
    theirs: Bitboard,
}

impl After<'_> {
    /// Whether the pieces that did not move attack a square.
    #[inline]
    fn is_covered(&self, sq: Square, occupied: Bitboard) -> bool {
        self.pos
            .attackers_of(!self.them, sq, occupied)
            .intersects(self.own)
    }

    /// Whether anything but the king can take the only checker, or stand in its way.
    fn can_parry(&self, checker: Square) -> bool {
        let gap = between(self.ksq, checker);
        let hand = self.pos.hand(self.them);
        if gap.into_iter().any(|sq| self.can_drop(hand, sq)) {
            return true;
        }
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

    /// The defender's pieces that alone shield their king from a slider.
    fn pinned(&self) -> Bitboard {
        let pos = self.pos;
        let bishops = pos.bishops_and_horses() & self.own;
        let rooks = pos.rooks_and_dragons() & self.own;
        let lances = pos.kind_bb(PieceType::Lance) & self.own;
        let (mut diagonal, mut straight, mut file) = (bishops, rooks, lances);
        match self.mover_kind {
            PieceType::Bishop | PieceType::Horse => diagonal.insert(self.mover),
            PieceType::Rook | PieceType::Dragon => straight.insert(self.mover),
            PieceType::Lance => file.insert(self.mover),
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
