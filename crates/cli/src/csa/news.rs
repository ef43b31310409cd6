//! Messages of `komadai csa` while it runs and at its end.

use std::io::{self, Write};
use std::time::Duration;

use crate::language::{msg, say, told};
use komadai::host::millis;
use komadai_matches::csa::client::News;
use komadai_matches::csa::game::{GameVerdict, ServerGame};
use komadai_matches::csa::tally::{ServerResults, ServerTally};

fn names(game: &ServerGame) -> String {
    let [black, white] = &game.names;
    format!("{black} - {white}")
}

/// Writes an event as a line.
pub(super) fn line(out: &mut dyn Write, news: &News<'_>) -> io::Result<()> {
    match news {
        News::Connected(host, port) => say!(out, csa_connected, host, port),
        News::NoAnswer(after) => say!(out, csa_no_answer, seconds = after.as_secs()),
        News::Impossible(line) => say!(out, csa_impossible, line),
        News::Abandoned => say!(out, csa_abandoned),
        News::LoggedIn => say!(out, csa_logged_in),
        News::Offered(game) => say!(out, csa_offered, id = game.id, names = names(game)),
        News::Resumed(game) => say!(out, csa_resumed, id = game.id, moves = game.number()),
        News::Rejected(by) => say!(out, csa_rejected, by),
        News::Unplayable(error) => say!(out, csa_unplayable, error = told(*error)),
        News::Started(game) => say!(out, csa_started, id = game.id),
        News::Over(game, verdict) => {
            let result = match verdict {
                GameVerdict::Win => msg!(csa_won),
                GameVerdict::Lose => msg!(csa_lost),
                GameVerdict::Draw => msg!(csa_drawn),
                GameVerdict::None => msg!(csa_no_result),
            };
            let (opponent, moves) = (game.opponent(), game.number());
            say!(out, csa_over, opponent, result, moves)
        }
        News::BrokenOff(game) => {
            let (opponent, moves) = (game.opponent(), game.number());
            say!(out, csa_broken_off, opponent, moves)
        }
        News::Recorded(path) => say!(out, written, file = path.display()),
        News::RecordFailed(error) => say!(out, csa_fault, error = told(*error)),
        News::LogFailed(error) => say!(out, csa_log_failed, error = told(*error)),
        News::Lost(error) => say!(out, csa_connection_lost, error = told(*error)),
        News::NoConnection(error) => {
            say!(out, csa_no_connection, error = told(*error))
        }
        News::Refused(line) => say!(out, csa_refused, line),
        News::Pause(pause) => say!(out, csa_pause, seconds = pause.as_secs()),
        News::EngineFault(error) => say!(out, csa_engine_fault, error = told(*error)),
        News::GivingUp => say!(out, csa_giving_up),
        News::LastGame => say!(out, csa_last_game),
    }
}

fn results(results: &ServerResults) -> String {
    let ServerResults {
        wins,
        losses,
        draws,
        others,
    } = *results;
    let text = msg!(csa_results, wins, losses, draws);
    match others {
        0 => text,
        others => format!("{text}{}{}", msg!(comma), msg!(csa_others, others)),
    }
}

/// Formats a time in seconds with one decimal.
fn seconds(time: Duration) -> String {
    format!("{:.1}", millis::of(time) as f64 / 1000.0)
}

/// Writes the results of all games played.
pub(super) fn summary(out: &mut dyn Write, tally: &ServerTally) -> io::Result<()> {
    let games = tally.all.games();
    say!(out, csa_games, games, results = results(&tally.all))?;
    for (opponent, by) in &tally.opponents {
        say!(
            out,
            csa_opponent,
            opponent,
            games = by.games(),
            results = results(by)
        )?;
    }
    if let Some(mean) = tally.mean() {
        let (mean, slowest) = (seconds(mean), seconds(tally.slowest));
        say!(out, csa_answers, answers = tally.answers, mean, slowest)?;
    }
    let (lost, faults) = (tally.lost_connections, tally.engine_faults);
    if lost + faults > 0 {
        say!(out, csa_faults, lost, faults)?;
    }
    Ok(())
}
