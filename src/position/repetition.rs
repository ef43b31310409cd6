//! Repetition: fourfold, perpetual check, and repeated boards with better or worse hands.

use super::Position;

/// The kind of repetition, as seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing is repeated.
    None,
    /// The same position: a draw.
    Draw,
    /// The same position, with a check by the other side on each of its moves in between: the
    /// other side loses.
    Win,
    /// The same position, with a check by the side to move on each of its moves in between: it
    /// loses.
    Loss,
    /// The same board, with more in hand for the side to move.
    Superior,
    /// The same board, with less in hand for the side to move.
    Inferior,
}

/// The result of a game in which a position occurs for the fourth time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sennichite {
    /// A draw.
    Draw,
    /// The other side gave check with every move since the first occurrence, and loses.
    SideToMoveWins,
    /// The side to move gave check with every move since the first occurrence, and loses.
    SideToMoveLoses,
}

/// Plies that the search looks back for a repeated board. A longer window costs more time than
/// the repetitions it finds are worth (YaneuraOu measured a loss of about 40 Elo).
const WINDOW: usize = 16;

impl Position {
    /// Number of earlier occurrences of the position since the start or the last null move.
    pub fn occurrences_before(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Distances in plies to the earlier occurrences of the position, nearest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let last = self.states.len() - 1;
        let now = self.state();
        let plies = (now.plies_from_null as usize).min(last);
        (4..=plies).step_by(2).filter(move |&back| {
            let then = &self.states[last - back];
            then.board_key == now.board_key && then.hand == now.hand
        })
    }

    /// The keys of the positions that have occurred three times or more: one more
    /// occurrence ends the game.
    pub fn seen_thrice(&self) -> Vec<u64> {
        let mut keys: Vec<u64> = self
            .states
            .iter()
            .map(|state| state.board_key ^ state.hand_key)
            .collect();
        keys.sort_unstable();
        let mut thrice: Vec<u64> = keys
            .windows(3)
            .filter(|same| same[0] == same[2])
            .map(|same| same[0])
            .collect();
        thrice.dedup();
        thrice
    }

    /// The result by the rules if this is at least the fourth occurrence of the
    /// position; `None` otherwise.
    ///
    /// A perpetual check must run from the first occurrence to this one.
    pub fn sennichite(&self) -> Option<Sennichite> {
        let occurrences: Vec<usize> = self.earlier_occurrences().collect();
        if occurrences.len() < 3 {
            return None;
        }
        let first = occurrences.into_iter().max().unwrap_or(0);
        let run = self.state().continuous_check;
        Some(if first <= usize::from(run[(!self.side).index()]) {
            Sennichite::SideToMoveWins
        } else if first <= usize::from(run[self.side.index()]) {
            Sennichite::SideToMoveLoses
        } else {
            Sennichite::Draw
        })
    }

    /// The repetition inside a search whose root is `ply` plies back. A position that occurred
    /// after the root counts at its second occurrence; one that occurred at or before the root
    /// counts only at its fourth.
    ///
    /// A board repeated with more or less in hand counts only if it occurred after the root. The
    /// worse side has then allowed it within the search and can avoid it (idea: YaneuraOu). A board
    /// from before the root does not count, since the root may be worth more than the position that
    /// it returns to.
    #[inline]
    pub fn repetition(&self, ply: usize) -> Repetition {
        let last = self.states.len() - 1;
        let now = self.state();
        let plies = (now.plies_from_null as usize).min(last).min(WINDOW);
        let mut back = 4;
        while back <= plies {
            let then = &self.states[last - back];
            if then.board_key == now.board_key {
                if now.hand == then.hand {
                    return self.same_position(back, ply);
                }
                if back < ply && now.hand.dominates(then.hand) {
                    return Repetition::Superior;
                }
                if back < ply && then.hand.dominates(now.hand) {
                    return Repetition::Inferior;
                }
            }
            back += 2;
        }
        Repetition::None
    }

    #[cold]
    fn same_position(&self, back: usize, ply: usize) -> Repetition {
        if back >= ply {
            return match self.sennichite() {
                None => Repetition::None,
                Some(Sennichite::Draw) => Repetition::Draw,
                Some(Sennichite::SideToMoveWins) => Repetition::Win,
                Some(Sennichite::SideToMoveLoses) => Repetition::Loss,
            };
        }
        let run = self.state().continuous_check;
        if back <= usize::from(run[(!self.side).index()]) {
            Repetition::Win
        } else if back <= usize::from(run[self.side.index()]) {
            Repetition::Loss
        } else {
            Repetition::Draw
        }
    }
}
