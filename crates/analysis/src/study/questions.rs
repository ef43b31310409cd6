//! Questions to the engine, answered in parallel. Answers of an earlier run are reused,
//! new ones are saved at once.
//!
//! A question consists of a position and limits that make its answer the same in every
//! run. Therefore a study that was interrupted gives the same result as one that was not.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::place::{Line, PlaceInGame};
use crate::motif::{Proof, mate, mated};
use crate::progress_file::{Opened, ProgressFile};
use crate::report::analysis::{Analyser, PositionAnalysis, ScoreEntry};
use komadai::engine::Engine;
use komadai::engine::strength::Strength;
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::search::{Limits, Signals};
use komadai::types::{Move, Score, SplitMix64};
use komadai_journal::JournalError;

/// Format version, written to the first line of the progress file.
const FORMAT: u32 = 1;

/// Nodes that fill half of one MiB of the transposition table.
const NODES_PER_MIB: u64 = (1 << 20) / 32 * 3 / 2;

/// Factors on a level's node limit, one for each run, so that its runs may choose different moves.
pub const RUNS: [f64; 5] = [0.7, 0.85, 1.0, 1.2, 1.4];

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Search for the best `lines` lines.
    Lines { nodes: u64, lines: usize },
    /// Search for the best line that begins with none of these moves.
    Rest { nodes: u64, without: Vec<Move> },
    /// Search of the position after each legal move, with `nodes` for each.
    Every { nodes: u64 },
    /// Search for a mate by the side to move.
    Mate { nodes: u64 },
    /// Search for a mate after each move of the side to move, with `nodes` for each:
    /// whether it is mated whatever it plays.
    Mated { nodes: u64 },
    /// The move that a level plays in the run with this index in [`RUNS`].
    Level { level: i32, run: usize },
}

/// A question with the position to ask it about.
#[derive(Clone, Debug)]
pub struct Ask {
    pub place: PlaceInGame,
    pub question: Question,
}

impl Ask {
    pub fn new(place: PlaceInGame, question: Question) -> Ask {
        Ask { place, question }
    }

    fn key(&self) -> String {
        let (name, has_history) = match &self.question {
            Question::Lines { nodes, lines } => (format!("lines {nodes} {lines}"), true),
            Question::Rest { nodes, without } => {
                (format!("rest {nodes} {}", in_usi(without)), true)
            }
            Question::Every { nodes } => (format!("every {nodes}"), true),
            Question::Mate { nodes } => (format!("mate {nodes}"), false),
            Question::Mated { nodes } => (format!("mated {nodes}"), false),
            Question::Level { level, run } => (format!("level {level} {run}"), true),
        };
        format!("{name} {}", self.place.key(has_history))
    }
}

/// Answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Answer to a [`Question`] about lines.
    Lines(Vec<Line>),
    /// Answer to [`Question::Mate`] or [`Question::Mated`].
    Proof(Proof),
}

impl Answer {
    /// The lines; empty if the answer is a proof.
    pub fn lines(&self) -> &[Line] {
        match self {
            Answer::Lines(lines) => lines,
            Answer::Proof(_) => &[],
        }
    }

    /// The first line.
    pub fn best(&self) -> Option<&Line> {
        self.lines().first()
    }

    /// The proof; [`Proof::Open`] if the answer consists of lines.
    pub fn proof(&self) -> Proof {
        match self {
            Answer::Lines(_) => Proof::Open,
            Answer::Proof(proof) => proof.clone(),
        }
    }
}

/// A stage of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Search of every position of the games.
    Scan,
    /// Search of moves that may be mistakes.
    Confirm,
    /// Longer search of likely mistakes.
    Judge,
    /// Search for mates before and after mistakes.
    Prove,
    /// Tries of the levels at the problems.
    Levels,
    /// Search after every move of a problem.
    Moves,
    /// Moves of the levels in the games.
    Compare,
}

/// Event of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyEvent {
    /// A stage begins, with the number of questions to answer.
    Begun(Stage, usize),
    /// A question was answered, and its answer saved to the progress file.
    Answered,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Header {
    komadai_study: u32,
    engine: String,
    evaluator: String,
}

/// The line of an answer in the progress file.
#[derive(Serialize, Deserialize)]
struct Row {
    ask: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<(ScoreEntry, String)>>,
    /// The moves of a mate in USI notation, or [`NO_MATE`] or [`OPEN`]; `None` for lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate: Option<String>,
}

const NO_MATE: &str = "none";
const OPEN: &str = "open";

impl Row {
    fn new(ask: String, answer: &Answer) -> Row {
        let (lines, mate) = match answer {
            Answer::Lines(lines) => {
                let line = |line: &Line| (line.score.into(), in_usi(&line.moves));
                (Some(lines.iter().map(line).collect()), None)
            }
            Answer::Proof(Proof::Mate(line)) => (None, Some(in_usi(line))),
            Answer::Proof(Proof::NoMate) => (None, Some(NO_MATE.to_string())),
            Answer::Proof(Proof::Open) => (None, Some(OPEN.to_string())),
        };
        Row { ask, lines, mate }
    }

    fn answer(self) -> Option<(String, Answer)> {
        let answer = match (self.lines, self.mate.as_deref()) {
            (Some(lines), None) => {
                let line = |(score, moves): (ScoreEntry, String)| {
                    Some(Line {
                        score: score.score()?,
                        moves: of_usi(&moves)?,
                    })
                };
                Answer::Lines(lines.into_iter().map(line).collect::<Option<_>>()?)
            }
            (None, Some(NO_MATE)) => Answer::Proof(Proof::NoMate),
            (None, Some(OPEN)) => Answer::Proof(Proof::Open),
            (None, Some(line)) => Answer::Proof(Proof::Mate(of_usi(line)?)),
            _ => return None,
        };
        Some((self.ask, answer))
    }
}

/// Writes moves in USI notation, separated by spaces.
pub fn in_usi(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}

fn of_usi(text: &str) -> Option<Vec<Move>> {
    text.split_whitespace()
        .map(|text| Move::from_usi(text).ok())
        .collect()
}

/// Source of answers: the engines, and the progress file of an earlier run.
pub struct Questions<'a> {
    analyser: &'a Analyser,
    signals: &'a Signals,
    known: HashMap<String, Answer>,
    file: Option<ProgressFile>,
    observer: &'a mut dyn FnMut(StudyEvent),
}

impl<'a> Questions<'a> {
    /// Uses the engines of `analyser` with its evaluator. Its search limits are ignored,
    /// because each question has its own.
    pub fn new(
        analyser: &'a Analyser,
        signals: &'a Signals,
        observer: &'a mut dyn FnMut(StudyEvent),
    ) -> Questions<'a> {
        Questions {
            analyser,
            signals,
            known: HashMap::new(),
            file: None,
            observer,
        }
    }

    /// Reads the answers in a progress file and adds new ones to it. A file made by
    /// another engine or evaluator is started anew. Returns the number of answers read,
    /// and whether the file was started anew.
    ///
    /// # Errors
    /// If the file cannot be read or created, is no progress file, or is in use by another run.
    pub fn resume(&mut self, path: &Path) -> Result<(usize, bool), JournalError> {
        let identity = self.analyser.identity();
        let evaluator = identity.evaluator_identity.as_ref();
        let header = Header {
            komadai_study: FORMAT,
            engine: identity.engine.clone(),
            evaluator: evaluator.unwrap_or(&identity.evaluator).clone(),
        };
        let Opened {
            file,
            entries,
            replaced,
        } = ProgressFile::open::<Header, Row>(path, &header)?;
        self.known = entries.into_iter().filter_map(Row::answer).collect();
        self.file = Some(file);
        Ok((self.known.len(), replaced.is_some()))
    }

    /// The progress file, which is to be removed once the results are safe.
    pub fn into_file(self) -> Option<ProgressFile> {
        self.file
    }

    /// Returns the answers in the order of the questions. Asks the engines only for answers that
    /// are not known yet.
    ///
    /// # Errors
    /// If the progress file cannot be written.
    pub fn ask(&mut self, stage: Stage, asked: &[Ask]) -> Result<Vec<Answer>, JournalError> {
        let keys: Vec<String> = asked.iter().map(Ask::key).collect();
        let mut seen = HashSet::new();
        let is_open = |key: &String| !self.known.contains_key(key) && seen.insert(key.clone());
        let flags: Vec<bool> = keys.iter().map(is_open).collect();
        let open: Vec<usize> = (0..asked.len()).filter(|&i| flags[i]).collect();
        if !open.is_empty() {
            (self.observer)(StudyEvent::Begun(stage, open.len()));
            let tasks: Vec<Ask> = open.iter().map(|&i| asked[i].clone()).collect();
            let mut result = Ok(());
            let (known, file, observer) = (&mut self.known, &mut self.file, &mut self.observer);
            self.analyser
                .each(&tasks, self.signals, &answer, &mut |task, answer| {
                    let key = &keys[open[task]];
                    if let Some(file) = file {
                        result = file.append(&Row::new(key.clone(), &answer));
                    }
                    known.insert(key.clone(), answer);
                    observer(StudyEvent::Answered);
                    match result {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                });
            result?;
        }
        let answer = |(ask, key): (&Ask, &String)| match self.known.get(key) {
            // The file may have been edited, so its moves are checked.
            Some(answer) => as_legal(answer, &ask.place),
            None => Answer::Lines(Vec::new()),
        };
        Ok(asked.iter().zip(&keys).map(answer).collect())
    }
}

/// Cuts the lines of an answer at their first illegal move.
fn as_legal(answer: &Answer, place: &PlaceInGame) -> Answer {
    let pos = place.position();
    let playable = |moves: &[Move]| {
        let mut pos = pos.clone();
        let is_legal = |mv: &&Move| pos.play(**mv).is_ok();
        moves.iter().take_while(is_legal).copied().collect()
    };
    match answer {
        Answer::Lines(lines) => {
            let line = |line: &Line| Line {
                score: line.score,
                moves: playable(&line.moves),
            };
            Answer::Lines(lines.iter().map(line).collect())
        }
        Answer::Proof(Proof::Mate(line)) => Answer::Proof(Proof::Mate(playable(line))),
        other => other.clone(),
    }
}

fn answer(engine: &mut Engine, ask: &Ask) -> Answer {
    let pos = ask.place.position();
    match ask.question {
        Question::Lines { nodes, lines } => Answer::Lines(best_lines(engine, &pos, nodes, lines)),
        Question::Rest { nodes, ref without } => {
            Answer::Lines(best_of_rest(engine, &pos, nodes, without))
        }
        Question::Every { nodes } => Answer::Lines(every_move(engine, &pos, nodes)),
        Question::Mate { nodes } => Answer::Proof(mate(&pos, nodes)),
        Question::Mated { nodes } => Answer::Proof(mated(&pos, nodes)),
        Question::Level { level, run } => Answer::Lines(of_level(engine, &pos, level, run)),
    }
}

fn best_lines(engine: &mut Engine, pos: &Position, nodes: u64, lines: usize) -> Vec<Line> {
    search(engine, pos, &Limits::nodes(nodes), lines)
}

fn best_of_rest(engine: &mut Engine, pos: &Position, nodes: u64, without: &[Move]) -> Vec<Line> {
    let mut rest = legal_moves(pos).to_vec();
    rest.retain(|mv| !without.contains(mv));
    // An empty list of moves would mean all of them.
    if rest.is_empty() {
        return Vec::new();
    }
    let limits = Limits {
        searchmoves: rest,
        ..Limits::nodes(nodes)
    };
    search(engine, pos, &limits, 1)
}

fn search(engine: &mut Engine, pos: &Position, limits: &Limits, lines: usize) -> Vec<Line> {
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let mut options = engine.options().clone();
    // A small table is cleared quickly, which matters for thousands of short searches.
    let mib = (nodes / NODES_PER_MIB).clamp(1, 256).next_power_of_two();
    let wanted = (lines, mib as usize);
    if (options.search.multipv, options.hash_mib) != wanted {
        (options.search.multipv, options.hash_mib) = wanted;
        if let Err(error) = engine.set_options(&options) {
            log::warn!("{error}");
        }
    }
    engine.new_game();
    let (found, _) = PositionAnalysis::search(engine, pos, limits, &Signals::new());
    let line = |line: komadai::search::RankedLine| Line {
        score: line.score,
        moves: line.moves,
    };
    found.lines.into_iter().map(line).collect()
}

fn every_move(engine: &mut Engine, pos: &Position, nodes: u64) -> Vec<Line> {
    let mut child = pos.clone();
    let mut lines = Vec::new();
    for mv in legal_moves(pos) {
        child.do_move(mv);
        let found = best_lines(engine, &child, nodes, 1);
        child.undo_move(mv);
        lines.extend(found.first().map(|line| line.behind(mv)));
    }
    lines.sort_by(|a, b| b.chance().total_cmp(&a.chance()));
    lines
}

fn of_level(engine: &mut Engine, pos: &Position, level: i32, run: usize) -> Vec<Line> {
    let strength = Strength::new(level);
    let share = RUNS.get(run).copied().unwrap_or(1.0);
    let nodes = (strength.nodes() as f64 * share) as u64;
    let mut lines = best_lines(engine, pos, nodes.max(1), strength.lines());
    let mut seen = HashSet::new();
    lines.retain(|line| line.first().is_some_and(|mv| seen.insert(mv)));
    let scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
    let seed = crc32fast::hash(format!("{} {level} {run}", pos.sfen()).as_bytes());
    let mut rng = SplitMix64::new(u64::from(seed));
    match strength.choose(&scores, &mut rng) {
        Some(index) => vec![lines.swap_remove(index)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::engine::EngineOptions;
    use std::sync::Arc;

    fn place(sfen: &str) -> PlaceInGame {
        PlaceInGame {
            start: Arc::new(Position::from_sfen(sfen).unwrap()),
            moves: Arc::new([]),
            ply: 0,
            then: Vec::new(),
            is_passed: false,
        }
    }

    #[test]
    fn answers_come_back_from_the_file_as_they_were() {
        let moves = of_usi("7g7f P*5e 8h2b+").unwrap();
        let line = |score| Line {
            score,
            moves: moves.clone(),
        };
        for answer in [
            Answer::Lines(vec![
                line(Score::Centipawns(-43)),
                line(Score::mate_in(5)),
                line(Score::Repetition { better: false }),
            ]),
            Answer::Lines(Vec::new()),
            Answer::Proof(Proof::Mate(moves.clone())),
            Answer::Proof(Proof::NoMate),
            Answer::Proof(Proof::Open),
        ] {
            let text = serde_json::to_string(&Row::new("x".to_string(), &answer)).unwrap();
            let row: Row = serde_json::from_str(&text).unwrap();
            assert_eq!(row.answer(), Some(("x".to_string(), answer)), "{text}");
        }
        for text in [
            r#"{"ask":"x"}"#,
            r#"{"ask":"x","mate":"7g"}"#,
            r#"{"ask":"x","lines":[[{},"7g7f"]]}"#,
        ] {
            let row: Row = serde_json::from_str(text).unwrap();
            assert_eq!(row.answer(), None, "{text}");
        }
    }

    #[test]
    fn what_a_file_says_is_played_as_far_as_it_is_legal() {
        let start = place(Position::startpos().sfen().as_str());
        let told = Answer::Lines(vec![Line {
            score: Score::ZERO,
            moves: of_usi("7g7f 7g7f 2g2f").unwrap(),
        }]);
        let Answer::Lines(lines) = as_legal(&told, &start) else {
            panic!("no lines");
        };
        assert_eq!(in_usi(&lines[0].moves), "7g7f");
    }

    #[test]
    fn the_best_of_the_rest_begins_with_none_of_the_moves_left_out() {
        let options = EngineOptions {
            threads: 1,
            hash_mib: 1,
            ..EngineOptions::default()
        };
        let mut engine = Engine::new(options).unwrap();
        // Only the gold dropped on 5b mates.
        let pos = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1").unwrap();
        let legal = legal_moves(&pos);
        let mut without: Vec<Move> = Vec::new();
        while without.len() < legal.len() {
            let found = best_of_rest(&mut engine, &pos, 200, &without);
            let mv = found[0].first().unwrap();
            assert!(legal.contains(&mv) && !without.contains(&mv), "{mv}");
            let mates = {
                let mut child = pos.clone();
                child.do_move(mv);
                legal_moves(&child).is_empty()
            };
            assert_eq!(found[0].score.mates(), mates, "{mv}");
            without.push(mv);
        }
        assert_eq!(best_of_rest(&mut engine, &pos, 200, &without), []);
    }

    #[test]
    fn a_pass_gives_the_move_away_unless_in_check() {
        let mate = place("4k4/9/4P4/9/9/9/9/9/4K4 w G 1");
        assert_eq!(
            answer_of(&mate, Question::Mate { nodes: 1000 }),
            Proof::NoMate
        );
        let passed = mate.passed().unwrap();
        let proof = answer_of(&passed, Question::Mate { nodes: 1000 });
        assert_eq!(proof.mate().map(in_usi).as_deref(), Some("G*5b"));
        assert!(place("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").passed().is_none());
    }

    fn answer_of(place: &PlaceInGame, question: Question) -> Proof {
        let pos = place.position();
        match question {
            Question::Mate { nodes } => mate(&pos, nodes),
            Question::Mated { nodes } => mated(&pos, nodes),
            _ => Proof::Open,
        }
    }

    #[test]
    fn mated_whatever_it_does() {
        let ask = |sfen| answer_of(&place(sfen), Question::Mated { nodes: 10_000 });
        // Mate on the board; a king that can take the checking piece; no check at all.
        assert_eq!(
            ask("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"),
            Proof::Mate(Vec::new())
        );
        assert_eq!(ask("4k4/4G4/9/9/9/9/9/9/4K4 w - 1"), Proof::NoMate);
        assert_eq!(ask("4k4/9/4G4/9/9/9/9/9/4K4 w - 1"), Proof::NoMate);
    }
}
