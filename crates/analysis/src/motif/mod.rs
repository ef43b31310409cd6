//! Motifs: proven facts about a mistake and the better move.
//!
//! This module turns moves and mate proofs into facts; their wording is left to the
//! callers. A fact about the mistake must not hold for the better move as well, and the
//! other way round. Without a proof there is no fact.

mod exchange;
mod fork;

use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Color, Move, Piece, PieceType, Square};

pub use exchange::{Ledger, quiet_end, see};
pub use fork::{Fork, fork};

/// Gain from which a piece counts as lost, in the units of exchange values (a lance is
/// worth 315, a pawn 90).
pub const GAIN: i32 = 300;

/// A mistake, with the lines and mate proofs that are known.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The position before the mistake.
    pub pos: &'a Position,
    /// The mistake, followed by the line that refutes it.
    pub played: &'a [Move],
    /// The best move, followed by its line.
    pub best: &'a [Move],
    /// Mates before and after the two moves.
    pub mates: Mates<'a>,
}

/// Mates by checks around a mistake, each proven, disproven or unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mates<'a> {
    /// For the player who erred, before the mistake.
    pub own: Known<'a>,
    /// For the opponent, after the mistake.
    pub after_played: Known<'a>,
    /// For the opponent, after the best move.
    pub after_best: Known<'a>,
    /// For the opponent, if the player passed instead.
    pub passed: Known<'a>,
    /// For the player, after the best move and a pass of the opponent.
    pub best_passed: Known<'a>,
    /// For the player, after the mistake and a pass of the opponent.
    pub played_passed: Known<'a>,
    /// Whether the player had a mate that the mistake provably lets go.
    pub is_missed: bool,
}

/// Knowledge about a mate in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known<'a> {
    /// A proven mate, with its line.
    Mate(&'a [Move]),
    /// Proof that there is no mate.
    NoMate,
    /// Neither is proven.
    #[default]
    Open,
}

impl<'a> Known<'a> {
    fn line(self) -> Option<&'a [Move]> {
        match self {
            Known::Mate(line) if !line.is_empty() => Some(line),
            _ => None,
        }
    }
}

/// A fact about the mistake or about the best move.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// 詰み逃し: there was a mate, which the mistake misses.
    MissedMate { line: Vec<Move> },
    /// 頓死: the mistake allows a mate.
    SuddenMate { line: Vec<Move> },
    /// 詰めろが受かっていない: the mate was threatened before, by the same first move.
    ThreatUnanswered { line: Vec<Move> },
    /// 詰めろ: the best move threatens mate.
    MakesThreat { line: Vec<Move> },
    /// 詰めろを受ける: the best move parries a mate.
    Parries { line: Vec<Move> },
    /// タダ取り: the mistake leaves a piece to be taken without compensation.
    Left {
        capture: Move,
        piece: Piece,
        square: Square,
        ledger: Ledger,
    },
    /// 駒得の見逃し: the best move wins a piece, the mistake does not.
    CaptureMissed {
        piece: Piece,
        square: Square,
        ledger: Ledger,
    },
    /// 成り込みを許す: the mistake lets the opponent promote a rook, bishop or pawn in safety.
    PromotionLetIn { piece: Piece, square: Square },
    /// 両取り: the mistake allows a fork.
    ForkAllowed { fork: Fork },
    /// 両取り: the best move is a fork.
    Forks { fork: Fork },
}

impl Fact {
    /// The name of the fact in files.
    pub fn name(&self) -> &'static str {
        match self {
            Fact::MissedMate { .. } => "missed_mate",
            Fact::SuddenMate { .. } => "sudden_mate",
            Fact::ThreatUnanswered { .. } => "threat_unanswered",
            Fact::MakesThreat { .. } => "makes_threatmate",
            Fact::Parries { .. } => "parries_threatmate",
            Fact::Left { .. } => "left_to_be_taken",
            Fact::CaptureMissed { .. } => "capture_missed",
            Fact::PromotionLetIn { .. } => "promotion_let_in",
            Fact::ForkAllowed { fork } if fork.is_skewer => "skewer_allowed",
            Fact::ForkAllowed { .. } => "fork_allowed",
            Fact::Forks { fork } if fork.is_skewer => "skewer",
            Fact::Forks { .. } => "fork",
        }
    }
}

impl Fact {
    /// The moves that show the fact: the line of a mate, or the capture, promotion or fork.
    pub fn moves(&self) -> Vec<Move> {
        match self {
            Fact::MissedMate { line }
            | Fact::SuddenMate { line }
            | Fact::ThreatUnanswered { line }
            | Fact::MakesThreat { line }
            | Fact::Parries { line } => line.clone(),
            Fact::Left { capture, .. } => vec![*capture],
            Fact::ForkAllowed { fork } | Fact::Forks { fork } => vec![fork.mv],
            Fact::CaptureMissed { .. } | Fact::PromotionLetIn { .. } => Vec::new(),
        }
    }

    /// The squares of the pieces concerned.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Fact::Left { square, .. }
            | Fact::CaptureMissed { square, .. }
            | Fact::PromotionLetIn { square, .. } => vec![*square],
            Fact::ForkAllowed { fork } | Fact::Forks { fork } => {
                fork.targets.iter().map(|&(square, _)| square).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether two facts concern the same pieces in the same way, even by other moves.
    pub fn is_about_the_same(&self, other: &Fact) -> bool {
        match (self, other) {
            (
                Fact::Left { piece, square, .. },
                Fact::Left {
                    piece: p,
                    square: s,
                    ..
                },
            )
            | (
                Fact::CaptureMissed { piece, square, .. },
                Fact::CaptureMissed {
                    piece: p,
                    square: s,
                    ..
                },
            ) => (piece, square) == (p, s),
            _ => self == other,
        }
    }
}

impl Case<'_> {
    /// The reason why the move played is a mistake.
    pub fn against_played(&self) -> Option<Fact> {
        self.missed_mate()
            .or_else(|| self.sudden_mate())
            .or_else(|| self.left_to_be_taken())
            .or_else(|| self.fork_allowed())
            .or_else(|| self.promotion_let_in())
    }

    /// The reason why the best move is better.
    pub fn for_best(&self) -> Option<Fact> {
        // After a missed mate no further reason is needed.
        if self.mates.is_missed {
            return None;
        }
        self.parries()
            .or_else(|| self.makes_threat())
            .or_else(|| self.capture_missed())
            .or_else(|| self.forks())
    }

    fn after(&self, line: &[Move]) -> Option<(Move, Position)> {
        let &mv = line.first()?;
        let mut pos = self.pos.clone();
        pos.play(mv).ok()?;
        Some((mv, pos))
    }

    fn missed_mate(&self) -> Option<Fact> {
        let line = self.mates.own.line().filter(|_| self.mates.is_missed)?;
        Some(Fact::MissedMate {
            line: line.to_vec(),
        })
    }

    fn sudden_mate(&self) -> Option<Fact> {
        let line = self.mates.after_played.line()?;
        if self.mates.after_best != Known::NoMate {
            return None;
        }
        let threat = self.mates.passed.line().and_then(|line| line.first());
        let line = line.to_vec();
        Some(match threat == line.first() {
            true => Fact::ThreatUnanswered { line },
            false => Fact::SuddenMate { line },
        })
    }

    fn parries(&self) -> Option<Fact> {
        let line = self.mates.passed.line()?;
        self.mates.after_played.line()?;
        let is_parried = self.mates.after_best == Known::NoMate;
        is_parried.then(|| Fact::Parries {
            line: line.to_vec(),
        })
    }

    fn makes_threat(&self) -> Option<Fact> {
        let (_, after) = self.after(self.best)?;
        let line = self.mates.best_passed.line()?;
        // Only a threat that exists neither before the move nor after the mistake is new.
        let is_new = self.mates.own == Known::NoMate && self.mates.played_passed == Known::NoMate;
        (is_new && !after.in_check()).then(|| Fact::MakesThreat {
            line: line.to_vec(),
        })
    }

    fn left_to_be_taken(&self) -> Option<Fact> {
        let (played, after) = self.after(self.played)?;
        let &capture = self.played.get(1)?;
        let square = capture.to();
        let piece = after.piece_on(square)?;
        if see(&after, capture) < GAIN {
            return None;
        }
        let was_safe = || {
            let mut passed = self.pos.clone();
            if passed.in_check() {
                return false;
            }
            passed.do_null_move();
            !passed.is_legal(capture) || see(&passed, capture) < 0
        };
        if square != played.to() && !was_safe() {
            return None;
        }
        // After the best move, the same capture must gain nothing.
        let (_, better) = self.after(self.best)?;
        if better.is_legal(capture) && better.is_capture(capture) && see(&better, capture) >= GAIN {
            return None;
        }
        let end = quiet_end(self.pos, self.played)?;
        let ledger = Ledger::new(self.pos, &self.played[..end]);
        (ledger.gain(!self.pos.side_to_move()) >= GAIN).then_some(Fact::Left {
            capture,
            piece,
            square,
            ledger,
        })
    }

    fn capture_missed(&self) -> Option<Fact> {
        let &best = self.best.first()?;
        let square = best.to();
        let piece = self.pos.piece_on(square)?;
        let &played = self.played.first()?;
        if see(self.pos, best) < GAIN || played.to() == square {
            return None;
        }
        let end = quiet_end(self.pos, self.best)?;
        let ledger = Ledger::new(self.pos, &self.best[..end]);
        let is_won = ledger.gain(self.pos.side_to_move()) >= GAIN;
        // The mistake must not win as much in another way.
        let other = quiet_end(self.pos, self.played)
            .map(|end| Ledger::new(self.pos, &self.played[..end]).gain(self.pos.side_to_move()));
        (is_won && other.is_none_or(|gain| gain < GAIN)).then_some(Fact::CaptureMissed {
            piece,
            square,
            ledger,
        })
    }

    fn fork_allowed(&self) -> Option<Fact> {
        let (_, after) = self.after(self.played)?;
        let found = fork_of_line(&after, self.played.get(1..)?)?;
        let (_, better) = self.after(self.best)?;
        let is_new = !better.is_legal(found.mv) || fork(&better, found.mv).is_none();
        is_new.then_some(Fact::ForkAllowed { fork: found })
    }

    fn promotion_let_in(&self) -> Option<Fact> {
        let (_, after) = self.after(self.played)?;
        let &mv = self.played.get(1)?;
        let piece = after.moved_piece(mv);
        let kinds = [PieceType::Rook, PieceType::Bishop, PieceType::Pawn];
        let (_, better) = self.after(self.best)?;
        let is_let_in = mv.is_promotion()
            && kinds.contains(&piece.kind())
            && is_safe(&after, mv)
            && !(better.is_legal(mv) && is_safe(&better, mv));
        is_let_in.then_some(Fact::PromotionLetIn {
            piece,
            square: mv.to(),
        })
    }

    fn forks(&self) -> Option<Fact> {
        let found = fork_of_line(self.pos, self.best)?;
        // The mistake must not fork the same pieces.
        let played = self.played.first().and_then(|&mv| fork(self.pos, mv));
        let is_new = played.is_none_or(|other| other.targets != found.targets);
        is_new.then_some(Fact::Forks { fork: found })
    }
}

/// The fork by the first move of a line, if the line goes on to take one of its targets.
fn fork_of_line(pos: &Position, line: &[Move]) -> Option<Fork> {
    let &mv = line.first()?;
    let found = fork(pos, mv)?;
    let end = quiet_end(pos, line)?;
    let is_taken = |mv: &Move| found.targets.iter().any(|&(square, _)| square == mv.to());
    let is_realised = line[..end].iter().skip(2).step_by(2).any(is_taken);
    is_realised.then_some(found)
}

/// Whether the piece moved by a legal move cannot be taken without loss.
fn is_safe(pos: &Position, mv: Move) -> bool {
    let mut after = pos.clone();
    after.do_move(mv);
    let mut takes = legal_moves(&after)
        .into_iter()
        .filter(|reply| reply.to() == mv.to());
    !takes.any(|reply| after.see_ge(reply, 0))
}

/// Whether the side to move has a capture that gains at least [`GAIN`].
fn has_gain(pos: &Position) -> bool {
    let mut captures = legal_moves(pos)
        .into_iter()
        .filter(|&mv| pos.is_capture(mv));
    captures.any(|mv| pos.see_ge(mv, GAIN))
}

/// The exchange value of a piece.
fn value(piece: Piece) -> i32 {
    piece.kind().exchange_value()
}

/// The king, which counts as a target though it is never captured.
const KING: PieceType = PieceType::King;

/// Whether there is a piece and it belongs to `color`.
fn is_of(piece: Option<Piece>, color: Color) -> bool {
    piece.is_some_and(|piece| piece.color() == color)
}

#[cfg(test)]
mod tests;
