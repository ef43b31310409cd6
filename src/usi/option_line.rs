//! Parser of the `option` lines of engines.

/// The type of an option, with the values that it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A choice of one of these words.
    Combo(Vec<String>),
    /// An action without a value.
    Button,
    /// Any text.
    Text,
    /// The path of a file or folder, which may be any text.
    Filename,
}

/// An option that an engine lists in answer to `usi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The name as the engine spells it.
    pub name: String,
    /// The type, with the allowed values.
    pub kind: OptionKind,
    /// The default value, if the line has one; an empty text for `<empty>`.
    pub default: Option<String>,
}

impl OptionLine {
    /// Reads a whole line; `None` if it is no valid `option` line.
    ///
    /// Names, defaults and choices may contain spaces: each extends to the next
    /// keyword (`type`, `default`, `min`, `max`, `var`).
    pub fn parse(line: &str) -> Option<OptionLine> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("option") || words.next() != Some("name") {
            return None;
        }
        let (mut name, mut kind) = (Vec::new(), None);
        let (mut default, mut min, mut max) = (None, None, None);
        let mut choices: Vec<String> = Vec::new();
        let mut field = "name";
        let mut opened = false;
        for word in words {
            let starts_field = match field {
                "name" => word == "type",
                // Some engines have a choice named `default`.
                "default" | "var" if opened && word == "default" => false,
                _ => matches!(word, "default" | "min" | "max" | "var"),
            };
            if starts_field {
                field = word;
                opened = true;
                match word {
                    "default" => default = Some(String::new()),
                    "var" => choices.push(String::new()),
                    _ => (),
                }
                continue;
            }
            let target = match field {
                "name" => {
                    name.push(word);
                    continue;
                }
                "type" => {
                    kind = kind.or(Some(word));
                    continue;
                }
                "default" => default.as_mut(),
                "var" => choices.last_mut(),
                "min" => {
                    min = word.parse().ok();
                    continue;
                }
                _ => {
                    max = word.parse().ok();
                    continue;
                }
            };
            if let Some(text) = target {
                if !opened {
                    text.push(' ');
                }
                text.push_str(word);
            }
            opened = false;
        }
        if name.is_empty() {
            return None;
        }
        let kind = match kind? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin {
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo(choices),
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            "filename" => OptionKind::Filename,
            _ => return None,
        };
        Some(OptionLine {
            name: name.join(" "),
            kind,
            default: default.map(|d| if d == "<empty>" { String::new() } else { d }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> OptionLine {
        OptionLine::parse(line).unwrap()
    }

    #[test]
    fn every_type_is_read() {
        let spin = option("option name USI_Hash type spin default 1024 min 1 max 33554432");
        assert_eq!(spin.name, "USI_Hash");
        assert_eq!(
            spin.kind,
            OptionKind::Spin {
                min: 1,
                max: 33_554_432
            }
        );
        assert_eq!(spin.default.as_deref(), Some("1024"));
        let combo = option("option name Rule type combo default A B var A B var C");
        assert_eq!(combo.default.as_deref(), Some("A B"));
        assert_eq!(
            combo.kind,
            OptionKind::Combo(vec!["A B".to_string(), "C".to_string()])
        );
        let file = option("option name BookFile type filename default <empty>");
        assert_eq!(
            (file.kind, file.default),
            (OptionKind::Filename, Some(String::new()))
        );
        let spaced = option("option name Skill Level type check default true");
        assert_eq!(spaced.name, "Skill Level");
        assert_eq!(spaced.kind, OptionKind::Check);
        assert_eq!(option("option name Clear type button").default, None);
        for bad in [
            "",
            "option",
            "option name",
            "option name X",
            "option name type spin",
            "option name X type dial default 1",
            "id name X type check",
        ] {
            assert_eq!(OptionLine::parse(bad), None, "{bad}");
        }
    }
}
