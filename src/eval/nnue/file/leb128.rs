//! Signed LEB128, the compression of SFNN feature transformers.

/// The text before each compressed block.
pub(super) const MAGIC: &[u8; 17] = b"COMPRESSED_LEB128";

/// Number of values in `bytes`: each ends with a byte without the top bit.
pub(super) fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0x80 == 0).count()
}

/// Decodes `bytes` into `values`, whose length must be the [`count`] of `bytes`.
///
/// # Errors
/// The offset in `bytes` of a value that is cut short or does not fit 16 bits.
pub(super) fn decode(bytes: &[u8], values: &mut [i16]) -> Result<(), usize> {
    const RUN: usize = 32;
    let (mut at, mut out) = (0, 0);
    while at < bytes.len() {
        // Trained weights are small, so most values take a single byte.
        if let Some(run) = bytes[at..].first_chunk::<RUN>()
            && let Some(values) = values.get_mut(out..out + RUN)
            && run.iter().fold(0, |any, &byte| any | byte) & 0x80 == 0
        {
            for (value, &byte) in values.iter_mut().zip(run) {
                *value = i16::from((byte << 1) as i8 >> 1);
            }
            at += RUN;
            out += RUN;
            continue;
        }
        let (value, next) = one(bytes, at).ok_or(at)?;
        *values.get_mut(out).ok_or(at)? = value;
        at = next;
        out += 1;
    }
    if out == values.len() { Ok(()) } else { Err(at) }
}

/// The value at `start`, and the index at which the next one begins.
fn one(bytes: &[u8], start: usize) -> Option<(i16, usize)> {
    let mut value = 0i32;
    // Three groups of seven bits hold every 16-bit value.
    for n in 0..3 {
        let byte = *bytes.get(start + n)?;
        let shift = 7 * n;
        value |= i32::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            if byte & 0x40 != 0 {
                value |= -1 << (shift + 7);
            }
            return Some((i16::try_from(value).ok()?, start + n + 1));
        }
    }
    None
}

/// Encodes `values`, each in as few bytes as it needs.
pub(super) fn encode(values: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len());
    for &value in values {
        let mut value = value;
        loop {
            let byte = (value & 0x7F) as u8;
            value >>= 7;
            if (value == 0 && byte & 0x40 == 0) || (value == -1 && byte & 0x40 != 0) {
                bytes.push(byte);
                break;
            }
            bytes.push(byte | 0x80);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_16_bit_value_round_trips() {
        let values: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        let bytes = encode(&values);
        assert_eq!(count(&bytes), values.len());
        let mut back = vec![0; values.len()];
        decode(&bytes, &mut back).unwrap();
        assert_eq!(back, values);
    }

    #[test]
    fn examples_of_the_format() {
        let mut out = [0; 4];
        decode(&[0x02, 0x7E, 0xFF, 0x00, 0x80, 0x7F], &mut out).unwrap();
        assert_eq!(out, [2, -2, 127, -128]);
    }

    #[test]
    fn broken_streams_are_refused() {
        let mut one = [0];
        assert_eq!(decode(&[0x80], &mut one), Err(0), "cut short");
        assert_eq!(decode(&[0x80, 0x80, 0x80, 0], &mut one), Err(0), "too long");
        assert_eq!(decode(&[0xFF, 0xFF, 0x03], &mut one), Err(0), "too large");
        assert_eq!(decode(&[1, 2], &mut one), Err(1), "one too many");
        assert_eq!(decode(&[], &mut one), Err(0), "one too few");
    }
}
