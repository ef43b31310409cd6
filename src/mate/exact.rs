//! Exact length of a mate by the convention of composers, and the moves that keep to it.
//!
//! A piece dropped between checker and king may be useless: the checker captures it and mates from
//! there, with the captured piece unused, in no more plies than the mate would take without the
//! drop. Such a drop does not count as a defence. Because the lengths with and without the drop are
//! compared, a larger hand of the attacker may even lengthen a mate. So proofs cannot be shared
//! between hands as in the df-pn search. A plain search finds these lengths instead, between two
//! bounds that df-pn proves: the length with every interposition counted is the upper bound, the
//! length under [`Rule::Useful`] the lower bound. If both are equal, no search is needed.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::dfpn::{Memory, Solver};
use super::estimate::{Estimate, NEVER, more};
use super::expand::{Rule, captures_between};
use super::hands;
use super::limits::MateLimits;
use crate::movegen::{generate_checks, legal_moves};
use crate::position::Position;
use crate::types::{Color, Hand, Move};

/// Error: the limits cut the search off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut;

/// A known bound on the length of a mate.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The mate takes this many plies.
    Exactly(u16),
    /// The mate takes more plies than this, or there is none.
    Above(u16),
}

impl Known {
    /// The length if it is at most `most`; the outer `None` if the bound leaves that open.
    fn within(self, most: u16) -> Option<Option<u16>> {
        match self {
            Known::Exactly(len) => Some((len <= most).then_some(len)),
            Known::Above(len) => (len >= most).then_some(None),
        }
    }
}

/// A position: its board with the side to move, and the attacker's hand.
type Key = (u64, Hand);

/// Result of judging the defender's answers to a check.
pub(super) struct Answers {
    /// Plies to mate, with the defender to move.
    pub len: u16,
    /// The useful interpositions that last as long.
    pub drops: Vec<Move>,
}

/// Drops still to be judged: at most seven squares lie between checker and king, with
/// seven kinds of piece each.
type Pending = ArrayVec<Move, 64>;

/// The exact search between the two bounds, with the lengths found.
pub(super) struct Exact<'a> {
    pub pos: Position,
    /// The solver for which every interposition counts.
    pub every: Solver<'a>,
    /// The solver for which interpositions captured without effect do not count.
    pub useful: Solver<'a>,
    node_limit: u64,
    attacks: HashMap<Key, Known>,
    defences: HashMap<Key, Known>,
}

impl<'a> Exact<'a> {
    pub fn new(pos: &Position, limits: &MateLimits<'a>, memory: [Memory; 2]) -> Exact<'a> {
        let [every, useful] = memory;
        Exact {
            pos: pos.clone(),
            every: Solver::with(every, Rule::Every, pos, limits),
            useful: Solver::with(useful, Rule::Useful, pos, limits),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            attacks: HashMap::new(),
            defences: HashMap::new(),
        }
    }

    /// Returns the memory, in the order in which it was passed.
    pub fn into_memory(self) -> [Memory; 2] {
        [self.every.into_memory(), self.useful.into_memory()]
    }

    /// Divides `mib` MiB between the solvers once the first mate is found.
    pub fn share_memory(&mut self, mib: usize) {
        let taken = self.every.table.mib().max(mib / 2).min(mib);
        self.every.table.set_limit(taken);
        self.useful.table.set_limit(mib - taken);
    }

    /// Number of positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.every.nodes + self.useful.nodes
    }

    /// Limits the positions still to be visited to `nodes`, within the limit of the problem
    /// (`all`). Returns the previous limit, for [`Exact::allow_until`].
    pub fn allow(&mut self, nodes: u64, all: Option<u64>) -> u64 {
        let most = self.nodes().saturating_add(nodes);
        self.allow_until(most.min(all.unwrap_or(u64::MAX)))
    }

    /// Sets the number of positions at which the search ends. Returns the old one.
    pub fn allow_until(&mut self, nodes: u64) -> u64 {
        std::mem::replace(&mut self.node_limit, nodes)
    }

    /// Prepares one of the solvers for the position of this search.
    pub fn ready(&mut self, rule: Rule) -> &mut Solver<'a> {
        let left = self.node_limit.saturating_sub(self.nodes());
        let solver = match rule {
            Rule::Every => &mut self.every,
            Rule::Useful => &mut self.useful,
        };
        solver.node_limit = solver.nodes.saturating_add(left);
        solver.pos.clone_from(&self.pos);
        solver
    }

    /// Whether the attacker, to move, mates within `len` plies with every interposition counted.
    pub fn mates_strictly(&mut self, len: u16) -> Result<bool, Cut> {
        let (board_key, hand) = self.key(self.pos.side_to_move());
        if self.strict_mate(board_key, hand) <= len {
            return Ok(true);
        }
        let found = self.ready(Rule::Every).search(len).ok_or(Cut)?;
        Ok(found.pn == 0)
    }

    /// The line of a mate found with every interposition counted. If `hasty`, no work is
    /// done to find which answers last longest.
    pub fn strict_line(&mut self, hasty: bool) -> Option<Vec<Move>> {
        let (board_key, hand) = self.key(self.pos.side_to_move());
        let rule = match self.every.table.strict_mate(board_key, hand) {
            NEVER => Rule::Useful,
            _ => Rule::Every,
        };
        let solver = self.ready(rule);
        match hasty {
            true => solver.line_at_hand(),
            false => solver.line(),
        }
    }

    /// Plies of the shortest known mate that holds with every interposition counted.
    fn strict_mate(&self, board_key: u64, hand: Hand) -> u16 {
        let tables = [&self.every.table, &self.useful.table];
        let found = tables.map(|table| table.strict_mate(board_key, hand));
        found[0].min(found[1])
    }

    /// Whether the attacker, to move, mates within `len` plies under [`Rule::Useful`].
    fn mates_usefully(&mut self, len: u16) -> Result<bool, Cut> {
        let (board_key, hand) = self.key(self.pos.side_to_move());
        let stored = self.useful.table.probe(board_key, hand, len);
        let found = match stored.filter(Estimate::is_final) {
            Some(stored) => stored,
            None => self.ready(Rule::Useful).search(len).ok_or(Cut)?,
        };
        Ok(found.pn == 0)
    }

    /// The length of the shortest mate under [`Rule::Useful`], if it is at most `most`.
    fn shortest_useful(&mut self, most: u16) -> Result<Option<u16>, Cut> {
        let (board_key, hand) = self.key(self.pos.side_to_move());
        let table = &self.useful.table;
        if let Some(stored) = table.probe(board_key, hand, most) {
            if stored.dn == 0 {
                return Ok(None);
            }
            let below = table.probe(board_key, hand, stored.len.saturating_sub(2));
            if stored.pn == 0 && (stored.len <= 2 || below.is_some_and(|below| below.dn == 0)) {
                return Ok(Some(stored.len));
            }
        }
        self.ready(Rule::Useful).shortest(most).ok_or(Cut)
    }

    fn key(&self, attacker: Color) -> Key {
        (self.pos.board_key(), self.pos.hand(attacker))
    }

    /// The length of the mate with the attacker to move, if it is at most `most`.
    pub fn attack(&mut self, most: u16) -> Result<Option<u16>, Cut> {
        let key = self.key(self.pos.side_to_move());
        if let Some(known) = self.attacks.get(&key).and_then(|known| known.within(most)) {
            return Ok(known);
        }
        let found = match self.shortest_useful(most)? {
            None => None,
            Some(least) if self.mates_strictly(least)? => Some(least),
            Some(least) => self.attack_from(least, most)?,
        };
        let known = found.map_or(Known::Above(most), Known::Exactly);
        self.attacks.insert(key, known);
        Ok(found)
    }

    /// The length of the mate, if it is at most `most`; it is known to be at least `least`. Lengths
    /// are tried in ascending order, because the first are mostly enough and the work grows with
    /// the length.
    fn attack_from(&mut self, least: u16, most: u16) -> Result<Option<u16>, Cut> {
        for len in (least..=most).step_by(2) {
            if self.attack_in(len)? {
                return Ok(Some(len));
            }
        }
        Ok(None)
    }

    /// Whether some check mates in `len` plies.
    fn attack_in(&mut self, len: u16) -> Result<bool, Cut> {
        for mv in generate_checks(&self.pos) {
            self.pos.do_move(mv);
            let found = self.defence(len - 1);
            self.pos.undo_move(mv);
            if found?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The length of the mate with the defender to move, if it is at most `most`.
    pub fn defence(&mut self, most: u16) -> Result<Option<u16>, Cut> {
        let key = self.key(!self.pos.side_to_move());
        if let Some(known) = self.defences.get(&key).and_then(|known| known.within(most)) {
            return Ok(known);
        }
        let found = self.answers(most)?.map(|answers| answers.len);
        let known = found.map_or(Known::Above(most), Known::Exactly);
        self.defences.insert(key, known);
        Ok(found)
    }

    /// The length of the mate that begins with this move of the defender, the move counted, if the
    /// length is at most `most`.
    fn after(&mut self, mv: Move, most: u16) -> Result<Option<u16>, Cut> {
        if most < 2 {
            return Ok(None);
        }
        self.pos.do_move(mv);
        let found = self.attack(most - 1);
        self.pos.undo_move(mv);
        Ok(found?.map(|len| len + 1))
    }

    /// The length of the mate that begins with this move, the move counted, if the table has its
    /// proof with every interposition counted. The exact length is never greater.
    pub fn known_after(&self, mv: Move, attacking: bool) -> u16 {
        let pos = &self.pos;
        let hand = match attacking {
            true => hands::after_attack(pos, mv),
            false => pos.hand(!pos.side_to_move()),
        };
        more(self.strict_mate(pos.board_key_after(mv), hand), 1)
    }

    /// Sorts answers that are known to last longest to the front.
    fn sort_by_length(&self, moves: &mut [Move]) {
        moves.sort_by_cached_key(|&mv| {
            let known = self.known_after(mv, false);
            std::cmp::Reverse(if known == NEVER { 0 } else { known })
        });
    }

    /// Judges the defender's answers; `None` unless all of them lose within `most` plies.
    pub fn answers(&mut self, most: u16) -> Result<Option<Answers>, Cut> {
        let moves = legal_moves(&self.pos);
        let (drops, mut others) = split(&moves);
        if most < 2 && !others.is_empty() {
            return Ok(None);
        }
        // One answer that does not lose within `most` plies settles the node, and is cheap to find.
        for &mv in &others {
            self.pos.do_move(mv);
            let found = self.mates_usefully(most - 1);
            self.pos.undo_move(mv);
            if !found? {
                return Ok(None);
            }
        }
        let mut len = 0;
        self.sort_by_length(&mut others);
        for &mv in &others {
            if self.known_after(mv, false) <= len {
                continue;
            }
            match self.after(mv, most)? {
                Some(plies) => len = len.max(plies),
                None => return Ok(None),
            }
        }
        self.with_drops(drops, len, most)
    }

    /// The length with useful interpositions, if it is `len` without any.
    ///
    /// A drop counts only if the mate without it is shorter than the mate after the dropped piece
    /// is captured and given back. The length without it depends on the other drops that count. So
    /// the drops are added one by one, first those with the shortest mates.
    fn with_drops(
        &mut self,
        mut drops: Pending,
        mut len: u16,
        most: u16,
    ) -> Result<Option<Answers>, Cut> {
        let mut counted: Vec<(u16, Move)> = Vec::new();
        loop {
            let mut kept = Pending::new();
            let mut last = None;
            for mv in drops {
                let useless = match last {
                    // The verdict is the same for all kinds of piece on one square.
                    Some((to, useless)) if to == mv.to() => useless,
                    _ => self.is_useless(mv, len)?,
                };
                last = Some((mv.to(), useless));
                if !useless {
                    kept.push(mv);
                }
            }
            if kept.is_empty() {
                let drops = counted.into_iter().filter(|&(plies, _)| plies == len);
                let drops = drops.map(|(_, mv)| mv).collect();
                return Ok(Some(Answers { len, drops }));
            }
            let mut least: Option<(u16, usize)> = None;
            for (index, &mv) in kept.iter().enumerate() {
                let most = least.map_or(most, |(plies, _)| plies - 2);
                if let Some(plies) = self.after(mv, most)? {
                    least = Some((plies, index));
                    if plies <= len {
                        break;
                    }
                }
            }
            let Some((plies, index)) = least else {
                return Ok(None);
            };
            counted.push((plies, kept.remove(index)));
            len = len.max(plies);
            drops = kept;
        }
    }

    /// Whether the interposition is useless: the checker captures the piece and mates
    /// within `len` plies after giving it back.
    pub fn is_useless(&mut self, drop: Move, len: u16) -> Result<bool, Cut> {
        self.pos.do_move(drop);
        let takes = captures_between(&self.pos, drop.to());
        let mut found = Ok(false);
        for mv in takes {
            self.pos.do_move(mv);
            self.pos.give_to_owner();
            let mates = self.defence(len);
            self.pos.take_from_owner();
            self.pos.undo_move(mv);
            match mates {
                Ok(None) => {}
                Ok(Some(_)) => {
                    found = Ok(true);
                    break;
                }
                Err(cut) => {
                    found = Err(cut);
                    break;
                }
            }
        }
        self.pos.undo_move(drop);
        found
    }

    /// The answers that last `len` plies, the longest possible; only one of them if
    /// `is_one_enough`.
    pub fn best_answers(&mut self, len: u16, is_one_enough: bool) -> Result<Vec<Move>, Cut> {
        let Some(answers) = self.answers(len)? else {
            return Ok(Vec::new());
        };
        let mut best = Vec::new();
        let (_, mut others) = split(&legal_moves(&self.pos));
        self.sort_by_length(&mut others);
        for mv in others {
            if self.known_after(mv, false) >= len && self.after(mv, len)? == Some(len) {
                best.push(mv);
                if is_one_enough {
                    return Ok(best);
                }
            }
        }
        best.extend(answers.drops);
        Ok(best)
    }
}

/// Splits the moves into drops, sorted by square, and other moves.
fn split(moves: &[Move]) -> (Pending, Vec<Move>) {
    let mut drops: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_drop()).collect();
    drops.sort_by_key(|mv| mv.to().index());
    let others = moves.iter().copied().filter(|mv| !mv.is_drop());
    (drops.into_iter().collect(), others.collect())
}
