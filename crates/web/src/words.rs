//! Problems of positions and records, described in the language of the page.

use komadai::position::SfenError;
use komadai::types::{Color, PieceType};
use komadai_messages::{Lang, constant, key};
use komadai_records::{Problem, Reason, StartFault};

/// Describes the fault of a position.
pub(super) fn position_fault(error: &SfenError, lang: Lang) -> String {
    match lang {
        Lang::English => error.to_string(),
        Lang::Japanese => in_japanese(error),
    }
}

/// Describes a problem found in reading a record.
pub(super) fn record_fault(problem: &Problem, lang: Lang) -> String {
    let reason = match lang {
        Lang::English => return problem.to_string(),
        Lang::Japanese => reason_in_japanese(&problem.reason),
    };
    match problem.line {
        0 => reason,
        line => {
            let line = line.to_string();
            key::Problem { line, reason }.japanese()
        }
    }
}

macro_rules! reasons {
    ($reason:expr; $($variant:ident $( ( $name:ident ) )?),*) => {
        match $reason {
            $(Reason::$variant $( ($name) )? =>
                key::Reason::$variant { $( $name: $name.to_string() )? }.japanese(),)*
            Reason::Start(fault) => {
                let fault = match fault {
                    StartFault::Position(error) => in_japanese(error),
                    other => other.to_string(),
                };
                key::Reason::Start { fault }.japanese()
            }
            Reason::Line(error) => key::Reason::Line { error: in_japanese(error) }.japanese(),
            Reason::Extension { extension, text } => key::Reason::Extension {
                extension: extension.to_string(),
                text: text.to_string(),
            }
            .japanese(),
            Reason::Move { number, fault } => key::Reason::Move {
                number: number.to_string(),
                fault: fault.to_string(),
            }
            .japanese(),
            Reason::Number { found, expected } => key::Reason::Number {
                found: found.to_string(),
                expected: expected.to_string(),
            }
            .japanese(),
            Reason::Side { text, side } => key::Reason::Side {
                text: text.clone(),
                side: side_name(*side),
            }
            .japanese(),
        }
    };
}

/// A fault that nobody causes by hand keeps its details in English.
fn reason_in_japanese(reason: &Reason) -> String {
    reasons!(reason; TooLarge(n), LongLine(n), UnknownFormat, NoGame, Undecoded(n), NoJson(error),
        BrokenJson(error), EmptyJson, More(n), Handicap(text), AfterEnd(mv), End(text),
        EarlyVariation, LostVariation(n), UnopenedVariation, UnclosedVariation, Unknown(text),
        FourthTime(ply), NotMated(ply),
        NoValue(text), Time(text), BehindMoves(text), CutOff(text))
}

fn in_japanese(error: &SfenError) -> String {
    match error {
        SfenError::TooMany { kind, count, max } => key::SfenError::TooMany {
            kind: kind_name(*kind),
            count: count.to_string(),
            max: max.to_string(),
        }
        .japanese(),
        SfenError::TwoKings(side) => key::SfenError::TwoKings {
            side: side_name(*side),
        }
        .japanese(),
        SfenError::TwoPawns { color, file } => key::SfenError::TwoPawns {
            color: side_name(*color),
            file: file.to_string(),
        }
        .japanese(),
        SfenError::DeadEnd { kind, square } => key::SfenError::DeadEnd {
            kind: kind_name(*kind),
            square: square.to_string(),
        }
        .japanese(),
        other => other.to_string(),
    }
}

fn kind_name(kind: PieceType) -> String {
    named("PieceType", &format!("{kind:?}"))
}

fn side_name(side: Color) -> String {
    named("Color", &format!("{side:?}"))
}

fn named(message: &str, variant: &str) -> String {
    constant(&format!("{message}.{variant}")).map_or_else(|| variant.to_string(), str::to_string)
}
