//! Distance of labels from the scores of much deeper searches.
//!
//! Two sets of files hold the same games with different scores (`data rescore` writes them). Both
//! kinds of score become chances to win as in training; the distance is the root mean square of
//! their differences. Labels and deep scores usually come from one network, so their common errors
//! do not show: matches decide in the end.

use std::collections::HashMap;
use std::path::PathBuf;

use super::dataset::named_odds;
use super::filter::Filter;
use super::label::{Curve, result_chance};
use super::score::{Score, UNIT};
use crate::pack::{DataFile, DataFileError, DataFormat, Game, GamePly};
use komadai::types::SplitMix64;

/// Options of the comparison.
#[derive(Clone, Copy, Debug)]
pub struct DistanceOptions {
    /// Filter of positions; it sees the scores of the labels.
    pub filter: Filter,
    /// Weight of later chances in a label (`Curve::ahead`); deep scores are not mixed.
    pub lookahead: f64,
    /// The score at which the odds of winning are e to 1, for files without `odds=` in their note.
    pub odds: f32,
}

/// Result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Games found in both sets.
    pub games: usize,
    /// Positions compared.
    pub positions: usize,
    /// The root mean square difference of the chances, from 0 to 1.
    pub distance: f64,
    /// 95 % interval of the distance, by bootstrap over whole games.
    pub interval: (f64, f64),
}

/// Bootstrap samples for the interval.
const DRAWS: usize = 2000;

/// Compares the labels of files or folders with the `deep` scores of the same games. `None` if the
/// sets have no scored position in common.
///
/// # Errors
/// If a file cannot be read. Damaged and illegal games are left out.
pub fn distance(
    deep: &[PathBuf],
    labels: &[PathBuf],
    options: &DistanceOptions,
) -> Result<Option<Distance>, DataFileError> {
    let mut reference = HashMap::new();
    each_game(deep, options.odds, |game, odds| {
        let scores: Vec<Score> = scores(&game, odds).collect();
        reference.insert(moves_of(&game), scores);
    })?;
    let mut sums = Vec::new();
    each_game(labels, options.odds, |game, odds| {
        if let Some(deep) = reference.get(&moves_of(&game)) {
            sums.extend(compare(&game, odds, deep, options));
        }
    })?;
    Ok(Distance::of(&sums))
}

/// A key that is the same for games that differ in scores only.
fn moves_of(game: &Game) -> Vec<u8> {
    let bare = Game {
        plies: (game.plies.iter())
            .map(|ply| GamePly {
                score: None,
                deviates: false,
                ..*ply
            })
            .collect(),
        ..game.clone()
    };
    bare.to_record().unwrap_or_default()
}

fn scores(game: &Game, odds: f32) -> impl Iterator<Item = Score> + '_ {
    (game.plies.iter()).map(move |ply| Score::of_ply(ply, odds))
}

fn each_game(
    paths: &[PathBuf],
    odds: f32,
    mut visit: impl FnMut(Game, f32),
) -> Result<(), DataFileError> {
    for file in DataFormat::list(paths)? {
        // Files of single positions are skipped: their games are unknown.
        if let DataFile::Games(file) = DataFile::open(&file)? {
            let odds = named_odds(file.note()).unwrap_or(odds);
            file.games().flatten().for_each(|game| visit(game, odds));
        }
    }
    Ok(())
}

/// The sum of squared differences of the chances in a game, and their number.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    squares: f64,
    positions: usize,
}

fn compare(game: &Game, odds: f32, deep: &[Score], options: &DistanceOptions) -> Option<Sum> {
    let curve = Curve {
        scale: f64::from(UNIT),
    };
    let own: Vec<Score> = scores(game, odds).collect();
    let mut kept = vec![false; own.len()];
    let mut end = 0;
    game.replay(|pos, ply, index| {
        end = -game.result.sign_for(pos.side_to_move());
        kept[index] = pos.ply() >= u32::from(options.filter.min_ply)
            && options.filter.refuses(pos, ply.mv, own[index]).is_none();
    })
    .inspect_err(|error| log::warn!("a game is left out: {error}"))
    .ok()?;
    let end = f64::from(result_chance(end));
    let labels = curve.ahead(&own, Some(end), options.lookahead);
    let mut sum = Sum::default();
    for ((label, &deep), kept) in labels.into_iter().zip(deep).zip(kept) {
        if let (Some(label), Some(deep), true) = (label, curve.chance(deep), kept) {
            sum.squares += (label - deep).powi(2);
            sum.positions += 1;
        }
    }
    (sum.positions > 0).then_some(sum)
}

impl Distance {
    /// The distance over all games. The bootstrap draws whole games, because positions of one game
    /// are not independent.
    fn of(games: &[Sum]) -> Option<Distance> {
        let positions = games.iter().map(|game| game.positions).sum();
        let root = |games: &mut dyn Iterator<Item = Sum>| {
            let (squares, positions) = games.fold((0.0, 0), |(squares, positions), game| {
                (squares + game.squares, positions + game.positions)
            });
            (squares / f64::from(positions.max(1) as u32)).sqrt()
        };
        if positions == 0 {
            return None;
        }
        let mut rng = SplitMix64::new(1);
        let mut drawn: Vec<f64> = (0..DRAWS)
            .map(|_| root(&mut games.iter().map(|_| games[rng.below(games.len())])))
            .collect();
        drawn.sort_by(f64::total_cmp);
        Some(Distance {
            games: games.len(),
            positions,
            distance: root(&mut games.iter().copied()),
            interval: (drawn[DRAWS / 40], drawn[DRAWS - 1 - DRAWS / 40]),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::pack::GameWriter;
    use crate::pack::testing::random_game;
    use crate::train::testing::everything;
    use komadai::EndReason;

    /// Writes the games with every score replaced by `score(index, score)`.
    fn written(
        path: &std::path::Path,
        note: &str,
        games: &[Game],
        score: impl Fn(usize, i16) -> Option<i16>,
    ) {
        let mut writer = GameWriter::create(path, note).unwrap();
        for game in games {
            let mut game = game.clone();
            for (index, ply) in game.plies.iter_mut().enumerate() {
                ply.score = ply.score.and_then(|s| score(index, s));
            }
            writer.write(&game).unwrap();
        }
        writer.sync().unwrap();
    }

    #[test]
    fn distances_are_those_of_a_plain_recount() {
        let dir = tempfile::tempdir().unwrap();
        let mut rng = SplitMix64::new(3);
        let games: Vec<Game> = (0..40)
            .map(|_| {
                let mut game = random_game(&mut rng);
                game.end = EndReason::Resign;
                for ply in &mut game.plies {
                    ply.score = Some(rng.below(2000) as i16 - 1000);
                }
                game
            })
            .collect();
        let [deep, same, other] =
            ["deep", "same", "other"].map(|name| dir.path().join(format!("{name}.games")));
        written(&deep, "odds=600", &games, |index, score| {
            (index % 3 == 0).then_some(score)
        });
        // The win probabilities are the same, but the scores are in another unit.
        written(&same, "odds=300", &games, |_, score| Some(score / 2));
        written(&other, "", &games[..30], |_, score| Some(score + 150));
        let options = DistanceOptions {
            filter: everything(0.0).filter,
            lookahead: 0.0,
            odds: 600.0,
        };
        let of = |labels: &PathBuf| {
            distance(from_ref(&deep), from_ref(labels), &options)
                .unwrap()
                .unwrap()
        };
        let chance = |score: i16| 1.0 / (1.0 + (-f64::from(score) / 600.0).exp());
        let found = of(&same);
        assert_eq!(found.games, 40);
        assert!(found.distance < 1e-3, "{found:?}");
        let found = of(&other);
        let (mut squares, mut count) = (0.0, 0);
        for game in &games[..30] {
            for ply in game.plies.iter().step_by(3) {
                let score = ply.score.unwrap();
                squares += (chance(score + 150) - chance(score)).powi(2);
                count += 1;
            }
        }
        assert_eq!((found.games, found.positions), (30, count));
        assert!((found.distance - (squares / f64::from(count as u32)).sqrt()).abs() < 1e-9);
        let (low, high) = found.interval;
        assert!(low < found.distance && found.distance < high);
        assert!(high - low < found.distance / 5.0);
    }
}
