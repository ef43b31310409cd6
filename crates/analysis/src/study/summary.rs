//! Summary of many games: losses by phase, standing and the like, beside those of the user's level.

use serde::Serialize;

use super::StudyProblem;
use super::comparison::Comparison;
use super::game::StudyGame;
use super::scan::ScannedGame;
use super::settings::ProblemKind;
use crate::report::analysis::{Phase, round};
use crate::report::formation::{Name, castles, opening};
use komadai::types::Color;

/// Minimum of games and of moves for a row.
const LEAST: (usize, usize) = (5, 30);

/// Half width of a 90 % interval, in standard errors.
const NINETY: f64 = 1.645;
/// Contrast from which a row stands out, in standard errors. It is high because one of many rows is
/// likely to differ by chance.
const STANDS_OUT: f64 = 2.6;

/// Statistics of the moves that have a feature in common.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The group of the feature: one of [`GROUPS`].
    pub group: &'static str,
    /// Name of the feature in English.
    pub english: String,
    /// Name of the feature in Japanese.
    pub japanese: String,
    /// Number of games with such moves.
    pub games: usize,
    /// Number of such moves.
    pub moves: usize,
    /// Mean loss in a game, in points (hundredths of win probability).
    pub loss: f64,
    /// Share of these moves in the losses of all moves, in percent.
    pub share: f64,
    /// Mean loss of the level in the same positions of a game, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Mean loss in a game beyond the level's, in points: the mean and the ends of its 90
    /// % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<[f64; 3]>,
    /// Number of problems made from these moves.
    pub problems: usize,
    /// The ids of these problems.
    pub ids: Vec<String>,
    /// Difference between these moves and all others, in standard errors.
    #[serde(skip)]
    contrast: f64,
}

impl Row {
    /// Whether more is lost by these moves than by the level and, beside the level, than by the
    /// other moves.
    fn stands_out(&self) -> bool {
        let is_above = self.excess.is_some_and(|[_, low, _]| low > 0.0);
        is_above && self.contrast >= STANDS_OUT && !PLAIN.contains(&self.group)
    }
}

/// All rows, and the one that stands out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The rows with enough moves.
    pub rows: Vec<Row>,
    /// Index of the row with the largest loss beyond the level's, if a row stands out.
    pub first: Option<usize>,
    /// Number of rows left out because they have too few games or moves.
    pub too_few: usize,
    /// Mean loss of a move, in points, for each ten plies of the games, up to the first ten with
    /// too few moves.
    pub by_move: Vec<f64>,
    /// Points lost in each game.
    pub by_game: Vec<f64>,
}

/// The groups of rows in their order: kinds of problems, phases, who is ahead, both together, time
/// used for the move, sides, openings and castles.
const GROUPS: [&str; 9] = [
    "kind",
    "phase",
    "standing",
    "phase_standing",
    "time",
    "side",
    "opening",
    "castle",
    "other_castle",
];
/// Groups whose rows never stand out: moves have a kind because of their loss, and rows of both
/// phase and standing repeat the rows of either.
const PLAIN: [&str; 2] = ["kind", "phase_standing"];

/// A studied move.
struct Own {
    game: usize,
    loss: f64,
    compared: Option<(f64, f64)>,
    ply: usize,
    problem: Option<String>,
    labels: Vec<Label>,
}

type Label = (&'static str, String, String);

fn label(group: &'static str, english: &str, japanese: &str) -> Label {
    (group, english.to_string(), japanese.to_string())
}

fn of_phase(phase: Phase) -> Label {
    match phase {
        Phase::Opening => label("phase", "opening", "序盤"),
        Phase::Middlegame => label("phase", "middlegame", "中盤"),
        Phase::Endgame => label("phase", "endgame", "終盤"),
    }
}

fn of_standing(chance: f64) -> Label {
    match chance {
        c if c >= 0.6 => label("standing", "ahead", "優勢"),
        c if c <= 0.4 => label("standing", "behind", "劣勢"),
        _ => label("standing", "even", "互角"),
    }
}

fn of_both(phase: &Label, standing: &Label) -> Label {
    let english = format!("{}, {}", phase.1, standing.1);
    (
        "phase_standing",
        english,
        format!("{}・{}", phase.2, standing.2),
    )
}

/// The label of a move by the time used.
fn of_time(ms: u64) -> Label {
    match ms {
        ..=5_000 => label("time", "moves within 5 seconds", "5秒以内の指し手"),
        5_001..=30_000 => label("time", "moves within 30 seconds", "30秒以内の指し手"),
        _ => label(
            "time",
            "moves of more than 30 seconds",
            "30秒を超える指し手",
        ),
    }
}

fn of_kind(kind: ProblemKind) -> Label {
    match kind {
        ProblemKind::Mate => label("kind", "missed mate", "詰みの見逃し"),
        ProblemKind::Defend => label("kind", "defence", "受け"),
        ProblemKind::Declare => label("kind", "declaration", "入玉宣言"),
        ProblemKind::Punish => label("kind", "punishment", "咎め"),
        ProblemKind::Next => label("kind", "next move", "次の一手"),
    }
}

fn of_side(color: Color) -> Label {
    match color {
        Color::Black => label("side", "Black", "先手"),
        Color::White => label("side", "White", "後手"),
    }
}

fn of_name(group: &'static str, name: Option<Name>) -> Option<Label> {
    name.map(|name| label(group, name.english, name.japanese))
}

fn own_moves(
    games: &[StudyGame],
    scanned: &[ScannedGame],
    problems: &[StudyProblem],
    comparison: Option<&Comparison>,
) -> Vec<Own> {
    let mut found = Vec::new();
    for (index, (game, scanned)) in games.iter().zip(scanned).enumerate() {
        let opening = opening(&game.start, &game.moves);
        let castle = |color| {
            castles(&game.start, &game.moves, color)
                .last()
                .map(|c| c.name)
        };
        let castles = Color::ALL.map(castle);
        for ply in (0..game.moves.len()).filter(|&ply| game.is_own(ply)) {
            let Some((chance, loss)) = scanned.loss(game, ply) else {
                continue;
            };
            let side = game.side(ply);
            let phase = scanned.phases.get(ply).copied().unwrap_or(Phase::Opening);
            let problem = problems
                .iter()
                .find(|one| (one.mistake.game, one.mistake.ply) == (index, ply));
            let (phase, standing) = (of_phase(phase), of_standing(chance));
            let mut labels = vec![of_both(&phase, &standing), phase, standing, of_side(side)];
            labels.extend(problem.map(|one| of_kind(one.mistake.kind)));
            labels.extend(game.times.get(ply).copied().flatten().map(of_time));
            labels.extend(of_name("opening", opening));
            labels.extend(of_name("castle", castles[side.index()]));
            labels.extend(of_name("other_castle", castles[(!side).index()]));
            let compared = comparison.and_then(|all| all.moves.get(&(index, ply)));
            found.push(Own {
                game: index,
                loss: 100.0 * loss,
                compared: compared.map(|one| (100.0 * one.loss, 100.0 * one.expected)),
                ply: game.number(ply) - 1,
                problem: problem.map(|one| one.id.clone()),
                labels,
            });
        }
    }
    found
}

impl Summary {
    /// Summarises the studied moves of the games.
    pub fn new(
        games: &[StudyGame],
        scanned: &[ScannedGame],
        problems: &[StudyProblem],
        comparison: Option<&Comparison>,
    ) -> Summary {
        let own = own_moves(games, scanned, problems, comparison);
        let mut labels: Vec<&Label> = own.iter().flat_map(|one| &one.labels).collect();
        labels.sort_by_key(|(group, english, _)| (order(group), english));
        labels.dedup();
        let sum = |index| -> f64 {
            let own = own.iter().filter(|one| one.game == index);
            own.map(|one| one.loss).sum()
        };
        let mut summary = Summary {
            by_move: by_move(&own),
            by_game: (0..games.len()).map(|index| round(sum(index), 1)).collect(),
            ..Summary::default()
        };
        for label in labels {
            let row = row(label, &own);
            match (row.games, row.moves) {
                // A row of a kind has only one move for each problem, so it may have few
                // moves.
                (games, moves) if games < LEAST.0 || moves < LEAST.1 && row.group != "kind" => {
                    summary.too_few += 1;
                }
                _ => summary.rows.push(row),
            }
        }
        let candidates = (0..summary.rows.len()).filter(|&i| summary.rows[i].stands_out());
        summary.first = candidates.max_by(|&a, &b| {
            let contrast = |i: usize| summary.rows[i].contrast;
            contrast(a).total_cmp(&contrast(b))
        });
        summary
    }
}

/// Mean loss of a move, in points, for each ten plies, up to the first ten with too few moves.
fn by_move(own: &[Own]) -> Vec<f64> {
    let of_ten = |ten: usize| own.iter().filter(move |one| one.ply / 10 == ten);
    (0..)
        .map(|ten| (of_ten(ten).count(), of_ten(ten).map(|one| one.loss).sum()))
        .take_while(|(count, _): &(usize, f64)| *count >= LEAST.1)
        .map(|(count, sum)| round(sum / count as f64, 2))
        .collect()
}

fn order(group: &str) -> usize {
    let place = GROUPS.iter().position(|&one| one == group);
    place.unwrap_or(GROUPS.len())
}

fn row(label: &Label, own: &[Own]) -> Row {
    let (group, english, japanese) = label;
    let (inside, outside): (Vec<&Own>, Vec<&Own>) =
        own.iter().partition(|one| one.labels.contains(label));
    let games = count_games(&inside);
    let a_game = |sum: f64| sum / games.max(1) as f64;
    let loss: f64 = inside.iter().map(|one| one.loss).sum();
    let all: f64 = own.iter().map(|one| one.loss).sum();
    let compared: Vec<(usize, f64, f64)> = inside
        .iter()
        .filter_map(|one| {
            one.compared
                .map(|(loss, expected)| (one.game, loss, expected))
        })
        .collect();
    let (expected, excess) = match compared.is_empty() {
        true => (None, None),
        false => {
            let expected: f64 = compared.iter().map(|(_, _, expected)| expected).sum();
            let mut by_game = vec![0.0; games];
            let mut known: Vec<usize> = inside.iter().map(|one| one.game).collect();
            known.dedup();
            for (game, loss, expected) in &compared {
                if let Some(at) = known.iter().position(|one| one == game) {
                    by_game[at] += loss - expected;
                }
            }
            let (mean, error) = mean_and_error(&by_game);
            let bounds = [mean, mean - NINETY * error, mean + NINETY * error];
            (
                Some(round(a_game(expected), 1)),
                Some(bounds.map(|value| round(value, 1))),
            )
        }
    };
    Row {
        group,
        english: english.clone(),
        japanese: japanese.clone(),
        games,
        moves: inside.len(),
        loss: round(a_game(loss), 1),
        share: round(100.0 * loss / all.max(f64::MIN_POSITIVE), 1),
        expected,
        excess,
        problems: inside.iter().filter(|one| one.problem.is_some()).count(),
        ids: inside
            .iter()
            .filter_map(|one| one.problem.clone())
            .collect(),
        contrast: contrast(&inside, &outside),
    }
}

fn count_games(own: &[&Own]) -> usize {
    let mut games: Vec<usize> = own.iter().map(|one| one.game).collect();
    games.dedup();
    games.len()
}

/// The mean of values, and its standard error.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt())
}

/// Difference between two sets of moves in their mean loss beyond the level's, in standard errors.
fn contrast(inside: &[&Own], outside: &[&Own]) -> f64 {
    let excess = |own: &[&Own]| -> Vec<f64> {
        let compared = own.iter().filter_map(|one| one.compared);
        compared.map(|(loss, expected)| loss - expected).collect()
    };
    let ((a, error_a), (b, error_b)) = (
        mean_and_error(&excess(inside)),
        mean_and_error(&excess(outside)),
    );
    let error = error_a.hypot(error_b);
    match error > 0.0 {
        true => (a - b) / error,
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(games: usize, endgame_loss: f64, expected: f64) -> Vec<Own> {
        let mut own = Vec::new();
        for game in 0..games {
            for i in 0..40 {
                let is_late = i >= 20;
                let (phase, extra) = match is_late {
                    true => (Phase::Endgame, endgame_loss),
                    false => (Phase::Opening, 0.0),
                };
                // Noise that does not depend on the phase.
                let noise = f64::from((i * 7 + game as i32 * 3) % 11) - 5.0;
                own.push(Own {
                    game,
                    loss: 6.0 + noise + extra,
                    compared: Some((6.0 + noise + extra, expected)),
                    ply: 2 * i as usize,
                    problem: (i == 30).then(|| format!("{game}")),
                    labels: vec![of_phase(phase), of_side(Color::Black)],
                });
            }
        }
        own
    }

    #[test]
    fn a_weak_endgame_stands_out_and_an_even_game_does_not() {
        let own = moves(10, 3.0, 6.0);
        let late = row(&of_phase(Phase::Endgame), &own);
        assert_eq!((late.games, late.moves, late.problems), (10, 200, 10));
        assert!(late.stands_out(), "{late:?}");
        let [mean, low, high] = late.excess.unwrap();
        assert!(low > 0.0 && low < mean && mean < high, "{late:?}");
        assert_eq!((late.ids.len(), late.ids[3].as_str()), (10, "3"));
        // One side makes five moves in ten plies of each game.
        let tens = by_move(&own);
        assert_eq!(tens.len(), 8);
        assert!(tens[..4].iter().all(|&early| early < tens[4]), "{tens:?}");
        assert!(by_move(&own[..29]).is_empty());
        let early = row(&of_phase(Phase::Opening), &own);
        assert!(early.contrast < 0.0);
        // The moves of the two phases together are all moves.
        assert!((early.share + late.share - 100.0).abs() < 0.2);
        for phase in Phase::ALL {
            let row = row(&of_phase(phase), &moves(10, 0.0, 6.0));
            assert!(row.contrast.abs() < STANDS_OUT && !row.stands_out());
        }
        // An endgame that is less better than the level's than the opening is no weakness.
        let late = row(&of_phase(Phase::Endgame), &moves(10, 3.0, 12.0));
        assert!(late.contrast > STANDS_OUT && !late.stands_out(), "{late:?}");
    }
}
