//! `komadai csa`: games on servers such as floodgate.

mod news;
mod settings;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::error::CliError;
use super::matches::{OptionArg, parse_option_arg, resolve};
use super::outputs::{Messages, try_folder};
use super::plain::Plain;
use super::signals;
use komadai::files::PathError;
use komadai_matches::csa::client::Client;
use komadai_matches::csa::transcript::{Transcript, hide};
use settings::{Settings, SettingsError};

/// Time for the client to end at the second signal, before the process is ended.
const END_PATIENCE: Duration = Duration::from_secs(1);

/// Play on a server such as floodgate: log in, play and keep the record, again and again
///
/// The settings file gives server and login (docs/floodgate.md); options take precedence over it.
/// Keep the password out of it: in the environment variable KOMADAI_CSA_PASSWORD, or in a file of
/// its own (password_file). Ctrl-C ends after the current game, a second Ctrl-C at once.
#[derive(Debug, Args)]
pub(super) struct Csa {
    /// The settings file, in TOML
    #[arg(value_name = "SETTINGS")]
    settings: PathBuf,
    /// Host name of the server
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// Port of the server
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Login name
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// The kind of game, for servers that expect it with the password, such as floodgate-300-10F
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// The command that starts the engine [default: this engine in process]
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Options of the engine as Name=Value, or @FILE for the options in a file
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parse_option_arg)]
    option: Vec<OptionArg>,
    /// Number of games to play; 0 for no limit
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Keep the records in this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Append the dialogues with server and engine to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Csa {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let mut settings = Settings::read(&self.settings)?;
        let server = &mut settings.server;
        server.host = self.host.unwrap_or_else(|| server.host.clone());
        server.port = self.port.unwrap_or(server.port);
        server.id = self.id.unwrap_or_else(|| server.id.clone());
        server.game = self.game.or(server.game.take());
        settings.engine.command = self.engine.or(settings.engine.command.take());
        let games = &mut settings.games;
        games.count = self.games.or(games.count);
        games.records = self.records.or(games.records.take());
        games.log = self.log.or(games.log.take());

        let client = settings.client()?;
        let options = resolve(&self.option)?;
        let engine = settings.engine(&options)?;
        let (password, secret) = settings.password()?;
        if let Some(folder) = &client.records {
            try_folder(folder)?;
            std::fs::create_dir_all(folder).map_err(PathError::at(folder))?;
        }
        let log = match &settings.games.log {
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                Some(file.map_err(PathError::at(path))?)
            }
            None => None,
        };
        let transcript = Transcript::new(log, &secret);
        let out = &mut Messages::new(out, true);
        let out = &mut Plain(out);
        let mut tell = |news: komadai_matches::csa::client::News<'_>| {
            // The game goes on even if the output is closed.
            let _ = without(&secret, out, |text| news::line(text, &news));
        };
        let client = Client::new(client, &password, engine, transcript, &mut tell);
        let stopper = client.stopper();
        let _taken = signals::take(move || {
            if stopper.stop() > 1 {
                // The client may be waiting for a connection or for a full pipe.
                thread::spawn(|| {
                    thread::sleep(END_PATIENCE);
                    signals::end()
                });
            }
        });
        let tally = client.run().map_err(SettingsError::from)?;
        without(&secret, out, |text| news::summary(text, &tally))?;
        match tally.unwritten {
            0 => Ok(()),
            n => Err(SettingsError::Unwritten(n).into()),
        }
    }
}

/// Writes what `write` writes, with asterisks in place of the password.
fn without(
    secret: &str,
    out: &mut dyn Write,
    write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    let mut text = Vec::new();
    write(&mut text)?;
    out.write_all(hide(secret, &String::from_utf8_lossy(&text)).as_bytes())?;
    out.flush()
}
