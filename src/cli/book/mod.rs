//! `komadai book`: making, joining, converting and reading opening books.

mod expansion;
mod make;
mod probe;
mod saved;
mod stat;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::args::PositionArgs;
use super::error::CliError;
use super::outputs::try_file;
use super::problems::counted;
use crate::book::{Book, BookFormat, MemoryBook, Whole, save};
use crate::position::{Handicap, Position, Setup};
use expansion::ExpansionArgs;
use make::Make;
use probe::Probe;
use saved::tell_saved;
use stat::Stat;

/// Make, join, convert and read opening books (.db, .ybb, Apery's .bin)
#[derive(Debug, Args)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Make(Box<Make>),
    /// Join books: of a move that several have, the deepest score holds and the counts are added up
    Merge {
        /// The books; where they are equally deep, the later one holds
        #[arg(required = true, num_args = 2..)]
        input: Vec<PathBuf>,
        /// The book to write; its ending says in which format
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    Convert(Convert),
    /// Show what a book holds, and what is wrong with it
    Info {
        /// The book
        file: PathBuf,
    },
    Probe(Probe),
    Stat(Stat),
}

/// Write a book in another format, or cut it down to what matters most
#[derive(Debug, Args)]
struct Convert {
    /// The book
    input: PathBuf,
    /// The book to write; its ending says in which format
    out: PathBuf,
    /// Keep only this many positions, those nearest to best play, and of their
    /// moves those within --margin
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    #[command(flatten)]
    expansion: ExpansionArgs,
    #[command(flatten)]
    position: PositionArgs,
}

impl BookArgs {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        match self.command {
            BookCommand::Make(make) => make.run(out),
            BookCommand::Merge { input, out: output } => merge(&input, &output, out),
            BookCommand::Convert(convert) => convert.run(out),
            BookCommand::Info { file } => info(&file, out),
            BookCommand::Probe(probe) => probe.run(out),
            BookCommand::Stat(stat) => stat.run(out, err),
        }
    }
}

/// The positions that the keys of Apery's books are looked for from.
fn starts() -> Vec<Position> {
    let handicaps = Handicap::ALL.iter();
    let handicaps = handicaps.filter_map(|h| Position::from_sfen(h.sfen).ok());
    std::iter::once(Position::startpos())
        .chain(handicaps)
        .collect()
}

fn read(path: &Path, starts: &[Position], out: &mut dyn Write) -> Result<Whole, CliError> {
    let whole = Book::read_whole(path, starts)?;
    if let Some((number, text)) = &whole.faults.first {
        writeln!(
            out,
            "{}: lines that make no sense and are left out: {}; the first is line {number}: '{text}'",
            path.display(),
            whole.faults.count
        )?;
    }
    if whole.left_out > 0 {
        let why = match whole.format {
            BookFormat::Apery => "cannot be reached from the starts known",
            _ => "are damaged",
        };
        writeln!(
            out,
            "{}: {} that {why}: left out",
            path.display(),
            counted(whole.left_out, "position")
        )?;
    }
    Ok(whole)
}

fn merge(input: &[PathBuf], output: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    try_file(output)?;
    let starts = starts();
    let mut merged = MemoryBook::new();
    for path in input {
        merged.merge(read(path, &starts, out)?.book);
    }
    let losses = save(&merged, output)?;
    tell_saved(out, &merged, output, &losses)
}

impl Convert {
    fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        try_file(&self.out)?;
        let (start, _) = self.position.position()?;
        let mut all = starts();
        all.insert(0, start.clone());
        let mut book = read(&self.input, &all, out)?.book;
        if let Some(positions) = self.positions {
            let positions = usize::try_from(positions).unwrap_or(usize::MAX);
            book = book.cut_down(vec![start], self.expansion.expansion(), positions);
        }
        let losses = save(&book, &self.out)?;
        tell_saved(out, &book, &self.out, &losses)
    }
}

fn info(file: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let mut notes = Vec::new();
    let whole = read(file, &starts(), &mut notes)?;
    let book = &whole.book;
    let (mut moves, mut replies, mut illegal) = (0u64, 0u64, 0u64);
    let (mut plies, mut depths) = ((u32::MAX, 0), (i32::MAX, 0));
    let mut first_illegal = None;
    for (key, entry) in book.iter() {
        plies = (plies.0.min(entry.ply), plies.1.max(entry.ply));
        let pos = Setup::parse(key.as_str()).ok();
        let pos = pos.and_then(|setup| Position::from_setup(&setup).ok());
        for book_move in &entry.moves {
            moves += 1;
            replies += u64::from(book_move.reply.is_some());
            depths = (depths.0.min(book_move.depth), depths.1.max(book_move.depth));
            if !pos.as_ref().is_some_and(|pos| pos.is_legal(book_move.mv)) {
                illegal += 1;
                first_illegal
                    .get_or_insert_with(|| format!("{} in {}", book_move.mv, key.as_str()));
            }
        }
    }
    let size = std::fs::metadata(file)
        .map(|meta| meta.len())
        .unwrap_or_default();
    writeln!(out, "{:<10} {}", "file", file.display())?;
    writeln!(out, "{:<10} {}", "format", whole.format)?;
    writeln!(out, "{:<10} {size} bytes", "size")?;
    writeln!(out, "{:<10} {}", "positions", book.len())?;
    writeln!(out, "{:<10} {moves}, {replies} with a reply", "moves")?;
    if moves > 0 {
        writeln!(out, "{:<10} {} to {}", "plies", plies.0, plies.1)?;
        writeln!(out, "{:<10} {} to {}", "depths", depths.0, depths.1)?;
    }
    match first_illegal {
        None => writeln!(out, "{:<10} none", "illegal")?,
        Some(first) => writeln!(
            out,
            "{:<10} {illegal} moves; the first is {first}",
            "illegal"
        )?,
    }
    out.write_all(&notes)?;
    Ok(())
}
