//! Which rows of the first layer a position switches on.
//!
//! The numbering is the field's (BonaPiece): every piece, seen from one side,
//! has a number from 1 to 1547 for its kind, owner and square or place in hand.
//!
//! | set | rows trained | written as |
//! | --- | --- | --- |
//! | K-P | the pieces and both kings | K+P, 1710 rows |
//! | zones | the pieces for each zone of the own king, plus rows shared by all zones | HalfKP_vm, 69,660 rows |
//!
//! In the second kind a piece's row is the sum of one of its zone and one for
//! all zones, and the own king's square has a row of its own (a factoriser:
//! what is true everywhere need not be learnt for every zone again). The sums
//! are formed once, when the net is written ([`FeatureSet::fold`]).

use serde::{Deserialize, Serialize};

use crate::pack::Board;
use crate::types::{Color, Piece, PieceType, Square};

/// Numbers below this are pieces in hand.
const HAND_END: u32 = 90;
/// One past the numbers of pieces other than kings.
pub const PIECES: usize = 1548;
/// Number of the own king on 1a, and of the other king on 1a.
const KINGS: [u32; 2] = [1548, 1629];
/// Inputs of the K-P net.
const KP_INPUTS: usize = 1710;
/// Pieces other than kings in a full set. A missing one counts as number 0.
const NON_KINGS: usize = 38;
/// King squares left when files 6 to 9 are mirrored to 1 to 4.
const MIRRORED_KINGS: usize = 45;

/// The own kings' squares taken together in one bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Zones {
    /// 9: the four corners-to-centre places on the back rank, three on the
    /// second, the third rank, and everything in front of it.
    Nine,
    /// 15: each file of the two back ranks, three places on the third, the
    /// middle, and the far side.
    Fifteen,
    /// Each of the 45 squares: HalfKP_vm.
    Squares,
}

impl Zones {
    /// How many there are.
    pub const fn count(self) -> usize {
        match self {
            Zones::Nine => 9,
            Zones::Fifteen => 15,
            Zones::Squares => MIRRORED_KINGS,
        }
    }

    /// The zone of a king on this square of files 1 to 5, seen from its side.
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

/// The inputs of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeatureSet {
    /// Pieces and both kings, each for itself.
    Kp,
    /// Pieces for each zone of the own king, mirrored, with a factoriser.
    HalfKpVm(Zones),
}

/// Number of the first place in hand, by [`PieceType::index`], own pieces and the other side's.
const HAND_BASE: [[u32; 8]; 2] = [
    [0, 1, 39, 49, 59, 79, 85, 69],
    [0, 20, 44, 54, 64, 82, 88, 74],
];

/// Number of the piece on 1a, own pieces; the other side's is 81 more.
const fn board_base(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 90,
        PieceType::Lance => 252,
        PieceType::Knight => 414,
        PieceType::Silver => 576,
        PieceType::Bishop => 900,
        PieceType::Horse => 1062,
        PieceType::Rook => 1224,
        PieceType::Dragon => 1386,
        PieceType::King => KINGS[0],
        // Gold and the pieces that move like it.
        _ => 738,
    }
}

/// Number of a piece on 1a, by the side that looks and [`Piece::index`].
static BOARD_BASE: [[u32; Piece::NUM]; 2] = {
    let mut table = [[0; Piece::NUM]; 2];
    let mut number = 0;
    while number < PieceType::ALL.len() {
        let kind = PieceType::ALL[number];
        let mut side = 0;
        while side < 2 {
            let piece = Piece::new(Color::ALL[side], kind).index();
            table[side][piece] = board_base(kind);
            table[1 - side][piece] = board_base(kind) + Square::NUM as u32;
            side += 1;
        }
        number += 1;
    }
    table
};

/// The squares as Black and White see them, plain and mirrored left to right.
static SEEN: [[[u8; Square::NUM]; 2]; 2] = {
    let mut table = [[[0; Square::NUM]; 2]; 2];
    let mut index = 0;
    while index < Square::NUM {
        let square = Square::from_raw(index as u8);
        table[0][0][index] = square.index() as u8;
        table[0][1][index] = square.flip().index() as u8;
        table[1][0][index] = square.mirror().index() as u8;
        table[1][1][index] = square.mirror().flip().index() as u8;
        index += 1;
    }
    table
};

fn mirror_number(number: u32) -> u32 {
    if number < HAND_END {
        return number;
    }
    let (kind, square) = ((number - HAND_END) / 81, (number - HAND_END) % 81);
    HAND_END + kind * 81 + (8 - square / 9) * 9 + square % 9
}

/// A position's pieces as each side sees them: the side to move, then the other.
struct View {
    /// The 38 pieces other than kings; 0 for a missing one.
    pieces: [[u32; NON_KINGS]; 2],
    /// Squares of the own and the other king, if they are there.
    kings: [[Option<u8>; 2]; 2],
}

impl View {
    fn new(board: &Board, mirrored: bool) -> View {
        let sides = [board.side, !board.side];
        let mut view = View {
            pieces: [[0; NON_KINGS]; 2],
            kings: [[None; 2]; 2],
        };
        let mut count = 0;
        let mut add = |numbers: [u32; 2]| {
            // `Board`s from packed records never hold more than a set.
            if count < NON_KINGS {
                view.pieces[0][count] = numbers[0];
                view.pieces[1][count] = numbers[1];
                count += 1;
            }
        };
        for (owner, color) in sides.into_iter().enumerate() {
            let hand = board.hands[color.index()];
            if hand.is_empty() {
                continue;
            }
            let (own, other) = (&HAND_BASE[owner], &HAND_BASE[1 - owner]);
            for kind in PieceType::HAND {
                for nth in 0..hand.count(kind) {
                    add([own[kind.index()] + nth, other[kind.index()] + nth]);
                }
            }
        }
        let bases = sides.map(|side| &BOARD_BASE[side.index()]);
        let seen = sides.map(|side| &SEEN[usize::from(mirrored)][side.index()]);
        for (index, piece) in board.squares.iter().enumerate() {
            let Some(piece) = piece else { continue };
            let squares = seen.map(|seen| seen[index]);
            if piece.kind() == PieceType::King {
                let owner = usize::from(piece.color() != board.side);
                view.kings[0][owner] = Some(squares[0]);
                view.kings[1][1 - owner] = Some(squares[1]);
            } else {
                let piece = piece.index();
                add([0, 1].map(|side| bases[side][piece] + u32::from(squares[side])));
            }
        }
        view
    }

    /// The pieces and the kings' squares (1a for one that is not there) of each side.
    fn sides(&self) -> impl Iterator<Item = (&[u32; NON_KINGS], [u32; 2])> {
        let kings = |kings: &[Option<u8>; 2]| kings.map(|king| u32::from(king.unwrap_or(0)));
        self.pieces.iter().zip(self.kings.iter().map(kings))
    }
}

/// How the net file names and numbers the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// As in the architecture string of the file.
    pub name: &'static str,
    /// Rows of the first layer.
    pub inputs: usize,
    /// The hash of the set.
    pub hash: u32,
}

impl FeatureSet {
    /// Every set there is, with its name on the command line.
    pub const ALL: [(&'static str, FeatureSet); 4] = [
        ("k-p", FeatureSet::Kp),
        ("zones-9", FeatureSet::HalfKpVm(Zones::Nine)),
        ("zones-15", FeatureSet::HalfKpVm(Zones::Fifteen)),
        ("halfkp-vm", FeatureSet::HalfKpVm(Zones::Squares)),
    ];

    /// Rows of the first layer during training.
    pub const fn rows(self) -> usize {
        match self {
            FeatureSet::Kp => KP_INPUTS,
            FeatureSet::HalfKpVm(zones) => PIECES + MIRRORED_KINGS + zones.count() * PIECES,
        }
    }

    /// How many rows each side of a position switches on, always.
    pub const fn active(self) -> usize {
        match self {
            FeatureSet::Kp => NON_KINGS + 2,
            FeatureSet::HalfKpVm(_) => 2 * NON_KINGS + 1,
        }
    }

    /// The inputs in the net file.
    pub const fn layout(self) -> Layout {
        match self {
            FeatureSet::Kp => Layout {
                name: "K+P",
                inputs: KP_INPUTS,
                hash: 0x3F57_17FF,
            },
            FeatureSet::HalfKpVm(_) => Layout {
                name: "HalfKP_vm(Friend)",
                inputs: MIRRORED_KINGS * PIECES,
                hash: 0x0B6B_1D9A,
            },
        }
    }

    /// Appends the rows that the position switches on: [`FeatureSet::active`]
    /// for the side to move, then as many for the other side. `mirrored` takes
    /// the position mirrored left to right.
    ///
    /// A king that is not there counts as if on 1a; packed records have both.
    pub fn append(self, board: &Board, mirrored: bool, rows: &mut Vec<u32>) {
        let view = View::new(board, mirrored);
        for (pieces, [own, other]) in view.sides() {
            match self {
                FeatureSet::Kp => {
                    rows.extend(pieces);
                    rows.extend([KINGS[0] + own, KINGS[1] + other]);
                }
                FeatureSet::HalfKpVm(zones) => {
                    let (king, turn) = king_bucket(own);
                    let base = (PIECES + MIRRORED_KINGS + zones.of(king) * PIECES) as u32;
                    for &number in pieces {
                        let number = if turn { mirror_number(number) } else { number };
                        rows.extend([number, base + number]);
                    }
                    rows.push((PIECES + king) as u32);
                }
            }
        }
    }

    /// The rows of the net file that the position switches on, as the file's readers number them.
    pub fn append_file_rows(self, board: &Board, rows: &mut Vec<u32>) {
        match self {
            FeatureSet::Kp => self.append(board, false, rows),
            FeatureSet::HalfKpVm(_) => {
                let view = View::new(board, false);
                for (pieces, [own, _]) in view.sides() {
                    let (king, turn) = king_bucket(own);
                    for &number in pieces {
                        let number = if turn { mirror_number(number) } else { number };
                        rows.push((king * PIECES) as u32 + number);
                    }
                }
            }
        }
    }

    /// The rows of the net file out of the rows trained, each `width` numbers long.
    pub fn fold(self, trained: &[f32], width: usize) -> Vec<f32> {
        let FeatureSet::HalfKpVm(zones) = self else {
            return trained.to_vec();
        };
        let row = |index: usize| trained.iter().skip(index * width).take(width);
        let mut folded = Vec::with_capacity(self.layout().inputs * width);
        for king in 0..MIRRORED_KINGS {
            let base = PIECES + MIRRORED_KINGS + zones.of(king) * PIECES;
            for piece in 0..PIECES {
                let parts = row(base + piece).zip(row(piece)).zip(row(PIECES + king));
                // Exactly 38 rows are on, so each carries its part of the king's row.
                folded.extend(
                    parts.map(|((zone, shared), king)| zone + shared + king / NON_KINGS as f32),
                );
            }
        }
        folded
    }
}

/// The own king's square on files 1 to 5, and whether that took a mirror.
fn king_bucket(king: u32) -> (usize, bool) {
    let king = king as usize;
    if king >= MIRRORED_KINGS {
        ((8 - king / 9) * 9 + king % 9, true)
    } else {
        (king, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, testing::random_games};

    fn rows(set: FeatureSet, sfen: &str, mirrored: bool) -> Vec<u32> {
        let board = Board::from(&Position::from_sfen(sfen).unwrap());
        let mut rows = Vec::new();
        set.append(&board, mirrored, &mut rows);
        rows
    }

    /// The whole numbering on one position, worked out by hand from the table
    /// of bases: own king 5i, rook 2h, two pawns and a gold in hand; other king
    /// 5a, horse 9a, knight in hand.
    #[test]
    fn piece_numbers_follow_the_table() {
        let sfen = "+b3k4/9/9/9/9/9/9/7R1/4K4 b G2Pn 1";
        let mut rows = rows(FeatureSet::Kp, sfen, false);
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
            for king in 0..MIRRORED_KINGS {
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
        for (_, set) in FeatureSet::ALL {
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
                FeatureSet::Kp => assert_ne!(plain, mirrored),
                // No king on file 5: the mirrored set is blind to the turn.
                FeatureSet::HalfKpVm(_) => assert_eq!(plain, mirrored),
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_game() {
        random_games(7, 10, 150, |pos| {
            let board = Board::from(&*pos);
            // The board turned round, colours swapped: the other player's chair.
            let mut turned = Board::EMPTY;
            turned.side = !board.side;
            turned.hands = [board.hands[1], board.hands[0]];
            for square in Square::all() {
                turned.squares[square.flip().index()] = board.squares[square.index()]
                    .map(|piece| Piece::new(!piece.color(), piece.kind()));
            }
            for (_, set) in FeatureSet::ALL {
                let [mut a, mut b] = [&board, &turned].map(|board| {
                    let mut rows = Vec::new();
                    set.append(board, false, &mut rows);
                    assert_eq!(rows.len(), 2 * set.active());
                    assert!(rows.iter().all(|&row| (row as usize) < set.rows()));
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

    #[test]
    fn folded_rows_sum_to_what_was_trained() {
        let width = 2;
        for (_, set) in FeatureSet::ALL {
            let trained: Vec<f32> = (0..set.rows() * width)
                .map(|i| ((i * 37 % 101) as f32 - 50.0) / 64.0)
                .collect();
            let folded = set.fold(&trained, width);
            assert_eq!(folded.len(), set.layout().inputs * width);
            random_games(8, 2, 120, |pos| {
                let board = Board::from(&*pos);
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                set.append(&board, false, &mut ours);
                set.append_file_rows(&board, &mut theirs);
                let sum = |table: &[f32], rows: &[u32]| -> f32 {
                    rows.iter()
                        .map(|&row| table[row as usize * width + 1])
                        .sum()
                };
                let (a, b) = ours.split_at(set.active());
                let (c, d) = theirs.split_at(theirs.len() / 2);
                assert!((sum(&trained, a) - sum(&folded, c)).abs() < 1e-3);
                assert!((sum(&trained, b) - sum(&folded, d)).abs() < 1e-3);
            });
        }
    }
}
