//! The players of `komadai match`: other engines over USI, and this one in process.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::client::{Best, ClientError, EngineCommand, LaunchConfig, UsiEngine};
use crate::engine::usi_options::UsiOptions;
use crate::matches::engine_player::{EnginePlayer, is_shared_option, player_settings};
use crate::matches::game_record::Contestant;
use crate::matches::match_file::checksum;
use crate::matches::match_run::PlayerFactory;
use crate::matches::player::{Answer, Ending, Player, PlayerFault, Reply, Thought, Turn};
use crate::position::EnteringKingRule;

/// The word for this engine itself.
const SELF: &str = "self";

/// A name with a value, or without for a button.
pub(in crate::cli) type OptionPair = (String, Option<String>);

/// Reads `Name=Value`, or `Name` for a button.
pub(in crate::cli) fn parse_option(text: &str) -> Result<OptionPair, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    match name.trim() {
        "" => Err("an option is written Name=Value".to_string()),
        name => Ok((name.to_string(), value)),
    }
}

/// How a side of the match is made.
#[derive(Clone, Debug)]
pub(super) enum Recipe {
    /// This engine in process.
    InProcess(Box<UsiOptions>),
    /// A process that speaks USI.
    Usi(LaunchConfig),
}

/// What of the match an engine may be told by its options.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Agreed {
    /// The longest game.
    pub max_moves: u32,
    /// The rule for declarations.
    pub entering_king: EnteringKingRule,
}

impl Agreed {
    fn options(self) -> [OptionPair; 2] {
        let rule = self.entering_king.name().to_string();
        [
            (
                "MaxMovesToDraw".to_string(),
                Some(self.max_moves.to_string()),
            ),
            ("EnteringKingRule".to_string(), Some(rule)),
        ]
    }
}

impl Recipe {
    /// A side given as `self` or as a command.
    ///
    /// This engine plays in process unless an option concerns a margin that
    /// all engines of a process share; then it is started as a process.
    pub fn new(command: &str, options: &[OptionPair], agreed: Agreed) -> Result<Recipe, String> {
        let shared = options.iter().any(|(name, _)| is_shared_option(name));
        if command == SELF && !shared {
            // What the user sets comes last, so that it wins.
            let all: Vec<OptionPair> = agreed
                .options()
                .into_iter()
                .chain(options.to_vec())
                .collect();
            let settings = player_settings(&all).map_err(|e| e.to_string())?;
            return Ok(Recipe::InProcess(Box::new(settings)));
        }
        let command = match command {
            SELF => {
                let path = env::current_exe().map_err(|e| format!("cannot find myself: {e}"))?;
                format!("\"{}\"", path.display())
            }
            command => command.to_string(),
        };
        Ok(Recipe::Usi(LaunchConfig {
            options: options.to_vec(),
            ..LaunchConfig::new(command)
        }))
    }

    /// A checksum of the program that plays, if its file can be read.
    pub fn program_checksum(&self) -> Option<String> {
        let path = match self {
            Recipe::InProcess(_) => env::current_exe().ok()?,
            Recipe::Usi(config) => find_program(&EngineCommand::parse(&config.command).ok()?)?,
        };
        fs::read(path).ok().map(|bytes| checksum(&bytes))
    }

    /// Whether it plays in this process.
    pub fn is_in_process(&self) -> bool {
        matches!(self, Recipe::InProcess(_))
    }

    fn make(&self, agreed: Agreed) -> Result<Box<dyn Player>, String> {
        match self {
            Recipe::InProcess(settings) => {
                let player = EnginePlayer::new(own_name(), (**settings).clone());
                Ok(Box::new(player.map_err(|e| e.to_string())?))
            }
            Recipe::Usi(config) => {
                let player = UsiPlayer::launch(config.clone(), agreed);
                Ok(Box::new(player.map_err(|e| e.to_string())?))
            }
        }
    }
}

fn own_name() -> String {
    format!("Komadai {} in process", env!("CARGO_PKG_VERSION"))
}

/// The file of a program, looked up in PATH if only its name is given.
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

/// Makes the players of both sides.
pub(super) struct Recipes {
    /// A and B.
    pub sides: [Recipe; 2],
    /// What they are told.
    pub agreed: Agreed,
}

impl PlayerFactory for Recipes {
    fn make(&self, who: Contestant) -> Result<Box<dyn Player>, String> {
        let [a, b] = &self.sides;
        let side = match who {
            Contestant::A => a,
            Contestant::B => b,
        };
        side.make(self.agreed)
    }
}

/// Another engine, over USI.
pub(in crate::cli) struct UsiPlayer(UsiEngine);

impl UsiPlayer {
    /// Starts it. Options that say what the match agreed on are set where the
    /// engine has them and the user did not.
    pub fn launch(config: LaunchConfig, agreed: Agreed) -> Result<UsiPlayer, ClientError> {
        let chosen = config.options.clone();
        let mut engine = UsiEngine::launch(config)?;
        for (name, value) in agreed.options() {
            let same = |other: &str| other.eq_ignore_ascii_case(&name);
            let free = !chosen.iter().any(|(other, _)| same(other));
            let fits = engine
                .options()
                .iter()
                .any(|o| same(&o.name) && o.check(value.as_deref()).is_ok());
            if free && fits {
                engine.set_option(&name, value.as_deref())?;
            }
        }
        Ok(UsiPlayer(engine))
    }

    /// Changes an option between games.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.0.set_option(name, Some(value))
    }
}

fn fault(error: ClientError) -> PlayerFault {
    match error {
        ClientError::Timeout { .. } => PlayerFault::Hang(error.to_string()),
        _ => PlayerFault::Crash(error.to_string()),
    }
}

impl Player for UsiPlayer {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.0.new_game().map_err(fault)
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault> {
        let text = &turn.go.text;
        // Some engines do not expect `moves` without a move.
        let position = turn.position_text.strip_suffix(" moves");
        let position = position.unwrap_or(turn.position_text);
        let reply = self
            .0
            .go(position, text, turn.give_up, &mut |_, _| ())
            .map_err(fault)?;
        Ok(Answer {
            reply: match reply.best {
                Best::Move(mv) => Reply::Move(mv),
                Best::Resign => Reply::Resign,
                Best::Win => Reply::Win,
                Best::Other(text) => Reply::Nonsense(text),
            },
            elapsed: reply.elapsed,
            thought: Thought {
                score: reply.info.score,
                depth: reply.info.depth,
                nodes: reply.info.nodes,
            },
        })
    }

    fn game_over(&mut self, ending: Ending) {
        let word = match ending {
            Ending::Win => "win",
            Ending::Loss => "lose",
            Ending::Draw => "draw",
        };
        // An engine that is gone will be missed at the next game.
        let _ = self.0.game_over(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGREED: Agreed = Agreed {
        max_moves: 256,
        entering_king: EnteringKingRule::Csa24,
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
        let margin = crate::search::tunables::ALL[0].name;
        let option = [parse_option(&format!("{margin}=7")).unwrap()];
        let recipe = Recipe::new(SELF, &option, AGREED).unwrap();
        assert!(!recipe.is_in_process());
        assert!(recipe.program_checksum().is_some());
        let other = Recipe::new("no-such-engine-anywhere", &[], AGREED).unwrap();
        assert!(!other.is_in_process() && other.program_checksum().is_none());
    }
}
