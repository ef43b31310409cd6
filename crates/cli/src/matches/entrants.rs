//! The engines of a match as the command line names them.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::error::{OptionTextError, SideError};
use super::players::{OptionArg, OptionPair, parse_option_arg, resolve};

/// The id of the argument.
const ID: &str = "engine";

/// Engines given by `--engine CMD [NAME=VALUE...]`, once for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines(Vec<Vec<String>>);

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Engines, clap::Error> {
        let mut engines = Engines::default();
        engines.update_from_arg_matches(matches)?;
        Ok(engines)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        if let Some(given) = matches.get_occurrences::<String>(ID) {
            self.0 = given.map(|words| words.cloned().collect()).collect();
        }
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let help = "An engine of a match between several: its command or `self`, then its \
                    options, and name=TEXT to call it otherwise; once for each";
        let engine = Arg::new(ID).long(ID).action(ArgAction::Append);
        let engine = engine.num_args(1..).value_names(["CMD", "NAME=VALUE"]);
        command.arg(engine.help(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

/// One engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entrant {
    /// How it is started, or `self`.
    pub command: String,
    /// The options to set.
    pub options: Vec<OptionPair>,
    /// What to call it; `None` for its own name.
    pub name: Option<String>,
}

impl Entrant {
    /// An engine with these options.
    ///
    /// # Errors
    /// If a file of options cannot be read.
    pub fn new(command: &str, options: &[OptionArg]) -> Result<Entrant, SideError> {
        Ok(Entrant {
            command: command.to_string(),
            options: resolve(options)?,
            name: None,
        })
    }

    /// Whether its options let it think on the opponent's time.
    pub fn may_ponder(&self) -> bool {
        let is = |(name, value): &&OptionPair| {
            name.eq_ignore_ascii_case("USI_Ponder") && value.is_some()
        };
        match self.options.iter().rev().find(is) {
            Some((_, Some(value))) => value.eq_ignore_ascii_case("true"),
            _ => true,
        }
    }

    /// What stands behind one `--engine`.
    ///
    /// # Errors
    /// If an option makes no sense or a file of options cannot be read.
    fn read(words: &[String]) -> Result<Entrant, SideError> {
        let (command, rest) = words.split_first().ok_or(SideError::NoCommand)?;
        let name = rest.iter().find_map(|word| word.strip_prefix("name="));
        let options = rest.iter().filter(|word| !word.starts_with("name="));
        let options: Result<Vec<OptionArg>, OptionTextError> =
            options.map(|word| parse_option_arg(word)).collect();
        Ok(Entrant {
            name: name.map(str::to_string),
            ..Entrant::new(command, &options?)?
        })
    }
}

impl Engines {
    /// Whether any is given.
    pub fn are_given(&self) -> bool {
        !self.0.is_empty()
    }

    /// All of them; what is wrong with one comes with its number from 0.
    pub fn entrants(&self) -> Result<Vec<Entrant>, (usize, SideError)> {
        let all = self.0.iter().enumerate();
        all.map(|(i, words)| Entrant::read(words).map_err(|problem| (i, problem)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        engines: Engines,
        #[arg(long)]
        other: bool,
    }

    fn read(words: &[&str]) -> Result<Vec<Entrant>, (usize, SideError)> {
        let line = Line::try_parse_from([&["match"], words].concat()).unwrap();
        line.engines.entrants()
    }

    #[test]
    fn each_engine_has_its_own_options() {
        let entrants = read(&[
            "--engine",
            "self",
            "USI_Strength=-5",
            "name=weak one",
            "--other",
            "--engine",
            "engines/x -v",
            "--engine=gpsusi",
            "--engine",
            "self",
            "Clear",
            "Text=a=b",
        ]);
        let pair = |name: &str, value: Option<&str>| (name.to_string(), value.map(str::to_string));
        let entrant = |command: &str, options: &[OptionPair], name: Option<&str>| Entrant {
            command: command.to_string(),
            options: options.to_vec(),
            name: name.map(str::to_string),
        };
        assert_eq!(
            entrants.unwrap(),
            [
                entrant(
                    "self",
                    &[pair("USI_Strength", Some("-5"))],
                    Some("weak one")
                ),
                entrant("engines/x -v", &[], None),
                entrant("gpsusi", &[], None),
                entrant(
                    "self",
                    &[pair("Clear", None), pair("Text", Some("a=b"))],
                    None
                ),
            ]
        );
        let ponders = |options: &[OptionPair]| entrant("x", options, None).may_ponder();
        assert!(ponders(&[]) && ponders(&[pair("USI_Ponder", Some("true"))]));
        assert!(!ponders(&[pair("usi_ponder", Some("false"))]));
        assert!(read(&[]).unwrap().is_empty());
        assert!(Line::try_parse_from(["match", "--engine"]).is_err());
        let (number, problem) = read(&["--engine", "self", "--engine", "self", "=5"]).unwrap_err();
        assert_eq!(
            (number, problem.to_string().as_str()),
            (1, "an option is written Name=Value")
        );
    }
}
