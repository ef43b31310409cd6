//! Messages for people in English and Japanese, by keys and with named arguments.
//!
//! The texts stand in `en.ftl` and `ja.ftl`, in the syntax of [Fluent]. They become Rust when
//! this crate is built: a struct for each message, whose fields are its arguments. So a key
//! that is missing, in either language or altogether, and an argument that is not the
//! message's do not compile; nothing is read or parsed when the program runs.
//!
//! Some texts are English in the program itself: errors and their parts (`Display`) and the
//! help of the command line (its doc comments). Only their translation stands here, for an
//! error under the name of its type and variant, for help under `help-COMMAND.ARGUMENT`.
//!
//! [Fluent]: https://projectfluent.org

#[cfg(test)]
mod generate;

/// A language of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

/// The messages.
#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    reason = "named after keys; the texts are in the catalogue"
)]
pub mod key {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

/// The Japanese of a text without arguments, by its key.
pub fn constant(key: &str) -> Option<&'static str> {
    let found = key::CONSTANTS.binary_search_by_key(&key, |(key, _)| key);
    found.ok().map(|at| key::CONSTANTS[at].1)
}

/// All keys: `message`, or `message.attribute`.
pub fn keys() -> impl Iterator<Item = &'static str> {
    key::KEYS.iter().copied()
}

/// A message in a language: `message!(lang, games_counted, games = 3)`. Arguments are shown by
/// their `Display`; `games` alone stands for `games = games`.
#[macro_export]
macro_rules! message {
    ($lang:expr, $key:ident $(. $attribute:ident)? $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::key::$key $(:: $attribute)? {
            $($name: $crate::message!(@ $name $(= $value)?)),*
        }
        .text($lang)
    };
    (@ $name:ident) => { $name.to_string() };
    (@ $name:ident = $value:expr) => { ($value).to_string() };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_told_in_the_language_asked_for() {
        let told = |lang, n: u32| message!(lang, games, n);
        assert_eq!(told(Lang::English, 1), "1 game");
        assert_eq!(told(Lang::English, 21), "21 games");
        assert_eq!(told(Lang::Japanese, 1), "1 局");
    }

    #[test]
    fn texts_without_arguments_are_found_by_their_keys() {
        assert_eq!(constant("help.lang"), Some("メッセージの言語。環境変数（LC_ALL、LC_MESSAGES、LANG）より優先する"));
        assert_eq!(constant("help.long"), None);
        // It has an argument.
        assert_eq!(constant("games"), None);
        assert!(keys().any(|key| key == "games"));
    }
}
