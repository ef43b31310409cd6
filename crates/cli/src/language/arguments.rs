//! Help and complaints about arguments, in Japanese.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command, ValueEnum};

use super::lang::Lang;
use super::lookup::in_japanese as look_up;

/// The option that names the language.
const OPTION: &str = "--lang";

/// Help as clap lays it out, with a Japanese heading.
const TEMPLATE: &str =
    "{before-help}{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

/// The language that a command line names: it has to be known before the rest is read,
/// for help and complaints. The last one counts, what stands behind `--` does not.
pub(crate) fn asked_for(args: &[OsString]) -> Option<Lang> {
    let mut found = None;
    let mut args = args.iter().skip(1).filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next().filter(|arg| *arg != "--") {
        let value = match arg.strip_prefix(OPTION) {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('='),
            None => continue,
        };
        let lang = value.and_then(|value| Lang::from_str(value, false).ok());
        found = lang.or(found);
    }
    found
}

/// The command with all its texts in Japanese.
pub(crate) fn in_japanese(mut command: Command) -> Command {
    // What clap adds itself is there once it is built.
    command.build();
    translated(command)
}

fn translated(command: Command) -> Command {
    let about = command.get_about().map(translate);
    let long_about = command.get_long_about().map(translate);
    let command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド");
    let command = match about {
        Some(about) => command.about(about),
        None => command,
    };
    let command = match long_about {
        Some(about) => command.long_about(about),
        None => command,
    };
    command.mut_args(argument).mut_subcommands(translated)
}

/// A help text, paragraph by paragraph.
fn translate(text: &StyledStr) -> String {
    let text = text.to_string();
    let paragraphs = text
        .split("\n\n")
        .map(|part| look_up(part.trim_end_matches('.')));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// An argument with its help, and with what clap would add to it in English.
fn argument(arg: Arg) -> Arg {
    let with = |text: &StyledStr, additions: &[Option<String>]| {
        let parts = std::iter::once(translate(text)).chain(additions.iter().flatten().cloned());
        parts.collect::<Vec<_>>().join(" ")
    };
    let (defaults, names, values) = (
        defaults(&arg),
        names_of_values(&arg),
        described_values(&arg),
    );
    // Long help has the values described, if they are.
    let in_long = names.clone().filter(|_| values.is_none());
    let help = arg
        .get_help()
        .map(|text| with(text, &[defaults.clone(), names]));
    let long = arg.get_long_help().or(arg.get_help());
    let long = long.map(|text| with(text, &[defaults, in_long]));
    let heading = match arg.is_positional() {
        true => "引数",
        false => "オプション",
    };
    let long = match (long, values) {
        (Some(long), Some(values)) => Some(format!("{long}\n\n{values}")),
        (long, _) => long,
    };
    let arg = arg
        .help_heading(heading)
        .hide_default_value(true)
        .hide_possible_values(true);
    match (help, long) {
        (Some(help), Some(long)) => arg.help(help).long_help(long),
        _ => arg,
    }
}

fn takes_values(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

/// `[既定値: 1]`.
fn defaults(arg: &Arg) -> Option<String> {
    let defaults = arg.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
    let is_shown = takes_values(arg) && !defaults.is_empty() && !arg.is_hide_default_value_set();
    is_shown.then(|| format!("[既定値: {}]", defaults.join(" ")))
}

/// `[値: a, b]`.
fn names_of_values(arg: &Arg) -> Option<String> {
    let values = arg.get_possible_values();
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let is_shown = takes_values(arg) && !names.is_empty() && !arg.is_hide_possible_values_set();
    is_shown.then(|| format!("[値: {}]", names.join(", ")))
}

/// What each possible value means, one a line, if that is told.
fn described_values(arg: &Arg) -> Option<String> {
    let values = arg.get_possible_values();
    let described = values.iter().filter_map(|value| {
        let help = value.get_help()?;
        Some(format!("- {}: {}", value.get_name(), translate(help)))
    });
    let lines: Vec<String> = described.collect();
    (!lines.is_empty()).then(|| format!("値:\n{}", lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_found_before_the_rest_is_read() {
        for (line, lang) in [
            ("komadai", None),
            ("komadai --lang ja", Some(Lang::Japanese)),
            ("komadai bench --lang=ja", Some(Lang::Japanese)),
            ("komadai --lang ja bench --lang en", Some(Lang::English)),
            ("komadai --lang xx", None),
            ("komadai --lang", None),
            ("komadai --language ja", None),
            ("komadai eval -- --lang ja", None),
            ("--lang ja", None),
        ] {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(asked_for(&args), lang, "{line}");
        }
    }
}
