//! Gains from captures: on one square, and along a line of moves.

use super::{has_gain, value};
use komadai::position::Position;
use komadai::types::{Color, Move, Piece};

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

/// Number of plies of a line in which quiet positions are sought.
const PLIES: usize = 12;

/// The number of moves of a line, at least two, up to its first quiet position: no check, and
/// neither side has a capture that gains a piece. `None` if the line has no quiet position:
/// captures still threaten then, so that gains cannot be counted.
pub fn quiet_end(start: &Position, line: &[Move]) -> Option<usize> {
    quiet_ends(start, line).first().copied()
}

/// [`quiet_end`] for every quiet position in the line: the numbers of moves, in rising order.
pub fn quiet_ends(start: &Position, line: &[Move]) -> Vec<usize> {
    let mut pos = start.clone();
    let mut ends = Vec::new();
    for (i, &mv) in line.iter().take(PLIES).enumerate() {
        if pos.play(mv).is_err() {
            break;
        }
        if i > 0 && is_quiet(&pos) {
            ends.push(i + 1);
        }
    }
    ends
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
