//! The game as plain HTML for readers without scripts: the last position, the moves, comments.

use std::fmt::Write;

use super::document::{Document, PlayerEntry, PositionEntry, SearchEntry};
use super::noted::NotedEnd;
use super::variation::VariationEntry;
use crate::report::Diagram;
use komadai::markup::escape_html;
use komadai::position::Position;

/// Everything that can be read of a game without a script.
pub(super) fn text(document: &Document) -> String {
    // Writing to a string cannot fail.
    let mut out = String::from("<div class=\"plain\">\n");
    let _ = writeln!(out, "<h1>{}</h1>", escape_html(&document.title()));
    let _ = writeln!(out, "<p>{}</p>", escape_html(&about(document)));
    for (mark, player) in ["☗", "☖"].into_iter().zip(&document.players) {
        let _ = writeln!(out, "<p>{mark} {}</p>", escape_html(&in_words(player)));
    }
    let last = document.positions.last();
    if let Some(pos) = last.and_then(|last| Position::from_sfen(&last.sfen).ok()) {
        out.push_str(&Diagram::new(&pos).svg());
    }
    out.push_str(
        "<table>\n<tr><th class=\"number\">#</th><th>指し手</th><th>Move</th>\
         <th class=\"number\">Time</th><th class=\"number\">Score</th><th></th></tr>\n",
    );
    let mut before: Option<&PositionEntry> = None;
    for position in &document.positions {
        row(position, before, &mut out);
        before = Some(position);
    }
    out.push_str("</table>\n");
    for variation in &document.variations {
        branch(variation, &mut out);
    }
    out.push_str("</div>\n");
    out
}

/// `142 moves · Bishop Exchange (角換わり) · Black wins: resigns (投了)`
fn about(document: &Document) -> String {
    let mut parts = Vec::new();
    parts.extend(document.handicap.map(str::to_string));
    parts.push(match document.positions.len().saturating_sub(1) {
        1 => "1 move".to_string(),
        moves => format!("{moves} moves"),
    });
    let opening = document.opening.as_ref();
    parts.extend(opening.map(|name| format!("{} ({})", name.english, name.japanese)));
    parts.extend(document.end.as_ref().map(NotedEnd::in_words));
    parts.join(" · ")
}

fn in_words(player: &PlayerEntry) -> String {
    let mut parts = Vec::new();
    parts.extend(player.name.clone());
    let accuracy = |accuracy| format!("accuracy (精度) {accuracy:.1}%");
    parts.extend(player.accuracy.map(accuracy));
    let castles = player.castles.iter().map(|castle| castle.name);
    parts.extend(castles.map(|name| format!("{} ({})", name.english, name.japanese)));
    parts.join(", ")
}

fn score(searched: &SearchEntry) -> String {
    let score = searched.score;
    if let Some(word) = score.word() {
        return word.to_string();
    }
    let sign = match searched.win_probability >= 0.5 {
        true => '+',
        false => '-',
    };
    let text = match (score.mate, score.cp) {
        (Some(0), _) => format!("{sign}mate"),
        (Some(plies), _) => format!("{sign}mate {}", plies.abs()),
        (None, Some(cp)) if cp != 0 => format!("{cp:+}"),
        (None, _) => "0".to_string(),
    };
    match searched.bound {
        Some("lower") => format!("≥ {text}"),
        Some(_) => format!("≤ {text}"),
        None => text,
    }
}

/// `blunder. Better: ▲２六歩 (P-2f)`
fn judged(position: &PositionEntry, before: Option<&PositionEntry>) -> String {
    let Some(review) = position.mv.as_ref().and_then(|mv| mv.review.as_ref()) else {
        return String::new();
    };
    let mut parts = Vec::new();
    parts.extend(review.judgement.map(|name| name.replace('_', " ")));
    parts.extend(review.missed_mate.map(|n| format!("missed mate in {n}")));
    parts.extend(review.allowed_mate.map(|n| format!("allows mate in {n}")));
    let mut text = parts.join(", ");
    let line = before
        .and_then(|before| before.searched.as_ref())
        .and_then(|searched| searched.lines.first());
    if let (false, Some(line)) = (text.is_empty(), line)
        && let (Some(japanese), Some(western)) = (line.japanese.first(), line.western.first())
    {
        let _ = write!(text, ". Better: {japanese} ({western})");
    }
    text
}

/// Lines of a comment, broken as they were.
fn escape_lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escape_html(line)).collect();
    lines.join("\n")
}

fn row(position: &PositionEntry, before: Option<&PositionEntry>, out: &mut String) {
    let (japanese, western) = match &position.mv {
        Some(mv) => (mv.noted.japanese.as_str(), mv.noted.western.as_str()),
        None => ("開始局面", "Start"),
    };
    let time = position
        .mv
        .as_ref()
        .and_then(|mv| mv.noted.time_ms)
        .map(|ms| {
            let seconds = ms / 1000;
            format!("{}:{:02}", seconds / 60, seconds % 60)
        });
    let searched = position.searched.as_ref();
    let score = searched.map(score);
    let _ = writeln!(
        out,
        "<tr><td class=\"number\">{}</td><td>{japanese}</td><td>{western}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
        position.ply,
        time.unwrap_or_default(),
        score.unwrap_or_default(),
        escape_html(&judged(position, before)),
    );
    if !position.comments.is_empty() {
        let comment = escape_lines(&position.comments);
        let _ = writeln!(
            out,
            "<tr><td></td><td class=\"comment\" colspan=\"5\">{comment}</td></tr>"
        );
    }
}

fn branch(variation: &VariationEntry, out: &mut String) {
    let first = variation.from_ply + 1;
    let _ = writeln!(out, "<h2>Variation (変化) {first}</h2>\n<p>");
    for position in &variation.positions {
        let mv = &position.mv;
        let _ = writeln!(out, "{} {} ({})", position.ply, mv.japanese, mv.western);
    }
    if let Some(mark) = &variation.end {
        let _ = writeln!(out, "{}", escape_html(&mark.in_words()));
    }
    out.push_str("</p>\n");
    let moves = variation.positions.iter();
    let said = moves.map(|position| (position.ply, &position.comments));
    for (ply, comments) in said.chain([(first, &variation.comments)]) {
        if !comments.is_empty() {
            let comment = escape_lines(comments);
            let _ = writeln!(out, "<p class=\"comment\">{ply} {comment}</p>");
        }
    }
}
