//! Language of the command line's messages.
//!
//! A command's own messages come from the catalogue by key, with [`msg!`] and [`say!`]. All other
//! texts are English in the code and are translated on output: errors of the library by their
//! variants ([`told`], [`Japanese`]), help by the names of commands and arguments, and clap's
//! errors by their kinds (`arguments`).
//!
//! Not translated: JSON, CSV and all other files, USI, logs, and lines that scripts read (`N nodes
//! M nps`).

mod arguments;
mod japanese;
mod library;

use std::cell::Cell;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

pub(super) use arguments::{
    asked_for, command_in_japanese, complaint, with_examples, without_lang_for_help,
};
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

/// Parser of the values of `--lang`.
pub(crate) fn lang_parser() -> impl TypedValueParser<Value = Lang> {
    let help = |lang| match lang {
        Lang::English => "Messages in English",
        Lang::Japanese => "Messages in Japanese",
    };
    let values = Lang::ALL.map(|lang| PossibleValue::new(lang.code()).help(help(lang)));
    PossibleValuesParser::new(values).map(|code| Lang::of_code(&code).unwrap_or_default())
}

thread_local! {
    /// The language of messages from this thread, in which a command runs.
    static CURRENT: Cell<Lang> = const { Cell::new(Lang::English) };
}

/// The language of this thread.
pub(crate) fn current() -> Lang {
    CURRENT.get()
}

/// Runs `work` with `lang` as the language of this thread.
pub(crate) fn speaking<T>(lang: Lang, work: impl FnOnce() -> T) -> T {
    let before = CURRENT.replace(lang);
    let done = work();
    CURRENT.set(before);
    done
}

/// The width of a text in terminal columns. Kanji, kana and full-width signs take two columns.
/// Latin letters, also with accents, and half-width katakana take one.
pub(crate) fn width(text: &str) -> usize {
    let columns = |c: char| match c {
        ..'\u{300}' | '\u{ff61}'..='\u{ffdc}' => 1,
        _ => 2,
    };
    text.chars().map(columns).sum()
}

/// The text padded with spaces to a width in columns.
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
