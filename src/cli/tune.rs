//! `komadai tune`: the search's margins, tuned by games against itself.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, thread};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::CliError;
use super::matches::players::{Agreed, OptionPair, UsiPlayer, parse_option};
use crate::client::LaunchConfig;
use crate::matches::clocks::TimeControl;
use crate::matches::match_file::checksum;
use crate::matches::openings::Openings;
use crate::matches::referee::{GameEnd, Rules, Seat, play};
use crate::matches::spsa::{Parameter, Spsa, Trial};
use crate::search::tunables;
use crate::types::Color;
use crate::whole_file::write_whole;

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
    #[error("{}: {source}", .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: {problem}", .path.display())]
    Openings { path: PathBuf, problem: String },
    #[error("{}: not the state of a tuning run: {problem}", .path.display())]
    State { path: PathBuf, problem: String },
    #[error("{}: the state of another run; its {what} differ. Choose another file, or delete it", .path.display())]
    Other { path: PathBuf, what: &'static str },
    #[error("the engine: {0}")]
    Engine(String),
}

/// What is written down: the run, and what it must be gone on with.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct State {
    openings: String,
    nodes: u64,
    seed: u64,
    options: Vec<OptionPair>,
    run: Spsa,
}

impl Tune {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if !cfg!(feature = "tuning") {
            return Err(TuneError::Fixed.into());
        }
        let openings = self.read_openings()?;
        let state = Mutex::new(self.open_state(&openings)?);
        let begun = lock(&state).run.learnt;
        let bar = progress_bar(self.pairs, begun);
        let failure: Mutex<Option<TuneError>> = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                scope.spawn(|| {
                    if let Err(error) = self.work(&state, &openings, &failure, &bar) {
                        lock(&failure).get_or_insert(error);
                    }
                });
            }
        });
        bar.finish_and_clear();
        if let Some(error) = lock(&failure).take() {
            return Err(error.into());
        }
        for p in &lock(&state).run.parameters {
            let (name, start, value) = (&p.name, p.start, p.value);
            writeln!(out, "{name:<24} {start:>8} -> {value:>9.1}")?;
        }
        Ok(())
    }

    fn read_openings(&self) -> Result<Openings, TuneError> {
        let path = self.openings.clone();
        let text = fs::read_to_string(&path).map_err(|source| TuneError::File {
            path: path.clone(),
            source,
        })?;
        let problem = match Openings::parse(&text) {
            Ok(openings) if openings.list.is_empty() => "no starts".to_string(),
            Ok(openings) => return Ok(openings),
            Err(error) => error.to_string(),
        };
        Err(TuneError::Openings { path, problem })
    }

    fn open_state(&self, openings: &Openings) -> Result<State, TuneError> {
        let starts: String = openings.list.iter().map(|o| o.text() + "\n").collect();
        let parameters: Result<Vec<Parameter>, TuneError> =
            self.params.iter().map(|text| parameter(text)).collect();
        let new = State {
            openings: checksum(starts.as_bytes()),
            nodes: self.nodes,
            seed: self.seed,
            options: self.opt.clone(),
            run: Spsa::new(parameters?, self.pairs, self.seed),
        };
        let path = self.state.clone();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(new),
            Err(source) => return Err(TuneError::File { path, source }),
        };
        let mut old: State = serde_json::from_str(&text).map_err(|e| TuneError::State {
            path: path.clone(),
            problem: e.to_string(),
        })?;
        let known = |run: &Spsa| -> Vec<Parameter> {
            let now = run.parameters.iter().cloned();
            now.map(|p| Parameter {
                value: p.start,
                ..p
            })
            .collect()
        };
        let differs = [
            (old.openings != new.openings, "starts"),
            (old.nodes != new.nodes, "nodes"),
            (old.seed != new.seed, "seeds"),
            (old.options != new.options, "options"),
            (old.run.trials != new.run.trials, "numbers of pairs"),
            (known(&old.run) != known(&new.run), "parameters"),
        ];
        if let Some((_, what)) = differs.into_iter().find(|(differs, _)| *differs) {
            return Err(TuneError::Other { path, what });
        }
        // Pairs in play when it was stopped are played again.
        old.run.begun = old.run.learnt;
        Ok(old)
    }

    /// Plays pairs until there are no more.
    fn work(
        &self,
        state: &Mutex<State>,
        openings: &Openings,
        failure: &Mutex<Option<TuneError>>,
        bar: &ProgressBar,
    ) -> Result<(), TuneError> {
        let engine = |e: &dyn std::fmt::Display| TuneError::Engine(e.to_string());
        let mut players = [self.launch()?, self.launch()?];
        loop {
            if lock(failure).is_some() {
                return Ok(());
            }
            let (trial, number, names) = {
                let mut state = lock(state);
                let number = state.run.begun;
                let names: Vec<String> =
                    (state.run.parameters.iter().map(|p| p.name.clone())).collect();
                match state.run.trial() {
                    Some(trial) => (trial, number, names),
                    None => return Ok(()),
                }
            };
            for (player, values) in players.iter_mut().zip([&trial.plus, &trial.minus]) {
                for (name, value) in names.iter().zip(values) {
                    player
                        .set_option(name, &value.to_string())
                        .map_err(|e| engine(&e))?;
                }
            }
            let index = (number % openings.list.len() as u64) as usize;
            let result = self
                .pair(&mut players, openings, index)
                .map_err(|e| engine(&e))?;
            self.learn(&mut lock(state), &trial, result, bar)?;
        }
    }

    /// Two games with colours swapped: those won by the first player less those lost.
    fn pair(
        &self,
        players: &mut [UsiPlayer; 2],
        openings: &Openings,
        index: usize,
    ) -> Result<i32, String> {
        let opening = &openings.list[index];
        let rules = Rules::default();
        let mut result = 0;
        for own in Color::ALL {
            let [a, b] = &mut *players;
            let [a, b] = [a, b].map(|player| Seat {
                player,
                control: TimeControl::Nodes(self.nodes),
                margin: rules.hang_after,
            });
            let seats = match own {
                Color::Black => [a, b],
                Color::White => [b, a],
            };
            let played = play(seats, opening, &rules).map_err(|e| e.to_string())?;
            let GameEnd { winner, .. } = match played.end {
                // Margins lose games by playing badly, never by a fault.
                end if end.reason.is_fault() => {
                    return Err(end.detail.unwrap_or(end.reason.name().to_string()));
                }
                end => end,
            };
            result += match winner {
                None => 0,
                Some(winner) if winner == own => 1,
                Some(_) => -1,
            };
        }
        Ok(result)
    }

    fn launch(&self) -> Result<UsiPlayer, TuneError> {
        let fail = |problem: String| TuneError::Engine(problem);
        let path = std::env::current_exe().map_err(|e| fail(e.to_string()))?;
        let small = [
            ("Threads", "1"),
            ("USI_Hash", "16"),
            ("USI_OwnBook", "false"),
        ];
        let options = small.map(|(name, value)| (name.to_string(), Some(value.to_string())));
        let config = LaunchConfig {
            options: options.into_iter().chain(self.opt.clone()).collect(),
            ..LaunchConfig::new(format!("\"{}\"", path.display()))
        };
        let rules = Rules::default();
        let agreed = Agreed {
            max_moves: rules.max_moves,
            entering_king: rules.entering_king,
        };
        UsiPlayer::launch(config, agreed).map_err(|e| fail(e.to_string()))
    }

    fn learn(
        &self,
        state: &mut State,
        trial: &Trial,
        result: i32,
        bar: &ProgressBar,
    ) -> Result<(), TuneError> {
        state.run.learn(trial, result);
        save(&self.state, state)?;
        bar.inc(1);
        let values = state.run.parameters.iter();
        let values: Vec<String> = values
            .map(|p| format!("{} {:.0}", p.name, p.value))
            .collect();
        bar.set_message(values.join(", "));
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn save(path: &Path, state: &State) -> Result<(), TuneError> {
    let fail = |source| TuneError::File {
        path: path.to_path_buf(),
        source,
    };
    let text = serde_json::to_vec_pretty(state).map_err(|e| fail(e.into()))?;
    write_whole(path, &text).map_err(fail)
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

fn progress_bar(pairs: u64, done: u64) -> ProgressBar {
    let bar = ProgressBar::new(pairs).with_position(done);
    let template = "{wide_bar} {pos}/{len} pairs, {eta} left\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar
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
