//! This engine as a player in process.

use super::clocks::GoRequest;
use super::player::{Answer, Player, PlayerFault, Reply, Thought, Turn};
use komadai::engine::usi_options::{Change, OptionRefusal, UsiOptions};
use komadai::engine::{Engine, EngineError, EngineOptions};
use komadai::host::Instant;
use komadai::search::report::Silent;
use komadai::search::tunables;
use komadai::search::{Best, Limits, Signals};
use komadai::types::Bound;

/// Table of a player in process unless set, in MiB: a match may run many.
const HASH_MIB: usize = 64;

/// Why this engine cannot play in process.
#[derive(Debug, thiserror::Error)]
pub enum EnginePlayerError {
    /// The options do not exist or do not take their values.
    #[error(transparent)]
    Option(#[from] OptionRefusal),
    /// An option of other engines.
    #[error("option {0} with this value means nothing here")]
    Meaningless(String),
    /// An option that all engines of a process share.
    #[error("option {0} is shared by all engines of a process; play over USI instead")]
    Shared(String),
    /// The engine cannot be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A limit that only engines over USI understand.
    #[error("'{0}' in the go text is not understood in process")]
    Go(String),
}

/// Whether an option is one of the search's margins, which all engines of a
/// process share, so that two sides of a match cannot differ in it.
pub fn is_shared_option(name: &str) -> bool {
    tunables::ALL.iter().any(|t| t.name == name)
}

/// The settings of a player in process: one thread and 64 MiB, as equal
/// fights want it, and the options on top.
///
/// # Errors
/// If an option is unknown, shared, or does not take its value.
pub fn player_settings(
    options: &[(String, Option<String>)],
) -> Result<UsiOptions, EnginePlayerError> {
    let mut settings = UsiOptions {
        engine: EngineOptions {
            threads: 1,
            hash_mib: HASH_MIB,
            ..EngineOptions::default()
        },
        ..UsiOptions::default()
    };
    for (name, value) in options {
        if is_shared_option(name) {
            return Err(EnginePlayerError::Shared(name.clone()));
        }
        match settings.set(name, value.as_deref()) {
            Change::Done => (),
            Change::Refused(why) => return Err(why.into()),
            Change::Ignored => {
                return Err(EnginePlayerError::Meaningless(name.clone()));
            }
        }
    }
    Ok(settings)
}

/// This engine with options of its own.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    settings: UsiOptions,
}

impl EnginePlayer {
    /// Makes the engine.
    ///
    /// # Errors
    /// If threads, memory or the network asked for cannot be had.
    pub fn new(name: String, settings: UsiOptions) -> Result<EnginePlayer, EnginePlayerError> {
        Ok(EnginePlayer {
            name,
            engine: Engine::with_exact_evaluator(settings.engine.clone())?,
            settings,
        })
    }

    /// Checks that a search can be limited in this way.
    ///
    /// # Errors
    /// If there are words that only engines over USI may understand.
    pub fn check(go: &GoRequest) -> Result<(), EnginePlayerError> {
        match go.unknown.first() {
            Some(word) => Err(EnginePlayerError::Go(word.clone())),
            None => Ok(()),
        }
    }

    fn limits(&self, go: &GoRequest, start: Instant) -> Limits {
        let depth_limit = self.settings.depth_limit;
        let nodes_limit = self.settings.nodes_limit;
        Limits {
            clock: go.clock,
            movetime: go.movetime,
            depth: go.depth.or((depth_limit > 0).then_some(depth_limit)),
            nodes: go.nodes.or((nodes_limit > 0).then_some(nodes_limit)),
            start,
            ..Limits::default()
        }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.engine.new_game();
        while !self.engine.warm_up() {}
        Ok(())
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault> {
        let start = Instant::now();
        let limits = self.limits(turn.go, start);
        let outcome = self
            .engine
            .search(turn.position, &limits, &Signals::new(), &Silent);
        Ok(Answer {
            reply: match outcome.best {
                Best::Move(mv) => Reply::Move(mv),
                Best::Resign => Reply::Resign,
                Best::Win => Reply::Win,
            },
            elapsed: start.elapsed(),
            thought: Thought {
                score: (outcome.bound != Bound::None).then_some(outcome.score),
                depth: u32::try_from(outcome.depth).ok(),
                nodes: Some(outcome.nodes),
                expected: outcome.ponder,
                ponderhit: None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocks::TimeControl;
    use crate::game_record::{Contestant, GameRecord};
    use crate::openings::Opening;
    use crate::referee::{EndReason, PlayedGame, Rules, Seat, play};
    use komadai::types::Color;
    use std::time::Duration;

    fn options(pairs: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
        let own = |&(name, value): &(&str, &str)| (name.to_string(), Some(value.to_string()));
        pairs.iter().map(own).collect()
    }

    fn player(pairs: &[(&str, &str)]) -> EnginePlayer {
        let settings = player_settings(&options(pairs)).unwrap();
        EnginePlayer::new("Komadai".to_string(), settings).unwrap()
    }

    fn game(black: &mut EnginePlayer, white: &mut EnginePlayer, nodes: u64) -> PlayedGame {
        let seat = |player| Seat {
            player,
            control: TimeControl::Nodes(nodes),
            margin: Duration::ZERO,
            ponder: false,
        };
        let opening = Opening::parse("startpos moves 7g7f 3c3d").unwrap();
        let rules = Rules {
            max_moves: 120,
            ..Rules::default()
        };
        play([seat(black), seat(white)], &opening, &rules).unwrap()
    }

    #[test]
    fn games_in_process_are_sound_and_repeat_exactly() {
        let mut players = [player(&[("USI_Hash", "2")]), player(&[("USI_Hash", "2")])];
        let mut texts = Vec::new();
        for _ in 0..2 {
            let [a, b] = &mut players;
            let played = game(a, b, 300);
            assert!(!played.end.reason.is_fault(), "{:?}", played.end);
            assert!(played.moves.len() > 10);
            assert!(played.answers.iter().all(|a| a.thought.nodes.is_some()));
            let start = "startpos moves 7g7f 3c3d".to_string();
            let record = GameRecord::new(0, Contestant::PAIR, start, Color::Black, &played);
            texts.push(record.text());
        }
        assert_eq!(texts[0], texts[1]);
    }

    #[test]
    fn the_options_of_each_side_are_its_own() {
        let mut weak = player(&[("DepthLimit", "1"), ("USI_Hash", "2")]);
        let mut strong = player(&[("USI_Hash", "2")]);
        let played = game(&mut weak, &mut strong, 3000);
        for (i, answer) in played.answers.iter().enumerate() {
            let depth = answer.thought.depth.unwrap();
            assert!(i % 2 == 1 || depth <= 1, "answer {i}: depth {depth}");
        }
        let deepest = played.answers.iter().filter_map(|a| a.thought.depth).max();
        assert!(deepest > Some(2));
        assert_ne!(played.end.reason, EndReason::IllegalMove);
    }

    #[test]
    fn options_that_cannot_be_set_are_refused() {
        let refuse = |pairs: &[(&str, &str)]| player_settings(&options(pairs)).unwrap_err();
        let message = refuse(&[("NoSuchThing", "1")]).to_string();
        assert!(
            message.contains("unknown option 'NoSuchThing'"),
            "{message}"
        );
        assert!(
            refuse(&[("Threads", "0")])
                .to_string()
                .contains("1 to 1024")
        );
        // Meant for other engines and passed over in a game: here a mistake.
        assert!(matches!(
            refuse(&[("Contempt", "5")]),
            EnginePlayerError::Meaningless(_)
        ));
        let margin = tunables::ALL[0].name;
        assert!(matches!(
            refuse(&[(margin, "5")]),
            EnginePlayerError::Shared(_)
        ));
        let settings = player_settings(&options(&[("threads", "2")])).unwrap();
        assert_eq!(
            (settings.engine.threads, settings.engine.hash_mib),
            (2, HASH_MIB)
        );
        let go = GoRequest::parse("nodes 5 rtime 100").unwrap();
        assert!(EnginePlayer::check(&go).is_err());
    }
}
