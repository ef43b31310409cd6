//! Repetition: fourfold, perpetual check, and repeated boards with better or worse hands.

use super::Position;

/// The kind of repetition, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing is repeated.
    None,
    /// The same position: a draw.
    Draw,
    /// The same position after checks by the other side all the way, which loses for it.
    Win,
    /// The same position after own checks all the way.
    Loss,
    /// The same board with more in hand.
    Superior,
    /// The same board with less in hand.
    Inferior,
}

/// The result of a game in which a position stands for the fourth time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sennichite {
    /// A draw.
    Draw,
    /// The side to move was in check every time, so the other side loses.
    SideToMoveWins,
    /// The side to move gave check every time and loses.
    SideToMoveLoses,
}

/// Plies that the search looks back for a repeated board. A longer window costs more time than it
/// finds (YaneuraOu measured about 40 Elo).
const WINDOW: usize = 16;

impl Position {
    /// Number of earlier occurrences of the position in the whole game.
    pub fn occurrences_before(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Distances in plies to each earlier occurrence, nearest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let last = self.states.len() - 1;
        let now = self.state();
        let plies = (now.plies_from_null as usize).min(last);
        (4..=plies).step_by(2).filter(move |&back| {
            let then = &self.states[last - back];
            then.board_key == now.board_key && then.hand == now.hand
        })
    }

    /// The keys of the positions that have stood on the board three times or
    /// more: once again, and the game is over.
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

    /// The verdict of the rules if the position stands on the board for the
    /// fourth time or more.
    ///
    /// The checks are judged from the first of all occurrences on.
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

    /// The repetition inside a search whose root is `ply` plies back: a repetition of a position
    /// inside the tree counts at once, of one at or before the root only when it is the fourth
    /// occurrence.
    ///
    /// A board repeated with more or less in hand counts only inside the tree: there the worse side
    /// let it happen and can do better (idea: YaneuraOu). It does not count for a board from before
    /// the root: the position at the root may be worth more than the one it returns to.
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
