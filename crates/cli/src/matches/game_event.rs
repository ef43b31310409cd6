//! A game that has just ended, as a line for people or as JSON.

use serde::Serialize;

use crate::language::told_lines;
use crate::problems::counted;
use komadai_matches::game_record::{Contestant, GameRecord};

/// For JSON; `more` is what the kind of match adds.
#[derive(Serialize)]
struct GameEvent<'a, T> {
    event: &'static str,
    game: usize,
    black: Contestant,
    white: Contestant,
    winner: Option<Contestant>,
    reason: &'a str,
    moves: usize,
    #[serde(flatten)]
    more: T,
}

/// The game as JSON.
pub(super) fn game_json(record: &GameRecord, more: impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(&GameEvent {
        event: "game",
        game: record.game,
        black: record.black,
        white: record.white(),
        winner: record.winner,
        reason: record.reason.name(),
        moves: record.moves.len(),
        more,
    })
}

/// The game in a line, in the language of the command line: which of how many, who had which
/// colour, and after the result what `more` says.
pub(super) fn game_line(record: &GameRecord, games: usize, colours: &str, more: &str) -> String {
    let result = match record.winner {
        Some(winner) => format!("{winner} wins"),
        None => "draw".to_string(),
    };
    let width = games.to_string().len();
    let mut line = format!(
        "game {:>width$}/{games} {colours}: {result}, {}, {}{more}",
        record.game + 1,
        record.reason.name().replace('_', " "),
        counted(record.moves.len(), "move"),
    );
    if let Some(detail) = &record.detail {
        line += &format!("\n  {detail}");
    }
    told_lines(&line)
}
