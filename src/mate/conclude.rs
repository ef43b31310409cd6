//! Result of a node from those of its moves: proof and disproof numbers, or a verdict
//! with length and hand.

use super::dfpn::{Frame, Solver};
use super::estimate::{Estimate, NEVER, NO_LOOP, more};
use super::expand::{Child, Choice};
use super::hands;
use crate::types::Hand;

impl Solver<'_> {
    /// The result of the node of the last frame, from the estimates of its moves.
    pub(super) fn conclude(&self, choice: &Choice, attacking: bool) -> Estimate {
        let depth = self.frames.len();
        let frame = &self.frames[depth - 1];
        let children = &self.children[frame.children..];
        let won = choice.own == 0;
        if won == attacking && (won || choice.other == 0) {
            self.conclude_mate(children, attacking)
        } else if won || choice.other == 0 {
            self.conclude_no_mate(children, attacking, depth as u16, frame)
        } else if attacking {
            Estimate::unknown(choice.own, choice.other)
        } else {
            Estimate::unknown(choice.other, choice.own)
        }
    }

    fn conclude_mate(&self, children: &[Child], attacking: bool) -> Estimate {
        let pos = &self.pos;
        if attacking {
            let proven = children.iter().filter(|child| child.known.pn == 0);
            match proven.min_by_key(|child| (child.len_before(), !child.is_strict())) {
                Some(best) => Estimate {
                    is_strict: best.is_strict(),
                    ..Estimate::mate(best.len_before(), best.hand_before(pos))
                },
                None => Estimate::unknown(1, 1),
            }
        } else {
            let mut len = 0;
            let mut hand = Hand::EMPTY;
            for child in children {
                len = len.max(child.len_before());
                hand = hand.union(child.known.hand);
            }
            Estimate {
                is_strict: children.iter().all(Child::is_strict),
                ..Estimate::mate(len, hands::defender_proof(pos, hand))
            }
        }
    }

    fn conclude_no_mate(
        &self,
        children: &[Child],
        attacking: bool,
        depth: u16,
        frame: &Frame,
    ) -> Estimate {
        let pos = &self.pos;
        let (mut found, loop_start) = if attacking {
            let mut len = match frame.is_filtered {
                true => more(frame.len, 1),
                false => NEVER,
            };
            let mut survived = None;
            let mut loop_start = NO_LOOP;
            for child in children {
                let known = &child.known;
                let before = child.hand_before(pos);
                survived = Some(match survived {
                    Some(hand) => before.intersection(hand),
                    None => before,
                });
                len = len.min(child.len_before());
                loop_start = loop_start.min(known.loop_start);
            }
            let hand = hands::attacker_disproof(pos, survived);
            (Estimate::no_mate(len, hand), loop_start)
        } else {
            let refuting = children.iter().filter(|child| child.known.dn == 0);
            match refuting.max_by_key(|child| (child.known.loop_start, child.len_before())) {
                Some(best) => {
                    let known = &best.known;
                    let hand = hands::before_defence(pos, best.mv, known.hand);
                    (Estimate::no_mate(best.len_before(), hand), known.loop_start)
                }
                None => return Estimate::unknown(1, 1),
            }
        };
        if loop_start != NO_LOOP {
            // A disproof by a loop does not extend to other hands. If the whole loop lies at or
            // below this node, the disproof holds on every path.
            found.hand = frame.hand;
            if loop_start < depth {
                found.loop_start = loop_start;
            }
        }
        found
    }
}
