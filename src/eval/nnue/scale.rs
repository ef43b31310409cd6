//! What a network's output stands for: the divisor that makes search units of
//! it, and the output of odds of e to 1. Both belong to the network but are
//! rarely stored in its file; the engine decides whose word on the first counts.

use std::ops::RangeInclusive;

use super::error::NetWarning;
use super::header;

/// The divisor where nobody asks for another one.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// The smallest and the largest divisor.
pub const FV_SCALE_RANGE: RangeInclusive<i32> = 1..=128;

/// The smallest and the largest output that may stand for odds of e to 1.
pub const ODDS_RANGE: RangeInclusive<i32> = 100..=1_000_000;

/// The tokens of an architecture string that name the two.
const FV_SCALE: &str = "fv_scale";
const ODDS: &str = "odds";

/// A divisor written as text.
///
/// # Errors
/// A warning if it is no number in the range; `place` is where it stood.
pub fn parse_fv_scale(text: &str, place: &str) -> Result<i32, NetWarning> {
    parse("FV_SCALE", text, FV_SCALE_RANGE, place)
}

fn parse(
    name: &'static str,
    text: &str,
    range: RangeInclusive<i32>,
    place: &str,
) -> Result<i32, NetWarning> {
    match text.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(NetWarning::Scale {
            name,
            range,
            value: text.chars().take(40).collect(),
            place: place.to_string(),
        }),
    }
}

/// What a network file says of its output, in its architecture string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetScales {
    /// `fv_scale=`: the divisor that it asks for.
    pub fv_scale: Option<i32>,
    /// `odds=`: the output that stands for odds of e to 1.
    pub odds: Option<i32>,
}

impl NetScales {
    /// Reads an architecture string; what makes no sense becomes a warning.
    pub(super) fn parse(text: &str, warnings: &mut Vec<NetWarning>) -> NetScales {
        let mut read = |name, token, range| {
            let text = header::token(text, token)?;
            let value = parse(name, text, range, "the architecture string");
            value.map_err(|warning| warnings.push(warning)).ok()
        };
        NetScales {
            fv_scale: read("FV_SCALE", FV_SCALE, FV_SCALE_RANGE),
            odds: read("odds", ODDS, ODDS_RANGE),
        }
    }

    /// An architecture string with those that are given, instead of its own.
    pub(super) fn set_in(self, header: &str) -> String {
        let tokens = [(FV_SCALE, self.fv_scale), (ODDS, self.odds)];
        tokens
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .fold(header.to_string(), |header, (name, value)| {
                header::with_token(&header, name, value)
            })
    }
}

/// The network file with the scales that are given in its architecture string
/// instead of its own; `None` if `file` is none.
pub fn with_scales(file: &[u8], scales: NetScales) -> Option<Vec<u8>> {
    // Version and hash, then the string's length and the string.
    let (start, rest) = file.split_at_checked(8)?;
    let (length, rest) = rest.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let text = scales.set_in(std::str::from_utf8(text).ok()?);
    let length = u32::try_from(text.len()).ok()?.to_le_bytes();
    Some([start, &length, text.as_bytes(), rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_in_the_range() {
        for text in ["0", "129", "-5", "x", "", "1e9"] {
            let warning = parse_fv_scale(text, "here").unwrap_err().to_string();
            let expected = format!("FV_SCALE '{text}' in here ignored: not a number from 1 to 128");
            assert_eq!(warning, expected);
        }
        assert_eq!(parse_fv_scale("1", "").unwrap(), 1);
        assert_eq!(parse_fv_scale("128", "").unwrap(), 128);
    }

    #[test]
    fn a_string_says_both_or_one_or_none() {
        for (text, fv_scale, odds) in [
            ("Network=x", None, None),
            ("Network=x,fv_scale=10", Some(10), None),
            ("Network=x,odds=9600", None, Some(9600)),
            ("Network=x,fv_scale=10,odds=9600", Some(10), Some(9600)),
        ] {
            let mut warnings = Vec::new();
            let scales = NetScales::parse(text, &mut warnings);
            assert_eq!(scales, NetScales { fv_scale, odds });
            assert!(warnings.is_empty());
        }
        let mut warnings = Vec::new();
        let scales = NetScales::parse("fv_scale=0,odds=99", &mut warnings);
        assert_eq!(scales, NetScales::default());
        assert_eq!(warnings.len(), 2);
        let odds = "odds '99' in the architecture string ignored: not a number from 100 to 1000000";
        assert_eq!(warnings[1].to_string(), odds);
    }
}
