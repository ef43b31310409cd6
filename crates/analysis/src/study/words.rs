//! Sentences for facts, in English and Japanese.

use komadai_messages::{Lang, message};
use serde::Serialize;

use super::Problem;
use super::settings::Kind;
use crate::motif::{Fact, Fork, Ledger};
use crate::report::analysis::Notation;
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
    fn new(text: impl Fn(Lang) -> String) -> Sentence {
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

/// Sentences about a problem's mistake and its answer.
pub struct Told<'a> {
    problem: &'a Problem,
}

impl<'a> Told<'a> {
    /// Sentences for this problem.
    pub fn new(problem: &'a Problem) -> Told<'a> {
        Told { problem }
    }

    /// The reason why the move was a mistake, if one is proven.
    pub fn against(&self) -> Option<Sentence> {
        if self.problem.mistake.kind == Kind::Declare {
            return Some(Sentence::new(|lang| message!(lang, study_declare)));
        }
        let fact = self.problem.against.as_ref()?;
        Some(Sentence::new(|lang| self.fact(lang, fact)))
    }

    /// The reason why the answer is better, if one is proven.
    pub fn reason(&self) -> Option<Sentence> {
        let fact = self.problem.reason.as_ref()?;
        Some(Sentence::new(|lang| self.fact(lang, fact)))
    }

    /// The pieces taken on the line behind a reason.
    pub fn ledger(&self) -> Option<Sentence> {
        let facts = [&self.problem.against, &self.problem.reason];
        let ledger = facts.into_iter().flatten().find_map(|fact| match fact {
            Fact::Left { ledger, .. } | Fact::CaptureMissed { ledger, .. } => Some(ledger),
            _ => None,
        })?;
        Some(Sentence::new(|lang| self.taken(lang, ledger)))
    }

    fn taken(&self, lang: Lang, ledger: &Ledger) -> String {
        let own = self.problem.mistake.pos.side_to_move();
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
        let pos = &self.problem.mistake.pos;
        mv.map_or(String::new(), |mv| {
            notation(lang).write(pos, mv, self.problem.last_to())
        })
    }

    /// A line after a move in the problem's position.
    fn behind(&self, lang: Lang, mv: Option<Move>, moves: &[Move]) -> String {
        let mut pos = self.problem.mistake.pos.clone();
        if let Some(mv) = mv {
            pos.do_move(mv);
        }
        line(lang, &pos, mv.map(|mv| mv.to()), moves)
    }

    /// [`Told::behind`] with a pass before the line.
    fn threat(&self, lang: Lang, mv: Option<Move>, moves: &[Move]) -> String {
        let mut pos = self.problem.mistake.pos.clone();
        if let Some(mv) = mv {
            pos.do_move(mv);
        }
        if !pos.in_check() {
            pos.do_null_move();
        }
        line(lang, &pos, None, moves)
    }

    fn fact(&self, lang: Lang, fact: &Fact) -> String {
        let problem = self.problem;
        let played = problem.mistake.played.first();
        let best = problem
            .mistake
            .answers
            .first()
            .and_then(|line| line.first());
        let mv = self.mv(lang, played);
        let better = self.mv(lang, best);
        match fact {
            Fact::MissedMate { line } => {
                let (n, line) = (line.len(), self.behind(lang, None, line));
                message!(lang, study_missed_mate, n, line)
            }
            Fact::SuddenMate { line } => {
                let (n, line) = (line.len(), self.behind(lang, played, line));
                message!(lang, study_sudden_mate, mv, n, line)
            }
            Fact::ThreatUnanswered { line } => {
                let line = self.behind(lang, played, line);
                message!(lang, study_threat_unanswered, mv, line)
            }
            Fact::MakesThreat { line } => {
                let line = self.threat(lang, best, line);
                message!(lang, study_makes_threat, mv = better, line)
            }
            Fact::Parries { line } => {
                let line = self.threat(lang, None, line);
                message!(lang, study_parries, mv = better, line)
            }
            Fact::Left {
                piece: left,
                square: on,
                ..
            } => {
                let (piece, square) = (piece(lang, *left), square(lang, *on));
                message!(lang, study_left, mv, piece, square)
            }
            Fact::CaptureMissed {
                piece: left,
                square: on,
                ..
            } => {
                let (piece, square) = (piece(lang, *left), square(lang, *on));
                message!(lang, study_capture_missed, piece, square)
            }
            Fact::PromotionLetIn {
                piece: own,
                square: on,
            } => {
                let (piece, square) = (piece(lang, *own), square(lang, *on));
                message!(lang, study_promotion_let_in, mv, piece, square)
            }
            Fact::ForkAllowed { fork } => {
                let reply = self.behind(lang, played, &[fork.mv]);
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
