//! A tuning run: pairs of games played and learnt from until there are no more.
//!
//! The state is written after every pair, so that a run can be killed at any
//! time and goes on where it stopped.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, io, thread};

use serde::{Deserialize, Serialize};

use super::clocks::TimeControl;
use super::match_identity::checksum;
use super::openings::{Opening, Openings};
use super::player::Player;
use super::referee::{Rules, Seat, play};
use super::spsa::{Parameter, Spsa, Trial};
use crate::sync::{into_inner, lock};
use crate::types::Color;
use crate::whole_file::write_whole;

/// A player whose margins can be set between games.
pub trait TunedPlayer: Player {
    /// Sets a margin by its name.
    ///
    /// # Errors
    /// If it cannot be set, in words.
    fn set_margin(&mut self, name: &str, value: i32) -> Result<(), String>;
}

/// What is tuned, and by which games.
#[derive(Clone, Debug)]
pub struct TuningConfig {
    /// The file of the state.
    pub state: PathBuf,
    /// Starts; each pair has the next one, over and over.
    pub openings: Openings,
    /// What is tuned, where it begins.
    pub parameters: Vec<Parameter>,
    /// How many pairs of games in the whole run.
    pub pairs: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// Another seed makes other trials.
    pub seed: u64,
    /// Options of both sides: with others it is another run.
    pub options: Vec<(String, Option<String>)>,
    /// Pairs played at once.
    pub concurrency: usize,
}

/// Why a tuning run ended.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The state cannot be read or written.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file holds something else.
    #[error("{}: not the state of a tuning run: {problem}", .path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The file holds another run.
    #[error("{}: the state of another run; its {what} differ. Choose another file, or delete it", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is not the same.
        what: &'static str,
    },
    /// No start to play from.
    #[error("there are no starts")]
    NoStarts,
    /// A player failed.
    #[error("the engine: {0}")]
    Player(String),
}

/// The state of a run on disk.
#[derive(Serialize, Deserialize)]
struct State {
    openings: String,
    nodes: u64,
    seed: u64,
    options: Vec<(String, Option<String>)>,
    run: Spsa,
}

/// A tuning run, begun or to be gone on with.
pub struct Tuning<'a> {
    config: &'a TuningConfig,
    state: Mutex<State>,
    failure: Mutex<Option<TuningError>>,
}

impl<'a> Tuning<'a> {
    /// Begins a run, or takes up the one in the file of the state.
    ///
    /// # Errors
    /// If the file cannot be read or holds another run, or there are no starts.
    pub fn open(config: &'a TuningConfig) -> Result<Tuning<'a>, TuningError> {
        if config.openings.list.is_empty() {
            return Err(TuningError::NoStarts);
        }
        Ok(Tuning {
            config,
            state: Mutex::new(open_state(config)?),
            failure: Mutex::new(None),
        })
    }

    /// Pairs learnt from so far.
    pub fn learnt(&self) -> u64 {
        lock(&self.state).run.learnt
    }

    /// Plays until there are no more pairs, with players that `launch` makes,
    /// two for each pair played at once. `told` hears where the parameters are
    /// after each pair. Returns where they are in the end.
    ///
    /// # Errors
    /// The first error of a player or of the file; pairs in play are finished.
    pub fn run<P: TunedPlayer>(
        self,
        launch: impl Fn() -> Result<P, String> + Sync,
        told: impl Fn(&[Parameter]) + Sync,
    ) -> Result<Vec<Parameter>, TuningError> {
        thread::scope(|scope| {
            for _ in 0..self.config.concurrency.max(1) {
                scope.spawn(|| {
                    if let Err(error) = self.work(&launch, &told) {
                        lock(&self.failure).get_or_insert(error);
                    }
                });
            }
        });
        match into_inner(self.failure) {
            Some(error) => Err(error),
            None => Ok(into_inner(self.state).run.parameters),
        }
    }

    /// Plays pairs until there are no more.
    fn work<P: TunedPlayer>(
        &self,
        launch: &impl Fn() -> Result<P, String>,
        told: &impl Fn(&[Parameter]),
    ) -> Result<(), TuningError> {
        let launch = || launch().map_err(TuningError::Player);
        let mut players = [launch()?, launch()?];
        while lock(&self.failure).is_none() {
            let Some((trial, opening, names)) = self.next() else {
                break;
            };
            for (player, values) in players.iter_mut().zip([&trial.plus, &trial.minus]) {
                for (name, &value) in names.iter().zip(values) {
                    let set = player.set_margin(name, value);
                    set.map_err(TuningError::Player)?;
                }
            }
            let result = self.pair(&mut players, opening);
            self.learn(&trial, result.map_err(TuningError::Player)?, told)?;
        }
        Ok(())
    }

    /// The next trial with its start, and the names of what it sets.
    fn next(&self) -> Option<(Trial, &'a Opening, Vec<String>)> {
        let openings = &self.config.openings.list;
        let mut state = lock(&self.state);
        let index = state.run.begun % openings.len() as u64;
        let trial = state.run.trial()?;
        let names = state.run.parameters.iter().map(|p| p.name.clone());
        Some((trial, openings.get(index as usize)?, names.collect()))
    }

    /// Two games with colours swapped: those won by the first player less those lost.
    fn pair<P: TunedPlayer>(&self, players: &mut [P; 2], opening: &Opening) -> Result<i32, String> {
        let rules = Rules::default();
        let mut result = 0;
        for own in Color::ALL {
            let [a, b] = &mut *players;
            let [a, b] = [a, b].map(|player| Seat {
                ponder: false,
                player,
                control: TimeControl::Nodes(self.config.nodes),
                margin: rules.hang_after,
            });
            let seats = match own {
                Color::Black => [a, b],
                Color::White => [b, a],
            };
            let end = play(seats, opening, &rules).map_err(|e| e.to_string())?.end;
            // Margins lose games by playing badly, never by a fault.
            if end.reason.is_fault() {
                return Err(end.detail.unwrap_or(end.reason.name().to_string()));
            }
            result += match end.winner {
                None => 0,
                Some(winner) if winner == own => 1,
                Some(_) => -1,
            };
        }
        Ok(result)
    }

    fn learn(
        &self,
        trial: &Trial,
        result: i32,
        told: &impl Fn(&[Parameter]),
    ) -> Result<(), TuningError> {
        let mut state = lock(&self.state);
        state.run.learn(trial, result);
        save(&self.config.state, &state)?;
        told(&state.run.parameters);
        Ok(())
    }
}

fn open_state(config: &TuningConfig) -> Result<State, TuningError> {
    let starts: String = (config.openings.list.iter())
        .map(|opening| opening.text() + "\n")
        .collect();
    let new = State {
        openings: checksum(starts.as_bytes()),
        nodes: config.nodes,
        seed: config.seed,
        options: config.options.clone(),
        run: Spsa::new(config.parameters.clone(), config.pairs, config.seed),
    };
    let path = config.state.clone();
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(new),
        Err(source) => return Err(TuningError::File { path, source }),
    };
    let mut old: State = serde_json::from_str(&text).map_err(|e| TuningError::State {
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
        return Err(TuningError::Other { path, what });
    }
    // Pairs in play when it was stopped are played again.
    old.run.begun = old.run.learnt;
    Ok(old)
}

fn save(path: &Path, state: &State) -> Result<(), TuningError> {
    let fail = |source| TuningError::File {
        path: path.to_path_buf(),
        source,
    };
    let text = serde_json::to_vec_pretty(state).map_err(|e| fail(e.into()))?;
    write_whole(path, &text).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::player::{Answer, Ending, PlayerFault, Reply, Thought, Turn};
    use std::time::Duration;

    /// Gives up at once with a margin below the threshold, and plays the first
    /// legal move above it: of two on different sides the higher wins both
    /// games, and of two on the same side each wins one or neither any.
    struct Higher {
        margin: i32,
        threshold: i32,
    }

    impl Player for Higher {
        fn name(&self) -> &str {
            "Higher"
        }

        fn new_game(&mut self) -> Result<(), PlayerFault> {
            Ok(())
        }

        fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault> {
            let moves = crate::movegen::legal_moves(turn.position);
            let reply = match self.margin < self.threshold {
                true => Reply::Resign,
                false => Reply::Move(moves[0]),
            };
            Ok(Answer {
                reply,
                elapsed: Duration::ZERO,
                thought: Thought::default(),
            })
        }

        fn game_over(&mut self, _: Ending) {}
    }

    impl TunedPlayer for Higher {
        fn set_margin(&mut self, name: &str, value: i32) -> Result<(), String> {
            assert_eq!(name, "Margin");
            self.margin = value;
            Ok(())
        }
    }

    fn config(folder: &Path, pairs: u64) -> TuningConfig {
        TuningConfig {
            state: folder.join("state.json"),
            openings: Openings::parse("startpos moves 7g7f\nstartpos moves 2g2f\n").unwrap(),
            parameters: vec![Parameter {
                name: "Margin".to_string(),
                start: 50.0,
                value: 50.0,
                min: 0.0,
                max: 100.0,
                perturbation: 5.0,
            }],
            pairs,
            nodes: 1,
            seed: 1,
            options: Vec::new(),
            concurrency: 1,
        }
    }

    fn run(config: &TuningConfig, heard: &Mutex<Vec<f64>>) -> Result<Vec<Parameter>, TuningError> {
        let launch = || {
            Ok(Higher {
                margin: 0,
                threshold: 50,
            })
        };
        let told = |parameters: &[Parameter]| lock(heard).push(parameters[0].value);
        Tuning::open(config)?.run(launch, told)
    }

    #[test]
    fn a_run_learns_what_wins_and_goes_on_from_its_state() {
        let folder = tempfile::tempdir().unwrap();
        let whole = config(folder.path(), 20);
        let heard = Mutex::new(Vec::new());
        let found = run(&whole, &heard).unwrap();
        let all = into_inner(heard);
        assert_eq!((all.len(), all.last()), (20, Some(&found[0].value)));
        assert!(found[0].value > 50.0, "{found:?}");

        // The same from where it was after five pairs.
        let text = fs::read_to_string(&whole.state).unwrap();
        let mut state: State = serde_json::from_str(&text).unwrap();
        let mut replayed = Spsa::new(whole.parameters.clone(), 20, 1);
        for value in &all[..5] {
            let trial = replayed.trial().unwrap();
            let won = i32::from(trial.plus[0] >= 50) - i32::from(trial.minus[0] >= 50);
            replayed.learn(&trial, 2 * won);
            assert_eq!(replayed.parameters[0].value, *value);
        }
        state.run = replayed;
        save(&whole.state, &state).unwrap();
        let heard = Mutex::new(Vec::new());
        assert_eq!(run(&whole, &heard).unwrap(), found);
        assert_eq!(into_inner(heard), all[5..]);
    }

    #[test]
    fn the_state_of_another_run_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = config(folder.path(), 1);
        run(&first, &Mutex::default()).unwrap();
        let before = fs::read(&first.state).unwrap();
        for (other, what) in [
            (
                TuningConfig {
                    nodes: 2,
                    ..first.clone()
                },
                "nodes",
            ),
            (
                TuningConfig {
                    seed: 2,
                    ..first.clone()
                },
                "seeds",
            ),
            (
                TuningConfig {
                    pairs: 2,
                    ..first.clone()
                },
                "numbers of pairs",
            ),
        ] {
            let error = run(&other, &Mutex::default()).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
        assert_eq!(fs::read(&first.state).unwrap(), before);
        let none = TuningConfig {
            openings: Openings::parse("").unwrap(),
            ..first
        };
        assert!(matches!(Tuning::open(&none), Err(TuningError::NoStarts)));
    }
}
