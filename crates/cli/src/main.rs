//! The executable: a USI engine without a command, else the command line.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Logs go to stderr, and only on request (RUST_LOG): some GUIs never read an engine's stderr,
    // and a full pipe would block the engine.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    let args: Vec<OsString> = std::env::args_os().collect();
    let lang = komadai_cli::Lang::of_environment(|name| std::env::var(name).ok());
    std::panic::set_hook(Box::new(move |panic| {
        let line = komadai_cli::fault(&panic.to_string(), lang);
        // A panic within this hook would end the process.
        let _ = writeln!(io::stderr(), "{line}");
    }));
    if args.len() > 1 {
        komadai_cli::handle_signals();
        let (out, err) = (&mut io::stdout().lock(), &mut io::stderr());
        if let Some(code) = komadai_cli::run(&args, lang, out, err) {
            return code;
        }
    }
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        eprintln!("{}", komadai_cli::hint(&args, lang));
    }
    match komadai::usi::run(io::BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("cannot read the input: {error}");
            ExitCode::FAILURE
        }
    }
}
