//! Which language a thread speaks.

use std::cell::Cell;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use komadai_messages::Lang;

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
}
