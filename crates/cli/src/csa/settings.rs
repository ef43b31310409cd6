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
    #[error("{}: line {line}: {error}", path.display())]
    Syntax {
        path: PathBuf,
        line: usize,
        error: String,
    },
    #[error("{}: line {line}: no such setting here; known are {known}", path.display())]
    Unknown {
        path: PathBuf,
        line: usize,
        known: String,
    },
    #[error("{}: line {line}: {key} must be {kind}", path.display())]
    Kind {
        path: PathBuf,
        line: usize,
        key: String,
        kind: SettingKind,
    },
    #[error(
        "no password: set {PASSWORD}, or password_file or password in the settings' part [server]"
    )]
    NoPassword,
    #[error("{0} must be one word without blanks")]
    Word(&'static str),
    #[error("{0} is empty")]
    Empty(&'static str),
    #[error("{name} must be at most {most}")]
    TooLong { name: &'static str, most: u64 },
    #[error("{}: the password's file must have one line", .0.display())]
    PasswordLines(PathBuf),
    #[error("there is no format of records '{0}'")]
    Format(String),
    #[error("a value of option {0} must be a text, a number, true or false")]
    Value(String),
    #[error("the value of option {0} must be one line")]
    OptionLine(String),
    #[error("{PASSWORD} must be text in UTF-8")]
    PasswordText,
    #[error(transparent)]
    Client(#[from] CsaClientError),
    #[error("{0} files of records could not be written")]
    Unwritten(usize),
}

/// Kind of value that a setting needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SettingKind {
    #[error("text in quotes")]
    Text,
    #[error("a whole number from 0")]
    Number,
    #[error("a whole number from 0 to 65535")]
    Port,
    #[error("true or false")]
    Switch,
    #[error("a list of texts in square brackets")]
    List,
    #[error("a section with a heading in square brackets")]
    Section,
    #[error("a value of another kind")]
    Other,
}

impl SettingKind {
    /// The kind that serde calls by this name.
    fn expected(name: &str) -> SettingKind {
        match name {
            "a string" | "path string" => SettingKind::Text,
            "u16" => SettingKind::Port,
            "u64" | "usize" => SettingKind::Number,
            "a boolean" => SettingKind::Switch,
            "a sequence" => SettingKind::List,
            name if name.starts_with("struct ") || name == "a map" => SettingKind::Section,
            _ => SettingKind::Other,
        }
    }
}

japanese! { SettingKind { Text, Number, Port, Switch, List, Section, Other } }
japanese! {
    SettingsError {
        Read { path, error } => [path, error],
        Syntax { path, line, error },
        Unknown { path, line, known },
        Kind { path, line, key, kind },
        NoPassword => (name = PASSWORD),
        Word(what),
        Empty(what),
        TooLong { name, most },
        PasswordLines(path),
        Format(name),
        Value(name),
        OptionLine(name),
        PasswordText => (name = PASSWORD),
        Client(error) => error,
        Unwritten(n),
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
    #[serde(default = "login_timeout")]
    login_timeout_s: u64,
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

fn login_timeout() -> u64 {
    30
}

/// The longest time in the settings, in seconds: a day.
const LONGEST_S: u64 = 86_400;

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
        toml::from_str(&text).map_err(|error| fault(path, &text, &error))
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
            (Err(env::VarError::NotUnicode(_)), _) => return Err(SettingsError::PasswordText),
            (Err(_), Some(path)) => Some(from_file(path)?),
            (Err(_), None) => server.password.clone(),
        };
        let found = found.ok_or(SettingsError::NoPassword)?;
        let alone = found.trim_start_matches('\u{feff}').trim().to_string();
        if let Some(path) = &server.password_file
            && env::var(PASSWORD).is_err()
            && alone.contains('\n')
        {
            return Err(SettingsError::PasswordLines(path.clone()));
        }
        word("password", &alone)?;
        let whole = match &server.game {
            Some(game) => format!("{game},{alone}"),
            None => alone.clone(),
        };
        Ok((whole, alone))
    }

    pub fn client(&self) -> Result<ClientConfig, SettingsError> {
        let server = &self.server;
        word("id", &server.id)?;
        if let Some(game) = &server.game {
            word("game", game)?;
        }
        let is_empty = |path: &Option<PathBuf>| {
            let path = path.as_ref();
            path.is_some_and(|path| path.as_os_str().is_empty())
        };
        for (name, empty) in [
            ("host", server.host.trim().is_empty()),
            ("password_file", is_empty(&server.password_file)),
            (
                "formats",
                self.games.formats.as_ref().is_some_and(Vec::is_empty),
            ),
            ("records", is_empty(&self.games.records)),
            ("log", is_empty(&self.games.log)),
        ] {
            if empty {
                return Err(SettingsError::Empty(name));
            }
        }
        for (name, value, most) in [
            ("keep_alive_s", server.keep_alive_s, LONGEST_S),
            ("pause_s", server.pause_s, LONGEST_S),
            ("longest_pause_s", server.longest_pause_s, LONGEST_S),
            ("login_timeout_s", server.login_timeout_s, LONGEST_S),
            ("margin_ms", self.engine.margin_ms, LONGEST_S * 1000),
        ] {
            if value > most {
                return Err(SettingsError::TooLong { name, most });
            }
        }
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
            login_timeout: Duration::from_secs(server.login_timeout_s),
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
            if text.contains(char::is_control) {
                return Err(SettingsError::OptionLine(name.clone()));
            }
            options.push((name.clone(), Some(text)));
        }
        options.extend_from_slice(more);
        config.options = options;
        Ok(config)
    }
}

/// The error at a fault that the parser found. The parser's own message would quote the line or
/// its value, which may be the password, so only names of known settings are taken from it.
fn fault(path: &Path, text: &str, error: &toml::de::Error) -> SettingsError {
    let (path, message) = (path.to_path_buf(), error.message());
    let start = error.span().map_or(0, |span| span.start);
    let before = text.get(..start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    if message.starts_with("unknown field") {
        // The names of known settings follow the last of these words.
        let known = message.rsplit("expected ").next().unwrap_or_default();
        let known = known.trim_start_matches("one of ").replace('`', "");
        return SettingsError::Unknown { path, line, known };
    }
    if message.starts_with("invalid type") || message.starts_with("invalid value") {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let known = |text: &str| {
            let key = text.rsplit(|c| !is_name(c)).next().unwrap_or_default();
            SETTINGS.into_iter().find(|&name| name == key)
        };
        // A section in double brackets begins a list of sections, which no setting is.
        let rest = text.get(start..).unwrap_or_default();
        let list = (rest.strip_prefix("[["))
            .and_then(|rest| known(rest.split(']').next().unwrap_or_default()));
        let kind = match list {
            Some(_) => SettingKind::Section,
            None => SettingKind::expected(message.rsplit(", expected ").next().unwrap_or_default()),
        };
        let own = before.trim_end_matches(['=', ' ', '\t', '[']);
        // The name of a list stands before the equals sign, with other values in between.
        let outer = before.rsplit_once('=').map(|(name, _)| name.trim_end());
        let key = list.or_else(|| known(own)).or_else(|| known(outer?));
        return SettingsError::Kind {
            path,
            line,
            key: key.unwrap_or("value").to_string(),
            kind,
        };
    }
    let error = match message.starts_with("missing field") {
        true => message,
        false => message.split('`').next().unwrap_or_default(),
    };
    let error = error.trim().to_string();
    SettingsError::Syntax { path, line, error }
}

/// Names of settings that an error may repeat.
const SETTINGS: [&str; 24] = [
    "server",
    "engine",
    "games",
    "host",
    "port",
    "id",
    "password",
    "password_file",
    "game",
    "floodgate",
    "keep_alive_s",
    "pause_s",
    "longest_pause_s",
    "login_timeout_s",
    "stay",
    "command",
    "ponder",
    "margin_ms",
    "restart",
    "options",
    "count",
    "formats",
    "records",
    "log",
];

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
    fn a_password_file_has_one_line_after_a_mark_of_its_encoding() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            let server = "[server]\nhost = 'h'\nid = 'me'\n";
            let settings = settings(&format!("{server}password_file = '{}'\n", path.display()));
            settings.unwrap().password()
        };
        assert_eq!(read("\u{feff}hemmelig\r\n").unwrap().1, "hemmelig");
        let error = read("hemmelig\nsecond\n").unwrap_err().to_string();
        assert!(
            error.contains("one line") && !error.contains("hemmelig"),
            "{error}"
        );
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
        assert!(
            odd.contains("line 4: ") && odd.contains("password_file, "),
            "{odd}"
        );
        assert!(!odd.contains("hemmelig"));
        // The password in place of a name, without its quotes, or of another kind.
        for line in [
            "\"hemmelig\" = \"password\"",
            "hemmelig = 1",
            "password = hemmelig",
            "\"a`, expected one of `hemmelig\" = 1",
            "password = ['hemmelig']",
            "password = { hemmelig = 1 }",
            "password = 'x'\nport = 'hemmelig'",
            "password = \"hemmelig\\q\"",
            "hemmelig",
            "password = 'x'\nhemmelig.a = 1",
            "hemmelig = 1\nhemmelig = 2",
        ] {
            let text = fails(&format!("{server}{line}\n"));
            assert!(
                !text.contains("hemmelig") && text.contains("line "),
                "{line}: {text}"
            );
        }
        let number = fails(&format!("{server}password = 20261234\n"));
        assert!(
            number.ends_with("line 4: password must be text in quotes"),
            "{number}"
        );
        let inline = "server = { host = 'h', id = 'me', password = 20261234 }\n";
        assert!(fails(inline).ends_with("line 1: password must be text in quotes"));
        let broken = fails(&format!("{server}password = 'hemmelig\n"));
        assert!(!broken.contains("hemmelig"), "{broken}");
        assert!(fails(&format!("{server}password = 'a b'\n")).contains("password"));
        let formats = format!("{server}password = 'p'\n[games]\nformats = ['doc']\n");
        assert!(fails(&formats).contains("'doc'"));
        assert!(fails("[server]\nhost = 'h'\nid = 'm e'\npassword = 'p'\n").contains("id"));
        for (line, name) in [
            ("game = 'floodgate 300'", "game must be"),
            (
                "pause_s = 9223372036854775807",
                "pause_s must be at most 86400",
            ),
            ("keep_alive_s = 86401", "keep_alive_s must be"),
            ("longest_pause_s = 86401", "longest_pause_s must be"),
            ("login_timeout_s = 86401", "login_timeout_s must be"),
            ("[engine]\nmargin_ms = 86400001", "margin_ms must be"),
            ("[games]\nrecords = ''", "records is empty"),
            ("[games]\nlog = ''", "log is empty"),
        ] {
            let text = fails(&format!("{server}password = 'p'\n{line}\n"));
            assert!(text.starts_with(name), "{line}: {text}");
        }
        assert_eq!(fails("[server]\nhost = ''\nid = 'm'\n"), "host is empty");
    }

    #[test]
    fn a_value_of_another_kind_is_named_wherever_it_stands() {
        let server = "[server]\nhost = 'h'\nid = 'me'\npassword = 'p'\n";
        for (text, message) in [
            (
                format!("{server}[games]\nformats = [\n  'csa',\n  2,\n]\n"),
                "line 8: formats must be text in quotes",
            ),
            (
                format!("{server}[engine]\noptions = 1\n"),
                "line 6: options must be a section with a heading in square brackets",
            ),
            (
                format!("[{}", server.replace("r]", "r]]")),
                "line 1: server must be a section with a heading in square brackets",
            ),
        ] {
            let error = settings(&text).unwrap_err().to_string();
            assert!(error.ends_with(message), "{error}");
        }
        let error = |more: &str| {
            let settings = settings(&format!("{server}{more}")).unwrap();
            let engine = settings.engine(&[]).err();
            (settings.client().err().or(engine)).map(|error| error.to_string())
        };
        assert_eq!(
            error("[games]\nformats = []\n").as_deref(),
            Some("formats is empty")
        );
        assert_eq!(
            error("[engine.options]\nBookFile = \"a\\nquit\"\n").as_deref(),
            Some("the value of option BookFile must be one line")
        );
    }
}
