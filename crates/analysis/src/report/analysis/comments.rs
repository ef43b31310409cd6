//! Analyses written as comments of records, in the forms that GUIs and viewers read.

use super::game::{GameAnalysis, Review};
use super::noted::Notation;
use super::position::PositionAnalysis;
use super::score::{Judgement, for_black, win_probability};
use crate::report::machine_notes::{MachineLine, OWN_NAME, SIGNATURE, remove_own};
use komadai::position::Position;
use komadai::search::RankedLine;
use komadai::types::{Color, Move, Score, Square};
use komadai_records::{NodeId, Record, kif_score_comment};

/// A position of the main line with its analysis.
struct Place<'a> {
    pos: Position,
    last_to: Option<Square>,
    result: &'a PositionAnalysis,
    /// For the move that led here: the position before the move, the destination of the previous
    /// move, the best line and its score there, and the review of the move.
    review: Option<(Position, Option<Square>, &'a RankedLine, Score, &'a Review)>,
}

/// Adds lines to the comment of each analysed node of the main line. The function `comment` returns
/// the lines; they are put after the existing lines.
fn annotate(
    record: &mut Record,
    analysis: &GameAnalysis,
    comment: impl Fn(&Place<'_>) -> Vec<String>,
) {
    let main: Vec<(NodeId, Option<Move>)> = std::iter::once(NodeId::ROOT)
        .chain(record.main_line())
        .map(|id| (id, record.node(id).mv()))
        .collect();
    let mut pos = record.start();
    let mut last_to = None;
    for (ply, (id, mv)) in main.into_iter().enumerate() {
        let mut before = None;
        match mv {
            Some(mv) => {
                before = Some((pos.clone(), last_to));
                pos.do_move(mv);
                last_to = Some(mv.to());
            }
            None if ply > 0 => break,
            None => {}
        }
        let Some(result) = analysis.positions.get(ply) else {
            break;
        };
        let review = before.and_then(|(pos, last_to)| {
            let earlier = analysis.positions.get(ply.checked_sub(1)?)?;
            let review = analysis.reviews.get(ply - 1)?;
            Some((pos, last_to, earlier.best()?, earlier.score(), review))
        });
        let place = Place {
            pos: pos.clone(),
            last_to,
            result,
            review,
        };
        record.node_mut(id).comments.extend(comment(&place));
    }
}

/// Adds an analysis to a record as comments of KIF files, with all scores for Black.
///
/// The lines have the forms of ShogiHome (`#評価値=158`, `#読み筋=▲７六歩△３四歩`, `#詰み=先手勝ち:5手`) and of
/// ShogiGUI (`*解析 0 候補1 時間 00:01.0 深さ 10/17 ノード数 49691 評価値 34 読み筋 ...`); the judgement of each move
/// is added in words. Lines of an earlier analysis by Komadai are replaced. Lines of other engines,
/// and their numbers, are kept.
pub fn annotate_kif(record: &mut Record, analysis: &GameAnalysis) {
    remove_own(record);
    let number = free_number(record);
    let root = record.node_mut(NodeId::ROOT);
    root.comments.push(format!("*Engines {number} {OWN_NAME}"));
    annotate(record, analysis, |place| {
        let mut lines = Vec::new();
        judgement_kif(place, &mut lines);
        shogihome(place, &mut lines);
        for (line, rank) in place.result.lines.iter().zip(1..) {
            lines.push(shogigui(place, line, rank, number));
        }
        lines
    });
}

/// The lowest number above the numbers of all engines in the record.
fn free_number(record: &Record) -> u32 {
    let numbers = record
        .ids()
        .flat_map(|id| record.node(id).comment_lines())
        .filter_map(|line| match MachineLine::read(line)? {
            MachineLine::Named(number, _) => Some(number),
            MachineLine::Score { engine, .. } => engine,
            _ => None,
        });
    numbers.max().map_or(0, |last| last.saturating_add(1))
}

fn percent(score: Score) -> f64 {
    100.0 * win_probability(score)
}

fn judgement_kif(place: &Place<'_>, lines: &mut Vec<String>) {
    let Some((pos, last_to, best, had, review)) = &place.review else {
        return;
    };
    if let Some(judgement) = review.judgement {
        // ShogiHome recognises a judgement only on a line of its own.
        lines.push(format!("【{}】", judgement.in_shogihome()));
    }
    if !review.is_remarkable() {
        return;
    }
    let mut text = String::new();
    if let Some(plies) = review.missed_mate {
        text.push_str(&format!("{plies}手詰を見逃した。"));
    }
    if let Some(plies) = review.allowed_mate {
        text.push_str(&format!("{plies}手詰が生じた。"));
    }
    if let Some(mv) = first_text(Notation::Japanese, pos, *last_to, best) {
        text.push_str(&format!("最善手は{mv}、"));
    }
    text.push_str(&format!(
        "勝率{:.1}%→{:.1}%",
        percent(*had),
        percent(-place.result.score())
    ));
    lines.push(text);
    lines.extend(review.reasons.iter().map(|reason| reason.words.ja.clone()));
}

fn first_text(
    notation: Notation,
    pos: &Position,
    last_to: Option<Square>,
    line: &RankedLine,
) -> Option<String> {
    let first = line.moves.get(..1)?;
    notation.write_line(pos, last_to, first).pop()
}

fn shogihome(place: &Place<'_>, lines: &mut Vec<String>) {
    let score = for_black(place.pos.side_to_move(), place.result.score());
    lines.push(kif_score_comment(score));
    lines.extend(word_kif(score));
    if let Some(best) = place.result.best().filter(|line| !line.moves.is_empty()) {
        // The first move is written with its square, never with 同, because ShogiHome reads the line
        // without the move before it.
        let moves = Notation::Japanese.write_line(&place.pos, None, &best.moves);
        let moves = moves.concat().replace('同', "同\u{3000}");
        lines.push(format!("#読み筋={moves}"));
        lines.push(format!("#深さ={}", place.result.depth));
        lines.push(format!("#ノード数={}", place.result.nodes));
    }
    lines.push(format!("#エンジン={OWN_NAME}"));
}

/// The words for a score that does not measure an advantage, from Black's view. 優等局面 is YaneuraOu's
/// term for a repetition with a better hand.
fn word_kif(score: Score) -> Option<String> {
    let side = |black: bool| if black { "先手" } else { "後手" };
    match score {
        Score::Repetition { better } => Some(format!(
            "優等局面：{}は持駒を増やして同じ局面に戻れる",
            side(better)
        )),
        Score::Rule { winning } => Some(format!("{}の規定勝ち", side(winning))),
        Score::Centipawns(_) | Score::Mate { .. } => None,
    }
}

/// [`word_kif`] in English, because CSA files may have to be ASCII.
fn word_csa(score: Score) -> Option<String> {
    let side = |black: bool| if black { "Black" } else { "White" };
    match score {
        Score::Repetition { better } => Some(format!(
            "repetition: {} can come back with more in hand",
            side(better)
        )),
        Score::Rule { winning } => Some(format!("{} wins by rule", side(winning))),
        Score::Centipawns(_) | Score::Mate { .. } => None,
    }
}

fn shogigui(place: &Place<'_>, line: &RankedLine, rank: usize, number: u32) -> String {
    let score = match for_black(place.pos.side_to_move(), line.score) {
        Score::Mate { winning, plies } => {
            let sign = if winning { '+' } else { '-' };
            match plies {
                Some(0) | None => format!("{sign}詰"),
                Some(plies) => format!("{sign}詰 {plies}"),
            }
        }
        score => score.centipawns().to_string(),
    };
    let ms = place.result.time_ms;
    let moves = Notation::Kif.write_line(&place.pos, place.last_to, &line.moves);
    let mut text = format!(
        "*解析 {number} 候補{rank} 時間 {:02}:{:02}.{} 深さ {}/{} ノード数 {} 評価値 {score}",
        ms / 60_000,
        ms / 1000 % 60,
        ms / 100 % 10,
        line.depth,
        line.seldepth,
        place.result.nodes
    );
    if !moves.is_empty() {
        text.push_str(&format!(" 読み筋 {}", moves.join(" ")));
    }
    text
}

/// Adds an analysis to a record as comments of CSA files, as floodgate writes them.
///
/// `* 158 -3334FU ...` is the score in centipawns for Black with the expected line; a mate in n
/// plies has the score 32000 - n. The judgement of the move follows in words. The last line names
/// the engine, so that a later analysis can replace these lines.
pub fn annotate_csa(record: &mut Record, analysis: &GameAnalysis) {
    remove_own(record);
    annotate(record, analysis, |place| {
        let mut lines = Vec::new();
        let moves = match place.result.best() {
            Some(best) => Notation::Csa.write_line(&place.pos, place.last_to, &best.moves),
            None => Vec::new(),
        };
        let score = for_black(place.pos.side_to_move(), place.result.score());
        let words = std::iter::once(score.centipawns().to_string()).chain(moves);
        lines.push(format!("* {}", words.collect::<Vec<_>>().join(" ")));
        lines.extend(word_csa(score));
        lines.extend(judgement_csa(place));
        let (depth, nodes) = (place.result.depth, place.result.nodes);
        lines.push(format!("{SIGNATURE}, depth {depth}, nodes {nodes}"));
        lines
    });
}

/// The judgement of a move in ASCII, which every version of CSA allows.
fn judgement_csa(place: &Place<'_>) -> Option<String> {
    let (pos, last_to, best, had, review) = place.review.as_ref()?;
    if !review.is_remarkable() {
        return None;
    }
    let mut parts = Vec::new();
    parts.extend(review.judgement.map(|j: Judgement| j.english().to_string()));
    parts.extend(review.missed_mate.map(|n| format!("missed mate in {n}")));
    parts.extend(review.allowed_mate.map(|n| format!("allows mate in {n}")));
    let best = first_text(Notation::Csa, pos, *last_to, best);
    parts.extend(best.map(|mv| format!("best {mv}")));
    parts.push(format!(
        "win probability {:.1}% to {:.1}%",
        percent(*had),
        percent(-place.result.score())
    ));
    let side = match review.side {
        Color::Black => "Black",
        Color::White => "White",
    };
    let reasons = review.reasons.iter().map(|reason| &reason.words.en);
    let reasons: String = reasons.map(|text| format!(". {text}")).collect();
    Some(format!("{side}: {}{reasons}", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_whose_number_means_something_else_is_put_in_words() {
        for (score, kif, csa) in [
            (Score::Centipawns(3000), None, None),
            (Score::mated_in(4), None, None),
            (
                Score::Repetition { better: true },
                Some("優等局面：先手は持駒を増やして同じ局面に戻れる"),
                Some("repetition: Black can come back with more in hand"),
            ),
            (
                Score::Repetition { better: false },
                Some("優等局面：後手は持駒を増やして同じ局面に戻れる"),
                Some("repetition: White can come back with more in hand"),
            ),
            (
                Score::Rule { winning: false },
                Some("後手の規定勝ち"),
                Some("White wins by rule"),
            ),
        ] {
            assert_eq!(word_kif(score).as_deref(), kif);
            assert_eq!(word_csa(score).as_deref(), csa);
            assert!(word_csa(score).is_none_or(|word| word.is_ascii()));
        }
    }
}
