//! User messages in English and Japanese, by key and with named arguments.
//!
//! The texts are in `en.ftl` and `ja.ftl`, in the syntax of [Fluent]. The build script turns each
//! message into a struct whose fields are its arguments. A missing key or a wrong argument is
//! therefore a compile error, and nothing is read or parsed at run time.
//!
//! The English texts of errors (`Display`) and of the command line's help (doc comments) are in the
//! program itself. The catalogue holds only their translations. The key of an error's text consists
//! of the names of its type and variant, the key of a help text is `help-COMMAND.ARGUMENT`.
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

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::English, Lang::Japanese];

    /// The ISO 639 code of the language.
    pub fn code(self) -> &'static str {
        match self {
            Lang::English => "en",
            Lang::Japanese => "ja",
        }
    }

    /// The language with this ISO 639 code; `None` if the catalogue lacks it.
    pub fn of_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The language that the environment selects. As in POSIX, the first of `LC_ALL`, `LC_MESSAGES`
    /// and `LANG` that is set and not empty decides. A language that the catalogue lacks gives
    /// English.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Lang {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let mut set = set.filter_map(variable).filter(|value| !value.is_empty());
        let locale = set.next().unwrap_or_default();
        let code = locale.split(['_', '.', '@']).next();
        code.and_then(Lang::of_code).unwrap_or_default()
    }
}

/// The generated structs that [`message!`] uses.
#[doc(hidden)]
#[allow(
    clippy::all,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    reason = "generated; named after keys"
)]
pub mod key {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

/// The Japanese text of a message without arguments. `None` if the key is unknown or the message
/// has arguments.
pub fn constant(key: &str) -> Option<&'static str> {
    let found = key::CONSTANTS.binary_search_by_key(&key, |(key, _)| key);
    found.ok().map(|at| key::CONSTANTS[at].1)
}

/// The Japanese text of an enum's variant without data, by the key `Type.Variant`; the variant's own
/// name if the catalogue lacks the key.
pub fn of_variant(type_name: &str, variant: &impl std::fmt::Debug) -> String {
    let name = format!("{variant:?}");
    constant(&format!("{type_name}.{name}")).map_or(name, str::to_string)
}

/// All keys of the catalogue: `message`, or `message.attribute`.
pub fn keys() -> impl Iterator<Item = &'static str> {
    key::KEYS.iter().copied()
}

/// The text of a message in a language: `message!(lang, counted_files, files = 3)`. Arguments are
/// formatted by `Display`; `files` alone stands for `files = files`.
#[macro_export]
macro_rules! message {
    ($lang:expr, $key:ident $(. $attribute:ident)? $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::key::$key $(:: $attribute)? {
            $($name: $crate::message!(@ $name $(= $value)?)),*
        }
        .text($lang)
    };
    (@ $name:ident) => { $crate::plain($name.to_string()) };
    (@ $name:ident = $value:expr) => { $crate::plain(($value).to_string()) };
}

/// A text from outside the program, made safe for display. Characters that would act on a terminal
/// or turn the direction of the text are replaced by their numbers. Line ends and tabs stay.
pub fn plain(text: String) -> String {
    let acts = |c: char| match c {
        '\n' | '\t' => false,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        '\u{61c}' => true,
        c => c.is_control(),
    };
    if !text.contains(acts) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match acts(c) {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_told_in_the_language_asked_for() {
        let told = |lang, n: u32| message!(lang, counted_files, files = n);
        assert_eq!(told(Lang::English, 1), "1 file");
        assert_eq!(told(Lang::English, 21), "21 files");
        assert_eq!(told(Lang::Japanese, 1), "1 個のファイル");
    }

    #[test]
    fn what_would_act_on_a_terminal_is_shown() {
        let name = "a\u{1b}[31mb\r\u{9b}c\u{202e}d\te\n将棋";
        let shown = "a\\u{1b}[31mb\\u{d}\\u{9b}c\\u{202e}d\te\n将棋";
        assert_eq!(plain(name.to_string()), shown);
        let told = message!(Lang::English, written, file = name);
        assert_eq!(told, format!("{shown}: written"));
    }

    #[test]
    fn texts_without_arguments_are_found_by_their_keys() {
        assert_eq!(
            constant("help-any.lang"),
            Some("メッセージの言語。環境変数（LC_ALL、LC_MESSAGES、LANG）より優先する")
        );
        assert_eq!(constant("help-any.long"), None);
        // `counted-files` has an argument.
        assert_eq!(constant("counted-files"), None);
        assert!(keys().any(|key| key == "counted-files"));
    }

    #[test]
    fn the_environment_names_the_language() {
        for (variables, lang) in [
            (&[][..], Lang::English),
            (&[("LANG", "ja_JP.UTF-8")], Lang::Japanese),
            (&[("LANG", "ja")], Lang::Japanese),
            (&[("LANG", "jam_JM")], Lang::English),
            (&[("LANG", "en_GB.UTF-8")], Lang::English),
            (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], Lang::English),
            (&[("LANG", "C"), ("LC_MESSAGES", "ja_JP")], Lang::Japanese),
            (&[("LANG", "ja_JP"), ("LC_ALL", "")], Lang::Japanese),
            (&[("LC_ALL", "ja@x"), ("LC_MESSAGES", "C")], Lang::Japanese),
        ] {
            let get = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.to_string())
            };
            assert_eq!(Lang::of_environment(get), lang, "{variables:?}");
        }
    }
}
