//! Client of a server: logs in, plays with an engine, and comes back after a lost connection.
//!
//! One thread reads each connection and one the engine; both only hand over what comes. All
//! decisions are made in [`Client::run`].

mod engine_turn;
mod keeping;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::connection::{Connection, Heard};
use super::game::{GameVerdict, ServerGame};
use super::seat::{Seat, SeatError};
use super::session::{Action, Session};
use super::summary::SummaryError;
use super::tally::ServerTally;
use super::transcript::{Transcript, utc};
use crate::client::{LaunchConfig, Watcher};
use engine_turn::told;
use komadai::host::{Instant, SystemTime};
use komadai::types::Move;
use komadai_records::RecordError;

/// Time for a server to answer `LOGOUT`.
const LOGOUT_PATIENCE: Duration = Duration::from_secs(3);

/// Signs of life without an answer, from a server that has answered them, before the connection
/// counts as lost.
const MOST_UNANSWERED: u32 = 2;

/// Settings of a client.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Name or address of the server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The name we play under.
    pub id: String,
    /// Whether the server takes comments and wants no `LOGOUT`, as floodgate's.
    pub floodgate: bool,
    /// Silence before an empty line is sent as a sign of life; the protocol wants at least 30 s.
    /// Zero for never.
    pub keep_alive: Duration,
    /// Pause before the next game, and before the first new attempt after a failure; each further
    /// one waits twice as long, up to `longest_pause`.
    pub pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// Whether to stay logged in for the next game.
    pub stay: bool,
    /// Games to play; `None` for as long as it runs.
    pub games: Option<usize>,
    /// Whether the engine thinks on the opponent's time.
    pub ponder: bool,
    /// Time held back on each move, in ms.
    pub margin: u64,
    /// Whether the engine is started anew for each game.
    pub restart_engine: bool,
    /// The folder for records; `None` keeps none.
    pub records: Option<PathBuf>,
    /// The formats of the records, by their extensions, which are known ones.
    pub formats: Vec<String>,
}

/// What a client tells while it runs.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names and the fields' types say it")]
pub enum News<'a> {
    LoggedIn,
    Offered(&'a ServerGame),
    /// The game that was interrupted goes on.
    Resumed(&'a ServerGame),
    Rejected(&'a str),
    Unplayable(&'a SummaryError),
    Started(&'a ServerGame),
    Over(&'a ServerGame, GameVerdict),
    /// A game without a result, as the connection was lost or left.
    BrokenOff(&'a ServerGame),
    Recorded(&'a Path),
    RecordFailed(&'a RecordError),
    Lost(&'a io::Error),
    NoConnection(&'a io::Error),
    Refused(&'a str),
    Pause(Duration),
    EngineFault(&'a SeatError),
    /// The engine's third fault in one position.
    GivingUp,
    /// Asked to stop: after this game.
    LastGame,
}

/// Why a client ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum CsaClientError {
    /// The engine cannot be started.
    #[error("the engine cannot be used: {0}")]
    Engine(SeatError),
    /// The server refuses the first login.
    #[error("the server refuses the login: {0}")]
    Refused(String),
}

/// What a client waits for.
enum Event {
    /// From the connection of this number.
    Server(u64, Heard),
    /// There may be an answer of the engine.
    Engine,
    /// Stop after the game in play; said twice, at once.
    Stop,
}

/// Asks a client to stop, from any thread.
#[derive(Clone)]
pub struct Stopper(Sender<Event>);

impl Stopper {
    /// The first time: after the game in play. The second time: at once.
    pub fn stop(&self) {
        // A client that is gone needs no telling.
        let _ = self.0.send(Event::Stop);
    }
}

/// Hears of the engine's lines for the log and wakes the client.
struct EngineWatcher {
    transcript: Arc<Transcript>,
    events: Sender<Event>,
}

impl Watcher for EngineWatcher {
    fn sent(&self, line: &str) {
        self.transcript.line("E>", line);
    }

    fn received(&self, line: &str) {
        self.transcript.line("E<", line);
    }

    fn news(&self) {
        let _ = self.events.send(Event::Engine);
    }
}

/// How a connection ended.
enum Ended {
    /// As we wanted.
    Left,
    /// By a fault or the other side, before a game was over.
    Lost(io::Error),
    /// The login was refused.
    Refused(String),
}

/// A client with its engine.
pub struct Client<'a> {
    config: ClientConfig,
    password: String,
    transcript: Arc<Transcript>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    seat: Seat,
    tell: &'a mut dyn FnMut(News<'_>),
    tally: ServerTally,
    /// Times that it was asked to stop.
    stops: u32,
    connections: u64,
    has_logged_in: bool,
    /// A game whose connection was lost, with the date of its start.
    interrupted: Option<(ServerGame, String)>,
    /// The date and time at which the game in play began.
    started: String,
    /// When our turn began, if it is ours.
    turn: Option<Instant>,
    /// The reply that the engine expects to its last move.
    expected: Option<Move>,
    /// Faults of the engine at this number of moves.
    faults: (usize, u32),
    /// When an engine that did not start is tried again.
    retry: Option<Instant>,
}

impl<'a> Client<'a> {
    /// A client that tells what happens.
    pub fn new(
        config: ClientConfig,
        password: &str,
        engine: LaunchConfig,
        transcript: Transcript,
        tell: &'a mut dyn FnMut(News<'_>),
    ) -> Client<'a> {
        let (sender, events) = channel();
        let transcript = Arc::new(transcript);
        let watcher = EngineWatcher {
            transcript: transcript.clone(),
            events: sender.clone(),
        };
        Client {
            config,
            password: password.to_string(),
            transcript,
            events,
            sender,
            seat: Seat::new(engine, Arc::new(watcher)),
            tell,
            tally: ServerTally::default(),
            stops: 0,
            connections: 0,
            has_logged_in: false,
            interrupted: None,
            started: String::new(),
            turn: None,
            expected: None,
            faults: (0, 0),
            retry: None,
        }
    }

    /// Lets other threads stop it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.sender.clone())
    }

    /// Plays until the games are played or it is stopped.
    ///
    /// # Errors
    /// If the engine does not start, or the server refuses the first login. Later faults are
    /// told and lived with.
    pub fn run(mut self) -> Result<ServerTally, CsaClientError> {
        // A wrong engine is better found now than when a game begins.
        self.seat.take().map_err(CsaClientError::Engine)?;
        let mut failures = 0;
        while self.stops == 0 && !self.is_done() {
            let ended = match self.connect() {
                Ok(connection) => self.hold(connection),
                Err(error) => {
                    (self.tell)(News::NoConnection(&error));
                    failures += 1;
                    self.pause(failures);
                    continue;
                }
            };
            match ended {
                Ended::Left => failures = 0,
                Ended::Lost(error) => {
                    self.tally.lost_connections += 1;
                    failures = 1;
                    self.transcript.line("--", &format!("lost: {error}"));
                    (self.tell)(News::Lost(&error));
                }
                Ended::Refused(why) if !self.has_logged_in => {
                    return Err(CsaClientError::Refused(why));
                }
                // The server may not have noticed yet that we were gone.
                Ended::Refused(why) => {
                    failures += 1;
                    (self.tell)(News::Refused(&why));
                }
            }
            if self.stops == 0 && !self.is_done() {
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

    /// Waits before an attempt; `failures` is how many came before it.
    fn pause(&mut self, failures: u32) {
        let doubled = self
            .config
            .pause
            .saturating_mul(1 << failures.saturating_sub(1).min(16));
        let pause = doubled.min(self.config.longest_pause.max(self.config.pause));
        if failures > 0 {
            (self.tell)(News::Pause(pause));
        }
        let end = Instant::now() + pause;
        while self.stops == 0 {
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Stop) => self.stops += 1,
                // What is left of the last connection.
                Ok(Event::Server(..) | Event::Engine) => {}
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
        };
        let ended = self.serve(&mut held).unwrap_or_else(Ended::Lost);
        self.turn = None;
        self.expected = None;
        if let Some(game) = held.session.break_off() {
            let game = game.clone();
            self.settle(None);
            self.keep_record(&game);
            match self.stops {
                0 => self.interrupted = Some((game, self.started.clone())),
                _ => self.finish_broken(&game),
            }
        }
        ended
    }

    fn serve(&mut self, held: &mut Held) -> io::Result<Ended> {
        let login = format!("LOGIN {} {}", self.config.id, self.password);
        self.send(held, &login)?;
        loop {
            if self.stops > 1 || self.stops > 0 && held.session.is_idle() {
                return Ok(self.leave(held));
            }
            match self.next_event(held) {
                Ok(Event::Stop) => {
                    self.stops += 1;
                    if self.stops == 1 && !held.session.is_idle() {
                        (self.tell)(News::LastGame);
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
                Err(_) => self.on_time(held)?,
            }
        }
    }

    /// The next event, or none when something is due without one.
    fn next_event(&self, held: &Held) -> Result<Event, RecvTimeoutError> {
        let keep_alive = self.config.keep_alive;
        let sign = (!keep_alive.is_zero()).then(|| held.last_sign + keep_alive);
        let due = [sign, self.retry].into_iter().flatten().min();
        match due {
            Some(due) => {
                let left = due.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left)
            }
            None => self.events.recv().map_err(RecvTimeoutError::from),
        }
    }

    /// Does what is due by the time.
    fn on_time(&mut self, held: &mut Held) -> io::Result<()> {
        let now = Instant::now();
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
        Ok(())
    }

    fn send(&mut self, held: &mut Held, line: &str) -> io::Result<()> {
        self.transcript.line("S>", line);
        held.last_sign = Instant::now();
        held.connection.send(line)
    }

    /// Leaves a server by its custom.
    fn leave(&mut self, held: &mut Held) -> Ended {
        let logs_out = !self.config.floodgate && held.session.is_idle();
        if logs_out && self.send(held, "LOGOUT").is_ok() {
            let end = Instant::now() + LOGOUT_PATIENCE;
            let left = || end.saturating_duration_since(Instant::now());
            while let Ok(event) = self.events.recv_timeout(left()) {
                match event {
                    Event::Stop => self.stops += 1,
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

    /// Does what the session asks for after a line that came `at` this time.
    fn act(&mut self, held: &mut Held, action: Action, at: Instant) -> io::Result<Option<Ended>> {
        match action {
            Action::Send(line) => self.send(held, &line)?,
            Action::LoggedIn => {
                self.has_logged_in = true;
                (self.tell)(News::LoggedIn);
            }
            Action::Refused(line) => return Ok(Some(Ended::Refused(line))),
            Action::Offered => self.take_offer(held)?,
            Action::Unplayable(error) => (self.tell)(News::Unplayable(&error)),
            Action::Rejected(by) => (self.tell)(News::Rejected(&by)),
            Action::Started => {
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
            Action::Over(verdict) => {
                self.over(held, verdict);
                if !self.config.stay || self.is_done() || self.stops > 0 {
                    return Ok(Some(self.leave(held)));
                }
            }
            Action::LoggedOut => return Ok(Some(Ended::Left)),
            Action::Odd(line) => log::debug!("the server's line means nothing here: {line}"),
        }
        Ok(None)
    }

    /// Agrees to a game once the engine is ready for it.
    fn take_offer(&mut self, held: &mut Held) -> io::Result<()> {
        let Some(game) = held.session.game_mut() else {
            return Ok(());
        };
        self.faults = (0, 0);
        self.retry = None;
        let again = self
            .interrupted
            .take_if(|(old, _)| old.id == game.id && !old.id.is_empty());
        let is_resumed = again.is_some();
        match again {
            Some((old, started)) => {
                game.notes = old.notes;
                self.started = started;
                (self.tell)(News::Resumed(game));
            }
            None => {
                let time = utc(SystemTime::now());
                self.started = time.get(..19).unwrap_or_default().replace('T', " ");
                (self.tell)(News::Offered(game));
            }
        }
        let told = told(game);
        self.give_up_interrupted();
        if self.config.restart_engine && !is_resumed {
            self.seat.leave();
        }
        if (!is_resumed || !self.seat.is_taken())
            && let Err(error) = self.seat.new_game(&told)
        {
            self.engine_fault(&error);
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

    /// Ends what the engine does.
    fn settle(&mut self, verdict: Option<GameVerdict>) {
        if let Err(error) = self.seat.stop(verdict) {
            self.engine_fault(&error);
        }
    }

    fn finish_broken(&mut self, game: &ServerGame) {
        self.tally.game(game.opponent(), GameVerdict::None);
        (self.tell)(News::BrokenOff(game));
    }

    /// Counts an interrupted game that does not come back.
    fn give_up_interrupted(&mut self) {
        if let Some((game, _)) = self.interrupted.take() {
            self.finish_broken(&game);
        }
    }
}

/// A connection with what is known of it.
struct Held {
    connection: Connection,
    session: Session,
    /// When something last went over it.
    last_sign: Instant,
    /// Whether the server answers signs of life.
    answers: bool,
    /// Those that it did not answer in a row.
    unanswered: u32,
}

impl Held {
    fn hear(&mut self, line: &str) {
        self.last_sign = Instant::now();
        self.unanswered = 0;
        self.answers |= line.is_empty();
    }
}
