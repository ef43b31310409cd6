//! Trainer page: one HTML file with all problems, without references to other files.

use serde_json::{Value, json};

use super::files::{self, side};
use super::place::Line;
use super::settings::ProblemKind;
use super::{Study, StudyProblem};
use crate::motif::{Proof, mated};
use crate::report::analysis::html::{STYLE, data_of, embeddable, fill, policy};
use crate::report::analysis::{PageEngine, page_script, round};
use komadai::markup::escape_html;
use komadai::movegen::legal_moves;
use komadai_messages::Lang;
use komadai_records::notation::{write_japanese_marked, write_western};

const PAGE: &str = include_str!("../../../../web/study.html");
const OWN_STYLE: &str = include_str!("../../../../web/study/study.css");

/// Largest number of plies shown after each move in the table of moves, and after a move that loses
/// at least [`HALF`]. The table is the largest part of a page.
const REPLIES: [usize; 2] = [3, 1];
const HALF: f64 = 0.5;

/// The page. With an engine, it can judge the reader's moves by searches and play on. It opens in
/// Japanese if `lang` is Japanese, else in the language of the browser.
pub fn page(study: &Study, title: &str, engine: Option<&PageEngine>, lang: Lang) -> String {
    let script = page_script::study(engine.is_some());
    fill(PAGE, |mark| match mark {
        "policy" => Some(policy(&script, engine.is_some())),
        "lang" => Some(lang.code().to_string()),
        "title" => Some(escape_html(title)),
        "style" => Some(format!("{STYLE}{OWN_STYLE}")),
        "text" => Some(text(study)),
        "data" => Some(embeddable(&data(study, title).to_string())),
        "engine" => engine.map(data_of),
        "script" => Some(script.clone()),
        _ => None,
    })
}

/// The data of the page as JSON.
fn data(study: &Study, title: &str) -> Value {
    let problems: Vec<Value> = study
        .problems
        .iter()
        .map(|one| problem(study, one))
        .collect();
    let games: Vec<Value> = (0..study.games.len())
        .map(|index| files::game(study, index))
        .collect();
    json!({
        "title": title,
        "engine": study.engine,
        "level": study.level,
        "games": games,
        "summary": study.summary,
        "problems": problems,
    })
}

fn problem(study: &Study, problem: &StudyProblem) -> Value {
    let game = study.games.get(problem.mistake.game);
    let mut value = files::problem(problem, game);
    if let Some(fields) = value.as_object_mut() {
        fields.remove("others");
        fields.remove("worth");
        fields.insert("table".to_string(), table(problem));
        if problem.mistake.kind == ProblemKind::Mate {
            fields.insert("steps".to_string(), steps(problem));
        }
    }
    value
}

/// A row for every legal move: its notations, the win probability after it, the replies, and
/// whether a longer search has judged the move.
fn table(problem: &StudyProblem) -> Value {
    let (pos, mistake) = (&problem.mistake.pos, &problem.mistake);
    let own = [&mistake.played];
    let known: Vec<&Line> = own
        .into_iter()
        .chain(&mistake.answers)
        .chain(&mistake.others)
        .collect();
    // A move that the longer search left out of its lines is no better than the worst of them, so
    // its win probability is limited to that line's.
    let most = mistake.others.iter().map(Line::chance).fold(1.0, f64::min);
    let best = mistake.answers.first().map_or(1.0, Line::chance);
    let row = |line: &Line| {
        let mv = line.first()?;
        let longer = known.iter().find(|line| line.first() == Some(mv));
        let chance = longer.map_or(line.chance().min(most), |line| line.chance());
        let line = longer
            .filter(|line| line.moves.len() > 1)
            .map_or(line, |line| *line);
        let replies = line.moves.get(1..).unwrap_or_default();
        let most = REPLIES[usize::from(best - chance >= HALF)];
        let replies = &replies[..replies.len().min(most)];
        Some(json!([
            mv.to_string(),
            write_japanese_marked(pos, mv, problem.last_to()),
            write_western(pos, mv),
            round(chance, 3),
            super::questions::in_usi(replies),
            u8::from(longer.is_some()),
        ]))
    };
    let rows: Vec<Value> = problem.table.iter().filter_map(row).collect();
    json!(rows)
}

/// Node limit of the search after each check at a later move of a mate.
const STEP_NODES: u64 = 10_000;

/// The checks at each later move of a mate: 1 where they mate, 0 where they do not, 2 where
/// neither is proven.
fn steps(problem: &StudyProblem) -> Value {
    let mistake = &problem.mistake;
    let Some(answer) = mistake.answers.first() else {
        return json!([]);
    };
    let mut pos = mistake.pos.clone();
    let mut found = Vec::new();
    for (ply, &mv) in answer.moves.iter().enumerate() {
        if ply > 0 && ply % 2 == 0 {
            let checks = legal_moves(&pos)
                .into_iter()
                .filter(|check| pos.gives_check(*check));
            let judged = checks.map(|check| {
                let mut after = pos.clone();
                after.do_move(check);
                // The check in the proven line mates, whatever the short search finds.
                let state = match mated(&after, STEP_NODES) {
                    _ if check == mv => 1,
                    Proof::Mate(_) => 1,
                    Proof::NoMate => 0,
                    Proof::Open => 2,
                };
                json!([check.to_string(), state])
            });
            found.push(judged.collect::<Vec<Value>>());
        }
        if pos.play(mv).is_err() {
            break;
        }
    }
    json!(found)
}

/// The problems as text, for readers without scripts.
fn text(study: &Study) -> String {
    let mut out = String::from("<div class=\"plain\">\n");
    for (problem, number) in study.problems.iter().zip(1..) {
        let mistake = &problem.mistake;
        let sfen = mistake.pos.sfen();
        let side = side(mistake.pos.side_to_move());
        out.push_str(&format!("<h2>{number} ({side})</h2>\n<p>{sfen}</p>\n"));
        let firsts = mistake.answers.iter().filter_map(|line| line.first());
        let moves: Vec<String> = firsts
            .map(|mv| write_japanese_marked(&mistake.pos, mv, problem.last_to()))
            .collect();
        let answer = escape_html(&moves.join(" / "));
        out.push_str(&format!(
            "<details><summary>?</summary>{answer}</details>\n"
        ));
    }
    out.push_str("</div>\n");
    out
}
