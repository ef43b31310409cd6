//! Records of the games of a client.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::{Client, News};
use crate::csa::game::ServerGame;
use komadai_records::{Format, RecordError, write_file};

/// Largest number behind the name of a record.
const MOST_SAME: u32 = 9999;

/// What the record of a game needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Keeping {
    /// Start date and time of the game.
    pub started: String,
    /// Name of the files without their extensions, once there are files.
    pub stem: Option<String>,
}

impl Client<'_> {
    pub(super) fn keep_record(&mut self, game: &ServerGame) {
        let Some(folder) = self.config.records.clone() else {
            return;
        };
        let formats = &self.config.formats;
        let stem = match self.keeping.stem.clone() {
            Some(stem) => stem,
            None => {
                // The folder may have been removed since the start. Writing reports what is wrong.
                let _ = fs::create_dir_all(&folder);
                let name = file_name(&self.keeping.started, &game.id);
                match reserve(&folder, &name, formats) {
                    Ok(stem) => stem,
                    Err(source) => {
                        self.tally.unwritten += formats.len();
                        let file = folder.join(name);
                        let error = RecordError::Io { file, source };
                        return (self.tell)(News::RecordFailed(&error));
                    }
                }
            }
        };
        let started = self.keeping.started.replace('-', "/");
        let mut failed = 0;
        for extension in formats {
            let Some((format, _)) = Format::from_extension(extension) else {
                continue;
            };
            let record = game.record(format, &started);
            let path = folder.join(format!("{stem}.{extension}"));
            // The record is written even if its format cannot store everything; these losses are
            // not reported.
            match write_file(&path, &[record], |_| ()) {
                Ok(_) => (self.tell)(News::Recorded(&path)),
                Err(error) => {
                    failed += 1;
                    if fs::metadata(&path).is_ok_and(|data| data.len() == 0) {
                        let _ = fs::remove_file(&path);
                    }
                    (self.tell)(News::RecordFailed(&error));
                }
            }
        }
        self.tally.unwritten += failed;
        self.keeping.stem = Some(stem);
    }
}

/// Makes empty files of a name that no file in the folder has: `name`, else with `-2`, `-3` and so
/// on. Other clients may write to the same folder. Returns the name.
fn reserve(folder: &Path, name: &str, formats: &[String]) -> io::Result<String> {
    let numbered = (2..=MOST_SAME).map(|number| format!("{name}-{number}"));
    for stem in [name.to_string()].into_iter().chain(numbered) {
        let mut made: Vec<PathBuf> = Vec::new();
        let result = formats.iter().try_for_each(|extension| {
            let path = folder.join(format!("{stem}.{extension}"));
            if !made.contains(&path) {
                OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .open(&path)?;
                made.push(path);
            }
            Ok(())
        });
        let Err(error) = result else {
            return Ok(stem);
        };
        made.iter().for_each(|path| drop(fs::remove_file(path)));
        if io::Error::kind(&error) != io::ErrorKind::AlreadyExists {
            return Err(error);
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The name of a record's files without extension: date, time and game id without characters that file systems refuse.
fn file_name(started: &str, id: &str) -> String {
    let started = started.replace([':', '-'], "").replace(' ', "-");
    let safe = |c: char| match c {
        c if c.is_ascii_alphanumeric() || "+-_.@".contains(c) => c,
        _ => '_',
    };
    let id: String = id.chars().take(120).map(safe).collect();
    format!("{started}_{id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_records_are_names_on_every_system() {
        let name = |id: &str| file_name("2026-11-26 12:34:56", id);
        assert_eq!(
            name("wdoor+room-300-10F+a+b+1"),
            "20261126-123456_wdoor+room-300-10F+a+b+1"
        );
        let odd = name(&format!("../x\\y:*?\u{7}{}", "z".repeat(500)));
        assert!(!odd.contains(['/', '\\', ':', '*', '?', '\u{7}']) && odd.len() < 150);
    }

    #[test]
    fn files_of_one_name_get_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let formats = ["csa", "kif", "csa"].map(str::to_string);
        let reserve = || reserve(folder.path(), "game", &formats).unwrap();
        fs::write(folder.path().join("game.kif"), "another client's").unwrap();
        assert_eq!([reserve(), reserve()], ["game-2", "game-3"]);
        assert!(!folder.path().join("game.csa").exists());
        let kept = fs::read_to_string(folder.path().join("game.kif")).unwrap();
        assert_eq!(kept, "another client's");
    }
}
