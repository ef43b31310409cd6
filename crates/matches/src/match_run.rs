//! Match runner: distributes the games to workers, records them, and applies the sequential test.
//!
//! Each worker is a plain thread with players of its own. Rayon is unsuitable, because a worker
//! mostly waits for engines. A rayon worker that waits for another pool may be given a second game,
//! whose time would count against the clock of the first.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::clocks::TimeControl;
use super::game_record::{Contestant, GameRecord};
use super::match_file::{MatchFileError, RecordFile};
use super::openings::Opening;
use super::player::Player;
use super::referee::{GameError, Rules, Seat, play};
use super::schedule::{MatchFormat, Schedule};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use komadai::EndReason;

/// The settings of one side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideConfig {
    /// The limits of the side's moves.
    pub control: TimeControl,
    /// The delay beyond the limit that does not lose on time.
    pub margin: Duration,
    /// Whether the side ponders.
    pub ponder: bool,
}

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The engines in the order of their letters.
    pub sides: Vec<SideConfig>,
    /// Round robin or gauntlet.
    pub format: MatchFormat,
    /// The starts; round n uses start n.
    pub openings: Vec<Opening>,
    /// The number of games, a multiple of a round.
    pub games: usize,
    /// Rules that the referee applies.
    pub rules: Rules,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Sequential test that may end a match of two early.
    pub sprt: Option<Sprt>,
}

/// Error that ends a match.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The number of engines is below 2, or above the number of letters to name them.
    #[error("a match takes 2 to {most} engines, not {0}", most = Contestant::MOST)]
    Engines(usize),
    /// The number of games is odd or zero.
    #[error("the number of games must be even and above 0, not {0}: every start is played twice")]
    Odd(usize),
    /// The last round would be incomplete.
    #[error(
        "the number of games must be a multiple of {round} and above 0, not {games}: in a round every pairing has two"
    )]
    Rounds {
        /// Requested number of games.
        games: usize,
        /// Games of a round.
        round: usize,
    },
    /// There are too few start positions for the games.
    #[error("{games} games need {needed} different starts, but there are only {starts}")]
    Starts {
        /// Requested number of games.
        games: usize,
        /// The starts needed.
        needed: usize,
        /// The starts given.
        starts: usize,
    },
    /// A player cannot be started.
    #[error("{who} cannot be started: {problem}")]
    Player {
        /// The engine.
        who: Contestant,
        /// The reason.
        problem: String,
    },
    /// A game cannot be played.
    #[error("game {}: {error}", .game + 1)]
    Game {
        /// The game, from 0.
        game: usize,
        /// The reason.
        error: GameError,
    },
    /// The records cannot be written.
    #[error(transparent)]
    Record(#[from] MatchFileError),
    /// A recorded game has another start than this match gives it.
    #[error("game {} of the records begins with '{found}' instead of '{expected}'", .game + 1)]
    Foreign {
        /// The game, from 0.
        game: usize,
        /// The start in the record.
        found: String,
        /// The start in this match.
        expected: String,
    },
}

/// Factory of players. A worker needs one player of each side, and a new one after a crash.
pub trait PlayerFactory: Sync {
    /// Starts a player.
    ///
    /// # Errors
    /// A message for the user if the player cannot be started.
    fn make(&self, who: Contestant) -> Result<Box<dyn Player>, String>;
}

impl MatchConfig {
    /// Checks that the match can be played.
    ///
    /// # Errors
    /// If there are too few or too many engines, an incomplete round, or too few starts.
    pub fn check(&self) -> Result<(), MatchError> {
        let games = self.games;
        if !(2..=Contestant::MOST).contains(&self.sides.len()) {
            return Err(MatchError::Engines(self.sides.len()));
        }
        let round = self.schedule().games_a_round();
        if games == 0 || !games.is_multiple_of(round) {
            return Err(match round {
                2 => MatchError::Odd(games),
                _ => MatchError::Rounds { games, round },
            });
        }
        match games / round > self.openings.len() {
            true => Err(self.too_few()),
            false => Ok(()),
        }
    }

    /// The pairings and their order.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.sides.len())
    }

    fn too_few(&self) -> MatchError {
        MatchError::Starts {
            games: self.games,
            needed: self.games / self.schedule().games_a_round().max(1),
            starts: self.openings.len(),
        }
    }

    /// Whether the sequential test has decided; never with more than two engines.
    fn decided(&self, standings: &Standings) -> bool {
        match (self.sprt, standings.pairings()) {
            (Some(sprt), [two]) => sprt.decision(&two.pairs) != Decision::Continue,
            _ => false,
        }
    }
}

/// Time after which the observer is called again if no game has ended.
const PAUSE: Duration = Duration::from_millis(100);

/// Observer of a match, which can stop it. Called with each game that has just ended and the
/// standings that include the game; in between, ten times a second with the standings alone.
pub type Observer<'a> = &'a mut dyn FnMut(Option<&GameRecord>, &Standings) -> ControlFlow<()>;

/// Plays the games of a match that are not in `earlier`.
///
/// After a stop or a decision of the sequential test, games in play are finished, recorded and
/// counted.
///
/// # Errors
/// If the settings are invalid, a recorded game is of another match, a player cannot be started, or
/// a game cannot be played or recorded. Games that finished before the error are in the records.
pub fn run_match(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    records: Option<RecordFile>,
    earlier: &[GameRecord],
    observer: Observer<'_>,
) -> Result<Standings, MatchError> {
    config.check()?;
    let mut standings = Standings::new(config.sides.len(), &config.schedule());
    earlier.iter().for_each(|record| standings.add(record));
    let stop = config.decided(&standings);
    play_games(config, factory, records, earlier, stop, &mut |record| {
        if let Some(record) = record {
            standings.add(record);
        }
        let flow = observer(record, &standings);
        match config.decided(&standings) {
            true => ControlFlow::Break(()),
            false => flow,
        }
    })?;
    Ok(standings)
}

/// Plays the games that are not in `earlier`, or none if `stop` is set. `finished` is called with
/// each game after it has been recorded, and from time to time with `None` while games are in play.
fn play_games(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    mut records: Option<RecordFile>,
    earlier: &[GameRecord],
    mut stop: bool,
    finished: &mut dyn FnMut(Option<&GameRecord>) -> ControlFlow<()>,
) -> Result<(), MatchError> {
    for record in earlier {
        check_start(config, record)?;
    }
    let played: HashSet<usize> = earlier.iter().map(|record| record.game).collect();
    let mut todo = (0..config.games).filter(|game| !played.contains(game));
    let mut failure = None;
    thread::scope(|scope| {
        let (sender, results) = channel();
        let mut jobs = Vec::new();
        for worker in 0..config.concurrency.max(1) {
            if stop {
                break;
            }
            let Some(game) = todo.next() else {
                break;
            };
            let (job, games) = channel();
            // Sending cannot fail: the worker keeps its receiver until `job` is dropped.
            let _ = job.send(game);
            jobs.push(Some(job));
            let sender = sender.clone();
            scope.spawn(move || work(config, factory, worker, &games, &sender));
        }
        drop(sender);
        // A worker gets its next game only after the result of its last one has been evaluated, so
        // that no game begins after the decision of the test.
        loop {
            let (worker, result) = match results.recv_timeout(PAUSE) {
                Ok(result) => result,
                Err(RecvTimeoutError::Timeout) => {
                    stop |= finished(None).is_break();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let kept = result.and_then(|record: GameRecord| {
                if let Some(file) = &mut records {
                    file.append(&record)?;
                }
                Ok(record)
            });
            match kept {
                Ok(record) => stop |= finished(Some(&record)).is_break(),
                Err(error) => {
                    failure.get_or_insert(error);
                    stop = true;
                }
            }
            let Some(job) = jobs.get_mut(worker) else {
                continue;
            };
            let next = if stop { None } else { todo.next() };
            match (next, &job) {
                (Some(game), Some(sender)) => {
                    let _ = sender.send(game);
                }
                _ => *job = None,
            }
        }
    });
    failure.map_or(Ok(()), Err)
}

fn work(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    worker: usize,
    games: &Receiver<usize>,
    results: &Sender<(usize, Result<GameRecord, MatchError>)>,
) {
    let mut players = Vec::new();
    players.resize_with(config.sides.len(), || None);
    for game in games {
        let result = play_game(config, factory, game, &mut players);
        if let Ok(record) = &result
            && matches!(record.reason, EndReason::Crash | EndReason::Hang)
            && let Some(winner) = record.winner
            && let Some(gone) = players.get_mut(record.opponent_of(winner).index())
        {
            *gone = None;
        }
        if results.send((worker, result)).is_err() {
            return;
        }
    }
}

fn play_game(
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    game: usize,
    players: &mut [Option<Box<dyn Player>>],
) -> Result<GameRecord, MatchError> {
    let engines = || MatchError::Engines(config.sides.len());
    let colours = config.schedule().colours(game).ok_or_else(engines)?;
    let slots = players.get_disjoint_mut(colours.map(Contestant::index));
    let [black, white] = slots.map_err(|_| engines())?;
    let [black_side, white_side] = colours.map(|who| &config.sides[who.index()]);
    let seats = [
        seat(seated(black, factory, colours[0])?, black_side),
        seat(seated(white, factory, colours[1])?, white_side),
    ];
    let opening = opening_of(config, game)?;
    let fail = |error| MatchError::Game { game, error };
    let first = opening
        .position()
        .map_err(|e| fail(e.into()))?
        .side_to_move();
    let played = play(seats, opening, &config.rules).map_err(fail)?;
    let start = opening.text();
    Ok(GameRecord::new(game, colours, start, first, &played))
}

fn seat<'a>(player: &'a mut dyn Player, side: &SideConfig) -> Seat<'a> {
    Seat {
        player,
        control: side.control.clone(),
        margin: side.margin,
        ponder: side.ponder,
    }
}

/// The player in a slot. If the slot is empty, starts one.
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
    let start = config.openings.get(config.schedule().round(game));
    start.ok_or_else(|| config.too_few())
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
