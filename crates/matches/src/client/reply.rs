//! The `bestmove` line: an engine's answer to `go`.

use crate::player::Reply;
use komadai::types::Move;

/// A parsed `bestmove` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The move, resignation or declaration.
    pub best: Reply,
    /// The opponent's reply that the engine expects and would ponder on.
    pub ponder: Option<Move>,
}

impl BestLine {
    /// Parses a line; `None` if it is no `bestmove` line.
    pub fn parse(line: &str) -> Option<BestLine> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("bestmove") {
            return None;
        }
        let word = words.next().unwrap_or_default();
        let best = match (word, Move::from_usi(word)) {
            ("resign", _) => Reply::Resign,
            ("win", _) => Reply::Win,
            (_, Ok(mv)) => Reply::Move(mv),
            (_, Err(_)) => Reply::Nonsense(word.to_string()),
        };
        let (best, ponder) = match words.next() {
            Some("ponder") => (
                best,
                words.next().and_then(|word| Move::from_usi(word).ok()),
            ),
            None => (best, None),
            // Further words violate the protocol and could change the meaning of the answer.
            Some(junk) => (Reply::Nonsense(format!("{word} {junk}")), None),
        };
        Some(BestLine { best, ponder })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_every_kind() {
        let read = |line| BestLine::parse(line).map(|b| (b.best, b.ponder));
        let mv = |text| Move::from_usi(text).unwrap();
        assert_eq!(read("bestmove 7g7f"), Some((Reply::Move(mv("7g7f")), None)));
        assert_eq!(
            read("  bestmove  P*5e ponder  8h2b+ "),
            Some((Reply::Move(mv("P*5e")), Some(mv("8h2b+"))))
        );
        assert_eq!(read("bestmove resign"), Some((Reply::Resign, None)));
        assert_eq!(read("bestmove win"), Some((Reply::Win, None)));
        let other = |text: &str| Some((Reply::Nonsense(text.to_string()), None));
        assert_eq!(read("bestmove 0000"), other("0000"));
        assert_eq!(read("bestmove none ponder"), other("none"));
        assert_eq!(read("bestmove"), other(""));
        assert_eq!(read("bestmove resign junk"), other("resign junk"));
        assert_eq!(read("bestmove 7g7f 3c3d"), other("7g7f 3c3d"));
        assert_eq!(read("bestmoves 7g7f"), None);
        assert_eq!(read("info string bestmove 7g7f"), None);
        assert_eq!(read(""), None);
    }
}
