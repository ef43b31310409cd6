//! Mate in one, found from sets of attacked squares without making a move.
//!
//! A few set operations rule out a mate in most positions: a mating move must attack
//! every square that the king could still step to, and a checker next to the king must be
//! protected. Moves that pass are tested exactly by [`is_mated_by`]. (Idea of a static
//! mate test: Bonanza, YaneuraOu; the method here is this project's own.)

use arrayvec::ArrayVec;

use super::after::{is_mated_by, is_mated_without_flight};
use crate::bitboard::{
    Bitboard, attacks, between, bishop_attacks, bishop_rays, gold_attacks, king_attacks, king_zone,
    knight_attacks, lance_attacks, lance_ray, line, pawn_attacks, rook_attacks, rook_rays,
    silver_attacks,
};
use crate::position::{CheckInfo, Position};
use crate::types::{Color, Move, Piece, PieceType, Square};

use PieceType::*;

/// A legal move that mates at once, if there is one.
///
/// A move returned is always a legal mate. A mate is missed only in the case that [`is_mated_by`]
/// names, and in positions set up with the side not to move already in check from a slider, where
/// no mate is looked for. Pawn drops are never mates by rule. The side to move may be in check.
///
/// `info` saves work if the caller has it already.
pub fn mate_in_one(pos: &Position, info: Option<&CheckInfo>) -> Option<Move> {
    let ksq = pos.king(!pos.side_to_move())?;
    let fresh;
    let info = match info {
        Some(info) => info,
        None => {
            fresh = CheckInfo::new(pos);
            &fresh
        }
    };
    let mut sliders = Sliders::new();
    let node = Node::new(pos, info, ksq, &mut sliders)?;
    node.mating_drop().or_else(|| node.mating_board_move())
}

/// The attacker's sliders, at most four lances, two bishops and two rooks: square, kind
/// and squares attacked.
type Sliders = ArrayVec<(Square, PieceType, Bitboard), 8>;

/// The king's surroundings before any move.
struct Node<'a> {
    pos: &'a Position,
    info: &'a CheckInfo,
    us: Color,
    /// The king to be mated.
    ksq: Square,
    /// The squares next to that king.
    near: Bitboard,
    /// Squares next to the king to which it could step if it were to move.
    flights: Bitboard,
    /// `once`: squares next to the king that at least one of the attacker's pieces attacks.
    /// `twice`: those that at least two attack.
    once: Bitboard,
    twice: Bitboard,
    /// The attacker's sliders that may matter, with the squares that they attack.
    sliders: &'a Sliders,
    /// Squares on the lines of these sliders: a piece that leaves one may open a line.
    rays: Bitboard,
    /// All occupied squares except the king's.
    without_king: Bitboard,
}

impl<'a> Node<'a> {
    #[inline]
    fn new(
        pos: &'a Position,
        info: &'a CheckInfo,
        ksq: Square,
        sliders: &'a mut Sliders,
    ) -> Option<Node<'a>> {
        let us = pos.side_to_move();
        let own = pos.color_bb(us);
        let near = king_attacks(ksq);
        let around = own & king_zone(ksq);
        let without_king = pos.occupied().without(ksq.into());

        let mut once = (pos.kind_bb(Pawn) & around).forward(us) & near;
        let mut twice = Bitboard::EMPTY;
        let mut add = |reach: Bitboard| {
            let reach = reach & near;
            twice |= once & reach;
            once |= reach;
        };
        for from in pos.golds() & around {
            add(gold_attacks(us, from));
        }
        for from in pos.kind_bb(Silver) & around {
            add(silver_attacks(us, from));
        }
        for from in pos.kind_bb(King) & around {
            add(king_attacks(from));
        }
        for from in pos.kind_bb(Knight) & own {
            add(knight_attacks(us, from));
        }
        let mut rays = Bitboard::EMPTY;
        let mut slide = |from, kind, ray: Bitboard, step: Bitboard| {
            rays |= ray;
            let reach = ray | step;
            add(reach);
            // The list has room for all sliders of a valid position.
            let kept = sliders.try_push((from, kind, reach));
            debug_assert!(kept.is_ok());
        };
        // A slider has no part in any mate if on an empty board it would neither touch
        // the king or its neighbours nor reach a square to give check from.
        let around_king = near | ksq.into();
        let straight = around_king | info.squares(Rook);
        let diagonal = around_king | info.squares(Bishop);
        for from in pos.kind_bb(Lance) & own {
            if lance_ray(us, from).intersects(straight) {
                let ray = lance_attacks(us, from, without_king);
                slide(from, Lance, ray, Bitboard::EMPTY);
            }
        }
        for from in pos.kind_bb(Bishop) & own {
            if bishop_rays(from).intersects(diagonal) {
                let ray = bishop_attacks(from, without_king);
                slide(from, Bishop, ray, Bitboard::EMPTY);
            }
        }
        for from in pos.kind_bb(Horse) & own {
            let ray = bishop_attacks(from, without_king);
            slide(from, Horse, ray, king_attacks(from));
        }
        for from in pos.kind_bb(Rook) & own {
            if rook_rays(from).intersects(straight) {
                let ray = rook_attacks(from, without_king);
                slide(from, Rook, ray, Bitboard::EMPTY);
            }
        }
        for from in pos.kind_bb(Dragon) & own {
            let ray = rook_attacks(from, without_king);
            slide(from, Dragon, ray, king_attacks(from));
        }
        if rays.contains(ksq) {
            return None;
        }
        Some(Node {
            pos,
            info,
            us,
            ksq,
            near,
            flights: near.without(pos.color_bb(!us)).without(once),
            once,
            twice,
            sliders,
            rays,
            without_king,
        })
    }

    fn mating_drop(&self) -> Option<Move> {
        let pos = self.pos;
        let hand = pos.hand(self.us);
        if !hand.has_except_pawns() {
            return None;
        }
        let mut targets = !pos.occupied();
        if pos.in_check() {
            let checkers = pos.checkers();
            let (Some(own_king), Some(checker)) = (pos.king(self.us), checkers.first()) else {
                return None;
            };
            if checkers.has_many() {
                return None;
            }
            targets &= between(own_king, checker);
        }
        // A checker next to the king must be protected.
        let contact = targets & self.once;
        if !contact.is_empty() {
            for kind in [Rook, Gold, Silver, Bishop, Lance] {
                if hand.has(kind)
                    && let Some(mv) = self.drop_on(kind, contact)
                {
                    return Some(mv);
                }
            }
        }
        // From a distance a slider covers at most two squares next to the king, a knight none.
        let open = self.flights.count();
        if open > 2 {
            return None;
        }
        if open == 0
            && hand.has(Knight)
            && let Some(mv) = self.drop_on(Knight, targets)
        {
            return Some(mv);
        }
        let their_hand = pos.hand(!self.us);
        let can_interpose = [Silver, Gold, Bishop, Rook]
            .into_iter()
            .any(|kind| their_hand.has(kind));
        if can_interpose {
            return None;
        }
        let distant = targets.without(self.near);
        [Rook, Bishop, Lance]
            .into_iter()
            .filter(|&kind| hand.has(kind))
            .find_map(|kind| self.drop_on(kind, distant))
    }

    /// A mating drop of this kind on one of these empty squares.
    #[inline]
    fn drop_on(&self, kind: PieceType, targets: Bitboard) -> Option<Move> {
        let piece = Piece::new(self.us, kind);
        for to in targets & self.info.squares(kind) {
            if !self
                .flights
                .without(attacks(piece, to, self.without_king))
                .is_empty()
            {
                continue;
            }
            let mv = Move::drop(kind, to);
            if self.mates(mv, self.rays) {
                return Some(mv);
            }
        }
        None
    }

    fn mating_board_move(&self) -> Option<Move> {
        let pos = self.pos;
        let us = self.us;
        let own = pos.color_bb(us);
        let mut targets = !own & !Bitboard::from_square(self.ksq);
        let king_targets = targets;
        if pos.in_check() {
            let checkers = pos.checkers();
            let (Some(own_king), Some(checker)) = (pos.king(us), checkers.first()) else {
                return None;
            };
            targets &= between(own_king, checker) | checker.into();
            if checkers.has_many() {
                targets = Bitboard::EMPTY;
            }
        }

        let info = self.info;
        let around = own & king_zone(self.ksq);
        let zone = Bitboard::promotion_zone(us);
        for &(from, kind, reach) in self.sliders {
            let checks = info.squares(kind) | info.squares(kind.promoted());
            if (reach & targets).intersects(checks)
                && let Some(mv) = self.board_move(from, kind, reach & targets)
            {
                return Some(mv);
            }
        }
        for from in pos.golds() & around {
            let reach = gold_attacks(us, from) & targets & info.squares(Gold);
            if !reach.is_empty()
                && let Some(kind) = pos.piece_on(from).map(Piece::kind)
                && let Some(mv) = self.board_move(from, kind, reach)
            {
                return Some(mv);
            }
        }
        let silver_checks = info.squares(Silver) | info.squares(Gold);
        for from in pos.kind_bb(Silver) & around {
            let reach = silver_attacks(us, from) & targets & silver_checks;
            if !reach.is_empty()
                && let Some(mv) = self.board_move(from, Silver, reach)
            {
                return Some(mv);
            }
        }
        let promoting_checks = info.squares(Gold) & zone;
        let knight_checks = info.squares(Knight) | promoting_checks;
        for from in pos.kind_bb(Knight) & own {
            let reach = knight_attacks(us, from) & targets & knight_checks;
            if !reach.is_empty()
                && let Some(mv) = self.board_move(from, Knight, reach)
            {
                return Some(mv);
            }
        }
        let pawn_checks = (info.squares(Pawn) | promoting_checks) & targets;
        for from in pos.kind_bb(Pawn) & around {
            let reach = pawn_attacks(us, from) & pawn_checks;
            if !reach.is_empty()
                && let Some(mv) = self.board_move(from, Pawn, reach)
            {
                return Some(mv);
            }
        }
        // Discovered checks by a piece that leaves the line.
        for from in info.discoverers() {
            let Some(piece) = pos.piece_on(from) else {
                continue;
            };
            let targets = if piece.kind() == King {
                king_targets
            } else {
                targets
            };
            let reach = attacks(piece, from, pos.occupied()) & targets;
            if let Some(mv) = self.board_move(from, piece.kind(), reach) {
                return Some(mv);
            }
        }
        None
    }

    /// A mating move of the piece on `from` to one of the squares of `reach`.
    #[inline(never)]
    fn board_move(&self, from: Square, kind: PieceType, mut reach: Bitboard) -> Option<Move> {
        let pos = self.pos;
        let us = self.us;
        let mut uncovering = Bitboard::EMPTY;
        if self.info.discoverers().contains(from) {
            uncovering = !line(self.ksq, from);
        }
        let piece = Piece::new(us, kind);
        let promoted = piece.promoted();
        let staying_checks = self.info.squares(kind) | uncovering;
        let promoting_checks = self.info.squares(promoted.kind()) | uncovering;
        reach &= staying_checks | promoting_checks;
        if let Some(own_king) = pos.king(us)
            && pos.blockers(us).contains(from)
        {
            reach &= line(own_king, from);
        }

        // A piece that leaves a slider's line may open that slider's attack on more squares next to
        // the king, and on its own destination, which is then protected.
        let opens = self.rays.contains(from);
        let without_mover = self.without_king.without(from.into());
        let mut flights = self.flights;
        if opens {
            for flight in flights {
                if pos.is_attacked(us, flight, without_mover) {
                    flights.remove(flight);
                }
            }
        } else {
            // The king captures an unprotected checker next to it, and may step to
            // squares that only this piece attacked.
            let alone = self.near.without(self.twice);
            reach = reach.without(alone);
            let left = attacks(piece, from, self.without_king) & alone;
            flights |= left.without(pos.color_bb(!us));
        }
        let uncertain = if opens { !Bitboard::EMPTY } else { self.rays };

        let zone = Bitboard::promotion_zone(us);
        let mut promoting = Bitboard::EMPTY;
        if kind.can_promote() {
            promoting = if zone.contains(from) {
                reach
            } else {
                reach & zone
            };
        }
        // Non-promotions that are never better than the promotion are left out.
        let staying = match kind {
            Pawn | Bishop | Rook => reach.without(promoting),
            Lance | Knight => reach.without(Bitboard::far_ranks(us, 2)),
            _ => reach,
        };
        let promoting = promoting & promoting_checks;
        let staying = staying & staying_checks;
        self.finish(from, promoted, promoting, flights, uncertain)
            .or_else(|| self.finish(from, piece, staying, flights, uncertain))
    }

    /// Whether a check that attacks all flight squares of the king mates. `uncertain` are the
    /// destinations at which the move may have blocked other attacks on these squares.
    #[inline]
    fn mates(&self, mv: Move, uncertain: Bitboard) -> bool {
        if uncertain.contains(mv.to()) {
            is_mated_by(self.pos, mv)
        } else {
            is_mated_without_flight(self.pos, mv)
        }
    }

    /// The first of these checks that mates; `after` is the piece on its destination.
    #[inline]
    fn finish(
        &self,
        from: Square,
        after: Piece,
        to: Bitboard,
        flights: Bitboard,
        uncertain: Bitboard,
    ) -> Option<Move> {
        let pos = self.pos;
        let promote = pos.piece_on(from) != Some(after);
        let without_mover = self.without_king.without(from.into());
        for sq in to {
            let left = flights.without(attacks(after, sq, without_mover));
            if !left.is_empty() {
                continue;
            }
            let mv = Move::normal(from, sq, promote);
            let king_is_safe = after.kind() != King || pos.is_safe_for_king(sq);
            if king_is_safe && self.mates(mv, uncertain) {
                return Some(mv);
            }
        }
        None
    }
}
