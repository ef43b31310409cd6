//! Notes for Anki, as a text file to import.

use super::words::{self, Told};
use super::{Problem, Study};
use crate::report::Diagram;
use komadai::markup::escape_html;
use komadai::types::Color;
use komadai_messages::{Lang, message};

/// Header lines: fields are separated by tabs; the id column lets a later import update notes.
const HEAD: &str = "#separator:tab\n#html:true\n#guid column:1\n#tags column:7\n\
    #columns:Id\tBoard\tPrompt\tAnswer\tLine\tReason\tTags\n";

/// The notes in a language, one note a line.
pub fn notes(study: &Study, lang: Lang) -> String {
    let mut out = HEAD.to_string();
    for problem in &study.problems {
        let fields = fields(problem, lang);
        let fields: Vec<String> = fields.iter().map(|field| in_one_line(field)).collect();
        out.push_str(&fields.join("\t"));
        out.push('\n');
    }
    out
}

fn in_one_line(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

fn fields(problem: &Problem, lang: Lang) -> [String; 7] {
    let mistake = &problem.mistake;
    let pos = &mistake.pos;
    let mut board = Diagram::new(pos);
    board.flip = pos.side_to_move() == Color::White;
    let line = |moves: &[_]| escape_html(&words::line(lang, pos, problem.last_to(), moves));
    let firsts = mistake
        .answers
        .iter()
        .filter_map(|answer| answer.moves.get(..1));
    let answers: Vec<String> = firsts.map(line).collect();
    let best = mistake
        .answers
        .first()
        .map_or(&[][..], |answer| &answer.moves);
    let told = Told::new(problem);
    let in_lang = |sentence: words::Sentence| match lang {
        Lang::English => sentence.en,
        Lang::Japanese => sentence.ja,
    };
    let reasons: Vec<String> = [told.against(), told.reason(), told.ledger()]
        .into_iter()
        .flatten()
        .map(|sentence| escape_html(&in_lang(sentence)))
        .collect();
    let prompt = match pos.side_to_move() {
        Color::Black => message!(lang, study_prompt_black),
        Color::White => message!(lang, study_prompt_white),
    };
    [
        problem.id.clone(),
        board.svg(),
        prompt,
        answers.join(" / "),
        line(best),
        reasons.join("<br>"),
        format!("komadai {}", mistake.kind.name()),
    ]
}
