//! Initial proof and disproof numbers of moves.
//!
//! Most nodes are never searched, so their initial numbers decide (df-pn+: Nagai). The
//! guess is which side controls the destination of the move, by the number of pieces that
//! attack it (the idea is that of the liberties in GPS Shogi and KomoringHeights; the
//! figures are this project's own).

use crate::position::Position;
use crate::types::{Move, PieceType};

/// Proof and disproof number where neither side is favoured.
pub(super) const EVEN: (u32, u32) = (2, 2);
/// Proof and disproof number where a mate seems more likely than not.
const LIKELY: (u32, u32) = (2, 4);
/// Proof and disproof number where a mate seems less likely than not.
const UNLIKELY: (u32, u32) = (4, 2);
/// Proof and disproof number after a check on a well-guarded square.
const HARDLY: (u32, u32) = (6, 2);

/// Least length, in plies, of the mates looked for with guesses: for shorter ones a guess
/// takes too much time.
pub(super) const LEAST_PLIES: u16 = 8;

/// Initial proof and disproof number after a check (`attacking`) or after an answer to one.
pub(super) fn guess(pos: &Position, mv: Move, attacking: bool) -> (u32, u32) {
    match attacking {
        true => after_attack(pos, mv),
        false => after_defence(pos, mv),
    }
}

/// Numbers of the mover's pieces that protect the destination, and of the opponent's pieces that
/// attack it.
fn held_and_aimed_at(pos: &Position, mv: Move) -> (u32, u32) {
    let to = mv.to();
    let us = pos.side_to_move();
    let aiming = pos.attackers_to(to, pos.occupied());
    let ours = (aiming & pos.color_bb(us)).count();
    let theirs = (aiming & pos.color_bb(!us)).count();
    // A piece that moves to the square is among its attackers already; a dropped piece is not.
    (ours + u32::from(mv.is_drop()), theirs)
}

fn after_attack(pos: &Position, mv: Move) -> (u32, u32) {
    match held_and_aimed_at(pos, mv) {
        (held, aimed_at) if held > aimed_at && aimed_at < 2 => LIKELY,
        (_, aimed_at) if aimed_at < 2 => UNLIKELY,
        _ => HARDLY,
    }
}

fn after_defence(pos: &Position, mv: Move) -> (u32, u32) {
    if pos.is_capture(mv) {
        return UNLIKELY;
    }
    if !mv.is_drop() && pos.moved_piece(mv).kind() == PieceType::King {
        return EVEN;
    }
    match held_and_aimed_at(pos, mv) {
        (held, aimed_at) if held > aimed_at => UNLIKELY,
        _ => LIKELY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess_of(sfen: &str, mv: &str, attacking: bool) -> (u32, u32) {
        let pos = Position::from_sfen(sfen).unwrap();
        guess(&pos, pos.parse_usi_move(mv).unwrap(), attacking)
    }

    #[test]
    fn who_holds_the_square_is_the_likelier_winner() {
        // Only the king guards 5b, and the pawn behind makes it two against one.
        let check = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(guess_of(check, "G*5b", true), LIKELY);
        assert_eq!(guess_of(check, "G*4b", true), UNLIKELY);
        let guarded = "3gk4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(guess_of(guarded, "G*5b", true), HARDLY);

        let between = "4k4/9/3n5/9/4L4/9/9/9/9 w g 1";
        assert_eq!(guess_of(between, "G*5c", false), LIKELY);
        assert_eq!(guess_of(between, "G*5b", false), UNLIKELY);
        assert_eq!(guess_of(between, "5a4a", false), EVEN);
        assert_eq!(guess_of(between, "6c5e", false), UNLIKELY);
    }
}
