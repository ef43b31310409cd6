//! Dialogue with a USI engine: handshake, options, games and searches, each with a time limit.

use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use super::option_value;
use super::pipe::{Line, NoLine, Pipe, Watching};
use super::{BestLine, CommandError, EngineCommand, Watcher};
use crate::player::Reply;
use komadai::engine::usi_options::OptionError;
use komadai::host::Instant;
use komadai::host::millis;
use komadai::types::Move;
use komadai::usi::{OptionKind, OptionLine, UsiInfo};

/// Command, options and time limits of an engine.
#[derive(Clone, Debug)]
pub struct LaunchConfig {
    /// Program and arguments, split by [`EngineCommand::parse`]; `None` is this engine, on a
    /// thread of this process.
    pub command: Option<String>,
    /// Option names with values (`None` presses a button), set in this order. Paths of files are
    /// relative to the caller's folder ([`EngineCommand::path_for_engine`]).
    pub options: Vec<(String, Option<String>)>,
    /// Time limit for `usiok`. Some engines load all their data before they answer.
    pub usi_timeout: Duration,
    /// Time limit for each `readyok`. Some engines load a large network before they answer.
    pub ready_timeout: Duration,
    /// Time from `quit` until an engine that still runs is killed.
    pub quit_timeout: Duration,
}

impl LaunchConfig {
    /// Usual time limits and no options.
    pub fn new(command: impl Into<String>) -> LaunchConfig {
        LaunchConfig {
            command: Some(command.into()),
            ..LaunchConfig::in_process()
        }
    }

    /// A launch configuration for this engine in process.
    pub fn in_process() -> LaunchConfig {
        LaunchConfig {
            command: None,
            options: Vec::new(),
            usi_timeout: Duration::from_secs(120),
            ready_timeout: Duration::from_secs(120),
            quit_timeout: Duration::from_secs(3),
        }
    }
}

/// Largest number of options that an engine may list.
const MOST_OPTIONS: usize = 4096;

/// Step of the dialogue in which an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum During {
    /// This command was being sent to the engine.
    #[error("being sent '{0}'")]
    Sending(String),
    /// The engine was expected to answer with this word.
    #[error("waiting for {0}")]
    Waiting(String),
}

/// Error in running another engine.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line is invalid.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The program cannot be started.
    #[error("cannot start '{command}': {source}")]
    Launch {
        /// The command as given.
        command: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The engine ended by itself.
    #[error("the engine ended while {during} ({}){stderr}", in_words(*.status))]
    Exited {
        /// The step in which it happened.
        during: During,
        /// Exit status of the engine; `None` while it runs.
        status: Option<ExitStatus>,
        /// The end of its standard error, after a separator; empty if it wrote nothing there.
        stderr: String,
    },
    /// The engine did not answer in time; it has been killed.
    #[error("no {waited_for} within {} ms", millis::of(*.after))]
    Timeout {
        /// The expected answer.
        waited_for: String,
        /// Time waited.
        after: Duration,
    },
    /// The engine lists no such option.
    #[error("the engine has no option {name}; it has {listed}")]
    UnknownOption {
        /// The option to be set.
        name: String,
        /// The options that the engine lists.
        listed: String,
    },
    /// The engine lists more options than this limit.
    #[error("the engine lists more than {0} options")]
    TooManyOptions(usize),
    /// The value is invalid for the option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The engine answered one `go` twice.
    #[error("answered '{line}' after its answer")]
    Again {
        /// The second answer.
        line: String,
    },
    /// The engine answered while it should have pondered.
    #[error("answered '{line}' while it was to ponder, before ponderhit or stop")]
    Early {
        /// The answer.
        line: String,
    },
}

impl ClientError {
    /// Whether the engine ended by itself.
    pub fn is_exit(&self) -> bool {
        matches!(self, ClientError::Exited { .. })
    }
}

/// The answer to one `go`.
#[derive(Clone, Debug)]
pub struct GoReply {
    /// The answer.
    pub best: Reply,
    /// The opponent's reply that the engine expects, if it named one.
    pub ponder: Option<Move>,
    /// The facts in the `info` lines of the best line.
    pub info: UsiInfo,
    /// Time from sending `go`, or `ponderhit` after pondering, to reading the answer.
    pub elapsed: Duration,
}

/// A search started by [`UsiEngine::begin`].
struct Search {
    /// Start of the search's time.
    start: Instant,
    /// Information in the `info` lines so far.
    info: UsiInfo,
    /// Whether the engine ponders: `ponderhit` has not been sent.
    pondering: bool,
    /// The answer, if it has come. An answer during pondering is kept here until `ponderhit`.
    early: Option<GoReply>,
}

/// A running USI engine, in its own process or on a thread of this one. Dropping it sends `quit`.
pub struct UsiEngine {
    pipe: Pipe,
    watcher: Watching,
    search: Option<Search>,
    name: String,
    author: String,
    options: Vec<OptionLine>,
    config: LaunchConfig,
    alive: bool,
}

impl UsiEngine {
    /// Starts the engine, sets its options and waits until it is ready.
    ///
    /// # Errors
    /// If the program cannot be started, ends, does not answer in time, or lacks an
    /// option of `config`.
    pub fn launch(config: LaunchConfig) -> Result<UsiEngine, ClientError> {
        UsiEngine::launch_watched(config, None)
    }

    /// [`UsiEngine::launch`] with a watcher that receives every line.
    ///
    /// # Errors
    /// As [`UsiEngine::launch`].
    pub fn launch_watched(
        config: LaunchConfig,
        watcher: Option<Arc<dyn Watcher>>,
    ) -> Result<UsiEngine, ClientError> {
        let command = config.command.as_deref().map(EngineCommand::parse);
        let command = command.transpose()?;
        let pipe = match &command {
            Some(command) => Pipe::spawn(command, watcher.clone()),
            None => Pipe::in_process(watcher.clone()),
        };
        let pipe = pipe.map_err(|source| ClientError::Launch {
            command: config.command.clone().unwrap_or_default(),
            source,
        })?;
        let mut engine = UsiEngine {
            pipe,
            watcher,
            search: None,
            name: command
                .as_ref()
                .map(EngineCommand::without_folders)
                .unwrap_or_default(),
            author: String::new(),
            options: Vec::new(),
            config,
            alive: true,
        };
        engine.handshake()?;
        for (name, value) in engine.config.options.clone() {
            let is_file = (engine.option(&name)).is_some_and(|o| o.kind == OptionKind::Filename);
            let value = match (&command, is_file) {
                (Some(command), true) => value.map(|path| command.path_for_engine(&path)),
                _ => value,
            };
            engine.set_option(&name, value.as_deref())?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// The engine's name as given by `id name`, else the command that started it, without folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's author as given by `id author`; empty if the engine names none.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options that the engine lists.
    pub fn options(&self) -> &[OptionLine] {
        &self.options
    }

    /// The option with this name; case does not matter.
    fn option(&self, name: &str) -> Option<&OptionLine> {
        (self.options.iter()).find(|o| o.name.eq_ignore_ascii_case(name))
    }

    /// Whether the engine runs; `false` once it has ended or was killed.
    pub fn is_alive(&self) -> bool {
        self.alive
    }

    /// Whether the engine lists an option of this name that allows the value. The name's case does
    /// not matter.
    pub fn takes(&self, name: &str, value: Option<&str>) -> bool {
        let option = self.option(name);
        option.is_some_and(|option| option_value::check(option, value).is_ok())
    }

    /// Sets an option (`None` presses a button). The name's case does not matter.
    ///
    /// `USI_Hash` and `USI_Ponder` are sent even to engines that do not list them, as GUIs do. Any
    /// other unlisted option is an error, because the engine would ignore it and play with
    /// unintended settings.
    ///
    /// # Errors
    /// If the option is not listed, its value is invalid, or the engine has ended.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), ClientError> {
        let name = match self.option(name) {
            Some(option) => {
                option_value::check(option, value)?;
                option.name.clone()
            }
            None if matches!(name, "USI_Hash" | "USI_Ponder") => name.to_string(),
            None => {
                let names: Vec<&str> = self.options.iter().map(|o| o.name.as_str()).collect();
                return Err(ClientError::UnknownOption {
                    name: name.to_string(),
                    listed: names.join(", "),
                });
            }
        };
        match value {
            Some(value) => self.send(&format!("setoption name {name} value {value}")),
            None => self.send(&format!("setoption name {name}")),
        }
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// If the engine ends or does not answer in time.
    pub fn ready(&mut self) -> Result<(), ClientError> {
        self.pipe.drain();
        self.send("isready")?;
        let timeout = self.config.ready_timeout;
        self.wait_for("readyok", timeout, |_, line| {
            (first_word(line) == "readyok").then_some(())
        })
    }

    /// Prepares for a new game: sends `isready`, at which many engines clear their table, waits for
    /// `readyok`, then sends `usinewgame`.
    ///
    /// # Errors
    /// If the engine ends or does not answer in time.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.ready()?;
        self.send("usinewgame")
    }

    /// Sends a position and starts a search; waits for its answer.
    ///
    /// `position` and `go` are the texts after those words. `on_info` gets every `info` line with
    /// the time since `go`. An engine that has not answered after `give_up` is killed.
    ///
    /// # Errors
    /// If the engine ends, does not answer in time, or has answered the last `go` twice.
    pub fn go(
        &mut self,
        position: &str,
        go: &str,
        give_up: Duration,
        on_info: &mut dyn FnMut(Duration, &UsiInfo),
    ) -> Result<GoReply, ClientError> {
        self.end_last()?;
        self.send(&format!("position {position}"))?;
        let start = Instant::now();
        self.send(&format!("go {go}"))?;
        Ok(self.answer(start, give_up, on_info)?.0)
    }

    /// Sends a position that is expected to occur, and `go ponder` with the text after it. The
    /// caller then calls [`UsiEngine::ponderhit`] or [`UsiEngine::stop_pondering`].
    ///
    /// # Errors
    /// If the engine has ended or has answered the last `go` twice.
    pub fn ponder(&mut self, position: &str, go: &str) -> Result<(), ClientError> {
        self.end_last()?;
        self.send(&format!("position {position}"))?;
        self.send(&format!("go ponder {go}"))
    }

    /// Tells the engine that the expected position has occurred, and waits for the answer. The time
    /// of the answer counts from now. An engine that has not answered after `give_up` is killed.
    ///
    /// # Errors
    /// If the engine ends, does not answer in time, or has answered before.
    pub fn ponderhit(
        &mut self,
        give_up: Duration,
        on_info: &mut dyn FnMut(Duration, &UsiInfo),
    ) -> Result<GoReply, ClientError> {
        self.end_pondering("ponderhit", give_up, on_info)
    }

    /// Stops pondering on a position that has not occurred, and drops the engine's answer, which
    /// follows every `stop`.
    ///
    /// # Errors
    /// If the engine ends, does not answer in time, or has answered before.
    pub fn stop_pondering(&mut self, give_up: Duration) -> Result<(), ClientError> {
        self.end_pondering("stop", give_up, &mut |_, _| ())
            .map(|_| ())
    }

    /// Drops the remaining lines of the last search. A second answer among them is a fault: if it
    /// came later, it would be taken for the answer to the next `go`.
    fn end_last(&mut self) -> Result<(), ClientError> {
        while let Some(Ok(Line { text: line, .. })) = self.pipe.received() {
            if BestLine::parse(&line).is_some() {
                return Err(ClientError::Again { line });
            }
        }
        Ok(())
    }

    fn end_pondering(
        &mut self,
        word: &str,
        give_up: Duration,
        on_info: &mut dyn FnMut(Duration, &UsiInfo),
    ) -> Result<GoReply, ClientError> {
        // Taken before sending: an answer older than this came too early.
        let start = Instant::now();
        self.send(word)?;
        let (reply, at, line) = self.answer(start, give_up, on_info)?;
        match at < start {
            true => Err(ClientError::Early { line }),
            false => Ok(reply),
        }
    }

    /// Waits for the answer to a command sent at `start`. Also returns the time at which the answer
    /// came, and its line.
    fn answer(
        &mut self,
        start: Instant,
        give_up: Duration,
        on_info: &mut dyn FnMut(Duration, &UsiInfo),
    ) -> Result<(GoReply, Instant, String), ClientError> {
        let mut sum = UsiInfo::default();
        let (answer, at, line) = self.wait_for("bestmove", give_up, |at, line| {
            if let Some(info) = UsiInfo::parse(line) {
                on_info(at.saturating_duration_since(start), &info);
                sum.update(&info);
            }
            BestLine::parse(line).map(|answer| (answer, at, line.to_string()))
        })?;
        let reply = GoReply {
            best: answer.best,
            ponder: answer.ponder,
            info: sum,
            elapsed: at.saturating_duration_since(start),
        };
        Ok((reply, at, line))
    }

    /// Starts a search or pondering. [`UsiEngine::poll`] returns the answer.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn begin(&mut self, position: &str, go: &str, pondering: bool) -> Result<(), ClientError> {
        self.pipe.drain();
        self.send(&format!("position {position}"))?;
        self.search = Some(Search {
            start: Instant::now(),
            info: UsiInfo::default(),
            pondering,
            early: None,
        });
        match pondering {
            true => self.send(&format!("go ponder {go}")),
            false => self.send(&format!("go {go}")),
        }
    }

    /// Tells that the position has occurred on which the engine ponders since [`UsiEngine::begin`].
    /// Sends `ponderhit`, unless the engine has answered already.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn hit(&mut self) -> Result<(), ClientError> {
        if let Some(search) = &mut self.search {
            search.pondering = false;
            search.start = Instant::now();
            if search.early.is_none() {
                return self.send("ponderhit");
            }
        }
        Ok(())
    }

    /// Returns the answer to the search that was begun. `None` as long as the answer has not come
    /// or the engine ponders.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn poll(&mut self) -> Result<Option<GoReply>, ClientError> {
        while let Some(line) = self.pipe.received() {
            let Ok(Line { at, text }) = line else {
                return Err(self.exited(During::Waiting("bestmove".to_string())));
            };
            log::trace!("{} > {text}", self.name);
            let Some(search) = &mut self.search else {
                continue;
            };
            if let Some(info) = UsiInfo::parse(&text) {
                search.info.update(&info);
            } else if let Some(answer) = BestLine::parse(&text) {
                search.early = Some(GoReply {
                    best: answer.best,
                    ponder: answer.ponder,
                    info: search.info.clone(),
                    elapsed: at.saturating_duration_since(search.start),
                });
            }
        }
        let due = |search: &Search| !search.pondering && search.early.is_some();
        let done = self.search.take_if(|search| due(search));
        Ok(done.and_then(|search| search.early))
    }

    /// Stops the search that was begun, if any, and drops its answer. An engine that does
    /// not answer within `give_up` is killed.
    ///
    /// # Errors
    /// If the engine ends or does not answer in time.
    pub fn abort(&mut self, give_up: Duration) -> Result<(), ClientError> {
        self.poll()?;
        match self.search.take() {
            Some(Search { early: None, .. }) => {
                self.send("stop")?;
                self.wait_for("bestmove", give_up, |_, line| {
                    BestLine::parse(line).map(|_| ())
                })
            }
            _ => Ok(()),
        }
    }

    /// Sends `gameover` with the result for the engine: `win`, `lose` or `draw`.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn game_over(&mut self, result: &str) -> Result<(), ClientError> {
        self.send(&format!("gameover {result}"))
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        self.alive = false;
        self.pipe.kill();
    }

    fn handshake(&mut self) -> Result<(), ClientError> {
        self.send("usi")?;
        let timeout = self.config.usi_timeout;
        let (mut name, mut author, mut options) = (None, None, Vec::new());
        self.wait_for("usiok", timeout, |_, line| {
            if let Some(text) = line.strip_prefix("id name ") {
                name = Some(text.trim().to_string());
            } else if let Some(text) = line.strip_prefix("id author ") {
                author = Some(text.trim().to_string());
            } else if let Some(option) = OptionLine::parse(line) {
                options.push(option);
            }
            let too_many = options.len() > MOST_OPTIONS;
            (too_many || first_word(line) == "usiok").then_some(())
        })?;
        if options.len() > MOST_OPTIONS {
            self.kill();
            return Err(ClientError::TooManyOptions(MOST_OPTIONS));
        }
        self.name = name.unwrap_or_else(|| self.name.clone());
        self.author = author.unwrap_or_default();
        self.options = options;
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        log::trace!("{} < {line}", self.name);
        self.watcher.iter().for_each(|watcher| watcher.sent(line));
        match self.pipe.send(line) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.exited(During::Sending(first_word(line).to_string()))),
        }
    }

    fn wait_for<T>(
        &mut self,
        what: &str,
        timeout: Duration,
        mut found: impl FnMut(Instant, &str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.pipe.receive(deadline) {
                Ok(Line { at, text }) => {
                    log::trace!("{} > {text}", self.name);
                    if let Some(result) = found(at, &text) {
                        return Ok(result);
                    }
                }
                Err(NoLine::Closed) => return Err(self.exited(During::Waiting(what.to_string()))),
                Err(NoLine::Timeout) => {
                    self.kill();
                    return Err(ClientError::Timeout {
                        waited_for: what.to_string(),
                        after: timeout,
                    });
                }
            }
        }
    }

    fn exited(&mut self, during: During) -> ClientError {
        let status = self.pipe.exit_status();
        let stderr = self.pipe.stderr_end();
        self.kill();
        ClientError::Exited {
            during,
            status,
            stderr: match stderr.is_empty() {
                true => String::new(),
                false => format!(": {stderr}"),
            },
        }
    }
}

impl Drop for UsiEngine {
    fn drop(&mut self) {
        if self.alive {
            self.pipe.quit(self.config.quit_timeout);
        }
    }
}

fn in_words(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) => status.to_string(),
        None => "its output closed, the process still running".to_string(),
    }
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or_default()
}
