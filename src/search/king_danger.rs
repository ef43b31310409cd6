//! King danger: what the opponent has near a king, or can drop there.

use crate::bitboard::king_zone;
use crate::position::Position;
use crate::types::{Color, PieceType};

use PieceType::{Bishop, Gold, Pawn, Rook, Silver};

/// The danger of the king of `side`, from 0 (none, or no king) to about 12: the number of the
/// opponent's pieces within two steps of the king, unpromoted pawns aside, and of kinds of
/// piece among gold, silver, bishop and rook in the opponent's hand.
pub(super) fn king_danger(pos: &Position, side: Color) -> i32 {
    let Some(king) = pos.king(side) else {
        return 0;
    };
    let them = !side;
    let attackers = pos.color_bb(them).without(pos.pieces(them, Pawn));
    let hand = pos.hand(them);
    let drops = [Gold, Silver, Bishop, Rook].map(|kind| i32::from(hand.has(kind)));
    (attackers & king_zone(king)).count() as i32 + drops.iter().sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_near_the_king_and_in_the_hand_count() {
        let danger = |sfen: &str| {
            let pos = Position::from_sfen(sfen).unwrap();
            [Color::Black, Color::White].map(|side| king_danger(&pos, side))
        };
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(danger(start), [0, 0]);
        // A gold beside the king, a tokin two steps away, a pawn that does not count; of
        // two silvers in the hand the second adds nothing.
        assert_eq!(danger("4k4/3GP4/3+P5/9/9/9/9/9/4K4 b 2S 1"), [0, 3]);
        // A lance three steps away does not count, a bishop in the hand does.
        assert_eq!(danger("4k4/9/9/9/9/4l4/9/9/4K4 b b 1"), [1, 0]);
        assert_eq!(danger("4k4/4p4/9/9/9/9/9/9/9 b 2r2b2G 1"), [0, 1]);
    }
}
