//! Attacks by pieces of less value, as they speak for and against quiet moves: a candidate.
//!
//! A piece that a pawn may take had better leave, and none should go where a
//! pawn takes it (idea: Stockfish).

use super::tunables::{self as tune, tries};
use crate::bitboard::{Bitboard, gold_attacks, knight_attacks, lance_attacks, silver_attacks};
use crate::position::Position;
use crate::types::{PieceType, Square};

use PieceType::*;

/// What the opponent attacks, of use while a weight is set.
#[derive(Clone, Copy, Default)]
pub(super) struct Threats {
    pawns: Bitboard,
    /// With the attacks of lances and knights.
    light: Bitboard,
    /// With the attacks of silvers and golds too.
    small: Bitboard,
}

/// What the threats to one piece add to the scores of its moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Threat {
    /// Where it would be attacked by a piece of less value.
    attacked: Bitboard,
    /// For leaving its square.
    leaving: i32,
    /// For entering an attack.
    entering: i32,
}

impl Threats {
    /// Nothing while no weight is set.
    #[inline(always)]
    pub(super) fn new(pos: &Position) -> Threats {
        if tune::threat_weight() > 0 || tune::threat_drop_weight() > 0 {
            Threats::of(pos)
        } else {
            Threats::default()
        }
    }

    fn of(pos: &Position) -> Threats {
        let them = !pos.side_to_move();
        let own = pos.color_bb(them);
        let pawns = (pos.kind_bb(Pawn) & own).forward(them);
        let (mut light, mut small) = (pawns, pawns);
        if tries::threat_lesser() {
            for from in pos.kind_bb(Lance) & own {
                light |= lance_attacks(them, from, pos.occupied());
            }
            for from in pos.kind_bb(Knight) & own {
                light |= knight_attacks(them, from);
            }
            small |= light;
            for from in pos.kind_bb(Silver) & own {
                small |= silver_attacks(them, from);
            }
            for from in pos.golds() & own {
                small |= gold_attacks(them, from);
            }
        }
        Threats {
            pawns,
            light,
            small,
        }
    }

    /// Where a piece of this kind is attacked by one of less value.
    fn against(&self, kind: PieceType) -> Bitboard {
        match kind {
            Pawn | King => Bitboard::EMPTY,
            Lance | Knight => self.pawns,
            Bishop | Rook | Horse | Dragon => self.small,
            _ => self.light,
        }
    }

    /// For the moves of a piece of this kind from a square.
    #[inline(always)]
    pub(super) fn of_move(&self, kind: PieceType, from: Square) -> Threat {
        if tune::threat_weight() == 0 {
            return Threat::default();
        }
        let attacked = self.against(kind);
        let weight = tune::threat_weight() * kind.exchange_value();
        Threat {
            attacked,
            leaving: weight * i32::from(attacked.contains(from)),
            entering: -weight,
        }
    }

    /// For drops of a piece of this kind.
    #[inline(always)]
    pub(super) fn of_drop(&self, kind: PieceType) -> Threat {
        if tune::threat_drop_weight() == 0 {
            return Threat::default();
        }
        Threat {
            attacked: self.against(kind),
            leaving: 0,
            entering: -tune::threat_drop_weight() * kind.exchange_value(),
        }
    }
}

impl Threat {
    /// What it adds to the score of the move to a square.
    #[inline(always)]
    pub(super) fn at(&self, to: Square) -> i32 {
        if tune::threat_weight() == 0 && tune::threat_drop_weight() == 0 {
            return 0;
        }
        self.leaving + self.entering * i32::from(self.attacked.contains(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::pawn_attacks;
    use crate::position::testing::random_games;
    use crate::types::Piece;

    #[test]
    fn only_pieces_of_less_value_threaten() {
        let mut seen = 0;
        random_games(17, 20, 150, |pos| {
            let threats = Threats::of(pos);
            let them = !pos.side_to_move();
            let by_pawns: Bitboard = Square::all()
                .filter(|&sq| pos.piece_on(sq) == Some(Piece::new(them, Pawn)))
                .map(|sq| pawn_attacks(them, sq))
                .fold(Bitboard::EMPTY, |all, one| all | one);
            for kind in PieceType::ALL {
                let attacked = threats.against(kind);
                if matches!(kind, Pawn | King) {
                    assert!(attacked.is_empty());
                } else {
                    assert_eq!(attacked, by_pawns, "{kind:?} {}", pos.sfen());
                }
            }
            seen += usize::from(!by_pawns.is_empty());
        });
        assert!(seen > 500, "{seen}");
    }
}
