//! Model of a GUI: its knowledge of the engine, and the answers that it accepts.

use std::time::Instant;

use komadai::movegen::legal_moves;
use komadai::position::{Declaration, EnteringKingRule, Position};
use komadai::types::Move;

/// Kind of answer to a `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `bestmove`.
    BestMove,
    /// `checkmate`.
    CheckMate,
    /// Plain text: perft, `bench`.
    Text,
}

/// Condition for the answer to a `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// None: the answer may come at any time.
    No,
    /// `stop` only.
    ForStop,
    /// `stop` or `ponderhit`.
    ForPonderHit,
}

/// A `go` as it is sent.
#[derive(Clone, Debug)]
pub struct Go {
    pub kind: Kind,
    pub waits: Waits,
    pub searchmoves: Vec<Move>,
}

/// A `go` that may still be answered.
struct Asked {
    go: Go,
    pos: Position,
    /// The position before the last move, which stochastic pondering looks at.
    before: Option<Position>,
    sent: Instant,
    /// Time from which an answer may come.
    open: Option<Instant>,
}

impl Asked {
    fn may_answer(&self, kind: Kind, at: Instant) -> bool {
        self.go.kind == kind && self.open.is_some_and(|open| open <= at)
    }
}

/// The state of the dialogue.
pub struct Model {
    pos: Position,
    last_move: Option<Move>,
    /// Every `go` since the engine was last known to be idle.
    asked: Vec<Asked>,
    /// Numbers of the `go` commands that may be the last one answered; several if an
    /// answer may have crossed a later `go`. 0 stands for none.
    answered: Vec<usize>,
    /// Answers due to `usi` and to `isready`.
    pub usi_due: usize,
    pub ready_due: usize,
    /// Whether `ResignValue` was ever lowered.
    pub may_resign: bool,
    /// Whether commands that answer in plain text were sent.
    pub plain_text: bool,
    /// How many answers were given.
    pub answers: usize,
}

impl Model {
    pub fn new() -> Model {
        Model {
            pos: Position::startpos(),
            last_move: None,
            asked: Vec::new(),
            answered: vec![0],
            usi_due: 0,
            ready_due: 0,
            may_resign: false,
            plain_text: false,
            answers: 0,
        }
    }

    pub fn pos(&self) -> &Position {
        &self.pos
    }

    /// A good `position` was sent.
    pub fn set_position(&mut self, pos: Position, last_move: Option<Move>) {
        self.pos = pos;
        self.last_move = last_move;
    }

    /// A `go` was sent.
    pub fn go(&mut self, go: Go, sent: Instant) {
        let before = self.last_move.map(|mv| {
            let mut pos = self.pos.clone();
            pos.undo_move(mv);
            pos
        });
        self.asked.push(Asked {
            open: (go.waits == Waits::No).then_some(sent),
            go,
            pos: self.pos.clone(),
            before,
            sent,
        });
    }

    /// A `stop` or `gameover` was sent: the last `go` may answer.
    pub fn stop(&mut self, sent: Instant) {
        if let Some(asked) = self.asked.last_mut() {
            asked.open.get_or_insert(sent);
        }
    }

    /// A `ponderhit` was sent.
    pub fn ponderhit(&mut self, sent: Instant) {
        if let Some(asked) = self.asked.last_mut()
            && asked.go.waits == Waits::ForPonderHit
        {
            asked.open.get_or_insert(sent);
        }
    }

    /// Whether the last `go` will be answered without a further command, and may not have been yet.
    pub fn will_answer(&self) -> bool {
        self.asked.len() == 1
            && self.answered == [0]
            && self.asked[0].open.is_some()
            && self.asked[0].go.kind == Kind::BestMove
    }

    /// Judges one line of the engine, read at `at`.
    pub fn hear(&mut self, line: &str, at: Instant) -> Result<(), String> {
        if line.to_lowercase().starts_with("error") {
            return Err("a line that GUIs take for a failure".to_string());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "id" | "option" => Ok(()),
            "usiok" => count_down(&mut self.usi_due),
            "readyok" => count_down(&mut self.ready_due),
            "info" if rest.starts_with("string ") => match rest.contains("something went wrong") {
                true => Err("a fault inside the engine".to_string()),
                false => Ok(()),
            },
            "info" => self.hear_progress(rest, at),
            "bestmove" => self.hear_answer(Kind::BestMove, rest, at),
            "checkmate" => self.hear_answer(Kind::CheckMate, rest, at),
            _ if self.plain_text => Ok(()),
            _ => Err("no line of the protocol".to_string()),
        }
    }

    /// Progress belongs to some search that may be under way.
    fn hear_progress(&self, rest: &str, at: Instant) -> Result<(), String> {
        let Some((_, pv)) = rest.split_once(" pv ") else {
            return Ok(());
        };
        let of = |asked: &&Asked| {
            let mut starts = [Some(&asked.pos), asked.before.as_ref()]
                .into_iter()
                .flatten();
            asked.sent <= at && starts.any(|pos| is_line(pos, pv))
        };
        match self.asked.iter().find(of) {
            Some(_) => Ok(()),
            None => Err("a line of moves that fits no search under way".to_string()),
        }
    }

    fn hear_answer(&mut self, kind: Kind, rest: &str, at: Instant) -> Result<(), String> {
        self.answers += 1;
        // Numbers start at 1, because 0 means none.
        let fits = |number: &usize| {
            let asked = &self.asked[number - 1];
            asked.sent <= at
                && asked.may_answer(kind, at)
                && match kind {
                    Kind::BestMove => is_best_move(asked, rest, self.may_resign),
                    Kind::CheckMate => is_mate(&asked.pos, rest),
                    Kind::Text => false,
                }
        };
        let first = self.answered.iter().min().map_or(1, |n| n + 1);
        let now: Vec<usize> = (first..=self.asked.len()).filter(fits).collect();
        if now.is_empty() {
            return Err("an answer that no `go` can have asked for, or a wrong one".to_string());
        }
        self.answered = now;
        Ok(())
    }

    /// The engine said `readyok` to an `isready` behind a `stop`: it is idle, so the last `go` is answered.
    pub fn settle(&mut self) -> Result<(), String> {
        let count = self.asked.len();
        let due = self
            .asked
            .last()
            .is_some_and(|asked| asked.go.kind != Kind::Text);
        if due && !self.answered.contains(&count) {
            return Err("the last `go` was never answered".to_string());
        }
        self.asked.clear();
        self.answered = vec![0];
        Ok(())
    }
}

fn count_down(due: &mut usize) -> Result<(), String> {
    *due = due.checked_sub(1).ok_or("more answers than questions")?;
    Ok(())
}

/// Whether the moves can be played from here.
fn is_line(pos: &Position, moves: &str) -> bool {
    let mut pos = pos.clone();
    moves.split_whitespace().all(|text| {
        let mv = pos.parse_usi_move(text);
        mv.map(|mv| pos.do_move(mv)).is_ok()
    })
}

fn is_best_move(asked: &Asked, rest: &str, may_resign: bool) -> bool {
    let pos = &asked.pos;
    match rest.split(' ').collect::<Vec<_>>()[..] {
        ["resign"] => may_resign || legal_moves(pos).is_empty(),
        ["win"] => EnteringKingRule::ALL
            .into_iter()
            .any(|rule| pos.declaration(rule) == Declaration::Win),
        [best] => is_line(pos, best) && is_wanted(asked, best),
        [best, "ponder", reply] => {
            is_line(pos, &format!("{best} {reply}")) && is_wanted(asked, best)
        }
        _ => false,
    }
}

/// Whether a move is among those of `searchmoves`, if any of them is legal.
fn is_wanted(asked: &Asked, best: &str) -> bool {
    let mut legal = asked
        .go
        .searchmoves
        .iter()
        .filter(|&&mv| asked.pos.is_legal(mv))
        .peekable();
    legal.peek().is_none() || legal.any(|mv| mv.to_string() == best)
}

/// Whether the side to move is mated, but for drops that are taken, with mate again (docs/mate.md).
fn is_mated(pos: &Position) -> bool {
    let is_useless = |drop: &Move| {
        let mut dropped = pos.clone();
        dropped.do_move(*drop);
        drop.is_drop()
            && legal_moves(&dropped).iter().any(|taking| {
                let mut taken = dropped.clone();
                taken.do_move(*taking);
                taking.to() == drop.to() && is_mated(&taken)
            })
    };
    pos.in_check() && legal_moves(pos).iter().all(is_useless)
}

/// Whether this is what `go mate` may say: moves must end in a mate.
fn is_mate(pos: &Position, rest: &str) -> bool {
    if ["nomate", "timeout"].contains(&rest) {
        return true;
    }
    let mut end = pos.clone();
    for text in rest.split(' ') {
        match end.parse_usi_move(text) {
            Ok(mv) => end.do_move(mv),
            Err(_) => return false,
        };
    }
    is_mated(&end)
}

#[test]
fn drops_that_are_taken_with_mate_again_save_nobody() {
    let after = |sfen: &str, mv: &str| {
        let mut pos = Position::from_sfen(sfen).unwrap();
        pos.do_move(pos.parse_usi_move(mv).unwrap());
        pos
    };
    let guarded = "7lk/7p1/9/7N1/9/9/9/9/R8 b r2b4g4s3n3l17p 1";
    assert!(is_mated(&after(guarded, "9i1i")));
    // The king can take the rook that has come beside it.
    let alone = guarded.replace("7N1", "9").replace("s3n", "s4n");
    assert!(!is_mated(&after(&alone, "9i1i")));
    // Cases that random commands have found.
    let line = ["G*3f", "3g2h", "S*2g", "2h1g", "B*3i"];
    let mut pos = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1").unwrap();
    let played = "G*6a 5a6a 5i5h R*3f 5h4h G*5i 5c5b+ 6a5b 4h5g P*7d 5g4g R*6c 4g3f 6c6d R*8e G*4e 3f3g P*9a 8e8c P*2h 8c8b P*6b 8b8c+";
    for text in played.split(' ').chain(line) {
        pos.do_move(pos.parse_usi_move(text).unwrap());
    }
    assert!(is_mated(&pos) && !legal_moves(&pos).is_empty());
}
