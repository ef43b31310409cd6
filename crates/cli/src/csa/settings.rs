//! Settings file of `komadai csa`, with changes by the command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, io};

use serde::Deserialize;

use crate::error::CommandError;
use crate::language::japanese;
use komadai_matches::client::{LaunchConfig, PASSWORD_VARIABLE as PASSWORD};
use komadai_matches::csa::client::{ClientConfig, CsaClientError};
use komadai_records::Format;

/// Error in the settings.
#[derive(Debug, thiserror::Error)]
pub(super) enum SettingsError {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Syntax { path: PathBuf, error: String },
    #[error(
        "no password: set {PASSWORD}, or password_file or password in the settings' part [server]"
    )]
    NoPassword,
    #[error("{0} must be one word without blanks")]
    Word(&'static str),
    #[error("there is no format of records '{0}'")]
    Format(String),
    #[error("a value of option {0} must be a text, a number, true or false")]
    Value(String),
    #[error(transparent)]
    Client(#[from] CsaClientError),
}

japanese! {
    SettingsError {
        Read { path, error } => [path, error],
        Syntax { path, error },
        NoPassword => (name = PASSWORD),
        Word(what),
        Format(name),
        Value(name),
        Client(error) => error,
    }
}

impl CommandError for SettingsError {}

/// A settings file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub server: ServerSettings,
    #[serde(default)]
    pub engine: EngineSettings,
    #[serde(default)]
    pub games: GamesSettings,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ServerSettings {
    pub host: String,
    #[serde(default = "port")]
    pub port: u16,
    pub id: String,
    password: Option<String>,
    password_file: Option<PathBuf>,
    /// The kind of game. Some servers expect it before the password.
    pub game: Option<String>,
    #[serde(default = "yes")]
    floodgate: bool,
    #[serde(default = "keep_alive")]
    keep_alive_s: u64,
    #[serde(default = "pause")]
    pause_s: u64,
    #[serde(default = "longest_pause")]
    longest_pause_s: u64,
    #[serde(default)]
    stay: bool,
}

/// Debug output without the password.
impl std::fmt::Debug for ServerSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}:{}", self.id, self.host, self.port)
    }
}

fn port() -> u16 {
    4081
}

fn yes() -> bool {
    true
}

fn keep_alive() -> u64 {
    60
}

fn pause() -> u64 {
    1
}

fn longest_pause() -> u64 {
    300
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EngineSettings {
    pub command: Option<String>,
    ponder: Option<bool>,
    #[serde(default)]
    margin_ms: u64,
    #[serde(default)]
    restart: bool,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesSettings {
    pub count: Option<usize>,
    pub records: Option<PathBuf>,
    formats: Option<Vec<String>>,
    pub log: Option<PathBuf>,
}

impl Settings {
    pub fn read(path: &Path) -> Result<Settings, SettingsError> {
        let text = fs::read_to_string(path).map_err(|error| SettingsError::Read {
            path: path.to_path_buf(),
            error,
        })?;
        // The parser's own message would quote the line, which may hold the password.
        toml::from_str(&text).map_err(|error| SettingsError::Syntax {
            path: path.to_path_buf(),
            error: match error.span() {
                Some(span) => {
                    let before = text.get(..span.start).unwrap_or_default();
                    let line = before.matches('\n').count() + 1;
                    format!("{line}: {}", error.message())
                }
                None => error.message().to_string(),
            },
        })
    }

    /// The text sent in place of the password (the password with the kind of game), and the
    /// password on its own.
    pub fn password(&self) -> Result<(String, String), SettingsError> {
        let server = &self.server;
        let from_file = |path: &PathBuf| {
            let read = fs::read_to_string(path);
            read.map_err(|error| SettingsError::Read {
                path: path.clone(),
                error,
            })
        };
        let found = match (env::var(PASSWORD), &server.password_file) {
            (Ok(text), _) => Some(text),
            (Err(_), Some(path)) => Some(from_file(path)?),
            (Err(_), None) => server.password.clone(),
        };
        let alone = found.ok_or(SettingsError::NoPassword)?.trim().to_string();
        let whole = match &server.game {
            Some(game) => format!("{game},{alone}"),
            None => alone.clone(),
        };
        word("password", &whole)?;
        Ok((whole, alone))
    }

    pub fn client(&self) -> Result<ClientConfig, SettingsError> {
        let server = &self.server;
        word("id", &server.id)?;
        let formats = (self.games.formats.clone())
            .unwrap_or_else(|| ["csa", "kif"].map(str::to_string).to_vec());
        let known = |name: &&String| Format::from_extension(name).is_none();
        if let Some(name) = formats.iter().find(known) {
            return Err(SettingsError::Format(name.clone()));
        }
        Ok(ClientConfig {
            host: server.host.clone(),
            port: server.port,
            id: server.id.clone(),
            floodgate: server.floodgate,
            keep_alive: Duration::from_secs(server.keep_alive_s),
            pause: Duration::from_secs(server.pause_s),
            longest_pause: Duration::from_secs(server.longest_pause_s),
            stay: server.stay,
            games: self.games.count.filter(|&count| count > 0),
            ponder: self.ponder(),
            margin: self.engine.margin_ms,
            restart_engine: self.engine.restart,
            records: self.games.records.clone(),
            formats,
        })
    }

    fn ponder(&self) -> bool {
        self.engine.ponder.unwrap_or(true)
    }

    /// The engine to start; options of the command line follow those of the file.
    pub fn engine(&self, more: &[(String, Option<String>)]) -> Result<LaunchConfig, SettingsError> {
        let mut options: Vec<(String, Option<String>)> = Vec::new();
        let own = |name: &str, value: &str| (name.to_string(), Some(value.to_string()));
        let mut config = match &self.engine.command {
            Some(command) => LaunchConfig::new(command),
            None => {
                // The server counts whole seconds, and the network adds delay.
                options.push(own("NetworkDelay", "120"));
                options.push(own("NetworkDelay2", "1120"));
                options.push(own("RoundUpToFullSecond", "true"));
                LaunchConfig::in_process()
            }
        };
        options.push(own(
            "USI_Ponder",
            if self.ponder() { "true" } else { "false" },
        ));
        for (name, value) in &self.engine.options {
            let text = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Float(number) => number.to_string(),
                toml::Value::Boolean(on) => on.to_string(),
                _ => return Err(SettingsError::Value(name.clone())),
            };
            options.push((name.clone(), Some(text)));
        }
        options.extend_from_slice(more);
        config.options = options;
        Ok(config)
    }
}

/// Checks that a text is a single word of the protocol.
fn word(what: &'static str, text: &str) -> Result<(), SettingsError> {
    let is_word = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    is_word.then_some(()).ok_or(SettingsError::Word(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Result<Settings, SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        fs::write(&path, text).unwrap();
        Settings::read(&path)
    }

    #[test]
    fn the_shortest_settings_play_in_process_on_floodgate() {
        let settings = settings("[server]\nhost = 'h'\nid = 'me'\npassword = 'pw'\n").unwrap();
        let client = settings.client().unwrap();
        assert_eq!(
            (client.port, client.floodgate, client.ponder),
            (4081, true, true)
        );
        assert_eq!(client.formats, ["csa", "kif"]);
        let engine = settings.engine(&[]).unwrap();
        assert_eq!(engine.command, None);
        assert!(
            engine
                .options
                .iter()
                .any(|(name, _)| name == "NetworkDelay2")
        );
        assert_eq!(settings.password().unwrap(), ("pw".into(), "pw".into()));
        assert!(!format!("{settings:?}").contains("pw"));
    }

    #[test]
    fn every_setting_is_read_and_the_command_line_comes_last() {
        let settings = settings(
            "[server]\nhost = 'h'\nport = 99\nid = 'me'\npassword = 'pw'\n\
             game = 'floodgate-300-10F'\nfloodgate = false\nkeep_alive_s = 0\npause_s = 1\n\
             longest_pause_s = 2\nstay = true\n[engine]\ncommand = 'x -y'\nponder = false\n\
             margin_ms = 7\nrestart = true\n[engine.options]\nThreads = 2\nBook = 'b'\n\
             Own = true\n[games]\ncount = 3\nrecords = 'r'\nformats = ['kifu']\nlog = 'l'\n",
        )
        .unwrap();
        let client = settings.client().unwrap();
        assert!(client.stay && client.restart_engine && !client.ponder);
        assert_eq!((client.games, client.margin), (Some(3), 7));
        let more = [("Threads".to_string(), Some("4".to_string()))];
        let engine = settings.engine(&more).unwrap();
        assert_eq!(engine.command.as_deref(), Some("x -y"));
        let options: Vec<String> = (engine.options.iter())
            .map(|(name, value)| format!("{name}={}", value.as_deref().unwrap()))
            .collect();
        assert_eq!(
            options,
            [
                "USI_Ponder=false",
                "Book=b",
                "Own=true",
                "Threads=2",
                "Threads=4"
            ]
        );
        let (whole, alone) = settings.password().unwrap();
        assert_eq!((&*whole, &*alone), ("floodgate-300-10F,pw", "pw"));
    }

    #[test]
    fn mistakes_are_named_without_the_password() {
        let fails = |text: &str| {
            let error = match settings(text) {
                Err(error) => error,
                Ok(settings) => match settings.client() {
                    Err(error) => error,
                    Ok(_) => settings.password().unwrap_err(),
                },
            };
            error.to_string()
        };
        let server = "[server]\nhost = 'h'\nid = 'me'\n";
        assert!(fails(server).contains(PASSWORD));
        assert!(fails("[server]\nhost = 'h'\n").contains("id"));
        let odd = fails(&format!("{server}pasword = 'hemmelig'\n"));
        assert!(odd.contains("4: ") && odd.contains("pasword"), "{odd}");
        assert!(!odd.contains("hemmelig"));
        let broken = fails(&format!("{server}password = 'hemmelig\n"));
        assert!(!broken.contains("hemmelig"), "{broken}");
        assert!(fails(&format!("{server}password = 'a b'\n")).contains("password"));
        let formats = format!("{server}password = 'p'\n[games]\nformats = ['doc']\n");
        assert!(fails(&formats).contains("'doc'"));
        assert!(fails("[server]\nhost = 'h'\nid = 'm e'\npassword = 'p'\n").contains("id"));
    }
}
