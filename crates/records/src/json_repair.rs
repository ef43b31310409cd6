//! Reads the whole part of JSON text that breaks off or is damaged further on.

use serde_json::Value;

/// The value of the text up to the last object closed before the error, with
/// everything open there closed. `None` if there is no such object.
pub(super) fn before_error(text: &str, line: usize, column: usize) -> Option<Value> {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let mut end = line_start.saturating_add(column).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // The error may be found a little behind the damage: try earlier closings too.
    let closings = closings(text.get(..end)?);
    closings.iter().rev().take(8).find_map(|(at, open)| {
        let mut candidate = text.get(..*at)?.to_string();
        candidate.extend(open.chars().rev());
        serde_json::from_str(&candidate).ok()
    })
}

/// The places behind a `}`, each with the closers still owed there in order
/// of opening. Only the last few are kept.
fn closings(text: &str) -> Vec<(usize, String)> {
    let mut open = String::new();
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                if open.pop() != Some(c) {
                    break;
                }
                if c == '}' {
                    if found.len() >= 64 {
                        found.drain(..32);
                    }
                    found.push((at + 1, open.clone()));
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_before_the_damage_is_kept() {
        let text = r#"{"a":{"x":"}\"{"},"moves":[{},{"m":{"k":1}},{"m":{"k":2}}]}"#;
        let whole: Value = serde_json::from_str(text).unwrap();
        for cut in 0..text.len() {
            let error = serde_json::from_str::<Value>(&text[..cut]).unwrap_err();
            let value = before_error(&text[..cut], error.line(), error.column());
            if cut >= 46 {
                let kept = &value.unwrap()["moves"];
                assert_eq!(kept[1], whole["moves"][1], "{cut}");
            }
        }
        let damaged = text.replace("2}}", "2}x}");
        let error = serde_json::from_str::<Value>(&damaged).unwrap_err();
        let value = before_error(&damaged, error.line(), error.column()).unwrap();
        assert_eq!(value["moves"][2]["m"]["k"], 2);
        assert_eq!(before_error("{", 1, 1), None);
        assert_eq!(before_error("", 9, 9), None);
    }
}
