//! Motifs: proven facts about a mistake and the better move.
//!
//! This module turns moves and mate proofs into facts; their wording is left to the
//! callers. A fact about the mistake must not hold for the better move as well, and the
//! other way round. Without a proof there is no fact.

mod exchange;
mod fork;
mod proof;

use komadai::bitboard::Bitboard;
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Color, Move, Piece, PieceType, Square};

pub use exchange::{Ledger, quiet_end, quiet_ends, see};
pub use fork::{Fork, fork};
pub use proof::{Proof, mate, mated};

/// Smallest gain that counts as the win of a piece, in the units of exchange values (a lance is
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
    /// A line that begins with the best move and the capture of the moved piece, and whether that
    /// line is a proven mate. `None` unless searches found the capture worse than the opponent's
    /// best reply.
    pub if_taken: Option<(&'a [Move], bool)>,
    /// The opponent's drop on the destination square of the best move, if that drop would be by far
    /// the opponent's strongest move after a pass of the player who erred; else `None`.
    pub key_drop: Option<Move>,
}

/// Mates by checks around a mistake, each proven, disproven or unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mates<'a> {
    /// Mate by the player who erred, before the mistake.
    pub own: Known<'a>,
    /// Mate by the opponent, after the mistake.
    pub after_played: Known<'a>,
    /// Mate by the opponent, after the best move.
    pub after_best: Known<'a>,
    /// Mate by the opponent, if the player passed instead.
    pub passed: Known<'a>,
    /// Mate by the player, after the best move and a pass of the opponent.
    pub best_passed: Known<'a>,
    /// Mate by the player, after the mistake and a pass of the opponent.
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
    /// Neither a mate nor its absence is proven.
    #[default]
    Open,
}

impl<'a> From<&'a Proof> for Known<'a> {
    fn from(proof: &'a Proof) -> Known<'a> {
        match proof {
            Proof::Mate(line) => Known::Mate(line),
            Proof::NoMate => Known::NoMate,
            Proof::Open => Known::Open,
        }
    }
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
    /// 詰み逃し: the player had a mate, which the mistake misses.
    MissedMate { line: Vec<Move> },
    /// 頓死: the mistake allows a mate.
    SuddenMate { line: Vec<Move> },
    /// 詰めろが受かっていない: the mistake does not parry a mate that was threatened
    /// already, with the same first move.
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
    /// 玉に紐: `capture` gains material, because the defender `piece` on `square` is pinned to its
    /// king.
    PinnedDefender {
        capture: Move,
        piece: Piece,
        square: Square,
        ledger: Ledger,
    },
    /// 取れば: the piece that the best move offers cannot be taken without loss. The line begins
    /// with the best move and the capture.
    IfTaken {
        line: Vec<Move>,
        mates: bool,
        ledger: Ledger,
    },
    /// 敵の打ちたい所に打て: the best move goes to the square of the opponent's strongest drop.
    KeySquare { drop: Move },
    /// 駒損: the line of the mistake loses a piece.
    MaterialLost { line: Vec<Move>, ledger: Ledger },
    /// 駒得: the line of the best move wins a piece.
    MaterialWon { line: Vec<Move>, ledger: Ledger },
    /// 成り込みを許す: the mistake lets the opponent promote a rook, bishop or pawn that
    /// then cannot be taken without loss.
    PromotionLetIn { piece: Piece, square: Square },
    /// 成り込み: in the line of the best move, the player promotes a rook, bishop or pawn that then
    /// cannot be taken without loss.
    Promotes { piece: Piece, square: Square },
    /// 両取り: the mistake allows the opponent a fork.
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
            Fact::PinnedDefender { .. } => "pinned_defender",
            Fact::IfTaken { .. } => "if_taken",
            Fact::KeySquare { .. } => "key_square",
            Fact::MaterialLost { .. } => "material_lost",
            Fact::MaterialWon { .. } => "material_won",
            Fact::PromotionLetIn { .. } => "promotion_let_in",
            Fact::Promotes { .. } => "promotes",
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
            | Fact::Parries { line }
            | Fact::IfTaken { line, .. }
            | Fact::MaterialLost { line, .. }
            | Fact::MaterialWon { line, .. } => line.clone(),
            Fact::Left { capture, .. } | Fact::PinnedDefender { capture, .. } => vec![*capture],
            Fact::KeySquare { drop } => vec![*drop],
            Fact::ForkAllowed { fork } | Fact::Forks { fork } => vec![fork.mv],
            Fact::CaptureMissed { .. } | Fact::PromotionLetIn { .. } | Fact::Promotes { .. } => {
                Vec::new()
            }
        }
    }

    /// The captures along the line of the fact; `None` if the fact does not rest on captures.
    pub fn ledger(&self) -> Option<&Ledger> {
        match self {
            Fact::Left { ledger, .. }
            | Fact::CaptureMissed { ledger, .. }
            | Fact::PinnedDefender { ledger, .. }
            | Fact::IfTaken { ledger, .. }
            | Fact::MaterialLost { ledger, .. }
            | Fact::MaterialWon { ledger, .. } => Some(ledger),
            _ => None,
        }
    }

    /// The squares of the pieces that the fact is about.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Fact::Left { square, .. }
            | Fact::CaptureMissed { square, .. }
            | Fact::PinnedDefender { square, .. }
            | Fact::PromotionLetIn { square, .. }
            | Fact::Promotes { square, .. } => vec![*square],
            Fact::ForkAllowed { fork } | Fact::Forks { fork } => {
                fork.targets.iter().map(|&(square, _)| square).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether two facts tell a reader the same: the same piece left or not captured on the same
    /// square, by whatever moves. Facts of other kinds must be equal.
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
            .or_else(|| self.material_lost())
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
            .or_else(|| self.promotes())
            .or_else(|| self.offers())
            .or_else(|| self.takes_square())
            .or_else(|| self.material_won())
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
        // The best move must prevent the capture or make it gain less than a piece.
        let (_, better) = self.after(self.best)?;
        if better.is_legal(capture) && better.is_capture(capture) && see(&better, capture) >= GAIN {
            return None;
        }
        let end = quiet_end(self.pos, self.played)?;
        let ledger = Ledger::new(self.pos, &self.played[..end]);
        if ledger.gain(!self.pos.side_to_move()) < GAIN {
            return None;
        }
        Some(match pinned_defender(&after, capture) {
            Some((piece, square)) => Fact::PinnedDefender {
                capture,
                piece,
                square,
                ledger,
            },
            None => Fact::Left {
                capture,
                piece,
                square,
                ledger,
            },
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
        // No capture is missed if the mistake wins a piece in another way.
        let other = quiet_end(self.pos, self.played)
            .map(|end| Ledger::new(self.pos, &self.played[..end]).gain(self.pos.side_to_move()));
        if !is_won || other.is_some_and(|gain| gain >= GAIN) {
            return None;
        }
        Some(match pinned_defender(self.pos, best) {
            Some((piece, square)) => Fact::PinnedDefender {
                capture: best,
                piece,
                square,
                ledger,
            },
            None => Fact::CaptureMissed {
                piece,
                square,
                ledger,
            },
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
        let (ply, mv, piece) = promotion(self.pos, self.played, 1)?;
        let (_, better) = self.after(self.best)?;
        let is_stopped = !(better.is_legal(mv) && is_safe(&better, mv));
        // The opponent could prepare a later promotion against the best move as well, so it counts
        // only if the line of the best move allows no promotion.
        let is_new = ply == 1 || promotion(self.pos, self.best, 1).is_none();
        (is_stopped && is_new).then_some(Fact::PromotionLetIn {
            piece,
            square: mv.to(),
        })
    }

    fn promotes(&self) -> Option<Fact> {
        let (_, mv, piece) = promotion(self.pos, self.best, 0)?;
        let is_new = promotion(self.pos, self.played, 0).is_none();
        is_new.then_some(Fact::Promotes {
            piece,
            square: mv.to(),
        })
    }

    /// The part of a line up to its first quiet position, with its captures; `None` if no position
    /// of the line is quiet.
    fn settled<'m>(&self, line: &'m [Move]) -> Option<(&'m [Move], Ledger)> {
        let line = &line[..quiet_end(self.pos, line)?];
        Some((line, Ledger::new(self.pos, line)))
    }

    /// The largest gain of `color` among the quiet positions of a line; `None` if none is quiet.
    fn most(&self, line: &[Move], color: Color) -> Option<i32> {
        let ends = quiet_ends(self.pos, line).into_iter();
        ends.map(|end| Ledger::new(self.pos, &line[..end]).gain(color))
            .max()
    }

    fn material_lost(&self) -> Option<Fact> {
        let (line, ledger) = self.settled(self.played)?;
        let them = !self.pos.side_to_move();
        let (lost, otherwise) = (ledger.gain(them), self.most(self.best, them)?);
        (lost >= GAIN && otherwise < GAIN && lost - otherwise >= GAIN).then(|| Fact::MaterialLost {
            line: line.to_vec(),
            ledger,
        })
    }

    fn material_won(&self) -> Option<Fact> {
        let (line, ledger) = self.settled(self.best)?;
        let us = self.pos.side_to_move();
        let (won, otherwise) = (ledger.gain(us), self.most(self.played, us)?);
        (won >= GAIN && otherwise < GAIN && won - otherwise >= GAIN).then(|| Fact::MaterialWon {
            line: line.to_vec(),
            ledger,
        })
    }

    fn offers(&self) -> Option<Fact> {
        let (line, mates) = self.if_taken?;
        let line = match mates {
            true => line,
            false => self.settled(line)?.0,
        };
        let ledger = Ledger::new(self.pos, line);
        let is_won = mates || ledger.gain(self.pos.side_to_move()) >= GAIN;
        (is_won && line.len() > 2).then(|| Fact::IfTaken {
            line: line.to_vec(),
            mates,
            ledger,
        })
    }

    fn takes_square(&self) -> Option<Fact> {
        let drop = self.key_drop?;
        let &best = self.best.first()?;
        (best.to() == drop.to()).then_some(Fact::KeySquare { drop })
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

/// Number of plies from the start of a line in which a promotion counts.
const PROMOTION: usize = 4;

/// The first promotion of a rook, bishop or pawn along a line, if the piece then cannot be taken
/// without loss: its ply, the move, and the piece before promotion. `first` is 0 for promotions by
/// the side to move, 1 for the opponent's.
fn promotion(pos: &Position, line: &[Move], first: usize) -> Option<(usize, Move, Piece)> {
    let kinds = [PieceType::Rook, PieceType::Bishop, PieceType::Pawn];
    let mut pos = pos.clone();
    for (ply, &mv) in line.iter().enumerate().take(PROMOTION) {
        if !pos.is_legal(mv) {
            return None;
        }
        let piece = pos.moved_piece(mv);
        let is_own = ply % 2 == first % 2 && mv.is_promotion();
        if is_own && kinds.contains(&piece.kind()) && is_safe(&pos, mv) {
            return Some((ply, mv, piece));
        }
        pos.do_move(mv);
    }
    None
}

/// The only defender of the piece that `capture` takes, with its square, if a pin keeps it from
/// taking back and the capture would gain less than [`GAIN`] without the pin.
fn pinned_defender(pos: &Position, capture: Move) -> Option<(Piece, Square)> {
    let (us, square) = (pos.side_to_move(), capture.to());
    let victim = value(pos.piece_on(square)?);
    let mut after = pos.clone();
    after.play(capture).ok()?;
    let is_taken = legal_moves(&after).iter().any(|mv| mv.to() == square);
    let checks = after.checkers() & !Bitboard::from(square);
    if is_taken || !checks.is_empty() {
        return None;
    }
    let attackers = |color| after.attackers_of(color, square, after.occupied());
    let pinned = attackers(!us) & after.blockers(!us);
    let mut defenders = pinned.into_iter();
    let defender = defenders.next()?;
    let piece = after.piece_on(defender)?;
    let taken_again = match attackers(us).is_empty() {
        true => 0,
        false => value(piece),
    };
    let own = value(after.piece_on(square)?);
    (defenders.next().is_none() && victim - own + taken_again < GAIN).then_some((piece, defender))
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

/// Kind of the king, which is a target of forks that give check, though it is never captured.
const KING: PieceType = PieceType::King;

/// Whether the content of a square is a piece of `color`.
fn is_of(piece: Option<Piece>, color: Color) -> bool {
    piece.is_some_and(|piece| piece.color() == color)
}

#[cfg(test)]
mod tests;
