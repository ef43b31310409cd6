//! Conversion of a game of a match to a game record, for KIF, CSA and the other formats.

use super::game_record::{Contestant, GameRecord, MoveRecord, View};
use super::match_identity::MatchIdentity;
use super::openings::{Opening, OpeningProblem};
use super::side::{SideLabel, titles};
use komadai::Outcome;
use komadai::types::{Color, Move};
use komadai_records::{End, Format, NodeId, Record, kif_score_comment};

/// A game of a record file that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {}: {problem}", .game + 1)]
pub struct BrokenGame {
    /// The game, from 0.
    pub game: usize,
    /// The fault.
    pub problem: OpeningProblem,
}

/// Converter of the games of one match.
#[derive(Clone, Debug)]
pub struct Scorer {
    /// Names of the sides, all different.
    names: Vec<String>,
    /// The names with the limits, for the comment at the start of each record.
    described: Vec<String>,
    max_moves: u32,
}

impl Scorer {
    /// A converter for the games of this match.
    pub fn new(identity: &MatchIdentity) -> Scorer {
        let entrants = identity.entrants.all();
        let sides: Vec<SideLabel> = entrants.into_iter().map(SideLabel::from).collect();
        let mut names = titles(&sides);
        let alike = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        if names.iter().any(alike) {
            let letters = Contestant::first(sides.len());
            names = letters
                .zip(&names)
                .map(|(who, name)| format!("{name} {who}"))
                .collect();
        }
        let described = sides.iter().zip(&names);
        let described = described.map(|(side, name)| match name.contains(&side.limit) {
            true => name.clone(),
            false => format!("{name}, {}", side.limit),
        });
        Scorer {
            described: described.collect(),
            names,
            max_moves: identity.max_moves,
        }
    }

    /// The record of a game: the moves of the start and of the game, with times. Scores from
    /// Black's view are added as comments in the style of `format`.
    ///
    /// # Errors
    /// If a start or move is invalid, as in a damaged file.
    pub fn record(&self, game: &GameRecord, format: Format) -> Result<Record, BrokenGame> {
        let fail = |problem| BrokenGame {
            game: game.game,
            problem,
        };
        let opening = Opening::parse(&game.start).map_err(fail)?;
        let mut record = Record::new(&opening.first_position().map_err(fail)?);
        self.head(&mut record, game);
        let mut last = NodeId::ROOT;
        for &mv in opening.moves() {
            last = push(&mut record, last, mv).map_err(fail)?;
        }
        let mut side = match game.black_first {
            true => Color::Black,
            false => Color::White,
        };
        for answer in &game.moves {
            let number = record.node(last).depth() + 1;
            let mv = Move::from_usi(&answer.text).map_err(|error| {
                let error = error.into();
                fail(OpeningProblem::Move { number, error })
            })?;
            last = push(&mut record, last, mv).map_err(fail)?;
            note(&mut record, last, answer, game.view, side, format);
            side = !side;
        }
        let end = record.add_end(last, end_mark(game, side));
        if let Some(answer) = &game.last {
            note(&mut record, end, answer, game.view, side, format);
        }
        record.node_mut(end).comments.extend(verdict(game));
        Ok(record)
    }

    fn name(&self, who: Contestant) -> &str {
        self.names.get(who.index()).map_or("", String::as_str)
    }

    fn head(&self, record: &mut Record, game: &GameRecord) {
        let headers = &mut record.headers;
        headers.set("表題", &format!("komadai match, game {}", game.game + 1));
        headers.set("先手", self.name(game.black));
        headers.set("後手", self.name(game.white()));
        if self.max_moves > 0 {
            headers.set("最大手数", &self.max_moves.to_string());
        }
        let mut players = [game.black, game.white()];
        players.sort();
        let described = players.map(|who| {
            let side = self.described.get(who.index());
            format!("{who} {}", side.map_or("", String::as_str))
        });
        let root = record.node_mut(NodeId::ROOT);
        root.comments.push(described.join("; "));
    }
}

fn push(record: &mut Record, parent: NodeId, mv: Move) -> Result<NodeId, OpeningProblem> {
    let number = record.node(parent).depth() + 1;
    record
        .add_move(parent, mv)
        .map_err(|error| OpeningProblem::Move {
            number,
            error: error.into(),
        })
}

/// Adds the time, score, depth and nodes of an answer to a node.
fn note(
    record: &mut Record,
    node: NodeId,
    answer: &MoveRecord,
    view: Option<View>,
    side: Color,
    format: Format,
) {
    let node = record.node_mut(node);
    node.time_ms = Some(answer.ms.max(0.0).round() as u64);
    let Some(score) = answer.score() else {
        return;
    };
    // Earlier versions recorded scores from the player's view.
    let score = match (view, side) {
        (None, Color::White) => -score,
        _ => score,
    };
    match format {
        Format::Csa => node.comments.push(format!("* {}", score.centipawns())),
        _ => {
            node.comments.push(kif_score_comment(score));
            let depth = answer.depth.map(|n| format!("#深さ={n}"));
            let nodes = answer.nodes.map(|n| format!("#ノード数={n}"));
            node.comments.extend(depth.into_iter().chain(nodes));
        }
    }
}

/// The end mark of the record; `side` is to move.
fn end_mark(game: &GameRecord, side: Color) -> End {
    let winner = game.winner.map(|who| match who == game.black {
        true => Color::Black,
        false => Color::White,
    });
    let outcome = Outcome {
        winner,
        reason: game.reason,
    };
    End::of(outcome, side)
}

/// The result of the game as comments, with the details of a fault.
fn verdict(game: &GameRecord) -> Vec<String> {
    let reason = game.reason.name().replace('_', " ");
    let result = match game.winner {
        Some(winner) => format!("{winner} wins: {reason}"),
        None => format!("draw: {reason}"),
    };
    std::iter::once(result)
        .chain(game.detail.as_ref().map(ToString::to_string))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::Adjudication;
    use crate::clocks::TimeControl;
    use crate::match_identity::{Entrants, SideIdentity};
    use komadai::EndReason;

    fn identity() -> MatchIdentity {
        let side = |option: &str| SideIdentity {
            command: "self".to_string(),
            name: "Engine".to_string(),
            program: None,
            network: None,
            options: vec![option.to_string()],
            control: TimeControl::Nodes(100),
            margin_ms: 30,
        };
        MatchIdentity {
            entrants: Entrants::Two {
                a: Box::new(side("Strength=1")),
                b: Box::new(side("Strength=2")),
            },
            openings: String::new(),
            max_moves: 320,
            entering_king: "CSARule27".to_string(),
            adjudication: Adjudication::default(),
            ponder: false,
        }
    }

    fn answer(text: &str, cp: Option<i32>) -> MoveRecord {
        MoveRecord {
            text: text.to_string(),
            cp,
            depth: cp.and(Some(9)),
            nodes: cp.and(Some(100)),
            ms: 1500.4,
            ..MoveRecord::default()
        }
    }

    fn game(winner: Option<Contestant>, reason: EndReason) -> GameRecord {
        GameRecord {
            game: 1,
            view: Some(View::Black),
            black: Contestant::B,
            white: Some(Contestant::A),
            start: "startpos moves 7g7f".to_string(),
            black_first: false,
            moves: vec![answer("3c3d", Some(-20)), answer("2g2f", None)],
            last: Some(answer("resign", None)),
            winner,
            reason,
            detail: None,
        }
    }

    #[test]
    fn a_game_comes_with_names_times_scores_and_its_end() {
        let scorer = Scorer::new(&identity());
        let game = game(Some(Contestant::B), EndReason::Resign);
        let record = scorer.record(&game, Format::Kif).unwrap();
        let moves: Vec<String> = record.main_moves().iter().map(Move::to_string).collect();
        assert_eq!(moves, ["7g7f", "3c3d", "2g2f"]);
        assert_eq!(
            record.headers.player(Color::Black),
            Some("Engine (Strength=2)")
        );
        assert_eq!(
            record.headers.player(Color::White),
            Some("Engine (Strength=1)")
        );
        assert_eq!(record.end(), Some(&End::Resign));
        assert_eq!(
            record.node(NodeId::ROOT).comments,
            ["A Engine (Strength=1), 100 nodes; B Engine (Strength=2), 100 nodes"]
        );
        let line: Vec<NodeId> = record.main_line().collect();
        let node = |n: usize| record.node(line[n]);
        assert_eq!((node(0).time_ms, node(1).time_ms), (None, Some(1500)));
        assert_eq!(
            node(1).comments,
            ["#評価値=-20", "#深さ=9", "#ノード数=100"]
        );
        assert!(node(2).comments.is_empty());
        assert_eq!(node(3).comments, ["B wins: resign"]);
        let csa = scorer.record(&game, Format::Csa).unwrap();
        assert_eq!(csa.node(line[1]).comments, ["* -20"]);
    }

    #[test]
    fn engines_of_one_name_have_their_letters() {
        let mut alike = identity();
        let Entrants::Two { a, b } = &mut alike.entrants else {
            unreachable!();
        };
        b.options = a.options.clone();
        let record = Scorer::new(&alike).record(&game(None, EndReason::Repetition), Format::Kif);
        let headers = record.unwrap().headers;
        let names = [Color::Black, Color::White].map(|color| headers.player(color));
        assert_eq!(names, [Some("Engine B"), Some("Engine A")]);
    }

    #[test]
    fn scores_of_earlier_versions_are_turned_round_for_white() {
        let mut game = game(None, EndReason::Repetition);
        game.view = None;
        let record = Scorer::new(&identity()).record(&game, Format::Csa).unwrap();
        let second = record.main_line().nth(1).unwrap();
        assert_eq!(record.node(second).comments, ["* 20"]);
    }

    /// For every end reason, the end mark implies the right winner or none.
    #[test]
    fn every_end_has_a_mark_that_does_not_lie() {
        use EndReason::*;
        // White, which is A, is to move.
        let (won, lost) = (Some(Contestant::A), Some(Contestant::B));
        for (winner, reason, mark) in [
            (lost, Mate, End::Mate),
            (lost, NoMoves, End::Mate),
            (lost, Resign, End::Resign),
            (won, Declaration, End::Declaration),
            (None, DeclarationDraw, End::Impasse),
            (lost, Try, End::Mate),
            (None, Repetition, End::Repetition),
            (won, PerpetualCheck, End::FoulWin),
            (lost, PerpetualCheck, End::FoulLoss),
            (None, MaxMoves, End::MaxMoves),
            (lost, AdjudicatedLoss, End::Resign),
            (won, AdjudicatedLoss, End::Interrupted),
            (None, AdjudicatedDraw, End::Draw),
            (lost, IllegalMove, End::FoulLoss),
            (lost, FalseDeclaration, End::FoulLoss),
            (lost, EarlyAnswer, End::FoulLoss),
            (lost, Time, End::TimeUp),
            (lost, Hang, End::TimeUp),
            (lost, Crash, End::TimeUp),
            // A fault of Black while White is to move.
            (won, Crash, End::Interrupted),
        ] {
            let game = game(winner, reason);
            let record = Scorer::new(&identity()).record(&game, Format::Kif).unwrap();
            assert_eq!(record.end(), Some(&mark), "{reason:?}");
            let expected = winner.map(|who| {
                if who == won.unwrap() {
                    Color::White
                } else {
                    Color::Black
                }
            });
            let marked = mark.winner(Color::White);
            assert!(marked == expected || mark == End::Interrupted);
        }
    }

    #[test]
    fn a_move_that_cannot_be_made_is_named() {
        let mut game = game(None, EndReason::Repetition);
        game.moves[1].text = "2g2e".to_string();
        let broken = Scorer::new(&identity())
            .record(&game, Format::Kif)
            .unwrap_err();
        assert!(
            broken.to_string().starts_with("game 2: move 3, 2g2e: "),
            "{broken}"
        );
    }
}
