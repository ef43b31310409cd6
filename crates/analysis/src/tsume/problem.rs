//! A problem as a record file sets it.

use serde::{Deserialize, Serialize};

use komadai::mate::{OtherSolution, TsumeResult};
use komadai::position::{Position, Setup, SfenError};
use komadai::types::{Color, Hand, Move, PieceType};
use komadai_records::{Format, Reading, Record};

/// Hand of the defender where the file states none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandRule {
    /// All that is left of a set: what tsume problems mean.
    AllThatIsLeft,
    /// Nothing.
    Nothing,
}

/// A problem: a position whose side to move is to mate.
#[derive(Clone, Debug)]
pub struct TsumeProblem {
    /// The position.
    pub pos: Position,
    /// Whether the defender was given all that is left.
    pub is_hand_filled: bool,
    /// The plies to mate that the file states, by its own solution or a header.
    pub stated: Option<usize>,
    /// Its title in the file.
    pub title: Option<String>,
}

/// Headers that hold the name of a problem, in this order.
const TITLES: [&str; 4] = ["作品名", "表題", "棋戦", "作者"];
/// Headers that hold its length.
const LENGTHS: [&str; 3] = ["手数", "詰手数", "詰み手数"];

impl TsumeProblem {
    /// The problem of a record of this format. A file of positions with moves
    /// (USI) and a game from a usual start mean the position after the moves;
    /// any other start is the problem, and the moves are its solution.
    ///
    /// # Errors
    /// If the hand that is filled up breaks a rule.
    pub fn of(record: &Record, format: Format, rule: HandRule) -> Result<TsumeProblem, SfenError> {
        let moves = record.main_moves();
        let is_game = record.is_even() || record.handicap().is_some();
        let is_list = matches!(format, Format::Usi | Format::Sfen);
        let mut pos = record.start();
        let mut is_hand_filled = false;
        let defender = !pos.side_to_move();
        if rule == HandRule::AllThatIsLeft && !record.states_hand(defender) {
            let filled = with_all_left(&pos, defender)?;
            is_hand_filled = filled.hand(defender) != pos.hand(defender);
            pos = filled;
        }
        let solution: &[Move] = if is_game || is_list {
            moves.iter().for_each(|&mv| {
                pos.do_move(mv);
            });
            &[]
        } else {
            &moves
        };
        let headers = &record.headers;
        let header = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| headers.get(key));
            found.filter(|text| !text.is_empty()).map(str::to_string)
        };
        let stated = header(&LENGTHS).and_then(|text| number_in(&text));
        Ok(TsumeProblem {
            pos,
            is_hand_filled,
            stated: stated.or_else(|| (solution.len() % 2 == 1).then_some(solution.len())),
            title: header(&TITLES),
        })
    }

    /// All problems of a file; invalid ones are errors.
    pub fn all_of(reading: &Reading, rule: HandRule) -> Vec<Result<TsumeProblem, SfenError>> {
        let problem = |record| TsumeProblem::of(record, reading.format, rule);
        reading.records.iter().map(problem).collect()
    }
}

/// The position with all pieces of a set that are not there in this side's hand, kings aside.
fn with_all_left(pos: &Position, side: Color) -> Result<Position, SfenError> {
    let mut setup = Setup::parse(&pos.sfen())?;
    setup.take_all_left(side);
    Position::from_setup(&setup)
}

/// `7手詰` and `７手`: 7.
fn number_in(text: &str) -> Option<usize> {
    let digits = text
        .chars()
        .map_while(komadai_records::notation::digit_value);
    let mut any = false;
    let number = digits.fold(0usize, |n, digit| {
        any = true;
        n.saturating_mul(10).saturating_add(digit as usize)
    });
    (any && number > 0).then_some(number)
}

/// Verdict on a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// There is a mate.
    Mate,
    /// It is proven that there is none.
    NoMate,
    /// It is proven that there is none within the plies asked for.
    NoMateInTime,
    /// Nothing was proven within the limits.
    Unsolved,
}

/// Another solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherAnswer {
    /// The number of its first move, from 1.
    pub ply: usize,
    /// Plies of the whole solution with it.
    pub plies: usize,
    /// It stands beside the last move.
    pub last_move: bool,
    /// It only promotes where the main line does not, or the other way round.
    pub promotion_only: bool,
    /// It comes back to the main line.
    pub detour: bool,
    /// Its moves in USI notation.
    pub line: Vec<String>,
}

impl OtherAnswer {
    fn new(other: &OtherSolution) -> OtherAnswer {
        OtherAnswer {
            ply: other.ply + 1,
            plies: other.plies,
            last_move: other.is_last_move,
            promotion_only: other.is_promotion_only,
            detour: other.rejoins,
            line: other.line.iter().map(Move::to_string).collect(),
        }
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        read(&self.line)
    }
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TsumeAnswer {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the line is proven to be the shortest against the longest defence.
    pub shortest: bool,
    /// The moves in USI notation; empty without a mate.
    pub line: Vec<String>,
    /// Hand of the attacker at the mate, as in SFEN: `2GP`, or empty.
    pub left: String,
    /// Other solutions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<OtherAnswer>>,
    /// Whether the limits allowed to look everywhere for other solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_complete: Option<bool>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds spent.
    pub time_ms: u64,
}

impl TsumeAnswer {
    /// The answer of a solver; `asked` if other solutions were to be looked for.
    pub fn new(found: TsumeResult, asked: bool, nodes: u64, time_ms: u64) -> TsumeAnswer {
        let without = |verdict| TsumeAnswer {
            verdict,
            shortest: false,
            line: Vec::new(),
            left: String::new(),
            others: None,
            others_complete: None,
            nodes,
            time_ms,
        };
        match found {
            TsumeResult::NoMate => without(Verdict::NoMate),
            TsumeResult::NoMateInTime => without(Verdict::NoMateInTime),
            TsumeResult::Unsolved => without(Verdict::Unsolved),
            TsumeResult::Mate(solution) => TsumeAnswer {
                shortest: solution.is_shortest,
                line: solution.line.iter().map(Move::to_string).collect(),
                left: hand_text(solution.left),
                others: asked.then(|| solution.others.iter().map(OtherAnswer::new).collect()),
                others_complete: asked.then_some(solution.are_others_complete),
                ..without(Verdict::Mate)
            },
        }
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        read(&self.line)
    }
}

fn read(line: &[String]) -> Vec<Move> {
    line.iter()
        .map_while(|text| Move::from_usi(text).ok())
        .collect()
}

/// `2GP`: as SFEN writes Black's hand.
fn hand_text(hand: Hand) -> String {
    const LETTERS: [(PieceType, char); 7] = [
        (PieceType::Rook, 'R'),
        (PieceType::Bishop, 'B'),
        (PieceType::Gold, 'G'),
        (PieceType::Silver, 'S'),
        (PieceType::Knight, 'N'),
        (PieceType::Lance, 'L'),
        (PieceType::Pawn, 'P'),
    ];
    let mut text = String::new();
    for (kind, letter) in LETTERS {
        match hand.count(kind) {
            0 => {}
            1 => text.push(letter),
            n => text.push_str(&format!("{n}{letter}")),
        }
    }
    text
}
