//! Komadai as a player in the process of the match.

use super::clocks::GoRequest;
use super::player::{Answer, Player, PlayerFault, Reply, Thought, Turn};
use komadai::engine::usi_options::{Change, OptionError, UsiOptions};
use komadai::engine::{Engine, EngineError, EngineOptions};
use komadai::host::Instant;
use komadai::search::report::Silent;
use komadai::search::tunables;
use komadai::search::{Best, Limits, Signals};
use komadai::types::Bound;

/// Default transposition table of a player in process, in MiB. Smaller than that of a USI engine,
/// because a match may run many players.
const HASH_MIB: usize = 64;

/// Error that keeps Komadai from playing in process.
#[derive(Debug, thiserror::Error)]
pub enum EnginePlayerError {
    /// An option does not exist or does not take its value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The option exists only in other engines.
    #[error("option {0} with this value means nothing here")]
    Meaningless(String),
    /// All engines in a process share the option, so sides cannot differ in it.
    #[error("option {0} is shared by all engines of a process; play over USI instead")]
    Shared(String),
    /// The engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A limit that the engine in process does not understand.
    #[error("'{0}' in the go text is not understood in process")]
    Go(String),
}

/// Whether an option is a search margin. All engines in a process share the margins, so two sides
/// of a match cannot differ in them.
pub fn is_shared_option(name: &str) -> bool {
    tunables::ALL.iter().any(|t| t.name == name)
}

/// The settings of a player in process, changed by `options` (name and value). The defaults are one
/// thread and a table of 64 MiB, so that conditions are equal.
///
/// # Errors
/// If an option is unknown, has no effect here, is shared by all engines, or does not take its
/// value.
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

/// Komadai as a player in process, with its own options.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    settings: UsiOptions,
}

impl EnginePlayer {
    /// A player with these settings.
    ///
    /// # Errors
    /// If threads, memory or the network are unavailable.
    pub fn new(name: String, settings: UsiOptions) -> Result<EnginePlayer, EnginePlayerError> {
        Ok(EnginePlayer {
            name,
            engine: Engine::with_exact_evaluator(settings.engine.clone())?,
            settings,
        })
    }

    /// Checks that a player in process understands all limits of `go`.
    ///
    /// # Errors
    /// If `go` has keywords that only engines over USI may understand.
    pub fn check(go: &GoRequest) -> Result<(), EnginePlayerError> {
        match go.unknown.first() {
            Some(word) => Err(EnginePlayerError::Go(word.clone())),
            None => Ok(()),
        }
    }
}

/// The limits of a search that begins at `start`.
fn limits_of(settings: &UsiOptions, request: &GoRequest, start: Instant) -> Limits {
    Limits {
        start,
        ..request.go.limits_under(settings)
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
        let limits = limits_of(&self.settings, turn.go, start);
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
    use crate::clocks::{GameClock, TimeControl};
    use crate::game_record::{Contestant, GameRecord};
    use crate::openings::Opening;
    use crate::referee::{PlayedGame, Rules, Seat, play};
    use komadai::EndReason;
    use komadai::types::{Color, SplitMix64};
    use komadai::usi::command::{Command, parse};
    use std::time::Duration;

    fn options(pairs: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
        let own = |&(name, value): &(&str, &str)| (name.to_string(), Some(value.to_string()));
        pairs.iter().map(own).collect()
    }

    fn player(pairs: &[(&str, &str)]) -> EnginePlayer {
        let settings = player_settings(&options(pairs)).unwrap();
        EnginePlayer::new("Komadai".to_string(), settings).unwrap()
    }

    fn game(
        black: &mut EnginePlayer,
        white: &mut EnginePlayer,
        control: &TimeControl,
    ) -> PlayedGame {
        let seat = |player| Seat {
            player,
            control: control.clone(),
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
            let played = game(a, b, &TimeControl::Nodes(300));
            assert!(
                !crate::tally::is_fault(played.outcome.reason),
                "{:?}",
                played.outcome
            );
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
        let mut strong = player(&[("NodesLimit", "3000"), ("USI_Hash", "2")]);
        // `DepthLimit` and `NodesLimit` end the searches long before the time limit.
        let control = TimeControl::Go("movetime 60000".to_string());
        let played = game(&mut weak, &mut strong, &control);
        for (i, answer) in played.answers.iter().enumerate() {
            let depth = answer.thought.depth.unwrap();
            assert!(i % 2 == 1 || depth <= 1, "answer {i}: depth {depth}");
        }
        let deepest = played.answers.iter().filter_map(|a| a.thought.depth).max();
        assert!(deepest > Some(2));
        assert_ne!(played.outcome.reason, EndReason::IllegalMove);
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
        // A USI engine ignores an option that only other engines have; here it is an error.
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

    /// All limits but the start time, for comparison.
    fn facts(limits: &Limits) -> impl PartialEq + std::fmt::Debug + use<> {
        (
            (limits.clock, limits.movetime, limits.rtime),
            (limits.depth, limits.nodes, limits.soft_nodes),
            (limits.infinite, limits.ponder, limits.searchmoves.clone()),
        )
    }

    /// A `go` text gives the same limits in process and over USI.
    #[test]
    fn both_roads_give_the_same_limits() {
        let mut rng = SplitMix64::new(11);
        let mut pick = |choices: &[u64]| choices[rng.below(choices.len())];
        let mut filled = 0;
        for round in 0..2000 {
            let depth = pick(&[0, 0, 3, 7]);
            let nodes = pick(&[0, 0, 40, 5000]);
            let mut player = player_settings(&options(&[
                ("DepthLimit", &depth.to_string()),
                ("NodesLimit", &nodes.to_string()),
            ]))
            .unwrap();
            player.engine.hash_mib = 1;
            let words = ["nodes", "depth", "movetime", "byoyomi", "btime", "winc"];
            let text: Vec<String> = (0..=pick(&[0, 1, 3]))
                .map(|_| {
                    let word = words[pick(&[0, 1, 2, 3, 4, 5]) as usize];
                    format!("{word} {}", pick(&[0, 1, 5, 99_999, u64::MAX]))
                })
                .collect();
            let clock = |pick: &mut dyn FnMut(&[u64]) -> u64| TimeControl::Clock {
                time: pick(&[0, 1, 60_000]),
                inc: pick(&[0, 1, 500]),
                byoyomi: pick(&[0, 1, 3000]),
            };
            let mut control = || match round % 3 {
                0 => TimeControl::Nodes(pick(&[1, 300])),
                1 => TimeControl::Go(text.join(" ")),
                _ => clock(&mut pick),
            };
            let clocks = GameClock::new([control(), control()]);
            for side in Color::ALL {
                let Ok(request) = clocks.request(side) else {
                    // Only a `Go` text can be without a limit.
                    assert_eq!(round % 3, 1);
                    continue;
                };
                let in_process = limits_of(&player, &request, Instant::now());
                let line = format!("go {}", request.text);
                let Command::Go(go) = parse(&line, Instant::now()) else {
                    panic!("{line}");
                };
                let over_usi = go.limits_under(&player);
                assert_eq!(facts(&in_process), facts(&over_usi), "{line}");
                filled += u32::from(over_usi.depth != go.limits.depth);
            }
        }
        assert!(filled > 100, "{filled}");
    }
}
