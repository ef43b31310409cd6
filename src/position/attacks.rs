//! Attackers of a square, checkers and pinned pieces.

use super::Position;
use crate::bitboard::{
    Bitboard, aligned, between, bishop_attacks, bishop_rays, gold_attacks, king_attacks,
    knight_attacks, lance_ray, pawn_attacks, rook_attacks, rook_rays, silver_attacks,
};
use crate::types::{Color, Move, PieceType, Square};

use PieceType::*;

impl Position {
    /// Bishops and horses of either side.
    #[inline]
    pub(crate) fn bishops_and_horses(&self) -> Bitboard {
        self.kind_bb(Bishop) | self.kind_bb(Horse)
    }

    /// Rooks and dragons of either side.
    #[inline]
    pub(crate) fn rooks_and_dragons(&self) -> Bitboard {
        self.kind_bb(Rook) | self.kind_bb(Dragon)
    }

    /// Kings, horses and dragons of either side: the pieces that attack all neighbouring squares.
    #[inline]
    fn king_steppers(&self) -> Bitboard {
        self.kind_bb(King) | self.kind_bb(Horse) | self.kind_bb(Dragon)
    }

    /// The pieces of both sides that attack `sq` if the squares of `occupied` are taken.
    #[inline]
    pub fn attackers_to(&self, sq: Square, occupied: Bitboard) -> Bitboard {
        let [black, white] = [self.color_bb(Color::Black), self.color_bb(Color::White)];
        let of_both = |steps: fn(Color, Square) -> Bitboard| {
            (steps(Color::White, sq) & black) | (steps(Color::Black, sq) & white)
        };
        let mut set = of_both(pawn_attacks) & self.kind_bb(Pawn);
        set |= of_both(knight_attacks) & self.kind_bb(Knight);
        set |= of_both(silver_attacks) & self.kind_bb(Silver);
        set |= of_both(gold_attacks) & self.golds;
        set |= king_attacks(sq) & self.king_steppers();
        let lances = of_both(lance_ray) & self.kind_bb(Lance);
        let straight = self.rooks_and_dragons() | lances;
        set | sliding_attackers(sq, occupied, self.bishops_and_horses(), straight)
    }

    /// The pieces of `color` that attack `sq` if the squares of `occupied` are taken.
    #[inline]
    pub fn attackers_of(&self, color: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        let seen_from = !color;
        let us = self.color_bb(color);
        let mut set = pawn_attacks(seen_from, sq) & self.kind_bb(Pawn);
        set |= knight_attacks(seen_from, sq) & self.kind_bb(Knight);
        set |= silver_attacks(seen_from, sq) & self.kind_bb(Silver);
        set |= gold_attacks(seen_from, sq) & self.golds;
        set |= king_attacks(sq) & self.king_steppers();
        let lances = lance_ray(seen_from, sq) & self.kind_bb(Lance);
        let straight = self.rooks_and_dragons() | lances;
        set |= sliding_attackers(sq, occupied, self.bishops_and_horses() & us, straight & us);
        set & us
    }

    /// Whether a piece of `color` attacks `sq` if the squares of `occupied` are taken.
    #[inline]
    pub fn is_attacked(&self, color: Color, sq: Square, occupied: Bitboard) -> bool {
        let seen_from = !color;
        let mut steps = pawn_attacks(seen_from, sq) & self.kind_bb(Pawn);
        steps |= knight_attacks(seen_from, sq) & self.kind_bb(Knight);
        steps |= silver_attacks(seen_from, sq) & self.kind_bb(Silver);
        steps |= gold_attacks(seen_from, sq) & self.golds;
        steps |= king_attacks(sq) & self.king_steppers();
        let us = self.color_bb(color);
        if steps.intersects(us) {
            return true;
        }
        let lances = lance_ray(seen_from, sq) & self.kind_bb(Lance);
        let straight = self.rooks_and_dragons() | lances;
        let diagonal = self.bishops_and_horses();
        !sliding_attackers(sq, occupied, diagonal & us, straight & us).is_empty()
    }

    /// The pieces of either side that alone shield the king of side `king` from
    /// an enemy slider, and the sliders that pin a piece of side `king`.
    #[inline]
    pub(super) fn compute_blockers(&self, king: Color) -> (Bitboard, Bitboard) {
        let Some(ksq) = self.king(king) else {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        };
        let mut blockers = Bitboard::EMPTY;
        let mut pinners = Bitboard::EMPTY;
        let snipers = self.slider_snipers(king, ksq);
        let occupied = self.occupied();
        for sniper in snipers {
            let inside = between(ksq, sniper) & occupied;
            if !inside.is_empty() && !inside.has_many() {
                blockers |= inside;
                if inside.intersects(self.color_bb(king)) {
                    pinners.insert(sniper);
                }
            }
        }
        (blockers, pinners)
    }

    /// Enemy sliders that would attack `ksq`, the king's square of side `king`, on an
    /// empty board.
    #[inline]
    fn slider_snipers(&self, king: Color, ksq: Square) -> Bitboard {
        let mut snipers = lance_ray(king, ksq) & self.kind_bb(Lance);
        snipers |= bishop_rays(ksq) & self.bishops_and_horses();
        snipers |= rook_rays(ksq) & self.rooks_and_dragons();
        snipers & self.color_bb(!king)
    }

    /// The pieces that attack the king of the side to move.
    #[inline]
    pub(super) fn compute_checkers(&self) -> Bitboard {
        match self.king(self.side) {
            Some(ksq) => self.attackers_of(!self.side, ksq, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the king of the side not to move is attacked. A legal move never
    /// leads to this, but a position may be set up so.
    pub fn opponent_in_check(&self) -> bool {
        self.king(!self.side)
            .is_some_and(|ksq| self.is_attacked(self.side, ksq, self.occupied()))
    }

    /// Whether a pseudo-legal move gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        CheckInfo::new(self).gives_check(self, mv)
    }
}

/// The sliders that attack `sq`: those of `diagonal` like a bishop, those of `straight` like a
/// rook. Usually no slider stands on a line with `sq`, so the rays of the empty board are tested
/// first.
#[inline(always)]
fn sliding_attackers(
    sq: Square,
    occupied: Bitboard,
    diagonal: Bitboard,
    straight: Bitboard,
) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    if bishop_rays(sq).intersects(diagonal) {
        set |= bishop_attacks(sq, occupied) & diagonal;
    }
    if rook_rays(sq).intersects(straight) {
        set |= rook_attacks(sq, occupied) & straight;
    }
    set
}

/// The squares from which pieces of the side to move give check, computed once per node.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    /// The squares from which a piece of each kind attacks the enemy king, by the kind that the
    /// piece has after the move.
    squares: [Bitboard; 16],
    /// Own pieces that alone stand between an own slider and the enemy king.
    discoverers: Bitboard,
    king: Option<Square>,
}

impl CheckInfo {
    /// Computes the squares for the side to move.
    #[inline]
    pub fn new(pos: &Position) -> CheckInfo {
        let us = pos.side_to_move();
        let them = !us;
        let Some(ksq) = pos.king(them) else {
            return CheckInfo {
                squares: [Bitboard::EMPTY; 16],
                discoverers: Bitboard::EMPTY,
                king: None,
            };
        };
        let discoverers = pos.blockers(them) & pos.color_bb(us);
        let occupied = pos.occupied();
        let bishop = bishop_attacks(ksq, occupied);
        let rook = rook_attacks(ksq, occupied);
        let gold = gold_attacks(them, ksq);
        let near = king_attacks(ksq);
        let mut squares = [Bitboard::EMPTY; 16];
        squares[Pawn.index()] = pawn_attacks(them, ksq);
        squares[Lance.index()] = rook & lance_ray(them, ksq);
        squares[Knight.index()] = knight_attacks(them, ksq);
        squares[Silver.index()] = silver_attacks(them, ksq);
        squares[Bishop.index()] = bishop;
        squares[Rook.index()] = rook;
        for kind in [Gold, ProPawn, ProLance, ProKnight, ProSilver] {
            squares[kind.index()] = gold;
        }
        squares[Horse.index()] = bishop | near;
        squares[Dragon.index()] = rook | near;
        CheckInfo {
            squares,
            discoverers,
            king: Some(ksq),
        }
    }

    /// A copy without the checks from neighbouring squares and by knights: the remaining checks
    /// can be met by an interposition.
    #[cfg(feature = "engine")]
    pub(crate) fn afar(&self) -> CheckInfo {
        let mut afar = self.clone();
        if let Some(ksq) = self.king {
            for squares in &mut afar.squares {
                *squares = squares.without(king_attacks(ksq));
            }
        }
        afar.squares[Knight.index()] = Bitboard::EMPTY;
        afar
    }

    /// The squares where a piece of this kind gives check.
    #[inline]
    pub fn squares(&self, kind: PieceType) -> Bitboard {
        self.squares[kind.index() & 15]
    }

    /// Own pieces that uncover a check when they leave their line to the enemy king.
    #[inline]
    pub fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// Whether a pseudo-legal move of the position gives check.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: Move) -> bool {
        let to = mv.to();
        if mv.is_drop() {
            return self.squares(mv.dropped()).contains(to);
        }
        let from = mv.from();
        let Some(piece) = pos.piece_on(from) else {
            return false;
        };
        let after = if mv.is_promotion() {
            piece.promoted()
        } else {
            piece
        };
        if self.squares[after.index() & 15].contains(to) {
            return true;
        }
        let Some(ksq) = self.king else { return false };
        // A piece that moves along its line to the king still shields it; any
        // other move uncovers the slider behind.
        self.discoverers.contains(from) && !aligned(ksq, from, to)
    }
}
