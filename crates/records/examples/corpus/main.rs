//! Round trip of every record below a folder through all formats, with a list of losses by cause.
//!
//! usage: corpus FOLDER [--json]
//!
//! The exit code is 1 if something is lost without a report. With `--json`, each game is written as
//! one JSON line instead (start, moves, end, names, times), for comparison with other libraries.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use komadai::types::Color;
use komadai_records::{Format, NodeId, Problem, Reason, Record, read_file};

mod round_trip;
use round_trip::round_trip;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        eprintln!("usage: corpus FOLDER [--json]");
        std::process::exit(2);
    };
    let mut files = Vec::new();
    walk(Path::new(&folder), &mut files)?;
    files.sort();
    if args.next().as_deref() == Some("--json") {
        files.iter().for_each(|file| list_games(file));
        return Ok(());
    }
    let mut tally = Tally::default();
    files.iter().for_each(|file| tally.file(file));
    tally.report(files.len());
    std::process::exit(i32::from(tally.untold > 0));
}

/// Adds the files below a folder that may be records, judged by their extension.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        let extension = extension.to_ascii_lowercase();
        if path.is_dir() {
            walk(&path, files)?;
        } else if (extension != "txt" && Format::EXTENSIONS.contains(&extension.as_str()))
            || extension == "bod"
        {
            files.push(path);
        }
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    games: usize,
    whole: usize,
    /// By cause: the number of cases, and the file of the first one.
    unreadable: BTreeMap<String, (usize, String)>,
    problems: BTreeMap<String, (usize, String)>,
    doubts: BTreeMap<String, (usize, String)>,
    losses: BTreeMap<String, (usize, String)>,
    differences: BTreeMap<String, (usize, String)>,
    untold: usize,
}

fn count(table: &mut BTreeMap<String, (usize, String)>, cause: String, file: &str) {
    table.entry(cause).or_insert((0, file.to_string())).0 += 1;
}

/// The kind of a problem, without the texts and numbers of the file.
fn cause(problem: &Problem) -> String {
    let name = |text: String| text.split(['(', ' ', '{']).next().unwrap_or("").to_string();
    match &problem.reason {
        Reason::Move { fault, .. } => {
            let fault = format!("{fault:?}");
            let (kind, rest) = fault.split_once('(').unwrap_or((&fault, ""));
            format!("Move, {kind} {}", name(rest.to_string()))
        }
        reason => name(format!("{reason:?}")),
    }
}

impl Tally {
    fn file(&mut self, path: &Path) {
        let shown = path.display().to_string();
        let reading = match read_file(path) {
            Ok(reading) => reading,
            Err(error) => {
                let cause = error.to_string();
                let cause = cause.rsplit(": ").next().unwrap_or("").to_string();
                return count(&mut self.unreadable, cause, &shown);
            }
        };
        self.whole += usize::from(reading.warnings.is_empty());
        for problem in &reading.warnings {
            let first = problem.in_file(&shown);
            count(&mut self.problems, cause(problem), &first);
        }
        for doubt in &reading.doubts {
            count(&mut self.doubts, cause(doubt), &doubt.in_file(&shown));
        }
        for record in &reading.records {
            self.games += 1;
            for extension in Format::EXTENSIONS {
                let trip = round_trip(record, extension);
                for loss in trip.losses {
                    let loss = format!("{extension}: {loss}");
                    count(&mut self.losses, loss, &shown);
                }
                for (aspect, before, after) in trip.untold {
                    self.untold += 1;
                    let example = format!("{shown}\n--- {before}\n+++ {after}");
                    count(
                        &mut self.differences,
                        format!("{extension}: {aspect}"),
                        &example,
                    );
                }
            }
        }
    }

    fn report(&self, files: usize) {
        let unread: usize = self.unreadable.values().map(|(n, _)| n).sum();
        println!(
            "{files} files: {} read whole, {} with problems, {unread} not read; {} games",
            self.whole,
            files - self.whole - unread,
            self.games
        );
        for (title, table) in [
            ("not read", &self.unreadable),
            ("problems", &self.problems),
            ("doubts", &self.doubts),
            ("told losses", &self.losses),
            ("lost without a word", &self.differences),
        ] {
            println!("\n{title}:");
            for (cause, (n, first)) in table {
                println!("{n:6} {cause}\n       {first}");
            }
        }
    }
}

/// One line of JSON for each game.
fn list_games(path: &Path) {
    let reading = match read_file(path) {
        Ok(reading) => reading,
        Err(error) => {
            let line = serde_json::json!({"file": path, "error": error.to_string()});
            return println!("{line}");
        }
    };
    let problems: Vec<String> = reading.warnings.iter().map(Problem::to_string).collect();
    for (record, game) in reading.records.iter().zip(1..) {
        let line: Vec<NodeId> = record.main_line().collect();
        let moves = record.main_moves();
        let seconds = |&id: &NodeId| record.node(id).time_ms.map(|ms| ms / 1000);
        let line = serde_json::json!({
            "file": path,
            "game": game,
            "format": reading.format.to_string(),
            "problems": problems,
            "start": record.start_sfen(),
            "moves": moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "end": record.end().map(|end| end.kif_word()),
            "names": Color::ALL.map(|color| record.headers.player(color)),
            "times": line.iter().map(seconds).collect::<Vec<_>>(),
            "nodes": record.len(),
            "comments": comments(record),
        });
        println!("{line}");
    }
}

/// Number of comment lines in the whole tree.
fn comments(record: &Record) -> usize {
    record
        .ids()
        .map(|id| record.node(id).comment_lines().count())
        .sum()
}
