//! Tests of opening books: files, looking up positions, and the engine's choice of moves.

mod command_line;
mod formats;
mod look_up;
mod play;
mod sbk;
mod stat;

use std::path::Path;

use komadai::book::{BookKey, BookMove, Entry, MemoryBook};
use komadai::movegen::legal_moves;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::SplitMix64;
use komadai_books::read_whole;

const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const AFTER_7G7F: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

fn key(pos: &Position) -> BookKey {
    BookKey::from(&Board::from(pos))
}

/// Games of random moves from the start; every position gets some of its moves,
/// the one played among them.
fn random_book(seed: u64, games: usize, plies: usize) -> MemoryBook {
    let mut rng = SplitMix64::new(seed);
    let mut book = MemoryBook::new();
    for _ in 0..games {
        let mut pos = Position::startpos();
        for _ in 0..plies {
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            let mut entry = Entry {
                ply: pos.ply(),
                ..Entry::default()
            };
            let played = moves[rng.below(moves.len())];
            for _ in 0..1 + rng.below(4) {
                let mv = match entry.moves.is_empty() {
                    true => played,
                    false => moves[rng.below(moves.len())],
                };
                if entry.moves.iter().any(|known| known.mv == mv) {
                    continue;
                }
                let mut after = pos.clone();
                after.do_move(mv);
                let replies = legal_moves(&after);
                entry.moves.push(BookMove {
                    mv,
                    reply: (rng.below(3) > 0 && !replies.is_empty())
                        .then(|| replies[rng.below(replies.len())]),
                    value: rng.below(4001) as i32 - 2000,
                    depth: rng.below(60) as i32,
                    count: rng.below(1000) as u64,
                    judgement: None,
                });
            }
            if book.get(&key(&pos), None).is_none() {
                book.set(key(&pos), entry);
            }
            pos.do_move(played);
        }
    }
    book
}

fn read(path: &Path) -> MemoryBook {
    let whole = read_whole(path, &[Position::startpos()]).unwrap();
    assert_eq!((whole.faults.count, whole.left_out), (0, 0));
    whole.book
}
