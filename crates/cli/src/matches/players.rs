//! Players of `komadai match`: engines over USI, and Komadai in process.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use super::error::{OptionTextError, SideError};
use komadai::engine::evaluator::DEFAULT_EVAL_DIR;
use komadai::engine::usi_options::UsiOptions;
use komadai::host::Instant;
use komadai::movegen::Outcome;
use komadai::position::EnteringKingRule;
use komadai::text;
use komadai::types::Color;
use komadai::usi::parse_options;
use komadai_matches::client::{ClientError, EngineCommand, GoReply, LaunchConfig, UsiEngine};
use komadai_matches::engine_player::{EnginePlayer, is_shared_option, player_settings};
use komadai_matches::game_record::Contestant;
use komadai_matches::match_identity::checksum;
use komadai_matches::match_run::PlayerFactory;
use komadai_matches::player::{Answer, Detail, Player, PlayerFault, Thought, Turn};

/// The word that stands for Komadai in place of a command.
const SELF: &str = "self";

/// The name and value of an option; a button has no value.
pub(crate) type OptionPair = (String, Option<String>);

/// Parses `Name=Value`, or `Name` for a button.
fn parse_option(text: &str) -> Result<OptionPair, OptionTextError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    match name.trim() {
        "" => Err(OptionTextError::NoName),
        name => Ok((name.to_string(), value)),
    }
}

/// An option argument of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OptionArg {
    /// A single option.
    One(OptionPair),
    /// All options of a file such as YaneuraOu's `engine_options.txt`.
    File(PathBuf),
}

/// Parses `Name=Value`, `Name` or `@FILE`.
pub(crate) fn parse_option_arg(text: &str) -> Result<OptionArg, OptionTextError> {
    match text.strip_prefix('@') {
        Some("") => Err(OptionTextError::NoFile),
        Some(file) => Ok(OptionArg::File(PathBuf::from(file))),
        None => parse_option(text).map(OptionArg::One),
    }
}

/// All options in order, with each file replaced by its options.
///
/// # Errors
/// If a file cannot be read, or has an invalid line.
pub(crate) fn resolve(options: &[OptionArg]) -> Result<Vec<OptionPair>, SideError> {
    let mut pairs = Vec::new();
    for option in options {
        match option {
            OptionArg::One(pair) => pairs.push(pair.clone()),
            OptionArg::File(path) => {
                let path = path.clone();
                let bytes = match fs::read(&path) {
                    Ok(bytes) => bytes,
                    Err(error) => return Err(SideError::File { path, error }),
                };
                for option in parse_options(&text::decode(&bytes).0) {
                    let option = match option {
                        Ok(option) => option,
                        Err(error) => return Err(SideError::Line { path, error }),
                    };
                    pairs.push((option.name, option.value));
                }
            }
        }
    }
    Ok(pairs)
}

/// Settings from which the player of a side is made.
#[derive(Clone, Debug)]
pub(super) enum Recipe {
    /// Komadai in this process.
    InProcess(Box<UsiOptions>),
    /// An engine in its own process, over USI.
    Usi(LaunchConfig),
}

/// Match settings that are passed to engines as options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agreed {
    /// The ply after which a game is drawn.
    pub max_moves: u32,
    /// The rule for declarations.
    pub entering_king: EnteringKingRule,
    /// Whether engines ponder.
    pub ponder: bool,
}

impl Agreed {
    fn options(self) -> Vec<OptionPair> {
        let ponder = ("USI_Ponder", "true".to_string());
        let told = [
            ("MaxMovesToDraw", self.max_moves.to_string()),
            ("EnteringKingRule", self.entering_king.name().to_string()),
        ];
        let told = told.into_iter().chain(self.ponder.then_some(ponder));
        told.map(|(name, value)| (name.to_string(), Some(value)))
            .collect()
    }
}

/// Options of `self` in a process of its own. They give it the same conditions as within this
/// process: one thread, a small table, no book.
const OWN_PROCESS: [(&str, &str); 3] = [
    ("Threads", "1"),
    ("USI_Hash", "64"),
    ("USI_OwnBook", "false"),
];

impl Recipe {
    /// The recipe for `self` or for a command.
    ///
    /// `self` plays within this process. A process of its own is needed only for pondering, and if
    /// an option sets a search margin, which all engines in a process share.
    pub fn new(command: &str, options: &[OptionPair], agreed: Agreed) -> Result<Recipe, SideError> {
        let shared = options.iter().any(|(name, _)| is_shared_option(name));
        if command == SELF && !shared && !agreed.ponder {
            // The user's options come last, so that they override the others.
            let all: Vec<OptionPair> = agreed
                .options()
                .into_iter()
                .chain(options.to_vec())
                .collect();
            let settings = player_settings(&all)?;
            return Ok(Recipe::InProcess(Box::new(settings)));
        }
        let mut set = Vec::new();
        let command = match command {
            SELF => {
                let own = OWN_PROCESS.map(|(name, value)| (name.into(), Some(value.into())));
                set.extend(own);
                let path = env::current_exe().map_err(SideError::Myself)?;
                format!("\"{}\"", path.display())
            }
            command => command.to_string(),
        };
        // The user's options come last, so that they override the others.
        set.extend_from_slice(options);
        Ok(Recipe::Usi(LaunchConfig {
            options: set,
            ..LaunchConfig::new(command)
        }))
    }

    /// This recipe with `timeout` as the time limit for `usiok` and for each `readyok`.
    pub fn with_start_timeout(mut self, timeout: Duration) -> Recipe {
        if let Recipe::Usi(config) = &mut self {
            config.usi_timeout = timeout;
            config.ready_timeout = timeout;
        }
        self
    }

    /// A checksum of the engine's program; `None` if the program file cannot be read.
    pub fn program_checksum(&self) -> Option<String> {
        fs::read(self.program()?).ok().map(|bytes| checksum(&bytes))
    }

    /// A checksum of the network file that the options name, by default `eval/nn.bin`; `None` if
    /// the file is not there. Like engines, looks beside the program first.
    pub fn network_checksum(&self, options: &[OptionPair]) -> Option<String> {
        let given = |wanted: &str| {
            let mut latest_first = options.iter().rev();
            let pair = latest_first.find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            pair.map(|(_, value)| value.as_deref().unwrap_or_default())
        };
        let path = match given("EvalFile") {
            Some(file) if !file.is_empty() => PathBuf::from(file),
            _ => match given("EvalDir").unwrap_or(DEFAULT_EVAL_DIR) {
                "" => return None,
                folder => Path::new(folder).join("nn.bin"),
            },
        };
        let beside = self.program()?.parent()?.join(&path);
        let bytes = fs::read(beside).or_else(|_| fs::read(path)).ok()?;
        Some(checksum(&bytes))
    }

    /// The file of the engine's program.
    fn program(&self) -> Option<PathBuf> {
        match self {
            Recipe::InProcess(_) => env::current_exe().ok(),
            Recipe::Usi(config) => {
                let command = EngineCommand::parse(config.command.as_deref()?).ok()?;
                find_program(&command)
            }
        }
    }

    /// Whether the player runs in this process.
    pub fn is_in_process(&self) -> bool {
        matches!(self, Recipe::InProcess(_))
    }

    fn make(&self, agreed: Agreed) -> Result<Box<dyn Player>, SideError> {
        match self {
            Recipe::InProcess(settings) => {
                let player = EnginePlayer::new(own_name(), (**settings).clone());
                Ok(Box::new(player?))
            }
            Recipe::Usi(config) => {
                let player = UsiPlayer::launch(config.clone(), agreed);
                Ok(Box::new(player?))
            }
        }
    }
}

fn own_name() -> String {
    format!("Komadai {} in process", env!("CARGO_PKG_VERSION"))
}

/// The file of a program; a bare name is looked up in PATH.
fn find_program(command: &EngineCommand) -> Option<PathBuf> {
    if command.program.is_absolute() {
        return Some(command.program.clone());
    }
    let found = |folder: PathBuf| {
        let path = folder.join(&command.program);
        let with_suffix = path.with_extension(env::consts::EXE_EXTENSION);
        [path, with_suffix]
            .into_iter()
            .find(|path| Path::is_file(path))
    };
    env::split_paths(&env::var_os("PATH")?).find_map(found)
}

/// Factory of the players of all sides.
pub(super) struct Recipes {
    /// The recipes in the order of the engines' letters.
    pub sides: Vec<Recipe>,
    /// Settings for all sides.
    pub agreed: Agreed,
}

impl Recipes {
    /// Starts a player of this side.
    pub fn player(&self, who: Contestant) -> Result<Box<dyn Player>, SideError> {
        let side = self.sides.get(who.index()).ok_or(SideError::Unknown)?;
        side.make(self.agreed)
    }
}

impl PlayerFactory for Recipes {
    fn make(&self, who: Contestant) -> Result<Box<dyn Player>, String> {
        self.player(who).map_err(|error| error.to_string())
    }
}

/// An engine over USI as a player.
pub(crate) struct UsiPlayer {
    engine: UsiEngine,
    /// The position that the engine is pondering on, as USI text.
    pondering: Option<String>,
    /// A fault at the end of the last game, to be reported at the start of the next.
    fault: Option<PlayerFault>,
}

/// Time for an engine to stop pondering after the end of a game.
const LAST_PATIENCE: Duration = Duration::from_secs(10);

impl UsiPlayer {
    /// Starts the engine and sets the agreed options. Skips those that the user has set, and those
    /// that the engine lacks or whose value it does not accept.
    pub fn launch(config: LaunchConfig, agreed: Agreed) -> Result<UsiPlayer, ClientError> {
        let chosen = config.options.clone();
        let mut engine = UsiEngine::launch(config)?;
        for (name, value) in agreed.options() {
            let same = |other: &str| other.eq_ignore_ascii_case(&name);
            let free = !chosen.iter().any(|(other, _)| same(other));
            if free && engine.takes(&name, value.as_deref()) {
                engine.set_option(&name, value.as_deref())?;
            }
        }
        Ok(UsiPlayer {
            engine,
            pondering: None,
            fault: None,
        })
    }

    /// Searches a turn with a new `go`. If another position was `pondered` on, pondering is stopped
    /// first, and the time for that counts as the player's.
    fn think(&mut self, turn: &Turn<'_>, pondered: bool) -> Result<GoReply, ClientError> {
        let start = Instant::now();
        if pondered {
            self.engine.stop_pondering(turn.give_up)?;
        }
        let stopping = start.elapsed();
        // Some engines reject the word `moves` with no move after it.
        let position = turn.position_text.strip_suffix(" moves");
        let position = position.unwrap_or(turn.position_text);
        let give_up = turn.give_up.saturating_sub(stopping);
        let reply = self
            .engine
            .go(position, &turn.go.text, give_up, &mut |_, _| ())?;
        Ok(GoReply {
            elapsed: reply.elapsed + stopping,
            ..reply
        })
    }
}

fn fault(error: ClientError) -> PlayerFault {
    let kind = match error {
        ClientError::Timeout { .. } => PlayerFault::Hang,
        ClientError::Early { .. } | ClientError::Again { .. } => PlayerFault::Early,
        _ => PlayerFault::Crash,
    };
    kind(Detail::Engine(Arc::new(error)))
}

impl Player for UsiPlayer {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.engine.new_game().map_err(fault),
        }
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault> {
        let pondered = self.pondering.take();
        let hit = pondered.map(|position| position == turn.position_text);
        let reply = match hit {
            Some(true) => self.engine.ponderhit(turn.give_up, &mut |_, _| ()),
            _ => self.think(turn, hit.is_some()),
        };
        let reply = reply.map_err(fault)?;
        Ok(Answer {
            reply: reply.best,
            elapsed: reply.elapsed,
            thought: Thought {
                score: reply.info.score,
                depth: reply.info.depth,
                nodes: reply.info.nodes,
                expected: reply.ponder,
                ponderhit: hit,
            },
        })
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), PlayerFault> {
        let position = turn.position_text;
        self.engine.ponder(position, &turn.go.text).map_err(fault)?;
        self.pondering = Some(position.to_string());
        Ok(())
    }

    fn game_over(&mut self, outcome: Outcome, side: Color) {
        let word = match outcome.winner {
            Some(winner) if winner == side => "win",
            Some(_) => "lose",
            None => "draw",
        };
        if self.pondering.take().is_some() {
            let stopped = self.engine.stop_pondering(LAST_PATIENCE);
            self.fault = stopped.err().map(fault);
        }
        // A failure is not lost: it occurs again when the next game starts.
        let _ = self.engine.game_over(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGREED: Agreed = Agreed {
        max_moves: 256,
        entering_king: EnteringKingRule::Csa24,
        ponder: false,
    };

    #[test]
    fn options_are_split_at_the_first_sign() {
        let pair =
            |name: &str, value: Option<&str>| Ok((name.to_string(), value.map(str::to_string)));
        assert_eq!(parse_option("Threads=2"), pair("Threads", Some("2")));
        assert_eq!(parse_option("File=a=b c"), pair("File", Some("a=b c")));
        assert_eq!(parse_option("Text="), pair("Text", Some("")));
        assert_eq!(parse_option("Clear"), pair("Clear", None));
        assert!(parse_option("=5").is_err());
    }

    #[test]
    fn files_of_options_are_read_where_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.txt");
        fs::write(
            &path,
            "# mine\nThreads 2\noption name USI_Hash type spin default 8\n",
        )
        .unwrap();
        let arg = |text: &str| parse_option_arg(text).unwrap();
        let file = arg(&format!("@{}", path.display()));
        let pairs = resolve(&[arg("A=1"), file.clone(), arg("Threads=4")]).unwrap();
        let texts: Vec<String> = pairs
            .into_iter()
            .map(|(name, value)| format!("{name}={}", value.unwrap()))
            .collect();
        assert_eq!(texts, ["A=1", "Threads=2", "USI_Hash=8", "Threads=4"]);
        fs::write(&path, "Threads 2\noption\n").unwrap();
        let error = resolve(std::slice::from_ref(&file)).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("o.txt: line 2 sets no option: 'option'"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
        assert!(
            resolve(&[file])
                .unwrap_err()
                .to_string()
                .contains("o.txt: ")
        );
        assert!(parse_option_arg("@").is_err());
    }

    #[test]
    fn a_player_in_process_knows_what_was_agreed_unless_told_otherwise() {
        let settings = |options: &[OptionPair]| match Recipe::new(SELF, options, AGREED) {
            Ok(Recipe::InProcess(settings)) => *settings,
            other => panic!("{other:?}"),
        };
        let told = settings(&[]).engine.search;
        assert_eq!(told.entering_king_rule, EnteringKingRule::Csa24);
        assert_eq!(told.time.max_moves_to_draw, 256);
        let own = settings(&[parse_option("MaxMovesToDraw=100").unwrap()]);
        assert_eq!(own.engine.search.time.max_moves_to_draw, 100);
        let bad = [parse_option("Threads=none").unwrap()];
        assert!(Recipe::new(SELF, &bad, AGREED).is_err());
    }

    #[test]
    fn margins_make_this_engine_a_process_of_its_own() {
        let margin = komadai::search::tunables::ALL[0].name;
        let option = [parse_option(&format!("{margin}=7")).unwrap()];
        let recipe = Recipe::new(SELF, &option, AGREED).unwrap();
        assert!(!recipe.is_in_process());
        assert!(recipe.program_checksum().is_some());
        // The process gets the same settings as in process, except those that the user sets.
        let Recipe::Usi(config) = &recipe else {
            panic!("a process");
        };
        let set: Vec<&str> = config
            .options
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(set, ["Threads", "USI_Hash", "USI_OwnBook", margin]);
        let ponder = Agreed {
            ponder: true,
            ..AGREED
        };
        assert!(!Recipe::new(SELF, &[], ponder).unwrap().is_in_process());
        let told = ponder.options().pop();
        assert_eq!(
            told,
            Some(("USI_Ponder".to_string(), Some("true".to_string())))
        );
        assert_eq!(AGREED.options().len(), 2);
        let other = Recipe::new("no-such-engine-anywhere", &[], AGREED).unwrap();
        assert!(!other.is_in_process() && other.program_checksum().is_none());
    }

    #[test]
    fn the_network_is_looked_for_beside_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for file in ["engine", "other.bin", "eval/nn.bin", "another/nn.bin"] {
            fs::create_dir_all(path(file).parent().unwrap()).unwrap();
            fs::write(path(file), file).unwrap();
        }
        let command = format!("'{}'", path("engine").display());
        let recipe = Recipe::new(&command, &[], AGREED).unwrap();
        let found = |options: &[(&str, &str)]| {
            let own = |(name, value): &(&str, &str)| (name.to_string(), Some(value.to_string()));
            let options: Vec<OptionPair> = options.iter().map(own).collect();
            recipe.network_checksum(&options)
        };
        let of = |file: &str| Some(checksum(file.as_bytes()));
        assert_eq!(found(&[]), of("eval/nn.bin"));
        assert_eq!(found(&[("EvalDir", "another")]), of("another/nn.bin"));
        assert_eq!(found(&[("EvalDir", "")]), None);
        let full = path("other.bin").display().to_string();
        for file in ["other.bin", full.as_str()] {
            let options = [("EvalFile", "no.bin"), ("evalfile", file), ("EvalDir", "x")];
            assert_eq!(found(&options), of("other.bin"));
        }
        assert_eq!(found(&[("EvalFile", "no.bin")]), None);
    }
}
