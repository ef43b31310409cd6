//! `komadai book`: commands that make, join, convert and read opening books.

mod make;
mod probe;
mod stat;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use make::Make;
use probe::Probe;
use stat::Stat;

use super::args::PositionArgs;
use super::error::{CliError, leaving_out};
use super::outputs::{Messages, Overwriting};
use super::plain::plain;
use crate::language::{Japanese, Lang, current, msg, padded, say, told};
use komadai::book::{BookFormat, MemoryBook, Whole};
use komadai::position::{Position, Setup};
use komadai::types::{Move, Square};
use komadai_analysis::report::analysis::Notation;
use komadai_books::{Expansion, Losses, cut_down, read_whole, save};
use komadai_records::Handicap;

/// Make, join, convert and read opening books (.db, .ybb, Apery's .bin, ShogiGUI's .sbk)
#[derive(Debug, Args)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Make(Box<Make>),
    /// Join books: for a move in several of them, keep the deepest score and add up the counts
    Merge {
        /// The books; at equal depth, the score of the later book is kept
        #[arg(required = true, num_args = 2..)]
        input: Vec<PathBuf>,
        /// The book to write; its extension selects the format
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        overwriting: Overwriting,
    },
    Convert(Convert),
    /// Show the content of a book, and its faults
    Info {
        /// The book
        file: PathBuf,
    },
    Probe(Probe),
    Stat(Stat),
}

/// Write a book in another format, or reduce it to its most useful part
#[derive(Debug, Args)]
struct Convert {
    /// The book
    input: PathBuf,
    /// The book to write; its extension selects the format
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Keep only this many positions, those nearest to best play, and only moves within --margin
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
            BookCommand::Merge {
                input,
                out: output,
                overwriting,
            } => {
                overwriting.try_file(&output)?;
                merge(&input, &output, &mut Messages::new(out, true))
            }
            BookCommand::Convert(convert) => convert.run(&mut Messages::new(out, true)),
            BookCommand::Info { file } => info(&file, out),
            BookCommand::Probe(probe) => probe.run(out),
            BookCommand::Stat(stat) => stat.run(out, err),
        }
    }
}

/// The start positions from which an Apery book is read. Such a book stores only hash keys; its
/// positions are found by playing moves from these.
fn starts() -> Vec<Position> {
    let handicaps = Handicap::ALL.iter();
    let handicaps = handicaps.filter_map(|h| Position::from_sfen(h.sfen).ok());
    std::iter::once(Position::startpos())
        .chain(handicaps)
        .collect()
}

/// Reads a book, tells what of it cannot be used, and adds the number of these parts to `left_out`.
fn read(
    path: &Path,
    starts: &[Position],
    left_out: &mut u64,
    out: &mut dyn Write,
) -> Result<Whole, CliError> {
    let whole = read_whole(path, starts)?;
    *left_out += whole.faults.count + whole.left_out;
    if let Some((number, text)) = &whole.faults.first {
        let (file, count) = (path.display(), whole.faults.count);
        match whole.format {
            BookFormat::Sbk => say!(out, book_bad_moves, file, count, number, text)?,
            _ => say!(out, book_bad_lines, file, count, number, text)?,
        }
    }
    if whole.left_out > 0 {
        let (file, count) = (path.display(), whole.left_out);
        let why = match whole.format {
            BookFormat::Apery | BookFormat::Sbk => msg!(book_unreachable),
            _ => msg!(book_damaged),
        };
        say!(out, book_left_out, file, why, count)?;
    }
    Ok(whole)
}

fn merge(input: &[PathBuf], output: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let starts = starts();
    let mut merged = MemoryBook::new();
    let mut states_plies = false;
    let mut left_out = 0;
    for path in input {
        let whole = read(path, &starts, &mut left_out, out)?;
        states_plies |= has_plies(whole.format);
        komadai_books::merge(&mut merged, whole.book);
    }
    let mut losses = save(&merged, output)?;
    losses.plies &= states_plies;
    tell_saved(out, &merged, output, &losses)?;
    leaving_out(left_out)
}

impl Convert {
    fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        self.overwriting.try_file(&self.out)?;
        let (start, _) = self.position.position()?;
        let mut all = starts();
        all.insert(0, start.clone());
        let mut left_out = 0;
        let Whole {
            mut book, format, ..
        } = read(&self.input, &all, &mut left_out, out)?;
        if let Some(positions) = self.positions {
            let positions = usize::try_from(positions).unwrap_or(usize::MAX);
            book = cut_down(&book, vec![start], self.expansion.expansion(), positions);
        }
        let mut losses = save(&book, &self.out)?;
        losses.plies &= has_plies(format);
        tell_saved(out, &book, &self.out, &losses)?;
        leaving_out(left_out)
    }
}

/// Whether the files of a format state plies. Those of the others are found by playing the moves,
/// and found again in the new file.
fn has_plies(format: BookFormat) -> bool {
    matches!(format, BookFormat::Db | BookFormat::Ybb)
}

/// A move of a book as text: in USI notation, with Japanese messages in Japanese notation.
fn shown(pos: &Position, mv: Move, last_to: Option<Square>) -> String {
    match current() {
        Lang::English => mv.to_string(),
        Lang::Japanese if pos.is_legal(mv) => Notation::Japanese.write(pos, mv, last_to),
        Lang::Japanese => mv.japanese(),
    }
}

fn info(file: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let mut notes = Vec::new();
    let mut left_out = 0;
    let whole = read(file, &starts(), &mut left_out, &mut notes)?;
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
                first_illegal.get_or_insert((book_move.mv, key));
            }
        }
    }
    let mut rows = vec![
        (msg!(field_file), file.display().to_string()),
        (msg!(book_format), told(&whole.format)),
    ];
    // A pipe has no size.
    if let Some(meta) = std::fs::metadata(file)
        .ok()
        .filter(std::fs::Metadata::is_file)
    {
        rows.push((msg!(field_size), msg!(bytes, size = meta.len())));
    }
    let about = [
        (msg!(book_author), &book.author),
        (msg!(book_description), &book.description),
    ];
    let about = about.into_iter().filter(|(_, text)| !text.is_empty());
    rows.extend(about.map(|(name, text)| (name, plain(text.replace(['\r', '\n'], " ")))));
    rows.extend([
        (msg!(book_positions), book.len().to_string()),
        (msg!(book_moves), msg!(book_replies, moves, replies)),
    ]);
    if moves > 0 {
        let range = |from: i64, to: i64| msg!(from_to, from, to);
        rows.push((msg!(book_plies), range(plies.0.into(), plies.1.into())));
        rows.push((msg!(book_depths), range(depths.0.into(), depths.1.into())));
    }
    let illegal = match first_illegal {
        None => msg!(none),
        Some((mv, key)) => {
            let key = key.as_str();
            let pos = Position::from_sfen(key).unwrap_or_default();
            msg!(book_illegal_moves, illegal, key, mv = shown(&pos, mv, None))
        }
    };
    rows.push((msg!(book_illegal), illegal));
    for (name, value) in rows {
        writeln!(out, "{} {value}", padded(&name, 10))?;
    }
    out.write_all(&notes)?;
    leaving_out(left_out)
}

/// Prints `1000 positions, 3120 moves to FILE` and the content that the format could not store.
pub(super) fn tell_saved(
    out: &mut dyn Write,
    book: &MemoryBook,
    path: &Path,
    losses: &Losses,
) -> Result<(), CliError> {
    let moves: usize = book.iter().map(|(_, entry)| entry.moves.len()).sum();
    let (positions, file) = (book.len(), path.display());
    let lost = match in_words(losses) {
        lost if lost.is_empty() => lost,
        lost => msg!(book_lost, lost),
    };
    say!(out, book_saved, positions, moves, file, lost)?;
    Ok(())
}

/// The losses as text: `without replies, counts; 3 positions left out`.
fn in_words(losses: &Losses) -> String {
    let kinds = [
        (losses.replies, msg!(book_lost_replies)),
        (losses.scores, msg!(book_lost_scores)),
        (losses.counts, msg!(book_lost_counts)),
        (losses.depths, msg!(book_lost_depths)),
        (losses.plies, msg!(book_lost_plies)),
        (losses.judgements, msg!(book_lost_judgements)),
        (losses.comments, msg!(book_lost_comments)),
        (losses.results, msg!(book_lost_results)),
        (losses.analyses, msg!(book_lost_analyses)),
        (losses.author, msg!(book_lost_author)),
    ];
    let lost = kinds.into_iter().filter(|(lost, _)| *lost);
    let lost: Vec<String> = lost.map(|(_, kind)| kind).collect();
    let mut parts = Vec::new();
    if !lost.is_empty() {
        parts.push(msg!(book_without, lost = lost.join(&msg!(comma))));
    }
    if losses.positions > 0 {
        parts.push(msg!(book_lost_positions, n = losses.positions));
    }
    parts.join(&msg!(semicolon))
}

/// Choice of the positions of a book.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ExpansionArgs {
    /// Do not follow moves that lose more than this against the best move, in centipawns
    #[arg(long, default_value_t = Expansion::default().margin, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    margin: i32,
    /// Cost of a ply compared with the loss of a move, in centipawns: a smaller cost
    /// makes deeper books
    #[arg(long, default_value_t = Expansion::default().ply_cost, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    ply_cost: i32,
    /// Last ply for which the book has moves
    #[arg(long, default_value_t = Expansion::default().max_ply, value_name = "PLY")]
    max_ply: u32,
    /// Do not follow positions with a larger advantage than this, in centipawns
    #[arg(long, default_value_t = Expansion::default().settled, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    settled: i32,
}

impl ExpansionArgs {
    pub fn expansion(self) -> Expansion {
        Expansion {
            margin: self.margin,
            ply_cost: self.ply_cost,
            max_ply: self.max_ply,
            settled: self.settled,
        }
    }
}
