//! Output of `komadai analyse GAME` on the terminal.

use std::fmt::Write;

use crate::language::{Lang, current, msg, padded, told};
use crate::plain::plain;
use komadai::types::{Bound, Color, Score};
use komadai_analysis::report::analysis::{
    GameAnalysis, Judgement, Notation, PlayerReview, PositionAnalysis, Review, win_probability,
};
use komadai_records::Record;

/// Text about an analysed game.
pub(super) struct Summary<'a> {
    pub record: &'a Record,
    /// The file name, with the number of the game if the file holds several.
    pub name: &'a str,
    pub analysis: &'a GameAnalysis,
    pub notation: Notation,
    /// Whether to list all moves, not only those with a judgement. Files written do not change it.
    pub every_move: bool,
}

impl Summary<'_> {
    /// The name of a side. In Japanese it depends on whether the game is a handicap game.
    fn side(&self, color: Color) -> String {
        match current() {
            Lang::English => told(&color),
            Lang::Japanese => self.record.side_name(color).to_string(),
        }
    }

    /// The summary: one line about the game, one about each player, then the moves.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let headers = &self.record.headers;
        let moves = self.analysis.moves.len();
        out += &plain(self.name.to_string());
        out += &msg!(analyse_moves, moves);
        if let Some(end) = self.record.end() {
            let words = match current() {
                Lang::English => end.english(),
                Lang::Japanese => end.kif_word(),
            };
            let first = self.analysis.start.side_to_move();
            let side = if moves.is_multiple_of(2) {
                first
            } else {
                !first
            };
            out += &match end.winner(side) {
                Some(winner) => msg!(analyse_won, winner = self.side(winner), end = words),
                None => msg!(analyse_end, end = words),
            };
        }
        out.push('\n');
        for color in Color::ALL {
            let player = &self.analysis.players[color.index()];
            let side = self.side(color);
            let _ = match headers.player(color) {
                Some(name) => {
                    let name = plain(name.to_string());
                    writeln!(out, "{side} {name}: {}", in_words(player))
                }
                None => writeln!(out, "{side}: {}", in_words(player)),
            };
        }
        let mut pos = self.analysis.start.clone();
        let mut last_to = None;
        let head = out.len();
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
                out.push_str(&format!("{:>4} {}", i + 1, padded(&text, 12)));
                out.push_str(&format!("{}\n", judged(review, before, after, better)));
            }
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        if out.len() > head {
            let side = self.side(Color::Black);
            out.insert_str(head, &(msg!(analyse_head, side) + "\n"));
        }
        out
    }
}

fn in_words(player: &PlayerReview) -> String {
    let Some(accuracy) = player.accuracy else {
        return msg!(analyse_no_move);
    };
    let (moves, best, loss) = (player.moves, player.best, player.average_loss);
    let mut parts = vec![
        msg!(analyse_accuracy, accuracy = format_args!("{accuracy:.1}")),
        msg!(analyse_best_of, best, moves),
        msg!(analyse_average_loss, loss = format_args!("{loss:.1}")),
    ];
    for judgement in Judgement::ALL {
        let n = player.count(judgement);
        if n > 0 {
            parts.push(counted(judgement, n));
        }
    }
    match player.missed_mates {
        0 => {}
        n => parts.push(msg!(analyse_missed_mates, n)),
    }
    parts.join(&msg!(comma))
}

/// A score as text; a bound has `>=` or `<=` in front.
pub(super) fn bound_text(score: Score, bound: Bound) -> String {
    let sign = match bound {
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
        Bound::Exact | Bound::None => "",
    };
    format!("{sign}{}", told(&score))
}

/// Number and name of judgements, as in `2 blunders`.
fn counted(judgement: Judgement, n: usize) -> String {
    match judgement {
        Judgement::Inaccuracy => msg!(judged_inaccuracies, n),
        Judgement::Mistake => msg!(judged_mistakes, n),
        Judgement::Blunder => msg!(judged_blunders, n),
        Judgement::MissedWin => msg!(judged_missed_wins, n),
        Judgement::Decisive => msg!(judged_decisive, n),
    }
}

/// The text about a move: `  +0.43  52.1%  blunder, -23.4%, best 2g2f`. Score and win probability
/// are Black's, after the move.
fn judged(
    review: &Review,
    before: &PositionAnalysis,
    after: &PositionAnalysis,
    better: Option<String>,
) -> String {
    // The score of `after` is from the view of the opponent of the side that moved.
    let bound = after.best().map_or(Bound::Exact, |line| line.bound);
    let (score, bound) = match review.side {
        Color::Black => (-after.score(), bound.reversed()),
        Color::White => (after.score(), bound),
    };
    let chance = 100.0 * win_probability(score);
    let score = bound_text(score, bound);
    let mut parts = Vec::new();
    let judgement = review.judgement;
    parts.extend(judgement.map(|judgement| match current() {
        Lang::English => judgement.english().to_string(),
        Lang::Japanese => judgement.japanese().to_string(),
    }));
    let missed = review.missed_mate;
    parts.extend(missed.map(|n| msg!(analyse_missed_mate, n)));
    let allowed = review.allowed_mate;
    parts.extend(allowed.map(|n| msg!(analyse_allowed_mate, n)));
    if review.loss >= 0.05 {
        parts.push(format!("-{:.1}%", review.loss));
    }
    parts.extend(better.map(|mv| msg!(analyse_better, mv)));
    if review.is_best && !before.lines.is_empty() {
        parts.push(msg!(analyse_best));
    }
    parts.extend(review.reasons.iter().map(|reason| match current() {
        Lang::English => reason.words.en.trim_end_matches('.').to_string(),
        Lang::Japanese => reason.words.ja.clone(),
    }));
    let parts = parts.join(&msg!(comma));
    format!("{score:>12} {chance:>5.1}%  {parts}")
        .trim_end()
        .to_string()
}
