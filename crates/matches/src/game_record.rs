//! Record of a finished game of a match.

use super::player::{Detail, Reply, Thought};
use super::referee::{Answered, PlayedGame};
use komadai::EndReason;
use komadai::host::millis;
use komadai::types::{Color, Score};

/// An engine of a match, named by a letter: A, B, C and so on.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Contestant(u8);

impl Contestant {
    /// The first engine; in a match of two the one whose strength is measured.
    pub const A: Contestant = Contestant(0);
    /// The second engine; in a match of two the opponent of A.
    pub const B: Contestant = Contestant(1);

    /// The greatest number of engines: one for each letter.
    pub const MOST: usize = 26;

    /// The engines of a match of two.
    pub const PAIR: [Contestant; 2] = [Contestant::A, Contestant::B];

    /// The first `count` engines, at most [`Contestant::MOST`].
    pub fn first(count: usize) -> impl Iterator<Item = Contestant> {
        (0..count.min(Contestant::MOST) as u8).map(Contestant)
    }

    /// The number of the engine: 0 for A, 1 for B.
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

/// One answer of a player, with facts of its search. Short field names keep record files small.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MoveRecord {
    /// The move in USI text, `resign`, `win`, or the text of an invalid answer.
    #[serde(rename = "m")]
    pub text: String,
    /// The score in centipawns, from the view that [`GameRecord::view`] states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Plies to mate in that view, negative if the side of the view is mated; ±`i32::MAX` for a
    /// mate of unknown length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Search depth in plies.
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
    /// Whether the player had pondered on this position; `None` if it had not pondered before the
    /// move.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub ponderhit: Option<bool>,
}

impl MoveRecord {
    /// The recorded score, from the side that [`GameRecord::view`] states, which need not be the
    /// side to move.
    pub fn score(&self) -> Option<Score> {
        let mate = |plies: i32| Score::Mate {
            winning: plies > 0,
            plies: (plies.abs() != i32::MAX).then_some(plies.unsigned_abs()),
        };
        self.mate.map(mate).or(self.cp.map(Score::Centipawns))
    }

    /// The record of an answer of `side`, with its score from Black's view.
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
            // Rounded to 0.1 ms, because a measurement over pipes is not more precise.
            ms: (answered.elapsed.as_secs_f64() * 10_000.0).round() / 10.0,
            limit: answered.limit.map(millis::of),
            ponderhit,
        }
    }
}

/// The side whose view the recorded scores take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Positive scores are good for Black.
    Black,
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 0. Games 2n and 2n + 1 have the same start and
    /// players, with colours swapped.
    pub game: usize,
    /// The view of the scores. `None` in files of earlier versions, in which a score takes the view
    /// of the player that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The engine that plays Black.
    pub black: Contestant,
    /// The engine that plays White; `None` in files of earlier versions, which had only A and B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Contestant>,
    /// The start as [`super::openings::Opening::text`] gives it.
    pub start: String,
    /// Whether Black moves first after the start.
    pub black_first: bool,
    /// The moves after the start.
    pub moves: Vec<MoveRecord>,
    /// The answer that ended the game, if it was not a move or was not accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<MoveRecord>,
    /// The winner; `None` in a draw.
    pub winner: Option<Contestant>,
    /// The reason of the end.
    #[serde(with = "reason_name")]
    pub reason: EndReason,
    /// Details of a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

impl GameRecord {
    /// The record of a game between `black` and `white`. `first` is the side that moves first after
    /// the start.
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

    /// The number of the pair to which the game belongs, from 0.
    pub fn pair(&self) -> usize {
        self.game / 2
    }

    /// The engine that plays White, also in files of earlier versions.
    pub fn white(&self) -> Contestant {
        self.white.unwrap_or(match self.black {
            Contestant::A => Contestant::B,
            _ => Contestant::A,
        })
    }

    /// The opponent of `who` in this game.
    pub(crate) fn opponent_of(&self, who: Contestant) -> Contestant {
        match who == self.black {
            true => self.white(),
            false => self.black,
        }
    }

    /// The result of `who` in half points: 0, 1 or 2.
    pub fn half_points_of(&self, who: Contestant) -> u8 {
        match self.winner {
            Some(winner) if winner == who => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// All answers in order, each with the engine that gave it.
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

    /// The number of the last move. Like the maximum number of moves, it counts from the beginning
    /// of the game, with the moves of the start.
    pub fn length(&self) -> usize {
        let (position, opening) = self.start.split_once(" moves").unwrap_or((&self.start, ""));
        let ply = position.split(' ').nth(4).and_then(|ply| ply.parse().ok());
        let before = ply.unwrap_or(1usize).saturating_sub(1);
        before + opening.split_whitespace().count() + self.moves.len()
    }

    /// The start and the moves in USI text; equal texts mean equal games.
    pub fn text(&self) -> String {
        let mut text = self.start.clone();
        for mv in &self.moves {
            text.push(' ');
            text += &mv.text;
        }
        text
    }
}

/// Serialisation of end reasons by name.
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
    fn the_length_counts_from_the_beginning_of_the_game() {
        for (start, before) in [
            ("startpos", 0),
            ("startpos moves 7g7f 3c3d", 2),
            ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 31", 30),
            ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 31 moves 5i5h", 31),
        ] {
            let line = format!(
                r#"{{"game":0,"black":"A","start":"{start}","black_first":true,
                "moves":[{{"m":"5a5b","ms":1.0}}],"winner":"A","reason":"resign"}}"#
            );
            let game: GameRecord = serde_json::from_str(&line).unwrap();
            assert_eq!(game.length(), before + 1, "{start}");
        }
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
