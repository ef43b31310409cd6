//! Signed LEB128, the compression of SFNN feature transformers.

/// The text before each compressed block.
pub(super) const MAGIC: &[u8; 17] = b"COMPRESSED_LEB128";

/// How many values `bytes` hold: each ends with a byte without the top bit.
pub(super) fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0x80 == 0).count()
}

/// Decodes `bytes` into `values`, of which there must be [`count`] many.
///
/// # Errors
/// The offset in `bytes` of a value that is cut short or does not fit 16 bits.
pub(super) fn decode(bytes: &[u8], values: &mut [i16]) -> Result<(), usize> {
    const RUN: usize = 32;
    let mut at = 0;
    let mut out = values.iter_mut();
    while at < bytes.len() {
        // Trained weights are small: runs of single bytes are the rule.
        if let Some(run) = bytes[at..].first_chunk::<RUN>()
            && run.iter().fold(0, |any, &b| any | b) & 0x80 == 0
            && out.len() >= RUN
        {
            for (&b, value) in run.iter().zip(&mut out) {
                *value = i16::from((b << 1) as i8 >> 1);
            }
            at += RUN;
            continue;
        }
        let start = at;
        let mut value = 0i32;
        let mut shift = 0;
        loop {
            let &byte = bytes.get(at).ok_or(start)?;
            at += 1;
            // The third byte ends every 16-bit value.
            if shift > 14 {
                return Err(start);
            }
            value |= i32::from(byte & 0x7F) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                if byte & 0x40 != 0 {
                    value |= -1 << shift;
                }
                break;
            }
        }
        *out.next().ok_or(start)? = i16::try_from(value).map_err(|_| start)?;
    }
    if out.len() == 0 {
        Ok(())
    } else {
        Err(bytes.len())
    }
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
