//! A problem in words, in both languages.

use komadai_messages::message;

use super::StudyProblem;
use super::place::Line;
use super::settings::ProblemKind;
use crate::motif::Fact;
use crate::report::analysis::reasons::{Sentence, Telling};

/// Sentences about a problem's mistake and its answer.
pub struct Told<'a> {
    problem: &'a StudyProblem,
}

impl<'a> Told<'a> {
    /// Sentences for this problem.
    pub fn new(problem: &'a StudyProblem) -> Told<'a> {
        Told { problem }
    }

    fn telling(&self) -> Telling<'_> {
        let mistake = &self.problem.mistake;
        Telling {
            pos: &mistake.pos,
            last_to: self.problem.last_to(),
            played: mistake.played.first(),
            best: mistake.answers.first().and_then(Line::first),
        }
    }

    /// The reason why the move was a mistake, if one is proven.
    pub fn against(&self) -> Option<Sentence> {
        if self.problem.mistake.kind == ProblemKind::Declare {
            return Some(Sentence::new(|lang| message!(lang, study_declare)));
        }
        let fact = self.problem.against.as_ref()?;
        Some(self.telling().sentence(fact))
    }

    /// The reason why the answer is better, if one is proven.
    pub fn reason(&self) -> Option<Sentence> {
        let fact = self.problem.reason.as_ref()?;
        Some(self.telling().sentence(fact))
    }

    /// The pieces taken on the line behind a reason.
    pub fn ledger(&self) -> Option<Sentence> {
        let facts = [&self.problem.against, &self.problem.reason];
        let ledger = facts.into_iter().flatten().find_map(Fact::ledger)?;
        Some(self.telling().ledger(ledger))
    }
}
