//! Files of a study: JSON, CSV, SFEN, and a KIF file for each problem.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::place::Line;
use super::questions::in_usi;
use super::settings::ProblemKind;
use super::words::Told;
use super::{ID_LENGTH, Study, StudyGame, StudyProblem};
use crate::motif::Fact;
use crate::report::analysis::reasons::{Sentence, notation};
use crate::report::analysis::{VIEW, ViewedScore, round};
use komadai::types::{Bound, Color, Square};
use komadai_messages::Lang;
use komadai_records::{Format, NodeId, Record, WriteOptions, read_file, write_bytes};

/// The name of a side in files: `black` or `white`.
pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A line in all notations, with its score for Black.
pub(super) fn line(problem: &StudyProblem, line: &Line) -> Value {
    let pos = &problem.mistake.pos;
    let texts = |lang| {
        let moves = notation(lang).write_line(pos, problem.last_to(), &line.moves);
        moves.join(" ")
    };
    let score = ViewedScore::new(pos.side_to_move(), line.score, Bound::Exact);
    let mut value = serde_json::to_value(score).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.insert("usi".to_string(), json!(in_usi(&line.moves)));
        fields.insert("japanese".to_string(), json!(texts(Lang::Japanese)));
        fields.insert("western".to_string(), json!(texts(Lang::English)));
    }
    value
}

/// A problem as JSON.
pub(super) fn problem(problem: &StudyProblem, game: Option<&StudyGame>) -> Value {
    let mistake = &problem.mistake;
    let told = Told::new(problem);
    let mut entry = Map::new();
    let mut put = |key: &str, value: Value| {
        entry.insert(key.to_string(), value);
    };
    put("id", json!(problem.id));
    put("kind", json!(mistake.kind));
    put("game", json!(mistake.game));
    put("ply", json!(game.map(|game| game.number(mistake.ply))));
    put("sfen", json!(mistake.pos.sfen()));
    put("side", json!(side(mistake.pos.side_to_move())));
    let previous = mistake
        .ply
        .checked_sub(1)
        .and_then(|i| mistake.place.moves.get(i));
    put("previous", json!(previous.map(|mv| mv.to_string())));
    put("phase", json!(problem.phase));
    put("king_entered", json!(problem.has_entered));
    put("played", line(problem, &mistake.played));
    let lines =
        |lines: &[Line]| -> Vec<Value> { lines.iter().map(|one| line(problem, one)).collect() };
    put("answers", json!(lines(&mistake.answers)));
    put("others", json!(lines(&mistake.others)));
    put("loss", json!(round(100.0 * mistake.loss, 1)));
    put("worth", json!(round(100.0 * problem.worth, 1)));
    put("difficulty", json!(problem.difficulty));
    put("reach", json!(problem.reach));
    put("against", reason(problem.against.as_ref(), told.against()));
    put("reason", reason(problem.reason.as_ref(), told.reason()));
    put("ledger", json!(told.ledger()));
    Value::Object(entry)
}

/// A reason as JSON: its sentences, and its moves and squares for programs.
fn reason(fact: Option<&Fact>, told: Option<Sentence>) -> Value {
    let Some(Sentence { en, ja }) = told else {
        return Value::Null;
    };
    let squares =
        |fact: &Fact| -> Vec<String> { fact.squares().iter().map(Square::to_string).collect() };
    json!({
        "motif": fact.map(Fact::name),
        "en": en,
        "ja": ja,
        "moves": fact.map(|fact| in_usi(&fact.moves())),
        "squares": fact.map(squares),
    })
}

/// A game as JSON, without its moves.
pub(super) fn game(study: &Study, index: usize) -> Value {
    let Some(game) = study.games.get(index) else {
        return Value::Null;
    };
    let comparison = study.comparison.as_ref();
    let own: Vec<&str> = Color::ALL
        .into_iter()
        .filter(|color| game.sides[color.index()])
        .map(side)
        .collect();
    json!({
        "name": game.name,
        "black": game.players[0],
        "white": game.players[1],
        "date": game.date,
        "event": game.event,
        "winner": game.winner.map(side),
        "sides": own,
        "moves": game.moves.len(),
        "compared": comparison.and_then(|all| all.games.get(index)).map(|one| json!({
            "moves": one.moves,
            "loss": round(one.loss, 1),
            "expected": round(one.expected, 1),
        })),
    })
}

/// The whole study as JSON.
pub fn json(study: &Study) -> String {
    let problems: Vec<Value> = study
        .problems
        .iter()
        .map(|one| problem(one, study.games.get(one.mistake.game)))
        .collect();
    let games: Vec<Value> = (0..study.games.len())
        .map(|index| game(study, index))
        .collect();
    let nodes = study.nodes;
    let document = json!({
        "view": VIEW,
        "engine": study.engine,
        "nodes": {"scan": nodes.scan, "confirm": nodes.confirm, "judge": nodes.judge},
        "level": study.level,
        "level_range": study.level_range,
        "games": games,
        "problems": problems,
        "mistakes": study.mistakes,
        "left_out": study.dropped,
        "summary": study.summary,
    });
    format!("{document:#}\n")
}

/// The positions of the problems, one a line.
pub fn sfens(study: &Study) -> String {
    let line = |problem: &StudyProblem| format!("sfen {}\n", problem.mistake.pos.sfen());
    study.problems.iter().map(line).collect()
}

const COLUMNS: [&str; 17] = [
    "id",
    "kind",
    "game",
    "ply",
    "side",
    "phase",
    "played",
    "answers",
    "line",
    "refutation",
    "loss",
    "level",
    "reach",
    "found_near_level",
    "motif",
    "reason",
    "sfen",
];

/// The problems as a CSV table (RFC 4180), in UTF-8 with LF line ends. Levels are written
/// as on the command line.
pub fn csv(study: &Study) -> Vec<u8> {
    let mut out = ::csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, and all rows have the same length.
    let _ = out.write_record(COLUMNS);
    for problem in &study.problems {
        let mistake = &problem.mistake;
        let told = Told::new(problem);
        let game = study.games.get(mistake.game);
        let firsts = mistake.answers.iter().filter_map(Line::first);
        let firsts: Vec<String> = firsts.map(|mv| mv.to_string()).collect();
        let difficulty = problem.difficulty.as_ref();
        let near = difficulty.and_then(|one| one.near);
        let sentence = told.against().or_else(|| told.reason());
        let fact = problem.against.as_ref().or(problem.reason.as_ref());
        let reach = problem.reach.and_then(|reach| match json!(reach) {
            Value::String(text) => Some(text),
            _ => None,
        });
        let text = |value: Option<String>| value.unwrap_or_default();
        let _ = out.write_record([
            problem.id.clone(),
            mistake.kind.name().to_string(),
            cell(text(game.map(|game| game.name.clone()))),
            text(game.map(|game| game.number(mistake.ply).to_string())),
            side(mistake.pos.side_to_move()).to_string(),
            text(json!(problem.phase).as_str().map(str::to_string)),
            text(mistake.played.first().map(|mv| mv.to_string())),
            firsts.join(" "),
            text(mistake.answers.first().map(|line| in_usi(&line.moves))),
            in_usi(mistake.played.moves.get(1..).unwrap_or_default()),
            round(100.0 * mistake.loss, 1).to_string(),
            text(
                difficulty
                    .and_then(|one| one.level)
                    .map(|level| level.to_string()),
            ),
            text(reach),
            text(near.map(|(found, tries)| format!("{found}/{tries}"))),
            text(fact.map(|fact| fact.name().to_string())),
            text(sentence.map(|one| one.en)),
            mistake.pos.sfen(),
        ]);
    }
    out.into_inner().unwrap_or_default()
}

/// Text that spreadsheets do not take for a formula.
fn cell(text: String) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text,
    }
}

const EXTENSION: &str = ".kifu";

/// The file name of a problem: its number in order of worth, its kind and its id.
fn file_name(index: usize, problem: &StudyProblem) -> String {
    let (number, kind) = (index + 1, problem.mistake.kind.name());
    format!("{number:03}-{kind}-{}{EXTENSION}", problem.id)
}

/// Whether a file has the name of one that [`kif`] makes.
pub fn is_file_name(name: &str) -> bool {
    id_of_file(name).is_some()
}

/// The id in the name of a problem's file.
fn id_of_file(name: &str) -> Option<&str> {
    let parts: Vec<&str> = name.strip_suffix(EXTENSION)?.split('-').collect();
    let &[number, kind, id] = &parts[..] else {
        return None;
    };
    let is_number = number
        .parse()
        .is_ok_and(|n: usize| format!("{n:03}") == number);
    let is_kind = ProblemKind::ALL.iter().any(|one| one.name() == kind);
    (is_number && is_kind && is_id(id)).then_some(id)
}

fn is_id(text: &str) -> bool {
    let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    text.len() == ID_LENGTH && text.chars().all(is_hex)
}

/// Header of a problem's record, which tells it from a game.
const TITLE: &str = "表題";
/// The beginning of that header's value; the problem's id follows.
const TITLE_OF_PROBLEM: &str = "komadai study ";

/// Whether a record is a problem that [`kif`] has written.
pub fn is_problem(record: &Record) -> bool {
    id_of_problem(record).is_some()
}

fn id_of_problem(record: &Record) -> Option<&str> {
    let id = record.headers.get(TITLE)?.strip_prefix(TITLE_OF_PROBLEM)?;
    is_id(id).then_some(id)
}

/// Whether name and content of a file are those of a problem that [`kif`] has written.
pub fn is_problem_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(id) = name.and_then(id_of_file) else {
        return false;
    };
    let reading = read_file(path).ok();
    let record = reading.as_ref().and_then(|reading| reading.records.first());
    record.and_then(id_of_problem) == Some(id)
}

/// The KIF file of each problem, in UTF-8, as file name and content. The main line is the
/// answer; variations are the other answers, and the mistake with its refutation.
pub fn kif(study: &Study) -> Vec<(String, Vec<u8>)> {
    let problems = study.problems.iter().enumerate();
    let file = |(index, problem): (usize, &StudyProblem)| {
        let record = record(problem, study.games.get(problem.mistake.game));
        let written = write_bytes(&[record], Format::Kif, WriteOptions::default());
        (file_name(index, problem), written.bytes)
    };
    problems.map(file).collect()
}

fn record(problem: &StudyProblem, game: Option<&StudyGame>) -> Record {
    let mistake = &problem.mistake;
    let told = Told::new(problem);
    let mut record = Record::new(&mistake.pos);
    let title = format!("{TITLE_OF_PROBLEM}{}", problem.id);
    record.headers.set(TITLE, &title);
    if let Some(game) = game {
        let names = ["先手", "後手"].into_iter().zip(&game.players);
        for (key, name) in names {
            if let Some(name) = name {
                record.headers.set(key, name);
            }
        }
        let source = format!("{} {}手目", game.name, game.number(mistake.ply));
        // The name of a file may hold characters that terminals obey.
        let source = source.replace(char::is_control, " ");
        record.headers.set("備考", &source);
    }
    for answer in &mistake.answers {
        add(&mut record, &answer.moves, None);
    }
    let against = told.against().map(|sentence| sentence.ja);
    add(&mut record, &mistake.played.moves, against);
    if mistake.kind == ProblemKind::Declare {
        let sentence = told.against().map(|sentence| sentence.ja);
        record.node_mut(NodeId::ROOT).comments.extend(sentence);
    }
    let reason = told.reason().map(|sentence| sentence.ja);
    let first = record.main_line().next();
    if let (Some(first), false) = (first, mistake.answers.is_empty()) {
        record.node_mut(first).comments.extend(reason);
    }
    record
}

/// Adds a line from the start position, with a comment at its first move.
fn add(record: &mut Record, moves: &[komadai::types::Move], comment: Option<String>) {
    let mut at = NodeId::ROOT;
    for (i, &mv) in moves.iter().enumerate() {
        let Ok(next) = record.add_move(at, mv) else {
            return;
        };
        at = next;
        if i == 0 {
            record.node_mut(at).comments.extend(comment.clone());
        }
    }
}
