//! A shogi position: the board, the hands, the side to move and the moves so far.
//!
//! A [`Position`] knows the rules but no evaluator: [`Position::do_move`] returns
//! the pieces that it changed, for evaluators to follow. Data derived from the
//! board is cached per ply; [`Position::validate`] checks it.
//!
//! ```
//! use komadai::position::Position;
//! use komadai::types::{Color, PieceType};
//!
//! let mut pos: Position = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".parse()?;
//! assert_eq!(pos, Position::default());
//!
//! for text in ["7g7f", "3c3d", "8h2b+", "3a2b"] {
//!     pos.play(text.parse()?)?;
//! }
//! assert_eq!(pos.side_to_move(), Color::Black);
//! assert_eq!(pos.hand(Color::Black).count(PieceType::Bishop), 1);
//! assert!(!pos.in_check());
//!
//! // The error names the rule that a move breaks.
//! let error = pos.play("P*5e".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), "P*5e: the side to move has no such piece there");
//! println!("{pos}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod declaration;
mod identity;
mod legality;
mod moves;
mod repetition;
mod see;
mod sfen;
mod state;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
mod zobrist;

use crate::bitboard::Bitboard;
use crate::types::{Color, Hand, Piece, PieceType, Square};

pub use attacks::CheckInfo;
pub use declaration::{Declaration, EnteringKingRule};
pub use legality::{IllegalMove, MoveError};
pub use repetition::{Repetition, Sennichite};
pub use sfen::{Setup, SfenError};
use state::State;
pub use state::{DirtyPieces, PieceChange, PiecePlace};

/// A position with the moves that led to it.
///
/// Two positions are equal if they have the same board, hands, side to move and move number,
/// that is, the same [`Position::sfen`]. The moves that led to them are not compared.
#[derive(Clone)]
pub struct Position {
    board: [Option<Piece>; Square::NUM],
    by_color: [Bitboard; 2],
    by_kind: [Bitboard; 16],
    /// Golds and the small promoted pieces, which move like them.
    golds: Bitboard,
    kings: [Option<Square>; 2],
    hands: [Hand; 2],
    side: Color,
    ply: u32,
    /// One entry for the start and one for each move or null move since.
    states: Vec<State>,
}

impl Position {
    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The number of the next move, 1 at the start of a game.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.board[sq.index()]
    }

    /// The pieces that a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The square of a side's king; `None` if the side has no king, as the attacker in mate
    /// problems.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The squares with a piece of this side.
    #[inline]
    pub fn color_bb(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The squares with a piece of exactly this kind, of either side.
    #[inline]
    pub fn kind_bb(&self, kind: PieceType) -> Bitboard {
        self.by_kind[kind.index() & 15]
    }

    /// The squares with a piece of this side and kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.color_bb(color) & self.kind_bb(kind)
    }

    /// The squares with a gold or a piece that moves like one, of either side.
    #[inline]
    pub fn golds(&self) -> Bitboard {
        self.golds
    }

    #[inline]
    fn state(&self) -> &State {
        // The stack is never empty: construction pushes the state of the start.
        &self.states[self.states.len() - 1]
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state().checkers.is_empty()
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state().checkers
    }

    /// The pieces, of either side, that alone shield `color`'s king from a slider.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.state().blockers[color.index()]
    }

    /// `color`'s sliders that pin an enemy piece to the enemy king.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.state().pinners[color.index()]
    }

    /// The piece that the last move captured, as it stood on the board.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.state().captured
    }

    /// The Zobrist key of board, hands and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        let state = self.state();
        state.board_key ^ state.hand_key
    }

    /// The Zobrist key of the board and the side to move, without the hands.
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.state().board_key
    }

    /// The key of the pawns on the board.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.state().pawn_key
    }

    /// The key of kings, golds, silvers, knights, lances and the small promoted pieces.
    #[inline]
    pub fn minor_key(&self) -> u64 {
        self.state().minor_key
    }

    /// The key of a side's pieces on the board other than unpromoted pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.state().non_pawn_key[color.index()]
    }
}
