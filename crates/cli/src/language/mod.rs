//! The language in which the command line speaks to people.
//!
//! The texts of a command itself have both languages beside each other, in [`tr!`],
//! [`say!`] and [`choose`]. What comes from elsewhere (errors of the library, help texts, complaints
//! about arguments) is English there and goes through [`told`], which looks it up in
//! tables of sentences. `engine-tests/japanese` proves that nothing is missing.
//!
//! The same in every language: JSON, CSV and all other files, what USI says, logs, and
//! the lines that scripts read (`N nodes M nps`).

mod arguments;
mod help;
mod lang;
mod lookup;
mod sentence;
mod sentences;
mod width;

pub(super) use arguments::{asked_for, in_japanese as arguments_in_japanese};
pub use lang::Lang;
pub(super) use lang::{current, speaking};
#[cfg(test)]
pub(super) use lookup::help_texts;
pub(super) use lookup::{choose, told, told_lines};
pub(super) use width::{padded, width};

/// A text in the language of this thread: `tr!("{n} games"; "{n} 局")`. Each language has
/// its own format and arguments.
macro_rules! tr {
    ($english:literal $(, $e:expr)* ; $japanese:literal $(, $j:expr)* $(,)?) => {
        match $crate::language::current() {
            $crate::language::Lang::English => format!($english $(, $e)*),
            $crate::language::Lang::Japanese => format!($japanese $(, $j)*),
        }
    };
}

/// Writes a line in the language of this thread: `say!(out, "{n} games"; "{n} 局")`.
macro_rules! say {
    ($out:expr, $($text:tt)+) => {
        writeln!($out, "{}", $crate::language::tr!($($text)+))
    };
}

pub(super) use {say, tr};
