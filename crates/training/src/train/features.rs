//! Input features: the first-layer rows that are active in a position.
//!
//! | inputs | rows trained | feature set of the network file |
//! | --- | --- | --- |
//! | K-P | one for each piece on its place and for each king on its square | K+P |
//! | zones | one for each piece on its place and each zone of the own king; rows shared by all zones | HalfKP_vm |
//!
//! Rows are numbered as in the network file. With zones, a row of the file is the sum of three
//! trained rows: a row of the king's zone, a row shared by all zones, and a fraction of a row for
//! the own king's square. This is a factoriser: patterns common to all zones need not be learnt for
//! each zone. Network files hold the sums alone (`InputSet::sum_parts`).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use komadai::eval::nnue::FeatureSet;
use komadai::eval::nnue::bonapiece::{FULL_SET, HOME};
use komadai::eval::nnue::features::Features;
use komadai::packed::Board;
use komadai::position::PiecePlace;
use komadai::types::{Piece, PieceType, Square};

/// Rows per king square: every piece other than a king on every square and in hand.
const PIECES: usize = FeatureSet::HalfKpVm.bucket_inputs();
/// King squares when files 6 to 9 are mirrored to files 4 to 1.
const KINGS: usize = FeatureSet::HalfKpVm.buckets();

/// Partition of the own king's squares into zones with rows of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Zones {
    /// 9 zones: four on the back rank from the corner to the centre, three on the second rank, the
    /// third rank, and all squares in front of it.
    Nine,
    /// 15 zones: each file of the two back ranks, three on the third rank, ranks 4 to 6, and the
    /// enemy camp.
    Fifteen,
    /// Each of the 45 mirrored squares is a zone: HalfKP_vm.
    Squares,
}

impl Zones {
    /// The number of zones.
    pub const fn count(self) -> usize {
        match self {
            Zones::Nine => 9,
            Zones::Fifteen => 15,
            Zones::Squares => KINGS,
        }
    }

    /// The zone of the king on a square of files 1 to 5, seen from the king's side.
    const fn of(self, king: usize) -> usize {
        let (file, rank) = (king / 9, king % 9);
        let side = match file {
            0 | 1 => 0,
            2 => 1,
            _ => 2,
        };
        match self {
            Zones::Squares => king,
            Zones::Nine => match rank {
                8 if file < 3 => file,
                8 => 3,
                7 => 4 + side,
                6 => 7,
                _ => 8,
            },
            Zones::Fifteen => match rank {
                8 => file,
                7 => 5 + file,
                6 => 10 + side,
                3..=5 => 13,
                _ => 14,
            },
        }
    }
}

/// The input features of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InputSet {
    /// Pieces and both kings, without combinations (K+P).
    Kp,
    /// Pieces combined with the zone of the own king, mirrored left to right, with a factoriser.
    HalfKpVm(Zones),
}

impl InputSet {
    /// Every input set with its name on the command line.
    pub const ALL: [(&'static str, InputSet); 4] = [
        ("k-p", InputSet::Kp),
        ("zones-9", InputSet::HalfKpVm(Zones::Nine)),
        ("zones-15", InputSet::HalfKpVm(Zones::Fifteen)),
        ("halfkp-vm", InputSet::HalfKpVm(Zones::Squares)),
    ];

    /// The feature set of the network file.
    pub const fn in_file(self) -> FeatureSet {
        match self {
            InputSet::Kp => FeatureSet::Kp,
            InputSet::HalfKpVm(_) => FeatureSet::HalfKpVm,
        }
    }

    /// The number of first-layer rows during training.
    pub const fn rows(self) -> usize {
        match self {
            InputSet::Kp => FeatureSet::Kp.inputs(),
            InputSet::HalfKpVm(zones) => PIECES + KINGS + zones.count() * PIECES,
        }
    }

    /// The number of first rows that start with random weights; the rows after them start at zero.
    pub(crate) const fn drawn_rows(self) -> usize {
        match self {
            InputSet::Kp => FeatureSet::Kp.inputs(),
            // Only the shared rows: the rows of zones are differences from them.
            InputSet::HalfKpVm(_) => PIECES,
        }
    }

    /// Whether a row of the file is the sum of several trained rows.
    pub(crate) const fn is_factored(self) -> bool {
        matches!(self, InputSet::HalfKpVm(_))
    }

    /// The number of active rows for each side, the same in every position.
    pub(crate) const fn active(self) -> usize {
        match self {
            InputSet::Kp => FULL_SET + 2,
            InputSet::HalfKpVm(_) => FULL_SET,
        }
    }

    /// The trained rows whose weighted sum is `row` of the file, with their factors.
    pub fn parts(self, row: usize) -> ArrayVec<(usize, f32), 3> {
        let mut parts = ArrayVec::new();
        match self {
            InputSet::Kp => parts.push((row, 1.0)),
            InputSet::HalfKpVm(zones) => {
                let (king, piece) = (row / PIECES, row % PIECES);
                parts.push((PIECES + KINGS + zones.of(king) * PIECES + piece, 1.0));
                parts.push((piece, 1.0));
                // Exactly 38 rows are active, so each carries 1/38 of the king square's row.
                parts.push((PIECES + king, 1.0 / FULL_SET as f32));
            }
        }
        parts
    }

    /// Sets `to` to the weighted sum of the trained rows for `row` of the file; a row has
    /// `to.len()` weights.
    pub(crate) fn sum_parts(self, row: usize, trained: &[f32], to: &mut [f32]) {
        let width = to.len();
        to.fill(0.0);
        for (part, factor) in self.parts(row) {
            let part = &trained[part * width..(part + 1) * width];
            for (to, from) in to.iter_mut().zip(part) {
                *to += factor * from;
            }
        }
    }
}

/// Extractor of the active rows of positions.
pub struct Inputs {
    features: Features,
}

impl Inputs {
    /// An extractor for this input set.
    pub fn new(set: InputSet) -> Inputs {
        Inputs {
            features: Features::new(set.in_file()),
        }
    }

    /// Appends the active rows of the network file: `InputSet::active` for the side to move, then
    /// as many for the other side. `mirrored`: those of the position mirrored left to right.
    pub fn append(&self, board: &Board, mirrored: bool, rows: &mut Vec<u32>) {
        let turned = |square: Square| if mirrored { square.mirror() } else { square };
        let mut pieces = ArrayVec::<(Piece, PiecePlace), FULL_SET>::new();
        let mut kings = [None; 2];
        for color in [board.side, !board.side] {
            let hand = board.hands[color.index()];
            if hand.is_empty() {
                continue;
            }
            for kind in PieceType::HAND {
                let piece = Piece::new(color, kind);
                let held = (0..hand.count(kind)).map(|nth| (piece, PiecePlace::Hand(nth as u8)));
                // Never exceeded: boards from packed records hold at most one set of pieces.
                pieces.extend(held.take(pieces.remaining_capacity()));
            }
        }
        for (square, piece) in Square::all().zip(&board.squares) {
            let Some(piece) = *piece else { continue };
            if piece.kind() == PieceType::King {
                kings[piece.color().index()] = Some(turned(square));
            } else if !pieces.is_full() {
                pieces.push((piece, PiecePlace::Board(turned(square))));
            }
        }
        for side in [board.side, !board.side] {
            let bucket = self.features.bucket(side, kings[side.index()]);
            let row = |piece, place| {
                let row = self.features.row(side, bucket, piece, place);
                row.map(|row| row as u32)
            };
            rows.extend(
                pieces
                    .iter()
                    .filter_map(|&(piece, place)| row(piece, place)),
            );
            let missing = self.features.missing_row(bucket) as u32;
            rows.extend(std::iter::repeat_n(missing, pieces.remaining_capacity()));
            // The feature set has rows for both kings or for none. A missing king counts as a king
            // on its home square.
            rows.extend([side, !side].into_iter().filter_map(|color| {
                let king = kings[color.index()].unwrap_or(HOME.relative(color));
                row(Piece::new(color, PieceType::King), PiecePlace::Board(king))
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::position::{Position, testing::random_games};

    fn rows(set: InputSet, sfen: &str, mirrored: bool) -> Vec<u32> {
        let board = Board::from(&Position::from_sfen(sfen).unwrap());
        let mut rows = Vec::new();
        Inputs::new(set).append(&board, mirrored, &mut rows);
        rows
    }

    /// The row numbers of one position, computed by hand from the table of bases: own king 5i, rook
    /// 2h, two pawns and a gold in hand; other king 5a, horse 9a, knight in hand.
    #[test]
    fn piece_numbers_follow_the_table() {
        let sfen = "+b3k4/9/9/9/9/9/9/7R1/4K4 b G2Pn 1";
        let mut rows = rows(InputSet::Kp, sfen, false);
        let (black, white) = rows.split_at_mut(40);
        black.sort_unstable();
        white.sort_unstable();
        let missing = [0; 32];
        // 9a is square 72, 2h 16, 5i 44, 5a 36; seen from White 8, 64, 36, 44.
        let own = [1, 2, 54, 69, 1143 + 72, 1224 + 16, 1548 + 44, 1629 + 36];
        assert_eq!(black, [&missing[..], &own].concat());
        let other = [20, 21, 49, 74, 1062 + 8, 1305 + 64, 1548 + 44, 1629 + 36];
        assert_eq!(white, [&missing[..], &other].concat());
    }

    #[test]
    fn zones_cover_all_and_nothing_else() {
        for zones in [Zones::Nine, Zones::Fifteen, Zones::Squares] {
            let mut seen = vec![0; zones.count()];
            for king in 0..KINGS {
                seen[zones.of(king)] += 1;
            }
            assert!(seen.iter().all(|&n| n > 0), "{zones:?} {seen:?}");
        }
    }

    #[test]
    fn the_mirror_image_is_a_mirror_image() {
        let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
        // The same board with every rank written backwards.
        let image = "ln6l/kg1+P5/3S1pn2/pP4p1p/1pS2P3/P1P2bPP1/1SG5P/8R/LKb4NL w GR5pnsg 1";
        for (_, set) in InputSet::ALL {
            let sorted = |mut rows: Vec<u32>| {
                let half = rows.len() / 2;
                rows[..half].sort_unstable();
                rows[half..].sort_unstable();
                rows
            };
            let mirrored = sorted(rows(set, sfen, true));
            assert_eq!(mirrored, sorted(rows(set, image, false)));
            let plain = sorted(rows(set, sfen, false));
            match set {
                InputSet::Kp => assert_ne!(plain, mirrored),
                // With no king on file 5, the mirrored set does not distinguish a position from its
                // mirror image.
                InputSet::HalfKpVm(_) => assert_eq!(plain, mirrored),
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_game() {
        random_games(7, 10, 150, |pos| {
            let board = Board::from(&*pos);
            // The board rotated by 180 degrees with colours swapped: the same position for the
            // other player.
            let mut turned = Board::EMPTY;
            turned.side = !board.side;
            turned.hands = [board.hands[1], board.hands[0]];
            for square in Square::all() {
                turned.squares[square.flip().index()] = board.squares[square.index()]
                    .map(|piece| Piece::new(!piece.color(), piece.kind()));
            }
            for (_, set) in InputSet::ALL {
                let [mut a, mut b] = [&board, &turned].map(|board| {
                    let mut rows = Vec::new();
                    Inputs::new(set).append(board, false, &mut rows);
                    assert_eq!(rows.len(), 2 * set.active());
                    assert!(
                        rows.iter()
                            .all(|&row| (row as usize) < set.in_file().inputs())
                    );
                    rows
                });
                for rows in [&mut a, &mut b] {
                    let half = set.active();
                    rows[..half].sort_unstable();
                    rows[half..].sort_unstable();
                }
                assert_eq!(a, b);
            }
        });
    }

    /// The parts of the active rows count every piece once for its zone and once for all zones, and
    /// the king's square once in total.
    #[test]
    fn rows_of_zones_are_made_of_every_piece_and_the_king() {
        for zones in [Zones::Nine, Zones::Fifteen, Zones::Squares] {
            let set = InputSet::HalfKpVm(zones);
            let inputs = Inputs::new(set);
            random_games(8, 3, 120, |pos| {
                let board = Board::from(&*pos);
                let mut rows = Vec::new();
                inputs.append(&board, false, &mut rows);
                let side = board.side;
                let king = board.king(side).unwrap().relative(side);
                let turned = king.file() > 4;
                let king = if turned { king.mirror() } else { king };
                let mut counts = vec![0.0; set.rows()];
                for &row in &rows[..set.active()] {
                    for (part, factor) in set.parts(row as usize) {
                        counts[part] += factor;
                    }
                }
                let (shared, rest) = counts.split_at(PIECES);
                let (kings, zoned) = rest.split_at(KINGS);
                assert_eq!(shared.iter().sum::<f32>(), FULL_SET as f32);
                for (number, zoned) in zoned.chunks_exact(PIECES).enumerate() {
                    let empty = vec![0.0; PIECES];
                    let own = zones.of(king.index()) == number;
                    assert_eq!(zoned, if own { shared } else { &empty[..] });
                }
                for (square, &count) in kings.iter().enumerate() {
                    let expected = if square == king.index() { 1.0 } else { 0.0 };
                    assert!((count - expected).abs() < 1e-5);
                }
            });
        }
    }

    #[test]
    fn sums_are_those_of_the_parts() {
        let width = 3;
        for (_, set) in InputSet::ALL {
            let trained: Vec<f32> = (0..set.rows() * width)
                .map(|i| (i * 37 % 101) as f32)
                .collect();
            for row in (0..set.in_file().inputs()).step_by(511) {
                let mut sum = [9.0; 3];
                set.sum_parts(row, &trained, &mut sum);
                for (column, sum) in sum.into_iter().enumerate() {
                    let parts = set.parts(row);
                    assert!(parts.iter().all(|&(part, _)| part < set.rows()));
                    let value =
                        |&(part, factor): &(usize, f32)| factor * trained[part * width + column];
                    assert_eq!(sum, parts.iter().map(value).sum::<f32>());
                }
            }
        }
    }
}
