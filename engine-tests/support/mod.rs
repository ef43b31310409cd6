//! Helpers that several test files use.

pub mod golden;
#[allow(dead_code, reason = "library.rs uses all of it")]
pub mod nets;
pub mod program;
pub mod session;

use std::path::{Path, PathBuf};

use komadai::position::Position;
use komadai::types::Move;

/// The repository's root: the tests belong to a package further down.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of `engine-tests/data/records`.
pub fn record_file(name: &str) -> PathBuf {
    root().join("engine-tests/data/records").join(name)
}

/// The position of a SFEN that must be right.
pub fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

/// The move of a USI string that must be right.
pub fn mv(text: &str) -> Move {
    Move::from_usi(text).unwrap()
}

/// Ten pieces beside Black's king in the camp, 10 points; the rest in hand.
pub fn camp(hand: &str) -> String {
    format!("4K4/GGGGSSSSL/L8/9/9/9/9/9/k8 b {hand} 200")
}

/// The same for White.
pub fn white_camp(hand: &str) -> String {
    format!("8K/9/9/9/9/9/8l/lssssgggg/4k4 w {hand} 200")
}

/// The analysis of a game without what depends on the clock.
pub fn timeless(mut document: serde_json::Value) -> serde_json::Value {
    for position in document["positions"].as_array_mut().unwrap() {
        position.as_object_mut().unwrap().remove("time_ms");
    }
    document
}
