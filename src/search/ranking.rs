//! Root moves: their results, the order of the best lines, and the vote of the
//! threads on the move to play.

use std::cmp::Reverse;

use crate::types::{Bound, Depth, Move, Value};

/// A move at the root and its results.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line of the last search that gave a score, starting with the move.
    pub pv: Vec<Move>,
    /// The last score; minus infinity where the last search found only [`RootMove::at_most`].
    pub score: Value,
    /// The iteration that found `score`.
    pub score_depth: Depth,
    /// The last upper bound of the score.
    pub at_most: Value,
    /// The score in the previous iteration.
    pub previous_score: Value,
    /// The last exact result; `None` before the first.
    pub exact: Option<Exact>,
    /// A running mean of the scores; [`Value::NONE`] before the first.
    pub average_score: Value,
    /// A running mean of the scores' squares, with the sign of the score; `None` before the first.
    pub mean_squared: Option<i64>,
    /// Nodes searched below the move.
    pub effort: u64,
    /// The longest line below the move, in plies.
    pub seldepth: Depth,
    /// `score` is a lower bound: it is above the window.
    pub lower_bound: bool,
    /// `score` is an upper bound: it is below the window.
    pub upper_bound: bool,
}

impl RootMove {
    /// A move without results.
    pub fn new(mv: Move) -> RootMove {
        RootMove {
            pv: vec![mv],
            score: -Value::INFINITE,
            score_depth: 0,
            at_most: Value::INFINITE,
            previous_score: -Value::INFINITE,
            exact: None,
            average_score: Value::NONE,
            mean_squared: None,
            effort: 0,
            seldepth: 0,
            lower_bound: false,
            upper_bound: false,
        }
    }

    /// The move itself.
    #[inline]
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// Whether the score is exact or a bound.
    pub fn bound(&self) -> Bound {
        if self.lower_bound {
            Bound::Lower
        } else if self.upper_bound {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// The line to report with a bound.
    ///
    /// A search outside the window knows hardly more than the first moves of a line. Where the
    /// last exact result begins with them, its line is the longer account of the same play.
    fn line_of_bound(&self) -> &[Move] {
        match &self.exact {
            Some(exact) if exact.pv.starts_with(&self.pv) => &exact.pv,
            _ => &self.pv,
        }
    }
}

/// A result with a score inside the window.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The score for the side to move at the root.
    pub score: Value,
    /// The iteration that found the score.
    pub depth: Depth,
    /// The longest line below the move, in plies.
    pub seldepth: Depth,
    /// The line, starting with the move.
    pub pv: Vec<Move>,
}

/// The latest result of a root move that can be reported.
pub(super) struct Line<'a> {
    /// The depth of the search, in plies.
    pub depth: Depth,
    /// The longest line below the move, in plies.
    pub seldepth: Depth,
    pub value: Value,
    /// Whether `value` is exact or only a bound.
    pub bound: Bound,
    /// The line, starting with the move.
    pub pv: &'a [Move],
}

impl<'a> Line<'a> {
    /// The result in this iteration, which may have been cut short, or in the one before.
    /// `None` if neither has a score of the move.
    pub fn new(root_move: &'a RootMove, iteration: Depth) -> Option<Line<'a>> {
        let &RootMove {
            score,
            score_depth,
            seldepth,
            at_most,
            ..
        } = root_move;
        let (depth, seldepth, value, bound, pv) = if score != -Value::INFINITE {
            let bound = root_move.bound();
            let pv = match bound {
                Bound::Exact => &root_move.pv[..],
                _ => root_move.line_of_bound(),
            };
            (score_depth, seldepth, score, bound, pv)
        } else {
            let exact = root_move.exact.as_ref();
            let exact = exact.filter(|exact| exact.depth + 1 >= iteration)?;
            if at_most < exact.score {
                // The new upper bound is below the last exact score.
                let pv = root_move.line_of_bound();
                (iteration, seldepth, at_most, Bound::Upper, pv)
            } else {
                (
                    exact.depth,
                    exact.seldepth,
                    exact.score,
                    Bound::Exact,
                    &exact.pv[..],
                )
            }
        };
        Some(Line {
            depth,
            seldepth,
            value,
            bound,
            pv,
        })
    }
}

/// The best `multipv` lines, the line to be played first, with values that do not rise.
/// The root moves must be sorted.
///
/// If the iteration was cut short, some lines come from it and some from the previous
/// iteration. The lines after the first are sorted by value; lines with a value above
/// that of the first are left out.
pub(super) fn ranking(
    root_moves: &[RootMove],
    multipv: usize,
    iteration: Depth,
) -> impl Iterator<Item = Line<'_>> {
    let best = root_moves.iter().take(multipv);
    let mut lines: Vec<Line<'_>> = best
        .filter_map(|root_move| Line::new(root_move, iteration))
        .collect();
    if let Some((first, others)) = lines.split_first_mut() {
        others.sort_by_key(|line| Reverse(line.value));
        // A raised upper bound is still an upper bound.
        if let Some(second) = others.first()
            && first.bound == Bound::Upper
        {
            first.value = first.value.max(second.value);
        }
    }
    let limit = lines.first().map_or(Value::ZERO, |first| first.value);
    lines.into_iter().filter(move |line| line.value <= limit)
}

/// Result of one thread's search.
pub(super) struct Finished {
    /// The thread's index, 0 for the main thread.
    pub(super) id: usize,
    /// The thread's best root move.
    pub(super) best: RootMove,
    /// The last finished iteration.
    pub(super) depth: Depth,
    /// The last iteration begun.
    pub(super) begun: Depth,
}

/// Returns the index of the thread whose move is played. The moves collect votes by score
/// and depth; a higher winning score beats all votes (Stockfish).
pub(super) fn vote(finished: &[Finished], multipv: usize) -> usize {
    let usable = |f: &Finished| f.depth > 0 && f.best.score != -Value::INFINITE;
    // With several lines, the reported lines are those of the main thread, so its move is played.
    if finished.len() == 1 || multipv > 1 && usable(&finished[0]) {
        return 0;
    }
    let Some(lowest) = finished
        .iter()
        .filter(|f| usable(f))
        .map(|f| f.best.score)
        .min()
    else {
        return 0;
    };
    let weight = |f: &Finished| i64::from(f.best.score - lowest + 14) * i64::from(f.depth);
    let votes = |mv: Move| -> i64 {
        finished
            .iter()
            .filter(|f| usable(f) && f.best.mv() == mv)
            .map(weight)
            .sum()
    };
    let mut chosen = 0;
    for (i, candidate) in finished.iter().enumerate().skip(1) {
        if !usable(candidate) {
            continue;
        }
        let current = &finished[chosen];
        let better = if !usable(current) {
            true
        } else if current.best.score.is_decisive() {
            candidate.best.score > current.best.score
        } else if candidate.best.score.is_win() {
            true
        } else {
            let (a, b) = (votes(candidate.best.mv()), votes(current.best.mv()));
            !candidate.best.score.is_loss()
                && (a > b
                    || a == b
                        && weight(candidate) * i64::from(candidate.best.pv.len() > 2)
                            > weight(current) * i64::from(current.best.pv.len() > 2))
        };
        if better {
            chosen = i;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use crate::eval::Evaluator;
    use crate::position::Position;
    use crate::search::{
        Best, Info, Limits, Reporter, SearchOptions, SearchResult, Searcher, Signals,
    };
    use crate::types::{Bound, Depth, Move, Score, Value};

    use super::{Exact, Line, RootMove};

    /// A reported line.
    #[derive(Clone, Debug, PartialEq)]
    struct Reported {
        depth: Depth,
        score: Score,
        bound: Bound,
        line: Vec<Move>,
    }

    /// Keeps every report, with the lines of one report together.
    #[derive(Default)]
    struct Reports(Mutex<Vec<Vec<Reported>>>);

    impl Reporter for Reports {
        fn info(&self, info: &Info<'_>) {
            let mut reports = self.0.lock().unwrap();
            if info.multipv == 1 {
                reports.push(Vec::new());
            }
            let report = reports.last_mut().unwrap();
            report.push(Reported {
                depth: info.depth,
                score: info.score,
                bound: info.bound,
                line: info.pv.to_vec(),
            });
            assert_eq!(report.len(), info.multipv, "{report:?}");
        }
    }

    const POSITIONS: [&str; 5] = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        "lr5nl/3g1kg2/2n1ppsp1/p1pps3p/1p5P1/P1P1SP2P/1P1PP1P2/2GBG2R1/LNSK3NL w Bp 44",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        // A mate is near.
        "3ps+L+P2/L3k1r1P/p1n5p/1gP2+B1p1/S8/P2gPppP1/1PN1S3N/B4KG2/2SR4L w G5Pnl 158",
    ];

    /// Positions whose score jumps during the search, because a mate is found.
    const RISING: [&str; 3] = [
        "l4+Psnl/1R5G1/3p1p3/3s2p1p/pp5k1/1n1PpP2P/N1g1P1P2/2p3S2/LK1S1+b1NL b RB2g4p 89",
        "l6nl/2+S1gk2g/1+P1p1p1P1/p1p1p1p1p/9/2Pb1P3/2S1+n1P1P/2G1SGSR1/LN2K3L w BPrn4p 68",
        "lr3k1nl/4g1g2/p2p1+P1p1/2p1p1p1p/B8/P1snP1P1P/1+p1+b1SN2/1S1G3R1/L2K1g2L w SN2P3p 68",
    ];

    fn search(
        searcher: &mut Searcher,
        sfen: &str,
        limits: &Limits,
        multipv: usize,
    ) -> (Vec<Vec<Reported>>, SearchResult) {
        let pos = Position::from_sfen(sfen).unwrap();
        let options = SearchOptions {
            multipv,
            pv_interval: 0,
            ..SearchOptions::default()
        };
        let reports = Reports::default();
        searcher.new_game();
        let outcome = searcher.search(&pos, limits, &options, &Signals::new(), &reports);
        (reports.0.into_inner().unwrap(), outcome)
    }

    #[test]
    fn lines_come_in_order_wherever_a_search_is_cut_short() {
        let mut searcher = Searcher::new(1, 4, Evaluator::material()).unwrap();
        let (mut mixed, mut bounds, mut whole) = (0, 0, 0);
        for sfen in POSITIONS {
            let mut nodes = 30.0;
            while nodes < 15_000.0 {
                let limits = Limits::nodes(nodes as u64);
                let (reports, outcome) = search(&mut searcher, sfen, &limits, 4);
                for lines in &reports {
                    let place = format!("{sfen} {nodes} {lines:?}");
                    assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{place}");
                    let mut firsts: Vec<u16> = lines.iter().map(|l| l.line[0].bits()).collect();
                    firsts.sort_unstable();
                    firsts.dedup();
                    assert_eq!(firsts.len(), lines.len(), "{place}");
                    mixed += usize::from(lines.iter().any(|line| line.depth != lines[0].depth));
                    bounds += lines
                        .iter()
                        .filter(|line| line.bound != Bound::Exact)
                        .count();
                    whole += usize::from(lines.len() == 4);
                }
                let place = format!("{sfen} {nodes} {outcome:?}");
                let last = &reports.last().unwrap()[0];
                assert_eq!(outcome.best, Best::Move(last.line[0]), "{place}");
                assert_eq!(outcome.bound, last.bound, "{place}");
                let same = outcome.score == last.score;
                // An upper bound may have been raised to the value of the next line.
                assert!(
                    same || last.bound == Bound::Upper && last.score > outcome.score,
                    "{place}"
                );
                nodes *= 1.17;
            }
        }
        // Each case must have occurred.
        assert!(
            mixed > 20 && bounds > 20 && whole > 500,
            "{mixed} {bounds} {whole}"
        );
    }

    fn moves(text: &str) -> Vec<Move> {
        let moves = text.split(' ').map(|word| Move::from_usi(word).unwrap());
        moves.collect()
    }

    /// A root move after an exact result of iteration 5.
    fn searched_move(line: &[Move]) -> RootMove {
        RootMove {
            pv: line.to_vec(),
            score: Value(100),
            score_depth: 5,
            exact: Some(Exact {
                score: Value(100),
                depth: 5,
                seldepth: 9,
                pv: line.to_vec(),
            }),
            ..RootMove::new(line[0])
        }
    }

    #[test]
    fn a_bound_is_reported_with_the_exact_line_that_it_begins() {
        let exact = moves("7g7f 3c3d 2g2f 8c8d");
        let line = |root_move: &RootMove, iteration| {
            let line = Line::new(root_move, iteration).unwrap();
            (line.depth, line.value.0, line.bound, line.pv.to_vec())
        };

        // Above the window, with the first move alone; also in a later iteration.
        let above = RootMove {
            pv: moves("7g7f"),
            score: Value(140),
            score_depth: 6,
            lower_bound: true,
            ..searched_move(&exact)
        };
        let lower = (6, 140, Bound::Lower, exact.clone());
        assert_eq!(line(&above, 6), lower);
        assert_eq!(line(&above, 8), lower);

        // Below the window, with another reply.
        let refuted = moves("7g7f 8c8d");
        let below = RootMove {
            pv: refuted.clone(),
            score: Value(60),
            score_depth: 6,
            upper_bound: true,
            ..searched_move(&exact)
        };
        assert_eq!(line(&below, 6), (6, 60, Bound::Upper, refuted.clone()));

        // Overtaken after a search below the window: a bound below the exact score, or none.
        let overtaken = |at_most| RootMove {
            score: -Value::INFINITE,
            at_most: Value(at_most),
            ..below.clone()
        };
        assert_eq!(line(&overtaken(70), 6), (6, 70, Bound::Upper, refuted));
        assert_eq!(line(&overtaken(130), 6), (5, 100, Bound::Exact, exact));
        // An exact score of iteration 5 says nothing in iteration 7.
        assert!(Line::new(&overtaken(130), 7).is_none());
    }

    /// The last report keeps the moves of each line that stands from the report before.
    #[test]
    fn lines_that_stand_keep_their_moves_when_a_search_is_cut_short() {
        let mut searcher = Searcher::new(1, 4, Evaluator::material()).unwrap();
        let (mut standing, mut behind_deeper) = (0, 0);
        for sfen in POSITIONS.into_iter().chain(RISING) {
            let mut nodes = 200.0;
            while nodes < 12_000.0 {
                let limits = Limits::nodes(nodes as u64);
                let (reports, outcome) = search(&mut searcher, sfen, &limits, 4);
                nodes *= 1.02;
                let [.., before, end] = &reports[..] else {
                    continue;
                };
                assert_eq!(outcome.pv, end[0].line, "{sfen} {nodes}");
                for line in end.iter().filter(|line| line.bound == Bound::Exact) {
                    let result = |line: &Reported| (line.line[0], line.depth, line.score);
                    let old = before.iter().find(|old| result(old) == result(line));
                    if let Some(old) = old {
                        assert_eq!(line.line, old.line, "{sfen} {nodes}");
                        standing += 1;
                        behind_deeper += usize::from(line.depth < end[0].depth);
                    }
                }
            }
        }
        assert!(
            standing > 300 && behind_deeper > 100,
            "{standing} {behind_deeper}"
        );
    }

    /// A search that is cut short while it widens an aspiration window has only a bound;
    /// a finished iteration has an exact score.
    #[test]
    fn the_answer_says_whether_its_score_is_a_bound() {
        let mut searcher = Searcher::new(1, 4, Evaluator::material()).unwrap();
        let mut seen = [0; 4];
        for sfen in POSITIONS.into_iter().chain(RISING) {
            for step in 4..80 {
                let limits = Limits::nodes(step * step * 5);
                let (reports, outcome) = search(&mut searcher, sfen, &limits, 1);
                let last = &reports.last().unwrap()[0];
                assert_eq!((last.score, last.bound), (outcome.score, outcome.bound));
                assert!((outcome.depth..=outcome.depth + 1).contains(&last.depth));
                seen[outcome.bound as usize] += 1;
            }
            // A whole iteration ends within its window.
            let (_, outcome) = search(&mut searcher, sfen, &Limits::depth(6), 1);
            assert_eq!(outcome.bound, Bound::Exact);
        }
        let [none, upper, lower, exact] = seen;
        assert!(
            none == 0 && upper > 9 && lower > 9 && exact > 100,
            "{seen:?}"
        );
    }

    #[test]
    fn a_search_without_a_value_answers_the_evaluation() {
        let mut searcher = Searcher::new(1, 1, Evaluator::material()).unwrap();
        // Black is a rook up.
        let sfen = "4k4/9/9/9/9/9/4P4/4R4/4K4 b - 1";
        let pos = Position::from_sfen(sfen).unwrap();
        let (reports, outcome) = search(&mut searcher, sfen, &Limits::nodes(1), 1);
        assert!(reports.is_empty());
        let mut evaluator = Evaluator::material();
        evaluator.reset(&pos);
        let expected = evaluator.score_scale(&pos).show(evaluator.evaluate(&pos));
        assert!(expected > Score::Centipawns(500));
        assert_eq!((outcome.score, outcome.bound), (expected, Bound::Exact));
        assert_eq!(outcome.depth, 0);
    }
}
