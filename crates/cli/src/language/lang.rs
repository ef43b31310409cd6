//! The languages, and which of them a thread speaks.

use std::cell::Cell;

use clap::ValueEnum;

/// A language of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// Messages in English
    #[default]
    #[value(name = "en")]
    English,
    /// Messages in Japanese
    #[value(name = "ja")]
    Japanese,
}

impl Lang {
    /// What the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
    /// that is set and not empty decides, as POSIX has it.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Lang {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let mut set = set.filter_map(variable).filter(|value| !value.is_empty());
        let locale = set.next().unwrap_or_default();
        match locale.split(['_', '.', '@']).next() {
            Some("ja") => Lang::Japanese,
            _ => Lang::English,
        }
    }
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
