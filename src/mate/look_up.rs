//! Estimates of a node's moves before any is searched: from the table, from the path, or guessed.

use super::dfpn::Solver;
use super::estimate::{Estimate, NEVER, less};
use super::guess;
use super::path::extend;

impl Solver<'_> {
    /// Fills in the estimates of the moves from `first` on from the table and the path,
    /// except for moves that wait for a twin.
    pub(super) fn look_up(&mut self, first: usize, path_key: u64, len: u16) {
        if self.table.is_large() {
            // The twin of a waiting move seldom fails at once, so the waiting move is not
            // prefetched.
            for child in self.children[first..]
                .iter()
                .filter(|child| child.waits_for.is_none())
            {
                self.table.prefetch(child.board_key);
                self.loops
                    .prefetch(extend(path_key, child.board_key, child.hand));
            }
        }
        let attacking = self.frames.len().is_multiple_of(2);
        self.look_up_from(first, 0, path_key, len, attacking);
    }

    /// If the move at this index of the stack has failed, looks up the moves of the last
    /// frame that waited for it, and in turn the moves that waited for them.
    #[inline]
    pub(super) fn look_up_waiting(&mut self, index: usize) {
        let attacking = self.frames.len() % 2 == 1;
        if let Some(frame) = self.frames.last()
            && frame.has_waiting
            && self.children[index].has_failed(attacking)
        {
            let (first, path_key, len) = (frame.children, frame.path_key, frame.len);
            self.look_up_from(first, index + 1 - first, path_key, len, attacking);
        }
    }

    /// Looks up those moves of a node that were not looked up yet and need not wait. The
    /// node's moves start at `first`; the first `skipped` of them are left out.
    #[inline]
    fn look_up_from(
        &mut self,
        first: usize,
        skipped: usize,
        path_key: u64,
        len: u16,
        attacking: bool,
    ) {
        let Solver {
            pos,
            table,
            loops,
            path,
            children,
            ..
        } = self;
        let children = &mut children[first..];
        for index in skipped..children.len() {
            let child = &children[index];
            let is_waiting = child.waits_for.is_some_and(|twin| {
                // Moves after this one have not been looked up, so their results are unknown.
                let twin = usize::from(twin);
                twin < index && !children[twin].has_failed(attacking)
            });
            if is_waiting || child.is_looked_up {
                continue;
            }
            let child = &mut children[index];
            child.is_looked_up = true;
            if i32::from(child.cost) > i32::from(len) {
                child.known = Estimate::no_mate(0, child.hand);
                continue;
            }
            let len = less(len, child.cost);
            match table.ask(child.board_key, child.hand, len) {
                Ok(stored) => {
                    child.is_old = true;
                    child.known = stored;
                    if stored.is_final() {
                        continue;
                    }
                }
                Err((least_pn, least_dn)) if len >= guess::LEAST_PLIES => {
                    let (pn, dn) = guess::guess(pos, child.mv, attacking);
                    child.known = Estimate::unknown(pn.max(least_pn), dn.max(least_dn));
                }
                Err(_) => {}
            }
            if let Some(start) = path.repeats(child.board_key, child.hand) {
                child.known = Estimate::repetition(NEVER, child.hand, start);
                continue;
            }
            let child_path = extend(path_key, child.board_key, child.hand);
            if let Some((bound, start)) = loops.get(child_path, len) {
                child.known = Estimate::repetition(bound, child.hand, start);
            }
        }
    }
}
