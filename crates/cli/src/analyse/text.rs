//! Output of `komadai analyse GAME` on the terminal.

use std::fmt::Write;

use crate::language::{choose, padded, told, tr};
use crate::problems::counted;
use komadai::types::{Bound, Color};
use komadai_analysis::report::analysis::{
    GameAnalysis, Judgement, Notation, Player, PositionAnalysis, Review, bound_in_words,
    win_probability,
};
use komadai_records::Record;

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
        let mut out = String::new();
        let headers = &self.record.headers;
        let moves = self.analysis.moves.len();
        out += self.name;
        out += &tr!(": {}", counted(moves, "move"); ": {moves} 手");
        if let Some(end) = self.record.end() {
            out += &tr!(", {}", end.western_word(); "、{}", end.kif_word());
        }
        out.push('\n');
        for color in Color::ALL {
            let player = &self.analysis.players[color.index()];
            let side = told(color);
            let _ = match headers.player(color) {
                Some(name) => writeln!(out, "{side} {name}: {}", in_words(player)),
                None => writeln!(out, "{side}: {}", in_words(player)),
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
                out.push_str(&format!("{:>4} {}", i + 1, padded(&text, 12)));
                out.push_str(&format!("{}\n", judged(review, before, after, better)));
            }
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        out
    }
}

fn in_words(player: &Player) -> String {
    let Some(accuracy) = player.accuracy else {
        return tr!("no move"; "指し手なし");
    };
    let (moves, best, loss) = (player.moves, player.best, player.average_loss);
    let mut parts = vec![
        tr!("accuracy {accuracy:.1}%"; "精度 {accuracy:.1}%"),
        tr!("{best} of {} best", counted(moves, "move"); "最善手 {best}/{moves} 手"),
        tr!("average loss {loss:.1}%"; "平均損失 {loss:.1}%"),
    ];
    let plurals = [
        "inaccuracies",
        "mistakes",
        "blunders",
        "missed wins",
        "decisive blunders",
    ];
    for (judgement, plural) in Judgement::ALL.into_iter().zip(plurals) {
        let n = player.count(judgement);
        let english = match n {
            0 => continue,
            1 => judgement.english(),
            _ => plural,
        };
        parts.push(tr!("{n} {english}"; "{} {n}", judgement.japanese()));
    }
    match player.missed_mates {
        0 => {}
        n => parts.push(tr!("{}", counted(n, "missed mate"); "詰みの見逃し {n}")),
    }
    parts.join(choose(", ", "、"))
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
    let score = told(bound_in_words(score, bound));
    let mut parts = Vec::new();
    let judgement = review.judgement;
    parts.extend(judgement.map(|j| choose(j.english(), j.japanese()).to_string()));
    let missed = review.missed_mate;
    parts.extend(missed.map(|n| tr!("missed mate in {n}"; "{n} 手詰の見逃し")));
    let allowed = review.allowed_mate;
    parts.extend(allowed.map(|n| tr!("allows mate in {n}"; "頓死（{n} 手詰）")));
    if review.loss >= 0.05 {
        parts.push(format!("-{:.1}%", review.loss));
    }
    parts.extend(better.map(|mv| tr!("best {mv}"; "最善は {mv}")));
    if review.is_best && !before.lines.is_empty() {
        parts.push(tr!("best"; "最善手"));
    }
    let parts = parts.join(choose(", ", "、"));
    format!("{score:>12} {chance:>5.1}%  {parts}")
        .trim_end()
        .to_string()
}
