//! Moves that give check, for the mate solver and for quiet checks in the search.

use super::{AllPseudo, MoveList, generate_into, is_legal_generated};
use crate::bitboard::{Bitboard, line};
use crate::position::{CheckInfo, Position};
use crate::types::{Move, PieceType, Square};

use super::sink::Sink;

/// A [`Sink`] that adds only the moves that give check to a list.
struct Checking<'a> {
    pos: &'a Position,
    info: &'a CheckInfo,
    king: Square,
    list: &'a mut MoveList,
}

impl Checking<'_> {
    /// The squares of `to` where a move of the piece on `from` gives check.
    #[inline]
    fn checking(&self, from: Square, to: Bitboard, promote: bool) -> Bitboard {
        let Some(piece) = self.pos.piece_on(from) else {
            return Bitboard::EMPTY;
        };
        let after = if promote { piece.promoted() } else { piece };
        let mut squares = self.info.squares(after.kind());
        if self.info.discoverers().contains(from) {
            squares |= !line(self.king, from);
        }
        squares & to
    }
}

impl Sink for Checking<'_> {
    #[inline]
    fn board(&mut self, from: Square, to: Bitboard, promote: bool) {
        let to = self.checking(from, to, promote);
        self.list.board(from, to, promote);
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, back: i8, promote: bool) {
        for sq in to {
            let from = Square::from_raw((sq.index() as i8 + back) as u8);
            self.board(from, sq.into(), promote);
        }
    }

    #[inline]
    fn drops(&mut self, kinds: &[PieceType], to: Bitboard) {
        for &kind in kinds {
            self.list.drops(&[kind], self.info.squares(kind) & to);
        }
    }
}

/// Appends every legal move that gives check, needless non-promotions
/// included; none if the other side has no king.
pub fn generate_checks_into(pos: &Position, info: &CheckInfo, list: &mut MoveList) {
    let Some(king) = pos.king(!pos.side_to_move()) else {
        return;
    };
    let start = list.len();
    generate_into::<AllPseudo, _>(
        pos,
        &mut Checking {
            pos,
            info,
            king,
            list,
        },
    );
    let mut kept = start;
    for i in start..list.len() {
        let mv: Move = list[i];
        if is_legal_generated(pos, mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Every legal move that gives check.
pub fn generate_checks(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate_checks_into(pos, &CheckInfo::new(pos), &mut list);
    list
}
