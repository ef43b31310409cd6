//! Writer of ShogiGUI's books (`.sbk`); [`komadai::book::sbk`] has the format.

use std::collections::HashMap;
use std::io::{self, Write};

use komadai::book::sbk::{Analysis, KINDS, SBook, State, StateMove, play};
use komadai::book::{BookKey, BookMove, Entry, MemoryBook};
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::{Color, Move, MoveKind, Piece, Square};
use prost::Message;
use prost::bytes::Bytes;

use super::board;

/// The code of a piece in a word; 0 for an empty square.
fn code(piece: Option<Piece>) -> u32 {
    let Some(kind) = piece.map(Piece::kind) else {
        return 0;
    };
    let index = KINDS.iter().position(|&one| one == kind.unpromoted());
    index.map_or(0, |index| index as u32 + 1) + 8 * u32::from(kind.is_promoted())
}

/// Encodes a move as a word ([`StateMove::word`]).
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

/// Writes a book. The positions that no move leads to come first, because ShogiGUI expects them
/// there.
pub(super) fn write(out: &mut impl Write, book: &MemoryBook) -> io::Result<()> {
    let mut numbers: HashMap<&BookKey, usize> = HashMap::new();
    let mut nodes: Vec<(Board, &Entry, Vec<Option<usize>>)> = Vec::new();
    for (key, entry) in book.earliest() {
        if let Some(board) = board(key) {
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
    // Only roots store an SFEN: the start position and positions that no book move leads to. A
    // cycle that no root reaches has none, so its position with the lowest ply becomes a root.
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
