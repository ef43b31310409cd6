//! Tsume problems as record files contain them.

use serde::{Deserialize, Serialize};

use komadai::mate::{OtherSolution, TsumeResult};
use komadai::position::{Position, Setup, SfenError};
use komadai::types::{Color, Hand, Move, PieceType};
use komadai_records::{Format, Reading, Record};

/// The defender's hand where the file states none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandRule {
    /// All pieces that are neither on the board nor in the attacker's hand, as is usual for tsume
    /// problems.
    AllThatIsLeft,
    /// An empty hand.
    Nothing,
}

/// A tsume problem: the side to move is to mate.
#[derive(Clone, Debug)]
pub struct TsumeProblem {
    /// The position.
    pub pos: Position,
    /// Whether the defender's hand was filled with all pieces not shown.
    pub is_hand_filled: bool,
    /// Plies to mate according to the file: by a header, or by the moves of the solution.
    pub stated: Option<usize>,
    /// The title in the file.
    pub title: Option<String>,
    /// Number of moves of the record before the position; `None` if the record has no moves.
    pub ply: Option<usize>,
}

/// Headers that may hold the title of a problem, in order of preference.
const TITLES: [&str; 4] = ["作品名", "表題", "棋戦", "作者"];
/// Headers that may hold the length of a problem.
const LENGTHS: [&str; 3] = ["手数", "詰手数", "詰み手数"];

/// Reason why a position is no tsume problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ProblemFault {
    #[error(transparent)]
    Position(#[from] SfenError),
    #[error("the side not to move has no king to be mated")]
    NoKing,
    #[error("the side not to move is in check")]
    InCheck,
    #[error("the record has no position after move {wanted}; the last is that after move {last}")]
    NoSuchPly { wanted: usize, last: usize },
}

impl TsumeProblem {
    /// The problem in a record that was read in this format: the position after `ply` moves.
    ///
    /// Without `ply`, it is the position after all moves in USI and SFEN files, and in games from
    /// the even or a handicap position. In any other record it is the start position. Moves after
    /// the position are its solution, except in games.
    ///
    /// # Errors
    /// If the filled hand makes the position invalid, the king of the side not to move is missing
    /// or could be taken, or the record has fewer moves than `ply`.
    pub fn of(
        record: &Record,
        format: Format,
        rule: HandRule,
        ply: Option<usize>,
    ) -> Result<TsumeProblem, ProblemFault> {
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
        let last = moves.len();
        let ply = ply.unwrap_or(if is_game || is_list { last } else { 0 });
        let Some((before, after)) = moves.split_at_checked(ply) else {
            return Err(ProblemFault::NoSuchPly { wanted: ply, last });
        };
        before.iter().for_each(|&mv| {
            pos.do_move(mv);
        });
        let solution: &[Move] = if is_game { &[] } else { after };
        let attacker = pos.side_to_move();
        let king = pos.king(!attacker).ok_or(ProblemFault::NoKing)?;
        let attackers = pos.attackers_to(king, pos.occupied());
        if attackers.intersects(pos.color_bb(attacker)) {
            return Err(ProblemFault::InCheck);
        }
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
            ply: (last > 0).then_some(ply),
        })
    }

    /// All problems of a file, those after `ply` moves as in [`TsumeProblem::of`], each with its
    /// error if it is invalid.
    pub fn all_of(
        reading: &Reading,
        rule: HandRule,
        ply: Option<usize>,
    ) -> Vec<Result<TsumeProblem, ProblemFault>> {
        let problem = |record| TsumeProblem::of(record, reading.format, rule, ply);
        reading.records.iter().map(problem).collect()
    }
}

/// The position with all missing pieces except kings added to the hand of `side`.
fn with_all_left(pos: &Position, side: Color) -> Result<Position, SfenError> {
    let mut setup = Setup::parse(&pos.sfen())?;
    setup.take_all_left(side);
    Position::from_setup(&setup)
}

/// Reads the length of a problem, such as 7 in `7手詰` and `７手`.
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
pub enum TsumeVerdict {
    /// A mate was found.
    Mate,
    /// Proof that there is no mate.
    NoMate,
    /// Proof that there is no mate within the requested plies.
    NoMateInTime,
    /// Neither a mate nor its absence was proven within the limits.
    Unsolved,
}

/// A solution other than the main line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherAnswer {
    /// Number of the move at which the solution leaves the main line, from 1.
    pub ply: usize,
    /// Length of the whole solution in plies.
    pub plies: usize,
    /// Whether the solution replaces only the last move.
    pub last_move: bool,
    /// Whether the only difference is that a move promotes or does not.
    pub promotion_only: bool,
    /// Whether the solution rejoins the main line, so that it is only a detour.
    pub detour: bool,
    /// The moves of the solution from `ply` on, in USI notation.
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

    /// The moves of the solution from `ply` on.
    pub fn moves(&self) -> Vec<Move> {
        read(&self.line)
    }
}

/// Answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TsumeAnswer {
    /// The verdict.
    pub verdict: TsumeVerdict,
    /// Whether the line is proven to be the shortest mate against the longest defence.
    pub shortest: bool,
    /// The mating line in USI notation; empty without a mate.
    pub line: Vec<String>,
    /// The attacker's hand after the mate, as in SFEN (`2GP`); empty if nothing is left.
    pub left: String,
    /// Other solutions; `None` if they were not searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<OtherAnswer>>,
    /// Whether the search for other solutions was completed within the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_complete: Option<bool>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, in ms.
    pub time_ms: u64,
}

impl TsumeAnswer {
    /// Converts a solver's result. `asked` tells whether other solutions were searched for.
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
            TsumeResult::NoMate => without(TsumeVerdict::NoMate),
            TsumeResult::NoMateInTime => without(TsumeVerdict::NoMateInTime),
            TsumeResult::Unsolved => without(TsumeVerdict::Unsolved),
            TsumeResult::Mate(solution) => TsumeAnswer {
                shortest: solution.is_shortest,
                line: solution.line.iter().map(Move::to_string).collect(),
                left: hand_text(solution.left),
                others: asked.then(|| solution.others.iter().map(OtherAnswer::new).collect()),
                others_complete: asked.then_some(solution.are_others_complete),
                ..without(TsumeVerdict::Mate)
            },
        }
    }

    /// The mating line.
    pub fn moves(&self) -> Vec<Move> {
        read(&self.line)
    }
}

fn read(line: &[String]) -> Vec<Move> {
    line.iter()
        .map_while(|text| Move::from_usi(text).ok())
        .collect()
}

/// Writes a hand as SFEN writes Black's: `2GP`.
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
