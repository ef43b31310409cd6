//! Referee: plays one game between two players and enforces every rule.

use std::time::Duration;

use super::adjudicate::{Adjudication, Adjudicator, Verdict};
use super::clocks::{GameClock, GoTextError, TimeControl};
use super::openings::{Opening, OpeningProblem};
use super::player::{Answer, Detail, Player, PlayerFault, Reply, Thought, Turn};
use komadai::host::millis;
use komadai::movegen::{EndReason, Outcome, has_legal_move};
use komadai::position::{EnteringKingRule, Position};
use komadai::types::{Color, Move};

/// The rules of a match beyond those of shogi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Ply after which the game is drawn unless it is mate; 0 for no limit.
    pub max_moves: u32,
    /// The rule for declarations and tries.
    pub entering_king: EnteringKingRule,
    /// Rules for early ends by score.
    pub adjudication: Adjudication,
    /// Time after limit and margin at which a player without an answer counts as hung.
    pub hang_after: Duration,
    /// Time after which a player without an answer counts as hung, for a move without a time limit.
    pub hang_without_limit: Duration,
}

impl Default for Rules {
    /// A limit of 320 plies, the 27-point rule, no early ends.
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
    /// The time after which a player counts as hung. `last_moment` is the latest time at which an
    /// answer is accepted.
    fn give_up(&self, last_moment: Option<Duration>) -> Duration {
        match last_moment {
            Some(last) => last + self.hang_after,
            None => self.hang_without_limit,
        }
    }
}

/// A player with its limits in a game.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// The limits of the player's moves.
    pub control: TimeControl,
    /// The delay beyond the limit that does not lose on time.
    pub margin: Duration,
    /// Whether the player may ponder.
    pub ponder: bool,
}

/// An answer that the referee received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The answer.
    pub reply: Reply,
    /// Facts that the player reported about its search.
    pub thought: Thought,
    /// The time used.
    pub elapsed: Duration,
    /// The time allowed, without the margin; `None` without a time limit.
    pub limit: Option<Duration>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves after the opening.
    pub moves: Vec<Move>,
    /// The answers: one for each move, and one more if the last answer was not a move or was not
    /// accepted.
    pub answers: Vec<Answered>,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// Details of a fault.
    pub detail: Option<Detail>,
}

/// Error that keeps a game from being played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The start is unusable.
    #[error(transparent)]
    Opening(#[from] OpeningProblem),
    /// The limits are unusable.
    #[error(transparent)]
    Go(#[from] GoTextError),
}

/// Plays a game from `opening`. The first seat plays Black.
///
/// # Errors
/// If the start or the limits are unusable. A fault of a player is no error: the player loses the
/// game.
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
    /// Details of a fault.
    detail: Option<Detail>,
}

impl Game<'_> {
    /// Prepares both players. Returns the outcome if one of them fails.
    fn start(&mut self) -> Option<Outcome> {
        for color in Color::ALL {
            if let Err(fault) = self.seats[color.index()].player.new_game() {
                return Some(self.fault(color, fault));
            }
        }
        None
    }

    /// The outcome if the position ends the game by the rules.
    fn verdict(&self) -> Option<Outcome> {
        Outcome::of(&self.pos, self.rules.max_moves)
    }

    /// Asks the side to move for its answer and executes it. Returns the outcome if the game ends.
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
            let detail = Detail::Late {
                ms: elapsed.as_secs_f64() * 1000.0,
                limit: millis::of(limit),
            };
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
                let sfen = self.pos.sfen();
                let detail = Detail::Nonsense { text, sfen };
                Some(self.loss(side, EndReason::IllegalMove, detail))
            }
        })
    }

    /// Lets the side that has moved ponder on the reply that it expects.
    fn let_ponder(&mut self, side: Color, thought: &Thought) -> Result<Option<Outcome>, GameError> {
        let seat = &mut self.seats[side.index()];
        let (true, Some(expected)) = (seat.ponder, thought.expected) else {
            return Ok(None);
        };
        let mut position = self.pos.clone();
        // As in GUIs, a player does not ponder on a reply that is illegal or mates.
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
            let sfen = self.pos.sfen();
            let detail = Detail::Move { error, sfen };
            return Some(self.loss(side, EndReason::IllegalMove, detail));
        }
        let tried = Outcome::of_try(&self.pos, mv, self.rules.entering_king);
        let ply = self.pos.ply();
        self.pos.do_move(mv);
        self.moves.push(mv);
        self.text.push(' ');
        self.text += &text;
        // The rules have precedence over adjudication.
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
            self.detail = Some(Detail::Declaration {
                rule,
                sfen: self.pos.sfen(),
            });
        }
        outcome
    }

    fn fault(&mut self, side: Color, fault: PlayerFault) -> Outcome {
        match fault {
            PlayerFault::Crash(detail) => self.loss(side, EndReason::Crash, detail),
            PlayerFault::Hang(detail) => self.loss(side, EndReason::Hang, detail),
            PlayerFault::Early(detail) => self.loss(side, EndReason::EarlyAnswer, detail),
        }
    }

    fn loss(&mut self, loser: Color, reason: EndReason, detail: Detail) -> Outcome {
        self.detail = Some(detail);
        Outcome::win(!loser, reason)
    }
}
