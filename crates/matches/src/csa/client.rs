//! Client of a server: logs in, plays with an engine, and reconnects after a lost connection.
//!
//! One thread reads the connection, another the engine; both only pass on what they read.
//! All decisions are made on the thread of [`Client::run`].

mod engine_turn;
mod events;
mod keeping;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::time::Duration;

use super::connection::{Connection, Heard};
use super::game::{GameVerdict, ServerGame};
use super::seat::{Seat, SeatError};
use super::session::{Action, Session};
use super::summary::SummaryError;
use super::tally::ServerTally;
use super::transcript::{Transcript, utc};
use crate::client::LaunchConfig;
use engine_turn::told;
use events::{Event, Events};
use keeping::Keeping;
use komadai::host::{self, Instant, SystemTime};
use komadai::types::Move;
use komadai_records::RecordError;

pub use events::Stopper;

/// Time for a server to answer `LOGOUT`.
const LOGOUT_PATIENCE: Duration = Duration::from_secs(3);

/// Unanswered signs of life after which the connection counts as lost, if the server has
/// answered earlier ones.
const MOST_UNANSWERED: u32 = 2;

/// The shortest pause after a failure.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);

/// Duration after which a connection without a game does not count as a failure.
const LONG_CONNECTION: Duration = Duration::from_secs(60);

/// Time for a server to end a game after a move that cannot be made, to answer `%CHUDAN`, and to
/// start an offered game when the client is to stop.
const END_PATIENCE: Duration = Duration::from_secs(10);

/// Settings of a client.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Name or address of the server.
    pub host: String,
    /// Port of the server.
    pub port: u16,
    /// Our login name.
    pub id: String,
    /// Whether the server accepts comments with moves and expects no `LOGOUT`, as floodgate does.
    pub floodgate: bool,
    /// Silence after which an empty line is sent as a sign of life; at least 30 s by the
    /// protocol, zero for never.
    pub keep_alive: Duration,
    /// Pause before the next game, and before the first attempt after a failure, then at least
    /// 1 s. Each further attempt waits twice as long, up to `longest_pause`.
    pub pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// Time for a server to answer the login.
    pub login_timeout: Duration,
    /// Whether to stay logged in after a game.
    pub stay: bool,
    /// Number of games to play; `None` for no limit.
    pub games: Option<usize>,
    /// Whether the engine ponders.
    pub ponder: bool,
    /// Safety margin on each move, in ms.
    pub margin: u64,
    /// Whether to restart the engine for each game.
    pub restart_engine: bool,
    /// The folder for records; `None` keeps none.
    pub records: Option<PathBuf>,
    /// Formats of the records, by their extensions, which must be known.
    pub formats: Vec<String>,
}

/// Event that a client reports while it runs.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names and the fields' types say it")]
pub enum News<'a> {
    /// The connection is open and the login sent.
    Connected(&'a str, u16),
    LoggedIn,
    /// The server has not answered the login within this time.
    NoAnswer(Duration),
    /// The server's line with a move that cannot be made.
    Impossible(&'a str),
    /// The server goes on after such a move, or is silent: the game is left.
    Abandoned,
    Offered(&'a ServerGame),
    /// A game that was interrupted has been resumed.
    Resumed(&'a ServerGame),
    Rejected(&'a str),
    Unplayable(&'a SummaryError),
    Started(&'a ServerGame),
    Over(&'a ServerGame, GameVerdict),
    /// A game ended without a result, because the connection was lost or closed.
    BrokenOff(&'a ServerGame),
    Recorded(&'a Path),
    RecordFailed(&'a RecordError),
    /// The first line of the log that could not be written.
    LogFailed(&'a io::Error),
    Lost(&'a io::Error),
    NoConnection(&'a io::Error),
    Refused(&'a str),
    Pause(Duration),
    EngineFault(&'a SeatError),
    /// The engine failed for the third time in one position.
    GivingUp,
    /// The client was asked to stop and does so after this game.
    LastGame,
}

/// Error that ends a client early.
#[derive(Debug, thiserror::Error)]
pub enum CsaClientError {
    /// The engine cannot be started.
    #[error("the engine cannot be used: {0}")]
    Engine(SeatError),
    /// The server refused the first login.
    #[error("the server refuses the login: {0}")]
    Refused(String),
}

/// End of a connection.
enum Ended {
    /// The client closed the connection.
    Left,
    /// The connection was lost, or the server closed it before a game was over.
    Lost(io::Error),
    /// The login was refused.
    Refused(String),
    /// The login was not answered.
    Silent,
    /// A game that cannot be followed was left.
    Abandoned,
}

/// A client with its engine.
pub struct Client<'a> {
    config: ClientConfig,
    password: String,
    transcript: Arc<Transcript>,
    events: Events,
    sender: Sender<Event>,
    seat: Seat,
    tell: &'a mut dyn FnMut(News<'_>),
    tally: ServerTally,
    stopper: Stopper,
    connections: u64,
    has_logged_in: bool,
    /// Whether a game has begun on this connection.
    has_begun: bool,
    /// A game whose connection was lost, with what its record needs. Kept until it or another game
    /// has begun.
    interrupted: Option<(ServerGame, Keeping)>,
    /// What the record of the current game needs.
    keeping: Keeping,
    /// Start of our turn; `None` on the opponent's.
    turn: Option<Instant>,
    /// The opponent's reply that the engine expects.
    expected: Option<Move>,
    /// The last position with engine faults, as a number of moves made, and the number of faults in
    /// it.
    faults: (usize, u32),
    /// Time at which to restart an engine that failed.
    retry: Option<Instant>,
}

impl<'a> Client<'a> {
    /// A client that reports its events to `tell`.
    pub fn new(
        config: ClientConfig,
        password: &str,
        engine: LaunchConfig,
        transcript: Transcript,
        tell: &'a mut dyn FnMut(News<'_>),
    ) -> Client<'a> {
        let transcript = Arc::new(transcript);
        let (events, sender, watcher) = Events::new(transcript.clone());
        Client {
            config,
            password: password.to_string(),
            transcript,
            events,
            stopper: Stopper::new(sender.clone()),
            sender,
            seat: Seat::new(engine, Arc::new(watcher)),
            tell,
            tally: ServerTally::default(),
            connections: 0,
            has_logged_in: false,
            has_begun: false,
            interrupted: None,
            keeping: Keeping::default(),
            turn: None,
            expected: None,
            faults: (0, 0),
            retry: None,
        }
    }

    /// A handle by which other threads can stop the client.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    fn stops(&self) -> u32 {
        self.stopper.stops()
    }

    /// Plays until all games are played or the client is stopped.
    ///
    /// # Errors
    /// If the engine does not start, or the server refuses the first login. Later faults
    /// are reported, and the client goes on.
    pub fn run(mut self) -> Result<ServerTally, CsaClientError> {
        // The time from the server's line to the answer has several threads in a row. The engine, which
        // inherits this, waits less often for other programs as well.
        host::wake_early();
        // Start the engine first, so that a wrong command is found before a game begins.
        if let Err(error) = self.seat.take().map(|_| ()) {
            return match self.stops() > 1 {
                true => Ok(self.tally),
                false => Err(CsaClientError::Engine(error)),
            };
        }
        let mut failures: u32 = 0;
        while self.stops() == 0 && !self.is_done() {
            let opened = Instant::now();
            let ended = match self.connect() {
                Ok(connection) => self.hold(connection),
                Err(error) => {
                    (self.tell)(News::NoConnection(&error));
                    failures = failures.saturating_add(1);
                    self.pause(failures);
                    continue;
                }
            };
            // A server that closes each connection soon is not asked at a constant rate.
            if self.has_begun && !matches!(ended, Ended::Abandoned)
                || opened.elapsed() >= LONG_CONNECTION
            {
                failures = 0;
            }
            if !(self.has_begun && matches!(ended, Ended::Left)) {
                failures = failures.saturating_add(1);
            }
            match ended {
                Ended::Left => {}
                Ended::Lost(error) => {
                    self.tally.lost_connections += 1;
                    self.transcript.line("--", &format!("lost: {error}"));
                    (self.tell)(News::Lost(&error));
                }
                Ended::Refused(why) if !self.has_logged_in => {
                    return Err(CsaClientError::Refused(why));
                }
                // The server may still count the lost connection as logged in, so the client tries
                // again.
                Ended::Refused(why) => (self.tell)(News::Refused(&why)),
                Ended::Silent => (self.tell)(News::NoAnswer(self.config.login_timeout)),
                Ended::Abandoned => {}
            }
            if self.stops() == 0 && !self.is_done() {
                self.pause(failures);
            }
        }
        self.give_up_interrupted();
        Ok(self.tally)
    }

    fn is_done(&self) -> bool {
        self.config
            .games
            .is_some_and(|games| self.tally.all.games() >= games)
    }

    fn connect(&mut self) -> io::Result<Connection> {
        self.connections += 1;
        let (number, sender) = (self.connections, self.sender.clone());
        let hear = move |heard| sender.send(Event::Server(number, heard)).is_ok();
        let (host, port) = (self.config.host.clone(), self.config.port);
        self.transcript
            .line("--", &format!("connecting to {host}:{port}"));
        Connection::open(&host, port, hear)
    }

    /// Waits before the next attempt, after `failures` failures in a row.
    fn pause(&mut self, failures: u32) {
        let shortest = match failures {
            0 => self.config.pause,
            _ => self.config.pause.max(SHORTEST_PAUSE),
        };
        let doubled = shortest.saturating_mul(1 << failures.saturating_sub(1).min(16));
        let pause = doubled.min(self.config.longest_pause.max(shortest));
        if failures > 0 {
            (self.tell)(News::Pause(pause));
        }
        let end = Instant::now() + pause;
        while self.stops() == 0 {
            match self.events.next(Some(end)) {
                // Late events of the last connection are dropped.
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    /// Plays on a connection until it ends.
    fn hold(&mut self, connection: Connection) -> Ended {
        let mut held = Held {
            connection,
            session: Session::new(self.config.floodgate),
            last_sign: Instant::now(),
            answers: false,
            unanswered: 0,
            login_due: Some(Instant::now() + self.config.login_timeout),
            end_due: None,
            start_due: None,
            abandons: false,
        };
        self.has_begun = false;
        let ended = self.serve(&mut held).unwrap_or_else(Ended::Lost);
        self.turn = None;
        self.expected = None;
        if let Some(game) = held.session.break_off() {
            let game = game.clone();
            self.settle(None);
            self.keep_record(&game);
            match self.stops() == 0 && !held.abandons {
                true => self.interrupted = Some((game, self.keeping.clone())),
                false => self.finish_broken(&game),
            }
        }
        ended
    }

    fn serve(&mut self, held: &mut Held) -> io::Result<Ended> {
        let login = format!("LOGIN {} {}", self.config.id, self.password);
        self.send(held, &login)?;
        (self.tell)(News::Connected(&self.config.host, self.config.port));
        loop {
            if let Some(error) = self.transcript.take_failure() {
                (self.tell)(News::LogFailed(&error));
            }
            if self.stops() > 1 || self.stops() > 0 && held.session.is_idle() {
                return Ok(self.leave(held));
            }
            match self.next_event(held) {
                Ok(Event::Stop) => {
                    if self.stops() == 1 && !held.session.is_idle() {
                        (self.tell)(News::LastGame);
                        if !held.session.is_playing() {
                            held.start_due = Some(Instant::now() + END_PATIENCE);
                        }
                    }
                }
                Ok(Event::Engine) => self.hear_engine(held)?,
                Ok(Event::Server(number, heard)) if number == self.connections => match heard {
                    Heard::Line(at, line) => {
                        self.transcript.line("S<", &line);
                        held.hear(&line);
                        for action in held.session.line(&line) {
                            if let Some(ended) = self.act(held, action, at)? {
                                return Ok(ended);
                            }
                        }
                    }
                    Heard::Closed(error) => {
                        let closed = || io::ErrorKind::ConnectionAborted.into();
                        return Err(error.unwrap_or_else(closed));
                    }
                },
                Ok(Event::Server(..)) => {}
                Err(_) => {
                    if let Some(ended) = self.on_time(held)? {
                        return Ok(ended);
                    }
                }
            }
        }
    }

    /// Waits for the next event; times out when [`Client::on_time`] has something to do.
    fn next_event(&self, held: &Held) -> Result<Event, RecvTimeoutError> {
        let keep_alive = self.config.keep_alive;
        let sign = (!keep_alive.is_zero()).then(|| held.last_sign + keep_alive);
        let due = [
            sign,
            self.retry,
            held.login_due,
            held.end_due,
            held.start_due,
        ];
        self.events.next(due.into_iter().flatten().min())
    }

    /// Restarts the engine, sends a sign of life, and leaves a server that does not answer, each
    /// if it is due now.
    fn on_time(&mut self, held: &mut Held) -> io::Result<Option<Ended>> {
        let now = Instant::now();
        if held.login_due.is_some_and(|due| now >= due) {
            return Ok(Some(Ended::Silent));
        }
        if held.start_due.is_some_and(|due| now >= due) {
            // The offer is no longer good, even if this client has agreed to it.
            self.answer(held, Session::reject)?;
            return Ok(Some(self.leave(held)));
        }
        if held.end_due.is_some_and(|due| now >= due) {
            if held.abandons {
                return Ok(Some(Ended::Abandoned));
            }
            self.abandon(held)?;
        }
        if self.retry.is_some_and(|retry| now >= retry) {
            self.retry = None;
            self.go_on(held)?;
        }
        if !self.config.keep_alive.is_zero() && now >= held.last_sign + self.config.keep_alive {
            if held.answers && held.unanswered >= MOST_UNANSWERED {
                return Err(io::ErrorKind::TimedOut.into());
            }
            held.unanswered += 1;
            self.send(held, "")?;
        }
        Ok(None)
    }

    /// Asks to break off a game that cannot be followed. The protocol leaves the answer to the
    /// server, so the client waits for it only a while.
    fn abandon(&mut self, held: &mut Held) -> io::Result<()> {
        if held.abandons {
            return Ok(());
        }
        (self.tell)(News::Abandoned);
        held.abandons = true;
        held.end_due = Some(Instant::now() + END_PATIENCE);
        self.send(held, "%CHUDAN")
    }

    fn send(&mut self, held: &mut Held, line: &str) -> io::Result<()> {
        self.transcript.line("S>", line);
        held.last_sign = Instant::now();
        held.connection.send(line)
    }

    /// Closes the connection, with `LOGOUT` if the server expects it.
    fn leave(&mut self, held: &mut Held) -> Ended {
        let logs_out = !self.config.floodgate && held.session.is_idle();
        if logs_out && self.send(held, "LOGOUT").is_ok() {
            let end = Instant::now() + LOGOUT_PATIENCE;
            while let Ok(event) = self.events.next(Some(end)) {
                match event {
                    Event::Stop if self.stops() > 1 => break,
                    Event::Server(number, heard) if number == self.connections => {
                        let Heard::Line(_, line) = heard else {
                            break;
                        };
                        self.transcript.line("S<", &line);
                        if line.starts_with("LOGOUT:") {
                            break;
                        }
                    }
                    _ => {}
                }
            }
        }
        Ended::Left
    }

    /// Carries out an action of the session, caused by a line that arrived `at` this time.
    fn act(&mut self, held: &mut Held, action: Action, at: Instant) -> io::Result<Option<Ended>> {
        match action {
            Action::Send(line) => self.send(held, &line)?,
            Action::LoggedIn => {
                self.has_logged_in = true;
                held.login_due = None;
                (self.tell)(News::LoggedIn);
            }
            Action::Refused(line) => {
                let line = self.transcript.without_password(&line);
                return Ok(Some(Ended::Refused(line)));
            }
            Action::Offered => self.take_offer(held)?,
            Action::Unplayable(error) => (self.tell)(News::Unplayable(&error)),
            Action::Rejected(by) => (self.tell)(News::Rejected(&by)),
            Action::Started => {
                self.has_begun = true;
                held.end_due = None;
                held.start_due = None;
                let resumed = held.session.game().filter(|game| self.resumes(game));
                match resumed.is_some() {
                    true => self.interrupted = None,
                    false => self.give_up_interrupted(),
                }
                if let Some(game) = held.session.game() {
                    (self.tell)(News::Started(game));
                    self.turn = game.is_our_turn().then_some(at);
                }
                self.think(held, None)?;
            }
            Action::Moved(mv) => {
                let ours = held.session.game().is_some_and(ServerGame::is_our_turn);
                self.turn = ours.then_some(at);
                match ours {
                    true => self.think(held, Some(mv))?,
                    false => self.ponder(held),
                }
            }
            Action::Impossible(line) => {
                self.turn = None;
                held.end_due = Some(Instant::now() + END_PATIENCE);
                (self.tell)(News::Impossible(&line));
            }
            Action::Lost => self.abandon(held)?,
            Action::Over(verdict) => {
                self.over(held, verdict);
                held.end_due = None;
                if held.abandons {
                    self.leave(held);
                    return Ok(Some(Ended::Abandoned));
                }
                if !self.config.stay || self.is_done() || self.stops() > 0 {
                    return Ok(Some(self.leave(held)));
                }
            }
            Action::LoggedOut => return Ok(Some(Ended::Left)),
            Action::Odd(line) => {
                let line = self.transcript.without_password(&line);
                log::debug!("the server's line means nothing here: {line}");
            }
        }
        Ok(None)
    }

    /// Prepares the engine for an offered game, then agrees to it.
    fn take_offer(&mut self, held: &mut Held) -> io::Result<()> {
        let Some(game) = held.session.game_mut() else {
            return Ok(());
        };
        self.faults = (0, 0);
        self.retry = None;
        let again = (self.interrupted.as_ref()).filter(|(old, _)| game.continues(old));
        let is_resumed = again.is_some();
        match again {
            Some((old, keeping)) => {
                game.notes = old.notes.clone();
                self.keeping = keeping.clone();
                (self.tell)(News::Resumed(game));
            }
            None => {
                let time = utc(SystemTime::now());
                let started = time.get(..19).unwrap_or_default().replace('T', " ");
                self.keeping = Keeping {
                    started,
                    stem: None,
                };
                (self.tell)(News::Offered(game));
            }
        }
        let told = told(game);
        if self.config.restart_engine && !is_resumed {
            self.seat.leave();
        }
        if (!is_resumed || !self.seat.is_taken())
            && let Err(error) = self.seat.new_game(&told)
        {
            self.engine_fault(&error);
            if self.stops() > 1 {
                return Ok(());
            }
            if let Err(error) = self.seat.new_game(&told) {
                self.engine_fault(&error);
                return self.answer(held, Session::reject);
            }
        }
        self.answer(held, Session::agree)
    }

    fn answer(
        &mut self,
        held: &mut Held,
        answer: impl FnOnce(&Session) -> Option<Action>,
    ) -> io::Result<()> {
        match answer(&held.session) {
            Some(Action::Send(line)) => self.send(held, &line),
            _ => Ok(()),
        }
    }

    fn over(&mut self, held: &Held, verdict: GameVerdict) {
        self.turn = None;
        self.expected = None;
        self.retry = None;
        self.settle(Some(verdict));
        let Some(game) = held.session.game() else {
            return;
        };
        self.tally.game(game.opponent(), verdict);
        (self.tell)(News::Over(game, verdict));
        self.keep_record(game);
    }

    /// Stops the engine's search, and reports the result of the game to it.
    fn settle(&mut self, verdict: Option<GameVerdict>) {
        if let Err(error) = self.seat.stop(verdict) {
            self.engine_fault(&error);
        }
    }

    fn finish_broken(&mut self, game: &ServerGame) {
        self.tally.game(game.opponent(), GameVerdict::None);
        (self.tell)(News::BrokenOff(game));
    }

    /// Whether a game is the one whose connection was lost.
    fn resumes(&self, game: &ServerGame) -> bool {
        (self.interrupted.as_ref()).is_some_and(|(old, _)| game.continues(old))
    }

    /// Counts an interrupted game that was not resumed.
    fn give_up_interrupted(&mut self) {
        if let Some((game, _)) = self.interrupted.take() {
            self.finish_broken(&game);
        }
    }
}

/// A connection with its state.
struct Held {
    connection: Connection,
    session: Session,
    /// Time of the last line sent or received.
    last_sign: Instant,
    /// Whether the server has answered a sign of life.
    answers: bool,
    /// Number of signs of life in a row without an answer.
    unanswered: u32,
    /// Time by which the login must be answered.
    login_due: Option<Instant>,
    /// Time by which the server must end a game that cannot be followed.
    end_due: Option<Instant>,
    /// Time by which the server must start an offered game, if the client is to stop.
    start_due: Option<Instant>,
    /// Whether `%CHUDAN` was sent.
    abandons: bool,
}

impl Held {
    fn hear(&mut self, line: &str) {
        self.last_sign = Instant::now();
        self.unanswered = 0;
        self.answers |= line.is_empty();
    }
}
