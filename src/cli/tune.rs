//! `komadai tune`: the search's margins, tuned by games against itself.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::error::{CliError, CommandError};
use super::language::choose;
use super::matches::players::{Agreed, OptionPair, UsiPlayer, parse_option};
use super::outputs::try_file;
use super::progress;
use crate::client::LaunchConfig;
use crate::matches::openings::{Openings, OpeningsFileError};
use crate::matches::referee::Rules;
use crate::matches::spsa::Parameter;
use crate::matches::tuning::{TunedPlayer, Tuning, TuningConfig, TuningError};
use crate::search::tunables;

/// Tune margins of the search by games at fixed nodes (SPSA)
///
/// Each pair of games is played by the engine with all margins moved a little,
/// each up or down by chance, against the engine with all of them moved the
/// other way. The state is written after every pair: the same command goes on
/// where it was stopped. What comes out has to prove itself in a match.
#[derive(Debug, Args)]
pub(super) struct Tune {
    /// What to tune: NAME, NAME:PERTURBATION or NAME:PERTURBATION:START.
    /// Without a perturbation it is a twentieth of the range
    #[arg(long = "param", required = true, num_args = 1.., value_name = "NAME[:C[:START]]")]
    params: Vec<String>,
    /// The state of the run, a JSON file
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Starts: a file with a line `startpos moves ...` or `sfen ...` for each
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// How many pairs of games
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Options of both sides, as Name=Value
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parse_option)]
    opt: Vec<OptionPair>,
    /// Pairs played at once
    #[arg(long, default_value_t = 1, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Another seed makes other trials
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Why a tuning run ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum TuneError {
    #[error("this build has fixed margins; build with `--features tuning`")]
    Fixed,
    #[error("--param {0}: {1}")]
    Parameter(String, String),
    #[error(transparent)]
    Openings(#[from] OpeningsFileError),
}

impl CommandError for TuneError {}
impl CommandError for TuningError {}

impl TunedPlayer for UsiPlayer {
    fn set_margin(&mut self, name: &str, value: i32) -> Result<(), String> {
        let set = self.set_option(name, &value.to_string());
        set.map_err(|error| error.to_string())
    }
}

impl Tune {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if !cfg!(feature = "tuning") {
            return Err(TuneError::Fixed.into());
        }
        try_file(&self.state)?;
        let config = self.config()?;
        let tuning = Tuning::open(&config)?;
        let words = choose(
            "{pos}/{len} pairs, {eta} left\n{msg}",
            "{pos}/{len} 組、残り {eta}\n{msg}",
        );
        let bar = progress::bar(config.pairs, tuning.learnt(), words);
        let tuned = tuning.run(
            || launch(&config.options),
            |parameters| {
                let values = parameters.iter();
                let values = values.map(|p| format!("{} {:.0}", p.name, p.value));
                bar.set_message(values.collect::<Vec<_>>().join(", "));
                bar.inc(1);
            },
        );
        bar.finish_and_clear();
        for p in tuned? {
            let (name, start, value) = (&p.name, p.start, p.value);
            writeln!(out, "{name:<24} {start:>8} -> {value:>9.1}")?;
        }
        Ok(())
    }

    fn config(self) -> Result<TuningConfig, TuneError> {
        let parameters: Result<Vec<Parameter>, TuneError> =
            self.params.iter().map(|text| parameter(text)).collect();
        Ok(TuningConfig {
            openings: Openings::read(&self.openings)?,
            parameters: parameters?,
            state: self.state,
            pairs: self.pairs,
            nodes: self.nodes,
            seed: self.seed,
            options: self.opt,
            concurrency: usize::from(self.concurrency),
        })
    }
}

/// This engine as a process of its own: its margins are those of the process.
fn launch(options: &[OptionPair]) -> Result<UsiPlayer, String> {
    let path = std::env::current_exe().map_err(|error| error.to_string())?;
    let small = [
        ("Threads", "1"),
        ("USI_Hash", "16"),
        ("USI_OwnBook", "false"),
    ];
    let small = small.map(|(name, value)| (name.to_string(), Some(value.to_string())));
    let config = LaunchConfig {
        options: small.into_iter().chain(options.to_vec()).collect(),
        ..LaunchConfig::new(format!("\"{}\"", path.display()))
    };
    let rules = Rules::default();
    let agreed = Agreed {
        max_moves: rules.max_moves,
        entering_king: rules.entering_king,
        ponder: false,
    };
    UsiPlayer::launch(config, agreed).map_err(|error| error.to_string())
}

/// Reads `NAME`, `NAME:PERTURBATION` or `NAME:PERTURBATION:START`.
fn parameter(text: &str) -> Result<Parameter, TuneError> {
    let fail = |why: String| TuneError::Parameter(text.to_string(), why);
    let words: Vec<&str> = text.split(':').collect();
    let known = tunables::ALL.iter().find(|t| t.name == words[0]);
    let Some(tunable) = known else {
        return Err(fail("there is no such margin".to_string()));
    };
    let number = |i: usize, otherwise: f64| match words.get(i) {
        None => Ok(otherwise),
        Some(word) => match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(fail(format!("'{word}' is no number"))),
        },
    };
    let (min, max) = (f64::from(tunable.range.0), f64::from(tunable.range.1));
    let perturbation = number(1, (max - min) / 20.0)?;
    let start = number(2, f64::from(tunable.default))?;
    if words.len() > 3 {
        return Err(fail("too many colons".to_string()));
    }
    if perturbation <= 0.0 {
        return Err(fail("the perturbation must be above 0".to_string()));
    }
    if !(min..=max).contains(&start) {
        return Err(fail(format!("the start must be from {min} to {max}")));
    }
    Ok(Parameter {
        name: tunable.name.to_string(),
        start,
        value: start,
        min,
        max,
        perturbation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_and_wrong_ones_named() {
        let tunable = &tunables::ALL[0];
        let name = tunable.name;
        let read = parameter(name).unwrap();
        let (min, max) = (f64::from(tunable.range.0), f64::from(tunable.range.1));
        assert_eq!((read.min, read.max), (min, max));
        assert_eq!(read.perturbation, (max - min) / 20.0);
        assert_eq!(read.value, f64::from(tunable.default));
        let read = parameter(&format!("{name}:2.5:{max}")).unwrap();
        assert_eq!((read.perturbation, read.start), (2.5, max));
        for wrong in [
            "nonsense".to_string(),
            format!("{name}:x"),
            format!("{name}:0"),
            format!("{name}:1:{}", max + 1.0),
            format!("{name}:1:{max}:1"),
            format!("{name}:inf"),
        ] {
            let error = parameter(&wrong).unwrap_err().to_string();
            assert!(error.contains(&wrong), "{error}");
        }
    }
}
