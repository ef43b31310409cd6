//! Games of a study, and the choice of the player whose moves are studied.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::place::PlaceInGame;
use komadai::position::Position;
use komadai::types::{Color, Move};
use komadai_records::Record;

/// A game to study.
#[derive(Clone, Debug)]
pub struct StudyGame {
    /// The file name, with the number of the game if the file holds several.
    pub name: String,
    /// The path of the file.
    pub path: Option<PathBuf>,
    /// Names of Black and White.
    pub players: [Option<String>; 2],
    /// The date as written in the record.
    pub date: Option<String>,
    /// The event as written in the record.
    pub event: Option<String>,
    /// The start position.
    pub start: Arc<Position>,
    /// The moves of the main line.
    pub moves: Arc<[Move]>,
    /// Times used for the moves in ms, where known.
    pub times: Vec<Option<u64>>,
    /// Number of the last move before the start position; 0 if the game begins there.
    pub offset: usize,
    /// By side: whether its moves are studied.
    pub sides: [bool; 2],
    /// The winner.
    pub winner: Option<Color>,
}

impl StudyGame {
    /// Takes the main line of a record, without variations.
    pub fn new(record: &Record, name: String, path: Option<PathBuf>) -> StudyGame {
        let header = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| record.headers.get(key));
            found.map(str::to_string)
        };
        let start = record.start();
        let moves = record.main_moves();
        let side = match moves.len() % 2 {
            0 => start.side_to_move(),
            _ => !start.side_to_move(),
        };
        StudyGame {
            name,
            path,
            players: Color::ALL.map(|color| record.headers.player(color).map(str::to_string)),
            date: header(&["開始日時", "対局日"]),
            event: header(&["棋戦"]),
            winner: record.end().and_then(|end| end.winner(side)),
            start: Arc::new(start),
            times: record
                .main_line()
                .map(|id| record.node(id).time_ms)
                .collect(),
            moves: moves.into(),
            offset: 0,
            sides: [true; 2],
        }
    }

    /// The position after `ply` moves.
    pub fn place(&self, ply: usize) -> PlaceInGame {
        PlaceInGame {
            start: Arc::clone(&self.start),
            moves: Arc::clone(&self.moves),
            ply,
            then: Vec::new(),
            is_passed: false,
        }
    }

    /// The side to move after `ply` moves.
    pub fn side(&self, ply: usize) -> Color {
        match ply % 2 {
            0 => self.start.side_to_move(),
            _ => !self.start.side_to_move(),
        }
    }

    /// Whether the move made after `ply` moves is studied.
    pub fn is_own(&self, ply: usize) -> bool {
        self.sides[self.side(ply).index()]
    }

    /// The number, in the whole game, of the move made after `ply` moves.
    pub fn number(&self, ply: usize) -> usize {
        self.offset + ply + 1
    }
}

/// Removes games with the same start and moves as an earlier one. Returns the number removed.
pub fn drop_repeated(games: &mut Vec<StudyGame>) -> usize {
    let before = games.len();
    let mut seen = HashSet::new();
    games.retain(|game| {
        let key = (game.start.sfen(), Arc::clone(&game.moves));
        seen.insert(key)
    });
    before - games.len()
}

/// Choice of the moves to study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Moves of the player with this name.
    Player(String),
    /// Moves of one side.
    Side(Color),
    /// Moves of both sides.
    Both,
}

/// The players, each with the number of its games, most games first.
pub fn players(games: &[StudyGame]) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = games_by_name(games)
        .into_iter()
        .map(|(name, count)| (name.to_string(), count))
        .collect();
    counts.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    counts
}

fn games_by_name(games: &[StudyGame]) -> HashMap<&str, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for game in games {
        let names: HashSet<&str> = game.players.iter().flatten().map(String::as_str).collect();
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
    }
    counts
}

/// Share of the games, in percent, in which the user's name must appear.
const SHARE: usize = 80;

/// The name that appears in at least 80 percent of the games: the user's. `None` for a single game,
/// or if no name or more than one appears so often.
pub fn usual_player(games: &[StudyGame]) -> Option<String> {
    let enough = |count: &usize| games.len() > 1 && 100 * count >= SHARE * games.len();
    let mut usual = games_by_name(games)
        .into_iter()
        .filter(|(_, count)| enough(count));
    match (usual.next(), usual.next()) {
        (Some((name, _)), None) => Some(name.to_string()),
        _ => None,
    }
}

/// Marks the sides to study, and removes games in which no side is marked. Returns the number
/// removed.
pub fn choose_sides(games: &mut Vec<StudyGame>, whose: &Whose) -> usize {
    let before = games.len();
    for game in games.iter_mut() {
        game.sides = match whose {
            Whose::Both => [true; 2],
            Whose::Side(color) => Color::ALL.map(|side| side == *color),
            Whose::Player(name) => {
                let is_own = |player: &Option<String>| player.as_deref() == Some(name);
                [is_own(&game.players[0]), is_own(&game.players[1])]
            }
        };
    }
    games.retain(|game| game.sides.contains(&true));
    before - games.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(black: &str, white: &str, moves: &[&str]) -> StudyGame {
        let mut record = Record::default();
        let mut at = komadai_records::NodeId::ROOT;
        for text in moves {
            at = record.add_move(at, Move::from_usi(text).unwrap()).unwrap();
        }
        record.headers.set("先手", black);
        record.headers.set("後手", white);
        StudyGame::new(&record, "x".to_string(), None)
    }

    #[test]
    fn the_name_in_four_games_of_five_is_the_users() {
        let named = |pairs: &[(&str, &str)]| {
            let games: Vec<StudyGame> = pairs.iter().map(|(b, w)| game(b, w, &[])).collect();
            usual_player(&games)
        };
        let mut pairs = vec![("me", "a"), ("b", "me"), ("me", "c"), ("d", "me")];
        assert_eq!(named(&pairs).as_deref(), Some("me"));
        pairs.push(("a", "b"));
        assert_eq!(named(&pairs).as_deref(), Some("me"));
        pairs.push(("c", "d"));
        assert_eq!(named(&pairs), None);
        // Two players who always meet, a single game, and no games.
        assert_eq!(named(&[("me", "you"), ("you", "me")]), None);
        assert_eq!(named(&[("me", "you")]), None);
        assert_eq!(named(&[]), None);
    }

    #[test]
    fn only_the_moves_asked_for_are_looked_at_and_no_game_twice() {
        let mut games = vec![
            game("me", "a", &["7g7f", "3c3d"]),
            game("b", "me", &["2g2f"]),
            game("me", "c", &["7g7f", "3c3d"]),
            game("a", "b", &["5g5f"]),
        ];
        assert_eq!(drop_repeated(&mut games), 1);
        assert_eq!(
            choose_sides(&mut games, &Whose::Player("me".to_string())),
            1
        );
        let sides: Vec<_> = games.iter().map(|game| game.sides).collect();
        assert_eq!(sides, [[true, false], [false, true]]);
        assert!(games[0].is_own(0) && !games[0].is_own(1));
        assert_eq!(choose_sides(&mut games, &Whose::Side(Color::White)), 0);
        assert_eq!(games[0].sides, [false, true]);
    }
}
