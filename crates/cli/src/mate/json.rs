//! Answers to tsume problems as one JSON document.

use serde::Serialize;

use super::inputs::{Inputs, Named};
use komadai_analysis::report::analysis::Notation;
use komadai_analysis::tsume::{TsumeAnswer, TsumeProblem, TsumeSettings};

/// The JSON document.
#[derive(Serialize)]
pub(super) struct DocumentJson<'a> {
    engine: &'static str,
    settings: &'a TsumeSettings,
    problems: Vec<ProblemJson<'a>>,
}

#[derive(Serialize)]
struct ProblemJson<'a> {
    file: &'a str,
    /// The number of the problem in the file, from 1.
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    sfen: String,
    /// Number of moves of the record before the position; absent if the record has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// Whether the defender was given all remaining pieces in hand.
    hand_filled: bool,
    /// The length that the file states.
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<usize>,
    /// Plies to mate; absent without a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    #[serde(flatten)]
    answer: &'a TsumeAnswer,
    line_japanese: Vec<String>,
    line_western: Vec<String>,
}

impl<'a> DocumentJson<'a> {
    /// The document of all answers; problems without an answer are left out.
    pub fn new(
        inputs: &'a Inputs,
        answers: &'a [Option<TsumeAnswer>],
        settings: &'a TsumeSettings,
    ) -> DocumentJson<'a> {
        let all = inputs.names.iter().zip(&inputs.problems).zip(answers);
        let problem = |((named, problem), answer): (
            (&'a Named, &'a TsumeProblem),
            &'a Option<TsumeAnswer>,
        )| {
            let answer = answer.as_ref()?;
            let moves = answer.moves();
            let write = |notation: Notation| notation.write_line(&problem.pos, None, &moves);
            Some(ProblemJson {
                file: &named.file,
                number: named.number,
                title: problem.title.as_deref(),
                sfen: problem.pos.sfen(),
                ply: problem.ply,
                hand_filled: problem.is_hand_filled,
                stated: problem.stated,
                plies: (!moves.is_empty()).then_some(moves.len()),
                answer,
                line_japanese: write(Notation::Japanese),
                line_western: write(Notation::Western),
            })
        };
        DocumentJson {
            engine: concat!("Komadai ", env!("CARGO_PKG_VERSION")),
            settings,
            problems: all.filter_map(problem).collect(),
        }
    }
}
