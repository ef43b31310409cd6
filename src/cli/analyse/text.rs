//! What `komadai analyse GAME` says about a game on the terminal.

use std::fmt::Write;

use crate::cli::problems::counted;
use crate::record::Record;
use crate::report::analysis::{
    GameAnalysis, Judgement, Notation, Player, PositionAnalysis, Review, bound_in_words,
    win_probability,
};
use crate::types::{Bound, Color};

/// A game in words.
pub(super) struct Summary<'a> {
    pub record: &'a Record,
    /// The file it came from, and its number if that holds several.
    pub name: &'a str,
    pub analysis: &'a GameAnalysis,
    pub notation: Notation,
    /// All moves, not only those that lost something.
    pub every_move: bool,
}

impl Summary<'_> {
    /// One line on the game, one on each player, and the moves.
    pub fn text(&self) -> String {
        // Writing to a string cannot fail.
        let mut out = String::new();
        let headers = &self.record.headers;
        let moves = self.analysis.moves.len();
        let _ = write!(out, "{}: {}", self.name, counted(moves, "move"));
        if let Some(end) = self.record.end() {
            let _ = write!(out, ", {}", end.western_word());
        }
        out.push('\n');
        for color in Color::ALL {
            let player = &self.analysis.players[color.index()];
            let _ = match headers.player(color) {
                Some(name) => writeln!(out, "{color} {name}: {}", in_words(player)),
                None => writeln!(out, "{color}: {}", in_words(player)),
            };
        }
        let mut pos = self.analysis.start.clone();
        let mut last_to = None;
        for (i, &mv) in self.analysis.moves.iter().enumerate() {
            let text = self.notation.write(&pos, mv, last_to);
            let review = self.analysis.reviews.get(i);
            let searches = self.analysis.positions.get(i..i + 2);
            if let (Some(review), Some([before, after])) = (review, searches)
                && (self.every_move || review.is_remarkable())
            {
                let better = before.best_move().filter(|&best| best != mv);
                let better = better.filter(|&best| pos.is_legal(best));
                let better = better.map(|best| self.notation.write(&pos, best, last_to));
                let _ = write!(out, "{:>4} {}", i + 1, padded(&text, 12));
                let _ = writeln!(out, "{}", judged(review, before, after, better));
            }
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        out
    }
}

/// Filled with spaces up to a width in columns.
fn padded(text: &str, width: usize) -> String {
    let taken: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(width.saturating_sub(taken)))
}

fn in_words(player: &Player) -> String {
    let Some(accuracy) = player.accuracy else {
        return "no move".to_string();
    };
    let mut text = format!(
        "accuracy {accuracy:.1}%, {} of {} best, average loss {:.1}%",
        player.best,
        counted(player.moves, "move"),
        player.average_loss
    );
    let plurals = [
        "inaccuracies",
        "mistakes",
        "blunders",
        "missed wins",
        "decisive blunders",
    ];
    for (judgement, plural) in Judgement::ALL.into_iter().zip(plurals) {
        match player.count(judgement) {
            0 => {}
            1 => {
                let _ = write!(text, ", 1 {}", judgement.english());
            }
            n => {
                let _ = write!(text, ", {n} {plural}");
            }
        }
    }
    match player.missed_mates {
        0 => {}
        1 => text.push_str(", 1 missed mate"),
        n => {
            let _ = write!(text, ", {n} missed mates");
        }
    }
    text
}

/// `  +0.43  52.1%  blunder, -23.4%, best 2g2f`: Black's score and chance after the move.
fn judged(
    review: &Review,
    before: &PositionAnalysis,
    after: &PositionAnalysis,
    better: Option<String>,
) -> String {
    // The side to move after the move is the other one.
    let bound = after.best().map_or(Bound::Exact, |line| line.bound);
    let (score, bound) = match review.side {
        Color::Black => (-after.score(), bound.reversed()),
        Color::White => (after.score(), bound),
    };
    let chance = 100.0 * win_probability(score);
    let score = bound_in_words(score, bound);
    let mut parts = Vec::new();
    parts.extend(review.judgement.map(|j| j.english().to_string()));
    parts.extend(review.missed_mate.map(|n| format!("missed mate in {n}")));
    parts.extend(review.allowed_mate.map(|n| format!("allows mate in {n}")));
    if review.loss >= 0.05 {
        parts.push(format!("-{:.1}%", review.loss));
    }
    parts.extend(better.map(|mv| format!("best {mv}")));
    if review.is_best && !before.lines.is_empty() {
        parts.push("best".to_string());
    }
    format!("{score:>12} {chance:>5.1}%  {}", parts.join(", "))
        .trim_end()
        .to_string()
}
