//! Test of the protocol's state machine: random commands, right and wrong, sent at random
//! times to many processes of the real executable.
//!
//! Always: each `go` is answered once, or not at all if a later `go` replaces it; no
//! answer comes before `stop` or `ponderhit` while the search has to wait; answers and
//! lines of moves are legal; all output belongs to the protocol; `quit` and the end of
//! input end the process; its memory stays bounded.

mod commands;
mod model;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use komadai::types::SplitMix64;

use crate::support::program;
use commands::Meaning;
use model::Model;

/// Silence after which a process counts as hung, however busy the machine is.
const HANG: Duration = Duration::from_secs(60);

/// Largest memory in MiB that a table of 3 MiB and four threads can need.
#[cfg(target_os = "linux")]
const MOST_MEMORY: u64 = 400;

/// Counts of what one process did.
#[derive(Default)]
struct Tally {
    commands: usize,
    answers: usize,
    memory_mib: u64,
}

/// An engine with its dialogue so far.
struct Conversation {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<(Instant, String)>,
    stderr: Option<JoinHandle<Vec<u8>>>,
    model: Model,
    transcript: Vec<String>,
}

impl Conversation {
    fn start() -> Conversation {
        let mut child = program::command()
            .current_dir(std::env::temp_dir())
            .env("RUST_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, heard) = channel();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8_lossy(&line)
                    .trim_end_matches(['\r', '\n'])
                    .to_string();
                if sender.send((Instant::now(), text)).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let mut stderr = child.stderr.take().unwrap();
        let stderr = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            text
        });
        Conversation {
            stdin: child.stdin.take(),
            child,
            heard,
            stderr: Some(stderr),
            model: Model::new(),
            transcript: Vec::new(),
        }
    }

    /// Reads all output so far, or waits until `done`.
    fn hear_until(&mut self, wait: bool, done: impl Fn(&Model) -> bool) -> Result<(), String> {
        while !wait || !done(&self.model) {
            let patience = if wait { HANG } else { Duration::ZERO };
            match self.heard.recv_timeout(patience) {
                Ok((at, line)) => {
                    self.transcript.push(format!("< {line}"));
                    self.model.hear(&line, at)?;
                }
                Err(_) if !wait => break,
                Err(RecvTimeoutError::Timeout) => return Err("the engine is silent".to_string()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("the engine has ended".to_string());
                }
            }
        }
        Ok(())
    }

    /// Sends one line and notes the answer it calls for, with the time before sending.
    fn send(&mut self, line: &[u8], meaning: Meaning, rng: &mut SplitMix64) -> Result<(), String> {
        self.transcript
            .push(format!("> {}", String::from_utf8_lossy(line)));
        let now = Instant::now();
        match meaning {
            Meaning::Nothing => {}
            Meaning::Usi => self.model.usi_due += 1,
            Meaning::IsReady => self.model.ready_due += 1,
            Meaning::Position(pos, last_move) => self.model.set_position(*pos, last_move),
            Meaning::Go(go) => self.model.go(go, now),
            Meaning::Stop => self.model.stop(now),
            Meaning::PonderHit => self.model.ponderhit(now),
            Meaning::MayResign => self.model.may_resign = true,
        }
        let mut bytes = line.to_vec();
        bytes.extend([&b"\n"[..], b"\r\n", b" \t\n"][rng.below(3)]);
        // Now and then a line comes in two parts.
        let cut = if rng.below(8) == 0 {
            rng.below(bytes.len())
        } else {
            0
        };
        for part in [&bytes[..cut], &bytes[cut..]] {
            let stdin = self.stdin.as_mut().ok_or("no input")?;
            stdin
                .write_all(part)
                .and_then(|()| stdin.flush())
                .map_err(|error| format!("input: {error}"))?;
            if cut > 0 {
                thread::sleep(Duration::from_millis(1));
            }
        }
        Ok(())
    }

    /// Stops whatever there is and waits until the engine is idle.
    fn settle(&mut self, rng: &mut SplitMix64) -> Result<(), String> {
        self.send(b"stop", Meaning::Stop, rng)?;
        self.send(b"isready", Meaning::IsReady, rng)?;
        self.hear_until(true, |model| model.ready_due == 0 && model.usi_due == 0)?;
        self.model.settle()
    }

    /// A whole dialogue except its end.
    fn talk(&mut self, commands: usize, rng: &mut SplitMix64) -> Result<(), String> {
        self.send(b"setoption name USI_Hash value 1", Meaning::Nothing, rng)?;
        self.send(b"setoption name Threads value 1", Meaning::Nothing, rng)?;
        self.model.plain_text = rng.below(4) == 0;
        for _ in 0..commands {
            let (line, meaning) = commands::next(rng, &self.model);
            self.send(&line, meaning, rng)?;
            match rng.below(20) {
                0 => self.settle(rng)?,
                1 | 2 if self.model.will_answer() => {
                    let answers = self.model.answers;
                    self.hear_until(true, |model| model.answers > answers)?;
                }
                3..=6 => thread::sleep(Duration::from_micros(rng.below(4000) as u64)),
                7 => thread::sleep(Duration::from_millis(rng.below(40) as u64)),
                _ => {}
            }
            self.hear_until(false, |_| false)?;
        }
        Ok(())
    }

    /// One of several kinds of end.
    fn end(&mut self, rng: &mut SplitMix64) -> Result<(), String> {
        // Taken before: on a busy machine the answer can be there before the next line is.
        let ended = Instant::now();
        match rng.below(4) {
            0 => self.settle(rng)?,
            1 => {
                let (line, _) = commands::next(rng, &self.model);
                self.transcript
                    .push(format!("> {} (cut)", String::from_utf8_lossy(&line)));
                if let Some(stdin) = &mut self.stdin
                    && !line.starts_with(b"go")
                    && !line.starts_with(b"bench")
                {
                    // Less than a whole command, as when a GUI is killed.
                    let _ = stdin.write_all(&line[..line.len().min(2)]);
                }
                self.stdin = None;
            }
            2 => self.stdin = None,
            _ => {}
        }
        if self.stdin.is_some() {
            self.send(b"quit", Meaning::Stop, rng)?;
        } else {
            // The end of the input stops what waits.
            self.model.stop(ended);
        }
        loop {
            match self.heard.recv_timeout(HANG) {
                Ok((at, line)) => {
                    self.transcript.push(format!("< {line}"));
                    self.model.hear(&line, at)?;
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => return Err("the engine does not end".to_string()),
            }
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let stderr = self
            .stderr
            .take()
            .and_then(|thread| thread.join().ok())
            .unwrap_or_default();
        match status.success() && stderr.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "ended with {status}; stderr: {}",
                String::from_utf8_lossy(&stderr)
            )),
        }
    }

    /// The most memory that the process ever held, in MiB.
    #[cfg(target_os = "linux")]
    fn memory_mib(&self) -> Result<u64, String> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.map_err(|error| error.to_string())?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        let mib = kib.ok_or("no memory in its status")? >> 10;
        // A runner's own memory is not the engine's.
        if mib > MOST_MEMORY && std::env::var_os("KOMADAI_RUNNER").is_none() {
            return Err(format!("the engine holds {mib} MiB"));
        }
        Ok(mib)
    }

    #[cfg(not(target_os = "linux"))]
    fn memory_mib(&self) -> Result<u64, String> {
        Ok(0)
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One process from start to end.
fn converse(seed: u64, commands: usize) -> Result<Tally, String> {
    let mut rng = SplitMix64::new(seed);
    let mut conversation = Conversation::start();
    let result = conversation
        .talk(commands, &mut rng)
        .and_then(|()| conversation.memory_mib())
        .and_then(|mib| conversation.end(&mut rng).map(|()| mib));
    match result {
        Ok(memory_mib) => Ok(Tally {
            commands,
            answers: conversation.model.answers,
            memory_mib,
        }),
        Err(why) => {
            let from = conversation.transcript.len().saturating_sub(80);
            let end = conversation.transcript[from..].join("\n");
            Err(format!("seed {seed}: {why}\n{end}"))
        }
    }
}

/// Many processes, `abreast` of them at a time, beside as many threads that keep the cores busy for nothing.
fn run(seeds: std::ops::Range<u64>, commands: usize, abreast: usize, busy: usize) -> Tally {
    let next = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let count = (seeds.end - seeds.start) as usize;
    let mut total = Tally::default();
    thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let work = || {
            let mut done = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= count {
                    return Ok(done);
                }
                done.push(converse(seeds.start + n as u64, commands)?);
            }
        };
        let workers: Vec<_> = (0..abreast).map(|_| scope.spawn(work)).collect();
        let results: Vec<Result<Vec<Tally>, String>> = workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .collect();
        over.store(true, Ordering::Relaxed);
        for tally in results
            .into_iter()
            .flat_map(|result| result.unwrap_or_else(|why| panic!("{why}")))
        {
            total.commands += tally.commands;
            total.answers += tally.answers;
            total.memory_mib = total.memory_mib.max(tally.memory_mib);
        }
    });
    total
}

#[test]
fn no_command_at_no_moment_breaks_the_protocol() {
    let total = run(0..16, 40, 4, 0);
    // Enough answers came for the test to have a meaning.
    assert!(total.answers > 30, "{} answers", total.answers);
}

#[test]
#[ignore = "takes as long as KOMADAI_FUZZ says: PROCESSES COMMANDS SEED BUSY (scripts/fuzz machine)"]
fn as_long_as_asked() {
    let asked = std::env::var("KOMADAI_FUZZ").unwrap_or_default();
    let numbers: Vec<u64> = asked
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    // Without numbers, the test was started by a run of all ignored tests.
    let [processes, commands, seed, busy] = numbers[..] else {
        return;
    };
    let start = Instant::now();
    let abreast = thread::available_parallelism().map_or(2, usize::from) * 2;
    let total = run(
        seed..seed + processes,
        commands as usize,
        abreast,
        busy as usize,
    );
    println!(
        "machine: {} commands in {processes} processes beside {busy} busy threads, {} answers, {} MiB at most, no fault, {} s",
        total.commands,
        total.answers,
        total.memory_mib,
        start.elapsed().as_secs()
    );
}
