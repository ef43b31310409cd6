//! FV_SCALE: what a network's output is divided by, and who says so.
//!
//! The right number belongs to the network but is rarely stored in its file.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::NetWarning;
use super::format::NetInfo;

/// The divisor where nobody asks for another one.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// The smallest and the largest divisor.
pub const FV_SCALE_RANGE: std::ops::RangeInclusive<i32> = 1..=128;

/// No options file is that large.
const FILE_LIMIT: u64 = 64 << 10;

/// A divisor and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FvScale {
    /// The divisor, from 1 to 128.
    pub value: i32,
    /// Who asked for it.
    pub source: ScaleSource,
}

/// Who asked for a divisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScaleSource {
    /// Nobody.
    Default,
    /// An `fv_scale=` token in the architecture string.
    Header,
    /// An `eval_options.txt` beside the network.
    File(PathBuf),
    /// The user.
    User,
}

impl fmt::Display for ScaleSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScaleSource::Default => f.write_str("default"),
            ScaleSource::Header => f.write_str("from the network file"),
            ScaleSource::File(path) => write!(f, "from {}", path.display()),
            ScaleSource::User => f.write_str("set by the user"),
        }
    }
}

impl FvScale {
    /// The divisor for a network: what the user asks for, else what the
    /// `eval_options.txt` in the network's folder says, else the network file,
    /// else 16. Entries that make no sense are ignored with a warning.
    pub fn choose(user: Option<i32>, info: &NetInfo) -> (FvScale, Vec<NetWarning>) {
        let mut warnings = Vec::new();
        let scale = |value, source| FvScale { value, source };
        if let Some(value) = user.filter(|value| FV_SCALE_RANGE.contains(value)) {
            return (scale(value, ScaleSource::User), warnings);
        }
        if let Some(folder) = info.path.parent() {
            let path = folder.join("eval_options.txt");
            if let Some(text) = read_options(&path)
                && let Some(value) = option_value(&text, "FV_SCALE")
            {
                if let Some(value) = parse(value) {
                    return (scale(value, ScaleSource::File(path)), warnings);
                }
                warnings.push(NetWarning::Scale {
                    value: value.chars().take(40).collect(),
                    place: path.display().to_string(),
                });
            }
        }
        let found = match info.fv_scale {
            Some(value) => scale(value, ScaleSource::Header),
            None => scale(DEFAULT_FV_SCALE, ScaleSource::Default),
        };
        (found, warnings)
    }
}

/// A divisor written as text.
pub(super) fn parse(text: &str) -> Option<i32> {
    let value = text.parse().ok()?;
    FV_SCALE_RANGE.contains(&value).then_some(value)
}

/// The file's text, if there is such a file: most networks come without.
fn read_options(path: &Path) -> Option<String> {
    if !path.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let file = File::open(path).ok()?;
    file.take(FILE_LIMIT).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The value of an option in the forms that YaneuraOu reads: `Name Value`,
/// `Name=Value`, or a whole USI `option name Name ... default Value` line.
fn option_value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .find_map(|line| {
            let is_gap = |c: char| c.is_whitespace() || c == '=';
            let mut words = line.split(is_gap).filter(|word| !word.is_empty());
            match words.next()? {
                "option" | "setoption" => {
                    words.find(|&word| word == "name")?;
                    if words.next()? != name {
                        return None;
                    }
                    words.find(|&word| word == "default" || word == "value")?;
                    words.next()
                }
                first if first == name => words.next(),
                _ => None,
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_an_option_line() {
        for text in [
            "FV_SCALE 24",
            "FV_SCALE=24",
            "\u{feff}FV_SCALE = 24\r\n",
            "Threads 4\r\noption name FV_SCALE type spin default 24 min 1 max 128\r\n",
            "setoption name FV_SCALE value 24",
        ] {
            assert_eq!(option_value(text, "FV_SCALE"), Some("24"), "{text:?}");
        }
        for text in [
            "",
            "FV_SCALE",
            "XFV_SCALE 24",
            "option name",
            "option name X default 24",
        ] {
            assert_eq!(option_value(text, "FV_SCALE"), None, "{text:?}");
        }
        assert_eq!(parse("0"), None);
        assert_eq!(parse("129"), None);
        assert_eq!(parse("x"), None);
        assert_eq!(parse("128"), Some(128));
    }
}
