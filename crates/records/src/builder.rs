//! Builder of records: a reader hands over moves, comments and ends one by one.

use std::collections::HashMap;

use super::end::End;
use super::problem::{MoveFault, Problems, Reason};
use super::tree::{Node, NodeId, Record, Step, Walk};
use komadai::movegen::has_legal_move;
use komadai::position::Position;
use komadai::types::{Move, Square};

/// State of a line of play after a move that could not be read or made.
struct Broken {
    /// Number of moves left out so far, the faulty one included.
    skipped: usize,
}

/// A record in the making. After a move that cannot be read or made, the rest of that line of play
/// is left out, and one problem is reported for it. Earlier moves and other variations are kept.
pub(super) struct Builder {
    record: Record,
    walk: Walk,
    /// The node that comments and times are added to.
    current: NodeId,
    broken: Option<Broken>,
    /// Times of adjournments with the moves that followed them. A move that has no time of its own
    /// gets that of the adjournment.
    adjourned_times: Vec<(NodeId, u64)>,
}

impl Builder {
    /// Starts a record without moves at this position.
    pub fn new(start: &Position) -> Builder {
        let record = Record::new(start);
        let walk = Walk::new(&record);
        Builder {
            record,
            walk,
            current: NodeId::ROOT,
            broken: None,
            adjourned_times: Vec::new(),
        }
    }

    pub fn pos(&self) -> &Position {
        self.walk.pos()
    }

    pub fn last_to(&self) -> Option<Square> {
        self.walk.last_to()
    }

    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The node of the last step read, a move or an end mark.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The node of the current position, that is of the last move made.
    pub fn here(&self) -> NodeId {
        self.walk.here()
    }

    /// Whether the last step read is an end mark.
    pub fn current_is_end(&self) -> bool {
        self.record.node(self.current).end().is_some()
    }

    /// Number of moves to the current position.
    pub fn depth(&self) -> usize {
        self.walk.depth()
    }

    /// Whether moves are being left out after a faulty one.
    pub fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Whether neither a move nor an end mark has been read.
    pub fn is_fresh(&self) -> bool {
        self.record.is_empty() && self.broken.is_none()
    }

    /// Makes a legal move, or reports why the move cannot be read or made.
    pub fn play<E: Into<MoveFault>>(
        &mut self,
        mv: Result<Move, E>,
        line: usize,
        problems: &mut Problems,
    ) {
        if let Some(broken) = &mut self.broken {
            broken.skipped += 1;
            return;
        }
        match mv {
            Ok(mv) => {
                let adjourned = self.adjourned();
                if adjourned.is_none() && self.current_is_end() {
                    problems.add(line, Reason::AfterEnd(mv));
                }
                let id = self.record.push(self.walk.here(), Step::Move(mv));
                self.walk.step(id, mv);
                self.current = id;
                if let Some(note) = adjourned {
                    let node = self.record.node_mut(id);
                    node.comments.extend(note.comments);
                    node.bookmark = node.bookmark.take().or(note.bookmark);
                    // The time of the move itself, if there is one, is read after the move.
                    self.adjourned_times
                        .extend(note.time_ms.map(|time_ms| (id, time_ms)));
                }
            }
            Err(error) => {
                let (number, fault) = (self.depth() + 1, error.into());
                problems.add(line, Reason::Move { number, fault });
                self.broken = Some(Broken { skipped: 1 });
            }
        }
    }

    /// If the last step read is an adjournment, removes its end mark, because play goes on. Returns
    /// the removed node; its comments now include the word of the mark, and belong to the next
    /// move.
    fn adjourned(&mut self) -> Option<Node> {
        let end = self.record.node(self.current).end()?;
        if !matches!(end, End::Sealed | End::Interrupted) {
            return None;
        }
        let word = end.kif_word().to_string();
        let mut note = self.record.take_last(self.current)?;
        note.comments.insert(0, word);
        self.current = self.walk.here();
        Some(note)
    }

    /// Whether the last step read is an adjournment, after which play may go on.
    pub fn current_is_adjournment(&self) -> bool {
        let end = self.record.node(self.current).end();
        matches!(end, Some(End::Sealed | End::Interrupted))
    }

    /// Ends the line of play.
    ///
    /// After a faulty move, end marks are dropped, except a foul directly after that move: it is
    /// kept as a loss of the side that made the move.
    pub fn end(&mut self, end: End) {
        let end = match (&self.broken, end) {
            (None, end) => end,
            (Some(Broken { skipped: 1 }), End::FoulWin | End::FoulLoss) => End::FoulLoss,
            _ => return,
        };
        self.current = self.record.push(self.walk.here(), Step::End(end));
    }

    /// Sets the time of the last step. Does nothing if that step was left out or has a time
    /// already.
    pub fn time(&mut self, time_ms: u64) {
        if self.broken.is_none() || self.current_is_end() {
            let node = self.record.node_mut(self.current);
            if node.time_ms.is_none() {
                node.time_ms = Some(time_ms);
            }
        }
    }

    /// Adds a line to the comment of the last step that was kept.
    pub fn comment(&mut self, text: &str) {
        let text = text.trim_end_matches(['\r', '\n']);
        self.record
            .node_mut(self.current)
            .comments
            .push(text.to_string());
    }

    pub fn bookmark(&mut self, text: &str) {
        self.record.node_mut(self.current).bookmark = Some(text.trim().to_string());
    }

    /// Moves the cursor to a node; for an end mark, to the position before it.
    pub fn go_to(&mut self, id: NodeId) {
        self.walk.go_to(&self.record, id);
        self.current = id;
        self.broken = None;
    }

    /// Goes back to the position after `depth` moves of the current line or, if that line is
    /// shorter, of the main line, to start a variation there. Returns `false` if both are shorter.
    pub fn back_to(&mut self, depth: usize) -> bool {
        let on_main_line = || {
            let mut line = std::iter::once(NodeId::ROOT).chain(self.record.main_line());
            line.nth(depth)
                .filter(|&id| self.record.node(id).end().is_none())
        };
        match self.walk.at_depth(depth).or_else(on_main_line) {
            Some(id) => {
                self.go_to(id);
                true
            }
            None => false,
        }
    }

    /// [`Builder::back_to`], but only if `fits` accepts the position after `depth` moves; else the
    /// cursor stays. Used for files without 変化 lines, where only the move numbers show where a
    /// variation begins.
    pub fn branch(&mut self, depth: usize, fits: impl FnOnce(&Builder) -> bool) -> bool {
        let before = self.current;
        if self.is_broken() || !self.back_to(depth) {
            return false;
        }
        let fits = fits(self);
        if !fits {
            self.go_to(before);
        }
        fits
    }

    /// Makes the builder leave out the moves of the line of play that follows.
    pub fn skip_line(&mut self) {
        self.broken = Some(Broken { skipped: 2 });
    }

    /// Finishes the record; reports repetitions and mates that contradict its end marks.
    pub fn finish(mut self, problems: &mut Problems) -> Record {
        self.record.headers = self.record.settled_headers();
        for (id, time_ms) in std::mem::take(&mut self.adjourned_times) {
            self.record.node_mut(id).time_ms.get_or_insert(time_ms);
        }
        self.check_ends(problems);
        self.record
    }

    /// Finishes the record as it is, for lists of positions: these have no headers or end marks.
    pub fn unchecked(self) -> Record {
        self.record
    }

    /// Reports a fourth repetition after which play goes on, and end marks of mate in
    /// positions where the side to move has a legal move.
    fn check_ends(&mut self, problems: &mut Problems) {
        let record = &self.record;
        let mut seen: HashMap<u64, usize> = HashMap::new();
        let mut walk = Walk::new(record);
        let line: Vec<NodeId> = std::iter::once(NodeId::ROOT)
            .chain(record.main_line())
            .collect();
        for (&id, next) in line.iter().zip(line.iter().skip(1).map(Some).chain([None])) {
            walk.go_to(record, id);
            let times = seen.entry(walk.pos().key()).or_default();
            *times += 1;
            let is_ended = next.is_some_and(|&next| record.node(next).end().is_some());
            if *times == 4 && !is_ended && record.node(id).end().is_none() {
                problems.doubt(Reason::FourthTime(walk.depth()));
                break;
            }
        }
        for id in record.ids() {
            if record.node(id).end() == Some(&End::Mate) {
                walk.go_to(record, id);
                if has_legal_move(walk.pos()) {
                    problems.doubt(Reason::NotMated(walk.depth()));
                }
            }
        }
    }
}
