//! How a game ended, for whom and why.

use std::fmt;

use komadai::types::Color;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Nobody.
    Draw = 0,
    /// Black (sente).
    BlackWin = 1,
    /// White (gote).
    WhiteWin = 2,
}

impl GameResult {
    /// The result with this number in the files, if there is one.
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

    /// The result in which `color` has this sign: the inverse of [`GameResult::sign_for`].
    pub const fn from_sign(sign: i8, color: Color) -> GameResult {
        match sign {
            0 => GameResult::Draw,
            1.. => GameResult::win(color),
            _ => GameResult::win(color.other()),
        }
    }
}

/// Why a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum EndReason {
    /// Not known: the record came from a format that does not say.
    Unknown = 0,
    /// No legal move was left.
    Checkmate = 1,
    /// A mate was proven by the search and not played out.
    ProvenMate = 2,
    /// The score stayed beyond the limit for long enough.
    Score = 3,
    /// Sennichite: the same position for the fourth time.
    Repetition = 4,
    /// One side repeated by perpetual check and loses.
    PerpetualCheck = 5,
    /// The 27-point (or other) declaration was claimed.
    Declaration = 6,
    /// The game reached the greatest length allowed; its result says little.
    MaxPlies = 7,
    /// A player resigned.
    Resign = 8,
}

impl EndReason {
    /// The reason with this number in the files, if there is one.
    pub const fn from_index(index: u8) -> Option<EndReason> {
        Some(match index {
            0 => EndReason::Unknown,
            1 => EndReason::Checkmate,
            2 => EndReason::ProvenMate,
            3 => EndReason::Score,
            4 => EndReason::Repetition,
            5 => EndReason::PerpetualCheck,
            6 => EndReason::Declaration,
            7 => EndReason::MaxPlies,
            8 => EndReason::Resign,
            _ => return None,
        })
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Unknown => "unknown",
            EndReason::Checkmate => "mate",
            EndReason::ProvenMate => "proven mate",
            EndReason::Score => "score",
            EndReason::Repetition => "repetition",
            EndReason::PerpetualCheck => "perpetual check",
            EndReason::Declaration => "declaration",
            EndReason::MaxPlies => "too long",
            EndReason::Resign => "resignation",
        })
    }
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
        let known: Vec<_> = (0..=u8::MAX).filter_map(EndReason::from_index).collect();
        assert_eq!(known.len(), 9);
        for (index, reason) in known.into_iter().enumerate() {
            assert_eq!(reason as usize, index);
        }
    }
}
