//! The opening tree for the terminal. Each line of play is a text line, indented below the line
//! from which it branches off.

use std::collections::HashSet;

use super::{Choice, OpeningResults, OpeningTree};
use crate::report::analysis::Notation;
use komadai_messages::{Lang, message};

/// Number of player names shown for a move.
const NAMES: usize = 3;

/// The part of a tree to show, and the notation.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Smallest number of games of a move that is shown.
    pub min_games: u64,
    /// Notation of the moves.
    pub notation: Notation,
}

/// A line of play to write, which begins with a move of a position.
struct Branch {
    place: usize,
    choice: usize,
    /// Indentation level.
    level: usize,
}

/// The tree as text. Before the moves of a line stand the number of games, Black's share of the
/// points and the mean score; after them the players of the first move. A position at which lines
/// meet is expanded once; any later line that reaches it ends in `=`.
pub fn text(tree: &OpeningTree, shown: &Shown, lang: Lang) -> String {
    let mut out = String::new();
    let mut seen = HashSet::new();
    for &start in &tree.starts {
        let Some(place) = tree.places.get(start) else {
            continue;
        };
        out.push_str(&format!(
            "{}\n{}\n",
            place.pos.sfen(),
            in_words(&place.results, lang)
        ));
        seen.insert(start);
        let mut open = branches(tree, start, 0, shown);
        while let Some(branch) = open.pop() {
            write_line(tree, &branch, shown, &mut seen, &mut open, &mut out);
        }
    }
    out
}

/// The shown moves of a position as branches. Their order is reversed, since branches are taken
/// from the end.
fn branches(tree: &OpeningTree, place: usize, level: usize, shown: &Shown) -> Vec<Branch> {
    let choices = tree.places.get(place).map_or(&[][..], |p| &p.choices);
    let shown = |choice: &Choice| choice.results.games >= shown.min_games;
    let branches = choices
        .iter()
        .enumerate()
        .filter(|(_, choice)| shown(choice));
    let branches = branches.map(|(choice, _)| Branch {
        place,
        choice,
        level,
    });
    branches.rev().collect()
}

/// Writes a move and its continuation. The line ends where not all games of the first move go on
/// with one and the same move; the branches there are pushed to `open`.
fn write_line(
    tree: &OpeningTree,
    branch: &Branch,
    shown: &Shown,
    seen: &mut HashSet<usize>,
    open: &mut Vec<Branch>,
    out: &mut String,
) {
    let find = |branch: &Branch| {
        let place = tree.places.get(branch.place)?;
        Some((place, place.choices.get(branch.choice)?))
    };
    let Some((place, first)) = find(branch) else {
        return;
    };
    let mut moves = shown.notation.write(&place.pos, first.mv, None);
    let mut last_to = first.mv.to();
    let mut to = first.to;
    let mark = loop {
        if !seen.insert(to) {
            break " =";
        }
        let mut next = branches(tree, to, branch.level + 1, shown);
        match (next.pop(), next.is_empty()) {
            (Some(only), true) => {
                let Some((place, choice)) = find(&only) else {
                    break "";
                };
                if choice.results != first.results {
                    open.push(only);
                    break "";
                }
                let mv = shown.notation.write(&place.pos, choice.mv, Some(last_to));
                moves.push_str(&format!(" {mv}"));
                last_to = choice.mv.to();
                to = choice.to;
            }
            (only, _) => {
                open.extend(next);
                open.extend(only);
                break "";
            }
        }
    };
    let results = &first.results;
    let score = results.black_score();
    let share = score.map_or(String::new(), |score| format!("{:.0} %", 100.0 * score));
    let mean = first.score.mean();
    let mean = mean.map_or(String::new(), |cp| format!("{:+.2}", f64::from(cp) / 100.0));
    let indent = "  ".repeat(branch.level);
    out.push_str(&format!(
        "{:>6} {share:>6} {mean:>6}  {indent}{moves}{mark}{}\n",
        results.games,
        names(first)
    ));
}

/// The names of a move's most frequent players.
fn names(choice: &Choice) -> String {
    let players = choice.by_player();
    if players.is_empty() {
        return String::new();
    }
    let named = players.iter().take(NAMES);
    let mut parts: Vec<String> = named
        .map(|(name, games)| format!("{name} {games}"))
        .collect();
    if players.len() > NAMES {
        parts.push("...".to_string());
    }
    format!("  ({})", parts.join(", "))
}

/// The results in words: `games 84: Black won 45, White won 37, drawn 2 (Black 54.8 %)`.
pub(super) fn in_words(results: &OpeningResults, lang: Lang) -> String {
    let OpeningResults {
        games,
        black_wins,
        white_wins,
        draws,
    } = results;
    match results.black_score() {
        Some(share) => {
            let share = format!("{:.1}", 100.0 * share);
            message!(
                lang,
                tree_results_share,
                games,
                black_wins,
                white_wins,
                draws,
                share
            )
        }
        None => message!(lang, tree_results, games, black_wins, white_wins, draws),
    }
}
