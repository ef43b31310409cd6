//! Engine in a game on a server: search, pondering, restart after a crash.

use std::sync::Arc;
use std::time::Duration;

use super::game::{GameVerdict, Note, ServerGame};
use super::session::Decision;
use crate::client::{ClientError, GoReply, LaunchConfig, UsiEngine, Watcher};
use crate::player::Reply;
use komadai::Outcome;
use komadai::host::{Instant, millis};
use komadai::movegen::{EndReason, has_legal_move};
use komadai::position::EnteringKingRule;
use komadai::types::Move;

/// Time for an engine to answer `stop`.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

/// Error of an engine.
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    /// The engine ended or does not answer.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The engine's answer is neither a legal move nor a possible declaration.
    #[error("the engine answered '{0}', which is not possible here")]
    Answer(String),
}

/// Decision of an engine, and the reply that it expects.
pub type Decided = (Decision, Option<Move>);

/// The engine of a client.
pub struct Seat {
    config: LaunchConfig,
    watcher: Arc<dyn Watcher>,
    engine: Option<UsiEngine>,
    /// The move on which the engine ponders.
    pondering: Option<Move>,
}

impl Seat {
    /// A seat whose engine has not been started.
    pub fn new(config: LaunchConfig, watcher: Arc<dyn Watcher>) -> Seat {
        Seat {
            config,
            watcher,
            engine: None,
            pondering: None,
        }
    }

    /// Whether the engine runs.
    pub fn is_taken(&self) -> bool {
        self.engine.is_some()
    }

    /// Returns the engine, after starting it if it does not run.
    ///
    /// # Errors
    /// If the engine does not start or refuses an option.
    pub fn take(&mut self) -> Result<&mut UsiEngine, SeatError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => UsiEngine::launch_watched(self.config.clone(), Some(self.watcher.clone()))?,
        };
        Ok(self.engine.insert(engine))
    }

    /// Ends the engine.
    pub fn leave(&mut self) {
        self.engine = None;
        self.pondering = None;
    }

    /// Prepares the engine for a game. Sets those options of `told` that the engine has
    /// and the user has not set.
    ///
    /// # Errors
    /// If the engine does not start or answer.
    pub fn new_game(&mut self, told: &[(String, String)]) -> Result<(), SeatError> {
        self.pondering = None;
        let set = self.config.options.clone();
        let engine = self.take()?;
        for (name, value) in told {
            let same = |other: &str| other.eq_ignore_ascii_case(name);
            let free = !set.iter().any(|(other, _)| same(other));
            if free && engine.takes(name, Some(value)) {
                engine.set_option(name, Some(value))?;
            }
        }
        Ok(engine.new_game()?)
    }

    /// Starts the search of the position in our turn that began at `turn`. `last` is the move
    /// that led there: if the engine pondered on it, `ponderhit` is sent.
    ///
    /// # Errors
    /// If the engine does not start or answer.
    pub fn think(
        &mut self,
        game: &ServerGame,
        last: Option<Move>,
        turn: Instant,
        margin: u64,
    ) -> Result<(), SeatError> {
        let expected = self.pondering.take();
        let engine = self.take()?;
        if expected.is_some() && expected == last {
            return Ok(engine.hit()?);
        }
        engine.abort(STOP_PATIENCE)?;
        // An engine may take its time to start or to stop.
        let go = game.go_text(millis::since(turn), margin);
        Ok(engine.begin(game.position_text(), &go, false)?)
    }

    /// Starts pondering on a reply, if it is legal and does not end the game.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn ponder(
        &mut self,
        game: &ServerGame,
        expected: Move,
        margin: u64,
    ) -> Result<(), SeatError> {
        let mut position = game.position().clone();
        if !position.is_legal(expected) {
            return Ok(());
        }
        position.do_move(expected);
        let Some(engine) = self.engine.as_mut().filter(|_| has_legal_move(&position)) else {
            return Ok(());
        };
        engine.begin(&game.text_after(expected), &game.go_text(0, margin), true)?;
        self.pondering = Some(expected);
        Ok(())
    }

    /// Returns the engine's decision once it has answered.
    ///
    /// # Errors
    /// If the engine has ended, or its decision is impossible.
    pub fn poll(&mut self, game: &ServerGame) -> Result<Option<Decided>, SeatError> {
        let Some(engine) = &mut self.engine else {
            return Ok(None);
        };
        match engine.poll()? {
            Some(reply) => decision(game, reply).map(Some),
            None => Ok(None),
        }
    }

    /// Stops the search and pondering in a game that is over or broken off.
    ///
    /// # Errors
    /// If the engine has ended or does not answer.
    pub fn stop(&mut self, verdict: Option<GameVerdict>) -> Result<(), SeatError> {
        self.pondering = None;
        let Some(engine) = &mut self.engine else {
            return Ok(());
        };
        engine.abort(STOP_PATIENCE)?;
        let result = match verdict {
            Some(GameVerdict::Win) => "win",
            Some(GameVerdict::Lose) => "lose",
            Some(GameVerdict::Draw | GameVerdict::None) => "draw",
            None => return Ok(()),
        };
        Ok(engine.game_over(result)?)
    }
}

fn decision(game: &ServerGame, reply: GoReply) -> Result<Decided, SeatError> {
    let pos = game.position();
    let impossible = |text: String| Err(SeatError::Answer(text));
    let decision = match reply.best {
        Reply::Move(mv) if pos.is_legal(mv) => Decision::Move(mv, Note::new(pos, mv, &reply.info)),
        Reply::Move(mv) => return impossible(mv.to_string()),
        Reply::Resign => Decision::Resign,
        Reply::Win => {
            let outcome = Outcome::of_declaration(pos, EnteringKingRule::Csa27);
            match outcome.reason {
                EndReason::Declaration => Decision::Declare,
                _ => return impossible("win".to_string()),
            }
        }
        Reply::Nonsense(text) => return impossible(text),
    };
    Ok((decision, reply.ponder))
}
