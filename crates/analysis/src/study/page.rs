//! Trainer page: one HTML file with all problems, without references to other files.

use serde_json::{Value, json};

use super::files::{self, side};
use super::place::Line;
use super::{Problem, Study};
use crate::report::analysis::html::{POLICY, POLICY_WITH_ENGINE, STYLE, data_of, embeddable, fill};
use crate::report::analysis::{PageEngine, page_script, round};
use komadai::markup::escape_html;
use komadai_records::notation::{write_japanese_marked, write_western};

const PAGE: &str = include_str!("../../../../web/study.html");
const OWN_STYLE: &str = include_str!("../../../../web/study/study.css");

/// Plies after each move that the table of moves holds.
const REPLIES: usize = 4;

/// The page. With an engine, it can judge the reader's moves by searches and play on.
pub fn page(study: &Study, title: &str, engine: Option<&PageEngine>) -> String {
    fill(PAGE, |mark| match mark {
        "policy" => Some(match engine {
            Some(_) => POLICY_WITH_ENGINE.to_string(),
            None => POLICY.to_string(),
        }),
        "title" => Some(escape_html(title)),
        "style" => Some(format!("{STYLE}{OWN_STYLE}")),
        "text" => Some(text(study)),
        "data" => Some(embeddable(&data(study, title).to_string())),
        "engine" => engine.map(data_of),
        "script" => Some(page_script::study(engine.is_some())),
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

fn problem(study: &Study, problem: &Problem) -> Value {
    let game = study.games.get(problem.mistake.game);
    let mut value = files::problem(problem, game);
    if let Some(fields) = value.as_object_mut() {
        fields.remove("others");
        fields.remove("worth");
        fields.insert("table".to_string(), table(problem));
    }
    value
}

/// A row for every legal move: its notations, the win probability after it, the replies,
/// and whether these come from the longer searches.
fn table(problem: &Problem) -> Value {
    let (pos, mistake) = (&problem.mistake.pos, &problem.mistake);
    let own = [&mistake.played];
    let known: Vec<&Line> = own
        .into_iter()
        .chain(&mistake.answers)
        .chain(&mistake.others)
        .collect();
    // A move in no line of the longer search counts at most as much as the worst of these lines.
    let most = mistake.others.iter().map(Line::chance).fold(1.0, f64::min);
    let row = |line: &Line| {
        let mv = line.first()?;
        let longer = known.iter().find(|line| line.first() == Some(mv));
        let chance = longer.map_or(line.chance().min(most), |line| line.chance());
        let line = longer
            .filter(|line| line.moves.len() > 1)
            .map_or(line, |line| *line);
        let replies = line.moves.get(1..).unwrap_or_default();
        let replies = &replies[..replies.len().min(REPLIES)];
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
