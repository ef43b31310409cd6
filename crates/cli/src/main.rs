//! The engine's executable: USI without arguments, a command line with them.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Diagnostics go to stderr, and only on request (RUST_LOG): some programs
    // never read an engine's stderr, which blocks it once the pipe is full.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));

    if std::env::args_os().len() > 1 {
        return komadai_cli::run(
            std::env::args_os(),
            komadai_cli::Lang::of_environment(|name| std::env::var(name).ok()),
            &mut io::stdout().lock(),
            &mut io::stderr(),
        );
    }
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let lang = komadai_cli::Lang::of_environment(|name| std::env::var(name).ok());
        eprintln!("{}", komadai_cli::hint(lang));
    }
    match komadai::usi::run(io::BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("cannot read the input: {error}");
            ExitCode::FAILURE
        }
    }
}
