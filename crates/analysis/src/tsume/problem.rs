//! A problem as a record file sets it.

use komadai::position::{Position, Setup, SfenError};
use komadai::types::{Color, Move};
use komadai_records::{Format, Reading, Record};

/// What the defender holds where the file says nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandRule {
    /// All that is left of a set: what tsume problems mean.
    AllThatIsLeft,
    /// Nothing.
    Nothing,
}

/// A problem: a position whose side to move is to mate.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub pos: Position,
    /// Whether the defender was given all that is left.
    pub is_hand_filled: bool,
    /// The plies to mate that the file states: its own solution, or a header that says so.
    pub stated: Option<usize>,
    /// What the file calls it.
    pub title: Option<String>,
}

/// Headers that hold the name of a problem, in this order.
const TITLES: [&str; 4] = ["作品名", "表題", "棋戦", "作者"];
/// Headers that hold its length.
const LENGTHS: [&str; 3] = ["手数", "詰手数", "詰み手数"];

impl Problem {
    /// The problem of a record of this format. A file of positions with moves
    /// (USI) and a game from a usual start mean the position after the moves;
    /// any other start is the problem, and the moves are its solution.
    ///
    /// # Errors
    /// If the hand that is filled up breaks a rule.
    pub fn of(record: &Record, format: Format, rule: HandRule) -> Result<Problem, SfenError> {
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
        Ok(Problem {
            pos,
            is_hand_filled,
            stated: stated.or_else(|| (solution.len() % 2 == 1).then_some(solution.len())),
            title: header(&TITLES),
        })
    }

    /// All problems of a file; those that cannot be had are errors.
    pub fn all_of(reading: &Reading, rule: HandRule) -> Vec<Result<Problem, SfenError>> {
        let problem = |record| Problem::of(record, reading.format, rule);
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
    let digits = text.chars().map_while(komadai::notation::digit_value);
    let mut any = false;
    let number = digits.fold(0usize, |n, digit| {
        any = true;
        n.saturating_mul(10).saturating_add(digit as usize)
    });
    (any && number > 0).then_some(number)
}
