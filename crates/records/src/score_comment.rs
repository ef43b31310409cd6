//! Scores in the comments of KIF files.

use komadai::types::Score;

/// A score of Black's as ShogiHome writes and reads it: `#評価値=158`,
/// `#詰み=先手勝ち:5手`.
pub fn kif_score_comment(score: Score) -> String {
    match score {
        Score::Mate { winning, plies } => {
            let winner = match winning {
                true => "先手勝ち",
                false => "後手勝ち",
            };
            match plies {
                Some(0) | None => format!("#詰み={winner}"),
                Some(plies) => format!("#詰み={winner}:{plies}手"),
            }
        }
        score => format!("#評価値={}", score.centipawns()),
    }
}
