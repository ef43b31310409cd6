//! Tsume solver: depth-first proof-number search.
//!
//! A node's proof number is the least number of leaves that must still be proven for a mate, its
//! disproof number the least number that must be refuted to show that there is no mate. The search
//! stays in a subtree until a number passes a threshold beyond which another subtree looks easier
//! (df-pn: Nagai; thresholds with a margin of 1 + ε: Pawlewicz and Lew; much else follows what
//! KomoringHeights has shown to work). Verdicts carry lengths, so the same search can also look for
//! mates of at most some length.
//!
//! The stack of nodes is a vector instead of the call stack, since composed problems run
//! to more than a thousand plies.

use std::time::Duration;

use super::estimate::{Estimate, INFINITE, NEVER, NO_LOOP, TOO_DEEP, less, more};
use super::expand::{self, Child, Rule, Step};
use super::hands;
use super::limits::{MateLimits, MateResult, MateStats};
use super::one_ply::mate_in_one;
use super::path::{LoopTable, Path, extend};
use super::table::Table;
use crate::bitboard::king_attacks;
use crate::host::{self, Instant};
use crate::position::{CheckInfo, Position};
use crate::signals::Signals;
use crate::types::{Hand, Move, PieceType, Square};

/// Length of the longest path, in plies; deeper positions count as undecided.
const MAX_DEPTH: usize = 4000;
const _: () = assert!(MAX_DEPTH < Path::MAX);

/// Number of nodes between two checks of the clock and the signals.
const CLOCK_INTERVAL: u64 = 256;

/// A node on the path from the root.
pub(super) struct Frame {
    /// Index on the stack of moves of the move that led here; `None` at the root.
    entered_by: Option<usize>,
    board_key: u64,
    /// The attacker's hand.
    pub(super) hand: Hand,
    pub(super) path_key: u64,
    /// Index on the stack of moves of the node's first move.
    pub(super) children: usize,
    /// Only a mate in at most this many plies counts.
    pub(super) len: u16,
    /// Moves that cannot mate within `len` plies were left out.
    pub(super) is_filtered: bool,
    /// Thresholds of the numbers of the side to move (`own`) and of its opponent.
    own_limit: u32,
    other_limit: u32,
    /// Number of nodes visited before this node.
    nodes_before: u64,
    /// The node was searched before, and this visit has not searched below it yet.
    must_descend: bool,
    /// Some moves wait until another move has failed.
    pub(super) has_waiting: bool,
}

/// The number of plies that a mate in one adds to the length at a node of the attacker.
/// `interposed` is the square of a piece that the defender has just dropped between checker and
/// king, under [`Rule::Useful`].
const fn plies_of_attack(interposed: Option<Square>) -> u16 {
    match interposed {
        None => 1,
        // The drop counted -1 instead of 1. A check that does not capture the dropped
        // piece makes up for that: it counts two plies more.
        Some(_) => 3,
    }
}

/// A node to be visited.
struct Visit {
    board_key: u64,
    hand: Hand,
    path_key: u64,
    len: u16,
    own_limit: u32,
    other_limit: u32,
    is_old: bool,
    /// The square of an interposition just made, under [`Rule::Useful`].
    interposed: Option<Square>,
}

/// The tables and stacks of a solver, reused from problem to problem.
pub(super) struct Memory {
    table: Table,
    loops: LoopTable,
    path: Path,
    frames: Vec<Frame>,
    children: Vec<Child>,
}

impl Memory {
    /// Tables that grow up to about `mib` MiB.
    pub fn new(mib: usize) -> Memory {
        Memory {
            table: Table::new(mib),
            loops: LoopTable::new(),
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Clears the tables, and sets their largest size in MiB.
    pub fn clear(&mut self, mib: usize) {
        self.table.clear(mib);
        self.loops.clear();
    }
}

pub(super) struct Solver<'a> {
    pub(super) pos: Position,
    pub(super) table: Table,
    pub(super) loops: LoopTable,
    pub(super) path: Path,
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    rule: Rule,
    pub(super) nodes: u64,
    /// Number of visited nodes at which the search gives up.
    pub(super) node_limit: u64,
    limits: MateLimits<'a>,
    pub(super) deadline: Option<Instant>,
}

impl<'a> Solver<'a> {
    pub fn new(pos: &Position, limits: &MateLimits<'a>) -> Solver<'a> {
        let memory = Memory::new(limits.memory_mib);
        Solver::with(memory, Rule::Every, pos, limits)
    }

    /// A solver with the memory of an earlier search. That search must have used the same rule.
    pub fn with(memory: Memory, rule: Rule, pos: &Position, limits: &MateLimits<'a>) -> Solver<'a> {
        Solver {
            pos: pos.clone(),
            table: memory.table,
            loops: memory.loops,
            path: memory.path,
            frames: memory.frames,
            children: memory.children,
            rule,
            nodes: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            limits: *limits,
            deadline: limits
                .time_ms
                .and_then(|ms| Instant::now().checked_add(Duration::from_millis(ms))),
        }
    }

    /// The rule for interpositions.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the memory for another search.
    pub fn into_memory(self) -> Memory {
        Memory {
            table: self.table,
            loops: self.loops,
            path: self.path,
            frames: self.frames,
            children: self.children,
        }
    }

    /// The length of the shortest mate, if there is one of at most `len` plies; `None` if the
    /// search was cut off or reached its largest depth.
    pub fn shortest(&mut self, mut len: u16) -> Option<Option<u16>> {
        let mut known = None;
        loop {
            let found = self.search(len)?;
            if found.pn == 0 {
                known = Some(found.len);
                if found.len <= 2 {
                    return Some(known);
                }
                len = found.len - 2;
            } else if found.loop_start == NO_LOOP {
                return Some(known);
            } else {
                return None;
            }
        }
    }

    pub fn solve(&mut self) -> (MateResult, MateStats) {
        let mut stats = MateStats::default();
        let found = self.search(NEVER);
        stats.nodes_to_verdict = self.nodes;
        let result = match found {
            Some(found) if found.pn == 0 => {
                stats.first_len = Some(usize::from(found.len));
                stats.is_shortest = self.shorten(found.len);
                // The line belongs to the answer, so the limit of nodes does not apply to it.
                self.node_limit = u64::MAX;
                self.line().map_or(MateResult::Timeout, MateResult::Mate)
            }
            Some(found) if found.dn == 0 && found.loop_start == NO_LOOP => MateResult::NoMate,
            _ => MateResult::Timeout,
        };
        stats.nodes = self.nodes;
        stats.table_permille = self.table.permille();
        (result, stats)
    }

    /// Looks for mates shorter than the proven mate, with at most a multiple of the nodes so far.
    /// Returns whether the search proved that there is no shorter mate.
    fn shorten(&mut self, mut len: u16) -> bool {
        let all = self.node_limit;
        self.node_limit = all.min(self.nodes.saturating_mul(3).saturating_add(20_000));
        let mut is_shortest = len <= 1;
        while !is_shortest {
            match self.search(len - 2) {
                Some(found) if found.pn == 0 => len = found.len,
                Some(found) => {
                    is_shortest = found.loop_start == NO_LOOP;
                    break;
                }
                None => break,
            }
            is_shortest = len <= 1;
        }
        self.node_limit = all;
        is_shortest
    }

    /// Whether the search has reached one of its limits.
    pub(super) fn is_over(&self) -> bool {
        if self.nodes >= self.node_limit {
            return true;
        }
        if !self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            return false;
        }
        host::check_turn();
        host::pause_if_due();
        self.limits.signals.is_some_and(Signals::stopped)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// Searches the solver's position, where the attacker is to move, for a mate in at
    /// most `len` plies; `None` if the search was cut off.
    pub fn search(&mut self, len: u16) -> Option<Estimate> {
        let board_key = self.pos.board_key();
        let hand = self.pos.hand(self.pos.side_to_move());
        let stored = self.table.probe(board_key, hand, len);
        match stored.filter(Estimate::is_final) {
            Some(found) => Some(found),
            None => self.search_below(len),
        }
    }

    /// [`Solver::search`], run even if the answer is known, so that the table holds the proof.
    pub fn search_below(&mut self, len: u16) -> Option<Estimate> {
        debug_assert!(self.frames.is_empty());
        let board_key = self.pos.board_key();
        let hand = self.pos.hand(self.pos.side_to_move());
        let root = Visit {
            board_key,
            hand,
            path_key: extend(0, board_key, hand),
            len,
            own_limit: INFINITE,
            other_limit: INFINITE,
            is_old: false,
            interposed: None,
        };
        if let Some(found) = self.enter(root, None) {
            return Some(found);
        }
        loop {
            let depth = self.frames.len();
            let attacking = depth % 2 == 1;
            let frame = &mut self.frames[depth - 1];
            let (path_key, len, first) = (frame.path_key, frame.len, frame.children);
            let (mut own_limit, mut other_limit) = (frame.own_limit, frame.other_limit);
            let choice = expand::choose(&self.children[first..], attacking);
            if std::mem::take(&mut frame.must_descend) {
                // The search on other paths may have changed the numbers of this node so that they
                // already exceed its thresholds. The thresholds are then raised, because without
                // progress the search could cycle for ever (threshold control: Kishimoto).
                own_limit = own_limit.max(choice.own.saturating_add(1));
                other_limit = other_limit.max(choice.other.saturating_add(1));
            }
            let is_final = choice.own == 0 || choice.other == 0;
            if is_final || choice.own >= own_limit || choice.other >= other_limit {
                let found = self.conclude(&choice, attacking);
                match self.leave(&found) {
                    None => return Some(found),
                    Some(index) => self.step_back(index, found),
                }
                continue;
            }
            if self.is_over() {
                self.unwind();
                return None;
            }

            // Search below the best move until another is clearly better, or the
            // opponent's number of the node has grown past its limit.
            let index = first + choice.best;
            let child = self.children[index];
            let margin = choice.second.saturating_add(1 + choice.second / 4);
            let child_own = own_limit.min(margin);
            let child_other = other_limit - (choice.other - choice.best_other);
            let visit = Visit {
                board_key: child.board_key,
                hand: child.hand,
                path_key: extend(path_key, child.board_key, child.hand),
                len: less(len, child.cost),
                // The opponent is to move in the child, so the limits swap roles.
                own_limit: child_other,
                other_limit: child_own,
                is_old: child.is_old,
                interposed: (child.step == Step::Interposed).then(|| child.mv.to()),
            };
            child.make(&mut self.pos);
            if let Some(found) = self.enter(visit, Some(index)) {
                self.step_back(index, found);
            }
        }
    }

    /// Takes back the move at this index of the stack, and stores the result of its node in it.
    fn step_back(&mut self, index: usize, found: Estimate) {
        let child = &mut self.children[index];
        child.known = found;
        child.is_old = true;
        self.children[index].unmake(&mut self.pos);
        self.look_up_waiting(index);
    }

    /// Visits a node. Returns the verdict of a leaf; any other node becomes the last frame.
    fn enter(&mut self, visit: Visit, entered_by: Option<usize>) -> Option<Estimate> {
        self.nodes += 1;
        let depth = self.frames.len() + 1;
        let attacking = depth % 2 == 1;
        let first = self.children.len();
        let leaf = if attacking {
            self.enter_attack(&visit, depth)
        } else {
            self.enter_defence(&visit)
        };
        if let Some(found) = leaf {
            self.children.truncate(first);
            if found.loop_start == NO_LOOP {
                self.table.store(visit.board_key, visit.hand, &found, 1);
            }
            return Some(found);
        }
        self.path.push(visit.board_key, visit.hand, depth as u16);
        self.look_up(first, visit.path_key, visit.len);
        self.frames.push(Frame {
            entered_by,
            board_key: visit.board_key,
            hand: visit.hand,
            path_key: visit.path_key,
            children: first,
            len: visit.len,
            is_filtered: attacking
                && self.rule == Rule::Useful
                && visit.len < plies_of_attack(visit.interposed) + 2,
            own_limit: visit.own_limit,
            other_limit: visit.other_limit,
            nodes_before: self.nodes - 1,
            must_descend: visit.is_old,
            has_waiting: self.children[first..]
                .iter()
                .any(|child| child.waits_for.is_some()),
        });
        None
    }

    fn enter_attack(&mut self, visit: &Visit, depth: usize) -> Option<Estimate> {
        if visit.len == 0 {
            return Some(Estimate::no_mate(1, visit.hand));
        }
        if depth >= MAX_DEPTH {
            let bound = more(visit.len, 1);
            return Some(Estimate::repetition(bound, visit.hand, TOO_DEEP));
        }
        let least = plies_of_attack(visit.interposed);
        let info = CheckInfo::new(&self.pos);
        if visit.len >= least
            && let Some(mv) = mate_in_one(&self.pos, Some(&info))
        {
            return Some(Estimate::mate(least, self.proof_hand_of_mate(mv, &info)));
        }
        let first = self.children.len();
        let is_last = visit.len < least + 2;
        if let Some(sq) = visit.interposed {
            expand::takes_back(&self.pos, sq, &mut self.children);
        }
        match self.rule {
            _ if visit.len < least => {}
            Rule::Every if is_last => return Some(Estimate::no_mate(2, visit.hand)),
            Rule::Useful if is_last => {
                expand::attacks_that_shut_in(&self.pos, &info, &mut self.children);
            }
            _ => expand::attacks(&self.pos, &info, &mut self.children),
        }
        if visit.interposed.is_some() {
            self.put_behind_takes(first, least as i8);
        }
        (self.children.len() == first).then(|| {
            if is_last {
                return Estimate::no_mate(more(visit.len, 1), visit.hand);
            }
            let hand = hands::attacker_disproof(&self.pos, None);
            Estimate::no_mate(NEVER, hand)
        })
    }

    /// Prepares the checks from `first` on, which follow an interposition: all but the captures of
    /// the dropped piece get the cost `cost`. The captures come first in the list, so the indices
    /// of twins are shifted by the number of captures.
    fn put_behind_takes(&mut self, first: usize, cost: i8) {
        let children = &mut self.children[first..];
        let takes = children
            .iter()
            .take_while(|child| child.step == Step::TakenBack)
            .count();
        for child in &mut children[takes..] {
            child.cost = cost;
            child.waits_for = child
                .waits_for
                .and_then(|twin| u8::try_from(usize::from(twin) + takes).ok());
        }
    }

    fn enter_defence(&mut self, visit: &Visit) -> Option<Estimate> {
        let first = self.children.len();
        expand::defences(&self.pos, &mut self.children);
        let children = &mut self.children[first..];
        if children.is_empty() {
            let hand = hands::defender_proof(&self.pos, Hand::EMPTY);
            return Some(Estimate::mate(0, hand));
        }
        if self.rule == Rule::Useful {
            expand::mark_interpositions(children);
        }
        let is_too_long = |child: &Child| child.step == Step::Plain;
        (visit.len == 0 && children.iter().any(is_too_long))
            .then(|| Estimate::no_mate(1, visit.hand))
    }

    /// The hand needed for a mate in one: the dropped piece, and every kind that the defender could
    /// otherwise drop between checker and king.
    fn proof_hand_of_mate(&self, mv: Move, info: &CheckInfo) -> Hand {
        let pos = &self.pos;
        let them = !pos.side_to_move();
        let adjacent = pos
            .king(them)
            .is_some_and(|ksq| king_attacks(ksq).contains(mv.to()))
            || pos.moved_piece(mv).kind() == PieceType::Knight && !mv.is_promotion();
        let uncovers = !mv.is_drop() && info.discoverers().contains(mv.from());
        let mut hand = Hand::EMPTY;
        if !adjacent || uncovers {
            hand = hands::keep_lacking(pos, them, hand);
        }
        if mv.is_drop() && !hand.has(mv.dropped()) {
            hand.add(mv.dropped());
        }
        hand
    }

    /// Pops the last frame and stores its result. Returns the index of the move that led to it.
    fn leave(&mut self, found: &Estimate) -> Option<usize> {
        let depth = self.frames.len() as u16;
        let frame = self.frames.pop()?;
        self.children.truncate(frame.children);
        self.path.pop(frame.board_key, depth);
        if found.loop_start == NO_LOOP {
            let work = u32::try_from(self.nodes - frame.nodes_before).unwrap_or(u32::MAX);
            self.table.store(frame.board_key, frame.hand, found, work);
        } else {
            self.loops.put(frame.path_key, found.len, found.loop_start);
        }
        frame.entered_by
    }

    /// Gives up the search and returns to the root position.
    fn unwind(&mut self) {
        while let Some(frame) = self.frames.pop() {
            let depth = self.frames.len() as u16 + 1;
            self.path.pop(frame.board_key, depth);
            if let Some(index) = frame.entered_by {
                self.children[index].unmake(&mut self.pos);
            }
        }
        self.children.clear();
    }
}
