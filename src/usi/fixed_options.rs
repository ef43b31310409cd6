//! Options fixed by a file beside the engine, which overrides what the GUI sends.
//!
//! Name and format of the file are YaneuraOu's. With it, copies of an engine in separate folders
//! have separate settings even under a GUI that does not support this.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::engine::candidates;
use crate::engine::usi_options::{Change, UsiOptions};
use crate::text;
use crate::usi::parse_options;

/// The name of the file.
const FILE: &str = "engine_options.txt";

/// The file as it was last read, and the options that it sets.
#[derive(Default)]
pub(super) struct FixedOptions {
    path: PathBuf,
    text: String,
    /// The canonical names of the options that the file sets.
    names: Vec<String>,
}

impl FixedOptions {
    /// Reads the file, if there is one, and applies it. Returns lines for the user; none if the
    /// file has not changed since the last call.
    pub(super) fn refresh(&mut self, settings: &mut UsiOptions) -> Vec<String> {
        let (path, text) = match find() {
            Some((path, Ok(text))) => (path, text),
            Some((path, Err(error))) => {
                return vec![format!("{} cannot be read: {error}", path.display())];
            }
            None => (PathBuf::new(), String::new()),
        };
        let is_news = (&path, &text) != (&self.path, &self.text);
        let mut reports = vec![match path.as_os_str().is_empty() {
            true => format!("{FILE} is gone: options stay as they are and can be set again"),
            false => format!("options are set by {}", path.display()),
        }];
        reports.extend(self.apply(&text, settings));
        (self.path, self.text) = (path, text);
        match is_news {
            true => reports,
            false => Vec::new(),
        }
    }

    /// Sets the options of the text; returns a line for the user about each.
    fn apply(&mut self, text: &str, settings: &mut UsiOptions) -> Vec<String> {
        self.names.clear();
        let mut reports = Vec::new();
        for option in parse_options(text) {
            let option = match option {
                Ok(option) => option,
                Err(error) => {
                    reports.push(format!("{FILE}: {error}"));
                    continue;
                }
            };
            match settings.set(&option.name, option.value.as_deref()) {
                Change::Done => {
                    let (name, value) = spelt(settings, &option.name);
                    reports.push(format!("{FILE}: {name} = {value}"));
                    self.names.push(name);
                }
                Change::Ignored => reports.push(format!(
                    "{FILE}: line {}: {} with this value means nothing here",
                    option.line, option.name
                )),
                Change::Refused(why) => {
                    reports.push(format!("{FILE}: line {}: {why}", option.line));
                }
            }
        }
        reports
    }

    /// The objection to a `setoption` for an option that the file fixes: a line for the user, or
    /// `Some(None)` if the value is the fixed one. `None` if the option is not fixed.
    pub(super) fn objection(
        &self,
        settings: &UsiOptions,
        name: &str,
        value: Option<&str>,
    ) -> Option<Option<String>> {
        let (name, fixed_value) = spelt(settings, name);
        if !self.names.contains(&name) {
            return None;
        }
        let mut wanted = settings.clone();
        let same = wanted.set(&name, value) != Change::Done || wanted == *settings;
        let objection = || format!("option {name} stays {fixed_value}: {FILE} says so");
        Some((!same).then(objection))
    }
}

/// The canonical name of an option and its present value.
fn spelt(settings: &UsiOptions, name: &str) -> (String, String) {
    match settings.get(name) {
        Some((name, value)) => (name.to_string(), value),
        // Not an option of `settings`: a search margin, which only builds for tuning have.
        None => (name.to_string(), "as it says".to_string()),
    }
}

/// Reads the file beside the executable, else the one in the working directory. `None` if there is
/// neither.
fn find() -> Option<(PathBuf, io::Result<String>)> {
    let mut places = candidates(Path::new(FILE)).into_iter();
    places.find_map(|path| match fs::read(&path) {
        Ok(bytes) => Some((path, Ok(text::decode(&bytes).0))),
        // In a web page, which has no files, the error is `Unsupported`.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Unsupported) => None,
        Err(error) => Some((path, Err(error))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_sets_and_keeps_what_it_names() {
        let mut settings = UsiOptions::default();
        let mut fixed = FixedOptions::default();
        let text = "Threads 3\nOwnBook=false\nEvalHash 64\nNoSuchThing 1\nUSI_Hash=0\n= 5\n";
        let reports = fixed.apply(text, &mut settings);
        assert_eq!(settings.engine.threads, 3);
        assert!(!settings.engine.book.own_book);
        assert_eq!(
            reports,
            [
                "engine_options.txt: Threads = 3",
                "engine_options.txt: USI_OwnBook = false",
                "engine_options.txt: line 3: EvalHash with this value means nothing here",
                "engine_options.txt: line 4: unknown option 'NoSuchThing'",
                "engine_options.txt: line 5: option USI_Hash takes a whole number from 1 to 33554432, not '0'",
                "engine_options.txt: line 6 sets no option: '= 5'",
            ]
        );
        let objection = |name, value| fixed.objection(&settings, name, Some(value));
        let objected = "option Threads stays 3: engine_options.txt says so".to_string();
        assert_eq!(objection("threads", "5"), Some(Some(objected)));
        assert_eq!(objection("NumberOfThreads", "3"), Some(None));
        assert_eq!(objection("Threads", "none"), Some(None));
        assert!(objection("USI_OwnBook", "true").unwrap().is_some());
        // A refused option is not fixed.
        assert_eq!(objection("USI_Hash", "16"), None);
        assert_eq!(objection("MultiPV", "2"), None);
        // An option that is no longer in the file can be set again.
        fixed.apply("USI_OwnBook false\n", &mut settings);
        assert_eq!(fixed.objection(&settings, "Threads", Some("5")), None);
        assert_eq!(settings.engine.threads, 3);
    }
}
