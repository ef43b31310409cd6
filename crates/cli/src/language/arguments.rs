//! Help and errors of command-line arguments, in Japanese.

use std::error::Error as _;
use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorFormatter, ErrorKind};
use clap::{Arg, ArgAction, Command};
use komadai_messages::{Lang, constant};

use super::library::of_any;
use super::{current, ja, msg};

/// The option that selects the language.
const OPTION: &str = "--lang";

/// The language that the arguments select. It must be known before clap parses them, because clap
/// writes help and errors itself. The last valid `--lang` counts. Arguments after `--` are not
/// options.
pub(crate) fn asked_for(args: &[OsString]) -> Option<Lang> {
    let mut found = None;
    let mut args = args.iter().skip(1).filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next().filter(|arg| *arg != "--") {
        let value = match arg.strip_prefix(OPTION) {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('='),
            None => continue,
        };
        let lang = value.and_then(Lang::of_code);
        found = lang.or(found);
    }
    found
}

/// The arguments without `--lang` if their command is `help`, which takes all other words for names
/// of commands.
pub(crate) fn without_lang_for_help(args: &[OsString]) -> Vec<OsString> {
    let (mut rest, mut left) = (Vec::new(), args.iter());
    while let Some(arg) = left.next() {
        match arg.to_str().and_then(|arg| arg.strip_prefix(OPTION)) {
            Some("") => drop(left.next()),
            Some(value) if value.starts_with('=') => {}
            _ => rest.push(arg.clone()),
        }
    }
    match rest.get(1).is_some_and(|first| first == "help") {
        true => rest,
        false => args.to_vec(),
    }
}

/// A command line for each command that needs arguments.
const EXAMPLES: [&str; 19] = [
    "komadai book convert book.db book.ybb",
    "komadai book info book.db",
    "komadai book make --positions 1000 --out book.db",
    "komadai book merge a.db b.db --out all.db",
    "komadai book probe book.db",
    "komadai book stat games/",
    "komadai convert game.kif game.csa",
    "komadai csa floodgate.toml",
    "komadai data convert games/ --out positions.psv",
    "komadai data distance labels.games --deep deep.games",
    "komadai data rescore games/ --nodes 1000 --out rescored",
    "komadai data stat games/",
    "komadai gensfen --games 1000 --out games",
    "komadai match --a self --b engines/other --nodes 10000 --games 100",
    "komadai mate problems.sfen",
    "komadai net export nn.bin",
    "komadai perft 4",
    "komadai study games/ --html problems.html",
    "komadai train --data games --out nn.bin",
];

/// The example for a command, which is given by its words: `komadai mate`.
fn example(words: &str) -> Option<&'static str> {
    let mut examples = EXAMPLES.into_iter();
    examples.find(|line| {
        line.strip_prefix(words)
            .is_some_and(|rest| rest.starts_with(' '))
    })
}

/// The command with the examples in its help.
pub(crate) fn with_examples(command: Command, words: &str) -> Command {
    command.mut_subcommands(|command| {
        let words = format!("{words} {}", command.get_name());
        let command = with_examples(command, &words);
        match example(&words) {
            Some(line) => command.after_help(msg!(example, line)),
            None => command,
        }
    })
}

/// The command with all its help in Japanese.
pub(crate) fn command_in_japanese(mut command: Command) -> Command {
    // `build` adds clap's own arguments and subcommands, so that they are translated too.
    command.build();
    let name = command.get_name().to_string();
    translated(command, &name)
}

/// The catalogue key of a command's help: `help-book-make`; `help` for the program itself.
fn key_of(command: &Command, program: &str) -> String {
    if command.get_name() == "help" {
        return "help-any.help-command".to_string();
    }
    let path = command.get_display_name().unwrap_or(command.get_name());
    let path = path.strip_prefix(program).unwrap_or(path);
    // `help book make` shows the text of `book make --help`.
    format!("help{}", path.replacen("-help-", "-", 1))
}

fn translated(command: Command, program: &str) -> Command {
    let key = key_of(&command, program);
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
        ja!(Clap.Usage)
    );
    let command = command
        .help_template(template)
        .subcommand_help_heading(constant("Clap.CommandsHead").unwrap_or_default());
    let command = match constant(&key) {
        Some(about) => command.about(first(about)).long_about(about),
        None => command,
    };
    command
        .mut_args(|arg| argument(arg, &key))
        .mut_subcommands(|command| translated(command, program))
}

/// The first paragraph of a help text.
fn first(text: &'static str) -> &'static str {
    text.split("\n\n").next().unwrap_or(text)
}

/// The catalogue keys for the help of an argument or value: first the key of this command, then the
/// key common to all commands.
fn keys_of(command: &str, id: &str) -> [String; 2] {
    // Keys of the catalogue allow neither dots nor underscores.
    let id = id.replace(['.', '_'], "-");
    [format!("{command}.{id}"), format!("help-any.{id}")]
}

/// The help of an argument or of one of its values, from the first of `keys_of` that exists.
fn help(command: &str, id: &str) -> Option<&'static str> {
    keys_of(command, id).iter().find_map(|key| constant(key))
}

/// The argument with Japanese help. The help includes defaults and possible values, which clap
/// would add in English.
fn argument(arg: Arg, command: &str) -> Arg {
    let heading = match arg.is_positional() {
        true => constant("Clap.ArgumentsHead"),
        false => constant("Clap.OptionsHead"),
    };
    let (defaults, names) = (defaults(&arg), names_of_values(&arg));
    let values = described_values(&arg, command);
    let text = help(command, arg.get_id().as_str());
    let arg = arg
        .help_heading(heading.unwrap_or_default())
        .hide_default_value(true)
        .hide_possible_values(true);
    let Some(text) = text else {
        return arg;
    };
    let with = |text: &str, additions: [&Option<String>; 2]| {
        let additions = additions.into_iter().flatten().map(String::as_str);
        std::iter::once(text)
            .chain(additions)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let short = help(command, &format!("{}-short", arg.get_id()));
    let short = with(short.unwrap_or(first(text)), [&defaults, &names]);
    // Long help describes each value, if descriptions exist.
    let long = match values {
        Some(values) => format!("{}\n\n{values}", with(text, [&defaults, &None])),
        None => with(text, [&defaults, &names]),
    };
    arg.help(short).long_help(long)
}

fn takes_values(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

/// The text for default values: `[既定値: 1]`.
fn defaults(arg: &Arg) -> Option<String> {
    let defaults = arg.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
    let is_shown = takes_values(arg) && !defaults.is_empty() && !arg.is_hide_default_value_set();
    is_shown.then(|| ja!(Clap.Default, values = defaults.join(" ")))
}

/// The text for possible values: `[値: a, b]`.
fn names_of_values(arg: &Arg) -> Option<String> {
    let values = arg.get_possible_values();
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let is_shown = takes_values(arg) && !names.is_empty() && !arg.is_hide_possible_values_set();
    is_shown.then(|| ja!(Clap.Values, values = names.join(", ")))
}

/// The possible values with their descriptions, one a line; `None` if no value has a description.
fn described_values(arg: &Arg, command: &str) -> Option<String> {
    let values = arg.get_possible_values();
    let described = values.iter().filter_map(|value| {
        let english = value.get_help()?;
        let text = help(command, &format!("{}-{}", arg.get_id(), value.get_name()));
        let text = text.map_or_else(|| english.to_string(), str::to_string);
        Some(format!("- {}: {text}", value.get_name()))
    });
    let lines: Vec<String> = described.collect();
    (!lines.is_empty()).then(|| format!("{}\n{}", ja!(Clap.ValuesHead), lines.join("\n")))
}

/// The text of an error of clap, in the language of this thread, with an example if arguments are
/// missing.
pub(crate) fn complaint(error: clap::Error) -> String {
    let example = match (error.kind(), error.get(ContextKind::Usage)) {
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::StyledStr(usage))) => {
            let usage = usage.to_string();
            let words = usage.split_whitespace().skip(1);
            let words = words.take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()));
            example(&words.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    };
    let told = match current() {
        Lang::English => error.render().to_string(),
        Lang::Japanese => error.apply::<InJapanese>().render().to_string(),
    };
    match example {
        Some(line) => format!("{}\n\n{}", told.trim_end(), msg!(example, line)),
        None => told,
    }
}

/// Formatter of clap's errors in Japanese, made from their kind and context.
struct InJapanese;

impl ErrorFormatter for InJapanese {
    fn format_error(error: &clap::error::Error<Self>) -> StyledStr {
        let mut text = format!("{}: {}", ja!(Clap.Error), what_is_wrong(error));
        let tips: Vec<String> = tips(error);
        if !tips.is_empty() {
            text += &format!("\n\n{}", tips.join("\n"));
        }
        if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
            let usage = usage.to_string();
            let usage = usage.split_once(' ').map_or("", |(_, usage)| usage);
            text += &format!("\n\n{}: {usage}", ja!(Clap.Usage));
        }
        text += &format!("\n\n{}\n", ja!(Clap.More));
        text.into()
    }
}

fn text_of(error: &clap::error::Error<InJapanese>, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Number(n)) => n.to_string(),
        _ => String::new(),
    }
}

fn texts_of(error: &clap::error::Error<InJapanese>, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

fn what_is_wrong(error: &clap::error::Error<InJapanese>) -> String {
    let (arg, value) = (
        text_of(error, ContextKind::InvalidArg),
        text_of(error, ContextKind::InvalidValue),
    );
    let command = text_of(error, ContextKind::InvalidSubcommand);
    let values = |kind| texts_of(error, kind).join(", ");
    let list = |head: String, kind| {
        let lines = texts_of(error, kind)
            .into_iter()
            .map(|line| format!("\n  {line}"));
        head + &lines.collect::<String>()
    };
    match error.kind() {
        ErrorKind::ArgumentConflict => match &texts_of(error, ContextKind::PriorArg)[..] {
            [other] if *other == arg => ja!(Clap.Repeated, arg),
            [other] => ja!(Clap.Conflict, arg, other),
            _ => list(ja!(Clap.Conflicts, arg), ContextKind::PriorArg),
        },
        ErrorKind::NoEquals => ja!(Clap.NoEquals, arg),
        ErrorKind::InvalidValue => {
            let said = match value.is_empty() {
                true => ja!(Clap.NoValue, arg),
                false => ja!(Clap.InvalidValue, arg, value),
            };
            match values(ContextKind::ValidValue) {
                values if values.is_empty() => said,
                values => format!("{said}\n  {}", ja!(Clap.Values, values)),
            }
        }
        ErrorKind::ValueValidation => match error.source() {
            Some(source) => ja!(Clap.BrokenValue, arg, value, why = why(&value, source)),
            None => ja!(Clap.InvalidValue, arg, value),
        },
        ErrorKind::UnknownArgument => ja!(Clap.UnknownArgument, arg),
        ErrorKind::InvalidSubcommand => ja!(Clap.UnknownCommand, command),
        ErrorKind::MissingRequiredArgument => {
            list(ja!(Clap.MissingArguments), ContextKind::InvalidArg)
        }
        ErrorKind::MissingSubcommand => {
            let commands = values(ContextKind::ValidSubcommand);
            let known = ja!(Clap.Commands, commands);
            format!("{}\n  {known}", ja!(Clap.MissingCommand, command))
        }
        ErrorKind::TooManyValues => ja!(Clap.TooManyValues, arg, value),
        ErrorKind::TooFewValues => {
            ja!(
                Clap.TooFewValues,
                arg,
                n = text_of(error, ContextKind::MinValues)
            )
        }
        ErrorKind::WrongNumberOfValues => {
            let n = text_of(error, ContextKind::ExpectedNumValues);
            ja!(Clap.NumberOfValues, arg, n)
        }
        ErrorKind::InvalidUtf8 => ja!(Clap.Utf8),
        kind => kind.to_string(),
    }
}

/// The reason why a value is refused. Of a number out of range, clap gives only an English text;
/// the range (`1..=32`) is taken from that text.
fn why(value: &str, source: &(dyn std::error::Error + 'static)) -> String {
    let text = source.to_string();
    match text.split(' ').find(|word| word.contains("..")) {
        Some(range) => ja!(Clap.OutOfRange, value, range),
        None => of_any(source),
    }
}

/// The tip to pass a value that looks like an option after `--`, if clap suggests it.
fn as_value(error: &clap::error::Error<InJapanese>) -> Option<String> {
    let arg = text_of(error, ContextKind::InvalidArg);
    let Some(ContextValue::StyledStrs(suggestions)) = error.get(ContextKind::Suggested) else {
        return None;
    };
    let escaped = format!("-- {arg}");
    let is_meant = suggestions
        .iter()
        .any(|text| text.to_string().contains(&escaped));
    is_meant.then(|| ja!(Clap.AsValue, arg))
}

fn tips(error: &clap::error::Error<InJapanese>) -> Vec<String> {
    let similar = |kind| {
        let names = texts_of(error, kind);
        (!names.is_empty()).then(|| format!("'{}'", names.join("', '")))
    };
    let tips = [
        similar(ContextKind::SuggestedSubcommand).map(|names| ja!(Clap.SimilarCommands, names)),
        similar(ContextKind::SuggestedArg).map(|names| ja!(Clap.SimilarArguments, names)),
        similar(ContextKind::SuggestedValue).map(|names| ja!(Clap.SimilarValues, names)),
        as_value(error),
    ];
    let tips = tips.into_iter().flatten();
    tips.map(|tip| format!("  {}", ja!(Clap.Tip, tip)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

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

    /// The names of a command's arguments and values with their English help.
    fn help_of_arguments(command: &Command) -> Vec<(String, String)> {
        let args = command.get_arguments().flat_map(|arg| {
            let values = arg.get_possible_values().into_iter().filter_map(|value| {
                let name = format!("{}-{}", arg.get_id(), value.get_name());
                Some((name, value.get_help()?.to_string()))
            });
            let help = arg.get_help().map(StyledStr::to_string);
            let own = help.map(|help| (arg.get_id().to_string(), help));
            own.into_iter().chain(values).collect::<Vec<_>>()
        });
        args.collect()
    }

    /// Appends a command and all its subcommands with their keys.
    fn commands(command: &Command, program: &str, out: &mut Vec<(String, Command)>) {
        out.push((key_of(command, program), command.clone()));
        for command in command.get_subcommands() {
            commands(command, program, out);
        }
    }

    fn all_commands() -> Vec<(String, Command)> {
        let mut command = crate::Cli::command();
        command.build();
        let mut all = Vec::new();
        commands(&command, command.get_name(), &mut all);
        all
    }

    #[test]
    fn every_help_text_is_there_in_japanese_and_no_other() {
        let (mut used, mut missing) = (BTreeSet::new(), Vec::new());
        for (key, command) in all_commands() {
            let has_help = command.get_about().is_some();
            match constant(&key) {
                Some(_) => drop(used.insert(key.clone())),
                None if has_help => missing.push(key.clone()),
                None => {}
            }
            for (name, english) in help_of_arguments(&command) {
                let keys = keys_of(&key, &name);
                let short = keys_of(&key, &format!("{name}-short"));
                used.extend(short.into_iter().filter(|key| constant(key).is_some()));
                match keys.into_iter().find(|key| constant(key).is_some()) {
                    Some(key) => drop(used.insert(key)),
                    // Help of one word is a name, which needs no translation.
                    None if !english.contains(' ') => {}
                    None => missing.push(format!("{key}.{name}: {english}")),
                }
            }
        }
        assert!(used.len() > 200, "{}", used.len());
        assert!(missing.is_empty(), "not there in Japanese: {missing:#?}");
        let stale = komadai_messages::keys();
        let stale = stale.filter(|key| key.starts_with("help") && !used.contains(*key));
        assert_eq!(stale.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn another_english_wording_leaves_the_japanese_help_as_it_is() {
        fn reworded(command: Command) -> Command {
            let about = command.get_about().is_some();
            let command = match about {
                true => command
                    .about("Other words")
                    .long_about("Other words, and more"),
                false => command,
            };
            let arg = |arg: Arg| match arg.get_help().is_some() {
                true => arg.help("Other words").long_help("Other words, and more"),
                false => arg,
            };
            command.mut_args(arg).mut_subcommands(reworded)
        }
        fn help(command: Command) -> String {
            let mut all = Vec::new();
            let command = command_in_japanese(command);
            commands(&command, "", &mut all);
            let texts = all
                .into_iter()
                .map(|(_, mut c)| c.render_long_help().to_string());
            texts.collect()
        }
        let told = help(crate::Cli::command());
        assert!(told.contains("探索スレッドの数"));
        assert_eq!(help(reworded(crate::Cli::command())), told);
    }
}
