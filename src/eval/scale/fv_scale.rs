//! The divisor of a network's output: what the user says, else what the files say.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::net_scales::{DEFAULT_FV_SCALE, FV_SCALE_RANGE, NetScales, ScaleWarning, number};

/// The file beside a network in which its makers write the options it wants.
pub const OPTIONS_FILE: &str = "eval_options.txt";

/// No such file is longer, in bytes.
const LIMIT: u64 = 1 << 16;

/// A divisor and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FvScale {
    divisor: i32,
    origin: ScaleOrigin,
}

/// Whose word counts for a divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleOrigin {
    /// Nobody's.
    Default,
    /// The user's.
    Option,
    /// That of an [`OPTIONS_FILE`].
    OptionsFile,
    /// The network file's own.
    Header,
}

impl fmt::Display for ScaleOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScaleOrigin::Default => "default",
            ScaleOrigin::Option => "option",
            ScaleOrigin::OptionsFile => OPTIONS_FILE,
            ScaleOrigin::Header => "network header",
        })
    }
}

impl FvScale {
    /// What networks without a hint are divided by.
    pub const DEFAULT: FvScale = FvScale {
        divisor: DEFAULT_FV_SCALE,
        origin: ScaleOrigin::Default,
    };

    /// Whose word counts: what the user `asked` for (0: nothing), else the entry
    /// of an [`OPTIONS_FILE`], else what the network's own file says, else the
    /// default. A senseless entry adds a warning.
    pub fn decide(
        asked: i32,
        options_file: Option<&Path>,
        network: NetScales,
        warnings: &mut Vec<ScaleWarning>,
    ) -> FvScale {
        let from = |divisor, origin| FvScale { divisor, origin };
        if asked > 0 {
            return from(asked, ScaleOrigin::Option);
        }
        if let Some(divisor) = options_file.and_then(|path| read(path, warnings)) {
            return from(divisor, ScaleOrigin::OptionsFile);
        }
        match network.fv_scale {
            Some(divisor) => from(divisor, ScaleOrigin::Header),
            None => FvScale::DEFAULT,
        }
    }

    /// Where it comes from.
    pub fn origin(&self) -> ScaleOrigin {
        self.origin
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
fn read(path: &Path, warnings: &mut Vec<ScaleWarning>) -> Option<i32> {
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
    let place = path.display().to_string();
    let scale = number("FV_SCALE", value, FV_SCALE_RANGE, &place);
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
    fn divisors_are_in_the_range() {
        let parse = |text| number("FV_SCALE", text, FV_SCALE_RANGE, "here");
        for text in ["0", "129", "-5", "x", "", "1e9"] {
            let warning = parse(text).unwrap_err().to_string();
            let expected = format!("FV_SCALE '{text}' in here ignored: not a number from 1 to 128");
            assert_eq!(warning, expected);
        }
        assert_eq!(parse("1"), Ok(1));
        assert_eq!(parse("128"), Ok(128));
    }

    #[test]
    fn the_user_wins_over_files_and_files_over_the_default() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(OPTIONS_FILE);
        std::fs::write(&path, "FV_SCALE 24").unwrap();
        let decide = |option, hints, fv_scale| {
            let mut warnings = Vec::new();
            let network = NetScales {
                fv_scale,
                odds: None,
            };
            let scale = FvScale::decide(option, hints, network, &mut warnings);
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
        let path = dir.path().join(OPTIONS_FILE);
        for value in ["0", "129", "-5", "many", "99999999999999999999"] {
            std::fs::write(&path, format!("FV_SCALE {value}\n")).unwrap();
            let mut warnings = Vec::new();
            let scale = FvScale::decide(0, Some(&path), NetScales::default(), &mut warnings);
            assert_eq!(scale, FvScale::DEFAULT);
            let warning = warnings.pop().unwrap().to_string();
            assert!(warning.contains(&format!("'{value}'")), "{warning}");
            assert!(warning.contains(OPTIONS_FILE), "{warning}");
        }
        std::fs::write(&path, [0xFF; 1000]).unwrap();
        assert_eq!(
            FvScale::decide(0, Some(&path), NetScales::default(), &mut Vec::new()),
            FvScale::DEFAULT
        );
    }
}
