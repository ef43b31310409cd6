//! One game of the engine against itself.

use super::GenerateError;
use super::labeller::{Labeller, label};
use super::opening::{random_move, random_opening};
use super::progress::GenerateProgress;
use super::settings::{STREWN_PLIES, SelfPlaySettings};
use crate::pack::{Game, GamePly, GameStart};
use komadai::movegen::{EndReason, Outcome};
use komadai::position::Position;
use komadai::search::{Best, Searcher};
use komadai::types::{Move, Score, SplitMix64};

/// A game is adjudicated when the score stays beyond the winning margin for this many plies.
const SETTLED_PLIES: u32 = 4;

/// Factor on the nodes of a search with several lines, because the lines share the nodes.
const VARIED_TIMES: u64 = 2;

/// Factor on the nodes of the search that judges whether an opening is even.
const OPENING_TIMES: u64 = 4;

/// Random openings tried for one game. Even if one in a thousand is even enough, 10,000 miss it once
/// in 20,000 games.
const OPENING_TRIES: u32 = 10_000;

/// A searcher with the settings by which it plays games against itself.
pub(super) struct Player {
    labeller: Labeller,
    settings: SelfPlaySettings,
}

impl Player {
    /// A player with these settings.
    pub(super) fn new(searcher: Searcher, settings: SelfPlaySettings) -> Player {
        Player {
            labeller: Labeller::new(searcher, settings.max_plies),
            settings,
        }
    }

    /// A random opening that a longer search finds even within `opening_limit`.
    fn opening(&mut self, rng: &mut SplitMix64) -> Result<(Position, Vec<Move>), GenerateError> {
        let (least, most) = self.settings.opening;
        let limit = self.settings.opening_limit;
        for _ in 0..OPENING_TRIES {
            let plies = least + rng.below((most - least + 1) as usize) as u32;
            let Some((pos, moves)) = random_opening(plies, rng) else {
                continue;
            };
            let nodes = OPENING_TIMES * self.settings.nodes;
            let (outcome, _) = self.labeller.search(&pos, nodes, 1);
            let even = outcome.score.centipawns().abs() <= limit;
            if even && matches!(outcome.best, Best::Move(_)) {
                return Ok((pos, moves));
            }
        }
        Err(GenerateError::NoOpening {
            tries: OPENING_TRIES,
            least,
            most,
            limit,
        })
    }

    /// Plays one game, with an empty transposition table and empty histories at its start.
    ///
    /// # Errors
    /// If no opening is even within `opening_limit`.
    pub(super) fn play(
        &mut self,
        rng: &mut SplitMix64,
        progress: &GenerateProgress,
    ) -> Result<Game, GenerateError> {
        self.labeller.new_game();
        let (mut pos, opening) = self.opening(rng)?;
        let mut plies: Vec<GamePly> = opening
            .iter()
            .map(|&mv| GamePly {
                mv,
                score: None,
                deviates: false,
            })
            .collect();
        let first = opening.len() as u32;
        let strewn: Vec<u32> = (0..rng.below(self.settings.strewn as usize + 1))
            .map(|_| first + 1 + rng.below(STREWN_PLIES as usize) as u32)
            .collect();
        let mut settled = 0;
        let mut last_winner = None;
        let outcome = loop {
            if let Some(outcome) = Outcome::of(&pos, self.settings.max_plies) {
                break outcome;
            }
            let us = pos.side_to_move();
            let ply = plies.len() as u32;
            let varied = ply < first + self.settings.multipv_plies && self.settings.multipv > 1;
            let multipv = if varied { self.settings.multipv } else { 1 };
            let times = if varied { VARIED_TIMES } else { 1 };
            let nodes = times * self.settings.nodes;
            let (found, lines) = self.labeller.search(&pos, nodes, multipv);
            let best = match found.best {
                Best::Win => break Outcome::win(us, EndReason::Declaration),
                Best::Resign => break Outcome::win(!us, EndReason::Mate),
                Best::Move(mv) => mv,
            };
            let top = found.score;
            let winner = if top.centipawns() >= self.settings.win_at {
                Some(us)
            } else if top.centipawns() <= -self.settings.win_at {
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
            let score = label(&found, progress);
            let ply = if strewn.contains(&ply) && !top.is_mate() {
                // The search did not choose this random move. It gets no score and is marked as a
                // deviation, so that its loss does not enter the labels of earlier positions.
                let mv = random_move(&pos, rng).unwrap_or(best);
                GamePly {
                    mv,
                    score: None,
                    deviates: true,
                }
            } else {
                let mv = if varied && is_quiet(&pos, best) {
                    choose(&pos, &lines, best, self.settings.multipv_margin, rng)
                } else {
                    best
                };
                GamePly {
                    mv,
                    score,
                    deviates: mv != best,
                }
            };
            plies.push(ply);
            if let Some(winner) = winner
                && (top.is_mate() || settled >= SETTLED_PLIES)
            {
                let reason = if top.is_mate() {
                    EndReason::ProvenMate
                } else {
                    EndReason::AdjudicatedLoss
                };
                break Outcome::win(winner, reason);
            }
            pos.do_move(ply.mv);
        };
        Ok(Game {
            start: GameStart::Startpos,
            start_ply: 1,
            opening_plies: u8::try_from(first).unwrap_or(u8::MAX),
            result: outcome.into(),
            end: outcome.reason,
            plies,
        })
    }
}

/// Whether a move neither captures nor promotes. The trainer takes a position for quiet if the move
/// played in it is quiet, so only another quiet move may replace a quiet best move.
fn is_quiet(pos: &Position, mv: Move) -> bool {
    !pos.is_capture(mv) && !mv.is_promotion()
}

/// A random quiet move among those at most `margin` centipawns worse than the best.
fn choose(
    pos: &Position,
    lines: &[(Move, Score)],
    best: Move,
    margin: i32,
    rng: &mut SplitMix64,
) -> Move {
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
        .filter(|&mv| is_quiet(pos, mv))
        .collect();
    match good.len() {
        0 => best,
        n => good[rng.below(n)],
    }
}
