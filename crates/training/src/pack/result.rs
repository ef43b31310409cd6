//! Game results and end reasons, with their numbers in data files.

use komadai::movegen::{EndReason, Outcome};
use komadai::types::Color;

/// The winner of a game, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// A draw.
    Draw = 0,
    /// Black (sente).
    BlackWin = 1,
    /// White (gote).
    WhiteWin = 2,
}

impl GameResult {
    /// The result that `index` stands for in the files; `None` for unknown numbers.
    pub const fn from_index(index: u8) -> Option<GameResult> {
        match index {
            0 => Some(GameResult::Draw),
            1 => Some(GameResult::BlackWin),
            2 => Some(GameResult::WhiteWin),
            _ => None,
        }
    }

    /// The result of a game that `color` won.
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::Black => GameResult::BlackWin,
            Color::White => GameResult::WhiteWin,
        }
    }

    /// 1 if `color` won, 0 for a draw, -1 if it lost.
    pub const fn sign_for(self, color: Color) -> i8 {
        match (self, color) {
            (GameResult::Draw, _) => 0,
            (GameResult::BlackWin, Color::Black) | (GameResult::WhiteWin, Color::White) => 1,
            _ => -1,
        }
    }

    /// The result with this sign for `color`: the inverse of [`GameResult::sign_for`].
    pub const fn from_sign(sign: i8, color: Color) -> GameResult {
        match sign {
            0 => GameResult::Draw,
            1.. => GameResult::win(color),
            _ => GameResult::win(color.other()),
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner.map_or(GameResult::Draw, GameResult::win)
    }
}

/// The end reasons that game files distinguish, with their words in statistics. The number of a
/// reason in the files is its index here.
const REASONS: [(EndReason, &str); 9] = [
    // The format that the game came from stores no reason.
    (EndReason::Unknown, "unknown"),
    // Mate, or no legal move without check, which loses as well.
    (EndReason::Mate, "mate"),
    (EndReason::ProvenMate, "proven mate"),
    (EndReason::AdjudicatedLoss, "score"),
    (EndReason::Repetition, "repetition"),
    (EndReason::PerpetualCheck, "perpetual check"),
    (EndReason::Declaration, "declaration"),
    // The game reached the limit of plies, so its result says little.
    (EndReason::MaxMoves, "too long"),
    (EndReason::Resign, "resignation"),
];

/// The number of a reason in game files. A reason that they do not distinguish gets the number of a
/// similar reason, or of `Unknown`.
pub fn reason_code(reason: EndReason) -> u8 {
    let near = match reason {
        EndReason::NoMoves => EndReason::Mate,
        EndReason::AdjudicatedDraw => EndReason::AdjudicatedLoss,
        EndReason::DeclarationDraw | EndReason::Try => EndReason::Declaration,
        other => other,
    };
    let place = REASONS.iter().position(|(known, _)| *known == near);
    place.unwrap_or(0) as u8
}

/// The reason that `code` stands for in game files; `None` for unknown numbers.
pub fn reason_of_code(code: u8) -> Option<EndReason> {
    Some(REASONS.get(usize::from(code))?.0)
}

/// The English word for a reason in the statistics of game files.
pub fn reason_word(reason: EndReason) -> &'static str {
    let code = usize::from(reason_code(reason));
    REASONS.get(code).map_or("", |(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_come_back() {
        for index in 0..3 {
            let result = GameResult::from_index(index).unwrap();
            assert_eq!(result as u8, index);
            for color in Color::ALL {
                assert_eq!(GameResult::from_sign(result.sign_for(color), color), result);
            }
            assert_eq!(
                result.sign_for(Color::Black),
                -result.sign_for(Color::White)
            );
        }
        assert_eq!(GameResult::from_index(3), None);
        assert_eq!(GameResult::win(Color::White).sign_for(Color::White), 1);
    }

    #[test]
    fn reasons_keep_their_numbers() {
        let known: Vec<_> = (0..=u8::MAX).filter_map(reason_of_code).collect();
        assert_eq!(known.len(), 9);
        for (index, reason) in known.into_iter().enumerate() {
            assert_eq!(usize::from(reason_code(reason)), index);
        }
        let words: Vec<&str> = EndReason::ALL.into_iter().map(reason_word).collect();
        assert_eq!(words[..4], ["mate", "mate", "resignation", "declaration"]);
        assert_eq!(reason_code(EndReason::Crash), 0);
    }
}
