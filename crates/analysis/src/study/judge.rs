//! Judgement of confirmed mistakes by much longer searches.

use super::candidate::{Candidate, Confirmed};
use super::lesson::{Lesson, Ranked, Turn, turns};
use super::mistake::{Dropped, GAP, Mistake, STILL_OPEN};
use super::place::Line;
use super::questions::{Answer, Ask, Question, Questions, Stage};
use super::settings::StudySettings;
use komadai::types::Move;
use komadai_journal::JournalError;

/// Loss from which a move is still a mistake in the judging search.
const STILL_MISTAKE: f64 = 0.12;
/// Loss up to which a move is still an answer in the judging search.
const STILL_ANSWER: f64 = 0.07;

/// Adds to `mistakes`, which holds missed mates and declarations, the confirmed candidates that a
/// longer search approves. A candidate is not searched again if enough mistakes of its game lose
/// more: it would not be chosen.
pub(super) fn judge(
    confirmed: Vec<Confirmed<'_>>,
    mistakes: &mut Vec<Mistake>,
    settings: &StudySettings,
    questions: &mut Questions<'_>,
    dropped: &mut Dropped,
) -> Result<(), JournalError> {
    let ranked = |one: &Confirmed<'_>| {
        let Candidate { game, ply, .. } = *one.candidate;
        let most = one.answers.first().map_or(0.0, Line::chance);
        (
            Lesson::new(game, ply, &one.answers),
            most - one.played.chance(),
        )
    };
    let mut open = confirmed;
    open.sort_by(|a, b| ranked(b).1.total_cmp(&ranked(a).1));
    while !open.is_empty() {
        let adopted = mistakes.iter().map(|one| (one.lesson(), one.weight()));
        let adopted: Vec<Ranked> = adopted.collect();
        let turns = turns(
            &open.iter().map(ranked).collect::<Vec<_>>(),
            &adopted,
            settings.judged(),
        );
        let (mut round, mut later) = (Vec::new(), Vec::new());
        for (one, turn) in open.into_iter().zip(turns) {
            match turn {
                Turn::Now => round.push(one),
                Turn::Later => later.push(one),
                Turn::Never => *dropped.entry("not judged").or_default() += 1,
            }
        }
        mistakes.extend(judge_all(round, settings, questions, dropped)?);
        open = later;
    }
    Ok(())
}

/// Searches confirmed mistakes once more, much longer. Keeps the mistakes that are still
/// mistakes, with the answers that are still answers.
fn judge_all(
    confirmed: Vec<Confirmed<'_>>,
    settings: &StudySettings,
    questions: &mut Questions<'_>,
    dropped: &mut Dropped,
) -> Result<Vec<Mistake>, JournalError> {
    let nodes = settings.nodes;
    let best = |one: &Confirmed<'_>| {
        let question = Question::Lines {
            nodes: nodes.judge,
            lines: 1,
        };
        Ask::new(one.candidate.place.clone(), question)
    };
    let asked: Vec<Ask> = confirmed.iter().map(best).collect();
    let bests = questions.ask(Stage::Judge, &asked)?;
    let mut drafts = Vec::new();
    for (confirmed, best) in confirmed.into_iter().zip(bests) {
        let answers = &confirmed.answers;
        let is_answer = |best: &&Line| answers.iter().any(|line| line.first() == best.first());
        match best.best().filter(is_answer).cloned() {
            Some(best) => drafts.push((confirmed, best)),
            None => {
                *dropped
                    .entry("another move on a longer search")
                    .or_default() += 1
            }
        }
    }
    let mut asked = Vec::new();
    for (one, best) in &drafts {
        let answers = one
            .answers
            .iter()
            .filter(|line| line.first() != best.first());
        let moves = [&one.played]
            .into_iter()
            .chain(answers)
            .filter_map(Line::first);
        asked.extend(moves.map(|mv| one.candidate.ask_after(mv, nodes.judge_child)));
    }
    let mut children = questions.ask(Stage::Judge, &asked)?.into_iter();
    let mut judged = Vec::new();
    for (one, best) in drafts {
        let Confirmed {
            candidate,
            answers,
            others,
            played,
        } = one;
        let mut next = |mv: Move| {
            let answer = children.next();
            answer.and_then(|answer: Answer| answer.best().map(|line| line.behind(mv)))
        };
        let played = next(candidate.played).unwrap_or(played);
        let mut kept = vec![best.clone()];
        let mut gone = Vec::new();
        for line in answers.iter().filter(|line| line.first() != best.first()) {
            let longer = line.first().and_then(&mut next);
            match longer {
                Some(line) if best.chance() - line.chance() <= STILL_ANSWER => kept.push(line),
                Some(line) => gone.push(line),
                None => {}
            }
        }
        if best.chance() < STILL_OPEN {
            *dropped.entry("lost anyway").or_default() += 1;
            continue;
        }
        let loss = best.chance() - played.chance();
        let is_repetition = best.score.is_repetition() || played.score.is_repetition();
        if loss < STILL_MISTAKE || is_repetition {
            *dropped.entry("small on a longer search").or_default() += 1;
            continue;
        }
        kept[1..].sort_by(|a, b| b.chance().total_cmp(&a.chance()));
        let confirmed = answers.first().map_or(0.0, Line::chance);
        let change = (best.chance() - confirmed).abs();
        let mistake = Mistake {
            played,
            answers: kept,
            others: [gone, others].concat(),
            loss,
            ..candidate.mistake()
        };
        judged.push((mistake, change));
    }
    clear_cut(judged, settings, questions, dropped)
}

/// Keeps the mistakes whose answers are clearly better than every other move.
///
/// The confirming search spreads its nodes over all its lines and can miss a good move, so the best
/// of the other moves is searched by itself, and longest of all: a good move that is called wrong is
/// worse than a problem that is left out. Each mistake comes with the change of its best score
/// between the confirming and the judging search: the other move must lose at least as much.
fn clear_cut(
    mistakes: Vec<(Mistake, f64)>,
    settings: &StudySettings,
    questions: &mut Questions<'_>,
    dropped: &mut Dropped,
) -> Result<Vec<Mistake>, JournalError> {
    let rest = |(one, _): &(Mistake, f64)| {
        let known = one.answers.iter().chain([&one.played]);
        let question = Question::Rest {
            nodes: settings.nodes.rest,
            without: known.filter_map(Line::first).collect(),
        };
        Ask::new(one.place.clone(), question)
    };
    let asked: Vec<Ask> = mistakes.iter().map(rest).collect();
    let rest = questions.ask(Stage::Judge, &asked)?;
    let mut kept = Vec::new();
    for ((mut one, change), rest) in mistakes.into_iter().zip(rest) {
        if let Some(other) = rest.best().filter(|line| !line.moves.is_empty()) {
            let most = one.answers.first().map_or(0.0, Line::chance);
            if most - other.chance() < GAP.max(change) {
                *dropped
                    .entry("answers close by on a longer search")
                    .or_default() += 1;
                continue;
            }
            one.others.retain(|line| line.first() != other.first());
            one.others.insert(0, other.clone());
        }
        kept.push(one);
    }
    Ok(kept)
}
