//! Selection of the move to play from a book entry.

use super::entry::BookMove;
use super::notes::BookJudgement;
use super::options::BookOptions;
use crate::types::{Color, SplitMix64};

/// A book move that may be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selected {
    /// The move.
    pub book_move: BookMove,
    /// The probability that the move is drawn, from 0 to 1.
    pub probability: f64,
}

/// Selects from the legal `moves` those that the options let `side` play, the
/// best first (idea and order of the rules: YaneuraOu):
///
/// 1. moves that the book's maker judges dubious or bad are left out, and all others where a move
///    is judged absolute;
/// 2. with `narrow`, moves with less than a tenth of all counts are left out;
/// 3. if the best move's depth is below `depth_limit`, no move remains;
/// 4. moves remain if their score is at most `eval_diff` below the best and not
///    below the side's limit.
pub fn select(moves: &[BookMove], side: Color, options: &BookOptions) -> Vec<Selected> {
    let mut moves = moves.to_vec();
    moves.retain(|mv| {
        !matches!(
            mv.judgement,
            Some(BookJudgement::Dubious | BookJudgement::Bad)
        )
    });
    let is_absolute = |mv: &BookMove| mv.judgement == Some(BookJudgement::Absolute);
    if moves.iter().any(is_absolute) {
        moves.retain(is_absolute);
    }
    if options.narrow {
        let total: u64 = sum_counts(&moves);
        moves.retain(|mv| mv.count.saturating_mul(10) >= total);
    }
    // The sort is stable: moves of equal score and count keep the book's order.
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.value, mv.count)));
    let Some(best) = moves.first().copied() else {
        return Vec::new();
    };
    if best.depth < options.depth_limit {
        return Vec::new();
    }
    let limit = match side {
        Color::Black => options.eval_black_limit,
        Color::White => options.eval_white_limit,
    };
    let floor = limit.max(best.value.saturating_sub(options.eval_diff));
    moves.retain(|mv| mv.value >= floor);
    let total = sum_counts(&moves);
    let weight = |mv: &BookMove| match options.consider_count && total > 0 {
        true => mv.count as f64 / total as f64,
        false => 1.0 / moves.len() as f64,
    };
    moves
        .iter()
        .map(|mv| Selected {
            book_move: *mv,
            probability: weight(mv),
        })
        .collect()
}

fn sum_counts(moves: &[BookMove]) -> u64 {
    moves
        .iter()
        .fold(0, |sum: u64, mv| sum.saturating_add(mv.count))
}

/// Draws one of the moves by their probabilities; returns its index.
pub(crate) fn draw(moves: &[Selected], rng: &mut SplitMix64) -> Option<usize> {
    let mut left = rng.unit();
    let chosen = moves.iter().position(|mv| {
        left -= mv.probability;
        left < 0.0
    });
    // Because of rounding, the probabilities may add up to a little less than 1.
    chosen.or(moves.iter().rposition(|mv| mv.probability > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Move;

    fn moves(list: &[(&str, i32, i32, u64)]) -> Vec<BookMove> {
        let make = |&(text, value, depth, count): &(&str, i32, i32, u64)| BookMove {
            value,
            depth,
            count,
            ..BookMove::new(Move::from_usi(text).unwrap())
        };
        list.iter().map(make).collect()
    }

    fn names(moves: &[BookMove], side: Color, options: &BookOptions) -> Vec<String> {
        let selected = select(moves, side, options);
        selected
            .iter()
            .map(|s| s.book_move.mv.to_string())
            .collect()
    }

    #[test]
    fn each_option_leaves_out_what_it_says() {
        let book = moves(&[
            ("7g7f", 10, 20, 60),
            ("2g2f", 40, 20, 36),
            ("5g5f", -20, 20, 4),
        ]);
        let default = BookOptions::default();
        let check = |options: BookOptions, side, expected: &[&str]| {
            assert_eq!(names(&book, side, &options), expected, "{options:?}");
        };
        check(default.clone(), Color::Black, &["2g2f", "7g7f"]);
        let wide = BookOptions {
            eval_diff: 60,
            ..default.clone()
        };
        check(wide.clone(), Color::Black, &["2g2f", "7g7f", "5g5f"]);
        check(
            BookOptions {
                eval_diff: 0,
                ..default.clone()
            },
            Color::Black,
            &["2g2f"],
        );
        check(
            BookOptions {
                narrow: true,
                ..wide.clone()
            },
            Color::Black,
            &["2g2f", "7g7f"],
        );
        check(
            BookOptions {
                depth_limit: 20,
                ..default.clone()
            },
            Color::Black,
            &["2g2f", "7g7f"],
        );
        check(
            BookOptions {
                depth_limit: 21,
                ..default.clone()
            },
            Color::Black,
            &[],
        );
        let limits = BookOptions {
            eval_black_limit: 11,
            eval_white_limit: -20,
            ..wide
        };
        check(limits.clone(), Color::Black, &["2g2f"]);
        check(limits, Color::White, &["2g2f", "7g7f", "5g5f"]);
        check(
            BookOptions {
                eval_white_limit: 41,
                ..default
            },
            Color::White,
            &[],
        );
        assert!(names(&[], Color::Black, &BookOptions::default()).is_empty());
    }

    #[test]
    fn choices_follow_the_counts_or_are_all_alike() {
        let book = moves(&[("7g7f", 0, 0, 900), ("2g2f", 0, 0, 100), ("5g5f", 0, 0, 0)]);
        for (consider_count, expected) in [(true, [9000, 1000, 0]), (false, [3333, 3333, 3333])] {
            let options = BookOptions {
                consider_count,
                ..BookOptions::default()
            };
            let selected = select(&book, Color::Black, &options);
            let mut rng = SplitMix64::new(7);
            let mut seen = [0i64; 3];
            for _ in 0..10_000 {
                seen[draw(&selected, &mut rng).unwrap()] += 1;
            }
            for (seen, expected) in seen.iter().zip(expected) {
                assert!(
                    (seen - expected).abs() < 250,
                    "{seen} instead of {expected}"
                );
            }
            assert!(!consider_count || seen[2] == 0);
        }
        assert_eq!(draw(&[], &mut SplitMix64::new(1)), None);
        // If all counts are 0, all moves are equally likely.
        let book = moves(&[("7g7f", 0, 0, 0), ("2g2f", 0, 0, 0)]);
        let options = BookOptions {
            consider_count: true,
            ..BookOptions::default()
        };
        let selected = select(&book, Color::Black, &options);
        assert!(selected.iter().all(|s| s.probability == 0.5));
    }

    #[test]
    fn moves_judged_poor_are_not_played_and_the_only_move_is() {
        let mut book = moves(&[("7g7f", 0, 0, 1), ("2g2f", 0, 0, 1), ("5g5f", 0, 0, 1)]);
        let mut check = |judgements: [Option<BookJudgement>; 3], expected: &[&str]| {
            for (mv, judgement) in book.iter_mut().zip(judgements) {
                mv.judgement = judgement;
            }
            let options = BookOptions::default();
            assert_eq!(names(&book, Color::Black, &options), expected);
        };
        let [absolute, good, dubious, bad] = BookJudgement::ALL.map(Some);
        check([None, good, None], &["7g7f", "2g2f", "5g5f"]);
        check([dubious, good, bad], &["2g2f"]);
        check([None, good, absolute], &["5g5f"]);
        check([dubious, dubious, bad], &[]);
    }
}
