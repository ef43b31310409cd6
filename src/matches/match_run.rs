//! Runs a match: hands out the games, keeps their records, and stops when enough is known.
//!
//! Each worker is a plain thread with two players of its own. It waits for
//! engines most of the time, and a worker of a rayon pool that waits for
//! another pool may meanwhile be given a second game to play, which would
//! count against the clock of the first.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::clocks::TimeControl;
use super::game_record::{Contestant, GameRecord};
use super::match_file::{RecordError, RecordFile};
use super::openings::Opening;
use super::player::Player;
use super::referee::{EndReason, GameError, Rules, Seat, play};
use super::sprt::{Decision, Sprt};
use super::tally::Tally;

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideConfig {
    /// Its limits.
    pub control: TimeControl,
    /// How late it may be.
    pub margin: Duration,
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// A and B.
    pub sides: [SideConfig; 2],
    /// The starts; pair n uses the n-th.
    pub openings: Vec<Opening>,
    /// How many games; two for each start.
    pub games: usize,
    /// What the referee goes by.
    pub rules: Rules,
    /// How many games are played at once.
    pub concurrency: usize,
    /// When to stop before all games are played.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An odd number of games.
    #[error("{0} games are no pairs; the number of games must be even and above 0")]
    Odd(usize),
    /// Not enough starts.
    #[error("{games} games need {} different starts, but there are only {starts}", .games / 2)]
    Starts {
        /// Games asked for.
        games: usize,
        /// Starts there are.
        starts: usize,
    },
    /// A player cannot be started.
    #[error("{who} cannot be started: {problem}")]
    Player {
        /// Which.
        who: Contestant,
        /// Why.
        problem: String,
    },
    /// A game cannot be played.
    #[error("game {}: {error}", .game + 1)]
    Game {
        /// The game, from 0.
        game: usize,
        /// Why.
        error: GameError,
    },
    /// The records cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The earlier games do not belong to this match.
    #[error("game {} of the records begins with '{found}' instead of '{expected}'", .game + 1)]
    Foreign {
        /// The game, from 0.
        game: usize,
        /// Its start there.
        found: String,
        /// Its start here.
        expected: String,
    },
}

/// Makes players: one of each side for each worker, and again after a crash.
pub trait PlayerFactory: Sync {
    /// Starts a player.
    ///
    /// # Errors
    /// If it cannot be started, with a message for people.
    fn make(&self, who: Contestant) -> Result<Box<dyn Player>, String>;
}

impl MatchConfig {
    /// Checks that the match can be played as it stands.
    ///
    /// # Errors
    /// If the games make no pairs or there are not enough starts.
    pub fn check(&self) -> Result<(), MatchError> {
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(MatchError::Odd(self.games));
        }
        if self.games / 2 > self.openings.len() {
            return Err(MatchError::Starts {
                games: self.games,
                starts: self.openings.len(),
            });
        }
        Ok(())
    }

    fn decided(&self, tally: &Tally) -> bool {
        self.sprt
            .is_some_and(|sprt| sprt.decision(&tally.pairs) != Decision::Continue)
    }
}

/// Plays the games that `earlier` does not hold.
///
/// `observer` hears of each game as it ends, earlier ones excluded, and sees
/// the state of the match with that game in it; it can break the match off.
/// Then, and after a decision of the sequential test, games in play are
/// finished, kept and counted.
///
/// # Errors
/// If a player cannot be started, a game cannot be played or a record cannot
/// be written. Games finished before that are in the records.
pub fn run_match(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    mut records: Option<RecordFile>,
    earlier: &[GameRecord],
    observer: &mut dyn FnMut(&GameRecord, &Tally) -> ControlFlow<()>,
) -> Result<Tally, MatchError> {
    config.check()?;
    let mut tally = Tally::default();
    for record in earlier {
        check_start(config, record)?;
        tally.add(record);
    }
    let mut todo = (0..config.games)
        .filter(|game| earlier.iter().all(|record| record.game != *game))
        .collect::<Vec<usize>>()
        .into_iter();
    let mut stop = config.decided(&tally);
    let mut failure = None;
    thread::scope(|scope| {
        let (sender, results) = channel();
        let mut jobs = Vec::new();
        for worker in 0..config.concurrency.max(1) {
            let Some(game) = todo.next().filter(|_| !stop) else {
                break;
            };
            let (job, games) = channel();
            // The worker is there to hear of it: it leaves only when `job` is dropped.
            let _ = job.send(game);
            jobs.push(Some(job));
            let sender = sender.clone();
            scope.spawn(move || work(config, factory, worker, &games, &sender));
        }
        drop(sender);
        // A worker gets its next game only after its last one was looked at,
        // so that nothing is played after the decision but games in play.
        for (worker, result) in results {
            let kept = result.and_then(|record: GameRecord| {
                if let Some(file) = &mut records {
                    file.append(&record)?;
                }
                Ok(record)
            });
            match kept {
                Ok(record) => {
                    tally.add(&record);
                    stop |= observer(&record, &tally).is_break() || config.decided(&tally);
                }
                Err(error) => {
                    failure.get_or_insert(error);
                    stop = true;
                }
            }
            let Some(job) = jobs.get_mut(worker) else {
                continue;
            };
            match (todo.next().filter(|_| !stop), &job) {
                (Some(game), Some(sender)) => {
                    let _ = sender.send(game);
                }
                _ => *job = None,
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(tally),
    }
}

fn work(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    worker: usize,
    games: &Receiver<usize>,
    results: &Sender<(usize, Result<GameRecord, MatchError>)>,
) {
    let mut players = [None, None];
    for game in games {
        let result = play_game(config, factory, game, &mut players);
        if let Ok(record) = &result
            && matches!(record.reason, EndReason::Crash | EndReason::Hang)
            && let Some(winner) = record.winner
        {
            players[winner.other().index()] = None;
        }
        if results.send((worker, result)).is_err() {
            return;
        }
    }
}

/// Games 2n and 2n + 1 have the same start; A is Black in the first of them.
fn play_game(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    game: usize,
    players: &mut [Option<Box<dyn Player>>; 2],
) -> Result<GameRecord, MatchError> {
    let [a, b] = players;
    let a = seated(a, factory, Contestant::A)?;
    let b = seated(b, factory, Contestant::B)?;
    let opening = opening_of(config, game)?;
    let [a, b] = [(a, &config.sides[0]), (b, &config.sides[1])].map(|(player, side)| Seat {
        player,
        control: side.control.clone(),
        margin: side.margin,
    });
    let (black, seats) = match game % 2 {
        0 => (Contestant::A, [a, b]),
        _ => (Contestant::B, [b, a]),
    };
    let fail = |error| MatchError::Game { game, error };
    let first = opening
        .position()
        .map_err(|e| fail(e.into()))?
        .side_to_move();
    let played = play(seats, opening, &config.rules).map_err(fail)?;
    Ok(GameRecord::new(game, black, opening.text(), first, &played))
}

/// The player of a seat, made if there is none.
fn seated<'a>(
    slot: &'a mut Option<Box<dyn Player>>,
    factory: &dyn PlayerFactory,
    who: Contestant,
) -> Result<&'a mut dyn Player, MatchError> {
    let player = match slot.take() {
        Some(player) => player,
        None => factory
            .make(who)
            .map_err(|problem| MatchError::Player { who, problem })?,
    };
    Ok(slot.insert(player).as_mut())
}

fn opening_of(config: &MatchConfig, game: usize) -> Result<&Opening, MatchError> {
    config.openings.get(game / 2).ok_or(MatchError::Starts {
        games: config.games,
        starts: config.openings.len(),
    })
}

fn check_start(config: &MatchConfig, record: &GameRecord) -> Result<(), MatchError> {
    let expected = opening_of(config, record.game)?.text();
    if record.start == expected {
        Ok(())
    } else {
        Err(MatchError::Foreign {
            game: record.game,
            found: record.start.clone(),
            expected,
        })
    }
}
