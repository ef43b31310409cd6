//! Sentences of the library, of clap and of the system, in both languages.
//!
//! `{}` is a gap; the rules are those of `lookup`. A sentence stands in
//! the file of the part that says it.

mod arguments;
mod books;
mod command_line;
mod data;
mod engines;
mod evaluation;
mod matches;
mod positions;
mod records;
mod system;

use super::sentence::Sentence;

/// All sentences but those of help texts.
pub(super) static SENTENCES: &[&[Sentence]] = &[
    arguments::ARGUMENTS,
    books::BOOKS,
    command_line::COMMAND_LINE,
    data::DATA,
    engines::ENGINES,
    evaluation::EVALUATION,
    matches::MATCHES,
    positions::POSITIONS,
    records::RECORDS,
    system::SYSTEM,
];
