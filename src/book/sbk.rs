//! ShogiGUI's books (`.sbk`): a protobuf message, see `specs/sbk-format.md` of ShogiHome
//! (<https://github.com/sunfish-shogi/shogihome>).
//!
//! The positions are the states of a graph. A state that no move leads to stores its SFEN; the
//! other positions are found by playing the moves. The weight of a move is its count here. Scores
//! of moves, replies, depths and plies are not stored; the hash keys of positions are ShogiGUI's
//! own and stay 0, as in ShogiHome's files.

use std::collections::VecDeque;

use prost::bytes::Bytes;
use prost::{DecodeError, Message};

use super::db::Faults;
use super::entry::{BookMove, Entry};
use super::file::BookFault;
use super::memory::{BookKey, MemoryBook};
use super::notes::{BookAnalysis, BookJudgement, Notes};
use crate::packed::Board;
use crate::position::{Position, Setup};
use crate::types::{Move, MoveKind, Piece, PieceType, Square};

/// A whole file.
#[derive(Message)]
pub struct SBook {
    #[prost(string, required, tag = "1")]
    pub author: String,
    #[prost(string, required, tag = "2")]
    pub description: String,
    /// Each item is an encoded [`State`]. The states are decoded one by one, so that memory use
    /// stays near the size of the file.
    #[prost(bytes = "bytes", repeated, tag = "3")]
    pub states: Vec<Bytes>,
}

/// A position.
#[derive(Message)]
pub struct State {
    #[prost(int32, required, tag = "1")]
    pub id: i32,
    #[prost(uint64, required, tag = "2")]
    pub board_key: u64,
    #[prost(uint32, required, tag = "3")]
    pub hand_key: u32,
    #[prost(int32, required, tag = "4")]
    pub games: i32,
    #[prost(int32, required, tag = "5")]
    pub won_black: i32,
    #[prost(int32, required, tag = "6")]
    pub won_white: i32,
    /// SFEN; empty where a move leads to the position.
    #[prost(string, tag = "7")]
    pub position: String,
    #[prost(string, tag = "8")]
    pub comment: String,
    #[prost(message, repeated, tag = "9")]
    pub moves: Vec<StateMove>,
    #[prost(message, repeated, tag = "10")]
    pub analyses: Vec<Analysis>,
}

/// A move of a position.
#[derive(Message)]
pub struct StateMove {
    /// From the lowest bit: origin, target (rank and file from 1, 4 bits each; origin 0 for drops); bit
    /// 19: promotion; from bit 20: captured piece; from bit 24: moved piece; bits 28 and 31: White.
    #[prost(int32, required, tag = "1")]
    pub word: i32,
    /// 0 for no judgement; otherwise one more than its index in [`BookJudgement::ALL`].
    #[prost(int32, required, tag = "2")]
    pub judgement: i32,
    #[prost(int32, required, tag = "3")]
    pub weight: i32,
    /// Index of the state after the move; -1 if the book has none.
    #[prost(int32, required, tag = "4")]
    pub next: i32,
}

/// The result of a search.
#[derive(Message)]
pub struct Analysis {
    #[prost(int32, required, tag = "1")]
    pub value: i32,
    #[prost(int32, required, tag = "2")]
    pub depth: i32,
    #[prost(int32, required, tag = "3")]
    pub seldepth: i32,
    #[prost(int64, required, tag = "4")]
    pub nodes: i64,
    #[prost(string, required, tag = "5")]
    pub line: String,
    #[prost(string, tag = "6")]
    pub engine: String,
}

/// The kinds of pieces in the order of their codes, from 1. The code of a promoted piece is 8
/// higher.
pub const KINDS: [PieceType; 8] = [
    PieceType::Pawn,
    PieceType::Lance,
    PieceType::Knight,
    PieceType::Silver,
    PieceType::Gold,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::King,
];

/// Number of different moves; a state with more is damaged.
const MOST_MOVES: usize = 81 * 80 * 2 + 7 * 81;

/// The move that a word encodes ([`StateMove::word`]); `None` if the word encodes no move.
fn move_of(word: i32) -> Option<Move> {
    let square = |bits: i32| {
        Square::new(
            nibble(bits >> 4).wrapping_sub(1),
            nibble(bits).wrapping_sub(1),
        )
    };
    let to = square(word >> 8)?;
    if word & 0xFF == 0 {
        let kind = KINDS.get(usize::from(nibble(word >> 24)).checked_sub(1)?)?;
        return PieceType::HAND
            .contains(kind)
            .then(|| Move::drop(*kind, to));
    }
    let from = square(word)?;
    (from != to).then(|| Move::normal(from, to, word >> 19 & 1 != 0))
}

fn nibble(bits: i32) -> u8 {
    (bits & 0xF) as u8
}

/// The board after a move; `None` if the origin or the hand has no such piece, or the result is no
/// valid position.
pub fn play(board: &Board, mv: Move) -> Option<Board> {
    let mut after = board.clone();
    let hand = &mut after.hands[board.side.index()];
    let piece = match mv.kind() {
        MoveKind::Drop { piece, .. } => {
            if !hand.has(piece) {
                return None;
            }
            hand.remove(piece);
            Piece::new(board.side, piece)
        }
        MoveKind::Normal { from, promote, .. } => {
            let piece = after.squares[from.index()].take()?;
            match promote {
                true if !piece.kind().can_promote() => return None,
                true => piece.promoted(),
                false => piece,
            }
        }
    };
    let taken = after.squares[mv.to().index()].replace(piece);
    if let Some(taken) = taken {
        let kind = taken.kind().unpromoted();
        if mv.is_drop() || kind == PieceType::King || taken.color() == board.side {
            return None;
        }
        hand.add(kind);
    }
    after.side = !board.side;
    (piece.color() == board.side && after.setup(1).check().is_ok()).then_some(after)
}

fn parse(sfen: &str) -> Option<(Board, u32)> {
    let setup = Setup::parse(sfen).ok()?;
    Some((Board::try_from(&setup).ok()?, setup.ply))
}

/// Reads a whole book. Returns the book, the moves that are none, with the number of their state
/// from 1, and the number of states with content that no move reaches.
pub(super) fn read(bytes: Vec<u8>) -> Result<(MemoryBook, Faults, u64), BookFault> {
    let broken = |error: DecodeError| BookFault::Protobuf(error.to_string());
    let file = SBook::decode(Bytes::from(bytes)).map_err(broken)?;
    let state = |id: usize| State::decode(file.states[id].clone()).map_err(broken);
    if file.states.is_empty() {
        return Err(BookFault::NoState);
    }
    let mut queue: VecDeque<(usize, Board, u32)> = VecDeque::new();
    let mut queued = vec![false; file.states.len()];
    for (id, is_queued) in queued.iter_mut().enumerate() {
        let root = match state(id)?.position.as_str() {
            // A first state without SFEN is the start of the game, as in BookConv.
            "" if id == 0 => Some((Board::from(&Position::startpos()), 1)),
            sfen => parse(sfen),
        };
        if let Some((board, ply)) = root {
            *is_queued = true;
            queue.push_back((id, board, ply));
        }
    }
    let (mut book, mut faults) = (MemoryBook::new(), Faults::default());
    (book.author, book.description) = (file.author.clone(), file.description.clone());
    while let Some((id, board, ply)) = queue.pop_front() {
        let state = state(id)?;
        if state.moves.len() > MOST_MOVES {
            return Err(BookFault::TooManyMoves(id));
        }
        let mut entry = Entry {
            ply,
            moves: Vec::new(),
            notes: state.notes(),
        };
        for one in state.moves {
            let Some(mv) = move_of(one.word) else {
                faults.add(id as u64 + 1, format!("{:#x}", one.word).as_bytes());
                continue;
            };
            entry.add(BookMove {
                count: one.weight.max(0).unsigned_abs().into(),
                judgement: BookJudgement::ALL
                    .get((one.judgement as usize).wrapping_sub(1))
                    .copied(),
                ..BookMove::new(mv)
            });
            // -1 becomes an index beyond the last state.
            let next = one.next as usize;
            if queued.get(next) == Some(&false)
                && let Some(after) = play(&board, mv)
            {
                queued[next] = true;
                queue.push_back((next, after, ply.saturating_add(1)));
            }
        }
        if !entry.moves.is_empty() || entry.notes.is_some() {
            let key = BookKey::from(&board);
            // Several states of one position become one entry, even if their plies differ.
            entry.ply = book.get(&key, None).map_or(ply, |known| known.ply);
            book.insert(key, entry);
        }
    }
    let mut left = 0;
    for id in (0..queued.len()).filter(|&id| !queued[id]) {
        let state = state(id)?;
        left += u64::from(!state.moves.is_empty() || state.notes().is_some());
    }
    Ok((book, faults, left))
}

impl State {
    fn notes(&self) -> Option<Box<Notes>> {
        let analyses = self.analyses.iter().map(|one| BookAnalysis {
            value: one.value,
            depth: one.depth,
            seldepth: one.seldepth,
            nodes: one.nodes,
            line: one.line.clone(),
            engine: one.engine.clone(),
        });
        let notes = Notes {
            comment: self.comment.clone(),
            games: self.games,
            won_black: self.won_black,
            won_white: self.won_white,
            analyses: analyses.collect(),
        };
        (!notes.is_empty()).then(|| Box::new(notes))
    }
}
