//! The engine's part in a client: thinking, pondering, and a new start after a fault.

use std::io;
use std::time::Duration;

use super::{Client, Held, News};
use crate::csa::game::ServerGame;
use crate::csa::seat::SeatError;
use crate::csa::session::{Action, Decision};
use komadai::host::Instant;
use komadai::types::Move;

/// Faults of the engine in one position before it resigns.
const MOST_FAULTS: u32 = 3;

impl Client<'_> {
    /// Starts the engine's search if it is our turn. `last` is the opponent's move, if it
    /// has just been made.
    pub(super) fn think(&mut self, held: &mut Held, last: Option<Move>) -> io::Result<()> {
        let (Some(game), Some(turn)) = (held.session.game(), self.turn) else {
            return Ok(());
        };
        match self.seat.think(game, last, turn, self.config.margin) {
            Ok(()) => self.hear_engine(held),
            Err(error) => self.replace_engine(held, &error),
        }
    }

    pub(super) fn ponder(&mut self, held: &mut Held) {
        let (Some(game), Some(expected)) = (held.session.game(), self.expected.take()) else {
            return;
        };
        if self.config.ponder
            && let Err(error) = self.seat.ponder(game, expected, self.config.margin)
        {
            // The engine is restarted on its next use.
            self.engine_fault(&error);
        }
    }

    pub(super) fn hear_engine(&mut self, held: &mut Held) -> io::Result<()> {
        let Some(game) = held.session.game().filter(|_| held.session.is_playing()) else {
            return Ok(());
        };
        match self.seat.poll(game) {
            Ok(None) => Ok(()),
            Ok(Some((decision, expected))) => {
                self.expected = expected;
                self.decide(held, decision)
            }
            Err(error) => self.replace_engine(held, &error),
        }
    }

    pub(super) fn decide(&mut self, held: &mut Held, decision: Decision) -> io::Result<()> {
        if let Some(Action::Send(line)) = held.session.decide(decision) {
            self.send(held, &line)?;
            if let Some(turn) = self.turn.take() {
                self.tally.answer(turn.elapsed());
            }
        }
        Ok(())
    }

    pub(super) fn engine_fault(&mut self, error: &SeatError) {
        // The second request to stop ends the engines.
        if self.stops() > 1 {
            return self.seat.leave();
        }
        self.transcript.line("--", &format!("engine: {error}"));
        (self.tell)(News::EngineFault(error));
        self.tally.engine_faults += 1;
        self.seat.leave();
    }

    /// Restarts an engine that failed, and its search if it is our turn. Resigns after
    /// repeated faults in one position.
    pub(super) fn replace_engine(&mut self, held: &mut Held, error: &SeatError) -> io::Result<()> {
        self.engine_fault(error);
        if self.stops() > 1 {
            return Ok(());
        }
        let Some(game) = held.session.game() else {
            return Ok(());
        };
        let faults = match self.faults {
            (number, faults) if number == game.number() => faults + 1,
            _ => 1,
        };
        self.faults = (game.number(), faults);
        if faults >= MOST_FAULTS && self.turn.is_some() {
            (self.tell)(News::GivingUp);
            return self.decide(held, Decision::Resign);
        }
        // Retry after a pause, since the cause of the fault may pass.
        self.retry = Some(Instant::now() + Duration::from_secs(u64::from(faults - 1)));
        Ok(())
    }

    /// Restarts the engine within a game.
    pub(super) fn go_on(&mut self, held: &mut Held) -> io::Result<()> {
        let Some(game) = held.session.game().filter(|_| held.session.is_playing()) else {
            return Ok(());
        };
        match self.seat.new_game(&told(game)) {
            Ok(()) => self.think(held, None),
            Err(error) => self.replace_engine(held, &error),
        }
    }
}

/// Engine options for the rules of a game.
pub(super) fn told(game: &ServerGame) -> Vec<(String, String)> {
    let most = game.max_moves.unwrap_or(0);
    let mut told = vec![("MaxMovesToDraw".to_string(), most.to_string())];
    let clock = &game.clocks[game.ours.index()];
    if clock.unit < 1000 {
        told.push(("RoundUpToFullSecond".to_string(), "false".to_string()));
    }
    told
}
