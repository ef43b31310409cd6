//! Arguments of several commands: position, evaluator, number of threads.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::error::CommandError;
use super::language::japanese;
use komadai::engine::{Engine, EngineError, EngineOptions, EvaluatorChoice, EvaluatorOptions};
use komadai::host::sync::cores;
use komadai::position::{MoveError, Position, SfenError};
use komadai::text;
use komadai::types::Move;
use komadai_records::Handicap;
use komadai_records::{Format, NodeId, Problem, Reading, read_bytes, read_usi_start};

/// Error in a position, network or evaluator given on the command line.
#[derive(Debug, thiserror::Error)]
pub(super) enum ArgsError {
    #[error("the position cannot be used: {0}")]
    Sfen(#[from] SfenError),
    #[error("the position cannot be read: {0}")]
    Pasted(Problem),
    #[error("the text holds {0} games or positions, not one")]
    Several(usize),
    #[error("cannot read standard input: {0}")]
    Stdin(io::Error),
    #[error("move {number} of --moves cannot be played: {error}")]
    Move { number: usize, error: MoveError },
    #[error("there is no handicap '{name}'; there are: {all}")]
    Handicap { name: String, all: String },
    #[error("--evaluator material uses no --net")]
    NetUnused,
    #[error("cannot read {}: {error}", path.display())]
    NetPath { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Engine(#[from] EngineError),
}

japanese! {
    ArgsError {
        Sfen(error),
        Pasted(problem),
        Several(n),
        Stdin(error),
        Move { number, error },
        Handicap { name, all },
        NetUnused,
        NetPath { path, error },
        Engine(error) => error,
    }
}

impl CommandError for ArgsError {}

/// Position given on the command line.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PositionArgs {
    /// The position: SFEN, `startpos` or a USI `position` line, with or without moves;
    /// the text of a record (its last position) or of a board (BOD, CSA); or - to read
    /// one of these from standard input [default: the start of an even game]
    #[arg(long, value_name = "POSITION", conflicts_with = "handicap", value_parser = text_parser())]
    pub sfen: Option<String>,
    /// The start position of a handicap game: lance, right-lance, bishop, rook, rook-lance, two,
    /// three, four, five, left-five, six, left-seven, right-seven, eight, ten, three-pawns
    #[arg(long, value_name = "NAME")]
    pub handicap: Option<String>,
    /// Moves to make from the position, in USI notation
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,
}

impl PositionArgs {
    /// The position, and the move that led to it, if any.
    pub fn position(&self) -> Result<(Position, Option<Move>), ArgsError> {
        let (mut pos, mut last_move) = match (&self.sfen, &self.handicap) {
            (Some(text), _) if text == "-" => pasted(&read_stdin()?)?,
            (Some(text), _) => pasted(text)?,
            (None, Some(name)) => match Handicap::find(name) {
                Some(handicap) => (Position::from_sfen(handicap.sfen)?, None),
                None => {
                    return Err(ArgsError::Handicap {
                        name: name.clone(),
                        all: Handicap::ALL.map(|h| h.name).join(", "),
                    });
                }
            },
            (None, None) => (Position::startpos(), None),
        };
        let moves = self.moves.iter().flat_map(|text| text.split_whitespace());
        for (i, text) in moves.enumerate() {
            let mv = pos.parse_usi_move(text).map_err(|error| ArgsError::Move {
                number: i + 1,
                error,
            })?;
            pos.do_move(mv);
            last_move = Some(mv);
        }
        Ok((pos, last_move))
    }
}

/// Parser of texts in the encodings of records, because `--sfen "$(cat game.kif)"` may be CP932.
pub(super) fn text_parser() -> impl TypedValueParser<Value = String> {
    // Where arguments are bytes, these are the user's own bytes; elsewhere they are UTF-8.
    OsStringValueParser::new().map(|text| text::decode(text.as_encoded_bytes()).0)
}

fn read_stdin() -> Result<String, ArgsError> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(ArgsError::Stdin)?;
    Ok(text::decode(&bytes).0)
}

/// Reads a position from pasted text, with the move that led to it. The text is a bare SFEN, `sfen
/// ...`, `startpos` or a USI `position` line, each with or without moves, or one record or board of
/// any format.
///
/// Of a record, the position is the last one of the main line. Any part that cannot be read is an
/// error.
pub(super) fn pasted(text: &str) -> Result<(Position, Option<Move>), ArgsError> {
    let mut reading = read_pasted(text)?;
    if let Some(problem) = reading.warnings.drain(..).next() {
        return Err(ArgsError::Pasted(problem));
    }
    let [record] = &reading.records[..] else {
        return Err(ArgsError::Several(reading.records.len()));
    };
    let moves = record
        .main_line()
        .filter(|&id| record.node(id).mv().is_some());
    let last = moves.last().unwrap_or(NodeId::ROOT);
    Ok((record.position_at(last), record.node(last).mv()))
}

/// Reads pasted text as records. The error of a single line names what is wrong with it as a
/// position.
pub(super) fn read_pasted(text: &str) -> Result<Reading, ArgsError> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_line = !text.contains('\n');
    if is_line && matches!(Format::of_text(text), Some(Format::Usi) | None) {
        // Only the error is needed: the reader of records would skip a faulty line with a warning.
        read_usi_start(text)?;
    }
    read_bytes(text.as_bytes(), None).map_err(ArgsError::Pasted)
}

/// Evaluator given on the command line.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct EvaluatorArgs {
    /// The network file of the evaluator
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// The evaluator: auto (a network if there is one), material or nnue
    #[arg(long, value_name = "NAME", default_value = "auto")]
    evaluator: EvaluatorChoice,
    /// Divisor of the network's output [default: as the network's files state]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=128))]
    fv_scale: Option<i32>,
}

impl EvaluatorArgs {
    /// The engine options for these arguments.
    pub fn options(&self) -> Result<EvaluatorOptions, ArgsError> {
        match &self.net {
            Some(_) if self.evaluator == EvaluatorChoice::Material => Err(ArgsError::NetUnused),
            Some(net) => net_options(self.evaluator, net, self.fv_scale),
            None => Ok(EvaluatorOptions {
                choice: self.evaluator,
                fv_scale: self.fv_scale.unwrap_or(0),
                ..EvaluatorOptions::default()
            }),
        }
    }

    /// [`EvaluatorArgs::options`], except that without --net the built-in network is always used,
    /// never a file beside the executable, so that results are the same on every machine.
    pub fn reproducible_options(&self) -> Result<EvaluatorOptions, ArgsError> {
        let options = self.options()?;
        Ok(match self.net {
            Some(_) => options,
            None => EvaluatorOptions {
                eval_dir: EvaluatorOptions::built_in().eval_dir,
                ..options
            },
        })
    }

    /// An engine with this evaluator. An evaluator that cannot be loaded is an error, whereas over
    /// USI the engine falls back to another one.
    pub fn engine(&self, options: EngineOptions) -> Result<Engine, ArgsError> {
        Ok(Engine::with_exact_evaluator(EngineOptions {
            evaluator: self.options()?,
            ..options
        })?)
    }
}

/// The engine options for a network file. Its path is relative to the working directory, never to
/// the executable.
pub(super) fn net_options(
    choice: EvaluatorChoice,
    net: &Path,
    fv_scale: Option<i32>,
) -> Result<EvaluatorOptions, ArgsError> {
    let eval_file = std::path::absolute(net).map_err(|error| ArgsError::NetPath {
        path: net.to_path_buf(),
        error,
    })?;
    Ok(EvaluatorOptions {
        choice,
        eval_file,
        fv_scale: fv_scale.unwrap_or(0),
        ..EvaluatorOptions::default()
    })
}

/// Parser of numbers of threads.
pub(super) fn thread_count() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16).range(1..=1024).map(usize::from)
}

/// Parser of the size of a transposition table in MiB.
pub(super) fn hash_mib() -> impl TypedValueParser<Value = usize> {
    let mib = clap::value_parser!(u64).range(1..);
    // Where memory has fewer addresses, no table of so many MiB fits, whatever their number.
    mib.map(|mib| usize::try_from(mib).unwrap_or(usize::MAX))
}

/// The number of threads given, or one for each core.
pub(super) fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(cores).max(1)
}

/// Sets the number of threads for all parallel work of this process: the number given, or one for
/// each core.
pub(super) fn use_threads(asked: Option<usize>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(asked));
    // If there is a global pool already, it stays as it is. No result depends on the number of
    // threads.
    if let Err(error) = pool.build_global() {
        log::warn!("{error}");
    }
}
