//! Motifs: proven facts about a mistake and the better move.
//!
//! This module turns moves and mate proofs into facts; their wording is left to the
//! callers. A fact about the mistake must not hold for the better move as well, and the
//! other way round. Without a proof there is no fact.

mod exchange;
mod fact;
mod fork;
mod proof;

use komadai::bitboard::Bitboard;
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Color, Move, Piece, PieceType, Square};

use exchange::PLIES;
pub use exchange::{Ledger, falls, most_certain, see, settled_gain};
pub use fact::Fact;
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
    /// Mate by the opponent, after the mistake, the reply to it in its line, and a pass of the
    /// player.
    pub reply_passed: Known<'a>,
    /// Mate by the opponent, after the best move, the same reply, and a pass; no mate if the reply
    /// cannot be played there.
    pub best_reply_passed: Known<'a>,
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

impl Case<'_> {
    /// The reason why the move played is a mistake.
    pub fn against_played(&self) -> Option<Fact> {
        self.missed_mate()
            .or_else(|| self.sudden_mate())
            .or_else(|| self.left_to_be_taken())
            .or_else(|| self.fork_allowed())
            .or_else(|| self.threat_allowed())
            .or_else(|| self.promotion_let_in())
            .or_else(|| self.material_lost())
            .or_else(|| self.attack_allowed())
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
            .or_else(|| self.saves())
            .or_else(|| self.attacks())
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

    fn threat_allowed(&self) -> Option<Fact> {
        let &reply = self.played.get(1)?;
        let line = self.mates.reply_passed.line()?;
        let is_stopped = self.mates.best_reply_passed == Known::NoMate;
        (is_stopped && self.mates.after_played.line().is_none()).then(|| Fact::ThreatAllowed {
            reply,
            line: line.to_vec(),
        })
    }

    fn left_to_be_taken(&self) -> Option<Fact> {
        let (played, after) = self.after(self.played)?;
        let &capture = self.played.get(1)?;
        let square = capture.to();
        let piece = after.piece_on(square)?;
        if !after.see_ge(capture, GAIN) {
            return None;
        }
        let passed = passed(self.pos);
        let was_safe = |passed: &Position| !passed.is_legal(capture) || !passed.see_ge(capture, 0);
        let is_new = square == played.to() || passed.as_ref().is_some_and(was_safe);
        if !is_new && !passed.is_some_and(|passed| falls(&passed, square)) {
            return None;
        }
        // The best move must prevent the capture or make it gain less than a piece.
        let (_, better) = self.after(self.best)?;
        if falls(&better, square) {
            return None;
        }
        let end = settled_gain(self.pos, self.played, !self.pos.side_to_move(), GAIN)?;
        let ledger = Ledger::new(self.pos, &self.played[..end]);
        Some(match pinned_defender(&after, capture) {
            Some((piece, square)) => Fact::PinnedDefender {
                capture,
                piece,
                square,
                ledger,
            },
            None if is_new => Fact::Left {
                capture,
                piece,
                square,
                ledger,
            },
            None => Fact::Unanswered {
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
        let us = self.pos.side_to_move();
        let end = settled_gain(self.pos, self.best, us, GAIN)?;
        let ledger = Ledger::new(self.pos, &self.best[..end]);
        // No capture is missed if the mistake wins a piece in another way.
        if most_certain(self.pos, self.played, us).is_some_and(|gain| gain >= GAIN) {
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

    /// The start of a line by which `color` certainly gains a piece, if the other line does not
    /// bring it as much.
    fn gained<'m>(&self, line: &'m [Move], other: &[Move], color: Color) -> Option<&'m [Move]> {
        let otherwise = most_certain(self.pos, other, color)?;
        let end = settled_gain(self.pos, line, color, GAIN.max(otherwise + GAIN))?;
        (otherwise < GAIN).then(|| &line[..end])
    }

    fn material_lost(&self) -> Option<Fact> {
        let line = self.gained(self.played, self.best, !self.pos.side_to_move())?;
        Some(Fact::MaterialLost {
            line: line.to_vec(),
            ledger: Ledger::new(self.pos, line),
        })
    }

    fn material_won(&self) -> Option<Fact> {
        let line = self.gained(self.best, self.played, self.pos.side_to_move())?;
        Some(Fact::MaterialWon {
            line: line.to_vec(),
            ledger: Ledger::new(self.pos, line),
        })
    }

    /// The most valuable own piece that the opponent could take, that the best move saves, and the
    /// mistake does not.
    fn saves(&self) -> Option<Fact> {
        let (best, better) = self.after(self.best)?;
        let (played, after) = self.after(self.played)?;
        let us = self.pos.side_to_move();
        let passed = passed(self.pos)?;
        if better.in_check() {
            return None;
        }
        let is_left = |&(square, _): &(Square, Piece)| played.is_drop() || played.from() != square;
        let hang = pieces(self.pos, us).filter(is_left);
        let hang = hang.filter(|&(square, _)| falls(&passed, square) && falls(&after, square));
        let (square, piece) = hang.max_by_key(|&(_, piece)| value(piece))?;
        // No piece of this value may be left instead.
        let is_kept = |(square, other): (Square, Piece)| {
            value(other) < value(piece) || !falls(&better, square)
        };
        let stands = best.is_drop() || best.from() != square || !falls(&better, best.to());
        let is_saved = stands && pieces(&better, us).all(is_kept);
        is_saved.then_some(Fact::Saves { piece, square })
    }

    fn attacks(&self) -> Option<Fact> {
        let (_, after) = self.after(self.played)?;
        let (square, piece) = attacked(self.pos, self.best)?;
        let is_new = passed(&after).is_some_and(|after| !falls(&after, square));
        is_new.then_some(Fact::Attacks { piece, square })
    }

    fn attack_allowed(&self) -> Option<Fact> {
        let (_, after) = self.after(self.played)?;
        let line = self.played.get(1..)?;
        let &reply = line.first()?;
        let (square, piece) = attacked(&after, line)?;
        let (_, better) = self.after(self.best)?;
        let is_stopped = !better.is_legal(reply) || {
            let mut next = better.clone();
            next.do_move(reply);
            passed(&next).is_some_and(|next| !falls(&next, square))
        };
        let is_new = is_stopped && passed(&better).is_some_and(|_| !falls(&better, square));
        is_new.then_some(Fact::AttackAllowed {
            reply,
            piece,
            square,
        })
    }

    fn offers(&self) -> Option<Fact> {
        let (line, mates) = self.if_taken?;
        let us = self.pos.side_to_move();
        let line = match mates {
            true => line,
            false => &line[..settled_gain(self.pos, line, us, GAIN)?],
        };
        (line.len() > 2).then(|| Fact::IfTaken {
            line: line.to_vec(),
            mates,
            ledger: Ledger::new(self.pos, line),
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
    let is_taken = |mv: &Move| found.targets.iter().any(|&(square, _)| square == mv.to());
    let is_realised = line.iter().take(PLIES).skip(2).step_by(2).any(is_taken);
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

/// The position after a pass; `None` in check.
fn passed(pos: &Position) -> Option<Position> {
    let mut passed = pos.clone();
    (!pos.in_check()).then(|| {
        passed.do_null_move();
        passed
    })
}

/// The pieces of a side with their squares, the king aside.
fn pieces(pos: &Position, color: Color) -> impl Iterator<Item = (Square, Piece)> {
    let own = pos.color_bb(color).into_iter();
    own.filter_map(|square| Some((square, pos.piece_on(square)?)))
        .filter(|(_, piece)| piece.kind() != KING)
}

/// The most valuable piece that the first move of a line attacks: it could not be taken for a gain
/// before, the next move of the line answers the attack or leaves the piece to be taken, and the
/// moved piece cannot be taken. `None` after a check.
fn attacked(pos: &Position, line: &[Move]) -> Option<(Square, Piece)> {
    let (&mv, rest) = line.split_first()?;
    let mut after = pos.clone();
    after.play(mv).ok()?;
    let threat = passed(&after)?;
    if !is_safe(pos, mv) {
        return None;
    }
    let (&reply, then) = rest.split_first()?;
    let mut answered = after.clone();
    answered.play(reply).ok()?;
    let is_answered = |square| {
        let is_taken = then.first().is_some_and(|mv| mv.to() == square);
        let stands = reply.is_drop() || reply.from() != square;
        is_taken || !stands || !falls(&answered, square)
    };
    let found = pieces(&after, after.side_to_move()).filter(|&(square, _)| {
        falls(&threat, square) && !falls(pos, square) && is_answered(square)
    });
    found.max_by_key(|&(_, piece)| value(piece))
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
