//! End of a game: the winner, the reason, and the rules that decide both.

use super::has_legal_move;
use crate::named;
use crate::position::{Declaration, EnteringKingRule, Position, Sennichite};
use crate::types::{Color, Move};

/// The end of a game: winner and reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: EndReason,
}

named! {
    /// The reason why a game ended. The names are used in JSON files; other formats have codes
    /// of their own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum EndReason {
        /// The side to move is checkmated.
        Mate = "mate",
        /// The side to move is not in check but has no legal move, and loses.
        NoMoves = "no_moves",
        /// A player gave up.
        Resign = "resign",
        /// A player rightly declared a win by entering king.
        Declaration = "declaration",
        /// A declaration was worth a draw under the 24-point law.
        DeclarationDraw = "declaration_draw",
        /// The king reached the goal of the try rule.
        Try = "try",
        /// Fourfold repetition.
        Repetition = "repetition",
        /// Fourfold repetition in which every move of one side gave check; that side loses.
        PerpetualCheck = "perpetual_check",
        /// The game reached its move limit.
        MaxMoves = "max_moves",
        /// Adjudicated as lost: the scores were beyond a limit for a number of moves.
        AdjudicatedLoss = "adjudicated_loss",
        /// Adjudicated as drawn: the scores were near zero for a number of moves.
        AdjudicatedDraw = "adjudicated_draw",
        /// Fault: an illegal move, or an answer that is no move.
        IllegalMove = "illegal_move",
        /// Fault: a declaration in a position that does not meet the conditions.
        FalseDeclaration = "false_declaration",
        /// Fault: the player exceeded its time.
        Time = "time",
        /// Fault: the player answered while it should have pondered, or twice.
        EarlyAnswer = "early_answer",
        /// Fault: the process of the player ended.
        Crash = "crash",
        /// Fault: the player did not answer.
        Hang = "hang",
        /// A search proved a mate, which was not played out.
        ProvenMate = "proven_mate",
        /// The reason is not known.
        Unknown = "unknown",
    }
}

impl Outcome {
    /// A win of this side.
    pub const fn win(winner: Color, reason: EndReason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: EndReason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// The end of the game by the rules, if this position ends it: no legal move,
    /// a fourth occurrence, or the limit of `max_moves` moves (0 for no limit). A
    /// mate by the last move counts before the limit. `None` if the game goes on.
    ///
    /// ```
    /// use komadai::{EndReason, Outcome, Position};
    ///
    /// let mut pos = Position::default();
    /// assert_eq!(Outcome::of(&pos, 0), None);
    /// for mv in "5i5h 5a5b 5h5i 5b5a ".repeat(3).split_whitespace() {
    ///     pos.play(mv.parse()?)?;
    /// }
    /// assert_eq!(Outcome::of(&pos, 0), Some(Outcome::draw(EndReason::Repetition)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(pos: &Position, max_moves: u32) -> Option<Outcome> {
        let side = pos.side_to_move();
        if !has_legal_move(pos) {
            let reason = match pos.in_check() {
                true => EndReason::Mate,
                false => EndReason::NoMoves,
            };
            return Some(Outcome::win(!side, reason));
        }
        match pos.sennichite() {
            None => {}
            Some(Sennichite::Draw) => return Some(Outcome::draw(EndReason::Repetition)),
            Some(Sennichite::SideToMoveWins) => {
                return Some(Outcome::win(side, EndReason::PerpetualCheck));
            }
            Some(Sennichite::SideToMoveLoses) => {
                return Some(Outcome::win(!side, EndReason::PerpetualCheck));
            }
        }
        // `ply` is the number of the next move, so `ply - 1` moves have been made.
        (max_moves > 0 && pos.ply() > max_moves).then_some(Outcome::draw(EndReason::MaxMoves))
    }

    /// The end of the game after a declaration by the side to move.
    pub fn of_declaration(pos: &Position, rule: EnteringKingRule) -> Outcome {
        let side = pos.side_to_move();
        match pos.declaration(rule) {
            Declaration::Win => Outcome::win(side, EndReason::Declaration),
            Declaration::Draw => Outcome::draw(EndReason::DeclarationDraw),
            Declaration::None => Outcome::win(!side, EndReason::FalseDeclaration),
        }
    }

    /// The end of the game if `mv`, about to be made, wins by the try rule.
    pub fn of_try(pos: &Position, mv: Move, rule: EnteringKingRule) -> Option<Outcome> {
        (pos.try_move(rule) == Some(mv)).then(|| Outcome::win(pos.side_to_move(), EndReason::Try))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(sfen: &str, moves: &str) -> Position {
        let mut pos = Position::from_sfen(sfen).unwrap();
        for text in moves.split_whitespace() {
            pos.do_move(pos.parse_usi_move(text).unwrap());
        }
        pos
    }

    #[test]
    fn names_come_back() {
        for (i, reason) in EndReason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, i);
            assert_eq!(EndReason::from_name(reason.name()), Some(reason));
        }
        assert_eq!(EndReason::from_name("checkmate"), None);
    }

    #[test]
    fn a_mate_goes_before_the_move_limit() {
        let mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G 7";
        let pos = after(mate, "G*5b");
        let won = Outcome::win(Color::Black, EndReason::Mate);
        assert_eq!(Outcome::of(&pos, 7), Some(won));
        let pos = after(mate, "5i5h");
        assert_eq!(
            Outcome::of(&pos, 7),
            Some(Outcome::draw(EndReason::MaxMoves))
        );
        assert_eq!(Outcome::of(&pos, 8), None);
        assert_eq!(Outcome::of(&pos, 0), None);
    }

    #[test]
    fn perpetual_check_loses_for_the_side_that_gives_it() {
        let start = "4k4/9/9/9/9/9/9/9/R3K4 b - 1";
        // Black is to move and has given check from the first occurrence on.
        let pos = after(
            start,
            &("9i9a 5a5b ".to_string() + &"9a9b 5b5a 9b9a 5a5b ".repeat(3)),
        );
        let lost = Outcome::win(Color::White, EndReason::PerpetualCheck);
        assert_eq!(Outcome::of(&pos, 0), Some(lost));
        assert_eq!(Outcome::of(&after(start, "9i9a 5a5b"), 0), None);
    }

    #[test]
    fn declarations_and_tries() {
        let pos = Position::startpos();
        let rule = EnteringKingRule::Csa27;
        let lost = Outcome::win(Color::White, EndReason::FalseDeclaration);
        assert_eq!(Outcome::of_declaration(&pos, rule), lost);
        let pos = after("9/4K4/9/9/9/9/9/9/k8 b - 1", "");
        let mv = pos.parse_usi_move("5b5a").unwrap();
        let won = Outcome::win(Color::Black, EndReason::Try);
        assert_eq!(Outcome::of_try(&pos, mv, EnteringKingRule::Try), Some(won));
        assert_eq!(Outcome::of_try(&pos, mv, rule), None);
        let other = pos.parse_usi_move("5b4a").unwrap();
        assert_eq!(Outcome::of_try(&pos, other, EnteringKingRule::Try), None);
    }
}
