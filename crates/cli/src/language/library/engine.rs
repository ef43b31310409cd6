//! Japanese texts for errors and values of the engine.

use std::path::{Path, PathBuf};

use komadai::EndReason;
use komadai::book::{BookError, BookFault, BookFormat, BookJudgement};
use komadai::engine::evaluator::{
    EvaluatorChoiceError, EvaluatorProblem, FileChanged, LoadedEvaluator,
};
use komadai::engine::usi_options::{AllowedValue, OptionError};
use komadai::engine::{EngineError, Opinion, Valuer};
use komadai::eval::nnue::{BlockFault, NetError, NetPart, NetProblem, NetWarning, UnsupportedNet};
use komadai::eval::scale::{FvScale, ScaleOrigin, ScalePlace, ScaleWarning};
use komadai::files::PathError;
use komadai::packed::{BoardError, PackError};
use komadai::position::{IllegalMove, MoveError, SfenError};
use komadai::search::SearcherError;
use komadai::tt::{OutOfMemory, TtError};
use komadai::types::{Color, Move, MoveTextError, PieceType, Score, Square};
use komadai::usi::OptionsFileError;
use komadai_journal::JournalError;
use komadai_messages::of_variant;
use komadai_records::notation::{MoveNotation, NotationError};

use super::shared;
use crate::language::{Japanese, ja, japanese};

/// Implements [`Japanese`] for enums without data by the key `Type.Variant`.
macro_rules! by_variant {
    ($($type:ident),*) => {
        $(impl Japanese for $type {
            fn japanese(&self) -> String {
                of_variant(stringify!($type), self)
            }
        })*

        #[cfg(test)]
        #[test]
        fn every_variant_has_its_text() {
            $(for one in $type::ALL {
                let key = format!("{}.{one:?}", stringify!($type));
                assert!(komadai_messages::constant(&key).is_some(), "{key}");
            })*
        }
    };
}

by_variant! { BookFormat, EndReason, BookJudgement, NetPart, Valuer }

shared!(
    Color,
    IllegalMove,
    Move,
    MoveError,
    MoveNotation,
    MoveTextError,
    NotationError,
    PieceType,
    SfenError,
    Square
);

impl Japanese for Score {
    fn japanese(&self) -> String {
        match *self {
            Score::Centipawns(_) => self.to_string(),
            Score::Repetition { better: true } => ja!(Score.BetterHands),
            Score::Repetition { better: false } => ja!(Score.WorseHands),
            Score::Rule { winning: true } => ja!(Score.Won),
            Score::Rule { winning: false } => ja!(Score.Lost),
            Score::Mate {
                plies: None | Some(0),
                ..
            } => ja!(Score.Mate),
            Score::Mate {
                winning: true,
                plies: Some(plies),
            } => ja!(Score.MateIn, plies),
            Score::Mate {
                winning: false,
                plies: Some(plies),
            } => ja!(Score.MatedIn, plies),
        }
    }
}

// Positions.

japanese! { open BoardError { Setup(error) => error, KingEnPrise } }
japanese! { open PackError { NoKing(side), TooMany(kind), KingsTogether, BadCode(n) } }

// Books.

impl Japanese for PathError {
    fn japanese(&self) -> String {
        format!("{}: {}", self.path.display(), self.source.japanese())
    }
}

japanese! {
    BookFault {
        Io(error) => error,
        NoLine(at, length),
        NoPosition { line, text },
        Magic,
        Flags(n) => (flags = format!("{n:#x}")),
        Short(positions, bytes),
        Moves(n),
        Size(n),
        Protobuf(why),
        NoState,
        TooManyMoves(id),
    }
}
japanese! {
    open BookError {
        File(error),
        NotBuiltIn,
        Format(path),
        NotInBuild(path),
        Broken { path, format, why },
    }
}
japanese! {
    open JournalError {
        File(error) => error,
        Exists(path),
        NoOrdinaryFile(path),
        Locked(path),
        Foreign(path),
        Settings { path, found, wanted },
    }
}

// Evaluators.

japanese! { struct EvaluatorChoiceError => () }
japanese! { struct FileChanged => () }

/// A list of alternative paths.
fn either(paths: &[PathBuf]) -> String {
    let paths = paths.iter().map(PathBuf::japanese);
    paths.collect::<Vec<_>>().join("、")
}

impl Japanese for LoadedEvaluator {
    fn japanese(&self) -> String {
        let Some(network) = self.network() else {
            return match self.missed() {
                missed if missed.is_empty() => ja!(LoadedEvaluator.Material),
                missed => ja!(LoadedEvaluator.Missed, missed = either(&missed)),
            };
        };
        let info = network.info();
        let (architecture, scale) = (info.architecture.to_string(), self.fv_scale());
        let hash = format!("{:#010X}", info.hash);
        match self.file().map(Path::to_path_buf) {
            Some(file) => ja!(LoadedEvaluator.File, architecture, hash, scale, file),
            None => ja!(LoadedEvaluator.BuiltIn, architecture, hash, scale),
        }
    }
}

impl Japanese for FvScale {
    fn japanese(&self) -> String {
        ja!(FvScale, divisor = self.divisor(), origin = self.origin())
    }
}

impl Japanese for ScaleOrigin {
    fn japanese(&self) -> String {
        match self {
            ScaleOrigin::Default => ja!(ScaleOrigin.Default),
            ScaleOrigin::Option => ja!(ScaleOrigin.Option),
            ScaleOrigin::Header => ja!(ScaleOrigin.Header),
            ScaleOrigin::OptionsFile => self.to_string(),
        }
    }
}

impl Japanese for ScalePlace {
    fn japanese(&self) -> String {
        match self {
            ScalePlace::Header => ja!(ScalePlace.Header),
            ScalePlace::File(path) => path.japanese(),
        }
    }
}

impl Japanese for Opinion {
    fn japanese(&self) -> String {
        let Opinion { side, raw, by, .. } = self;
        let value = format!("{:+}", self.score.centipawns());
        ja!(
            Opinion,
            raw,
            side,
            by,
            value,
            for_black = format!("{:+}", self.for_black())
        )
    }
}

japanese! {
    EvaluatorProblem {
        Missing { tried } => (tried = either(tried)),
        Broken(error),
    }
}
japanese! { struct NetError { path, problem } => (path, problem) }
japanese! {
    UnsupportedNet {
        Features(name),
        Threats,
        Progress,
        SfnnProgress,
        StackFile(version) => (version = format!("{version:#010X}")),
        Layout(layout),
        Uncompressed(header),
        Width { features, lanes },
        Stacks(n),
    }
}
japanese! { BlockFault { Weights { weights, lanes }, Values(n), Number(n) } }

/// The difference between a file's size and that of the expected layout; empty if no layout is
/// expected.
fn size_note(expected: &Option<(u64, String)>, size: u64) -> String {
    match expected {
        Some((wanted, layout)) if *wanted > size => {
            ja!(NetSize.Missing, layout, wanted, n = wanted - size)
        }
        Some((wanted, layout)) => ja!(NetSize.TooMany, layout, wanted, n = size - wanted),
        None => String::new(),
    }
}

japanese! {
    NetProblem {
        Io(error) => error,
        NotAFile,
        Truncated { what, offset, needed, size } =>
            (what, offset, end = offset.saturating_add(*needed), size),
        Version { found } => (found = format!("{found:#010X}")),
        HeaderLength { found, limit },
        Size { size, expected, header } => (size, expected = size_note(expected, *size), header),
        Unsupported(what),
        Compressed { offset, what },
    }
}
japanese! {
    NetWarning {
        Hash { section, offset, found, expected, layout } => (
            section, offset, found = format!("{found:#010X}"),
            expected = format!("{expected:#010X}"), layout
        ),
        Header { header, layout },
        Scale(warning) => warning,
    }
}
japanese! {
    struct ScaleWarning { name, range, value, place } =>
        (name, value, place, first = range.start(), last = range.end())
}

// The engine.

japanese! { EngineError { Evaluator(error) => error, Searcher(error) => error } }
japanese! {
    SearcherError {
        Threads(error) => (error = error.to_string()),
        ThreadMemory(n),
        Table(error) => error,
    }
}
japanese! { TtError { TooSmall, NotFree { mib, available }, NoMemory { mib, source } } }
japanese! { struct OutOfMemory { count, size } }
japanese! { AllowedValue { Bool, Number(min, max), OneOf(all) } }
japanese! {
    OptionError { Unknown(name), Missing(name), Button(name), Value { name, allowed, value } }
}
japanese! { struct OptionsFileError { line, text } }
