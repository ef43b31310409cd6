//! Driver: executes the tasks that the reader queues, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;

use super::command::PositionCommand;
use super::debug;
use super::debug_log::Opened;
use super::fixed_options::FixedOptions;
use super::go::Go;
use super::job::Job;
use super::output::Output;
use super::thinking;
use crate::engine::usi_options::{Change, UsiOptions};
use crate::engine::{Engine, beside_executable, processor};
use crate::host::{self, Instant};
use crate::movegen::MAX_PERFT_DEPTH;
use crate::position::Position;
use crate::text::quote;
use crate::types::Move;

/// A task for the driver.
pub(super) enum Task {
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
        /// The result of opening the debug log, if the option is `DebugLogFile`.
        log: Option<Opened>,
    },
    GetOption(Option<String>),
    Position(Result<PositionCommand, String>),
    Go(Go, Arc<Job>),
    Show,
    Eval,
    Bench(Vec<String>, Arc<Job>),
}

/// Interval of empty lines while the GUI waits for `readyok`, since some GUIs give up on a silent
/// engine.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The most time that `isready` spends on preparing the memory of the table; usually a few tens of
/// ms are enough. The rest is prepared while the driver is idle.
const WARM_UP: Duration = Duration::from_secs(2);

/// The position to search, with the last move that led to it.
#[derive(Clone)]
pub(super) struct Game {
    pub(super) pos: Position,
    pub(super) last_move: Option<Move>,
}

/// The state of the driver: engine, settings and position.
pub(super) struct Driver {
    out: Arc<Output>,
    settings: UsiOptions,
    /// The options that a file beside the engine fixes.
    fixed: FixedOptions,
    game: Game,
    /// Whether `game` is from before the last `position`, which was refused.
    is_stale: bool,
    /// Made when first needed, so that `usi` needs no time.
    engine: Option<Engine>,
    /// Whether the remark about the processor has been written.
    processor_reported: bool,
}

impl Driver {
    pub(super) fn new(out: Arc<Output>) -> Driver {
        Driver {
            out,
            settings: UsiOptions::default(),
            fixed: FixedOptions::default(),
            game: Game {
                pos: Position::startpos(),
                last_move: None,
            },
            is_stale: false,
            engine: None,
            processor_reported: false,
        }
    }

    /// Executes the tasks of the queue until it is closed.
    pub(super) fn work_off(mut self, queue: Receiver<Task>) {
        while let Some(task) = self.next(&queue) {
            self.attempt(task);
        }
    }

    /// Executes one task. A panic in it is caught, since a fault of the engine must not lose the
    /// game; the GUI gets the answer that it waits for.
    pub(super) fn attempt(&mut self, task: Task) {
        let is_ready = matches!(task, Task::IsReady);
        let job = match &task {
            Task::Go(_, job) | Task::Bench(_, job) => Some(job.clone()),
            _ => None,
        };
        if catch_unwind(AssertUnwindSafe(|| self.perform(task))).is_err() {
            self.out
                .remark("something went wrong inside the engine; it goes on");
            if is_ready {
                self.out.line("readyok");
                self.out.set_ascii_only(false);
            }
            if let Some(job) = job.filter(|job| job.claim_answer()) {
                drop(job);
                self.out.line(&thinking::any_answer(&self.game.pos));
            }
        }
    }

    /// Waits for the next task, warming up the engine meanwhile; `None` if the queue is closed.
    fn next(&mut self, queue: &Receiver<Task>) -> Option<Task> {
        loop {
            match queue.try_recv() {
                Ok(task) => return Some(task),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => {}
            }
            let warm = self.engine.as_mut().is_none_or(Engine::warm_up);
            if warm {
                return queue.recv().ok();
            }
        }
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::IsReady => self.get_ready(),
            Task::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Task::SetOption { name, value, log } => {
                self.set_option(&name, value.as_deref(), log);
            }
            Task::GetOption(name) => self.show_options(name.as_deref()),
            Task::Position(setup) => self.set_position(setup),
            Task::Go(go, job) => self.go(go, &job),
            Task::Show => self.out.line(&crate::engine::board(&self.game.pos)),
            Task::Eval => {
                self.apply_settings();
                if let Some(engine) = &self.engine {
                    self.out.line(&engine.explain(&self.game.pos).to_string());
                }
            }
            Task::Bench(words, job) => {
                debug::bench(&words, &self.settings.engine, &job, &self.out);
                // The job counts as answered: `bench` has no answer beyond its text.
                let _ = job.claim_answer();
            }
        }
    }

    /// `isready`: does all slow work, with empty lines as signs of life, then writes `readyok`.
    fn get_ready(&mut self) {
        self.out.set_ascii_only(true);
        let out = self.out.clone();
        with_signs_of_life(&out, KEEP_ALIVE, || {
            self.apply_options_file();
            self.apply_settings();
            if let Some(engine) = &mut self.engine {
                engine.refresh_evaluator();
                engine.refresh_book();
                engine.new_game();
                // Some GUIs start the clock right after `readyok`, so warm up before it.
                let start = Instant::now();
                while !engine.warm_up() && start.elapsed() < WARM_UP {}
            }
            self.report_changes();
        });
        if !std::mem::replace(&mut self.processor_reported, true) {
            self.out.remark(&processor::describe());
        }
        self.out.line("readyok");
        self.out.set_ascii_only(false);
    }

    /// Makes the engine if there is none, and applies the settings to it. Remarks tell
    /// the GUI about threads, memory or files that are not available.
    fn apply_settings(&mut self) {
        self.bring_up_to_date();
        self.report_changes();
    }

    /// Writes the engine's new reports about evaluator and book as remarks.
    fn report_changes(&mut self) {
        for line in self.engine.iter_mut().flat_map(Engine::take_reports) {
            self.out.remark(&line);
        }
    }

    fn bring_up_to_date(&mut self) {
        let wanted = &mut self.settings.engine;
        wanted.search.time.ponder = self.settings.ponder && !self.settings.stochastic_ponder;
        let refused = match &mut self.engine {
            Some(engine) if engine.options() == wanted => return,
            Some(engine) => engine.set_options(wanted).err(),
            None => match Engine::new_or_smaller(wanted.clone()) {
                Ok((engine, refused)) => {
                    self.engine = Some(engine);
                    refused
                }
                Err(error) => Some(error),
            },
        };
        let Some(error) = refused else {
            return;
        };
        let Some(engine) = &self.engine else {
            self.out.remark(&error.to_string());
            return;
        };
        *wanted = engine.options().clone();
        let threads = match wanted.threads {
            1 => "1 thread".to_string(),
            n => format!("{n} threads"),
        };
        let mib = wanted.hash_mib;
        self.out.remark(&format!(
            "{error}; going on with {threads} and a table of {mib} MiB"
        ));
    }

    /// Sets the options that a file beside the engine fixes.
    fn apply_options_file(&mut self) {
        let logged = self.settings.debug_log_file.clone();
        for line in self.fixed.refresh(&mut self.settings) {
            self.out.remark(&line);
        }
        if self.settings.debug_log_file != logged {
            self.open_log();
        }
    }

    /// Opens the debug log that the settings name.
    fn open_log(&self) {
        let file = &self.settings.debug_log_file;
        let path = (!file.is_empty()).then(|| beside_executable(file));
        self.tell_about_log(self.out.log().open(path));
    }

    fn tell_about_log(&self, log: Opened) {
        // If the log's thread has ended, there is no result to report.
        if let Ok(Err(error)) = log.recv() {
            self.out
                .remark(&format!("option DebugLogFile: cannot write to {error}"));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, log: Option<Opened>) {
        match self.fixed.objection(&self.settings, name, value) {
            Some(objection) => {
                objection.iter().for_each(|text| self.out.remark(text));
                // The reader thread does not know the options file, so it has opened the log file
                // that the GUI asked for. Go back to the log file that the options file fixes.
                if log.is_some() {
                    return self.open_log();
                }
            }
            None => match self.settings.set(name, value) {
                Change::Done | Change::Ignored => {}
                Change::Refused(why) => self.out.remark(&why.to_string()),
            },
        }
        if let Some(log) = log {
            self.tell_about_log(log);
        }
    }

    fn show_options(&self, name: Option<&str>) {
        match name {
            Some(name) => match self.settings.get(name) {
                Some((name, value)) => self.out.line(&format!("{name} = {value}")),
                None => self.out.remark(&format!("unknown option {}", quote(name))),
            },
            None => {
                let all: Vec<String> = self
                    .settings
                    .values()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                self.out.line(&all.join("\n"));
            }
        }
    }

    /// Sets a new position. After a faulty command the old position stays.
    fn set_position(&mut self, setup: Result<PositionCommand, String>) {
        let played = setup.and_then(|setup| play(&setup));
        self.is_stale = played.is_err();
        match played {
            Ok(game) => {
                if game.last_move.is_none() && game.pos.opponent_in_check() {
                    self.out
                        .remark("position: the side not to move stands in check");
                }
                self.game = game;
            }
            Err(why) => self
                .out
                .remark(&format!("position: {why}; the last good position stays")),
        }
    }

    fn go(&mut self, go: Go, job: &Job) {
        if !job.is_wanted() {
            return;
        }
        if self.is_stale {
            self.out.remark("go: the position is the last good one");
        }
        if !go.ignored.is_empty() {
            let ignored: Vec<String> = go.ignored.iter().map(ToString::to_string).collect();
            self.out.remark(&format!("go: {}", ignored.join("; ")));
        }
        if let Some(depth) = go.perft {
            if depth <= MAX_PERFT_DEPTH {
                debug::perft(&self.game.pos, depth, job, &self.out);
            } else {
                self.out
                    .remark(&format!("go: perft counts {MAX_PERFT_DEPTH} plies at most"));
            }
            // The job counts as answered: `go perft` has no answer beyond its text.
            let _ = job.claim_answer();
            return;
        }
        self.apply_settings();
        let Some(engine) = &mut self.engine else {
            if job.claim_answer() {
                self.out.line(&thinking::any_answer(&self.game.pos));
            }
            return;
        };
        if let Some(mate) = go.mate {
            thinking::solve_mate(engine, &self.game.pos, mate, &go.limits, job, &self.out);
            return;
        }

        let pos = &self.game.pos;
        let (legal, illegal): (Vec<Move>, Vec<Move>) =
            go.searchmoves.iter().partition(|&&mv| pos.is_legal(mv));
        for mv in illegal {
            self.out
                .remark(&format!("go: the move {mv} of searchmoves is not legal"));
        }
        // A command with `depth` or `nodes` wants a search, not a book move.
        let use_book = go.limits.depth.is_none() && go.limits.nodes.is_none();
        let mut limits = go.limits_under(&self.settings);
        limits.searchmoves = legal;
        limits.rtime_draw = host::seed();

        if use_book {
            engine.refresh_book();
            for line in engine.take_reports() {
                self.out.remark(&line);
            }
        }
        let thinking = thinking::Thinking {
            engine,
            job,
            out: &self.out,
            use_book,
        };
        match self.game.last_move {
            Some(last_move) if limits.ponder && self.settings.stochastic_ponder => {
                thinking.ponder_ahead(pos, last_move, limits);
            }
            _ => thinking.answer(pos, &limits),
        }
    }
}

/// Runs `work` while another thread writes an empty line at each interval `every`; on a platform
/// without threads, only runs `work`.
fn with_signs_of_life(out: &Output, every: Duration, work: impl FnOnce()) {
    if !host::HAS_THREADS {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while wait.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                out.line("");
            }
        });
        work();
        drop(done);
    });
}

/// Sets up the position of a command and plays its moves; an error names what is faulty.
fn play(setup: &PositionCommand) -> Result<Game, String> {
    let mut pos = match &setup.sfen {
        None => Position::startpos(),
        Some(sfen) => Position::from_sfen(sfen).map_err(|error| error.to_string())?,
    };
    let mut last_move = None;
    for (i, text) in setup.moves.iter().enumerate() {
        let mv = pos.parse_usi_move(text).map_err(|error| {
            let count = setup.moves.len();
            format!("move {} of {count} is illegal: {error}", i + 1)
        })?;
        pos.do_move(mv);
        last_move = Some(mv);
    }
    Ok(Game { pos, last_move })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(sfen: Option<&str>, moves: &str) -> PositionCommand {
        PositionCommand {
            sfen: sfen.map(str::to_string),
            moves: moves.split_whitespace().map(str::to_string).collect(),
        }
    }

    #[test]
    fn long_work_shows_signs_of_life() {
        let (sender, lines) = mpsc::channel();
        struct Sink(mpsc::Sender<Vec<u8>>);
        impl std::io::Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                let _ = self.0.send(bytes.to_vec());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let out = Output::new(Sink(sender));
        with_signs_of_life(&out, Duration::from_millis(1), || {
            for _ in 0..3 {
                let hang = Duration::from_secs(120);
                assert_eq!(lines.recv_timeout(hang).as_deref(), Ok(&b"\n"[..]));
            }
        });
        drop(out);
        assert!(lines.iter().all(|line| line == b"\n"));
    }

    #[test]
    fn a_game_remembers_its_last_move() {
        let game = play(&setup(None, "7g7f 3c3d 8h2b")).unwrap();
        assert_eq!(game.last_move.unwrap().to_string(), "8h2b");
        assert_eq!(game.pos.ply(), 4);
        // The bishop could have promoted; not promoting is legal too.
        assert!(play(&setup(None, "")).unwrap().last_move.is_none());
    }

    #[test]
    fn the_first_wrong_move_is_named() {
        for (moves, parts) in [
            ("7g7f 7g7f", ["move 2 of 2", "7g7f"]),
            ("7g7f 3c3d 8h3c+ P*5e", ["move 4 of 4", "no such piece"]),
            ("zzz", ["move 1 of 1", "'zzz'"]),
        ] {
            let error = play(&setup(None, moves)).err().unwrap();
            for part in parts {
                assert!(error.contains(part), "{error}");
            }
        }
        assert!(play(&setup(Some("9/9 b -"), "")).is_err());
    }
}
