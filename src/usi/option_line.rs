//! Parser of the `option` lines of engines, and test of values for their options.

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

/// The reason why an option does not take a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The value is missing.
    #[error("option {0} needs a value")]
    Missing(String),
    /// A button was given a value.
    #[error("option {0} is a button and takes no value")]
    Button(String),
    /// The option does not allow the value.
    #[error("option {name} takes {allowed}, not '{value}'")]
    Value {
        /// The name of the option.
        name: String,
        /// The allowed values.
        allowed: AllowedValue,
        /// The value given.
        value: String,
    },
}

/// The values that an option allows, for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AllowedValue {
    /// `true` and `false`.
    #[error("true or false")]
    Bool,
    /// Whole numbers, from the smallest to the largest.
    #[error("a whole number from {0} to {1}")]
    Number(i64, i64),
    /// The choices, separated by commas.
    #[error("one of {0}")]
    OneOf(String),
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
                // Some engines have a choice of this name.
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

    /// Tests whether the option allows this value; `None` presses a button.
    ///
    /// # Errors
    /// If the value is missing, superfluous or not allowed.
    pub fn check(&self, value: Option<&str>) -> Result<(), OptionError> {
        let name = self.name.clone();
        let value = match (value, &self.kind) {
            (None, OptionKind::Button) => return Ok(()),
            (Some(_), OptionKind::Button) => return Err(OptionError::Button(name)),
            (None, _) => return Err(OptionError::Missing(name)),
            (Some(value), _) => value,
        };
        let allowed = match &self.kind {
            OptionKind::Button | OptionKind::Text | OptionKind::Filename => return Ok(()),
            OptionKind::Check if matches!(value, "true" | "false") => return Ok(()),
            OptionKind::Check => AllowedValue::Bool,
            OptionKind::Spin { min, max } => match value.parse::<i64>() {
                Ok(n) if (min..=max).contains(&&n) => return Ok(()),
                _ => AllowedValue::Number(*min, *max),
            },
            OptionKind::Combo(choices) if choices.iter().any(|c| c == value) => return Ok(()),
            OptionKind::Combo(choices) => AllowedValue::OneOf(choices.join(", ")),
        };
        Err(OptionError::Value {
            name,
            allowed,
            value: value.to_string(),
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

    #[test]
    fn values_are_checked() {
        let spin = option("option name N type spin default 2 min 1 max 4");
        assert_eq!(spin.check(Some("4")), Ok(()));
        for bad in [Some("5"), Some("0"), Some("two"), Some(""), None] {
            assert!(spin.check(bad).is_err());
        }
        let message = spin.check(Some("9")).unwrap_err().to_string();
        assert_eq!(
            message,
            "option N takes a whole number from 1 to 4, not '9'"
        );
        let check = option("option name C type check default true");
        assert_eq!(check.check(Some("false")), Ok(()));
        assert!(check.check(Some("0")).is_err());
        let combo = option("option name S type combo default default var default var x y");
        assert_eq!(combo.default.as_deref(), Some("default"));
        assert_eq!(combo.check(Some("default")), Ok(()));
        assert_eq!(combo.check(Some("x y")), Ok(()));
        let combo = option("option name R type combo default a var a var b");
        assert_eq!(combo.check(Some("b")), Ok(()));
        assert!(combo.check(Some("c")).is_err());
        let button = option("option name B type button");
        assert_eq!(button.check(None), Ok(()));
        assert!(button.check(Some("x")).is_err());
        let text = option("option name T type string default <empty>");
        assert_eq!(text.check(Some("")), Ok(()));
    }
}
