//! Declaring a win with the king in the enemy camp (nyugyoku), and the try rule.

use std::str::FromStr;

use super::Position;
use crate::bitboard::Bitboard;
use crate::named;
use crate::types::{Color, Move, PieceType, Square};

named! {
    /// The rule for a king that enters the enemy camp.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum EnteringKingRule {
        /// No declaration is possible.
        None = "NoEnteringKing",
        /// 24-point law: 31 points win, 24 to 30 draw.
        Csa24 = "CSARule24",
        /// The 24-point law, with the pieces White gave as a handicap counted for White.
        Csa24Handicap = "CSARule24H",
        /// 27-point law: 28 points win for Black, 27 for White.
        #[default]
        Csa27 = "CSARule27",
        /// The 27-point law, with the pieces White gave as a handicap counted for White.
        Csa27Handicap = "CSARule27H",
        /// A king that safely reaches the start square of the enemy king (5a or 5i) wins.
        Try = "TryRule",
    }
}

/// The error for a text that names no entering-king rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no entering-king rule")]
pub struct EnteringKingRuleError(String);

impl FromStr for EnteringKingRule {
    type Err = EnteringKingRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_name(text).ok_or_else(|| EnteringKingRuleError(text.to_string()))
    }
}

/// The result of a declaration by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// The declaration fails: the side that declares loses.
    None,
    /// The game is a draw.
    Draw,
    /// The side that declares wins.
    Win,
}

/// Pieces other than the king that must stand in the enemy camp.
const PIECES_NEEDED: u32 = 10;
/// Points of all pieces of a set, kings aside.
const ALL_POINTS: u32 = 54;

impl Position {
    /// The points that count for `color` in a declaration: its pieces in the
    /// enemy camp and in hand, 5 for each rook or bishop (promoted or not), 1
    /// for every other piece but the king. With `handicap`, the pieces missing
    /// from a full set count for White, who gave them.
    pub fn impasse_points(&self, color: Color, handicap: bool) -> u32 {
        let camp = self.color_bb(color) & Bitboard::promotion_zone(color);
        let big = self.bishops_and_horses() | self.rooks_and_dragons();
        let men = camp & !self.kind_bb(PieceType::King);
        let mut points = men.count() + 4 * (men & big).count() + self.hand_points(color);
        if handicap && color == Color::White {
            points += ALL_POINTS.saturating_sub(self.total_points());
        }
        points
    }

    fn hand_points(&self, color: Color) -> u32 {
        let hand = self.hand(color);
        PieceType::HAND
            .into_iter()
            .map(|kind| match kind {
                PieceType::Bishop | PieceType::Rook => 5 * hand.count(kind),
                _ => hand.count(kind),
            })
            .sum()
    }

    fn total_points(&self) -> u32 {
        let big = self.bishops_and_horses() | self.rooks_and_dragons();
        let men = self.occupied() & !self.kind_bb(PieceType::King);
        men.count()
            + 4 * big.count()
            + Color::ALL
                .into_iter()
                .map(|c| self.hand_points(c))
                .sum::<u32>()
    }

    /// The result if the side to move declares now. The try rule knows no
    /// declaration; see [`Position::try_move`].
    pub fn declaration(&self, rule: EnteringKingRule) -> Declaration {
        let us = self.side;
        let Some(king) = self.king(us) else {
            return Declaration::None;
        };
        if !king.in_promotion_zone(us) || self.in_check() {
            return Declaration::None;
        }
        let (draw, win, handicap) = match rule {
            EnteringKingRule::None | EnteringKingRule::Try => return Declaration::None,
            EnteringKingRule::Csa24 => (24, 31, false),
            EnteringKingRule::Csa24Handicap => (24, 31, true),
            EnteringKingRule::Csa27 | EnteringKingRule::Csa27Handicap => {
                let win = match us {
                    Color::Black => 28,
                    Color::White => 27,
                };
                (win, win, rule == EnteringKingRule::Csa27Handicap)
            }
        };
        let camp = self.color_bb(us) & Bitboard::promotion_zone(us);
        if camp.count() < PIECES_NEEDED + 1 {
            return Declaration::None;
        }
        let points = self.impasse_points(us, handicap);
        if points >= win {
            Declaration::Win
        } else if points >= draw {
            Declaration::Draw
        } else {
            Declaration::None
        }
    }

    /// The legal king move onto the enemy king's start square, which wins by the
    /// try rule. `None` under another rule or if there is no such move.
    pub fn try_move(&self, rule: EnteringKingRule) -> Option<Move> {
        if rule != EnteringKingRule::Try {
            return None;
        }
        let us = self.side;
        let goal = Square::new(4, 0)?.relative(us);
        let mv = Move::normal(self.king(us).filter(|&k| k != goal)?, goal, false);
        self.is_legal(mv).then_some(mv)
    }
}
