//! The language in which the command line speaks to people.
//!
//! What a command says itself comes from the catalogue by its key: [`msg!`] and [`say!`].
//! What comes from elsewhere is data that shows itself in English: errors of the library, in
//! [`told`] by their variants ([`Japanese`]); the help of commands and arguments by their
//! names, complaints about arguments by their kinds (`arguments`).
//!
//! The same in every language: JSON, CSV and all other files, what USI says, logs, and
//! the lines that scripts read (`N nodes M nps`).

mod arguments;
mod japanese;
mod lang;
mod library;
mod width;

pub(super) use arguments::{asked_for, command_in_japanese, complaint};
pub(super) use japanese::{Japanese, ja, japanese, told};
pub use komadai_messages::Lang;
pub(super) use lang::{current, lang_parser, speaking};
pub(super) use width::{padded, width};

/// A message of the catalogue in the language of this thread: `msg!(counted_files, files = 3)`.
macro_rules! msg {
    ($($message:tt)+) => {
        komadai_messages::message!($crate::language::current(), $($message)+)
    };
}

/// Writes a line in the language of this thread: `say!(out, counted_files, files = 3)`.
macro_rules! say {
    ($out:expr, $($message:tt)+) => {
        writeln!($out, "{}", $crate::language::msg!($($message)+))
    };
}

pub(super) use {msg, say};
