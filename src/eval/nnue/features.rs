//! Features: the rows of the feature transformer for pieces on their places.
//!
//! A feature set turns the number of a piece on its place ([`super::bonapiece`])
//! and the side's own king square into a row of the feature transformer.

use crate::position::{PieceChange, PiecePlace};
use crate::types::{Color, Piece, PieceType, Square};

use super::arch::FeatureSet;
use super::bonapiece::{HOME, OTHER_KING, OWN_KING, bonapiece, mirrored};

/// Row of a piece for which the set has no input.
const NONE: u16 = u16::MAX;
/// The king bucket: the own king's square, as far as the feature set distinguishes squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The first row of this king square.
    first_row: u32,
    mirror: bool,
}

/// Number of places in the table of a piece's rows: squares, then pieces in hand. A power
/// of two; no hand holds more than 18 of a kind.
const PLACES: usize = 128;

/// The numbering of one feature set.
pub struct Features {
    /// Row within the bucket, by the viewing side, whether the board is mirrored, [`Piece::index`]
    /// and place. A single look-up gives the row, because rows are needed some hundred thousand
    /// times a second.
    rows: [[[[u16; PLACES]; Piece::NUM]; 2]; 2],
    /// The bucket of each own king square, as its side sees it.
    buckets: [Bucket; 81],
}

/// The index of a place in [`Features::rows`].
#[inline(always)]
fn place_index(place: PiecePlace) -> usize {
    let index = match place {
        PiecePlace::Board(sq) => sq.index(),
        PiecePlace::Hand(n) => Square::NUM + usize::from(n),
    };
    index % PLACES
}

impl Features {
    /// The numbering of `set`.
    pub fn new(set: FeatureSet) -> Features {
        let mut rows = [[[[NONE; PLACES]; Piece::NUM]; 2]; 2];
        let board = Square::all().map(PiecePlace::Board);
        let hands = (0..PLACES - Square::NUM).map(|n| PiecePlace::Hand(n as u8));
        for place in board.chain(hands) {
            for (side, mirror) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                for (color, kind) in Color::ALL
                    .into_iter()
                    .flat_map(|color| PieceType::ALL.map(|kind| (color, kind)))
                {
                    let piece = Piece::new(color, kind);
                    let number = bonapiece(Color::ALL[side], piece, place);
                    let row = row_in_bucket(set, number, mirror == 1);
                    rows[side][mirror][piece.index()][place_index(place)] = row;
                }
            }
        }
        let buckets = std::array::from_fn(|king| bucket(set, king));
        Features { rows, buckets }
    }

    /// The bucket of `side` with its king on `king`; a missing king counts as standing on [`HOME`].
    #[inline(always)]
    pub fn bucket(&self, side: Color, king: Option<Square>) -> Bucket {
        let seen = king.map_or(HOME, |sq| sq.relative(side));
        self.buckets[seen.index()]
    }

    /// The row of a piece, if the set has an input for it.
    #[inline(always)]
    pub fn row(
        &self,
        side: Color,
        bucket: Bucket,
        piece: Piece,
        place: PiecePlace,
    ) -> Option<usize> {
        let rows = &self.rows[side.index()][bucket.mirror as usize];
        let row = rows[piece.index()][place_index(place)];
        (row != NONE).then(|| bucket.first_row as usize + row as usize)
    }

    /// The rows to subtract and to add for a piece's move, if the set has inputs for the piece.
    #[inline(always)]
    pub(super) fn change(
        &self,
        side: Color,
        bucket: Bucket,
        change: &PieceChange,
    ) -> Option<[u32; 2]> {
        let sub = self.row(side, bucket, change.before, change.from)?;
        let add = self.row(side, bucket, change.after, change.to)?;
        Some([sub as u32, add as u32])
    }

    /// The row that stands for a piece missing from the full set.
    #[inline]
    pub fn missing_row(&self, bucket: Bucket) -> usize {
        bucket.first_row as usize
    }
}

fn bucket(set: FeatureSet, king: usize) -> Bucket {
    if set.buckets() == 1 {
        return Bucket {
            first_row: 0,
            mirror: false,
        };
    }
    let mirror = set.mirrors() && king >= 45;
    let king = if mirror {
        Square::from_raw(king as u8).mirror().index()
    } else {
        king
    };
    Bucket {
        first_row: (king * set.bucket_inputs()) as u32,
        mirror,
    }
}

fn row_in_bucket(set: FeatureSet, bonapiece: usize, mirror: bool) -> u16 {
    let bonapiece = if mirror {
        mirrored(bonapiece)
    } else {
        bonapiece
    };
    let row = match set {
        FeatureSet::HalfKp | FeatureSet::HalfKpVm if bonapiece >= OWN_KING => return NONE,
        FeatureSet::HalfKa2 | FeatureSet::HalfKaHm2 if bonapiece >= OTHER_KING => bonapiece - 81,
        // The king rows of K+A2 are merged at load: see `merge_king_rows`.
        _ => bonapiece,
    };
    row as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row is inside the transformer, for every piece, place and king square.
    #[test]
    fn rows_stay_in_range() {
        for set in FeatureSet::ALL {
            let features = Features::new(set);
            for king in Square::all() {
                for side in Color::ALL {
                    let bucket = features.bucket(side, Some(king));
                    for kind in PieceType::ALL {
                        for color in Color::ALL {
                            let piece = Piece::new(color, kind);
                            let board = Square::all().map(PiecePlace::Board);
                            for place in board.chain((0..=u8::MAX).map(PiecePlace::Hand)) {
                                let row = features.row(side, bucket, piece, place);
                                assert!(row.is_none_or(|row| row < set.inputs()));
                            }
                        }
                    }
                    assert!(features.missing_row(bucket) < set.inputs());
                }
            }
        }
    }
}
