//! Inputs of the networks: the row numbers that a piece on its place switches on.
//!
//! A feature set turns the number of a piece on its place ([`super::bonapiece`])
//! and the side's own king square into a row of the feature transformer.

use crate::position::{PieceChange, Place};
use crate::types::{Color, Piece, Square};

use super::arch::FeatureSet;
use super::bonapiece::{END, HOME, OTHER_KING, OWN_KING, bonapiece, mirrored};

/// A number that is no input of the set.
const NONE: u16 = u16::MAX;
/// Where a side's own king stands, as far as the feature set tells squares apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    /// The first row of this king square.
    first_row: u32,
    mirror: bool,
}

/// The numbering of one feature set.
pub(crate) struct Features {
    /// Row within the bucket for each bonapiece, plain and mirrored.
    rows: [[u16; END]; 2],
    /// By own king square, as its side sees it.
    buckets: [Bucket; 81],
}

impl Features {
    /// That of `set`.
    pub(crate) fn new(set: FeatureSet) -> Features {
        let mut rows = [[NONE; END]; 2];
        for (mirror, rows) in rows.iter_mut().enumerate() {
            for (bonapiece, row) in rows.iter_mut().enumerate() {
                *row = row_in_bucket(set, bonapiece, mirror == 1);
            }
        }
        let buckets = std::array::from_fn(|king| bucket(set, king));
        Features { rows, buckets }
    }

    /// The bucket of `side` with its king on `king`, or at home without one.
    #[inline(always)]
    pub(crate) fn bucket(&self, side: Color, king: Option<Square>) -> Bucket {
        let seen = king.map_or(HOME, |sq| sq.relative(side));
        self.buckets[seen.index()]
    }

    /// The row of a piece, if the set has an input for it.
    #[inline(always)]
    pub(crate) fn row(
        &self,
        side: Color,
        bucket: Bucket,
        piece: Piece,
        place: Place,
    ) -> Option<usize> {
        let number = bonapiece(side, piece, place);
        let row = self.rows[bucket.mirror as usize][number];
        (row != NONE).then(|| bucket.first_row as usize + row as usize)
    }

    /// The rows to subtract and to add when a piece moves, if the set has
    /// inputs for it.
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

    /// The row that stands for a piece missing from the set.
    #[inline]
    pub(crate) fn missing_row(&self, bucket: Bucket) -> usize {
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
        // Rows of K+A2 are added up at load: see `merge_king_rows`.
        _ => bonapiece,
    };
    row as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceType;

    /// Every row is inside the transformer, for every piece, place and king.
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
                            let board = Square::all().map(Place::Board);
                            for place in board.chain((0..=u8::MAX).map(Place::Hand)) {
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
