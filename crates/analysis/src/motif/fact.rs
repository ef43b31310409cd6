//! Facts about a mistake or the better move, and what each is about.

use komadai::types::{Move, Piece, Square};

use super::exchange::Ledger;
use super::fork::Fork;

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
    /// 詰めろをかけられる: the mistake allows a reply that threatens mate.
    ThreatAllowed { reply: Move, line: Vec<Move> },
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
    /// 当たりを放置: the mistake does nothing for a piece that the opponent could take before.
    Unanswered {
        capture: Move,
        piece: Piece,
        square: Square,
        ledger: Ledger,
    },
    /// 駒を助ける: the best move saves a piece that the opponent could take.
    Saves { piece: Piece, square: Square },
    /// 当たり: the best move attacks a piece, and the opponent must answer or lose it.
    Attacks { piece: Piece, square: Square },
    /// 当たりをかけられる: the mistake allows a reply that attacks a piece.
    AttackAllowed {
        reply: Move,
        piece: Piece,
        square: Square,
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
            Fact::ThreatAllowed { .. } => "threatmate_allowed",
            Fact::MakesThreat { .. } => "makes_threatmate",
            Fact::Parries { .. } => "parries_threatmate",
            Fact::Left { .. } => "left_to_be_taken",
            Fact::Unanswered { .. } => "capture_unanswered",
            Fact::Saves { .. } => "saves_piece",
            Fact::Attacks { .. } => "attacks_piece",
            Fact::AttackAllowed { .. } => "attack_allowed",
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
            Fact::ThreatAllowed { reply, line } => [&[*reply], &line[..]].concat(),
            Fact::Left { capture, .. }
            | Fact::Unanswered { capture, .. }
            | Fact::PinnedDefender { capture, .. } => vec![*capture],
            Fact::AttackAllowed { reply, .. } => vec![*reply],
            Fact::KeySquare { drop } => vec![*drop],
            Fact::ForkAllowed { fork } | Fact::Forks { fork } => vec![fork.mv],
            Fact::CaptureMissed { .. }
            | Fact::Saves { .. }
            | Fact::Attacks { .. }
            | Fact::PromotionLetIn { .. }
            | Fact::Promotes { .. } => Vec::new(),
        }
    }

    /// The captures along the line of the fact; `None` if the fact does not rest on captures.
    pub fn ledger(&self) -> Option<&Ledger> {
        match self {
            Fact::Left { ledger, .. }
            | Fact::Unanswered { ledger, .. }
            | Fact::CaptureMissed { ledger, .. }
            | Fact::PinnedDefender { ledger, .. }
            | Fact::IfTaken { ledger, .. }
            | Fact::MaterialLost { ledger, .. }
            | Fact::MaterialWon { ledger, .. } => Some(ledger),
            _ => None,
        }
    }

    /// The piece that the fact is about, with its square; `None` for facts about lines and forks.
    pub fn piece(&self) -> Option<(Square, Piece)> {
        match self {
            Fact::Left { piece, square, .. }
            | Fact::Unanswered { piece, square, .. }
            | Fact::Saves { piece, square }
            | Fact::Attacks { piece, square }
            | Fact::AttackAllowed { piece, square, .. }
            | Fact::CaptureMissed { piece, square, .. }
            | Fact::PinnedDefender { piece, square, .. }
            | Fact::PromotionLetIn { piece, square }
            | Fact::Promotes { piece, square } => Some((*square, *piece)),
            _ => None,
        }
    }

    /// The squares of the pieces that the fact is about.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Fact::ForkAllowed { fork } | Fact::Forks { fork } => {
                fork.targets.iter().map(|&(square, _)| square).collect()
            }
            _ => self.piece().map(|(square, _)| square).into_iter().collect(),
        }
    }

    /// Whether two facts tell a reader the same: of the same kind and about the same squares, by
    /// whatever moves. Facts without squares must be equal.
    pub fn is_about_the_same(&self, other: &Fact) -> bool {
        let squares = self.squares();
        match squares.is_empty() {
            true => self == other,
            false => (self.name(), squares) == (other.name(), other.squares()),
        }
    }
}
