//! The engine's book: search for the file, opening at first use, and answers.

use std::path::{Path, PathBuf};

use super::paths::{Found, candidates, either};
use crate::book::{self, Book, BookError, BookMove, BookOptions, Entry, Selected};
use crate::host;
use crate::position::{Declaration, EnteringKingRule, Position};
use crate::search::{Best, Info, Limits, Reporter, SearchResult};
use crate::types::{Move, Score, SplitMix64};

/// The book in use, and the random source of its choices.
pub(super) struct EngineBook {
    /// `None` until the book is needed.
    opened: Option<Opened>,
    rng: SplitMix64,
    seed: u64,
}

/// The result of opening a book.
struct Opened {
    place: Place,
    /// `None` if the user wants no book, or it cannot be used.
    book: Option<Book>,
    /// Whether the user has been warned of illegal moves in the book.
    warned_illegal: bool,
}

/// The search for a book file, with its result. Two searches give equal values if neither the
/// options nor the files have changed in between.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    file: PathBuf,
    on_the_fly: bool,
    is_default: bool,
    missing: Vec<PathBuf>,
    found: Option<Found>,
}

impl Place {
    fn look(options: &BookOptions) -> Place {
        let mut place = Place {
            file: options.file.clone(),
            on_the_fly: options.on_the_fly,
            is_default: options.file == Path::new(BookOptions::DEFAULT_FILE)
                && options.dir == Path::new(BookOptions::DEFAULT_DIR),
            missing: Vec::new(),
            found: None,
        };
        if place.is(BookOptions::NO_BOOK) || place.is(BookOptions::BUILT_IN) {
            return place;
        }
        let in_folder = options.dir.join(&options.file);
        let mut tried: Vec<PathBuf> = Vec::new();
        for candidate in [&in_folder, &options.file]
            .into_iter()
            .flat_map(|path| candidates(path))
        {
            if !tried.contains(&candidate) {
                tried.push(candidate);
            }
        }
        // A `.db` book may exist in YaneuraOu's newer format instead.
        let is_db = |path: &&PathBuf| path.extension().is_some_and(|e| e == "db");
        let newer = tried
            .iter()
            .filter(is_db)
            .map(|path| path.with_extension("ybb"));
        let newer: Vec<PathBuf> = newer.collect();
        place.found = tried.iter().chain(&newer).find_map(|path| Found::at(path));
        if place.found.is_none() {
            place.missing = tried;
        }
        place
    }

    /// Whether the option has this value, which does not name a file.
    fn is(&self, name: &str) -> bool {
        self.file
            .to_str()
            .is_some_and(|file| file.eq_ignore_ascii_case(name))
    }

    /// Opens the book. Also returns lines for the user: a description of the book, or the reason
    /// why there is none.
    fn open(self) -> (Opened, Vec<String>) {
        let mut reports = Vec::new();
        let mut report = |text: String| reports.push(text);
        let book = if self.is(BookOptions::NO_BOOK) {
            None
        } else if let Some(found) = &self.found {
            Some(Book::open(found.path(), self.on_the_fly))
        } else if self.is_default || self.is(BookOptions::BUILT_IN) {
            match book::embedded() {
                Err(BookError::NotBuiltIn) if self.is_default => None,
                opened => Some(opened),
            }
        } else {
            report(format!(
                "BookFile: there is no {}; playing without a book",
                either(&self.missing)
            ));
            None
        };
        let book = match book {
            Some(Ok(book)) => {
                describe(&book).into_iter().for_each(report);
                Some(book)
            }
            Some(Err(error)) => {
                report(format!("BookFile: {error}; playing without a book"));
                None
            }
            None => None,
        };
        let opened = Opened {
            place: self,
            book,
            warned_illegal: false,
        };
        (opened, reports)
    }
}

/// Lines for the user about a book: `book: 1500 positions, built in`, then its warnings.
fn describe(book: &Book) -> Vec<String> {
    let place = match book.path() {
        path if path.as_os_str().is_empty() => "built in".to_string(),
        path => path.display().to_string(),
    };
    let mut lines = vec![format!("book: {}, {place}", book.size())];
    lines.extend(book.remark().map(|remark| format!("book: {remark}")));
    if let count @ 1.. = book.left_out() {
        lines.push(format!(
            "book: positions that cannot be reached and are left out: {count}"
        ));
    }
    let count = book.faults().count;
    if let Some((number, text)) = &book.faults().first {
        lines.push(format!(
            "book: lines or moves that make no sense and are left out: {count}; the first, in line or position {number}: '{text}'"
        ));
    }
    lines
}

impl EngineBook {
    pub(super) fn new() -> EngineBook {
        EngineBook {
            opened: None,
            rng: SplitMix64::new(host::seed()),
            seed: 0,
        }
    }

    /// Opens the book if it is not open, or if the options or the files have changed. Returns
    /// lines for the user.
    pub(super) fn refresh(&mut self, options: &BookOptions) -> Vec<String> {
        if options.seed != self.seed {
            self.seed = options.seed;
            self.rng = SplitMix64::new(match options.seed {
                0 => host::seed(),
                seed => seed,
            });
        }
        if !options.own_book {
            self.opened = None;
            return Vec::new();
        }
        let place = Place::look(options);
        if self
            .opened
            .as_ref()
            .is_some_and(|opened| opened.place == place)
        {
            return Vec::new();
        }
        let (opened, reports) = place.open();
        self.opened = Some(opened);
        reports
    }

    /// The book's answer. `None` means that a search is needed: the book has no suitable move, cannot
    /// be read, or must not be used here (options, `infinite`, a win by the entering-king rule).
    pub(super) fn answer(
        &mut self,
        pos: &Position,
        options: &BookOptions,
        request: &Request<'_>,
        reporter: &dyn Reporter,
    ) -> Option<SearchResult> {
        let out_of_book = pos.ply() > options.moves
            // `infinite` means an analysis, which must search.
            || request.limits.infinite
            || pos.declaration(request.rule) == Declaration::Win
            || pos.try_move(request.rule).is_some();
        let dice = self.rng.below(100) < options.ignore_rate as usize;
        if !options.own_book || out_of_book || dice {
            return None;
        }
        let opened = self.opened.as_mut()?;
        match opened.answer(pos, options, request, &mut self.rng, reporter) {
            Ok(answer) => answer,
            Err(error) => {
                reporter.string(&format!("book: {error}; playing without it"));
                opened.book = None;
                None
            }
        }
    }
}

/// A request to the book for an answer.
pub(super) struct Request<'a> {
    pub(super) limits: &'a Limits,
    /// The entering-king rule; a position that it lets the side to move win gets no book answer.
    pub(super) rule: EnteringKingRule,
    /// Number of lines to report.
    pub(super) multipv: usize,
}

impl Opened {
    fn answer(
        &mut self,
        pos: &Position,
        options: &BookOptions,
        request: &Request<'_>,
        rng: &mut SplitMix64,
        reporter: &dyn Reporter,
    ) -> Result<Option<SearchResult>, BookError> {
        let Some(book) = &mut self.book else {
            return Ok(None);
        };
        let Some(entry) = book.probe(pos, options)? else {
            return Ok(None);
        };
        if let Some(illegal) = entry.moves.iter().find(|m| !pos.is_legal(m.mv))
            && !std::mem::replace(&mut self.warned_illegal, true)
        {
            reporter.string(&format!(
                "book: {} is illegal in {}; such moves are not played",
                illegal.mv,
                pos.sfen()
            ));
        }
        let moves: Vec<BookMove> = entry
            .moves
            .into_iter()
            .filter(|m| pos.is_legal(m.mv) && !repeats(pos, m.mv))
            .filter(|m| {
                let wanted = &request.limits.searchmoves;
                wanted.is_empty() || wanted.contains(&m.mv)
            })
            .collect();
        let mut selected = book::select(&moves, pos.side_to_move(), options);
        let Some(chosen) = book::draw(&selected, rng) else {
            return Ok(None);
        };
        // The move to play is reported first.
        if let Some(first) = selected.get_mut(..=chosen) {
            first.rotate_right(1);
        }
        let mut outcome = None;
        for (Selected { book_move, .. }, multipv) in selected.iter().zip(1..=request.multipv.max(1))
        {
            let line = line(book, pos, book_move, options)?;
            let shown = line.get(..options.pv_moves.max(1)).unwrap_or(&line);
            let score = score(book_move.value);
            let mv = Best::Move(book_move.mv);
            let answer = SearchResult {
                ponder: line.get(1).copied(),
                ..SearchResult::exact(mv, score, book_move.depth, shown.to_vec())
            };
            reporter.info(&Info {
                multipv,
                ..answer.info(request.limits.start)
            });
            outcome.get_or_insert(answer);
        }
        Ok(outcome)
    }
}

/// Whether a move leads back to a position of the game. Such moves are not played,
/// since a book could otherwise repeat positions for ever.
fn repeats(pos: &Position, mv: Move) -> bool {
    let mut after = pos.clone();
    after.do_move(mv);
    after.occurrences_before() > 0
}

/// The line of the book that begins with a move. It follows the replies that the book expects and,
/// where the book gives no reply, the best moves.
fn line(
    book: &mut Book,
    pos: &Position,
    first: &BookMove,
    options: &BookOptions,
) -> Result<Vec<Move>, BookError> {
    let mut pos = pos.clone();
    let mut line = vec![first.mv];
    let mut expected = first.reply;
    pos.do_move(first.mv);
    // At least two plies, since pondering needs the reply even if it is not shown.
    while line.len() < options.pv_moves.max(2) && pos.occurrences_before() == 0 {
        let mut entry = book.probe(&pos, options)?.unwrap_or_default();
        entry.moves.retain(|m| pos.is_legal(m.mv));
        let next = expected.filter(|&mv| pos.is_legal(mv));
        let Some(next) = next.or_else(|| entry.best().map(|best| best.mv)) else {
            break;
        };
        expected = reply_to(&entry, next);
        line.push(next);
        pos.do_move(next);
    }
    Ok(line)
}

fn reply_to(entry: &Entry, mv: Move) -> Option<Move> {
    entry.moves.iter().find(|m| m.mv == mv)?.reply
}

/// The score of a book move. Books store centipawns only, so large numbers are no mates and are
/// clamped to the range of evaluations.
fn score(centipawns: i32) -> Score {
    Score::Centipawns(centipawns.clamp(-30_000, 30_000))
}
