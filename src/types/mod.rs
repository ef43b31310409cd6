//! The vocabulary of shogi: colours, squares, pieces, hands, moves, values and scores.

mod color;
mod hand;
mod moves;
mod piece;
mod rng;
mod score;
mod square;
mod value;

pub use color::Color;
pub use hand::Hand;
pub use moves::{Move, MoveKind, MoveTextError};
pub use piece::{Piece, PieceType};
pub use rng::SplitMix64;
pub use score::Score;
pub use square::{Square, SquareError};
pub use value::{Bound, Depth, MAX_PLY, Value};
