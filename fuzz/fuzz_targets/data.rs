//! Fuzz target for training data. The first byte selects the format: `.games`, `.psv` or `.hcpe`.
#![no_main]

use std::path::Path;

use komadai_training::pack::{Game, GameFile, HuffmanCodedPosAndEval, Joiner, PackedSfenValue};
use komadai::packed::{HuffmanCodedPos, PackedSfen};
use libfuzzer_sys::fuzz_target;

/// A game that can be played through packs into single positions and back.
fn check(game: &Game) {
    let mut positions = Vec::new();
    let played = game.replay(|pos, ply, _| {
        positions.extend(game.to_psv(pos, ply));
        let _ = game.to_hcpe(pos, ply);
    });
    for record in &positions {
        let board = record.sfen.unpack().unwrap();
        assert_eq!(PackedSfen::pack(&board).unwrap(), record.sfen);
        let other = HuffmanCodedPos::pack(&board).unwrap();
        assert_eq!(other.unpack().unwrap(), board);
    }
    if played.is_ok() {
        let _ = game.to_record();
    }
}

fn games(bytes: &[u8]) {
    let Ok(file) = GameFile::from_bytes(bytes.to_vec(), Path::new("fuzz.games")) else {
        return;
    };
    let _ = file.note();
    let mut games = file.games();
    for game in games.by_ref().flatten() {
        check(&game);
    }
    assert!(games.torn() <= bytes.len());
}

fn psv(bytes: &[u8]) {
    let mut joiner = Joiner::default();
    let mut games = Vec::new();
    for bytes in bytes.as_chunks::<{ PackedSfenValue::SIZE }>().0 {
        let record = PackedSfenValue::from_bytes(bytes);
        games.extend(joiner.push(&record).ok().flatten());
    }
    games.extend(joiner.finish());
    games.iter().for_each(check);
}

fn hcpe(bytes: &[u8]) {
    for bytes in bytes.as_chunks::<{ HuffmanCodedPosAndEval::SIZE }>().0 {
        let record = HuffmanCodedPosAndEval::from_bytes(bytes);
        if let Ok(game) = Game::from_hcpe(&record) {
            check(&game);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    [games, psv, hcpe][usize::from(first) % 3](bytes);
});
