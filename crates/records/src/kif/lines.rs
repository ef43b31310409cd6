//! The lines of KIF and KI2 text, taken apart.

use crate::end::End;
use komadai::notation::{JapaneseMove, digit_value};
use komadai::types::Color;

/// Splits `key：value`.
pub(super) fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['：', ':'])?;
    let key = key.trim_matches([' ', '\u{3000}', '\t']);
    let fits = !key.is_empty() && key.chars().count() <= 40 && !key.contains([' ', '\u{3000}']);
    fits.then_some((key, value.trim_matches([' ', '\u{3000}', '\t'])))
}

/// A leading number and what follows it.
pub(super) fn leading_number(text: &str) -> Option<(usize, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}

/// Whether a line starts with the number of a move.
pub(super) fn is_numbered(body: &str) -> bool {
    leading_number(body).is_some_and(|(_, rest)| {
        rest.starts_with([' ', '\u{3000}', '\t']) || JapaneseMove::parse(rest).is_some()
    })
}

/// The side that a line such as `後手番` names.
pub(super) fn side_to_move_line(body: &str) -> Option<Color> {
    match body.trim_end() {
        "先手番" | "下手番" => Some(Color::Black),
        "後手番" | "上手番" => Some(Color::White),
        _ => None,
    }
}

/// Whether a word that cannot be read was meant as a move rather than as an end.
pub(super) fn looks_like_a_move(word: &str) -> bool {
    word.is_empty()
        || word.contains(['\u{FFFD}', '(', ')'])
        || word.starts_with('同')
        || word.chars().next().and_then(digit_value).is_some()
}

/// What `先手の勝ち` and the like mean with `side` to move.
pub(super) fn result_mark(text: &str, side: Color) -> End {
    let named = match text.chars().next() {
        Some('先' | '下') => Some(Color::Black),
        Some('後' | '上') => Some(Color::White),
        _ => None,
    };
    if text.starts_with("時間切れ") || text.ends_with("切れ負け") {
        End::TimeUp
    } else if text.ends_with("反則勝ち") {
        match named {
            Some(winner) if winner != side => End::FoulLoss,
            _ => End::FoulWin,
        }
    } else if text.ends_with("反則負け") {
        match named {
            Some(loser) if loser != side => End::FoulWin,
            _ => End::FoulLoss,
        }
    } else if text.ends_with("入玉勝ち") || text.ends_with("入玉宣言勝ち") {
        End::Declaration
    } else if let Some(end) = End::from_kif_word(text) {
        end
    } else if text.ends_with("手詰") || text.ends_with("手詰み") {
        End::Mate
    } else if text.ends_with("勝ち") && named.is_none_or(|winner| winner != side) {
        End::Resign
    } else {
        End::other(text)
    }
}

/// The first of `( 0:16/00:00:16)` in milliseconds: minutes and seconds, or
/// hours, minutes and seconds; seconds may have a fraction.
pub(super) fn read_time(text: &str) -> Option<u64> {
    let (_, inside) = text.split_once(['(', '（'])?;
    let end = inside.find(['/', ')', '）']).unwrap_or(inside.len());
    let mut total_ms = 0f64;
    for part in inside.get(..end)?.split([':', '：']) {
        let value: f64 = part.trim().parse().ok()?;
        total_ms = total_ms * 60.0 + value * 1000.0;
    }
    let sane = total_ms.is_finite() && (0.0..1e15).contains(&total_ms);
    sane.then_some(total_ms.round() as u64)
}
