//! Records of the games of a client.

use super::{Client, News};
use crate::csa::game::ServerGame;
use komadai_records::{Format, write_file};

impl Client<'_> {
    pub(super) fn keep_record(&mut self, game: &ServerGame) {
        let Some(folder) = &self.config.records else {
            return;
        };
        for extension in &self.config.formats {
            let Some((format, _)) = Format::from_extension(extension) else {
                continue;
            };
            let record = game.record(format, &self.started.replace('-', "/"));
            let path = folder.join(file_name(&self.started, &game.id, extension));
            // The record is written even if its format cannot store everything; these losses are
            // not reported.
            match write_file(&path, &[record], |_| ()) {
                Ok(_) => (self.tell)(News::Recorded(&path)),
                Err(error) => (self.tell)(News::RecordFailed(&error)),
            }
        }
    }
}

/// The file name of a record: date, time and game id without characters that file systems refuse.
fn file_name(started: &str, id: &str, extension: &str) -> String {
    let started = started.replace([':', '-'], "").replace(' ', "-");
    let safe = |c: char| match c {
        c if c.is_ascii_alphanumeric() || "+-_.@".contains(c) => c,
        _ => '_',
    };
    let id: String = id.chars().take(120).map(safe).collect();
    format!("{started}_{id}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_records_are_names_on_every_system() {
        let name = |id: &str| file_name("2026-11-26 12:34:56", id, "csa");
        assert_eq!(
            name("wdoor+room-300-10F+a+b+1"),
            "20261126-123456_wdoor+room-300-10F+a+b+1.csa"
        );
        let odd = name(&format!("../x\\y:*?\u{7}{}", "z".repeat(500)));
        assert!(!odd.contains(['/', '\\', ':', '*', '?', '\u{7}']) && odd.len() < 150);
    }
}
