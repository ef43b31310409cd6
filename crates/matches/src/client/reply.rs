//! Answers of an engine to `go`.

use komadai::types::Move;

/// The answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Best {
    /// A move, not checked for legality.
    Move(Move),
    /// The engine gives up.
    Resign,
    /// The engine claims the win by entering king.
    Win,
    /// A word that is no answer, or an empty text for a bare `bestmove`.
    Other(String),
}

/// A `bestmove` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The answer.
    pub best: Best,
    /// The answer that the engine would like to think about next.
    pub ponder: Option<Move>,
}

impl BestLine {
    /// Reads a whole line; `None` if it is no `bestmove` line.
    pub fn parse(line: &str) -> Option<BestLine> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("bestmove") {
            return None;
        }
        let word = words.next().unwrap_or_default();
        let best = match (word, Move::from_usi(word)) {
            ("resign", _) => Best::Resign,
            ("win", _) => Best::Win,
            (_, Ok(mv)) => Best::Move(mv),
            (_, Err(_)) => Best::Other(word.to_string()),
        };
        let (best, ponder) = match words.next() {
            Some("ponder") => (
                best,
                words.next().and_then(|word| Move::from_usi(word).ok()),
            ),
            None => (best, None),
            // Whoever says more does not speak the protocol, and may mean something else.
            Some(junk) => (Best::Other(format!("{word} {junk}")), None),
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
        assert_eq!(read("bestmove 7g7f"), Some((Best::Move(mv("7g7f")), None)));
        assert_eq!(
            read("  bestmove  P*5e ponder  8h2b+ "),
            Some((Best::Move(mv("P*5e")), Some(mv("8h2b+"))))
        );
        assert_eq!(read("bestmove resign"), Some((Best::Resign, None)));
        assert_eq!(read("bestmove win"), Some((Best::Win, None)));
        let other = |text: &str| Some((Best::Other(text.to_string()), None));
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
