//! Comparison of the user's losses with those of engine levels in the same positions.
//!
//! Mean losses alone do not rank players, since easy positions forgive weak moves. The
//! losses of a level in the same positions show how easy they are.

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

/// Win probabilities before a move for which the game counts as undecided.
const UNDECIDED: RangeInclusive<f64> = 0.10..=0.90;

/// Loss of a move and expected loss of the level, as win probabilities from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Loss of the player's move.
    pub loss: f64,
    /// Mean loss of the level's moves in the same position.
    pub expected: f64,
}

/// Losses in one game compared with the level's, in points (hundredths of win probability).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GameCompared {
    /// Number of moves compared.
    pub moves: usize,
    /// Sum of the player's losses.
    pub loss: f64,
    /// Sum of the level's expected losses in the same positions.
    pub expected: f64,
}

/// Losses in all games compared with the level's.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Sums for each game.
    pub games: Vec<GameCompared>,
    /// Each compared move by index of its game and number of moves made before it.
    pub moves: HashMap<(usize, usize), Compared>,
}

impl Comparison {
    /// Compares the user's moves in undecided positions with moves of the user's level
    /// and its two neighbours. Empty without a level in `settings`.
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

/// The user's moves in undecided positions, by index of the game and number of moves before.
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

/// Loss of a move, and losses of levels in its position.
struct Tried {
    /// Loss of the move played.
    loss: f64,
    /// Mean loss of each level over its runs.
    expected: Vec<f64>,
}

/// Lets levels move in positions of the games, and judges all different moves by searches
/// of the same size. `None` for positions where repetitions leave no loss to compare.
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
        asked.extend(
            moves
                .iter()
                .map(|&mv| Ask::new(place.after(mv), question.clone())),
        );
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

/// Range of levels whose losses are like those in the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelRange {
    /// The lowest level.
    pub low: i32,
    /// The highest level.
    pub high: i32,
}

/// Games below whose number no range of levels is given.
pub const LEAST_GAMES: usize = 10;
/// Moves in undecided positions below whose number no range of levels is given.
pub const LEAST_MOVES: usize = 300;
/// Positions of each game in which all levels move.
const SAMPLE: usize = 20;
/// Bootstrap samples of games from which the range is taken.
const RESAMPLES: usize = 400;
/// Share of the samples cut off at each end.
const TAIL: f64 = 0.05;

impl LevelRange {
    /// Estimates the range by letting all levels move in a sample of the positions.
    /// `None` if there are too few games or moves.
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

    /// Estimates the range from the excess of each game's losses over each level's, by
    /// bootstrap over games.
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
        // One more step at each end, since levels are measured on a sample too.
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

/// The step at which the sum of excesses is nearest to zero.
fn crossing<'a>(games: impl Iterator<Item = &'a [f64; STEPS]>) -> usize {
    let mut sums = [0.0; STEPS];
    for game in games {
        for (sum, own) in sums.iter_mut().zip(game) {
            *sum += own;
        }
    }
    // Stronger levels lose less, so that the excess rises with the step.
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
        // The excess rises by 0.01 a step, with random noise of up to 0.02 for each game.
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
