//! ShogiGUI's books (`.sbk`): a protobuf message, see `specs/sbk-format.md` of ShogiHome
//! (<https://github.com/sunfish-shogi/shogihome>).
//!
//! The positions are the states of a graph. A state that no move leads to stores its SFEN; the
//! other positions are found by playing the moves. The weight of a move is its count here. Scores
//! of moves, replies, depths and plies are not stored; the hash keys of positions are ShogiGUI's
//! own and stay 0, as in ShogiHome's files.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};

use prost::bytes::Bytes;
use prost::{DecodeError, Message};

use super::entry::{BookMove, Entry};
use super::file::BookFault;
use super::memory::{BookKey, MemoryBook};
use super::notes::{BookAnalysis, Judgement, Notes};
use crate::packed::Board;
use crate::position::{Position, Setup};
use crate::types::{Color, Move, MoveKind, Piece, PieceType, Square};

#[derive(Message)]
struct SBook {
    #[prost(string, required, tag = "1")]
    author: String,
    #[prost(string, required, tag = "2")]
    description: String,
    /// Each item is an encoded [`State`]. The states are decoded one by one, so that memory use
    /// stays near the size of the file.
    #[prost(bytes = "bytes", repeated, tag = "3")]
    states: Vec<Bytes>,
}

#[derive(Message)]
struct State {
    #[prost(int32, required, tag = "1")]
    id: i32,
    #[prost(uint64, required, tag = "2")]
    board_key: u64,
    #[prost(uint32, required, tag = "3")]
    hand_key: u32,
    #[prost(int32, required, tag = "4")]
    games: i32,
    #[prost(int32, required, tag = "5")]
    won_black: i32,
    #[prost(int32, required, tag = "6")]
    won_white: i32,
    /// SFEN; empty where a move leads to the position.
    #[prost(string, tag = "7")]
    position: String,
    #[prost(string, tag = "8")]
    comment: String,
    #[prost(message, repeated, tag = "9")]
    moves: Vec<StateMove>,
    #[prost(message, repeated, tag = "10")]
    analyses: Vec<Analysis>,
}

#[derive(Message)]
struct StateMove {
    /// See [`word`].
    #[prost(int32, required, tag = "1")]
    word: i32,
    /// 0 for no judgement; otherwise one more than its index in [`Judgement::ALL`].
    #[prost(int32, required, tag = "2")]
    judgement: i32,
    #[prost(int32, required, tag = "3")]
    weight: i32,
    /// Index of the state after the move; -1 if the book has none.
    #[prost(int32, required, tag = "4")]
    next: i32,
}

#[derive(Message)]
struct Analysis {
    #[prost(int32, required, tag = "1")]
    value: i32,
    #[prost(int32, required, tag = "2")]
    depth: i32,
    #[prost(int32, required, tag = "3")]
    seldepth: i32,
    #[prost(int64, required, tag = "4")]
    nodes: i64,
    #[prost(string, required, tag = "5")]
    line: String,
    #[prost(string, tag = "6")]
    engine: String,
}

/// The kinds of pieces in the order of their codes, from 1. The code of a promoted piece is 8
/// higher.
const KINDS: [PieceType; 8] = [
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

/// The code of a piece; 0 for none.
fn code(piece: Option<Piece>) -> u32 {
    let Some(kind) = piece.map(Piece::kind) else {
        return 0;
    };
    let index = KINDS.iter().position(|&one| one == kind.unpromoted());
    index.map_or(0, |index| index as u32 + 1) + 8 * u32::from(kind.is_promoted())
}

/// The word of a move. From the lowest bit: origin, target (rank and file from 1, 4 bits each; origin
/// 0 for drops); bit 19: promotion; from bit 20: captured piece; from bit 24: moved piece; bits 28 and
/// 31: White.
fn word(board: &Board, mv: Move) -> i32 {
    let square = |sq: Square| u32::from(sq.file() + 1) << 4 | u32::from(sq.rank() + 1);
    let white = u32::from(board.side == Color::White);
    let to = square(mv.to()) << 8 | white << 28 | white << 31;
    let word = match mv.kind() {
        MoveKind::Drop { piece, .. } => to | code(Some(Piece::new(board.side, piece))) << 24,
        MoveKind::Normal {
            from,
            to: end,
            promote,
        } => {
            let moved = code(board.squares[from.index()]) << 24;
            let taken = code(board.squares[end.index()]) << 20;
            to | moved | taken | u32::from(promote) << 19 | square(from)
        }
    };
    word as i32
}

/// The move that a word stands for; `None` if the word is no move.
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

/// The board after a move; `None` if the moved piece is not there or the result is no valid
/// position.
fn play(board: &Board, mv: Move) -> Option<Board> {
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

/// Reads a whole book. Returns the book, and the number of states with content that no move
/// reaches.
pub(super) fn read(bytes: Vec<u8>) -> Result<(MemoryBook, u64), BookFault> {
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
    let mut book = MemoryBook::new();
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
        for StateMove {
            word,
            judgement,
            weight,
            next,
        } in state.moves
        {
            let Some(mv) = move_of(word) else {
                continue;
            };
            entry.add(BookMove {
                count: weight.max(0).unsigned_abs().into(),
                judgement: Judgement::ALL
                    .get((judgement as usize).wrapping_sub(1))
                    .copied(),
                ..BookMove::new(mv)
            });
            // -1 becomes an index beyond the last state.
            let next = next as usize;
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
    Ok((book, left))
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

/// Writes a book. The positions that no move leads to come first, because ShogiGUI needs this
/// order.
pub(super) fn write(out: &mut impl Write, book: &MemoryBook) -> io::Result<()> {
    let mut numbers: HashMap<&BookKey, usize> = HashMap::new();
    let mut nodes: Vec<(Board, &Entry, Vec<Option<usize>>)> = Vec::new();
    for (key, entry) in book.earliest() {
        if let Some((board, _)) = parse(key.as_str()) {
            numbers.insert(key, nodes.len());
            nodes.push((board, entry, Vec::new()));
        }
    }
    let mut led_to = vec![false; nodes.len()];
    for (board, entry, next) in &mut nodes {
        let after = |mv: &BookMove| numbers.get(&BookKey::from(&play(board, mv.mv)?)).copied();
        next.extend(entry.moves.iter().map(after));
        next.iter().flatten().for_each(|&to| led_to[to] = true);
    }
    // If only a cycle of moves leads to a position, the earliest position of the cycle stores its
    // SFEN.
    let start = numbers
        .get(&BookKey::from(&Board::from(&Position::startpos())))
        .copied();
    let free = (0..nodes.len()).filter(|&node| !led_to[node]);
    let mut by_ply: Vec<usize> = (0..nodes.len()).collect();
    by_ply.sort_by_key(|&node| nodes[node].1.ply);
    let mut seen = vec![false; nodes.len()];
    let mut roots = Vec::new();
    for root in start.into_iter().chain(free).chain(by_ply) {
        if seen[root] {
            continue;
        }
        roots.push(root);
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                stack.extend(nodes[node].2.iter().flatten());
            }
        }
    }
    let mut is_root = vec![false; nodes.len()];
    roots.iter().for_each(|&root| is_root[root] = true);
    let mut order = roots;
    order.extend((0..nodes.len()).filter(|&node| !is_root[node]));
    let mut ids = vec![0; nodes.len()];
    order.iter().zip(0..).for_each(|(&node, id)| ids[node] = id);

    let states = order.iter().map(|&node| {
        let (board, entry, next) = &nodes[node];
        let moves = entry.moves.iter().zip(next).map(|(mv, next)| StateMove {
            word: word(board, mv.mv),
            judgement: mv.judgement.map_or(0, |judgement| judgement as i32 + 1),
            weight: i32::try_from(mv.count).unwrap_or(i32::MAX),
            next: next.map_or(-1, |next| ids[next]),
        });
        let notes = entry.notes.as_deref().cloned().unwrap_or_default();
        let analyses = notes.analyses.into_iter().map(|one| Analysis {
            value: one.value,
            depth: one.depth,
            seldepth: one.seldepth,
            nodes: one.nodes,
            line: one.line,
            engine: one.engine,
        });
        let state = State {
            id: ids[node],
            games: notes.games,
            won_black: notes.won_black,
            won_white: notes.won_white,
            position: match is_root[node] {
                true => board.setup(entry.ply).sfen(),
                false => String::new(),
            },
            comment: notes.comment,
            moves: moves.collect(),
            analyses: analyses.collect(),
            ..State::default()
        };
        Bytes::from(state.encode_to_vec())
    });
    let file = SBook {
        author: book.author.clone(),
        description: book.description.clone(),
        states: states.collect(),
    };
    out.write_all(&file.encode_to_vec())
}
