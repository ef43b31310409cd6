//! Errors and facts of the engine.

use std::path::{Path, PathBuf};

use komadai::EndReason;
use komadai::book::{
    AperyError, BookError, BookFault, BookFormat, DbError, JournalError, YbbError,
};
use komadai::engine::evaluator::{
    EvaluatorChoiceError, EvaluatorProblem, FileChanged, LoadedEvaluator,
};
use komadai::engine::usi_options::OptionRefusal;
use komadai::engine::{EngineError, Opinion, Valuer};
use komadai::eval::nnue::{BlockFault, NetError, NetPart, NetProblem, NetWarning, UnsupportedNet};
use komadai::eval::scale::{FvScale, ScaleOrigin, ScalePlace, ScaleWarning};
use komadai::notation::{MoveNotation, NotationError};
use komadai::packed::{BoardError, PackError};
use komadai::position::{IllegalMove, MoveError, SfenError};
use komadai::search::SearcherError;
use komadai::tt::{OutOfMemory, TtError};
use komadai::types::{Color, Move, MoveTextError, PieceType, Score, Square};
use komadai::usi::{AllowedValue, OptionError, OptionsFileError};

use crate::language::japanese::same;
use crate::language::{Japanese, ja, japanese};

same!(Move, Square);

japanese! { Color { Black, White } }

japanese! {
    EndReason {
        Mate,
        NoMoves,
        Resign,
        Declaration,
        DeclarationDraw,
        Try,
        Repetition,
        PerpetualCheck,
        MaxMoves,
        AdjudicatedLoss,
        AdjudicatedDraw,
        IllegalMove,
        FalseDeclaration,
        Time,
        EarlyAnswer,
        Crash,
        Hang,
        ProvenMate,
        Unknown,
    }
}

impl Japanese for PieceType {
    fn japanese(&self) -> String {
        let name = komadai_messages::constant(&format!("PieceType.{self:?}"));
        name.map_or_else(|| format!("{self:?}"), str::to_string)
    }
}

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

// Positions and moves.

japanese! {
    open SfenError {
        Empty,
        UnknownPiece(letter),
        BadPromotion,
        RankWidth { rank, count } => (rank = char::from(b'a' + rank), count),
        RankCount(n),
        Turn(text),
        Hands(text),
        Ply(text),
        Trailing(text),
        TooMany { kind, count, max },
        TwoKings(side),
        TwoPawns { color, file },
        DeadEnd { kind, square },
    }
}
japanese! {
    IllegalMove {
        NoPiece(mv),
        Unreachable(mv),
        Promotion(mv),
        DeadEnd(mv),
        Nifu(mv),
        Uchifuzume(mv),
        KingInCheck(mv),
    }
}
japanese! { struct MoveTextError(text) }
japanese! { MoveError { Text(error) => error, Illegal(error) => error } }
japanese! {
    open NotationError {
        Syntax(text, notation),
        NoMoveBefore(text),
        NoSuchMove { text, side },
        WrongOrigin { text, side, from },
        Ambiguous { text, moves } => (text, count = moves.len(), moves = list(moves)),
        Illegal { text, reason },
    }
}
japanese! { MoveNotation { Japanese, Western, Jkf } }
japanese! { open BoardError { Setup(error) => error, KingEnPrise } }
japanese! { open PackError { NoKing(side), TooMany(kind), KingsTogether, BadCode(n) } }

fn list(moves: &[Move]) -> String {
    let moves = moves.iter().map(Move::to_string);
    moves.collect::<Vec<_>>().join(", ")
}

// Books.

japanese! { BookFormat { Db, Ybb, Apery } }
japanese! {
    BookFault {
        Db(error) => error,
        Ybb(error) => error,
        Apery(error) => error,
        NoPosition { line, text },
    }
}
japanese! { DbError { Io(error) => error, NoPosition(n) } }
japanese! {
    YbbError {
        Io(error) => error,
        Magic,
        Flags(n) => (flags = format!("{n:#x}")),
        Short(positions, bytes),
        Moves(n),
    }
}
japanese! { AperyError { Io(error) => error, Size(n) } }
japanese! {
    open BookError {
        Io { path, source },
        NotBuiltIn,
        Format(path),
        Broken { path, format, why },
    }
}
japanese! {
    open JournalError {
        Io { path, source } => [path, source],
        Exists(path),
        Locked(path),
        Foreign(path),
        Settings { path, found, wanted },
    }
}

// Evaluators.

japanese! { struct EvaluatorChoiceError => () }
japanese! { struct FileChanged => () }

/// Paths of which one would have done.
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

japanese! { Valuer { Network, Material, NoKing } }
japanese! {
    EvaluatorProblem {
        Missing { tried } => (tried = either(tried)),
        Broken(error),
    }
}
japanese! { struct NetError { path, problem } => (path, problem) }
japanese! {
    NetPart {
        File,
        Version,
        Hash,
        HeaderLength,
        Header,
        Transformer,
        TransformerHash,
        TransformerBiases,
        TransformerWeights,
        Network,
        NetworkHash,
        StackHash,
        FirstHidden,
        SecondHidden,
        Output,
        Block,
        BlockLength,
    }
}
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

/// How far a size is from that of a layout, if one is expected.
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
japanese! {
    OptionRefusal {
        Unknown(name),
        NoBool { name, value },
        Range { name, value, min, max },
        NoNumber { name, value, min, max },
        NoChoice { name, value, all },
    }
}
japanese! { AllowedValue { Bool, Number(min, max), OneOf(all) } }
japanese! { OptionError { Missing(name), Button(name), Value { name, allowed, value } } }
japanese! { struct OptionsFileError { line, text } }
