//! Record of a finished game of a match.

use super::player::{Reply, Thought};
use super::referee::{Answered, PlayedGame};
use komadai::EndReason;
use komadai::host::millis;
use komadai::types::{Color, Score};

/// One of the engines of a match, known by a letter: A, B, C and so on.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Contestant(u8);

impl Contestant {
    /// The first; between two the one whose strength is asked for.
    pub const A: Contestant = Contestant(0);
    /// The second; between two the opponent of A.
    pub const B: Contestant = Contestant(1);

    /// As many as there are letters.
    pub const MOST: usize = 26;

    /// The two of a match between two, A first.
    pub const PAIR: [Contestant; 2] = [Contestant::A, Contestant::B];

    /// The first so many, `Contestant::MOST` at most.
    pub fn first(count: usize) -> impl Iterator<Item = Contestant> {
        (0..count.min(Contestant::MOST) as u8).map(Contestant)
    }

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Contestant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Write::write_char(f, char::from(b'A' + self.0))
    }
}

impl From<Contestant> for String {
    fn from(who: Contestant) -> String {
        who.to_string()
    }
}

impl TryFrom<String> for Contestant {
    type Error = String;

    fn try_from(text: String) -> Result<Contestant, String> {
        match text.as_bytes() {
            [letter @ b'A'..=b'Z'] => Ok(Contestant(letter - b'A')),
            _ => Err(format!("'{text}' is no letter from A to Z")),
        }
    }
}

/// One answer with what is known of the search behind it. Short field names
/// keep record files small.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MoveRecord {
    /// The move in USI text, `resign`, `win` or whatever was answered.
    #[serde(rename = "m")]
    pub text: String,
    /// Centipawns for Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Plies to mate, negative against Black; a mate of unknown length has
    /// the longest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Depth in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time taken, in ms.
    pub ms: f64,
    /// Time allowed, in ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Whether the position was the one that had been pondered on; left out if
    /// there had been no pondering.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub ponderhit: Option<bool>,
}

impl MoveRecord {
    /// The score as it was kept.
    pub fn score(&self) -> Option<Score> {
        let mate = |plies: i32| Score::Mate {
            winning: plies > 0,
            plies: (plies.abs() != i32::MAX).then_some(plies.unsigned_abs()),
        };
        self.mate.map(mate).or(self.cp.map(Score::Centipawns))
    }

    /// Writes down an answer of `side`.
    fn new(answered: &Answered, side: Color) -> MoveRecord {
        let Thought {
            score,
            depth,
            nodes,
            ponderhit,
            ..
        } = answered.thought;
        let score = score.map(|score| match side {
            Color::Black => score,
            Color::White => -score,
        });
        let mate = score.and_then(Score::mate_plies);
        MoveRecord {
            text: match &answered.reply {
                Reply::Move(mv) => mv.to_string(),
                Reply::Resign => "resign".to_string(),
                Reply::Win => "win".to_string(),
                Reply::Nonsense(text) => text.clone(),
            },
            cp: score
                .filter(|score| !score.is_mate())
                .map(Score::centipawns),
            mate,
            depth,
            nodes,
            // Tenths of a millisecond are more than a pipe is good for.
            ms: (answered.elapsed.as_secs_f64() * 10_000.0).round() / 10.0,
            limit: answered.limit.map(millis::of),
            ponderhit,
        }
    }
}

/// The side whose view scores take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Black's.
    Black,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0; games 2n and 2n + 1 share a start and
    /// have the same players.
    pub game: usize,
    /// Whose view the scores take; earlier versions do not say it, and kept
    /// them as the player saw them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// Who plays Black.
    pub black: Contestant,
    /// Who plays White; earlier versions knew no engines but A and B, and do
    /// not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Contestant>,
    /// The start, ready for moves to be appended.
    pub start: String,
    /// Whether Black moves first after the start.
    pub black_first: bool,
    /// The moves after the start.
    pub moves: Vec<MoveRecord>,
    /// The answer that ended the game, if it was no move or was not accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<MoveRecord>,
    /// Who won; nobody in a draw.
    pub winner: Option<Contestant>,
    /// Why the game ended.
    #[serde(with = "reason_name")]
    pub reason: EndReason,
    /// More about a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl GameRecord {
    /// Writes down a game between Black and White. `first` is the side that
    /// moves first after the start.
    pub fn new(
        game: usize,
        [black, white]: [Contestant; 2],
        start: String,
        first: Color,
        played: &PlayedGame,
    ) -> GameRecord {
        let mut side = first;
        let mut answers = played.answers.iter().map(|answered| {
            let record = MoveRecord::new(answered, side);
            side = !side;
            record
        });
        let moves = answers.by_ref().take(played.moves.len()).collect();
        GameRecord {
            game,
            view: Some(View::Black),
            black,
            white: Some(white),
            start,
            black_first: first == Color::Black,
            moves,
            last: answers.next(),
            winner: played.outcome.winner.map(|color| match color {
                Color::Black => black,
                Color::White => white,
            }),
            reason: played.outcome.reason,
            detail: played.detail.clone(),
        }
    }

    /// The pair of games it belongs to, from 0.
    pub fn pair(&self) -> usize {
        self.game / 2
    }

    /// Who plays White.
    pub fn white(&self) -> Contestant {
        self.white.unwrap_or(match self.black {
            Contestant::A => Contestant::B,
            _ => Contestant::A,
        })
    }

    /// The opponent of one of the two.
    pub(crate) fn opponent_of(&self, who: Contestant) -> Contestant {
        match who == self.black {
            true => self.white(),
            false => self.black,
        }
    }

    /// Result of one of the two, in half points.
    pub fn half_points_of(&self, who: Contestant) -> u8 {
        match self.winner {
            Some(winner) if winner == who => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// Every answer with who gave it.
    pub fn answers(&self) -> impl Iterator<Item = (Contestant, &MoveRecord)> {
        let first = match self.black_first {
            true => self.black,
            false => self.white(),
        };
        let answers = self.moves.iter().chain(&self.last);
        answers.enumerate().map(move |(i, answer)| match i % 2 {
            0 => (first, answer),
            _ => (self.opponent_of(first), answer),
        })
    }

    /// The whole game in USI text, start included: equal for equal games.
    pub fn text(&self) -> String {
        let mut text = self.start.clone();
        for mv in &self.moves {
            text.push(' ');
            text += &mv.text;
        }
        text
    }
}

/// Reasons by name.
pub(crate) mod reason_name {
    use komadai::EndReason;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub fn serialize<S: Serializer>(reason: &EndReason, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(reason.name())
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<EndReason, D::Error> {
        let name = String::deserialize(from)?;
        EndReason::from_name(&name)
            .ok_or_else(|| Error::custom(format!("unknown end reason `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use komadai::types::Move;

    #[test]
    fn engines_are_letters() {
        let letters: String = Contestant::first(30).map(|who| who.to_string()).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        for who in Contestant::first(4) {
            let json = serde_json::to_string(&who).unwrap();
            assert_eq!(json, format!("\"{who}\""));
            assert_eq!(serde_json::from_str::<Contestant>(&json).unwrap(), who);
        }
        for bad in ["\"\"", "\"a\"", "\"AB\"", "0"] {
            assert!(serde_json::from_str::<Contestant>(bad).is_err(), "{bad}");
        }
        assert_eq!(
            (Contestant::B.index(), Contestant::first(3).count()),
            (1, 3)
        );
    }

    #[test]
    fn files_of_earlier_versions_name_black_alone() {
        let line = r#"{"game":3,"black":"B","start":"startpos moves","black_first":true,
            "moves":[{"m":"7g7f","ms":1.0},{"m":"3c3d","ms":2.0}],"winner":"A","reason":"resign"}"#;
        let game: GameRecord = serde_json::from_str(line).unwrap();
        let [a, b] = Contestant::PAIR;
        assert_eq!((game.black, game.white()), (b, a));
        assert_eq!((game.opponent_of(a), game.opponent_of(b)), (b, a));
        assert_eq!((game.half_points_of(a), game.half_points_of(b)), (2, 0));
        let order: Vec<Contestant> = game.answers().map(|(who, _)| who).collect();
        assert_eq!(order, [b, a]);
    }

    #[test]
    fn scores_are_kept_as_centipawns_or_as_plies_to_mate_for_black() {
        let open = |winning| Score::Mate {
            winning,
            plies: None,
        };
        for (score, cp, mate) in [
            (None, None, None),
            (Some(Score::Centipawns(-45_000)), Some(-45_000), None),
            (Some(Score::Repetition { better: true }), Some(3000), None),
            (Some(Score::Rule { winning: false }), Some(-31_000), None),
            (Some(Score::mate_in(5)), None, Some(5)),
            (Some(Score::mated_in(4)), None, Some(-4)),
            (Some(open(true)), None, Some(i32::MAX)),
            (Some(open(false)), None, Some(-i32::MAX)),
        ] {
            let answered = Answered {
                reply: Reply::Move(Move::from_usi("7g7f").unwrap()),
                thought: Thought {
                    score,
                    ..Thought::default()
                },
                elapsed: Duration::ZERO,
                limit: None,
            };
            let record = MoveRecord::new(&answered, Color::Black);
            assert_eq!((record.cp, record.mate), (cp, mate), "{score:?}");
            let kept = match score {
                Some(Score::Mate { .. }) | None => score,
                Some(score) => Some(Score::Centipawns(score.centipawns())),
            };
            assert_eq!(record.score(), kept);
            let record = MoveRecord::new(&answered, Color::White);
            let other = |n: Option<i32>| n.map(|n| -n);
            assert_eq!((record.cp, record.mate), (other(cp), other(mate)));
        }
    }
}
