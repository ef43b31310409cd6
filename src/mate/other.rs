//! Other solutions of a problem: moves of the attacker, beside those of the main line,
//! that mate too.

use super::exact::{Cut, Exact};
use super::main_line::MainLine;
use crate::movegen::generate_checks;
use crate::types::{Color, Hand, Move};

/// A move of the attacker that mates in place of a move of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherSolution {
    /// Number of moves of the main line before this move.
    pub ply: usize,
    /// Plies of the whole solution with this move, against the longest defence.
    pub plies: usize,
    /// The moves from this point on, this move first.
    pub line: Vec<Move>,
    /// Whether it replaces the last move of the main line, where other mates are usual
    /// and mostly forgiven.
    pub is_last_move: bool,
    /// Whether it differs from the main line's move only in that it promotes or does not.
    pub is_promotion_only: bool,
    /// Whether its line comes back to a position of the main line, so that it is only a detour.
    pub rejoins: bool,
}

/// Finds the other solutions of at most `plies` plies in all. Returns `false` if the
/// limits ended the search early.
pub(super) fn find(
    exact: &mut Exact,
    line: &[Move],
    plies: u16,
    found: &mut Vec<OtherSolution>,
) -> bool {
    let root = exact.pos.clone();
    let attacker = root.side_to_move();
    let key = |exact: &Exact| (exact.pos.board_key(), exact.pos.hand(attacker));
    let mut keys = Vec::new();
    for &mv in line {
        keys.push(key(exact));
        exact.pos.do_move(mv);
    }
    exact.pos = root.clone();
    let mut complete = true;
    for (ply, &main) in line.iter().enumerate() {
        if ply % 2 == 0 {
            let beside = Beside {
                main,
                ply,
                is_last_move: ply + 1 == line.len(),
                keys: &keys[ply + 1..],
            };
            complete &= beside.find(exact, plies, found).is_ok();
        }
        exact.pos.do_move(main);
    }
    exact.pos = root;
    complete
}

/// A move of the main line for which other moves are sought.
struct Beside<'k> {
    main: Move,
    ply: usize,
    is_last_move: bool,
    /// The positions of the main line after this move.
    keys: &'k [(u64, Hand)],
}

impl Beside<'_> {
    fn find(
        &self,
        exact: &mut Exact,
        plies: u16,
        found: &mut Vec<OtherSolution>,
    ) -> Result<(), Cut> {
        let Some(most) = usize::from(plies).checked_sub(self.ply + 1) else {
            return Ok(());
        };
        for mv in generate_checks(&exact.pos) {
            if mv == self.main {
                continue;
            }
            let before = exact.pos.clone();
            exact.pos.do_move(mv);
            let other = self.other(exact, mv, most as u16);
            exact.pos = before;
            found.extend(other?);
        }
        Ok(())
    }

    fn other(&self, exact: &mut Exact, mv: Move, most: u16) -> Result<Option<OtherSolution>, Cut> {
        let Some(mut len) = exact.defence(most)? else {
            return Ok(None);
        };
        let attacker = !exact.pos.side_to_move();
        let plies = self.ply + 1 + usize::from(len);
        let mut line = vec![mv];
        let mut rejoins = false;
        while len > 0 {
            rejoins |= self.is_on_main_line(exact, attacker);
            let answer = exact.best_answers(len, true)?.first().copied().ok_or(Cut)?;
            line.push(answer);
            exact.pos.do_move(answer);
            rejoins |= self.is_on_main_line(exact, attacker);
            let (rest, _) = MainLine::new(exact).find(len - 1)?;
            let next = rest.first().copied().ok_or(Cut)?;
            line.push(next);
            exact.pos.do_move(next);
            len -= 2;
        }
        Ok(Some(OtherSolution {
            ply: self.ply,
            plies,
            line,
            is_last_move: self.is_last_move,
            is_promotion_only: !mv.is_drop()
                && !self.main.is_drop()
                && (mv.from(), mv.to()) == (self.main.from(), self.main.to()),
            rejoins,
        }))
    }

    fn is_on_main_line(&self, exact: &Exact, attacker: Color) -> bool {
        let key = (exact.pos.board_key(), exact.pos.hand(attacker));
        self.keys.contains(&key)
    }
}
