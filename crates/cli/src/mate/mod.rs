//! `komadai mate`: solver of tsume problems, on all cores.

mod inputs;
mod json;
mod kif;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;

use super::analyse::NotationName;
use super::args::{text_parser, threads};
use super::error::CliError;
use super::outputs::{Messages, Overwriting, Places, numbered, print_json, progress_bar, try_file};
use super::records::{is_dash, tell_losses};
use crate::language::{msg, say};
use inputs::{Inputs, MateError, Place};
use json::DocumentJson;
use komadai::files::whole_file::write_whole;
use komadai_analysis::tsume::{
    HandRule, TsumeAnswer, TsumeEvent, TsumeRun, TsumeSettings, TsumeVerdict,
};

/// Default time for each problem, in ms.
const DEFAULT_TIME: u64 = 10_000;

/// The greatest value of --plies and --cooks.
const MOST_PLIES: i64 = 9999;

/// Solve tsume problems: mates by checks, the shortest against the longest defence
///
/// The files may have any record format and hold one or many problems each: SFEN
/// positions (one a line), KIF and BOD diagrams, CSA. The defender holds all pieces not
/// shown unless the file states his hand.
#[derive(Debug, Args)]
pub(super) struct Mate {
    /// Files of problems, folders of such files, positions as text, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "sfen")]
    files: Vec<PathBuf>,
    /// The position after this many moves of each record is the problem [default: after all
    /// moves in games and USI lines, else the start]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// A position in place of files: SFEN, `startpos`, a USI `position` line, or the text of
    /// a record or board
    #[arg(long, value_name = "POSITION", value_parser = text_parser())]
    sfen: Option<String>,
    /// Time limit for each problem, in milliseconds [default: 10000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Node limit for each problem
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of problems to solve at once [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for each problem being solved, in MiB
    #[arg(long, default_value_t = 256, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    /// Confirm or refute that the mate takes this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_PLIES))]
    plies: Option<u16>,
    /// Search for other solutions of at most this many plies in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_PLIES))]
    cooks: Option<u16>,
    /// Treat a hand that the file does not state as empty
    #[arg(long)]
    hands_as_given: bool,
    /// Notation of the moves
    #[arg(long, value_enum, default_value_t = NotationName::Japanese)]
    notation: NotationName,
    /// Write JSON to this file instead of text; without OUT to standard output
    #[arg(long, value_name = "OUT", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write the solutions as KIF, other solutions as variations; with several problems, each
    /// gets a file with its number in the name
    #[arg(long, value_name = "OUT")]
    kif: Option<PathBuf>,
    /// Keep answers in this file, so that an interrupted run can continue [default: the
    /// first output file with .progress added]
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
}

impl Mate {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        let rule = match self.hands_as_given {
            true => HandRule::Nothing,
            false => HandRule::AllThatIsLeft,
        };
        let progress = self.progress_path();
        let is_own = progress.as_ref().is_some_and(|path| path.exists());
        if let Some(file) = self.json.as_ref().filter(|file| !is_dash(file)) {
            self.overwriting.or_own(is_own).try_file(file)?;
        }
        progress.as_deref().map_or(Ok(()), try_file)?;
        let place = Place {
            rule,
            ply: self.ply,
        };
        let inputs = Inputs::read(&self.files, self.sfen.as_deref(), place, err)?;
        let mut places = Places::of_inputs(inputs.files.iter().map(PathBuf::as_path));
        for file in self.json.iter().chain(&progress) {
            places.add(file)?;
        }
        for number in 1..=inputs.problems.len() {
            if let Some(file) = self.kif_of(number, &inputs).filter(|file| !is_dash(file)) {
                places.add(&file)?;
                self.overwriting.or_own(is_own).try_file(&file)?;
            }
        }
        let settings = self.settings();
        let mut run = TsumeRun::new(&inputs.problems, settings.clone());
        if let Some(path) = progress {
            let (known, is_new) = run.resume(&path)?;
            let shown = path.display();
            if is_new {
                say!(err, starting_anew, shown)?;
            } else if known > 0 {
                say!(err, mate_going_on, shown, known)?;
            }
        }
        let mut session = Session {
            command: &self,
            inputs: &inputs,
            answers: vec![None; inputs.problems.len()],
            told: 0,
            bar: None,
            out: &mut Messages::new(out, self.files_to_write().next().is_some()),
        };
        let workers = threads(self.threads.map(usize::from));
        let done = run.run(workers, &mut |event| session.on(event));
        if let Some(bar) = &session.bar {
            bar.finish_and_clear();
        }
        done?;
        let Session { answers, out, .. } = session;
        if let Some(path) = &self.json {
            let mut text = Vec::new();
            print_json(&mut text, &DocumentJson::new(&inputs, &answers, &settings))?;
            put(path, &text, out)?;
        }
        for ((problem, answer), number) in inputs.problems.iter().zip(&answers).zip(1..) {
            let record = answer.as_ref().map(|answer| kif::record(problem, answer));
            if let (Some(record), Some(path)) = (record, self.kif_of(number, &inputs)) {
                let written = kif::file(&path, &[record]);
                put(&path, &written.bytes, out)?;
                tell_losses(err, &path, written.losses)?;
            }
        }
        if !self.is_quiet() {
            text::write_sum(out, answers.iter().flatten())?;
        }
        match inputs.faults {
            0 => Ok(()),
            n => Err(MateError::Partial(n).into()),
        }
    }

    fn settings(&self) -> TsumeSettings {
        let usual = self.nodes.is_none().then_some(DEFAULT_TIME);
        TsumeSettings {
            time_ms: self.time.or(usual),
            nodes: self.nodes,
            memory_mib: usize::try_from(self.hash).unwrap_or(usize::MAX),
            plies: self.plies,
            cooks: self.cooks,
        }
    }

    /// The file that keeps the answers so far: the one of --progress, else one beside the first
    /// output file; `None` without both.
    fn progress_path(&self) -> Option<PathBuf> {
        if let Some(path) = &self.progress {
            return Some(path.clone());
        }
        let file = self.files_to_write().next()?;
        Some(file.with_added_extension("progress"))
    }

    /// The file for the solution of a problem. GUIs read only one game of a KIF file.
    fn kif_of(&self, number: usize, inputs: &Inputs) -> Option<PathBuf> {
        let number = (inputs.problems.len() > 1).then_some(number);
        Some(numbered(self.kif.clone()?, number))
    }

    fn files_to_write(&self) -> impl Iterator<Item = &PathBuf> {
        let files = [&self.json, &self.kif].into_iter().flatten();
        files.filter(|path| !is_dash(path))
    }

    /// Whether an output file is standard output.
    fn is_quiet(&self) -> bool {
        let mut files = [&self.json, &self.kif].into_iter().flatten();
        files.any(|path| is_dash(path))
    }
}

/// Writes a file and prints a message about it. `-` is standard output, without a message.
fn put(path: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<(), CliError> {
    if is_dash(path) {
        return Ok(out.write_all(bytes)?);
    }
    write_whole(path, bytes)?;
    say!(out, written, file = path.display())?;
    Ok(())
}

/// State of the output during a run.
struct Session<'a> {
    command: &'a Mate,
    inputs: &'a Inputs,
    answers: Vec<Option<TsumeAnswer>>,
    /// The number of problems reported so far; they are reported in order.
    told: usize,
    /// The progress bar; `None` before solving begins.
    bar: Option<ProgressBar>,
    out: &'a mut dyn Write,
}

impl Session<'_> {
    fn on(&mut self, event: TsumeEvent) -> Result<(), CliError> {
        match event {
            TsumeEvent::Begun { open } => {
                let all = self.inputs.problems.len();
                let words = msg!(
                    bar_problems,
                    pos = "{pos}",
                    len = "{len}",
                    msg = "{msg}",
                    eta = "{eta}"
                );
                self.bar = Some(progress_bar(all as u64, (all - open) as u64, &words));
            }
            TsumeEvent::Done { index, answer } => {
                self.answers[index] = Some(answer.clone());
                if let Some(bar) = &self.bar {
                    let is_mate =
                        |answer: &&TsumeAnswer| matches!(answer.verdict, TsumeVerdict::Mate);
                    let mates = self.answers.iter().flatten().filter(is_mate).count();
                    bar.set_message(msg!(bar_solved, mates));
                    bar.inc(1);
                }
                match self.bar.clone() {
                    Some(bar) => bar.suspend(|| self.tell())?,
                    None => self.tell()?,
                }
            }
        }
        Ok(())
    }

    /// Prints the answers not yet printed, in the order of the problems, up to the first open
    /// problem.
    fn tell(&mut self) -> Result<(), CliError> {
        if self.command.json.is_some() || self.command.is_quiet() {
            return Ok(());
        }
        while let Some(Some(answer)) = self.answers.get(self.told) {
            let notation = self.command.notation.notation();
            let name = &self.inputs.names[self.told];
            let problem = &self.inputs.problems[self.told];
            let plies = self.command.plies.map(usize::from);
            text::write_answer(self.out, name, problem, answer, notation, plies)?;
            self.told += 1;
        }
        self.out.flush()?;
        Ok(())
    }
}
