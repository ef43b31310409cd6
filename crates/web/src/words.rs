//! Faults of a position in Japanese, for readers who set one up.

use komadai::position::SfenError;
use komadai::types::{Color, PieceType};
use komadai_messages::{constant, key};

/// The Japanese of what is wrong with a position; texts that only a program could write stay English.
pub(super) fn in_japanese(error: &SfenError) -> String {
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
