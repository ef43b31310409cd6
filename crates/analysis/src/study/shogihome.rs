//! Reader and writer of ShogiHome's collections of next-move problems.
//!
//! The format is described in ShogiHome's `specs/next-move-problem-format.md`; scores are from
//! Black's view. Komadai adds a key `komadai`, which ShogiHome ignores.

use serde_json::{Map, Value, json};

use super::game::StudyGame;
use super::place::{Line, board_of};
use super::settings::ProblemKind;
use super::{Study, StudyProblem};
use crate::report::analysis::for_black;
use komadai::position::Position;
use komadai::types::{Color, Move, Score};
use std::path::PathBuf;
use std::sync::Arc;

const FORMAT: &str = "shogihome-next-move";

/// Largest number of plies of a line in the file.
const LINE: usize = 12;

/// The SFEN of a position with move number 1, as the format requires.
fn sfen(pos: &Position) -> String {
    format!("{} 1", board_of(&pos.sfen()))
}

/// Adds the key `score` or `mate`: a score of `side`, converted to Black's view.
fn scored(side: Color, score: Score, entry: &mut Map<String, Value>) {
    let score = for_black(side, score);
    match score.mate_plies() {
        Some(plies) if plies.abs() < i32::MAX && plies != 0 => {
            entry.insert("mate".to_string(), json!(plies));
        }
        // A mate on the board or of unknown length has no number of plies, so a score of
        // 31,000 or -31,000 stands for it.
        Some(_) => {
            let wins = score.mates();
            entry.insert(
                "score".to_string(),
                json!(if wins { 31_000 } else { -31_000 }),
            );
        }
        None => {
            entry.insert("score".to_string(), json!(score.centipawns()));
        }
    }
}

fn candidate(side: Color, line: &Line, is_accepted: bool) -> Value {
    let mut entry = Map::new();
    let moves: Vec<String> = line.moves.iter().take(LINE).map(Move::to_string).collect();
    entry.insert("usi".to_string(), json!(moves.first()));
    scored(side, line.score, &mut entry);
    entry.insert("accepted".to_string(), json!(is_accepted));
    entry.insert("pv".to_string(), json!(moves));
    Value::Object(entry)
}

/// The candidates: all answers, then the wrong moves with the mistake among them, the best first.
fn candidates(problem: &StudyProblem) -> Vec<Value> {
    let mistake = &problem.mistake;
    let side = mistake.pos.side_to_move();
    let right = mistake
        .answers
        .iter()
        .map(|line| candidate(side, line, true));
    let mut wrong: Vec<&Line> = mistake.others.iter().collect();
    wrong.push(&mistake.played);
    wrong.sort_by(|a, b| b.chance().total_cmp(&a.chance()));
    let wrong = wrong.into_iter().filter(|line| !line.moves.is_empty());
    right
        .chain(wrong.map(|line| candidate(side, line, false)))
        .collect()
}

fn problem(problem: &StudyProblem, game: &StudyGame, is_absolute: bool) -> Value {
    let mistake = &problem.mistake;
    let side = mistake.pos.side_to_move();
    let mut entry = Map::new();
    entry.insert("sfen".to_string(), json!(sfen(&mistake.pos)));
    entry.insert("candidates".to_string(), json!(candidates(problem)));
    let mut actual = Map::new();
    actual.insert(
        "usi".to_string(),
        json!(mistake.played.first().map(|mv| mv.to_string())),
    );
    scored(side, mistake.played.score, &mut actual);
    actual.insert("scoreSource".to_string(), json!("research"));
    entry.insert("actualMove".to_string(), Value::Object(actual));
    if let Some(last) = mistake.ply.checked_sub(1).and_then(|i| game.moves.get(i)) {
        let before = game.place(mistake.ply - 1).position();
        let previous = json!({"usi": last.to_string(), "sfen": sfen(&before)});
        entry.insert("previousMove".to_string(), previous);
    }
    let mut source = Map::new();
    let path = game.path.as_ref().map(|path| match is_absolute {
        true => std::path::absolute(path).unwrap_or_else(|_| path.clone()),
        false => path.file_name().map_or_else(PathBuf::new, PathBuf::from),
    });
    if let Some(path) = path {
        source.insert("path".to_string(), json!(path.to_string_lossy()));
    }
    source.insert("ply".to_string(), json!(game.number(mistake.ply)));
    let names = ["blackPlayer", "whitePlayer"]
        .into_iter()
        .zip(&game.players);
    for (key, name) in names {
        source.extend(name.as_ref().map(|name| (key.to_string(), json!(name))));
    }
    source.extend(
        game.date
            .as_ref()
            .map(|date| ("date".to_string(), json!(date))),
    );
    entry.insert("source".to_string(), Value::Object(source));
    let own = json!({"id": problem.id, "kind": mistake.kind, "difficulty": problem.difficulty});
    entry.insert("komadai".to_string(), own);
    Value::Object(entry)
}

/// Writes the problems in ShogiHome's format, except declarations, which have no move.
/// With `is_absolute` the games are given by their full paths, else by file names.
pub fn write(study: &Study, is_absolute: bool) -> String {
    let problems = study.problems.iter();
    let moves = problems.filter(|one| one.mistake.kind != ProblemKind::Declare);
    let problems: Vec<Value> = moves
        .filter_map(|one| {
            Some(problem(
                one,
                study.games.get(one.mistake.game)?,
                is_absolute,
            ))
        })
        .collect();
    let file = json!({
        "format": FORMAT,
        "version": 1,
        "metadata": {
            "appVersion": study.engine,
            "engine": {"name": study.engine, "multiPV": super::settings::LINES},
            "criteria": {
                "winRateDropThreshold": 10,
                "adoptionWinRateDiff": 15,
                "acceptableWinRateDiff": 5,
                "minWinRate": 30,
                "coefficientInSigmoid": 600,
            },
        },
        "problems": problems,
    });
    format!("{file:#}\n")
}

/// Content of a file of problems.
#[derive(Clone, Debug)]
pub struct ProblemFile {
    /// A game for each problem: the move before the position, if known, and the mistake.
    pub games: Vec<StudyGame>,
    /// Numbers, from 1, of problems that cannot be used.
    pub refused: Vec<usize>,
}

/// Error in reading a file of problems.
#[derive(Debug, thiserror::Error)]
pub enum ProblemFileError {
    /// The file is not JSON, or a required key is missing.
    #[error("the problems cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The file has a later version of the format than this reader knows.
    #[error("version {0} of the format is not known")]
    Version(u64),
}

impl ProblemFile {
    /// Whether a file looks like a collection of problems, by the name of the format in
    /// its first bytes.
    pub fn is_one(bytes: &[u8]) -> bool {
        let head = &bytes[..bytes.len().min(4096)];
        let is_json = head.trim_ascii_start().starts_with(b"{");
        is_json
            && head
                .windows(FORMAT.len())
                .any(|part| part == FORMAT.as_bytes())
    }

    /// Reads a collection of problems that any program wrote.
    ///
    /// # Errors
    /// If the file as a whole is no collection of problems.
    pub fn read(bytes: &[u8], name: &str) -> Result<ProblemFile, ProblemFileError> {
        let file: Value = serde_json::from_slice(bytes)?;
        let version = file.get("version").and_then(Value::as_u64).unwrap_or(1);
        if version > 1 {
            return Err(ProblemFileError::Version(version));
        }
        let problems = file.get("problems").and_then(Value::as_array);
        let mut read = ProblemFile {
            games: Vec::new(),
            refused: Vec::new(),
        };
        for (problem, number) in problems.into_iter().flatten().zip(1..) {
            match game_of(problem, &format!("{name} {number}")) {
                Some(game) => read.games.push(game),
                None => read.refused.push(number),
            }
        }
        Ok(read)
    }
}

/// The game of a problem: one or two moves, the last of which is the mistake.
fn game_of(problem: &Value, name: &str) -> Option<StudyGame> {
    let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_string);
    let pos = Position::from_sfen(&text(problem, "sfen")?).ok()?;
    let mistake = pos
        .parse_usi_move(&text(problem.get("actualMove")?, "usi")?)
        .ok()?;
    let previous = problem.get("previousMove").and_then(|previous| {
        let before = Position::from_sfen(&text(previous, "sfen")?).ok()?;
        let mv = before.parse_usi_move(&text(previous, "usi")?).ok()?;
        let mut after = before.clone();
        after.do_move(mv);
        (board_of(&after.sfen()) == board_of(&pos.sfen())).then_some((before, mv))
    });
    let (start, moves) = match previous {
        Some((before, mv)) => (before, vec![mv, mistake]),
        None => (pos.clone(), vec![mistake]),
    };
    let none = Value::Null;
    let source = problem.get("source").unwrap_or(&none);
    let number = source.get("ply").and_then(Value::as_u64);
    let number = number
        .and_then(|ply| usize::try_from(ply).ok())
        .unwrap_or(moves.len());
    Some(StudyGame {
        name: name.to_string(),
        path: text(source, "path").map(PathBuf::from),
        players: [text(source, "blackPlayer"), text(source, "whitePlayer")],
        date: text(source, "date"),
        event: None,
        winner: None,
        times: Vec::new(),
        offset: number.saturating_sub(moves.len()),
        sides: Color::ALL.map(|color| color == pos.side_to_move()),
        start: Arc::new(start),
        moves: moves.into(),
    })
}
