//! The divisor of a network's output: what the user says, else what the files say.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::eval::nnue::{DEFAULT_FV_SCALE, NetWarning, parse_fv_scale};

/// The file beside a network in which its makers write the options it wants.
pub(super) const FILE_NAME: &str = "eval_options.txt";

/// No such file is longer, in bytes.
const LIMIT: u64 = 1 << 16;

/// A divisor and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FvScale {
    divisor: i32,
    origin: &'static str,
}

impl FvScale {
    /// What networks without a hint are divided by.
    pub(super) const DEFAULT: FvScale = FvScale {
        divisor: DEFAULT_FV_SCALE,
        origin: "default",
    };

    /// The option if it is set, else the entry of the `eval_options.txt`, else
    /// that of the network's header, else the default. A senseless entry adds a
    /// warning.
    pub(super) fn decide(
        option: i32,
        hints: Option<&Path>,
        header: Option<i32>,
        warnings: &mut Vec<NetWarning>,
    ) -> FvScale {
        if option > 0 {
            return FvScale {
                divisor: option,
                origin: "option",
            };
        }
        if let Some(divisor) = hints.and_then(|path| read(path, warnings)) {
            return FvScale {
                divisor,
                origin: FILE_NAME,
            };
        }
        match header {
            Some(divisor) => FvScale {
                divisor,
                origin: "network header",
            },
            None => FvScale::DEFAULT,
        }
    }

    /// The divisor, at least 1.
    pub fn divisor(&self) -> i32 {
        self.divisor
    }
}

impl fmt::Display for FvScale {
    /// `FV_SCALE 24 (eval_options.txt)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FV_SCALE {} ({})", self.divisor, self.origin)
    }
}

/// The scale in an `eval_options.txt`, if it has a sensible one.
fn read(path: &Path, warnings: &mut Vec<NetWarning>) -> Option<i32> {
    let mut bytes = Vec::new();
    // A pipe would keep us waiting.
    let is_file = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    let file = if is_file {
        File::open(path).ok()?
    } else {
        return None;
    };
    file.take(LIMIT).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let value = entry(&text)?;
    let scale = parse_fv_scale(value, &path.display().to_string());
    scale.map_err(|warning| warnings.push(warning)).ok()
}

/// The text of the last FV_SCALE entry. The field writes it as `FV_SCALE 24`,
/// `FV_SCALE=24`, or as an `option` line of USI, whose default it then is.
fn entry(text: &str) -> Option<&str> {
    let value_of = |line| {
        let separator = |c: char| c.is_whitespace() || c == '=' || c == '\u{FEFF}';
        let mut words = str::split(line, separator).filter(|word| !word.is_empty());
        let mut name = words.next()?;
        let is_option_line = name == "option" || name == "setoption";
        if is_option_line {
            words.find(|&word| word == "name")?;
            name = words.next()?;
        }
        if !name.eq_ignore_ascii_case("FV_SCALE") {
            return None;
        }
        if is_option_line {
            words.find(|&word| word == "default" || word == "value")?;
        }
        words.next()
    };
    text.lines().filter_map(value_of).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_in_every_form() {
        for (text, value) in [
            ("FV_SCALE 24", Some("24")),
            ("FV_SCALE=24", Some("24")),
            ("\u{FEFF}fv_scale = 24\r\n", Some("24")),
            ("Threads 4\nFV_SCALE\t24 // best\nHash 1", Some("24")),
            (
                "option name FV_SCALE type spin default 24 min 1 max 128",
                Some("24"),
            ),
            ("setoption name FV_SCALE value 24", Some("24")),
            ("FV_SCALE 20\nFV_SCALE 36", Some("36")),
            ("FV_SCALE", None),
            ("option name FV_SCALE type spin", None),
            ("# FV_SCALE 24", None),
            ("FV_SCALE2 24\noption name Threads default 9", None),
            ("option\nname\n=\n\u{0}", None),
            ("", None),
        ] {
            assert_eq!(entry(text), value, "{text}");
        }
    }

    #[test]
    fn the_user_wins_over_files_and_files_over_the_default() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE_NAME);
        std::fs::write(&path, "FV_SCALE 24").unwrap();
        let decide = |option, hints, header| {
            let mut warnings = Vec::new();
            let scale = FvScale::decide(option, hints, header, &mut warnings);
            assert_eq!(warnings, []);
            scale.to_string()
        };
        let path = Some(path.as_path());
        assert_eq!(decide(9, path, Some(20)), "FV_SCALE 9 (option)");
        assert_eq!(decide(0, path, Some(20)), "FV_SCALE 24 (eval_options.txt)");
        assert_eq!(decide(0, None, Some(20)), "FV_SCALE 20 (network header)");
        assert_eq!(decide(0, None, None), "FV_SCALE 16 (default)");
        assert_eq!(
            decide(0, Some(dir.path()), Some(20)),
            "FV_SCALE 20 (network header)"
        );
    }

    #[test]
    fn senseless_entries_are_named_and_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE_NAME);
        for value in ["0", "129", "-5", "many", "99999999999999999999"] {
            std::fs::write(&path, format!("FV_SCALE {value}\n")).unwrap();
            let mut warnings = Vec::new();
            let scale = FvScale::decide(0, Some(&path), None, &mut warnings);
            assert_eq!(scale, FvScale::DEFAULT);
            let warning = warnings.pop().unwrap().to_string();
            assert!(warning.contains(&format!("'{value}'")), "{warning}");
            assert!(warning.contains(FILE_NAME), "{warning}");
        }
        std::fs::write(&path, [0xFF; 1000]).unwrap();
        assert_eq!(
            FvScale::decide(0, Some(&path), None, &mut Vec::new()),
            FvScale::DEFAULT
        );
    }
}
