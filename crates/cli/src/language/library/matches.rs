//! Japanese texts for errors of matches and their engines.

use std::process::ExitStatus;

use komadai_matches::client::{ClientError, CommandError as EngineCommandError, During};
use komadai_matches::clocks::{GoTextError, TimeControl};
use komadai_matches::csa::SeatError;
use komadai_matches::csa::client::CsaClientError;
use komadai_matches::csa::summary::SummaryError;
use komadai_matches::engine_player::EnginePlayerError;
use komadai_matches::game_record::Contestant;
use komadai_matches::match_file::{FORMAT, LineFault, MatchFileError};
use komadai_matches::match_identity::Difference;
use komadai_matches::match_run::MatchError as MatchRunError;
use komadai_matches::openings::{OpeningError, OpeningProblem, OpeningsFileError, Unplayable};
use komadai_matches::player::Detail;
use komadai_matches::referee::GameError;
use komadai_matches::sprt::SprtError;
use komadai_matches::to_record::BrokenGame;

use crate::language::japanese::same;
use crate::language::{Japanese, ja, japanese};

same!(Contestant);

impl Japanese for TimeControl {
    fn japanese(&self) -> String {
        match self {
            TimeControl::Nodes(n) => ja!(TimeControl.Nodes, n),
            TimeControl::Go(_) => self.to_string(),
            TimeControl::Clock { time, inc, byoyomi } => {
                let parts = [
                    (time, ja!(TimeControl.Time, ms = time)),
                    (inc, ja!(TimeControl.Increment, ms = inc)),
                    (byoyomi, ja!(TimeControl.Byoyomi, ms = byoyomi)),
                ];
                let given = parts.into_iter().filter(|(ms, _)| **ms > 0);
                given.map(|(_, text)| text).collect::<Vec<_>>().join("、")
            }
        }
    }
}

japanese! { Unplayable { NoMove, Repeated, NoKing, InCheck } }

japanese! {
    OpeningProblem {
        Word(text),
        Sfen(error) => error,
        Move { number, error },
        Unplayable(what),
    }
}
japanese! { struct OpeningError { line, problem } }
japanese! { OpeningsFileError { Read { path, source }, Opening { path, error } => [path, error] } }
japanese! { GameError { Opening(error) => error, Go(error) => error } }
japanese! { struct BrokenGame { game, problem } => (game = game + 1, problem) }
japanese! { GoTextError { Number { word, text }, Endless { word, text }, NoLimit(text) } }
japanese! { SprtError { Syntax(text), Bounds(text), Chance } }
japanese! {
    MatchRunError {
        Engines(n) => (n, most = Contestant::MOST),
        Odd(n),
        Rounds { games, round },
        Starts { games, needed, starts },
        Player { who, problem },
        Game { game, error } => (game = game + 1, error),
        Record(error) => error,
        Foreign { game, found, expected } => (game = game + 1, found, expected),
    }
}
japanese! {
    MatchFileError {
        Exists(path),
        Journal(error) => error,
        Broken { path, line, problem },
        Different { path, differences } => (path, differences = list(differences)),
    }
}
japanese! { LineFault { NoMatch, Header(error), Format(n) => (n, expected = FORMAT), Json(error) => error, Twice(game) => (game = game + 1) } }
japanese! { struct Difference { name, there, here } }

fn list(differences: &[Difference]) -> String {
    let texts = differences.iter().map(Difference::japanese);
    texts.collect::<Vec<_>>().join("。")
}
japanese! { During { Sending(text), Waiting(text) } }

fn in_words(status: Option<ExitStatus>) -> String {
    match status {
        None => ja!(EngineStatus.Running),
        Some(status) => match status.code() {
            Some(code) => ja!(EngineStatus.Code, code),
            None => status.to_string(),
        },
    }
}

japanese! { EngineCommandError { Empty, Quote(text) } }
japanese! {
    ClientError {
        Command(error) => error,
        Launch { command, source },
        Exited { during, status, stderr } => (during, status = in_words(*status), stderr),
        Timeout { waited_for, after } => (waited_for, ms = komadai::host::millis::of(*after)),
        UnknownOption { name, listed },
        TooManyOptions(n),
        Option(error) => error,
        Again { line },
        Early { line },
    }
}
japanese! {
    EnginePlayerError {
        Option(refusal) => refusal,
        Meaningless(name),
        Shared(name),
        Engine(error) => error,
        Go(text),
    }
}
japanese! {
    Detail {
        Late { ms, limit } => (used = format!("{ms:.1}"), limit),
        Nonsense { text, sfen },
        Move { error, sfen },
        Declaration { rule, sfen } => (rule = rule.name(), sfen),
        Engine(error) => error,
        Text(text),
    }
}
japanese! { CsaClientError { Engine(error), Refused(line) } }
japanese! { SeatError { Client(error) => error, Answer(text) } }
japanese! { SummaryError { NoTurn, Position(problem), Long, Value(text) } }
