//! What a network file says of its output, in its architecture string.

use std::ops::RangeInclusive;

use super::score_scale::ScoreScale;

/// The divisor where nobody asks for another one.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// The smallest and the largest divisor.
pub const FV_SCALE_RANGE: RangeInclusive<i32> = 1..=128;

/// The smallest and the largest output that may stand for odds of e to 1.
pub const ODDS_RANGE: RangeInclusive<i32> = 100..=1_000_000;

/// The score of odds of e to 1 that the margins of the search want of a network
/// (docs/measurements.md has the matches).
const SEARCH_SCALE: f32 = 800.0;

/// A scale that is no number in its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} '{value}' in {place} ignored: not a number from {} to {}", range.start(), range.end())]
pub struct ScaleWarning {
    /// Which scale: FV_SCALE or odds.
    pub name: &'static str,
    /// What is allowed.
    pub range: RangeInclusive<i32>,
    /// The text found.
    pub value: String,
    /// Where.
    pub place: String,
}

/// What a network file says of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetScales {
    /// `fv_scale=`: the divisor that it asks for.
    pub fv_scale: Option<i32>,
    /// `odds=`: the output that stands for odds of e to 1.
    pub odds: Option<i32>,
}

impl NetScales {
    /// Reads an architecture string; what makes no sense becomes a warning.
    pub fn read(text: &str, warnings: &mut Vec<ScaleWarning>) -> NetScales {
        let mut read = |name, token_name, range| {
            let value = token(text, token_name)?;
            let value = number(name, value, range, "the architecture string");
            value.map_err(|warning| warnings.push(warning)).ok()
        };
        NetScales {
            fv_scale: read("FV_SCALE", "fv_scale", FV_SCALE_RANGE),
            odds: read("odds", "odds", ODDS_RANGE),
        }
    }

    /// An architecture string that says nothing of scales, with these at its end.
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

    /// What the file of a network says that was trained to odds of e to 1 at
    /// `units` by the usual divisor ([`DEFAULT_FV_SCALE`]), within the ranges:
    /// the divisor that suits the margins of the search, and its output there.
    pub fn trained_to(units: f32) -> NetScales {
        let output = DEFAULT_FV_SCALE as f32 * units;
        let within = |number: f32, range: RangeInclusive<i32>| {
            (number.round() as i32).clamp(*range.start(), *range.end())
        };
        NetScales {
            fv_scale: Some(within(output / SEARCH_SCALE, FV_SCALE_RANGE)),
            odds: Some(within(output, ODDS_RANGE)),
        }
    }

    /// Whether a reader would take every scale that is given.
    pub fn are_in_range(self) -> bool {
        let fits = |value: Option<i32>, range: RangeInclusive<i32>| {
            value.is_none_or(|value| range.contains(&value))
        };
        fits(self.fv_scale, FV_SCALE_RANGE) && fits(self.odds, ODDS_RANGE)
    }

    /// These, and where one is not given that of `other`.
    pub fn or(self, other: NetScales) -> NetScales {
        NetScales {
            fv_scale: self.fv_scale.or(other.fv_scale),
            odds: self.odds.or(other.odds),
        }
    }

    /// How the scores of a search are shown whose evaluations are the output
    /// divided by `fv_scale`: as they are if nothing is said of the output.
    pub fn score_scale(self, fv_scale: i32) -> ScoreScale {
        self.odds.map_or(ScoreScale::SAME, |odds| {
            ScoreScale::of_output(fv_scale, odds)
        })
    }
}

/// A number written as text.
///
/// # Errors
/// A warning if it is no number in the range; `place` is where it stood.
pub(super) fn number(
    name: &'static str,
    text: &str,
    range: RangeInclusive<i32>,
    place: &str,
) -> Result<i32, ScaleWarning> {
    match text.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(ScaleWarning {
            name,
            range,
            value: text.chars().take(40).collect(),
            place: place.to_string(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_says_both_or_one_or_none() {
        for (fv_scale, odds) in [
            (None, None),
            (Some(10), None),
            (None, Some(9600)),
            (Some(10), Some(9600)),
        ] {
            let scales = NetScales { fv_scale, odds };
            assert!(scales.are_in_range());
            for text in ["", "Network=x", "old_fv_scale=1"] {
                let mut warnings = Vec::new();
                let read = NetScales::read(&scales.append_to(text), &mut warnings);
                assert_eq!(read, scales);
                assert!(warnings.is_empty());
            }
        }
        let both = NetScales {
            fv_scale: Some(10),
            odds: Some(9600),
        };
        assert_eq!(
            both.append_to("Network=x"),
            "Network=x,fv_scale=10,odds=9600"
        );
        assert_eq!(NetScales::default().append_to("Network=x"), "Network=x");
    }

    #[test]
    fn numbers_out_of_range_are_named_and_left() {
        let mut warnings = Vec::new();
        let scales = NetScales::read("fv_scale=0,odds=99", &mut warnings);
        assert_eq!(scales, NetScales::default());
        assert_eq!(warnings.len(), 2);
        let odds = "odds '99' in the architecture string ignored: not a number from 100 to 1000000";
        assert_eq!(warnings[1].to_string(), odds);
        for (fv_scale, odds) in [(Some(0), None), (Some(129), None), (None, Some(99))] {
            assert!(!NetScales { fv_scale, odds }.are_in_range());
        }
    }

    #[test]
    fn scores_of_trained_networks_come_to_the_scale_of_the_search() {
        for (units, fv_scale, odds) in [
            (600.0, 12, 9600),
            (800.0, 16, 12_800),
            (1.0, 1, 100),
            (0.0, 1, 100),
            (f32::INFINITY, 128, 1_000_000),
        ] {
            let scales = NetScales::trained_to(units);
            assert_eq!(scales.fv_scale, Some(fv_scale), "{units}");
            assert_eq!(scales.odds, Some(odds), "{units}");
            assert!(scales.are_in_range());
        }
    }

    #[test]
    fn tokens_are_found() {
        let scale = |text| token(text, "fv_scale");
        assert_eq!(scale("a,fv_scale=20,b"), Some("20"));
        assert_eq!(scale("fv_scale=-3;"), Some("-3"));
        assert_eq!(scale("fv_scale="), Some(""));
        for text in ["", "scale=1", "old_fv_scale=1", "fv_scale", "fv_scale 1"] {
            assert_eq!(scale(text), None, "{text}");
        }
        assert_eq!(scale("old_fv_scale=1,fv_scale=2"), Some("2"));
    }

    #[test]
    fn what_is_given_comes_first() {
        let of = |fv_scale, odds| NetScales { fv_scale, odds };
        let file = of(Some(10), Some(9600));
        assert_eq!(of(Some(12), None).or(file), of(Some(12), Some(9600)));
        assert_eq!(of(None, Some(9000)).or(file), of(Some(10), Some(9000)));
        assert_eq!(file.score_scale(10), ScoreScale::of_output(10, 9600));
        assert_eq!(of(Some(10), None).score_scale(10), ScoreScale::SAME);
    }
}
