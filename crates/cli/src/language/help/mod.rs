//! Help texts of commands, arguments and values in both languages, a paragraph each,
//! without the full stop at its end.

mod books;
mod common;
mod matches;
mod positions;
mod records;
mod training;

use super::sentence::Sentence;

/// All help texts.
pub(super) static HELP: &[&[Sentence]] = &[
    books::BOOKS,
    common::COMMON,
    matches::MATCHES,
    positions::POSITIONS,
    records::RECORDS,
    training::TRAINING,
];
