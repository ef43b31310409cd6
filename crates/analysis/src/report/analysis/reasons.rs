//! Reasons: facts about mistakes in words, in both languages.

use komadai_messages::{Lang, message};
use serde::Serialize;

use super::noted::Notation;
use crate::motif::{Case, Fact, Fork, Known, Ledger, Mates, Proof, mate, mated};
use komadai::position::Position;
use komadai::types::{Color, Move, Piece, PieceType, Square};
use komadai_records::notation::{piece_kanji, square_kanji};

/// A sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The English text.
    pub en: String,
    /// The Japanese text.
    pub ja: String,
}

impl Sentence {
    /// Makes a sentence from a function that returns the text in a language.
    pub fn new(text: impl Fn(Lang) -> String) -> Sentence {
        Sentence {
            en: text(Lang::English),
            ja: text(Lang::Japanese),
        }
    }
}

/// The English name of a piece.
fn piece_english(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "pawn",
        PieceType::Lance => "lance",
        PieceType::Knight => "knight",
        PieceType::Silver => "silver",
        PieceType::Gold => "gold",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::King => "king",
        PieceType::ProPawn => "promoted pawn",
        PieceType::ProLance => "promoted lance",
        PieceType::ProKnight => "promoted knight",
        PieceType::ProSilver => "promoted silver",
        PieceType::Horse => "horse",
        PieceType::Dragon => "dragon",
    }
}

fn piece(lang: Lang, piece: Piece) -> &'static str {
    match lang {
        Lang::English => piece_english(piece.kind()),
        Lang::Japanese => piece_kanji(piece.kind()),
    }
}

fn square(lang: Lang, square: Square) -> String {
    match lang {
        Lang::English => square.to_string(),
        Lang::Japanese => square_kanji(square),
    }
}

/// The notation of moves in a language.
pub fn notation(lang: Lang) -> Notation {
    match lang {
        Lang::English => Notation::Western,
        Lang::Japanese => Notation::Japanese,
    }
}

/// A line of moves as text.
pub fn line(lang: Lang, pos: &Position, last_to: Option<Square>, moves: &[Move]) -> String {
    let moves = notation(lang).write_line(pos, last_to, moves);
    moves.join(match lang {
        Lang::English => " ",
        Lang::Japanese => "",
    })
}

/// The position and the moves to which sentences about a mistake refer.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// The position before the mistake.
    pub pos: &'a Position,
    /// Destination of the move that led to the position, for notation such as 同歩.
    pub last_to: Option<Square>,
    /// The mistake.
    pub played: Option<Move>,
    /// The better move.
    pub best: Option<Move>,
}

impl Telling<'_> {
    /// The fact in words.
    pub fn sentence(&self, fact: &Fact) -> Sentence {
        Sentence::new(|lang| self.fact(lang, fact))
    }

    /// The captures along a line in words: first the player's, then the opponent's.
    pub fn ledger(&self, ledger: &Ledger) -> Sentence {
        Sentence::new(|lang| self.taken(lang, ledger))
    }

    fn taken(&self, lang: Lang, ledger: &Ledger) -> String {
        let own = self.pos.side_to_move();
        let names = |color: Color| {
            let pieces = &ledger.taken[color.index()];
            let names: Vec<String> = pieces.iter().map(|&p| piece(lang, p).to_string()).collect();
            let comma = match lang {
                Lang::English => ", ",
                Lang::Japanese => "、",
            };
            (!names.is_empty()).then(|| names.join(comma))
        };
        let own_pieces = names(own).map(|pieces| message!(lang, study_taken_by_you, pieces));
        let others = names(!own).map(|pieces| message!(lang, study_taken_by_other, pieces));
        let parts: Vec<String> = [own_pieces, others].into_iter().flatten().collect();
        parts.join(match lang {
            Lang::English => " ",
            Lang::Japanese => "",
        })
    }

    /// A move in the problem's position as text.
    fn mv(&self, lang: Lang, mv: Option<Move>) -> String {
        let pos = &self.pos;
        mv.map_or(String::new(), |mv| {
            notation(lang).write(pos, mv, self.last_to)
        })
    }

    /// The line `moves` as text, after the moves `before` from the problem's position.
    fn behind(&self, lang: Lang, before: &[Move], moves: &[Move]) -> String {
        let mut pos = self.pos.clone();
        for &mv in before {
            pos.do_move(mv);
        }
        line(lang, &pos, before.last().map(|mv| mv.to()), moves)
    }

    /// A threatened line as text: `moves` after the moves `before` and a pass.
    fn unanswered(&self, lang: Lang, before: &[Move], moves: &[Move]) -> String {
        let mut pos = self.pos.clone();
        for &mv in before {
            pos.do_move(mv);
        }
        if !pos.in_check() {
            pos.do_null_move();
        }
        line(lang, &pos, None, moves)
    }

    fn fact(&self, lang: Lang, fact: &Fact) -> String {
        let (played, best) = (self.played, self.best);
        let mv = self.mv(lang, played);
        let better = self.mv(lang, best);
        match fact {
            Fact::MissedMate { line } => {
                let (n, line) = (line.len(), self.behind(lang, &[], line));
                message!(lang, study_missed_mate, n, line)
            }
            Fact::SuddenMate { line } => {
                let (n, line) = (line.len(), self.behind(lang, played.as_slice(), line));
                message!(lang, study_sudden_mate, mv, n, line)
            }
            Fact::ThreatUnanswered { line } => {
                let line = self.behind(lang, played.as_slice(), line);
                message!(lang, study_threat_unanswered, mv, line)
            }
            Fact::ThreatAllowed { reply, line } => {
                let before = [played.as_slice(), &[*reply]].concat();
                let reply = self.behind(lang, played.as_slice(), &[*reply]);
                let line = self.unanswered(lang, &before, line);
                message!(lang, study_threat_allowed, mv, reply, line)
            }
            Fact::MakesThreat { line } => {
                let line = self.unanswered(lang, best.as_slice(), line);
                message!(lang, study_makes_threat, mv = better, line)
            }
            Fact::Parries { line } => {
                let line = self.unanswered(lang, &[], line);
                message!(lang, study_parries, mv = better, line)
            }
            Fact::IfTaken { line, mates, .. } => {
                let (before, rest) = line.split_at(line.len().min(2));
                let capture = self.behind(lang, &before[..1], &before[1..]);
                let (n, line) = (rest.len(), self.behind(lang, before, rest));
                match mates {
                    true => message!(lang, study_if_taken_mate, capture, n, line),
                    false => message!(lang, study_if_taken, capture, line),
                }
            }
            Fact::KeySquare { drop } => {
                let drop = self.unanswered(lang, &[], &[*drop]);
                message!(lang, study_key_square, mv = better, drop)
            }
            Fact::MaterialLost { line, .. } => {
                let line = self.behind(lang, played.as_slice(), &line[1..]);
                message!(lang, study_material_lost, mv, line)
            }
            Fact::MaterialWon { line, .. } => {
                let line = self.behind(lang, best.as_slice(), &line[1..]);
                message!(lang, study_material_won, mv = better, line)
            }
            Fact::ForkAllowed { fork } => {
                let reply = self.behind(lang, played.as_slice(), &[fork.mv]);
                let targets = targets(lang, fork);
                match fork.is_skewer {
                    true => message!(lang, study_skewer_allowed, mv, reply, targets),
                    false => message!(lang, study_fork_allowed, mv, reply, targets),
                }
            }
            Fact::Forks { fork } => {
                let targets = targets(lang, fork);
                match fork.is_skewer {
                    true => message!(lang, study_skewer, mv = better, targets),
                    false => message!(lang, study_fork, mv = better, targets),
                }
            }
            _ => self.of_piece(lang, fact),
        }
    }

    /// A fact about a piece on a square in words.
    fn of_piece(&self, lang: Lang, fact: &Fact) -> String {
        let played = self.played;
        let mv = self.mv(lang, played);
        let better = self.mv(lang, self.best);
        let Some((on, named)) = fact.piece() else {
            return String::new();
        };
        let (piece, square) = (piece(lang, named), square(lang, on));
        match fact {
            Fact::Left { .. } => message!(lang, study_left, mv, piece, square),
            Fact::Unanswered { .. } => message!(lang, study_capture_unanswered, mv, piece, square),
            Fact::Saves { .. } => message!(lang, study_saves, mv = better, piece, square),
            Fact::Attacks { .. } => message!(lang, study_attacks, mv = better, piece, square),
            Fact::AttackAllowed { reply, .. } => {
                let reply = self.behind(lang, played.as_slice(), &[*reply]);
                message!(lang, study_attack_allowed, mv, reply, piece, square)
            }
            Fact::CaptureMissed { .. } => message!(lang, study_capture_missed, piece, square),
            Fact::PinnedDefender { .. } => message!(lang, study_pinned_defender, piece, square),
            Fact::Promotes { .. } => message!(lang, study_promotes, mv = better, piece, square),
            _ => message!(lang, study_promotion_let_in, mv, piece, square),
        }
    }
}

fn targets(lang: Lang, fork: &Fork) -> String {
    let name = |&(on, target): &(Square, Piece)| {
        let (square, piece) = (square(lang, on), piece(lang, target));
        message!(lang, study_target, square, piece)
    };
    let names: Vec<String> = fork.targets.iter().map(name).collect();
    listed(lang, &names)
}

/// A list such as `a, b and c`.
fn listed(lang: Lang, names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., second] => {
            let first = first.join(match lang {
                Lang::English => ", ",
                Lang::Japanese => "と",
            });
            message!(lang, study_and, first, second)
        }
    }
}

/// A reason in both languages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistakeReason {
    /// The name of the motif.
    pub motif: &'static str,
    /// The reason in words.
    #[serde(flatten)]
    pub words: Sentence,
}

/// Node limit of each search for a mate.
const NODES: u64 = 20_000;
/// Nodes that both searches need for their lines to count. Of shorter searches only the first moves
/// are used, because the rest of their lines is not reliable.
const LINE_NODES: u64 = 300_000;

/// A line and the nodes of the search that found it.
pub type SearchedLine<'a> = (&'a [Move], u64);

/// The proven reasons why a move of a game is a mistake and why the best move is better, at most
/// one of each.
pub fn reasons(
    pos: &Position,
    last_to: Option<Square>,
    (played, played_nodes): SearchedLine<'_>,
    (best, best_nodes): SearchedLine<'_>,
) -> Vec<MistakeReason> {
    let [Some(&mv), Some(&better)] = [played.first(), best.first()] else {
        return Vec::new();
    };
    if !pos.is_legal(mv) || !pos.is_legal(better) || mv == better {
        return Vec::new();
    }
    let after = |mv| {
        let mut pos = pos.clone();
        pos.do_move(mv);
        pos
    };
    // The mate search does not support null moves, so the position after a pass is rebuilt from its
    // SFEN, which leaves no null move in its history.
    let passed = |pos: &Position| {
        let mut pos = pos.clone();
        pos.do_null_move();
        Position::from_sfen(&pos.sfen()).ok()
    };
    let passed = |pos: &Position| (!pos.in_check()).then(|| passed(pos)).flatten();
    let (after_played, after_best) = (after(mv), after(better));
    let proof = |pos: Option<Position>| pos.map_or(Proof::Open, |pos| mate(&pos, NODES));
    let own = mate(pos, NODES);
    let is_missed = own.mate().is_some() && mated(&after_played, NODES) == Proof::NoMate;
    let [of_played, of_best, pass, best_pass, played_pass] = [
        Some(after_played.clone()),
        Some(after_best.clone()),
        passed(pos),
        passed(&after_best),
        passed(&after_played),
    ]
    .map(proof);
    let is_long = played_nodes >= LINE_NODES && best_nodes >= LINE_NODES;
    let length = |line: &[Move]| if is_long { line.len() } else { 1 };
    let case = Case {
        pos,
        played: &played[..length(played)],
        best: &best[..length(best)],
        mates: Mates {
            own: Known::from(&own),
            after_played: Known::from(&of_played),
            after_best: Known::from(&of_best),
            passed: Known::from(&pass),
            best_passed: Known::from(&best_pass),
            played_passed: Known::from(&played_pass),
            is_missed,
            ..Mates::default()
        },
        if_taken: None,
        key_drop: None,
    };
    let telling = Telling {
        pos,
        last_to,
        played: Some(mv),
        best: Some(better),
    };
    let told = |fact: Fact| MistakeReason {
        motif: fact.name(),
        words: telling.sentence(&fact),
    };
    let facts = [case.against_played(), case.for_best()];
    facts.into_iter().flatten().map(told).collect()
}
