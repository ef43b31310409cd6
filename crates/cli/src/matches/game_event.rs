//! A game that has just ended, as a line for people or as JSON.

use serde::Serialize;

use crate::language::{Japanese, Lang, current, msg};
use komadai::EndReason;
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
/// colour, and the result.
pub(super) fn game_line(record: &GameRecord, games: usize, colours: &str) -> String {
    let result = match record.winner {
        Some(winner) => msg!(match_wins, winner),
        None => msg!(match_draw),
    };
    let width = games.to_string().len();
    msg!(
        match_game,
        game = format!("{:>width$}", record.game + 1),
        games,
        colours,
        result,
        reason = reason_text(record.reason),
        moves = record.moves.len()
    )
}

/// What went wrong, on a line of its own.
pub(super) fn detail(record: &GameRecord) -> String {
    let detail = record.detail.as_ref();
    detail.map_or_else(String::new, |detail| format!("\n  {detail}"))
}

/// What ended a game, in words.
pub(super) fn reason_text(reason: EndReason) -> String {
    match current() {
        Lang::English => reason.name().replace('_', " "),
        Lang::Japanese => reason.japanese(),
    }
}
