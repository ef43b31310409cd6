//! Searches for mates, offered pieces and strong drops around a mistake, which decide its kind and
//! its reasons.

use super::mistake::{ANSWER, GAP, Mistake, Proofs};
use super::place::{Line, PlaceInGame};
use super::questions::{Ask, Question, Questions, Stage};
use super::scan::ScannedGame;
use super::settings::{LINES, ProblemKind, StudySettings};
use crate::motif::Proof;
use komadai::movegen::legal_moves;
use komadai::types::{Move, Square};
use komadai_journal::JournalError;

/// Searches for the mates around mistakes, which decide their kinds and reasons.
pub(super) fn prove(
    mistakes: &mut [Mistake],
    scanned: &[ScannedGame],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<(), JournalError> {
    let nodes = settings.nodes.mate;
    let places = |one: &Mistake| {
        let best = one.answers.first().and_then(Line::first);
        let best = best.map(|mv| one.place.after(mv));
        let played = one.played.first().map(|mv| one.place.after(mv));
        let passed = |place: &Option<PlaceInGame>| place.as_ref().and_then(PlaceInGame::passed);
        let reply = one.played.moves.get(1);
        let replied = |place: &Option<PlaceInGame>| {
            let (place, &mv) = (place.as_ref()?, reply?);
            place.position().is_legal(mv).then(|| place.after(mv))
        };
        let [reply, best_reply] = [&played, &best].map(|place| passed(&replied(place)));
        [
            one.place.passed(),
            passed(&best),
            passed(&played),
            best,
            reply,
            best_reply,
        ]
    };
    let mut asked = Vec::new();
    let mut asks = |place: PlaceInGame| {
        asked.push(Ask::new(place, Question::Mate { nodes }));
        asked.len() - 1
    };
    let numbers: Vec<[Option<usize>; 6]> = mistakes
        .iter()
        .map(|one| places(one).map(|place| place.map(&mut asks)))
        .collect();
    // For each mistake that allows a mate: the indices in `asked` of the searches for a mate after
    // each of the better moves, which show whether that move stops the mate. Empty for other
    // mistakes.
    let mut stops: Vec<Vec<usize>> = Vec::new();
    for one in mistakes.iter() {
        let moves = one.answers.iter().filter_map(Line::first);
        stops.push(match one.kind {
            ProblemKind::Defend => moves.map(|mv| asks(one.place.after(mv))).collect(),
            _ => Vec::new(),
        });
    }
    let answers = questions.ask(Stage::Prove, &asked)?;
    let proof = |number: Option<usize>| number.map_or(Proof::Open, |i| answers[i].proof());
    for ((one, numbers), stops) in mistakes.iter_mut().zip(numbers).zip(stops) {
        let [
            passed,
            best_passed,
            played_passed,
            after_best,
            reply,
            best_reply,
        ] = numbers.map(proof);
        let positions = &scanned[one.game].positions;
        one.proofs = Proofs {
            own: positions[one.ply].mate.clone(),
            after_played: positions[one.ply + 1].mate.clone(),
            after_best,
            passed,
            best_passed,
            played_passed,
            reply_passed: reply,
            best_reply_passed: match can_reply(one) {
                true => best_reply,
                false => Proof::NoMate,
            },
            ..Proofs::default()
        };
        let is_stopped = stops.iter().any(|&i| answers[i].proof() == Proof::NoMate);
        if one.kind == ProblemKind::Defend && !is_stopped {
            one.kind = match one.punishes {
                true => ProblemKind::Punish,
                false => ProblemKind::Next,
            };
        }
    }
    follow(mistakes, settings, questions)
}

/// Whether the reply to a mistake can be played after the best answer as well.
fn can_reply(one: &Mistake) -> bool {
    let best = one.answers.first().and_then(Line::first);
    let reply = one.played.moves.get(1);
    best.zip(reply)
        .is_some_and(|(best, &reply)| one.place.after(best).position().is_legal(reply))
}

/// Searches for strong drops that the best moves prevent, and for pieces that they offer.
fn follow(
    mistakes: &mut [Mistake],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<(), JournalError> {
    let nodes = settings.nodes.reasons;
    let lines = |place, lines| Ask::new(place, Question::Lines { nodes, lines });
    // A missed mate needs no further reason.
    let is_open = |(i, one): (usize, &Mistake)| {
        let best = one.answers.first().and_then(Line::first)?;
        (one.kind != ProblemKind::Mate).then_some((i, best))
    };
    let bests: Vec<(usize, Move)> = mistakes.iter().enumerate().filter_map(is_open).collect();

    let passed = |&(i, mv): &(usize, Move)| {
        let place = mistakes[i].place.passed()?;
        (!mistakes[i].pos.is_capture(mv)).then(|| (i, mv, lines(place, LINES)))
    };
    let quiet: Vec<(usize, Move, Ask)> = bests.iter().filter_map(passed).collect();
    let asked: Vec<Ask> = quiet.iter().map(|(.., ask)| ask.clone()).collect();
    let answers = questions.ask(Stage::Prove, &asked)?;
    for ((i, mv, _), answer) in quiet.into_iter().zip(answers) {
        let had = 1.0 - mistakes[i].answers[0].chance();
        mistakes[i].proofs.key_drop = key_drop(answer.lines(), mv.to(), had);
    }

    let mut offers = Vec::new();
    for &(i, mv) in &bests {
        let mut after = mistakes[i].pos.clone();
        after.do_move(mv);
        let takes = legal_moves(&after)
            .into_iter()
            .filter(|take| take.to() == mv.to() && after.see_ge(*take, 1));
        let takes: Vec<Move> = takes.collect();
        if !takes.is_empty() {
            offers.push((i, mistakes[i].place.after(mv), takes));
        }
    }
    let asked: Vec<Ask> = offers
        .iter()
        .map(|(_, place, _)| lines(place.clone(), 1))
        .collect();
    let replies = questions.ask(Stage::Prove, &asked)?;
    let mut asked = Vec::new();
    let mut refused = Vec::new();
    for ((i, place, takes), reply) in offers.into_iter().zip(replies) {
        let Some(reply) = reply.best() else { continue };
        if reply.first().is_some_and(|mv| takes.contains(&mv)) {
            continue;
        }
        for &take in &takes {
            asked.push(lines(place.after(take), 1));
            let nodes = settings.nodes.mate;
            asked.push(Ask::new(place.after(take), Question::Mate { nodes }));
        }
        refused.push((i, reply.chance(), takes));
    }
    let mut answers = questions.ask(Stage::Prove, &asked)?.into_iter();
    for (i, chance, takes) in refused {
        let mut best: Option<(f64, Vec<Move>, bool)> = None;
        let mut is_worse = true;
        for take in takes {
            let (Some(line), Some(mate)) = (answers.next(), answers.next()) else {
                return Ok(());
            };
            let Some(line) = line.best() else {
                is_worse = false;
                continue;
            };
            let left = 1.0 - line.chance();
            is_worse &= left <= chance - GAP;
            if best.as_ref().is_none_or(|(most, ..)| left > *most) {
                let proof = mate.proof();
                let moves = proof.mate().unwrap_or(&line.moves);
                best = Some((left, [&[take], moves].concat(), proof.mate().is_some()));
            }
        }
        let first = mistakes[i].answers[0].moves[0];
        mistakes[i].proofs.if_taken = best
            .filter(|_| is_worse)
            .map(|(_, line, mates)| ([&[first], &line[..]].concat(), mates));
    }
    Ok(())
}

/// The best move, if it is a drop on `square` that raises the win probability of the side to move
/// from `had` by at least `GAP`, and only drops on the same square come near it.
fn key_drop(lines: &[Line], square: Square, had: f64) -> Option<Move> {
    let best = lines.first()?;
    let is_there = |line: &Line| {
        line.first()
            .is_some_and(|mv| mv.is_drop() && mv.to() == square)
    };
    let mut near = lines
        .iter()
        .take_while(|line| best.chance() - line.chance() < ANSWER);
    let is_key = best.chance() - had >= GAP && near.all(is_there);
    best.first().filter(|_| is_key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::Score;

    #[test]
    fn a_drop_is_key_if_only_it_gains() {
        let line = |mv: &str, cp| Line {
            score: Score::Centipawns(cp),
            moves: vec![Move::from_usi(mv).unwrap()],
        };
        let key = |lines: &[Line], had| {
            let square = Move::from_usi("P*5e").unwrap().to();
            key_drop(lines, square, had).map(|mv| mv.to_string())
        };
        let lines = [line("N*5e", 300), line("2b3c", 0)];
        assert_eq!(key(&lines, 0.5).as_deref(), Some("N*5e"));
        // The drop gains little; another move gains nearly as much; the best move is no drop.
        assert_eq!(key(&lines, 0.6), None);
        assert_eq!(key(&[line("N*5e", 300), line("2b3c", 250)], 0.5), None);
        assert_eq!(key(&[line("5d5e", 300), line("2b3c", 0)], 0.5), None);
        let two = [line("N*5e", 300), line("S*5e", 290), line("2b3c", 0)];
        assert_eq!(key(&two, 0.5).as_deref(), Some("N*5e"));
    }
}
