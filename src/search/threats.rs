//! Attacks by pieces of less value, as they speak for and against quiet moves.
//!
//! A piece that a pawn may take had better leave, and none should go where a
//! pawn takes it (idea: Stockfish).

use super::tunables as tune;
use crate::bitboard::{Bitboard, gold_attacks, knight_attacks, lance_attacks, silver_attacks};
use crate::position::Position;
use crate::types::{PieceType, Square};

use PieceType::*;

/// What the opponent's lesser pieces attack: none of them, pawns, with them
/// lances and knights, and with those silvers and golds.
#[derive(Clone, Copy, Default)]
pub(super) struct Threats([Bitboard; 4]);

/// For each kind which of these are less than it.
static LESSER: [u8; 16] = {
    let mut lesser = [2; 16];
    lesser[Pawn.index()] = 0;
    lesser[King.index()] = 0;
    lesser[Lance.index()] = 1;
    lesser[Knight.index()] = 1;
    lesser[Bishop.index()] = 3;
    lesser[Rook.index()] = 3;
    lesser[Horse.index()] = 3;
    lesser[Dragon.index()] = 3;
    lesser
};

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
    #[inline(always)]
    pub(super) fn new(pos: &Position) -> Threats {
        let them = !pos.side_to_move();
        let own = pos.color_bb(them);
        let pawns = (pos.kind_bb(Pawn) & own).forward(them);
        let mut light = pawns;
        for from in pos.kind_bb(Lance) & own {
            light |= lance_attacks(them, from, pos.occupied());
        }
        for from in pos.kind_bb(Knight) & own {
            light |= knight_attacks(them, from);
        }
        let mut small = light;
        for from in pos.kind_bb(Silver) & own {
            small |= silver_attacks(them, from);
        }
        for from in pos.golds() & own {
            small |= gold_attacks(them, from);
        }
        Threats([Bitboard::EMPTY, pawns, light, small])
    }

    /// Where a piece of this kind is attacked by one of less value.
    #[inline]
    fn against(&self, kind: PieceType) -> Bitboard {
        // A table, since a `match` becomes branches.
        self.0[usize::from(LESSER[kind.index() & 15] & 3)]
    }

    /// For the moves of a piece of this kind from a square.
    #[inline(always)]
    pub(super) fn of_move(&self, kind: PieceType, from: Square) -> Threat {
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
        self.leaving + self.entering * i32::from(self.attacked.contains(to))
    }

    /// Adds it to the scores of the drops on these squares.
    #[inline]
    pub(super) fn add_to(&self, scores: &mut [i32; Square::NUM], to: Bitboard) {
        debug_assert!(self.leaving == 0);
        for sq in to & self.attacked {
            scores[sq.index()] += self.entering;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::random_games;
    use crate::types::Piece;

    /// In the order of their values; those side by side are alike here.
    const RANKS: [&[PieceType]; 4] = [
        &[Pawn],
        &[Lance, Knight],
        &[Silver, Gold, ProPawn, ProLance, ProKnight, ProSilver],
        &[Bishop, Rook, Horse, Dragon],
    ];

    /// Where a piece of this rank is attacked by one of a lesser rank, square by square.
    fn by_lesser(pos: &Position, rank: usize) -> Bitboard {
        let lesser = RANKS[..rank].concat();
        let mut all = Bitboard::EMPTY;
        for sq in Square::all() {
            let attackers =
                pos.attackers_to(sq, pos.occupied()) & pos.color_bb(!pos.side_to_move());
            let threatened = attackers
                .into_iter()
                .filter_map(|from| pos.piece_on(from).map(Piece::kind))
                .any(|kind| lesser.contains(&kind));
            if threatened {
                all |= Bitboard::from(sq);
            }
        }
        all
    }

    #[test]
    fn only_pieces_of_less_value_threaten() {
        let mut seen = [0; 4];
        random_games(17, 20, 150, |pos| {
            let threats = Threats::new(pos);
            for (rank, kinds) in RANKS.into_iter().enumerate() {
                let expected = by_lesser(pos, rank);
                for &kind in kinds {
                    assert_eq!(threats.against(kind), expected, "{kind:?} {}", pos.sfen());
                }
                seen[rank] += usize::from(!expected.is_empty());
            }
            assert!(threats.against(King).is_empty());
        });
        assert!(
            seen[0] == 0 && seen[1..].iter().all(|&n| n > 500),
            "{seen:?}"
        );
    }
}
