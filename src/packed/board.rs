//! A position as plain data: what the binary formats hold, without rules or caches.

use crate::position::{Position, Setup, SfenError};
use crate::types::{Color, Hand, Piece, PieceType, Square};

/// How many pieces of each kind, promoted or not, a shogi set has; by [`PieceType::index`].
pub(super) const SET: [u8; 9] = [0, 18, 4, 4, 4, 2, 2, 4, 2];

/// Pieces on squares, pieces in hand and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// By [`Square::index`].
    pub squares: [Option<Piece>; Square::NUM],
    /// By [`Color::index`].
    pub hands: [Hand; 2],
    /// Whose move it is.
    pub side: Color,
}

impl Board {
    /// No pieces at all, Black to move.
    pub const EMPTY: Board = Board {
        squares: [None; Square::NUM],
        hands: [Hand::EMPTY; 2],
        side: Color::Black,
    };

    /// Where the king of `color` stands, if it is there.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Some(Piece::new(color, PieceType::King));
        let index = self.squares.iter().position(|&piece| piece == king)?;
        Square::from_index(index)
    }

    /// How many pieces of each kind a full set has more than this position; by
    /// [`PieceType::index`], negative where there are too many.
    pub(super) fn missing(&self) -> [i32; 9] {
        let mut missing = SET.map(i32::from);
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

    /// The position with every cached field, its next move having number `ply`.
    ///
    /// # Errors
    /// If the pieces stand as they never can: two pawns on a file, pieces that
    /// can never move, a side to move that could take the king.
    pub fn position(&self, ply: u32) -> Result<Position, BoardError> {
        let pos = Position::from_setup(&self.setup(ply))?;
        if pos.opponent_in_check() {
            return Err(BoardError::KingEnPrise);
        }
        Ok(pos)
    }

    /// The same in the form that SFEN is read into and written from.
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

    /// The board turned by 180 degrees with the colours exchanged: what the
    /// same position looks like to the other player.
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

/// Why a board makes no position.
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
