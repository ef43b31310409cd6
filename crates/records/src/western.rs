//! Reads and writes games as Western text: tags, numbered moves, `{comments}`, `(variations)`.
//!
//! The frame is that of chess PGN. Every move has its number; as Black's
//! first move is missing in a handicap game, that starts with `1. ...`. Times,
//! bookmarks and the start position are kept in tags of the same kind that
//! chess programs use (`{[%emt 0:08]}`).

mod read;
mod write;

pub(super) use read::{looks_like_western, read};
pub(super) use write::write;

/// Tag names and the KIF keys they stand for.
const TAGS: [(&str, &str); 8] = [
    ("Black", "先手"),
    ("White", "後手"),
    ("Event", "棋戦"),
    ("Title", "表題"),
    ("Site", "場所"),
    ("Date", "開始日時"),
    ("TimeControl", "持ち時間"),
    ("Opening", "戦型"),
];
