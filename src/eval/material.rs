//! Material on the board and in hand.
//!
//! The values are Komadai's own. A piece in hand is worth a little more than on the board, since it
//! can go anywhere. Promoted small pieces are worth less than a gold, although they move like one;
//! among themselves they rank like the pieces that the opponent gets by capturing them.

use crate::position::{DirtyPieces, PieceChange, PiecePlace, Position};
use crate::types::{Color, Piece, PieceType, Square, Value};

/// Values of pieces on the board, in search units (a pawn is 90), by [`PieceType::index`].
pub const BOARD: [i32; PieceType::NUM] = [
    0,    // no piece
    90,   // pawn
    290,  // lance
    340,  // knight
    480,  // silver
    790,  // bishop
    930,  // rook
    540,  // gold
    0,    // king: never counted
    480,  // promoted pawn
    490,  // promoted lance
    500,  // promoted knight
    530,  // promoted silver
    1040, // horse
    1240, // dragon
];

/// Values of pieces in hand, in search units, by [`PieceType::index`].
pub const HAND: [i32; 8] = [
    0,    // no piece
    105,  // pawn
    325,  // lance
    365,  // knight
    525,  // silver
    880,  // bishop
    1010, // rook
    590,  // gold
];

/// Material of Black minus that of White, along the line of moves searched.
#[derive(Clone, Debug, Default)]
pub struct MaterialState {
    /// One entry for the root and one per move; never empty after a reset.
    sums: Vec<i32>,
}

#[inline]
fn placed(piece: Piece, place: PiecePlace) -> i32 {
    let value = match place {
        PiecePlace::Board(_) => BOARD[piece.kind().index()],
        PiecePlace::Hand(_) => HAND[piece.kind().index() & 7],
    };
    match piece.color() {
        Color::Black => value,
        Color::White => -value,
    }
}

#[inline]
fn difference(change: &PieceChange) -> i32 {
    placed(change.after, change.to) - placed(change.before, change.from)
}

/// Material of Black minus that of White, counted from scratch.
pub fn material(pos: &Position) -> i32 {
    let on_board: i32 = Square::all()
        .filter_map(|sq| {
            pos.piece_on(sq)
                .map(|piece| placed(piece, PiecePlace::Board(sq)))
        })
        .sum();
    let in_hand: i32 = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let hand = pos.hand(color);
            PieceType::HAND.into_iter().map(move |kind| {
                placed(Piece::new(color, kind), PiecePlace::Hand(0)) * hand.count(kind) as i32
            })
        })
        .sum();
    on_board + in_hand
}

impl MaterialState {
    /// Starts a new line at `pos`.
    pub fn reset(&mut self, pos: &Position) {
        self.sums.clear();
        self.sums.push(material(pos));
    }

    #[inline]
    fn last(&self) -> i32 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// Adds the position after a move to the line.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        let captured = dirty.captured.as_ref().map_or(0, difference);
        let sum = self.last() + difference(&dirty.moved) + captured;
        self.sums.push(sum);
    }

    /// Adds the position after a null move to the line.
    #[inline]
    pub fn push_null(&mut self) {
        let sum = self.last();
        self.sums.push(sum);
    }

    /// Takes the last position off the line.
    #[inline]
    pub fn pop(&mut self) {
        self.sums.pop();
    }

    /// The value for the side to move.
    #[inline]
    pub fn evaluate(&self, pos: &Position) -> Value {
        let value = Value(self.last()).clamp_eval();
        match pos.side_to_move() {
            Color::Black => value,
            Color::White => -value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::position::testing::random_games;

    #[test]
    fn kept_up_to_date_equals_counted_from_scratch() {
        let mut state = MaterialState::default();
        random_games(11, 30, 200, |pos| {
            state.reset(pos);
            for &first in &legal_moves(pos) {
                state.push(&pos.do_move(first));
                if let Some(&second) = legal_moves(pos).last() {
                    state.push(&pos.do_move(second));
                    assert_eq!(state.last(), material(pos), "{}", pos.sfen());
                    pos.undo_move(second);
                    state.pop();
                }
                pos.undo_move(first);
                state.pop();
            }
            assert_eq!(state.last(), material(pos));
        });
    }

    #[test]
    fn the_start_is_even_and_each_side_sees_its_own_gain() {
        let mut state = MaterialState::default();
        state.reset(&Position::startpos());
        assert_eq!(state.evaluate(&Position::startpos()), Value::ZERO);
        let up = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b R 1").unwrap();
        state.reset(&up);
        assert_eq!(state.evaluate(&up).0, HAND[PieceType::Rook.index()]);
        let seen_by_white = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 w R 1").unwrap();
        state.reset(&seen_by_white);
        assert_eq!(
            state.evaluate(&seen_by_white).0,
            -HAND[PieceType::Rook.index()]
        );
    }

    #[test]
    fn pieces_rank_as_players_rank_them() {
        use PieceType::*;
        let board = |kind: PieceType| BOARD[kind.index()];
        let order = [
            Dragon, Horse, Rook, Bishop, Gold, Silver, Knight, Lance, Pawn,
        ];
        assert!(order.windows(2).all(|w| board(w[0]) > board(w[1])));
        for kind in PieceType::HAND {
            assert!(
                HAND[kind.index()] > board(kind),
                "in hand worth more: {kind:?}"
            );
            if kind.can_promote() {
                assert!(board(kind.promoted()) > board(kind));
            }
        }
    }
}
