//! Scores that analysing programs have left in the comments of a record.

use komadai_records::{NodeId, Record};

/// Scores beyond are mates and the like, of which no mean can be made.
const MAX: i32 = 9999;

/// The score of the position at a node in centipawns for Black, if a comment
/// has one: as ShogiHome (`#評価値=158`), ShogiGUI (`*解析 0 候補1 ... 評価値 34`)
/// and floodgate (`* 158 -3334FU`) write it.
pub(super) fn noted(record: &Record, id: NodeId) -> Option<i32> {
    let mut scores = record.node(id).comment_lines().filter_map(of_line);
    scores.next().filter(|score| (-MAX..=MAX).contains(score))
}

fn of_line(line: &str) -> Option<i32> {
    let line = line.trim();
    let text = if let Some(score) = line.strip_prefix("#評価値=") {
        score
    } else if line.starts_with("*解析 ") && line.contains(" 候補1 ") {
        let (_, rest) = line.split_once(" 評価値 ")?;
        rest
    } else {
        line.strip_prefix("* ")?
    };
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_three_programs_are_read() {
        for (line, score) in [
            ("#評価値=158", Some(158)),
            ("#評価値=-20", Some(-20)),
            (
                "*解析 0 候補1 時間 00:01.0 深さ 10/17 ノード数 9 評価値 34 読み筋 ▲２六歩(27)",
                Some(34),
            ),
            (
                "*解析 0 候補2 時間 00:01.0 深さ 10/17 ノード数 9 評価値 3 読み筋 ▲２六歩(27)",
                None,
            ),
            ("* -158 -3334FU +2726FU", Some(-158)),
            ("* good move", None),
            ("#詰み=先手勝ち", None),
            ("+5", None),
        ] {
            assert_eq!(of_line(line), score, "{line}");
        }
    }
}
