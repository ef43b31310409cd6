//! The referee: plays one game between two players and enforces every rule.

use std::time::Duration;

use super::adjudicate::{Adjudication, Adjudicator, Verdict};
use super::clocks::{GameClock, GoTextError, TimeControl};
use super::openings::{Opening, OpeningProblem};
use super::player::{Answer, Player, PlayerFault, Reply, Thought, Turn};
use komadai::host::millis;
use komadai::movegen::{EndReason, Outcome, has_legal_move};
use komadai::position::{EnteringKingRule, Position};
use komadai::types::{Color, Move};

/// What a match agrees on beyond the rules of shogi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The game is drawn when this move has been made and does not mate; 0 for no such end.
    pub max_moves: u32,
    /// What a declaration is judged by.
    pub entering_king: EnteringKingRule,
    /// Early ends by score.
    pub adjudication: Adjudication,
    /// How long a player that exceeds its time is waited for before it is taken for hung.
    pub hang_after: Duration,
    /// The same where there is no time limit, counted from the start of the move.
    pub hang_without_limit: Duration,
}

impl Default for Rules {
    /// 320 moves, the 27-point law, no early ends.
    fn default() -> Rules {
        Rules {
            max_moves: 320,
            entering_king: EnteringKingRule::default(),
            adjudication: Adjudication::default(),
            hang_after: Duration::from_secs(30),
            hang_without_limit: Duration::from_secs(600),
        }
    }
}

impl Rules {
    /// When a player is taken for hung whose answer is late after `last_moment`.
    fn give_up(&self, last_moment: Option<Duration>) -> Duration {
        match last_moment {
            Some(last) => last + self.hang_after,
            None => self.hang_without_limit,
        }
    }
}

/// A player with what it may spend.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// Its limits.
    pub control: TimeControl,
    /// How late an answer may be before it loses on time.
    pub margin: Duration,
    /// Whether it may think on the opponent's time.
    pub ponder: bool,
}

/// An answer that the referee received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// What was answered.
    pub reply: Reply,
    /// What the player told about its search.
    pub thought: Thought,
    /// How long it took.
    pub elapsed: Duration,
    /// How long it was allowed to take; `None` without a time limit.
    pub limit: Option<Duration>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves made after the opening.
    pub moves: Vec<Move>,
    /// The answers received: one for each move, and one more if the game ended
    /// by an answer that is no move or was not accepted.
    pub answers: Vec<Answered>,
    /// How it ended.
    pub outcome: Outcome,
    /// More about a fault, for people.
    pub detail: Option<String>,
}

/// A game that could not be played at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The start is broken.
    #[error(transparent)]
    Opening(#[from] OpeningProblem),
    /// The limits are broken.
    #[error(transparent)]
    Go(#[from] GoTextError),
}

/// Plays a game from `opening`; the first seat is Black's.
///
/// # Errors
/// If the start or the limits are unusable. Whatever the players do is a result.
pub fn play<'a>(
    seats: [Seat<'a>; 2],
    opening: &Opening,
    rules: &'a Rules,
) -> Result<PlayedGame, GameError> {
    let mut game = Game {
        pos: opening.position()?,
        text: opening.text(),
        clock: GameClock::new([seats[0].control.clone(), seats[1].control.clone()]),
        adjudicator: Adjudicator::new(rules.adjudication),
        rules,
        seats,
        moves: Vec::new(),
        answers: Vec::new(),
        detail: None,
    };
    let mut end = game.start().or_else(|| game.verdict());
    let outcome = loop {
        match end {
            Some(outcome) => break outcome,
            None => end = game.turn()?,
        }
    };
    for (seat, color) in game.seats.iter_mut().zip(Color::ALL) {
        seat.player.game_over(outcome, color);
    }
    Ok(PlayedGame {
        moves: game.moves,
        answers: game.answers,
        outcome,
        detail: game.detail,
    })
}

struct Game<'a> {
    seats: [Seat<'a>; 2],
    rules: &'a Rules,
    pos: Position,
    text: String,
    clock: GameClock,
    adjudicator: Adjudicator,
    moves: Vec<Move>,
    answers: Vec<Answered>,
    /// More about a fault, for people.
    detail: Option<String>,
}

impl Game<'_> {
    /// Readies both players.
    fn start(&mut self) -> Option<Outcome> {
        for color in Color::ALL {
            if let Err(fault) = self.seats[color.index()].player.new_game() {
                return Some(self.fault(color, fault));
            }
        }
        None
    }

    /// Ends the game by what stands on the board.
    fn verdict(&self) -> Option<Outcome> {
        Outcome::of(&self.pos, self.rules.max_moves)
    }

    /// Asks the side to move and carries out its answer.
    fn turn(&mut self) -> Result<Option<Outcome>, GameError> {
        let side = self.pos.side_to_move();
        let go = self.clock.request(side)?;
        let limit = go.time_limit(side);
        let seat = &mut self.seats[side.index()];
        let last_moment = limit.map(|limit| limit + seat.margin);
        let turn = Turn {
            position: &self.pos,
            position_text: &self.text,
            go: &go,
            give_up: self.rules.give_up(last_moment),
        };
        let Answer {
            reply,
            elapsed,
            thought,
        } = match seat.player.go(&turn) {
            Ok(answer) => answer,
            Err(fault) => return Ok(Some(self.fault(side, fault))),
        };
        self.answers.push(Answered {
            reply: reply.clone(),
            thought,
            elapsed,
            limit,
        });
        if let (Some(last), Some(limit)) = (last_moment, limit)
            && elapsed > last
        {
            let detail = format!(
                "{:.1} ms used of {} ms",
                elapsed.as_secs_f64() * 1000.0,
                millis::of(limit)
            );
            return Ok(Some(self.loss(side, EndReason::Time, detail)));
        }
        self.clock.spend(side, elapsed);
        Ok(match reply {
            Reply::Move(mv) => match self.make_move(mv, &thought) {
                Some(end) => Some(end),
                None => self.let_ponder(side, &thought)?,
            },
            Reply::Resign => Some(Outcome::win(!side, EndReason::Resign)),
            Reply::Win => Some(self.declaration()),
            Reply::Nonsense(text) => {
                let detail = format!("bestmove '{text}' in {}", self.pos.sfen());
                Some(self.loss(side, EndReason::IllegalMove, detail))
            }
        })
    }

    /// Lets a side that has moved think about the reply that it expects.
    fn let_ponder(&mut self, side: Color, thought: &Thought) -> Result<Option<Outcome>, GameError> {
        let seat = &mut self.seats[side.index()];
        let (true, Some(expected)) = (seat.ponder, thought.expected) else {
            return Ok(None);
        };
        let mut position = self.pos.clone();
        // What cannot come is not pondered on, as GUIs do it.
        if !position.is_legal(expected) {
            return Ok(None);
        }
        position.do_move(expected);
        if !has_legal_move(&position) {
            return Ok(None);
        }
        let go = self.clock.request(side)?;
        let last_moment = go.time_limit(side).map(|limit| limit + seat.margin);
        let turn = Turn {
            position: &position,
            position_text: &format!("{} {expected}", self.text),
            go: &go,
            give_up: self.rules.give_up(last_moment),
        };
        let pondering = seat.player.ponder(&turn);
        Ok(pondering.err().map(|fault| self.fault(side, fault)))
    }

    fn make_move(&mut self, mv: Move, thought: &Thought) -> Option<Outcome> {
        let side = self.pos.side_to_move();
        let text = mv.to_string();
        if let Err(error) = self.pos.parse_usi_move(&text) {
            let detail = format!("{error}, in {}", self.pos.sfen());
            return Some(self.loss(side, EndReason::IllegalMove, detail));
        }
        let tried = Outcome::of_try(&self.pos, mv, self.rules.entering_king);
        let ply = self.pos.ply();
        self.pos.do_move(mv);
        self.moves.push(mv);
        self.text.push(' ');
        self.text += &text;
        // A game that is over by the rules is not adjudicated.
        if let Some(outcome) = tried.or_else(|| self.verdict()) {
            return Some(outcome);
        }
        match self.adjudicator.after_move(side, thought, ply)? {
            Verdict::Lost(loser) => Some(Outcome::win(!loser, EndReason::AdjudicatedLoss)),
            Verdict::Drawn => Some(Outcome::draw(EndReason::AdjudicatedDraw)),
        }
    }

    fn declaration(&mut self) -> Outcome {
        let rule = self.rules.entering_king;
        let outcome = Outcome::of_declaration(&self.pos, rule);
        if outcome.reason == EndReason::FalseDeclaration {
            let detail = format!("declared under {} in {}", rule.name(), self.pos.sfen());
            self.detail = Some(detail);
        }
        outcome
    }

    fn fault(&mut self, side: Color, fault: PlayerFault) -> Outcome {
        let detail = fault.to_string();
        match fault {
            PlayerFault::Crash(_) => self.loss(side, EndReason::Crash, detail),
            PlayerFault::Hang(_) => self.loss(side, EndReason::Hang, detail),
            PlayerFault::Early(_) => self.loss(side, EndReason::EarlyAnswer, detail),
        }
    }

    fn loss(&mut self, loser: Color, reason: EndReason, detail: String) -> Outcome {
        self.detail = Some(detail);
        Outcome::win(!loser, reason)
    }
}
