//! Scales of evaluations: output of a network, score of the search, score shown.
//!
//! | number | unit | value at winning odds of e to 1 |
//! | --- | --- | --- |
//! | output of a network | the network's own | `odds=` in its file ([`NetScales`]) |
//! | score of the search | output / FV_SCALE ([`FvScale`]); a pawn is about 90 | about 800, which suits the margins of the search |
//! | score shown | score of the search, converted to centipawns ([`ScoreScale`]) | 600 centipawns ([`Score`]) |
//!
//! FV_SCALE and the output at odds of e to 1 are properties of a network, but few files store
//! them.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::named;
use crate::types::{MAX_PLY, Score, Value};

/// The divisor of a network's output unless one is stated.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// The smallest and the largest divisor.
pub const FV_SCALE_RANGE: RangeInclusive<i32> = 1..=128;

/// The smallest and the largest output that may stand for odds of e to 1.
pub const ODDS_RANGE: RangeInclusive<i32> = 100..=1_000_000;

/// Warning of a scale that is no number in its range, and so ignored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} '{value}' in {place} ignored: not a number from {} to {}", range.start(), range.end())]
pub struct ScaleWarning {
    /// The scale: FV_SCALE or odds.
    pub name: &'static str,
    /// The range allowed.
    pub range: RangeInclusive<i32>,
    /// The text found.
    pub value: String,
    /// The origin of the text.
    pub place: ScalePlace,
}

/// The origin of a scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalePlace {
    /// The architecture string.
    Header,
    /// An options file.
    File(PathBuf),
}

impl fmt::Display for ScalePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScalePlace::Header => f.write_str("the architecture string"),
            ScalePlace::File(path) => path.display().fmt(f),
        }
    }
}

/// The scales that a network file states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetScales {
    /// `fv_scale=`: the divisor.
    pub fv_scale: Option<i32>,
    /// `odds=`: the output of the network at which the odds of winning are e to 1.
    pub odds: Option<i32>,
}

impl NetScales {
    /// Reads the scales in an architecture string; faulty scales become warnings.
    pub fn read(text: &str, warnings: &mut Vec<ScaleWarning>) -> NetScales {
        let mut read = |name, token_name, range| {
            let value = token(text, token_name)?;
            let value = number(name, value, range, ScalePlace::Header);
            value.map_err(|warning| warnings.push(warning)).ok()
        };
        NetScales {
            fv_scale: read("FV_SCALE", "fv_scale", FV_SCALE_RANGE),
            odds: read("odds", "odds", ODDS_RANGE),
        }
    }

    /// Appends the scales to an architecture string that has none.
    pub fn append_to(self, text: &str) -> String {
        let mut text = text.to_string();
        for (name, value) in [("fv_scale", self.fv_scale), ("odds", self.odds)] {
            if let Some(value) = value {
                let comma = if text.is_empty() { "" } else { "," };
                text.push_str(&format!("{comma}{name}={value}"));
            }
        }
        text
    }

    /// Whether every scale given is within its range.
    pub fn are_in_range(self) -> bool {
        let fits = |value: Option<i32>, range: RangeInclusive<i32>| {
            value.is_none_or(|value| range.contains(&value))
        };
        fits(self.fv_scale, FV_SCALE_RANGE) && fits(self.odds, ODDS_RANGE)
    }

    /// These scales, with the scales of `other` in place of missing ones.
    pub fn or(self, other: NetScales) -> NetScales {
        NetScales {
            fv_scale: self.fv_scale.or(other.fv_scale),
            odds: self.odds.or(other.odds),
        }
    }

    /// The scale of scores shown, for a search whose evaluations are the output divided by
    /// `fv_scale`; [`ScoreScale::SAME`] without odds.
    pub fn score_scale(self, fv_scale: i32) -> ScoreScale {
        self.odds.map_or(ScoreScale::SAME, |odds| {
            ScoreScale::of_output(fv_scale, odds)
        })
    }
}

/// Parses a number of the named scale.
///
/// # Errors
/// A warning with the origin `place` if the text is no number in the range.
fn number(
    name: &'static str,
    text: &str,
    range: RangeInclusive<i32>,
    place: ScalePlace,
) -> Result<i32, ScaleWarning> {
    match text.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(ScaleWarning {
            name,
            range,
            value: text.chars().take(40).collect(),
            place,
        }),
    }
}

/// Whether a character can be part of a token's name or value.
fn in_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+-._".contains(c)
}

/// The value of a token such as `fv_scale=10`, as text.
fn token<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = text.match_indices(name).find_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let value = rest.strip_prefix(name)?.strip_prefix('=')?;
        (!before.ends_with(in_token)).then_some(value)
    })?;
    value.split(|c| !in_token(c)).next()
}

/// The file beside a network in which its authors state options.
pub const OPTIONS_FILE: &str = "eval_options.txt";

/// Largest number of bytes read of an [`OPTIONS_FILE`].
const LIMIT: u64 = 1 << 16;

/// The divisor of a network's output, and its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FvScale {
    divisor: i32,
    origin: ScaleOrigin,
}

named! {
    /// The origin of a divisor.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ScaleOrigin {
        /// No file or option states a divisor.
        Default = "default",
        /// The user's option.
        Option = "option",
        /// An [`OPTIONS_FILE`].
        OptionsFile = OPTIONS_FILE,
        /// The network file.
        Header = "network header",
    }
}

impl FvScale {
    /// The divisor of a network that states none.
    pub const DEFAULT: FvScale = FvScale {
        divisor: DEFAULT_FV_SCALE,
        origin: ScaleOrigin::Default,
    };

    /// The divisor by order of precedence: that of the user, `asked` (0 for none), that of an
    /// [`OPTIONS_FILE`], that of the network's own file, the default. A faulty entry adds a
    /// warning.
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

    /// The origin of the divisor.
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

/// The scale in an `eval_options.txt`, if it has a valid one.
fn read(path: &Path, warnings: &mut Vec<ScaleWarning>) -> Option<i32> {
    let mut bytes = Vec::new();
    // Opening a pipe would block until its other end is opened.
    let is_file = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    let file = if is_file {
        File::open(path).ok()?
    } else {
        return None;
    };
    file.take(LIMIT).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let value = entry(&text)?;
    let place = ScalePlace::File(path.to_path_buf());
    let scale = number("FV_SCALE", value, FV_SCALE_RANGE, place);
    scale.map_err(|warning| warnings.push(warning)).ok()
}

/// The text of the last FV_SCALE entry. Files in use have `FV_SCALE 24`, `FV_SCALE=24`, or an
/// `option` line of USI with the number as the default.
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

/// The largest evaluation in centipawns, with a pawn at 100.
const MOST_CENTIPAWNS: i32 = Value::MAX_EVAL.0 * 100 / Value::PAWN;

/// The ratio of the scores shown to the values of the search.
///
/// The search needs values on the scale of its margins. Users and GUIs read 600 centipawns as odds
/// of e to 1 ([`Score::ODDS_CENTIPAWNS`]). Values of an evaluator with known odds are converted
/// when they leave the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreScale {
    shown: i64,
    searched: i64,
}

impl ScoreScale {
    /// A pawn, 90 in the search, is shown as 100 centipawns.
    pub const SAME: ScoreScale = ScoreScale {
        shown: 1,
        searched: 1,
    };

    /// The scale of an evaluator whose output is `odds` at odds of e to 1, and is divided by
    /// `divisor` for the search.
    pub fn of_output(divisor: i32, odds: i32) -> ScoreScale {
        ScoreScale {
            shown: i64::from(divisor.max(1))
                * i64::from(Score::ODDS_CENTIPAWNS)
                * i64::from(Value::PAWN),
            searched: 100 * i64::from(odds.max(1)),
        }
    }

    /// The score to show for a value of the search.
    ///
    /// Beyond the range of evaluations, each band of values maps to one kind of score,
    /// since the search may have shifted a value by a few plies or units.
    pub fn show(self, value: Value) -> Score {
        let winning = value > Value::ZERO;
        if value.abs() <= Value::MAX_EVAL {
            Score::Centipawns(
                self.centipawns(value.0)
                    .clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
            )
        } else if value.abs() < Value::RULE_WIN - MAX_PLY as i32 {
            Score::Repetition { better: winning }
        } else if value.abs() < Value::MATE_IN_MAX_PLY {
            Score::Rule { winning }
        } else {
            let plies = (Value::MATE - value.abs()).max(0);
            Score::Mate {
                winning,
                plies: u32::try_from(plies).ok(),
            }
        }
    }

    /// The inverse of [`ScoreScale::show`] for evaluations.
    pub fn search(self, centipawns: i32) -> Value {
        let units = divide(
            i128::from(centipawns) * i128::from(Value::PAWN) * i128::from(self.searched),
            100 * i128::from(self.shown),
        );
        let limit = i128::from(Value::MAX_EVAL.0);
        Value(units.clamp(-limit, limit) as i32)
    }

    /// Converts units of the search to centipawns, without a limit; truncated toward zero, as in
    /// YaneuraOu.
    pub fn centipawns(self, units: i32) -> i32 {
        // A single division, so that rounding happens once.
        let shown = i128::from(units) * i128::from(self.shown) * 100
            / (i128::from(self.searched) * i128::from(Value::PAWN));
        shown.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// `a / b` rounded to the nearest number, halves away from zero.
fn divide(a: i128, b: i128) -> i128 {
    (a + a.signum() * (b / 2)) / b
}

#[cfg(test)]
mod tests;
