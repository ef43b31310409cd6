//! Gains from captures: on one square, and along a line of moves.

use super::{GAIN, value};
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Color, Move, Piece, Square};

/// The gain of the exchange that a move starts on its destination, in the units of
/// [`Position::see_ge`]: the largest threshold which that function accepts.
pub fn see(pos: &Position, mv: Move) -> i32 {
    let (mut low, mut high) = (-40_000i32, 40_000i32);
    while low < high {
        let middle = (low + high + 1).div_euclid(2);
        match pos.see_ge(mv, middle) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// Number of plies of a line in which captures are counted.
pub const PLIES: usize = 12;

/// What `color` has certainly gained after each prefix of a line of at least two moves: the
/// captures so far less the best capture that the other side has, whether or not it is to move.
/// Positions in check are left out, because threats cannot be counted there.
fn certain_gains(start: &Position, line: &[Move], color: Color) -> Vec<(usize, i32)> {
    let mut pos = start.clone();
    let (mut gain, mut found) = (0, Vec::new());
    for (i, &mv) in line.iter().take(PLIES).enumerate() {
        let worth = pos.captured_by(mv).map_or(0, value);
        gain += if pos.side_to_move() == color {
            worth
        } else {
            -worth
        };
        if pos.play(mv).is_err() {
            break;
        }
        if i == 0 || pos.in_check() {
            continue;
        }
        let mut other = pos.clone();
        if other.side_to_move() == color {
            other.do_null_move();
        }
        found.push((i + 1, gain - best_capture(&other)));
    }
    found
}

/// The largest certain gain of `color` along a line; `None` if the line is too short to have one.
pub fn most_certain(start: &Position, line: &[Move], color: Color) -> Option<i32> {
    let gains = certain_gains(start, line, color).into_iter();
    gains.map(|(_, gain)| gain).max()
}

/// The number of moves after which `color` has gained at least `least` for certain, and keeps it up
/// to the end of the line. A gain that shows only at the last position does not count.
pub fn settled_gain(start: &Position, line: &[Move], color: Color, least: i32) -> Option<usize> {
    let gains = certain_gains(start, line, color);
    let kept = gains.iter().rev().take_while(|(_, gain)| *gain >= least);
    match kept.count() {
        0 | 1 => None,
        count => Some(gains[gains.len() - count].0),
    }
}

/// The gain of the best capture of the side to move, at least 0.
fn best_capture(pos: &Position) -> i32 {
    let mut most = 0;
    for mv in legal_moves(pos) {
        if pos.is_capture(mv) && pos.see_ge(mv, most + 1) {
            most = see(pos, mv);
        }
    }
    most
}

/// Whether the side to move gains a piece by taking what stands on a square.
pub fn falls(pos: &Position, square: Square) -> bool {
    let mut moves = legal_moves(pos).into_iter();
    moves.any(|mv| mv.to() == square && pos.is_capture(mv) && pos.see_ge(mv, GAIN))
}

/// The pieces taken along a line, by the side that takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Pieces taken by Black and by White, as they stood on the board.
    pub taken: [Vec<Piece>; 2],
}

impl Ledger {
    /// Counts the captures of a line, up to the first illegal move.
    pub fn new(start: &Position, line: &[Move]) -> Ledger {
        let mut ledger = Ledger::default();
        let mut pos = start.clone();
        for &mv in line {
            let (side, piece) = (pos.side_to_move(), pos.captured_by(mv));
            if pos.play(mv).is_err() {
                break;
            }
            ledger.taken[side.index()].extend(piece);
        }
        ledger
    }

    /// The value of the pieces that `color` takes minus the value of those it loses.
    pub fn gain(&self, color: Color) -> i32 {
        let sum = |color: Color| -> i32 {
            let pieces = self.taken[color.index()].iter();
            pieces.map(|&piece| value(piece)).sum()
        };
        sum(color) - sum(!color)
    }
}
