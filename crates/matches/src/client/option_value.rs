//! Test of values for the options that an engine lists.

use komadai::engine::usi_options::{AllowedValue, OptionError};
use komadai::usi::{OptionKind, OptionLine};

/// Tests whether the option allows this value; `None` presses a button.
///
/// # Errors
/// If the value is missing, superfluous or not allowed.
pub(super) fn check(option: &OptionLine, value: Option<&str>) -> Result<(), OptionError> {
    let name = &option.name;
    let value = match (value, &option.kind) {
        (None, OptionKind::Button) => return Ok(()),
        (Some(_), OptionKind::Button) => return Err(OptionError::Button(name.clone())),
        (None, _) => return Err(OptionError::Missing(name.clone())),
        (Some(value), _) => value,
    };
    let allowed = match &option.kind {
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
    Err(allowed.error(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked() {
        let spin = OptionLine::parse("option name N type spin default 2 min 1 max 4").unwrap();
        assert_eq!(check(&spin, Some("4")), Ok(()));
        for bad in [Some("5"), Some("0"), Some("two"), Some(""), None] {
            assert!(check(&spin, bad).is_err());
        }
        let message = check(&spin, Some("9")).unwrap_err().to_string();
        assert_eq!(
            message,
            "option N takes a whole number from 1 to 4, not '9'"
        );
        let flag = OptionLine::parse("option name C type check default true").unwrap();
        assert_eq!(check(&flag, Some("false")), Ok(()));
        assert!(check(&flag, Some("0")).is_err());
        let combo =
            OptionLine::parse("option name S type combo default default var default var x y")
                .unwrap();
        assert_eq!(combo.default.as_deref(), Some("default"));
        assert_eq!(check(&combo, Some("default")), Ok(()));
        assert_eq!(check(&combo, Some("x y")), Ok(()));
        let combo = OptionLine::parse("option name R type combo default a var a var b").unwrap();
        assert_eq!(check(&combo, Some("b")), Ok(()));
        assert!(check(&combo, Some("c")).is_err());
        let button = OptionLine::parse("option name B type button").unwrap();
        assert_eq!(check(&button, None), Ok(()));
        assert!(check(&button, Some("x")).is_err());
        let text = OptionLine::parse("option name T type string default <empty>").unwrap();
        assert_eq!(check(&text, Some("")), Ok(()));
    }
}
