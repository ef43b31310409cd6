//! FV_SCALE: what a network's output is divided by. The engine decides whose
//! word counts; the right number belongs to the network but is rarely stored in its file.

use super::header;

/// The divisor where nobody asks for another one.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// The smallest and the largest divisor.
pub const FV_SCALE_RANGE: std::ops::RangeInclusive<i32> = 1..=128;

/// A divisor written as text; none if it is not in the range.
pub fn parse_fv_scale(text: &str) -> Option<i32> {
    let value = text.parse().ok()?;
    FV_SCALE_RANGE.contains(&value).then_some(value)
}

/// A network file that asks for `divisor` in its architecture string; `None` if `file` is none.
pub fn with_fv_scale(file: &[u8], divisor: i32) -> Option<Vec<u8>> {
    // Version and hash, then the string's length and the string.
    let (start, rest) = file.split_at_checked(8)?;
    let (length, rest) = rest.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let text = header::with_fv_scale(std::str::from_utf8(text).ok()?, divisor);
    let length = u32::try_from(text.len()).ok()?.to_le_bytes();
    Some([start, &length, text.as_bytes(), rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_in_the_range() {
        for text in ["0", "129", "-5", "x", "", "1e9"] {
            assert_eq!(parse_fv_scale(text), None, "{text:?}");
        }
        assert_eq!(parse_fv_scale("1"), Some(1));
        assert_eq!(parse_fv_scale("128"), Some(128));
    }
}
