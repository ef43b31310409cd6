//! Options that a file beside the engine decides, whatever the GUI sends.
//!
//! The file, its name and its lines are YaneuraOu's: several copies of an
//! engine in folders of their own can have settings of their own, even where
//! a GUI knows no such thing, and a test bed need not repeat them.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::{fs, io};

use crate::engine::beside_executable;
use crate::engine::usi_options::{Change, UsiOptions};
use crate::text;
use crate::usi::parse_options;

/// The name of the file.
const FILE: &str = "engine_options.txt";

/// The file as it was last read, and what it sets.
#[derive(Default)]
pub(super) struct FixedOptions {
    path: PathBuf,
    text: String,
    /// Names as we spell them.
    names: Vec<String>,
}

impl FixedOptions {
    /// Reads the file, if there is one, and puts it in force. Returns what the
    /// user should know: nothing if all is as it was the last time.
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
        reports.extend(self.obey(&text, settings));
        (self.path, self.text) = (path, text);
        match is_news {
            true => reports,
            false => Vec::new(),
        }
    }

    /// Sets what the text says; returns a line about each option.
    fn obey(&mut self, text: &str, settings: &mut UsiOptions) -> Vec<String> {
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

    /// What to say to a GUI that sets an option which the file has decided, if
    /// it sets it otherwise; `None` in the outer place if the option is free.
    pub(super) fn objection(
        &self,
        settings: &UsiOptions,
        name: &str,
        value: Option<&str>,
    ) -> Option<Option<String>> {
        let (name, decided) = spelt(settings, name);
        if !self.names.contains(&name) {
            return None;
        }
        let mut wanted = settings.clone();
        let same = wanted.set(&name, value) != Change::Done || wanted == *settings;
        let objection = || format!("option {name} stays {decided}: {FILE} says so");
        Some((!same).then(objection))
    }
}

/// An option as we spell it, and its value.
fn spelt(settings: &UsiOptions, name: &str) -> (String, String) {
    match settings.get(name) {
        Some((name, value)) => (name.to_string(), value),
        // A margin of the search, in builds for tuning.
        None => (name.to_string(), "as it says".to_string()),
    }
}

/// The file beside the executable, else in the working directory, where GUIs
/// put the engine's own folder.
fn find() -> Option<(PathBuf, io::Result<String>)> {
    let beside = Some(beside_executable(FILE));
    let places = beside.into_iter().chain(std::path::absolute(FILE));
    places.into_iter().find_map(|path| match fs::read(&path) {
        Ok(bytes) => Some((path, Ok(text::decode(&bytes).0))),
        // Unsupported: a page has no files.
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
        let reports = fixed.obey(text, &mut settings);
        assert_eq!(settings.engine.threads, 3);
        assert!(!settings.engine.book.own_book);
        assert_eq!(
            reports,
            [
                "engine_options.txt: Threads = 3",
                "engine_options.txt: USI_OwnBook = false",
                "engine_options.txt: line 3: EvalHash with this value means nothing here",
                "engine_options.txt: line 4: unknown option 'NoSuchThing'",
                "engine_options.txt: line 5: option USI_Hash: '0' is not within 1 to 33554432",
                "engine_options.txt: line 6 sets no option: '= 5'",
            ]
        );
        let objection = |name, value| fixed.objection(&settings, name, Some(value));
        let told = "option Threads stays 3: engine_options.txt says so".to_string();
        assert_eq!(objection("threads", "5"), Some(Some(told)));
        assert_eq!(objection("NumberOfThreads", "3"), Some(None));
        assert_eq!(objection("Threads", "none"), Some(None));
        assert!(objection("USI_OwnBook", "true").unwrap().is_some());
        // What was refused is free.
        assert_eq!(objection("USI_Hash", "16"), None);
        assert_eq!(objection("MultiPV", "2"), None);
        // What the file names no more can be set again.
        fixed.obey("USI_OwnBook false\n", &mut settings);
        assert_eq!(fixed.objection(&settings, "Threads", Some("5")), None);
        assert_eq!(settings.engine.threads, 3);
    }
}
