//! Game offer of a server (`Game_Summary`): players, position, clocks.

use super::clock::ServerClock;
use komadai::types::Color;
use komadai_records::{Problem, Record, read_bytes};

/// Largest accepted size in bytes of the position text, which includes the moves of a resumed game.
const POSITION_BYTES: usize = 1 << 20;

/// A game offered by a server.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// The server's id of the game.
    pub id: String,
    /// The players, Black's first.
    pub names: [String; 2],
    /// Our side.
    pub ours: Color,
    /// Number of moves after which the game ends; `None` for no limit.
    pub max_moves: Option<u32>,
    /// The clocks, Black's first, after the moves already made.
    pub clocks: [ServerClock; 2],
    /// The start position, with the moves already made if the game is resumed.
    pub record: Record,
}

/// Error that makes a game offer unusable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SummaryError {
    /// No line says which side is ours.
    #[error("the summary does not say which side is ours (Your_Turn)")]
    NoTurn,
    /// The position, or a move of a resumed game, cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(Problem),
    /// The position text is too long.
    #[error("the position has more than {POSITION_BYTES} bytes")]
    Long,
    /// A value is not a number or unit.
    #[error("'{0}' cannot be read")]
    Value(String),
}

/// The part of a summary that is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Game,
    /// The time rules of one side; `None` for both.
    Time(Option<Color>),
    Position,
}

/// Times of a side in the server's unit.
#[derive(Clone, Copy, Debug)]
struct Times {
    unit: u64,
    total: u64,
    byoyomi: u64,
    increment: u64,
    delay: u64,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            unit: 1000,
            total: 0,
            byoyomi: 0,
            increment: 0,
            delay: 0,
        }
    }
}

impl Times {
    fn clock(&self) -> ServerClock {
        let ms = |units: u64| units.saturating_mul(self.unit);
        ServerClock {
            unit: self.unit,
            total: ms(self.total),
            left: ms(self.total),
            byoyomi: ms(self.byoyomi),
            increment: ms(self.increment),
            delay: ms(self.delay),
        }
    }
}

/// A summary that is being read, after `BEGIN Game_Summary`.
#[derive(Debug, Default)]
pub(super) struct SummaryReader {
    part: Part,
    id: String,
    names: [String; 2],
    ours: Option<Color>,
    max_moves: Option<u32>,
    times: [Times; 2],
    position: String,
    error: Option<SummaryError>,
}

impl SummaryReader {
    /// Reads a line. Returns the summary after its last line. Other lines, such as
    /// protocol versions, are ignored.
    pub fn line(&mut self, line: &str) -> Option<Result<GameSummary, SummaryError>> {
        match line.trim_end() {
            "END Game_Summary" => return Some(std::mem::take(self).finish()),
            // The server begins anew.
            "BEGIN Game_Summary" => *self = SummaryReader::default(),
            "BEGIN Time" => self.part = Part::Time(None),
            "BEGIN Time+" => self.part = Part::Time(Some(Color::Black)),
            "BEGIN Time-" => self.part = Part::Time(Some(Color::White)),
            "BEGIN Position" => self.part = Part::Position,
            _ if line.starts_with("END ") => self.part = Part::Game,
            // The end of a game that was broken off. Moves after it would not be in the main line.
            _ if self.part == Part::Position && line.starts_with('%') => {}
            _ if self.part == Part::Position => {
                if self.position.len() + line.len() > POSITION_BYTES {
                    self.error.get_or_insert(SummaryError::Long);
                } else {
                    self.position.push_str(line);
                    self.position.push('\n');
                }
            }
            line => {
                let (key, value) = line.split_once(':').unwrap_or((line, ""));
                let done = match self.part {
                    Part::Time(side) => self.time(side, key, value),
                    _ => self.header(key, value),
                };
                if done.is_none() {
                    let fault = SummaryError::Value(line.chars().take(80).collect());
                    self.error.get_or_insert(fault);
                }
            }
        }
        None
    }

    fn header(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "Game_ID" => self.id = value.to_string(),
            "Name+" => self.names[0] = value.to_string(),
            "Name-" => self.names[1] = value.to_string(),
            "Your_Turn" => {
                self.ours = Some(match value {
                    "+" => Color::Black,
                    "-" => Color::White,
                    _ => return None,
                });
            }
            "Max_Moves" => self.max_moves = Some(value.parse().ok()?),
            _ => {}
        }
        Some(())
    }

    fn time(&mut self, side: Option<Color>, key: &str, value: &str) -> Option<()> {
        let number = || value.parse::<u64>().ok();
        for color in Color::ALL {
            if side.is_some_and(|side| side != color) {
                continue;
            }
            let times = &mut self.times[color.index()];
            match key {
                "Time_Unit" => times.unit = unit(value)?,
                "Total_Time" => times.total = number()?,
                "Byoyomi" => times.byoyomi = number()?,
                "Increment" => times.increment = number()?,
                "Delay" => times.delay = number()?,
                _ => {}
            }
        }
        Some(())
    }

    fn finish(self) -> Result<GameSummary, SummaryError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let ours = self.ours.ok_or(SummaryError::NoTurn)?;
        let reading = read_bytes(self.position.as_bytes(), Some("csa"));
        let mut reading = reading.map_err(SummaryError::Position)?;
        if let Some(problem) = reading.warnings.drain(..).next() {
            return Err(SummaryError::Position(problem));
        }
        let record = reading.records.swap_remove(0);
        let mut clocks = self.times.map(|times| times.clock());
        let mut side = record.start().side_to_move();
        for id in record.main_line() {
            let ms = record.node(id).time_ms.unwrap_or(0);
            clocks[side.index()].spend(ms);
            side = !side;
        }
        Ok(GameSummary {
            id: self.id,
            names: self.names,
            ours,
            max_moves: self.max_moves.filter(|&moves| moves > 0),
            clocks,
            record,
        })
    }
}

/// A time unit in ms, such as `1sec`, `100msec` or `1min`.
fn unit(text: &str) -> Option<u64> {
    let units = [("msec", 1), ("sec", 1000), ("min", 60_000)];
    let found = units.iter().find_map(|(name, ms)| {
        let count = text.strip_suffix(name)?;
        let count: u64 = count.parse().ok()?;
        count.checked_mul(*ms)
    });
    found.filter(|&ms| ms > 0)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The lines of a summary after its first, from the even start position if `position` is empty.
    pub fn lines(turn: &str, time: &str, position: &str) -> Vec<String> {
        let position = match position {
            "" => "PI\n+",
            position => position,
        };
        let text = format!(
            "Protocol_Version:1.2\nFormat:Shogi 1.0\nGame_ID:room-1\nName+:kuro\nName-:shiro\n\
             Your_Turn:{turn}\nTo_Move:+\nMax_Moves:256\n{time}\nBEGIN Position\n{position}\n\
             END Position\nEND Game_Summary"
        );
        text.lines().map(str::to_string).collect()
    }

    fn read(lines: &[String]) -> Result<GameSummary, SummaryError> {
        let mut reader = SummaryReader::default();
        let results: Vec<_> = lines.iter().filter_map(|line| reader.line(line)).collect();
        assert_eq!(results.len(), 1);
        results.into_iter().next().unwrap()
    }

    #[test]
    fn a_summary_is_read_with_the_times_of_both_sides() {
        let time = "BEGIN Time\nTime_Unit:1sec\nTotal_Time:300\nByoyomi:0\nIncrement:10\n\
                    Least_Time_Per_Move:0\nEND Time";
        let summary = read(&lines("-", time, "")).unwrap();
        assert_eq!((summary.ours, summary.max_moves), (Color::White, Some(256)));
        assert_eq!(summary.names, ["kuro", "shiro"]);
        assert!(summary.record.is_even() && summary.record.is_empty());
        for clock in summary.clocks {
            assert_eq!((clock.total, clock.increment), (300_000, 10_000));
        }
        let time = "BEGIN Time+\nTime_Unit:1min\nTotal_Time:5\nEND Time+\nBEGIN Time-\n\
                    Time_Unit:100msec\nTotal_Time:5\nByoyomi:7\nDelay:2\nEND Time-";
        let [black, white] = read(&lines("+", time, "")).unwrap().clocks;
        assert_eq!(
            (black.total, black.byoyomi, black.unit),
            (300_000, 0, 60_000)
        );
        assert_eq!((white.total, white.byoyomi, white.delay), (500, 700, 200));
    }

    #[test]
    fn moves_made_before_and_other_starts_are_part_of_the_record() {
        let time = "BEGIN Time\nTotal_Time:60\nIncrement:5\nEND Time";
        let resumed = read(&lines("+", time, "PI\n+\n+2726FU,T5\n-8384FU,T3")).unwrap();
        assert_eq!(resumed.record.main_moves().len(), 2);
        assert_eq!(resumed.clocks.map(|clock| clock.left), [60_000, 62_000]);
        let handicap = read(&lines("+", time, "PI22KA\n-")).unwrap();
        assert_eq!(handicap.record.start().side_to_move(), Color::White);
        assert!(handicap.record.handicap().is_some());
    }

    #[test]
    fn moves_after_an_end_mark_continue_the_record() {
        for mark in ["%CHUDAN", "%TORYO,T4"] {
            let position = format!("PI\n+\n+7776FU,T5\n{mark}\n-3334FU,T3");
            let record = read(&lines("+", "", &position)).unwrap().record;
            assert_eq!((record.main_moves().len(), record.end()), (2, None));
        }
        let record = read(&lines("+", "", "PI\n+\n+7776FU,T5\n%CHUDAN")).unwrap();
        assert_eq!(record.record.end(), None);
    }

    #[test]
    fn what_cannot_be_played_by_is_an_error() {
        let fails = |turn: &str, time: &str, position: &str| {
            read(&lines(turn, time, position)).unwrap_err().to_string()
        };
        assert!(fails("*", "", "").contains("Your_Turn:*"));
        assert!(fails("+", "", "PI\n+\n+2727FU").contains("position"));
        assert!(fails("+", "", "P1 nonsense\n+").contains("position"));
        let time = "BEGIN Time\nTime_Unit:1hour\nEND Time";
        assert!(fails("+", time, "").contains("Time_Unit:1hour"));
        let long = format!("PI\n+\n{}", "+2726FU,T5\n".repeat(200_000));
        assert_eq!(
            read(&lines("+", "", &long)).unwrap_err(),
            SummaryError::Long
        );
        let mut reader = SummaryReader::default();
        let end = reader.line("END Game_Summary").unwrap();
        assert_eq!(end.unwrap_err(), SummaryError::NoTurn);
    }
}
