//! A position as plain data, as the binary formats hold it, without rules or caches.

use crate::position::{Position, Setup, SfenError};
use crate::types::{Color, Hand, Piece, PieceType, Square};

/// Pieces on squares, pieces in hand and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The piece on each square, by [`Square::index`].
    pub squares: [Option<Piece>; Square::NUM],
    /// The hands, by [`Color::index`].
    pub hands: [Hand; 2],
    /// The side to move.
    pub side: Color,
}

impl Board {
    /// No pieces at all, Black to move.
    pub const EMPTY: Board = Board {
        squares: [None; Square::NUM],
        hands: [Hand::EMPTY; 2],
        side: Color::Black,
    };

    /// The square of `color`'s king, if there is a king.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Some(Piece::new(color, PieceType::King));
        let index = self.squares.iter().position(|&piece| piece == king)?;
        Square::from_index(index)
    }

    /// Number of pieces of each kind that are missing from a full set, by
    /// [`PieceType::index`]; negative if there are too many.
    pub(super) fn missing(&self) -> [i32; 9] {
        let mut missing = PieceType::SET.map(i32::from);
        for piece in self.squares.iter().flatten() {
            missing[piece.kind().unpromoted().index()] -= 1;
        }
        for (hand, kind) in self
            .hands
            .iter()
            .flat_map(|hand| PieceType::HAND.map(|kind| (hand, kind)))
        {
            missing[kind.index()] -= hand.count(kind) as i32;
        }
        missing
    }

    /// The full position; its next move has number `ply`.
    ///
    /// # Errors
    /// [`BoardError::Setup`] if the setup breaks a rule, such as two pawns on a file,
    /// [`BoardError::KingEnPrise`] if the side to move could take the king.
    pub fn position(&self, ply: u32) -> Result<Position, BoardError> {
        let pos = Position::from_setup(&self.setup(ply))?;
        if pos.opponent_in_check() {
            return Err(BoardError::KingEnPrise);
        }
        Ok(pos)
    }

    /// The board as a [`Setup`], from which SFEN is written; its next move has number `ply`.
    pub fn setup(&self, ply: u32) -> Setup {
        let mut setup = Setup {
            board: self.squares,
            side: self.side,
            ply: ply.max(1),
            ..Setup::default()
        };
        for (counts, hand) in setup.hands.iter_mut().zip(self.hands) {
            for kind in PieceType::HAND {
                counts[kind.index()] = hand.count(kind);
            }
        }
        setup
    }

    /// The board turned by 180 degrees with the colours exchanged: the position
    /// as the other player sees it.
    pub fn turned(&self) -> Board {
        let mut turned = Board {
            hands: [self.hands[1], self.hands[0]],
            side: !self.side,
            ..Board::EMPTY
        };
        for (square, piece) in self.squares.iter().enumerate() {
            turned.squares[Square::NUM - 1 - square] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        turned
    }
}

impl TryFrom<&Setup> for Board {
    type Error = SfenError;

    /// # Errors
    /// As [`Setup::check`].
    fn try_from(setup: &Setup) -> Result<Board, SfenError> {
        setup.check()?;
        let mut board = Board {
            squares: setup.board,
            side: setup.side,
            ..Board::EMPTY
        };
        for (hand, counts) in board.hands.iter_mut().zip(setup.hands) {
            for kind in PieceType::HAND {
                *hand = hand.with_count(kind, counts[kind.index()]);
            }
        }
        Ok(board)
    }
}

impl From<&Position> for Board {
    fn from(pos: &Position) -> Board {
        let mut board = Board {
            hands: Color::ALL.map(|color| pos.hand(color)),
            side: pos.side_to_move(),
            ..Board::EMPTY
        };
        for square in pos.occupied() {
            board.squares[square.index()] = pos.piece_on(square);
        }
        board
    }
}

/// The reason why a board makes no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The pieces break a rule.
    #[error(transparent)]
    Setup(#[from] SfenError),
    /// The side that moved last left its king in check.
    #[error("the side to move could take the king")]
    KingEnPrise,
}
