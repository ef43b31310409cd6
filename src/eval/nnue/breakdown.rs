//! What each piece contributes: the value of the position without it.

use crate::position::{Place, Position};
use crate::types::{Color, Piece, PieceType, Square};

use super::arch::Architecture;
use super::cache::piece_count;
use super::features::FULL_SET;
use super::network::{Network, classic_output, sfnn_output};

/// A position's value and what is left of it without each piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The value for the side to move.
    pub value: i32,
    /// Every piece but the kings. Of pieces of a kind in hand only the last
    /// one is listed.
    pub pieces: Vec<PieceWorth>,
}

/// What one piece contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// The piece.
    pub piece: Piece,
    /// Where it is.
    pub place: Place,
    /// The value for the side to move if the piece were not there.
    pub value_without: i32,
    /// What the piece is worth to its own side: positive when that side would
    /// stand worse without it.
    pub worth: i32,
}

impl Network {
    /// The value of a position, and of the position without each piece in
    /// turn, divided by `fv_scale` and not clamped.
    ///
    /// The network has seldom seen positions with a piece missing: take the
    /// numbers as hints.
    pub fn breakdown(&self, pos: &Position, fv_scale: i32) -> Breakdown {
        let scale = fv_scale.max(1);
        let sums = Color::ALL.map(|side| self.sums(pos, side));
        let value = self.output_of(pos, &sums) / scale;
        let side = pos.side_to_move();
        let pieces = places(pos)
            .filter(|&(piece, place)| match place {
                Place::Board(_) => piece.kind() != PieceType::King,
                Place::Hand(n) => u32::from(n) + 1 == pos.hand(piece.color()).count(piece.kind()),
            })
            .map(|(piece, place)| {
                let without = Color::ALL.map(|view| {
                    let mut sums = sums[view.index()].clone();
                    self.remove(pos, view, piece, place, &mut sums);
                    sums
                });
                let value_without = self.output_of(pos, &without) / scale;
                let lost = value - value_without;
                PieceWorth {
                    piece,
                    place,
                    value_without,
                    worth: if piece.color() == side { lost } else { -lost },
                }
            })
            .collect();
        Breakdown { value, pieces }
    }

    /// The sums of one side, from nothing.
    fn sums(&self, pos: &Position, side: Color) -> Vec<i16> {
        let bucket = self.features.bucket(side, pos.king(side));
        let mut sums = self.transformer.biases().to_vec();
        let pieces =
            places(pos).filter_map(|(piece, place)| self.features.row(side, bucket, piece, place));
        let missing = FULL_SET.saturating_sub(piece_count(pos));
        let missing = std::iter::repeat_n(self.features.missing_row(bucket), missing);
        for row in pieces.chain(missing) {
            for (sum, weight) in sums.iter_mut().zip(self.transformer.row(row)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    /// Takes one piece out of the sums; it is then missing from the set.
    fn remove(&self, pos: &Position, side: Color, piece: Piece, place: Place, sums: &mut [i16]) {
        let bucket = self.features.bucket(side, pos.king(side));
        let Some(row) = self.features.row(side, bucket, piece, place) else {
            return;
        };
        let missing = self.features.missing_row(bucket);
        let rows = self
            .transformer
            .row(row)
            .iter()
            .zip(self.transformer.row(missing));
        for (sum, (gone, missing)) in sums.iter_mut().zip(rows) {
            *sum = sum.wrapping_sub(*gone).wrapping_add(*missing);
        }
    }

    /// The output for sums of both sides, Black's first.
    fn output_of(&self, pos: &Position, sums: &[Vec<i16>; 2]) -> i32 {
        let side = pos.side_to_move();
        let layers = self.stack(side, Color::ALL.map(|color| pos.king(color)));
        let sums = [side, !side].map(|view| &sums[view.index()][..]);
        let mut input = vec![0; self.dense_inputs()];
        match self.architecture() {
            Architecture::Classic(_) => classic_output(layers, sums, &mut input),
            Architecture::Sfnn(_) => sfnn_output(layers, sums, &mut input),
        }
    }
}

/// Every piece on the board and in the hands.
fn places(pos: &Position) -> impl Iterator<Item = (Piece, Place)> {
    let board = Square::all().filter_map(|sq| Some((pos.piece_on(sq)?, Place::Board(sq))));
    let kinds = Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::HAND.map(|kind| Piece::new(color, kind)));
    let hands = kinds.flat_map(|piece| {
        let count = pos.hand(piece.color()).count(piece.kind());
        (0..count as u8).map(move |n| (piece, Place::Hand(n)))
    });
    board.chain(hands)
}
