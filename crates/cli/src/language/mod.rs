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
mod library;

use std::cell::Cell;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

pub(super) use arguments::{asked_for, command_in_japanese, complaint};
pub(super) use japanese::{Japanese, ja, japanese, told};
pub use komadai_messages::Lang;

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

/// Takes the names of languages.
pub(crate) fn lang_parser() -> impl TypedValueParser<Value = Lang> {
    let help = |lang| match lang {
        Lang::English => "Messages in English",
        Lang::Japanese => "Messages in Japanese",
    };
    let values = Lang::ALL.map(|lang| PossibleValue::new(lang.code()).help(help(lang)));
    PossibleValuesParser::new(values).map(|code| Lang::of_code(&code).unwrap_or_default())
}

thread_local! {
    /// A command speaks from the thread that runs it.
    static CURRENT: Cell<Lang> = const { Cell::new(Lang::English) };
}

/// The language of this thread.
pub(crate) fn current() -> Lang {
    CURRENT.get()
}

/// Does something in a language.
pub(crate) fn speaking<T>(lang: Lang, work: impl FnOnce() -> T) -> T {
    let before = CURRENT.replace(lang);
    let done = work();
    CURRENT.set(before);
    done
}

/// How many columns a text takes: kanji, kana and signs two, letters with accents and
/// narrow katakana one.
pub(crate) fn width(text: &str) -> usize {
    let columns = |c: char| match c {
        ..'\u{300}' | '\u{ff61}'..='\u{ffdc}' => 1,
        _ => 2,
    };
    text.chars().map(columns).sum()
}

/// Filled with spaces up to a width in columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_speaks_the_language_it_was_given_and_then_its_own() {
        let greet = current;
        assert_eq!(greet(), Lang::English);
        assert_eq!(speaking(Lang::Japanese, greet), Lang::Japanese);
        assert_eq!(greet(), Lang::English);
        assert_eq!(
            speaking(Lang::Japanese, || std::thread::spawn(current).join().ok()),
            Some(Lang::English)
        );
    }

    #[test]
    fn wide_letters_take_two_columns() {
        for (text, columns) in [
            ("", 0),
            ("Elo", 3),
            ("é", 1),
            ("弱い", 4),
            ("ｺﾏ", 2),
            ("３", 2),
        ] {
            assert_eq!(width(text), columns, "{text}");
        }
        assert_eq!(padded("弱い", 6), "弱い  ");
        assert_eq!(padded("弱い", 3), "弱い");
    }
}
