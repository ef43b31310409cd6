//! Log of a client's dialogues with the server and the engine.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use komadai::host::SystemTime;
use komadai::host::sync::lock;

/// Shortest password that is hidden in all lines; a shorter one would match by chance and
/// is hidden only in `LOGIN`.
const SHORTEST_SOUGHT: usize = 4;

/// A log file, or no log. The password never gets into it.
pub struct Transcript {
    file: Option<Mutex<File>>,
    password: String,
    /// Whether a line could not be written.
    has_failed: AtomicBool,
    /// The error of the first such line, until it is taken.
    failure: Mutex<Option<io::Error>>,
}

impl Transcript {
    /// Logs to the end of `file`, hiding `password`.
    pub fn new(file: Option<File>, password: &str) -> Transcript {
        Transcript {
            file: file.map(Mutex::new),
            password: password.to_string(),
            has_failed: AtomicBool::new(false),
            failure: Mutex::default(),
        }
    }

    /// The error of the first line that could not be written. Returned once.
    pub fn take_failure(&self) -> Option<io::Error> {
        lock(&self.failure).take()
    }

    /// Adds a line with the time. `mark` shows its sender.
    pub fn line(&self, mark: &str, text: &str) {
        let Some(file) = &self.file else {
            return;
        };
        let time = utc(SystemTime::now());
        let text = self.without_password(text);
        // A single write keeps lines apart. An error, as on a full disk, must not end a game.
        let line = format!("{time} {mark} {text}\n");
        if let Err(error) = lock(file).write_all(line.as_bytes()) {
            log::warn!("the log cannot be written: {error}");
            if !self.has_failed.swap(true, Ordering::SeqCst) {
                *lock(&self.failure) = Some(error);
            }
        }
    }

    /// `text` with asterisks in place of the password.
    pub fn without_password(&self, text: &str) -> String {
        hide(&self.password, text)
    }
}

/// `text` with asterisks in place of a password. One of less than 4 characters is hidden only in a
/// line of the login.
pub fn hide(password: &str, text: &str) -> String {
    if let Some(answer) = text.strip_prefix("LOGIN:") {
        let end = format!(",{password}");
        let hidden = answer.split(' ').map(|word| match word {
            word if word == password || word.ends_with(&end) => "*****".to_string(),
            word => hide(password, word),
        });
        return format!("LOGIN:{}", hidden.collect::<Vec<_>>().join(" "));
    }
    if text.starts_with("LOGIN ") {
        let name = text.split(' ').nth(1).unwrap_or_default();
        return format!("LOGIN {name} *****");
    }
    match password.len() {
        0..SHORTEST_SOUGHT => text.to_string(),
        _ => text.replace(password, "*****"),
    }
}

/// A time in UTC: `2026-11-26T17:20:01.123Z`.
pub fn utc(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    let since = since.unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let [year, month, day] = date(days);
    let [hour, minute, second] = [seconds / 3600, seconds / 60 % 60, seconds % 60];
    let ms = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}

/// Year, month and day of the Gregorian calendar, `days` days after 1 January 1970.
fn date(days: u64) -> [u64; 3] {
    let leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    // 146,097 days are 400 years.
    let (mut year, mut left) = (1970 + days / 146_097 * 400, days % 146_097);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    [year, month, left + 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_827_696, "2000-02-29T12:34:56.000Z"),
            (1_794_614_400, "2026-11-14T00:00:00.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(utc(time), text);
        }
    }

    #[test]
    fn a_log_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "").unwrap();
        // A file open for reading only.
        let transcript = Transcript::new(Some(File::open(&path).unwrap()), "");
        assert!(transcript.take_failure().is_none());
        transcript.line("S<", "first");
        transcript.line("S<", "second");
        assert!(transcript.take_failure().is_some());
        transcript.line("S<", "third");
        assert!(transcript.take_failure().is_none());
    }

    #[test]
    fn no_line_has_the_password() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let log = |password: &str, lines: &[&str]| {
            let transcript = Transcript::new(Some(File::create(&path).unwrap()), password);
            lines.iter().for_each(|line| transcript.line("S>", line));
            std::fs::read_to_string(&path).unwrap()
        };
        let text = log(
            "floodgate-1-2F,hemmelig",
            &[
                "LOGIN me floodgate-1-2F,hemmelig",
                "you said floodgate-1-2F,hemmelig",
            ],
        );
        assert!(!text.contains("hemmelig"));
        assert!(text.contains("S> LOGIN me *****\n") && text.contains("you said *****"));
        let text = log(
            "1",
            &["LOGIN me 1", "+7776FU,T1", "LOGIN:incorrect f-1,1 1"],
        );
        assert!(text.contains("LOGIN:incorrect ***** *****"), "{text}");
        assert!(text.contains("LOGIN me *****") && text.contains("+7776FU,T1"));
        Transcript::new(None, "").line("S>", "nowhere");
    }
}
