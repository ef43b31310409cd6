//! One game of the engine against itself.

use std::sync::Mutex;

use super::Settings;
use super::opening::{random_move, random_opening};
use crate::movegen::legal_moves;
use crate::pack::{EndReason, Game, GamePly, GameResult, GameStart};
use crate::position::{EnteringKingRule, Position, Sennichite};
use crate::search::{Best, Info, Limits, Outcome, Reporter, SearchOptions, Searcher, Signals};
use crate::types::{Move, Score, SplitMix64};

/// Scores must stay beyond the winning margin for this many plies.
const SETTLED_PLIES: u32 = 4;

/// Keeps the last line of each rank.
#[derive(Default)]
struct Lines(Mutex<Vec<(Move, Score)>>);

impl Reporter for Lines {
    fn info(&self, info: &Info<'_>) {
        let (Some(&mv), Ok(mut lines)) = (info.pv.first(), self.0.lock()) else {
            return;
        };
        let at = info.multipv - 1;
        if at < lines.len() {
            lines[at] = (mv, info.score);
        } else if at == lines.len() {
            lines.push((mv, info.score));
        }
    }
}

/// Plays games with one searcher.
pub struct Player {
    searcher: Searcher,
    settings: Settings,
    options: SearchOptions,
}

impl Player {
    /// A player with these settings.
    pub fn new(searcher: Searcher, settings: Settings) -> Player {
        let mut options = SearchOptions {
            entering_king_rule: EnteringKingRule::Csa27,
            ..SearchOptions::default()
        };
        options.time.max_moves_to_draw = settings.max_plies;
        Player {
            searcher,
            settings,
            options,
        }
    }

    fn search(
        &mut self,
        pos: &Position,
        nodes: u64,
        multipv: usize,
    ) -> (Outcome, Vec<(Move, Score)>) {
        let lines = Lines::default();
        self.options.multipv = multipv;
        let limits = Limits::nodes(nodes);
        let outcome = self
            .searcher
            .search(pos, &limits, &self.options, &Signals::new(), &lines);
        (outcome, lines.0.into_inner().unwrap_or_default())
    }

    /// An opening that a longer search finds fairly even.
    fn opening(&mut self, rng: &mut SplitMix64) -> (Position, Vec<Move>) {
        loop {
            let (least, most) = self.settings.opening;
            let plies = least + rng.below((most - least.min(most) + 1) as usize) as u32;
            let Some((pos, moves)) = random_opening(plies, rng) else {
                continue;
            };
            let (outcome, _) = self.search(&pos, 10 * self.settings.nodes, 1);
            let even = outcome.score.centipawns().abs() <= self.settings.opening_limit;
            if even && matches!(outcome.best, Best::Move(_)) {
                return (pos, moves);
            }
        }
    }

    /// Plays one game; what was learnt before it is forgotten first.
    pub fn play(&mut self, rng: &mut SplitMix64) -> Game {
        self.searcher.new_game();
        let (mut pos, opening) = self.opening(rng);
        let mut plies: Vec<GamePly> = opening
            .iter()
            .map(|&mv| GamePly { mv, score: None })
            .collect();
        let first = opening.len() as u32;
        let strewn: Vec<u32> = (0..rng.below(self.settings.strewn as usize + 1))
            .map(|_| first + 1 + rng.below(30) as u32)
            .collect();
        let mut settled = 0;
        let mut last_winner = None;
        let (result, end) = loop {
            if let Some(ended) = ended_by_rule(&pos, self.settings.max_plies) {
                break ended;
            }
            let us = pos.side_to_move();
            let ply = plies.len() as u32;
            let varied = ply < first + self.settings.multipv_plies && self.settings.multipv > 1;
            let multipv = if varied { self.settings.multipv } else { 1 };
            let (outcome, lines) = self.search(&pos, self.settings.nodes, multipv);
            let best = match outcome.best {
                Best::Win => break (GameResult::win(us), EndReason::Declaration),
                Best::Resign => break (GameResult::win(!us), EndReason::Checkmate),
                Best::Move(mv) => mv,
            };
            let score = outcome.score;
            let winner = if score.centipawns() >= self.settings.win_at {
                Some(us)
            } else if score.centipawns() <= -self.settings.win_at {
                Some(!us)
            } else {
                None
            };
            settled = match winner {
                Some(_) if winner == last_winner => settled + 1,
                Some(_) => 1,
                None => 0,
            };
            last_winner = winner;
            let mv = if strewn.contains(&ply) && !score.is_mate() {
                random_move(&pos, rng).unwrap_or(best)
            } else if varied {
                choose(&lines, best, self.settings.multipv_margin, rng)
            } else {
                best
            };
            plies.push(GamePly {
                mv,
                score: Some(score.stored()),
            });
            if let Some(winner) = winner
                && (score.is_mate() || settled >= SETTLED_PLIES)
            {
                let end = if score.is_mate() {
                    EndReason::ProvenMate
                } else {
                    EndReason::Score
                };
                break (GameResult::win(winner), end);
            }
            pos.do_move(mv);
        };
        Game {
            start: GameStart::Startpos,
            start_ply: 1,
            opening_plies: u8::try_from(first).unwrap_or(u8::MAX),
            result,
            end,
            plies,
        }
    }
}

/// One of the lines nearly as good as the best, each as likely.
fn choose(lines: &[(Move, Score)], best: Move, margin: i32, rng: &mut SplitMix64) -> Move {
    let Some(&(_, top)) = lines.first() else {
        return best;
    };
    if top.is_mate() {
        return best;
    }
    let good: Vec<Move> = lines
        .iter()
        .filter(|(_, score)| top.centipawns() - score.centipawns() <= margin)
        .map(|&(mv, _)| mv)
        .collect();
    match good.len() {
        0 => best,
        n => good[rng.below(n)],
    }
}

/// Whether the rules end the game before another move.
fn ended_by_rule(pos: &Position, max_plies: u32) -> Option<(GameResult, EndReason)> {
    let us = pos.side_to_move();
    match pos.sennichite() {
        Some(Sennichite::Draw) => return Some((GameResult::Draw, EndReason::Repetition)),
        Some(Sennichite::SideToMoveWins) => {
            return Some((GameResult::win(us), EndReason::PerpetualCheck));
        }
        Some(Sennichite::SideToMoveLoses) => {
            return Some((GameResult::win(!us), EndReason::PerpetualCheck));
        }
        None => {}
    }
    if legal_moves(pos).is_empty() {
        return Some((GameResult::win(!us), EndReason::Checkmate));
    }
    (pos.ply() > max_plies).then_some((GameResult::Draw, EndReason::MaxPlies))
}
