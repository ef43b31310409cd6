//! Gains of captures: on one square as a number, and along a line.

use super::{has_gain, value};
use komadai::position::Position;
use komadai::types::{Color, Move, Piece};

/// The gain of the captures that a move starts on its square, as [`Position::see_ge`] counts
/// them: the largest threshold that it meets.
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

/// Most plies of a line that are counted.
const PLIES: usize = 12;

/// The number of moves of a line up to the first quiet position after its second one: no check,
/// and no capture that gains a piece, whoever moves. `None` where there is none within the line:
/// then nothing can be said of what it wins.
pub fn quiet_end(start: &Position, line: &[Move]) -> Option<usize> {
    let mut pos = start.clone();
    for (i, &mv) in line.iter().take(PLIES).enumerate() {
        pos.play(mv).ok()?;
        if i > 0 && is_quiet(&pos) {
            return Some(i + 1);
        }
    }
    None
}

fn is_quiet(pos: &Position) -> bool {
    if pos.in_check() || has_gain(pos) {
        return false;
    }
    let mut other = pos.clone();
    other.do_null_move();
    !has_gain(&other)
}

/// The pieces taken along a line, by the side that takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Those that Black and White take, as they stood on the board.
    pub taken: [Vec<Piece>; 2],
}

impl Ledger {
    /// Of a line that can be played.
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

    /// What a side takes more than the other.
    pub fn gain(&self, color: Color) -> i32 {
        let sum = |color: Color| -> i32 {
            let pieces = self.taken[color.index()].iter();
            pieces.map(|&piece| value(piece)).sum()
        };
        sum(color) - sum(!color)
    }
}
