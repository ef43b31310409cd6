//! Losses beside those of levels: what a player of a level loses in the same positions.
//!
//! The mean loss of a move does not order players, since easy positions forgive everything; the
//! loss that a level expects in the same positions does.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::game::StudyGame;
use super::ladder::{STEPS, level_of, rising, step_of};
use super::place::Line;
use super::questions::{Ask, Question, Questions, RUNS, Stage};
use super::scan::ScannedGame;
use super::settings::StudySettings;
use komadai::types::{Move, SplitMix64};
use komadai_journal::JournalError;

/// The chances between which a game is not decided.
const UNDECIDED: RangeInclusive<f64> = 0.10..=0.90;

/// Loss of a move and the loss that the level expects there, as chances from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Of the player.
    pub loss: f64,
    /// Of the level.
    pub expected: f64,
}

/// A game beside the level, in points: hundredths of a chance to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GameCompared {
    /// Moves compared.
    pub moves: usize,
    /// What they lost.
    pub loss: f64,
    /// What the level loses in the same positions.
    pub expected: f64,
}

/// All games beside the level.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Each game.
    pub games: Vec<GameCompared>,
    /// Each move compared, by game and moves made before it.
    pub moves: HashMap<(usize, usize), Compared>,
}

impl Comparison {
    /// Lets the levels next to the user's move in every position that is not decided.
    ///
    /// # Errors
    /// If the progress file cannot be written.
    pub fn new(
        games: &[StudyGame],
        scanned: &[ScannedGame],
        settings: &StudySettings,
        questions: &mut Questions<'_>,
    ) -> Result<Comparison, JournalError> {
        let Some(level) = settings.level else {
            return Ok(Comparison::default());
        };
        let step = step_of(level);
        let steps = step.saturating_sub(1)..=(step + 1).min(STEPS - 1);
        let own = open_moves(games, scanned);
        let mut found = Comparison {
            games: vec![GameCompared::default(); games.len()],
            moves: HashMap::new(),
        };
        let tried = try_levels(games, scanned, &own, steps, settings, questions)?;
        for ((game, ply), tried) in own.into_iter().zip(tried) {
            let Some(Tried { loss, expected }) = tried else {
                continue;
            };
            let expected = expected.iter().sum::<f64>() / expected.len().max(1) as f64;
            found.moves.insert((game, ply), Compared { loss, expected });
            let sum = &mut found.games[game];
            sum.moves += 1;
            sum.loss += 100.0 * loss;
            sum.expected += 100.0 * expected;
        }
        Ok(found)
    }
}

/// The moves to look at in positions that are not decided, by game and moves made before.
fn open_moves(games: &[StudyGame], scanned: &[ScannedGame]) -> Vec<(usize, usize)> {
    let mut own = Vec::new();
    for (index, (game, scanned)) in games.iter().zip(scanned).enumerate() {
        let is_open = |&ply: &usize| {
            let found = scanned.loss(game, ply);
            game.is_own(ply) && found.is_some_and(|(had, _)| UNDECIDED.contains(&had))
        };
        let open = (0..game.moves.len()).filter(is_open);
        own.extend(open.map(|ply| (index, ply)));
    }
    own
}

/// A move beside those of levels.
struct Tried {
    /// What the move lost.
    loss: f64,
    /// What each level loses in the mean of its runs.
    expected: Vec<f64>,
}

/// Lets levels move in positions of the games; every different move is judged alike. `None` where
/// a repetition is no measure.
fn try_levels(
    games: &[StudyGame],
    scanned: &[ScannedGame],
    own: &[(usize, usize)],
    steps: RangeInclusive<usize>,
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<Vec<Option<Tried>>, JournalError> {
    let levels: Vec<i32> = steps.map(level_of).collect();
    let mut asked = Vec::new();
    for &(game, ply) in own {
        for &level in &levels {
            let runs = (0..RUNS.len()).map(|run| Question::Level { level, run });
            asked.extend(runs.map(|question| Ask::new(games[game].place(ply), question)));
        }
    }
    let answers = questions.ask(Stage::Compare, &asked)?;
    let tries: Vec<Vec<Option<Move>>> = answers
        .chunks(levels.len() * RUNS.len())
        .map(|answers| answers.iter().map(|a| a.best()?.first()).collect())
        .collect();
    let question = Question::Lines {
        nodes: settings.nodes.compare,
        lines: 1,
    };
    let mut asked = Vec::new();
    let mut children = Vec::new();
    for (&(game, ply), tries) in own.iter().zip(&tries) {
        let best = scanned[game].positions[ply].line.first();
        let played = games[game].moves.get(ply).copied();
        let mut moves: Vec<Move> = tries
            .iter()
            .copied()
            .chain([best, played])
            .flatten()
            .collect();
        moves.sort_by_key(|mv| mv.bits());
        moves.dedup();
        let place = games[game].place(ply);
        asked.extend(moves.iter().map(|&mv| Ask::new(place.after(mv), question)));
        children.push(moves);
    }
    let mut answers = questions.ask(Stage::Compare, &asked)?.into_iter();
    let mut found = Vec::new();
    for ((&(game, ply), tries), moves) in own.iter().zip(tries).zip(children) {
        let mut chances: HashMap<Move, f64> = HashMap::new();
        for mv in moves {
            let line = answers
                .next()
                .and_then(|a| a.best().map(|line| line.behind(mv)));
            let measured = line.filter(|line| !line.score.is_repetition());
            chances.extend(
                measured
                    .as_ref()
                    .map(Line::chance)
                    .map(|chance| (mv, chance)),
            );
        }
        let most = chances.values().copied().fold(0.0, f64::max);
        let loss = |mv: Option<Move>| mv.and_then(|mv| chances.get(&mv)).map(|had| most - had);
        let played = loss(games[game].moves.get(ply).copied());
        let of_level = |runs: &[Option<Move>]| {
            let losses: Vec<f64> = runs.iter().filter_map(|&mv| loss(mv)).collect();
            (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
        };
        let expected: Option<Vec<f64>> = tries.chunks(RUNS.len()).map(of_level).collect();
        found.push(match (played, expected) {
            (Some(loss), Some(expected)) => Some(Tried { loss, expected }),
            _ => None,
        });
    }
    Ok(found)
}

/// The level that the games are like, as a range: never more is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelRange {
    /// The lowest level.
    pub low: i32,
    /// The highest level.
    pub high: i32,
}

/// Fewer games or moves say nothing.
const LEAST_GAMES: usize = 10;
const LEAST_MOVES: usize = 300;
/// Moves of a game that the whole ladder tries.
const SAMPLE: usize = 20;
/// Samples of games for the range.
const RESAMPLES: usize = 400;
/// Shares of the samples below and above the range.
const TAIL: f64 = 0.05;

impl LevelRange {
    /// Lets all levels move in a sample of the positions.
    ///
    /// # Errors
    /// If the progress file cannot be written.
    pub fn of_games(
        games: &[StudyGame],
        scanned: &[ScannedGame],
        settings: &StudySettings,
        questions: &mut Questions<'_>,
    ) -> Result<Option<LevelRange>, JournalError> {
        let open = open_moves(games, scanned);
        if games.len() < LEAST_GAMES || open.len() < LEAST_MOVES {
            return Ok(None);
        }
        let mut own = Vec::new();
        for (index, game) in games.iter().enumerate() {
            let mut of_game: Vec<_> = open.iter().filter(|(of, _)| *of == index).collect();
            let key = |&&(_, ply): &&(usize, usize)| {
                crc32fast::hash(game.place(ply).key(true).as_bytes())
            };
            of_game.sort_by_key(key);
            own.extend(of_game.into_iter().take(SAMPLE));
        }
        let tried = try_levels(games, scanned, &own, 0..=STEPS - 1, settings, questions)?;
        let mut sums = vec![[0.0; STEPS]; games.len()];
        for (&(game, _), tried) in own.iter().zip(&tried) {
            let Some(Tried { loss, expected }) = tried else {
                continue;
            };
            for (sum, expected) in sums[game].iter_mut().zip(expected) {
                *sum += loss - expected;
            }
        }
        Ok(Some(LevelRange::of_sums(&sums)))
    }

    /// From what each game loses more than each level, by sampling the games again and again.
    fn of_sums(games: &[[f64; STEPS]]) -> LevelRange {
        let mut rng = SplitMix64::new(1);
        let mut steps: Vec<usize> = (0..RESAMPLES)
            .map(|_| {
                let pick = |_| (rng.unit() * games.len() as f64) as usize;
                let picked: Vec<usize> = games.iter().enumerate().map(pick).collect();
                crossing(picked.into_iter().filter_map(|i| games.get(i)))
            })
            .collect();
        steps.sort_unstable();
        let at = |share: f64| steps[((RESAMPLES - 1) as f64 * share).round() as usize];
        // The ladder's own steps are not exact either.
        let (low, high) = (
            at(TAIL).saturating_sub(1),
            (at(1.0 - TAIL) + 1).min(STEPS - 1),
        );
        LevelRange {
            low: level_of(low),
            high: level_of(high),
        }
    }
}

/// The step nearest to where the games lose as much as the levels.
fn crossing<'a>(games: impl Iterator<Item = &'a [f64; STEPS]>) -> usize {
    let mut sums = [0.0; STEPS];
    for game in games {
        for (sum, own) in sums.iter_mut().zip(game) {
            *sum += own;
        }
    }
    // Stronger levels lose less, so that the player's excess rises.
    let sums = rising(&sums);
    let above = sums.iter().position(|&sum| sum >= 0.0).unwrap_or(STEPS - 1);
    match above.checked_sub(1) {
        Some(below) if -sums[below] < sums[above] => below,
        _ => above,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_of_a_level_is_in_the_range() {
        // The level's loss falls by half a point a step; games differ by chance.
        for own in [3usize, 12, 20] {
            let mut rng = SplitMix64::new(own as u64);
            let games: Vec<[f64; STEPS]> = (0..12)
                .map(|_| {
                    let noise = 0.04 * (rng.unit() - 0.5);
                    std::array::from_fn(|step| 0.1 * (step as f64 - own as f64) / 10.0 + noise)
                })
                .collect();
            let LevelRange { low, high } = LevelRange::of_sums(&games);
            let (low, high) = (step_of(low), step_of(high));
            assert!(
                low <= own && own <= high && high - low < 9,
                "{own}: {low} {high}"
            );
        }
        let below = [[1.0; STEPS]; 10];
        assert_eq!(LevelRange::of_sums(&below).low, level_of(0));
        let above = [[-1.0; STEPS]; 10];
        assert_eq!(LevelRange::of_sums(&above).high, level_of(STEPS - 1));
    }
}
