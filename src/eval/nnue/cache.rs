//! Refresh cache: the last accumulator of each side and king square.
//!
//! When a king returns to a square, most pieces stand where they stood when it was last there, so
//! only the differences need to be applied (the "Finny table" of the chess engine Koivisto).

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::position::{PiecePlace, Position};
use crate::types::{Color, Hand, Piece, PieceType, Square};

use super::aligned::Aligned;
use super::backend::Backend;
use super::bonapiece::{FULL_SET, HOME};
use super::features::Bucket;
use super::network::Network;

/// Rows to add or subtract. The capacity suffices for any board and hands: 81 squares,
/// two hands of at most 31 + 4 * 7 + 2 * 3 pieces, and 38 missing pieces.
type Rows = ArrayVec<u32, 256>;

/// The pieces of the position to which a cached accumulator belongs.
#[derive(Clone)]
struct Entry {
    board: [Option<Piece>; Square::NUM],
    by_color: [Bitboard; 2],
    by_kind: [Bitboard; 14],
    hands: [Hand; 2],
    missing: usize,
}

/// One accumulator for each side and own king square.
#[derive(Clone)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    lanes: Aligned<i16>,
    /// Number of king squares: 81, or 1 for sets without king buckets.
    squares: usize,
}

impl Cache {
    pub(super) fn new(net: &Network) -> Cache {
        let features = net.architecture().features();
        let squares = if features.buckets() == 1 { 1 } else { 81 };
        let empty = Entry {
            board: [None; Square::NUM],
            by_color: [Bitboard::EMPTY; 2],
            by_kind: [Bitboard::EMPTY; 14],
            hands: [Hand::EMPTY; 2],
            missing: 0,
        };
        let mut lanes = Aligned::zeroed(2 * squares * net.l1());
        for accumulator in lanes.chunks_mut(net.l1()) {
            accumulator.copy_from_slice(&net.transformer.biases);
        }
        Cache {
            entries: vec![empty; 2 * squares],
            lanes,
            squares,
        }
    }

    /// Writes the sums of `side` in `pos` to `to`.
    ///
    /// # Safety
    /// The CPU must have the features that `B` needs.
    #[inline(always)]
    pub(super) unsafe fn refresh<B: Backend>(
        &mut self,
        net: &Network,
        side: Color,
        bucket: Bucket,
        pos: &Position,
        to: &mut [i16],
    ) {
        let square = match self.squares {
            1 => 0,
            _ => pos.king(side).unwrap_or(HOME.relative(side)).index(),
        };
        let index = side.index() * self.squares + square;
        let (mut subs, mut adds) = (Rows::new(), Rows::new());
        let entry = &mut self.entries[index];
        entry.update(net, side, bucket, pos, [&mut subs, &mut adds]);
        let cached = &mut self.lanes[index * to.len()..][..to.len()];
        // SAFETY: the caller promises that the CPU has the features that `B` needs.
        unsafe { B::refresh(to, cached, &subs, &adds, &net.transformer) }
    }
}

impl Entry {
    /// Records the pieces of `pos`, and collects the rows by which they differ from those
    /// recorded before.
    #[inline(never)]
    fn update(
        &mut self,
        net: &Network,
        side: Color,
        bucket: Bucket,
        pos: &Position,
        [subs, adds]: [&mut Rows; 2],
    ) {
        let row = |piece, place| {
            let row = net.features.row(side, bucket, piece, place);
            row.map(|row| row as u32)
        };
        let mut changed = Bitboard::EMPTY;
        for color in Color::ALL {
            let now = pos.color_bb(color);
            changed |= self.by_color[color.index()] ^ now;
            self.by_color[color.index()] = now;
        }
        for (noted, kind) in self.by_kind.iter_mut().zip(PieceType::ALL) {
            let now = pos.kind_bb(kind);
            changed |= *noted ^ now;
            *noted = now;
        }
        for sq in changed {
            let now = pos.piece_on(sq);
            let before = std::mem::replace(&mut self.board[sq.index()], now);
            let at = PiecePlace::Board(sq);
            subs.extend(before.and_then(|piece| row(piece, at)));
            adds.extend(now.and_then(|piece| row(piece, at)));
        }
        for color in Color::ALL {
            let now = pos.hand(color);
            let before = std::mem::replace(&mut self.hands[color.index()], now);
            if now == before {
                continue;
            }
            for kind in PieceType::HAND {
                let piece = Piece::new(color, kind);
                let rows = |from: u32, to: u32| {
                    (from..to).filter_map(move |n| row(piece, PiecePlace::Hand(n as u8)))
                };
                let (old, new) = (before.count(kind), now.count(kind));
                subs.extend(rows(new, old));
                adds.extend(rows(old, new));
            }
        }
        let missing = FULL_SET.saturating_sub(piece_count(pos));
        let row = net.features.missing_row(bucket) as u32;
        subs.extend(std::iter::repeat_n(
            row,
            self.missing.saturating_sub(missing),
        ));
        adds.extend(std::iter::repeat_n(
            row,
            missing.saturating_sub(self.missing),
        ));
        self.missing = missing;
    }
}

/// Number of pieces on the board and in the hands, without kings.
fn piece_count(pos: &Position) -> usize {
    let held = Color::ALL.map(|side| pos.hand(side).total());
    let kings = Color::ALL.into_iter().filter(|&c| pos.king(c).is_some());
    pos.occupied().count() as usize - kings.count() + held.iter().sum::<u32>() as usize
}
