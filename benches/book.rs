//! Benchmark of looking up positions in a book of one gigabyte, read from the disk.
#![allow(
    clippy::unwrap_used,
    reason = "a measurement stops at the first surprise"
)]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use komadai::book::{Book, BookKey, BookOptions};
use komadai::movegen::legal_moves;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::SplitMix64;

fn main() {
    divan::main();
}

const SIZE: u64 = 1 << 30;

/// Positions of random games, in the order of the file.
fn positions(seed: u64, games: usize) -> BTreeMap<String, Position> {
    let mut rng = SplitMix64::new(seed);
    let mut all = BTreeMap::new();
    for _ in 0..games {
        let mut pos = Position::startpos();
        for _ in 0..40 {
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            let key = BookKey::from(&Board::from(&pos));
            all.insert(key.as_str().to_string(), pos.clone());
            pos.do_move(moves[rng.below(moves.len())]);
        }
    }
    all
}

/// Writes a book of these positions, padded to [`SIZE`] with positions that no lookup finds.
fn write(path: &Path, known: &BTreeMap<String, Position>) {
    let gap = SIZE / known.len() as u64;
    let mut out = BufWriter::new(File::create(path).unwrap());
    writeln!(out, "#YANEURAOU-DB2016 1.00").unwrap();
    for (key, pos) in known {
        let mv = legal_moves(pos)[0];
        writeln!(out, "sfen {key} {}\n{mv} none 10 20 1", pos.ply()).unwrap();
        let mut written = 0;
        let mut number = 0;
        while written < gap {
            let filler = format!("sfen {key}~{number:08} 1\n7g7f 3c3d 10 20 1\n2g2f 8c8d 5 20 1\n");
            out.write_all(filler.as_bytes()).unwrap();
            written += filler.len() as u64;
            number += 1;
        }
    }
    out.into_inner().unwrap().sync_all().unwrap();
}

/// Looks up positions that the book has, or positions of other games, which it has not.
#[divan::bench(args = [true, false])]
fn look_up(bencher: Bencher, known: bool) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("large.db");
    let written = positions(6, 60);
    write(&path, &written);
    let asked = if known { written } else { positions(3, 60) };
    let mut book = Book::open(&path, true).unwrap();
    let options = BookOptions {
        flipped: false,
        ..BookOptions::default()
    };
    bencher
        .counter(ItemsCount::new(asked.len()))
        .bench_local(|| {
            let mut found = 0;
            for pos in asked.values() {
                found += usize::from(book.probe(pos, &options).unwrap().is_some());
            }
            assert!(!known || found == asked.len());
        });
}
