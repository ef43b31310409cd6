//! Foreign text in messages.

/// Characters of a foreign text that a message repeats.
const QUOTED: usize = 60;

/// A foreign text, cut to a length fit for a message.
pub fn quote(text: &str) -> String {
    let mut out = String::from("'");
    for (i, c) in text.chars().enumerate() {
        if i == QUOTED {
            out.push_str("...");
            break;
        }
        out.push(if c.is_control() { '?' } else { c });
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        let quoted = quote(&"\u{1}é".repeat(1000));
        assert!(quoted.starts_with("'?é") && quoted.ends_with("...'"));
        assert!(quoted.chars().count() < 70);
    }
}
