//! Inputs of the networks: the row numbers that a piece on its place switches on.
//!
//! A piece on a place has one number for each side, its *bonapiece* (the name
//! is YaneuraOu's, from the engine Bonanza): hands first, then planes of 81
//! squares. A feature set turns that number and the side's own king square
//! into a row of the feature transformer.

use crate::position::{PieceChange, Place};
use crate::types::{Color, Piece, PieceType, Square};

use super::arch::FeatureSet;

/// The first number of a piece on the board.
const BOARD: u16 = 90;
/// The first number of a king: the own one, then the other one.
const KINGS: u16 = 1548;
/// One more than the largest number.
const END: usize = 1710;
/// A number that is no input of the set.
const NONE: u16 = u16::MAX;
/// The non-king pieces of a full set. For each one less, number 0 is on once.
pub(super) const FULL_SET: usize = 38;

/// First number of a kind in hand: of the own side, of the other one.
const fn hand_base(kind: PieceType, own: bool) -> u16 {
    let (mine, theirs) = match kind {
        PieceType::Pawn => (1, 20),
        PieceType::Lance => (39, 44),
        PieceType::Knight => (49, 54),
        PieceType::Silver => (59, 64),
        PieceType::Gold => (69, 74),
        PieceType::Bishop => (79, 82),
        PieceType::Rook => (85, 88),
        _ => (0, 0),
    };
    if own { mine } else { theirs }
}

/// First number of a kind on the board: of the own side, of the other one.
const fn board_base(kind: PieceType, own: bool) -> u16 {
    let plane = match kind {
        PieceType::Pawn => 0,
        PieceType::Lance => 1,
        PieceType::Knight => 2,
        PieceType::Silver => 3,
        PieceType::Gold
        | PieceType::ProPawn
        | PieceType::ProLance
        | PieceType::ProKnight
        | PieceType::ProSilver => 4,
        PieceType::Bishop => 5,
        PieceType::Horse => 6,
        PieceType::Rook => 7,
        PieceType::Dragon => 8,
        PieceType::King => 9,
    };
    BOARD + 162 * plane + if own { 0 } else { 81 }
}

const BASES: [[[u16; Piece::NUM]; 2]; 2] = {
    let mut bases = [[[0; Piece::NUM]; 2]; 2];
    let mut k = 0;
    while k < PieceType::ALL.len() {
        let kind = PieceType::ALL[k];
        let mut c = 0;
        while c < 2 {
            let piece = Piece::new(Color::ALL[c], kind).index();
            let mut view = 0;
            while view < 2 {
                bases[0][view][piece] = hand_base(kind, c == view);
                bases[1][view][piece] = board_base(kind, c == view);
                view += 1;
            }
            c += 1;
        }
        k += 1;
    }
    bases
};

/// The number of a piece on a place, as `side` sees it. Below 1710, whatever
/// the place.
#[inline(always)]
pub(super) fn bonapiece(side: Color, piece: Piece, place: Place) -> usize {
    match place {
        Place::Board(sq) => {
            let base = BASES[1][side.index()][piece.index()];
            base as usize + sq.relative(side).index()
        }
        Place::Hand(n) => BASES[0][side.index()][piece.index()] as usize + n as usize,
    }
}

/// Where a side's own king stands, as far as the feature set tells squares apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bucket {
    /// The first row of this king square.
    first_row: u32,
    mirror: bool,
}

/// The numbering of one feature set.
pub(super) struct Features {
    /// Row within the bucket for each bonapiece, plain and mirrored.
    rows: [[u16; END]; 2],
    /// By own king square, as its side sees it.
    buckets: [Bucket; 81],
}

impl Features {
    pub(super) fn new(set: FeatureSet) -> Features {
        let mut rows = [[NONE; END]; 2];
        for (mirror, rows) in rows.iter_mut().enumerate() {
            for (bonapiece, row) in rows.iter_mut().enumerate() {
                *row = row_in_bucket(set, bonapiece as u16, mirror == 1);
            }
        }
        let buckets = std::array::from_fn(|king| bucket(set, king));
        Features { rows, buckets }
    }

    /// The bucket of `side` with its king on `king`. A side without a king, in
    /// mate problems, is taken to have it at home; such a value means nothing.
    #[inline(always)]
    pub(super) fn bucket(&self, side: Color, king: Option<Square>) -> Bucket {
        let home = 44;
        let index = king.map_or(home, |sq| sq.relative(side).index());
        self.buckets[index]
    }

    /// The row of a piece, if the set has an input for it.
    #[inline(always)]
    pub(super) fn row(
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
    pub(super) fn missing_row(&self, bucket: Bucket) -> usize {
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
    let king = if mirror { mirrored(king) } else { king };
    Bucket {
        first_row: (king * set.bucket_inputs()) as u32,
        mirror,
    }
}

fn row_in_bucket(set: FeatureSet, bonapiece: u16, mirror: bool) -> u16 {
    let bonapiece = if mirror && bonapiece >= BOARD {
        let (plane, sq) = ((bonapiece - BOARD) / 81, (bonapiece - BOARD) % 81);
        BOARD + 81 * plane + mirrored(sq as usize) as u16
    } else {
        bonapiece
    };
    let other_king = KINGS + 81;
    match set {
        FeatureSet::HalfKp | FeatureSet::HalfKpVm if bonapiece >= KINGS => NONE,
        FeatureSet::HalfKa2 | FeatureSet::HalfKaHm2 if bonapiece >= other_king => bonapiece - 81,
        // Rows of K+A2 are added up at load: see `Transformer::merged`.
        _ => bonapiece,
    }
}

fn mirrored(sq: usize) -> usize {
    (8 - sq / 9) * 9 + sq % 9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(side: Color, sfen: &str, place: Place) -> usize {
        let mut letters = sfen.chars().rev();
        let letter = letters.next().unwrap();
        let kind = PieceType::from_letter(letter.to_ascii_uppercase()).unwrap();
        let kind = if sfen.starts_with('+') {
            kind.promoted()
        } else {
            kind
        };
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        bonapiece(side, Piece::new(color, kind), place)
    }

    /// Bases as tabled for the field's files.
    #[test]
    fn numbers_of_pieces() {
        let corner = Place::Board(Square::from_index(0).unwrap());
        let own = [
            ("P", 90),
            ("L", 252),
            ("N", 414),
            ("S", 576),
            ("G", 738),
            ("+P", 738),
            ("+L", 738),
            ("+N", 738),
            ("+S", 738),
            ("B", 900),
            ("+B", 1062),
            ("R", 1224),
            ("+R", 1386),
            ("K", 1548),
        ];
        for (piece, base) in own {
            let other = piece.to_lowercase();
            assert_eq!(number(Color::Black, piece, corner), base);
            assert_eq!(number(Color::Black, &other, corner), base + 81);
            assert_eq!(number(Color::White, &other, corner), base + 80);
            assert_eq!(number(Color::White, piece, corner), base + 81 + 80);
        }
        let hands = [
            ("P", 1, 20),
            ("L", 39, 44),
            ("N", 49, 54),
            ("S", 59, 64),
            ("G", 69, 74),
        ];
        for (piece, own, other) in hands.into_iter().chain([("B", 79, 82), ("R", 85, 88)]) {
            let third = Place::Hand(2);
            assert_eq!(number(Color::Black, piece, third), own + 2);
            assert_eq!(number(Color::White, piece, third), other + 2);
            assert_eq!(number(Color::White, &piece.to_lowercase(), third), own + 2);
        }
    }

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
