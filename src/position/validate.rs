//! Consistency check of the fields that a position caches, for tests.

use super::{Position, zobrist};
use crate::bitboard::Bitboard;
use crate::types::{Color, PieceType, Square};

impl Position {
    /// Derives anew every cached field that board, hands and side to move determine, and
    /// compares it with the cached value. For tests and debugging.
    ///
    /// # Errors
    /// Names the first field that differs, which is a fault of this crate.
    pub fn validate(&self) -> Result<(), String> {
        let same = |what: &str, ok: bool| {
            if ok {
                Ok(())
            } else {
                Err(format!("{what} is wrong in {}", self.sfen()))
            }
        };
        let squares = |f: &dyn Fn(Square) -> bool| -> Bitboard {
            Square::all().filter(|&sq| f(sq)).collect()
        };
        for color in Color::ALL {
            let expected = squares(&|sq| self.piece_on(sq).is_some_and(|p| p.color() == color));
            same("by_color", self.color_bb(color) == expected)?;
            let king = Square::all().find(|&sq| {
                self.piece_on(sq)
                    .is_some_and(|p| p.color() == color && p.kind() == PieceType::King)
            });
            same("kings", self.king(color) == king)?;
        }
        for kind in PieceType::ALL {
            let expected = squares(&|sq| self.piece_on(sq).is_some_and(|p| p.kind() == kind));
            same("by_kind", self.kind_bb(kind) == expected)?;
        }
        let golds = squares(&|sq| self.piece_on(sq).is_some_and(|p| p.kind().is_gold_like()));
        same("golds", self.golds == golds)?;

        let state = self.state();
        let mut fresh = state.clone();
        (fresh.board_key, fresh.pawn_key, fresh.minor_key) = (0, 0, 0);
        fresh.non_pawn_key = [0; 2];
        for sq in Square::all() {
            if let Some(piece) = self.piece_on(sq) {
                fresh.toggle(piece, sq);
            }
        }
        if self.side == Color::White {
            fresh.board_key ^= zobrist::SIDE;
        }
        fresh.hand_key = 0;
        for color in Color::ALL {
            for kind in PieceType::HAND {
                let held = u64::from(self.hand(color).count(kind));
                let key = zobrist::hand(color, kind).wrapping_mul(held);
                fresh.hand_key = fresh.hand_key.wrapping_add(key);
            }
        }
        same("board_key", fresh.board_key == state.board_key)?;
        same("hand_key", fresh.hand_key == state.hand_key)?;
        same("pawn_key", fresh.pawn_key == state.pawn_key)?;
        same("minor_key", fresh.minor_key == state.minor_key)?;
        same("non_pawn_key", fresh.non_pawn_key == state.non_pawn_key)?;
        same("hand", state.hand == self.hand(self.side))?;

        let checkers = self.king(self.side).map_or(Bitboard::EMPTY, |ksq| {
            squares(&|sq| self.attacks_by_definition(sq, ksq, self.occupied(), !self.side))
        });
        same("checkers", state.checkers == checkers)?;
        for king in Color::ALL {
            let (blockers, pinners) = self.blockers_by_definition(king);
            same("blockers", state.blockers[king.index()] == blockers)?;
            same("pinners", state.pinners[(!king).index()] == pinners)?;
        }
        Ok(())
    }

    fn attacks_by_definition(&self, from: Square, to: Square, occ: Bitboard, by: Color) -> bool {
        self.piece_on(from)
            .is_some_and(|p| p.color() == by && crate::bitboard::attacks(p, from, occ).contains(to))
    }

    /// Blockers and pinners by definition: a piece is a blocker if its removal lets another slider
    /// attack the king.
    fn blockers_by_definition(&self, king: Color) -> (Bitboard, Bitboard) {
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let Some(ksq) = self.king(king) else {
            return (blockers, pinners);
        };
        let attackers = |occ: Bitboard| -> Bitboard {
            Square::all()
                .filter(|&sq| self.attacks_by_definition(sq, ksq, occ, !king))
                .collect()
        };
        let now = attackers(self.occupied());
        for sq in self.occupied() {
            if sq == ksq {
                continue;
            }
            let mut without = self.occupied();
            without.remove(sq);
            let more = attackers(without) & !now;
            if !more.is_empty() {
                blockers.insert(sq);
                if self.color_bb(king).contains(sq) {
                    pinners |= more;
                }
            }
        }
        (blockers, pinners)
    }
}
