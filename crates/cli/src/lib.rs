//! Command line of Komadai: all commands besides playing over USI.

mod analyse;
mod args;
mod bench;
mod book;
mod convert;
mod csa;
mod error;
mod eval;
mod language;
mod matches;
mod mate;
mod net;
mod openings;
mod outputs;
mod perft;
mod plain;
mod records;
mod show;
mod signals;
mod study;
mod training;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use error::CliError;
pub use language::Lang;
use language::{msg, speaking, told};
pub use signals::handle as handle_signals;

/// Komadai, a USI shogi engine. Without a command it speaks USI on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "komadai", version)]
struct Cli {
    /// The language of messages, instead of the one in the environment (LC_ALL, LC_MESSAGES, LANG)
    // The help lists this option after those of the command.
    #[arg(
        long,
        value_parser = language::lang_parser(),
        value_name = "LANG",
        global = true,
        display_order = 900
    )]
    lang: Option<Lang>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Perft),
    Bench(bench::Bench),
    Eval(eval::Eval),
    #[command(alias = "analyze")]
    Analyse(Box<analyse::Analyse>),
    Match(Box<matches::Match>),
    Csa(Box<csa::Csa>),
    Mate(mate::Mate),
    Openings(openings::OpeningsCmd),
    Gensfen(training::Gensfen),
    Train(Box<training::Train>),
    Data(training::Data),
    Net(net::Net),
    Book(book::BookArgs),
    Convert(convert::Convert),
    Show(show::Show),
    Study(Box<study::Study>),
}

/// The hint for a person who starts the engine on a terminal without a command, in the language
/// that the arguments select, else in `lang`.
pub fn hint(args: &[OsString], lang: Lang) -> String {
    let lang = language::asked_for(args).unwrap_or(lang);
    speaking(lang, || msg!(terminal_hint))
}

/// The line about a panic, which is a fault of this program, in a language.
pub fn fault(panic: &str, lang: Lang) -> String {
    let fault = panic.split_whitespace().collect::<Vec<_>>().join(" ");
    speaking(lang, || msg!(fault, fault))
}

/// Runs one command line; the first argument is the program name. Results go to `out` and errors to
/// `err`, in the language that the arguments select, else in `lang`. `None` if the arguments name no
/// command: the program then speaks USI.
pub fn run(
    args: &[OsString],
    lang: Lang,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Option<ExitCode> {
    let err = &mut plain::Plain(err);
    let lang = language::asked_for(args).unwrap_or(lang);
    speaking(lang, || run_speaking(args, out, err))
}

fn read(args: &[OsString]) -> Result<Cli, clap::Error> {
    let args = language::without_lang_for_help(args);
    let command = Cli::command();
    let program = command.get_name().to_string();
    let mut command = language::with_examples(command, &program);
    if language::current() == Lang::Japanese {
        command = language::command_in_japanese(command);
    }
    let matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

fn run_speaking(args: &[OsString], out: &mut dyn Write, err: &mut dyn Write) -> Option<ExitCode> {
    let cli = match read(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Clap also returns the output of --help and --version as an error.
            let wanted = error.exit_code() == 0;
            let written = if wanted {
                write!(out, "{}", error.render())
            } else {
                writeln!(err, "{}", language::complaint(error).trim_end())
            };
            return Some(match written {
                Ok(()) if wanted => ExitCode::SUCCESS,
                _ => ExitCode::from(2),
            });
        }
    };
    let result = dispatch(cli.command?, out, err);
    Some(match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_output() => ExitCode::SUCCESS,
        Err(error) => {
            let (head, told) = (msg!(error), told(&error));
            // If the error cannot be written either, only the exit code is left.
            let _ = writeln!(err, "{head}: {told}");
            ExitCode::from(error.exit_code())
        }
    })
}

fn dispatch(command: Command, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
    match command {
        Command::Perft(command) => command.run(out),
        Command::Bench(command) => command.run(out),
        Command::Eval(command) => command.run(out),
        Command::Analyse(command) => command.run(out, err),
        Command::Match(command) => command.run(out),
        Command::Csa(command) => command.run(out),
        Command::Mate(command) => command.run(out, err),
        Command::Openings(command) => command.run(out),
        Command::Gensfen(command) => command.run(out),
        Command::Train(command) => command.run(out),
        Command::Data(command) => command.run(out),
        Command::Net(command) => command.run(out),
        Command::Book(command) => command.run(out, err),
        Command::Convert(command) => command.run(out, err),
        Command::Show(command) => command.run(out, err),
        Command::Study(command) => command.run(out, err),
    }
}

#[cfg(test)]
mod tests;
