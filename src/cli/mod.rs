//! The command line: everything the engine does besides playing over USI.

mod analyse;
mod bench;
mod book;
mod convert;
mod eval;
mod matches;
mod net;
mod openings;
mod perft;
mod problems;
mod show;
mod training;
mod tune;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::book::{BookError, JournalError};
use crate::engine::{Engine, EngineError, EngineOptions, EvaluatorChoice, EvaluatorOptions};
use crate::eval::nnue::NetError;
use crate::pack::DataFileError;
use crate::pack::convert::ConvertError;
use crate::position::{Handicap, MoveError, Position, SfenError};
use crate::record::RecordError;
use crate::selfplay::GenerateError;
#[cfg(feature = "tools")]
use crate::train::config::ConfigError;
#[cfg(feature = "tools")]
use crate::train::session::SessionError;
use crate::types::Square;

/// Komadai, a USI shogi engine. Without a command it speaks USI on standard
/// input and output.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Perft),
    Bench(bench::Bench),
    Eval(eval::Eval),
    Analyse(Box<analyse::Analyse>),
    Match(Box<matches::Match>),
    Openings(openings::OpeningsCmd),
    Gensfen(training::gensfen::Gensfen),
    #[cfg(feature = "tools")]
    Train(Box<training::train::TrainArgs>),
    #[cfg(feature = "tools")]
    Data(training::data::DataArgs),
    Net(net::Net),
    Book(book::BookArgs),
    Convert(convert::Convert),
    Show(show::Show),
    #[cfg_attr(not(feature = "tuning"), command(hide = true))]
    Tune(tune::Tune),
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("the position cannot be used: {0}")]
    Sfen(#[from] SfenError),
    #[error("move {number} of --moves cannot be played: {error}")]
    Move { number: usize, error: MoveError },
    #[error("there is no handicap '{name}'; there are: {all}")]
    Handicap { name: String, all: String },
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("{0}")]
    Evaluator(String),
    #[error(transparent)]
    Generate(#[from] GenerateError),
    #[error(transparent)]
    Network(#[from] NetError),
    #[cfg(feature = "tools")]
    #[error(transparent)]
    Train(Box<SessionError>),
    #[cfg(feature = "tools")]
    #[error(transparent)]
    TrainOptions(#[from] ConfigError),
    #[error(transparent)]
    Data(#[from] DataFileError),
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error("cannot read {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: there is such a file already; --force overwrites it", .0.display())]
    Exists(PathBuf),
    #[error("{} in the record; what could be read was converted", problems::count(*.0))]
    PartlyConverted(usize),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("there is no game {wanted}; the file has {games}")]
    NoSuchGame { wanted: usize, games: usize },
    #[error("there is no ply {wanted}; the main line has {last} moves")]
    NoSuchPly { wanted: usize, last: usize },
    #[error("move {number} of --arrow cannot be played: {error}")]
    Arrow { number: usize, error: MoveError },
    #[error("{}: {error}", .file.display())]
    Write { file: PathBuf, error: io::Error },
    #[error(transparent)]
    BookFile(#[from] BookError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{0}")]
    Book(String),
    #[error("{0}")]
    Failed(&'static str),
    #[error(transparent)]
    Games(#[from] analyse::games::GamesError),
    #[error(transparent)]
    Match(#[from] matches::MatchError),
    #[error(transparent)]
    Openings(#[from] openings::OpeningsError),
    #[error(transparent)]
    Tune(#[from] tune::TuneError),
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Exit code where some of the input was used and some could not be read.
const PARTIAL: u8 = 3;

/// Runs one command line, program name included. Results go to `out`,
/// complaints to `err`.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too.
            let text = error.render().to_string();
            let wanted = error.exit_code() == 0;
            let written = if wanted {
                write!(out, "{text}")
            } else {
                write!(err, "{text}")
            };
            return match written {
                Ok(()) if wanted => ExitCode::SUCCESS,
                _ => ExitCode::from(2),
            };
        }
    };
    let result = match cli.command {
        Command::Perft(command) => command.run(out),
        Command::Bench(command) => command.run(out),
        Command::Eval(command) => command.run(out),
        Command::Analyse(command) => command.run(out, err),
        Command::Match(command) => command.run(out),
        Command::Openings(command) => command.run(out),
        Command::Gensfen(command) => command.run(out),
        #[cfg(feature = "tools")]
        Command::Train(command) => command.run(out),
        #[cfg(feature = "tools")]
        Command::Data(command) => command.run(out),
        Command::Net(command) => command.run(out),
        Command::Book(command) => command.run(out),
        Command::Convert(command) => command.run(out, err),
        Command::Show(command) => command.run(out, err),
        Command::Tune(command) => command.run(out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // `komadai ... | head` is no error.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Nothing more can be done if this fails as well.
            let _ = writeln!(err, "error: {error}");
            match error {
                CliError::Games(error) if error.is_partial() => ExitCode::from(PARTIAL),
                CliError::PartlyConverted(_) => ExitCode::from(PARTIAL),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

/// How a position is named on the command line.
#[derive(Clone, Debug, Default, Args)]
struct PositionArgs {
    /// The position as SFEN; the start of an even game if not given
    #[arg(long, conflicts_with = "handicap")]
    sfen: Option<String>,
    /// The start of a handicap game: lance, right-lance, bishop, rook,
    /// rook-lance, two, three, four, five, left-five, six, left-seven,
    /// right-seven, eight, ten, three-pawns
    #[arg(long, value_name = "NAME")]
    handicap: Option<String>,
    /// Moves to play from there, in USI notation
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
}

impl PositionArgs {
    /// The position, and where the last of the moves went.
    fn position(&self) -> Result<(Position, Option<Square>), CliError> {
        let mut pos = match (&self.sfen, &self.handicap) {
            (Some(sfen), _) => Position::from_sfen(sfen.trim().trim_start_matches("sfen "))?,
            (None, Some(name)) => match Handicap::find(name) {
                Some(handicap) => Position::from_sfen(handicap.sfen)?,
                None => {
                    return Err(CliError::Handicap {
                        name: name.clone(),
                        all: Handicap::ALL.map(|h| h.name).join(", "),
                    });
                }
            },
            (None, None) => Position::startpos(),
        };
        let moves = self.moves.iter().flat_map(|text| text.split_whitespace());
        let mut last_to = None;
        for (i, text) in moves.enumerate() {
            let mv = pos.parse_usi_move(text).map_err(|error| CliError::Move {
                number: i + 1,
                error,
            })?;
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        Ok((pos, last_to))
    }
}

/// What to value positions with, as named on the command line.
#[derive(Clone, Debug, Default, Args)]
struct EvaluatorArgs {
    /// The network file to value positions with
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// auto (a network where there is one), material or nnue
    #[arg(long, value_name = "NAME", default_value = "auto")]
    evaluator: EvaluatorChoice,
    /// What to divide the network's output by; if not given, what its files say
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=128))]
    fv_scale: Option<i32>,
}

impl EvaluatorArgs {
    fn options(&self) -> Result<EvaluatorOptions, CliError> {
        let mut options = EvaluatorOptions {
            choice: self.evaluator,
            fv_scale: self.fv_scale.unwrap_or(0),
            ..EvaluatorOptions::default()
        };
        if let Some(net) = &self.net {
            if self.evaluator == EvaluatorChoice::Material {
                return Err(CliError::Failed("--evaluator material uses no --net"));
            }
            // At a command line paths start from the working directory alone.
            options.eval_file = std::path::absolute(net).map_err(|error| CliError::File {
                path: net.clone(),
                error,
            })?;
        }
        Ok(options)
    }

    /// The same, but without --net the built-in network, whatever file lies
    /// beside the engine: for what is to be the same on every machine.
    fn reproducible_options(&self) -> Result<EvaluatorOptions, CliError> {
        let options = self.options()?;
        Ok(match self.net {
            Some(_) => options,
            None => EvaluatorOptions {
                eval_dir: EvaluatorOptions::built_in().eval_dir,
                ..options
            },
        })
    }

    /// An engine with this evaluator: unlike in a game, nothing but what was
    /// asked for will do.
    fn engine(&self, options: EngineOptions) -> Result<Engine, CliError> {
        exact_engine(EngineOptions {
            evaluator: self.options()?,
            ..options
        })
    }
}

/// An engine with the evaluator that the options ask for, or none.
fn exact_engine(options: EngineOptions) -> Result<Engine, CliError> {
    let engine = Engine::new(options)?;
    match engine.evaluator().problem() {
        None => Ok(engine),
        Some(problem) => Err(CliError::Evaluator(problem.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exit code 0 or not, standard output, standard error.
    fn run_line(line: &[&str]) -> (bool, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let args = ["komadai"].iter().chain(line).map(OsString::from);
        let code = run(args, &mut out, &mut err);
        (
            format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS),
            String::from_utf8(out).unwrap(),
            String::from_utf8(err).unwrap(),
        )
    }

    #[test]
    fn the_declaration_of_arguments_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn perft_counts() {
        let (ok, out, _) = run_line(&["perft", "3"]);
        assert!(ok && out.contains("25470 nodes"), "{out}");
        let (ok, out, _) = run_line(&["perft", "3", "--parallel"]);
        assert!(ok && out.contains("25470 nodes"), "{out}");
        let (ok, out, _) = run_line(&["perft", "2", "--divide", "--moves", "7g7f", "3c3d"]);
        assert!(ok && out.contains("8h2b+: "), "{out}");
        let sum: u64 = out
            .lines()
            .filter_map(|l| l.split_once(": "))
            .filter_map(|(_, n)| n.parse::<u64>().ok())
            .sum();
        assert!(out.contains(&format!("{sum} nodes")), "{out}");
    }

    #[test]
    fn handicaps_go_by_name() {
        let (ok, out, _) = run_line(&["eval", "--handicap", "two"]);
        assert!(ok && out.contains("sfen lnsgkgsnl/9/"), "{out}");
        let (ok, _, err) = run_line(&["eval", "--handicap", "nine"]);
        assert!(
            !ok && err.contains("'nine'") && err.contains("three-pawns"),
            "{err}"
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (line, part) in [
            (&["eval", "--sfen", "9/9 b -"][..], "2 ranks"),
            (&["eval", "--moves", "7g7f", "7g7f"], "move 2"),
            (&["nonsense"], "nonsense"),
            (&["perft"], "DEPTH"),
            (&["perft", "x"], "'x'"),
            (&["perft", "1000"], "32"),
            (&["analyse", "--depth", "0"], "0"),
        ] {
            let (ok, out, err) = run_line(line);
            assert!(
                !ok && out.is_empty() && err.contains(part),
                "{line:?}: {err}"
            );
        }
    }

    #[test]
    fn analysis_in_words_and_as_json() {
        let base = [
            "analyse",
            "--depth",
            "3",
            "--multipv",
            "3",
            "--threads",
            "1",
        ];
        let (ok, out, err) = run_line(&base);
        assert!(ok && err.is_empty(), "{err}");
        assert!(out.contains("best move"), "{out}");
        let (ok, out, _) = run_line(&[&base[..], &["--json"]].concat());
        assert!(ok);
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(json["sfen"], Position::startpos().sfen());
        let lines = json["lines"].as_array().unwrap();
        for (line, multipv) in lines.iter().zip(1..) {
            assert_eq!(line["multipv"], multipv);
            let mut pos = Position::startpos();
            for mv in line["pv"].as_array().unwrap() {
                let mv = pos.parse_usi_move(mv.as_str().unwrap()).unwrap();
                pos.do_move(mv);
            }
            assert!(pos.moves_made() > 0);
        }
        assert_eq!(lines[0]["pv"][0], json["bestmove"]);
    }

    #[test]
    fn the_benchmark_ends_with_its_signature() {
        let (ok, out, _) = run_line(&["bench", "--nodes", "100", "--hash", "1"]);
        assert!(ok);
        let last: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
        assert_eq!((last[1], last[3], last.len()), ("nodes", "nps", 4));
        assert!(last[0].parse::<u64>().unwrap() > 0);
    }
}
