//! Formatting of USI output lines.

use std::fmt::Write as _;

use crate::search::{Best, Info};
use crate::types::{Bound, Move, Score};

/// `cp 43`, `mate 5`, `mate -4`: the score for the side to move.
///
/// Repetitions and decisions by a rule are written as [`Score::centipawns`], since the protocol has
/// no words for them. A side that is already mated gets `mate -1`, since some GUIs read `mate 0` as
/// a win and others as a loss.
pub fn score(score: Score) -> String {
    match score {
        Score::Mate { winning, plies } => {
            let sign = if winning { "" } else { "-" };
            match plies {
                Some(plies) => format!("mate {sign}{}", plies.max(1)),
                None => format!("mate {}", if winning { "+" } else { "-" }),
            }
        }
        Score::Centipawns(_) | Score::Repetition { .. } | Score::Rule { .. } => {
            format!("cp {}", score.centipawns())
        }
    }
}

/// An `info` line of search progress, without a score if the bound is [`Bound::None`].
pub fn info(info: &Info<'_>) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {}",
        info.depth, info.seldepth, info.multipv,
    );
    let bound = match info.bound {
        Bound::Exact => Some(""),
        Bound::Lower => Some(" lowerbound"),
        Bound::Upper => Some(" upperbound"),
        Bound::None => None,
    };
    // Writing to a string cannot fail.
    if let Some(bound) = bound {
        let _ = write!(line, " score {}{bound}", score(info.score));
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} time {}",
        info.nodes,
        info.nps(),
        info.hashfull,
        info.time_ms
    );
    if !info.pv.is_empty() {
        line.push_str(" pv");
        push_moves(&mut line, info.pv);
    }
    line
}

/// `bestmove 7g7f ponder 3c3d`, `bestmove resign`, `bestmove win`.
pub fn bestmove(best: Best, ponder: Option<Move>) -> String {
    match (best, ponder) {
        (Best::Resign, _) => "bestmove resign".to_string(),
        (Best::Win, _) => "bestmove win".to_string(),
        (Best::Move(mv), None) => format!("bestmove {mv}"),
        (Best::Move(mv), Some(reply)) => format!("bestmove {mv} ponder {reply}"),
    }
}

/// `checkmate G*5b ...`: the answer to `go mate` if a mate was found.
pub fn checkmate(moves: &[Move]) -> String {
    let mut line = "checkmate".to_string();
    push_moves(&mut line, moves);
    line
}

/// Appends moves to a line, each with a space before it.
pub fn push_moves(line: &mut String, moves: &[Move]) {
    for mv in moves {
        let _ = write!(line, " {mv}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ')
            .map(|m| Move::from_usi(m).unwrap())
            .collect()
    }

    #[test]
    fn scores_have_a_form_of_the_protocol_and_never_mate_0() {
        for (told, text) in [
            (Score::Centipawns(100), "cp 100"),
            (Score::Centipawns(-50), "cp -50"),
            (Score::mate_in(5), "mate 5"),
            (Score::mate_in(1525), "mate 1525"),
            (Score::mated_in(4), "mate -4"),
            (Score::mated_in(0), "mate -1"),
            (-Score::mated_in(0), "mate 1"),
            (Score::Repetition { better: true }, "cp 3000"),
            (Score::Repetition { better: false }, "cp -3000"),
            (Score::Rule { winning: true }, "cp 31000"),
            (Score::Rule { winning: false }, "cp -31000"),
        ] {
            assert_eq!(score(told), text);
        }
        for (winning, text) in [(true, "mate +"), (false, "mate -")] {
            let plies = None;
            assert_eq!(score(Score::Mate { winning, plies }), text);
        }
    }

    #[test]
    fn info_lines_carry_every_field_before_the_line() {
        let pv = moves("2g2f 8c8d");
        let mut report = Info {
            depth: 12,
            seldepth: 18,
            multipv: 1,
            score: Score::Centipawns(43),
            bound: Bound::Exact,
            nodes: 123_456,
            time_ms: 102,
            hashfull: 3,
            pv: &pv,
        };
        assert_eq!(
            info(&report),
            "info depth 12 seldepth 18 multipv 1 score cp 43 nodes 123456 nps 1210352 hashfull 3 \
             time 102 pv 2g2f 8c8d"
        );
        report.bound = Bound::Lower;
        report.time_ms = 0;
        report.nodes = 7;
        report.pv = &[];
        assert_eq!(
            info(&report),
            "info depth 12 seldepth 18 multipv 1 score cp 43 lowerbound nodes 7 nps 7000 \
             hashfull 3 time 0"
        );
        report.bound = Bound::None;
        assert_eq!(
            info(&report),
            "info depth 12 seldepth 18 multipv 1 nodes 7 nps 7000 hashfull 3 time 0"
        );
    }

    #[test]
    fn answers() {
        let line = moves("7g7f 3c3d");
        assert_eq!(
            bestmove(Best::Move(line[0]), Some(line[1])),
            "bestmove 7g7f ponder 3c3d"
        );
        assert_eq!(bestmove(Best::Move(line[0]), None), "bestmove 7g7f");
        assert_eq!(bestmove(Best::Resign, None), "bestmove resign");
        assert_eq!(bestmove(Best::Win, Some(line[1])), "bestmove win");
        assert_eq!(checkmate(&line), "checkmate 7g7f 3c3d");
    }
}
