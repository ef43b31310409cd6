//! Selection of problems: candidates, confirmed mistakes, and those worth solving.
//!
//! In games of engine levels, a third of the mistakes that the first search shows vanish in a
//! longer search. Each candidate is therefore confirmed, and judged once more with a multiple of
//! these nodes.

use std::collections::HashSet;

use super::candidate::{Candidate, Confirmed};
use super::game::StudyGame;
use super::judge::judge;
use super::mistake::{ANSWER, Dropped, GAP, MISTAKE, Mistake, STILL_OPEN};
use super::place::{Line, board_of};
use super::proofs::prove;
use super::questions::{Answer, Ask, Question, Questions, Stage};
use super::scan::ScannedGame;
use super::settings::{LINES, ProblemKind, StudySettings};
use crate::motif::Proof;
use komadai::movegen::legal_moves;
use komadai::types::{Move, Score};
use komadai_journal::JournalError;

/// Largest number of answers of a problem.
const ANSWERS: usize = 3;

/// The mistakes in the games, and the number of other candidates by the reason for dropping them.
///
/// # Errors
/// If the progress file cannot be written.
pub fn mistakes(
    games: &[StudyGame],
    scanned: &[ScannedGame],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<(Vec<Mistake>, Dropped), JournalError> {
    let mut seen = HashSet::new();
    let mut candidates = Vec::new();
    for (index, (game, scanned)) in games.iter().zip(scanned).enumerate() {
        let found = Candidate::of_game(index, game, scanned);
        let is_new = |one: &Candidate| seen.insert(board_of(&one.pos.sfen()).to_string());
        candidates.extend(found.into_iter().filter(is_new));
    }
    let mut dropped = Dropped::new();
    dropped.insert("candidates", candidates.len());
    let mut found = Vec::new();
    let mut rest = Vec::new();
    let (mating, others): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|one| one.had_mate);
    for (one, mates) in mating
        .iter()
        .zip(mating_moves(&mating, settings, questions)?)
    {
        match mates {
            Mates::Known { moves, .. } if moves.contains(&one.played) => rest.push(one),
            // The move played may mate as well, so it cannot be called a mistake.
            Mates::Known { open, .. } if open.contains(&one.played) => {
                *dropped.entry("open mate").or_default() += 1;
            }
            Mates::Known { moves, open } => found.push((one, moves, open)),
            Mates::Open => *dropped.entry("open mate").or_default() += 1,
        }
    }
    rest.extend(&others);
    rest.sort_by_key(|one| (one.game, one.ply));
    let (declaring, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|one| one.declares);
    let mut mistakes = of_mates(&found, scanned, settings, questions, &mut dropped)?;
    mistakes.extend(declaring.into_iter().map(of_declaration));
    let confirmed = confirm(&rest, settings, questions, &mut dropped)?;
    judge(confirmed, &mut mistakes, settings, questions, &mut dropped)?;
    mistakes.sort_by_key(|one| (one.game, one.ply));
    prove(&mut mistakes, scanned, settings, questions)?;
    Ok((mistakes, dropped))
}

/// The checks in a position that lead to mate, as far as they are proven.
enum Mates {
    /// Checks that are proven to mate, and checks for which neither a mate nor its absence is
    /// proven.
    Known { moves: Vec<Move>, open: Vec<Move> },
    /// No check is proven to mate.
    Open,
}

fn mating_moves(
    candidates: &[Candidate],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<Vec<Mates>, JournalError> {
    let mut asked = Vec::new();
    let mut checks: Vec<Vec<Move>> = Vec::new();
    let nodes = settings.nodes.mate;
    for one in candidates {
        let legal = legal_moves(&one.pos);
        let own: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&mv| one.pos.gives_check(mv))
            .collect();
        asked.extend(
            own.iter()
                .map(|&mv| Ask::new(one.place.after(mv), Question::Mated { nodes })),
        );
        checks.push(own);
    }
    let mut answers = questions.ask(Stage::Prove, &asked)?;
    let open: Vec<usize> = (0..answers.len())
        .filter(|&i| answers[i].proof() == Proof::Open)
        .collect();
    let longer = |&i: &usize| {
        let nodes = settings.nodes.long_mate;
        Ask::new(asked[i].place.clone(), Question::Mated { nodes })
    };
    let again: Vec<Ask> = open.iter().map(longer).collect();
    for (i, answer) in open.into_iter().zip(questions.ask(Stage::Prove, &again)?) {
        answers[i] = answer;
    }
    let mut answers = answers.into_iter();
    let mut found = Vec::new();
    for (one, own) in candidates.iter().zip(checks) {
        let (mut moves, mut open) = (Vec::new(), Vec::new());
        for (mv, answer) in own.into_iter().zip(&mut answers) {
            match answer.proof() {
                Proof::Mate(_) => moves.push(mv),
                Proof::Open => open.push(mv),
                Proof::NoMate => {}
            }
        }
        found.push(match moves.is_empty() {
            true => Mates::Open,
            false => Mates::Known { moves, open },
        });
        log::debug!("{}: mates", one.pos.sfen());
    }
    Ok(found)
}

fn of_mates(
    found: &[(&Candidate, Vec<Move>, Vec<Move>)],
    scanned: &[ScannedGame],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
    dropped: &mut Dropped,
) -> Result<Vec<Mistake>, JournalError> {
    let mut asked = Vec::new();
    for (one, ..) in found {
        asked.push(confirming(one, settings));
        asked.push(one.ask_after(one.played, settings.nodes.confirm));
    }
    let mut answers = questions.ask(Stage::Confirm, &asked)?.into_iter();
    let mut mistakes = Vec::new();
    for (one, moves, open) in found {
        let (Some(lines), Some(child)) = (answers.next(), answers.next()) else {
            break;
        };
        let Some(played) = child.best().map(|line| line.behind(one.played)) else {
            continue;
        };
        let solution = scanned[one.game].positions[one.ply]
            .mate
            .mate()
            .unwrap_or_default();
        let of_move = |&mv: &Move| match solution.first() == Some(&mv) {
            true => Line {
                score: Score::mate_in(solution.len() as u32),
                moves: solution.to_vec(),
            },
            false => Line {
                score: Score::Mate {
                    winning: true,
                    plies: None,
                },
                moves: vec![mv],
            },
        };
        // The move played wins by a longer mate or one with quiet moves: no mistake.
        let is_known = |line: &Line| line.first() == Some(one.played) && line.score.mates();
        if played.score.mates() || lines.lines().iter().any(is_known) {
            *dropped.entry("mates all the same").or_default() += 1;
            continue;
        }
        let mut answers: Vec<Line> = moves.iter().map(of_move).collect();
        answers.sort_by_key(|line| usize::MAX - line.moves.len());
        let also_mates = |line: &&Line| {
            let mv = line.first();
            let may_mate = |mv| open.contains(&mv) && line.chance() >= 1.0 - ANSWER;
            mv.is_some_and(|mv| !moves.contains(&mv) && (line.score.mates() || may_mate(mv)))
        };
        answers.extend(lines.lines().iter().filter(also_mates).cloned());
        mistakes.push(Mistake {
            kind: ProblemKind::Mate,
            loss: (1.0 - played.chance()).max(0.0),
            others: others(lines.lines(), &answers, &played),
            played,
            answers,
            ..one.mistake()
        });
    }
    Ok(mistakes)
}

fn of_declaration(one: &Candidate) -> Mistake {
    Mistake {
        kind: ProblemKind::Declare,
        loss: 1.0,
        ..one.mistake()
    }
}

fn confirming(one: &Candidate, settings: &StudySettings) -> Ask {
    let question = Question::Lines {
        nodes: settings.nodes.confirm,
        lines: LINES,
    };
    Ask::new(one.place.clone(), question)
}

/// The lines that begin neither with an answer nor with the mistake.
fn others(lines: &[Line], answers: &[Line], played: &Line) -> Vec<Line> {
    let is_other = |line: &&Line| {
        line.first() != played.first() && !answers.iter().any(|own| own.first() == line.first())
    };
    lines.iter().filter(is_other).cloned().collect()
}

/// The answers of a confirmed candidate, or the reason for dropping it. Without a line of the move
/// played, only the reasons that do not depend on it are found.
fn answers_of(
    lines: &[Line],
    played: Option<&Line>,
    legal: usize,
) -> Result<Vec<Line>, &'static str> {
    let Some(best) = lines.first() else {
        return Err("no move");
    };
    let is_repetition = |line: &Line| line.score.is_repetition();
    if is_repetition(best) || played.is_some_and(is_repetition) {
        return Err("repetition");
    }
    let most = best.chance();
    if most < STILL_OPEN {
        return Err("lost anyway");
    }
    let loss = |line: &Line| most - line.chance();
    match played.map(loss) {
        Some(loss) if loss <= ANSWER => return Err("no mistake"),
        Some(loss) if loss < MISTAKE => return Err("small"),
        _ => {}
    }
    let answers: Vec<Line> = lines
        .iter()
        .filter(|line| loss(line) <= ANSWER)
        .cloned()
        .collect();
    let is_between = |line: &Line| loss(line) > ANSWER && loss(line) < GAP;
    if answers.len() > ANSWERS {
        return Err("many answers");
    }
    if answers.iter().any(|line| line.score.is_repetition()) {
        return Err("repetition");
    }
    if lines.iter().any(is_between) {
        return Err("answers close by");
    }
    // If all lines are answers, further moves may be answers too, unless there are no
    // further moves.
    match answers.len() == lines.len() && lines.len() < legal {
        true => Err("many answers"),
        false => Ok(answers),
    }
}

fn confirm<'a>(
    candidates: &[&'a Candidate],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
    dropped: &mut Dropped,
) -> Result<Vec<Confirmed<'a>>, JournalError> {
    let asked: Vec<Ask> = candidates
        .iter()
        .map(|one| confirming(one, settings))
        .collect();
    let answers = questions.ask(Stage::Confirm, &asked)?;
    let of_played = |one: &Candidate, answer: &Answer| {
        let mut lines = answer.lines().iter();
        lines.find(|line| line.first() == Some(one.played)).cloned()
    };
    let mut open = Vec::new();
    for (&one, answer) in candidates.iter().zip(answers) {
        let played = of_played(one, &answer);
        match answers_of(answer.lines(), played.as_ref(), legal_moves(&one.pos).len()) {
            Ok(_) => open.push((one, answer)),
            Err(why) => *dropped.entry(why).or_default() += 1,
        }
    }
    // The move played is searched separately, because the lines may not contain it, and because its
    // refutation is shown.
    let asked: Vec<Ask> = open
        .iter()
        .map(|(one, _)| one.ask_after(one.played, settings.nodes.confirm))
        .collect();
    let children = questions.ask(Stage::Confirm, &asked)?;
    let mut confirmed = Vec::new();
    for ((one, answer), child) in open.into_iter().zip(children) {
        let lines = answer.lines();
        let inside = of_played(one, &answer);
        let child = child.best().map(|line| line.behind(one.played));
        // If the lines contain the move played, its score is taken from them, because scores of one
        // search are comparable.
        let played = match (inside, child) {
            (Some(line), Some(child)) => Line {
                score: line.score,
                moves: child.moves,
            },
            (None, Some(child)) => child,
            (_, None) => continue,
        };
        match answers_of(lines, Some(&played), legal_moves(&one.pos).len()) {
            Ok(answers) => {
                let others = others(lines, &answers, &played);
                confirmed.push(Confirmed {
                    candidate: one,
                    answers,
                    others,
                    played,
                });
            }
            Err(why) => *dropped.entry(why).or_default() += 1,
        }
    }
    Ok(confirmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: &str, chance: f64) -> Line {
        Line {
            score: Score::Centipawns((600.0 * (chance / (1.0 - chance)).ln()).round() as i32),
            moves: vec![Move::from_usi(mv).unwrap()],
        }
    }

    fn found(chances: &[f64], played: f64) -> Result<usize, &'static str> {
        let moves = ["1a1b", "2a2b", "3a3b", "4a4b", "5a5b", "6a6b"];
        let lines: Vec<Line> = moves
            .iter()
            .zip(chances)
            .map(|(mv, w)| line(mv, *w))
            .collect();
        answers_of(&lines, Some(&line("9a9b", played)), 50).map(|answers| answers.len())
    }

    #[test]
    fn a_mistake_is_a_problem_only_if_few_moves_are_right_and_all_others_wrong() {
        assert_eq!(found(&[0.60, 0.40], 0.40), Ok(1));
        assert_eq!(found(&[0.60, 0.58, 0.56, 0.45], 0.40), Ok(3));
        assert_eq!(
            found(&[0.60, 0.59, 0.58, 0.57, 0.40], 0.40),
            Err("many answers")
        );
        // If even the last line is an answer, further moves may be answers.
        assert_eq!(found(&[0.60, 0.59], 0.40), Err("many answers"));
        assert_eq!(found(&[0.60, 0.53], 0.40), Err("answers close by"));
        assert_eq!(found(&[0.60, 0.40], 0.46), Err("small"));
        assert_eq!(found(&[0.60, 0.40], 0.58), Err("no mistake"));
        assert_eq!(found(&[0.28, 0.05], 0.05), Err("lost anyway"));
        assert_eq!(found(&[], 0.05), Err("no move"));
        let both = [line("1a1b", 0.6), line("2a2b", 0.59)];
        let all = answers_of(&both, Some(&line("9a9b", 0.1)), 2).map(|answers| answers.len());
        assert_eq!(all, Ok(2));
    }

    #[test]
    fn the_move_played_is_searched_only_if_its_problem_can_be_one() {
        let told = |chances: &[f64]| {
            let moves = ["1a1b", "2a2b", "3a3b", "4a4b"].iter();
            let lines: Vec<Line> = moves.zip(chances).map(|(mv, w)| line(mv, *w)).collect();
            answers_of(&lines, None, 50).err()
        };
        assert_eq!(told(&[0.60, 0.40]), None);
        assert_eq!(told(&[0.60, 0.53]), Some("answers close by"));
        assert_eq!(told(&[0.60, 0.59]), Some("many answers"));
        assert_eq!(told(&[0.28, 0.05]), Some("lost anyway"));
    }

    #[test]
    fn a_repetition_is_never_judged() {
        let repetition = Line {
            score: Score::Repetition { better: true },
            moves: Vec::new(),
        };
        let lines = [line("1a1b", 0.6), line("2a2b", 0.1)];
        assert_eq!(answers_of(&lines, Some(&repetition), 50), Err("repetition"));
        let lines = [repetition, line("2a2b", 0.1)];
        assert_eq!(
            answers_of(&lines, Some(&line("9a9b", 0.1)), 50),
            Err("repetition")
        );
    }
}
