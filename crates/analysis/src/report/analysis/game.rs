//! Analysis of a whole game: judgement of its moves, its phases, statistics of the players.

use serde::{Serialize, Serializer};

use super::position::PositionAnalysis;
use super::reasons::{MistakeReason, reasons};
use super::score::{Judgement, points_lost, round, win_probability};
use komadai::position::Position;
use komadai::types::{Color, Move, PieceType, Score};
use komadai_records::Record;

/// Review of one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The side that made the move.
    #[serde(skip)]
    pub side: Color,
    /// Win probability lost, in percentage points; 0 for the best move.
    #[serde(serialize_with = "one_digit")]
    pub loss: f64,
    /// Whether the move is the engine's best move.
    #[serde(rename = "best")]
    pub is_best: bool,
    /// The judgement that this loss stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// Plies of a mate that the move misses: the mover had it before, and has no mate afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed_mate: Option<u32>,
    /// Plies of a mate that the move allows the opponent, who had no mate before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_mate: Option<u32>,
    /// Proven reasons why the move is a mistake and why the best move is better; empty if none is
    /// proven.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<MistakeReason>,
}

fn one_digit<S: Serializer>(value: &f64, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64(round(*value, 1))
}

/// Statistics of one player's moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerReview {
    /// Number of moves judged.
    pub moves: usize,
    /// Number of moves that are the engine's best.
    pub best: usize,
    /// Mean of the moves' accuracy, 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// Mean loss of win probability of a move, in percentage points.
    pub average_loss: f64,
    /// Count of each judgement, in the order of [`Judgement::ALL`].
    pub judgements: [usize; Judgement::ALL.len()],
    /// Number of mates missed.
    pub missed_mates: usize,
}

/// The analysis of a game's main line.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The start position.
    pub start: Position,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// Searches of the start position and of the position after each move; fewer if the analysis is
    /// incomplete.
    pub positions: Vec<PositionAnalysis>,
    /// Review of each move whose positions before and after were searched.
    pub reviews: Vec<Review>,
    /// The phase of each move.
    pub phases: Vec<Phase>,
    /// Statistics of Black and White.
    pub players: [PlayerReview; 2],
}

impl GameAnalysis {
    /// Judges the moves of a record's main line. `positions` holds the searches of its positions,
    /// the start position first.
    pub fn new(record: &Record, positions: Vec<PositionAnalysis>) -> GameAnalysis {
        let start = record.start();
        let moves = record.main_moves();
        let (mut pos, mut last_to) = (start.clone(), None);
        let mut reviews = Vec::with_capacity(moves.len());
        for (&mv, pair) in moves.iter().zip(positions.windows(2)) {
            let [before, after] = pair else { break };
            let mut review = Review::new(pos.side_to_move(), mv, before, after);
            if review.is_remarkable() {
                let replies = after.best().map_or(&[][..], |line| &line.moves);
                let best = before.best().map_or(&[][..], |line| &line.moves);
                let played = [&[mv], replies].concat();
                let (played, best) = ((&played[..], after.nodes), (best, before.nodes));
                review.reasons = reasons(&pos, last_to, played, best);
            }
            reviews.push(review);
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        let players = Color::ALL.map(|color| PlayerReview::new(color, &reviews));
        let phases = phases(&start, &moves);
        GameAnalysis {
            start,
            moves,
            positions,
            reviews,
            phases,
            players,
        }
    }

    /// Statistics of one player's moves in one phase.
    pub fn player_in(&self, color: Color, phase: Phase) -> PlayerReview {
        let pairs = self.reviews.iter().zip(&self.phases);
        let of_phase = pairs.filter(|(_, of)| **of == phase);
        PlayerReview::new(color, of_phase.map(|(review, _)| review))
    }
}

impl Review {
    /// Judges a move by the searches before and after it.
    ///
    /// The loss counts as 0 where the line before or after the move ends in a repetition with a
    /// better or worse hand. Such a line ends the search, so its score does not show the worth of
    /// the better hand.
    pub fn new(
        side: Color,
        mv: Move,
        before: &PositionAnalysis,
        after: &PositionAnalysis,
    ) -> Review {
        let (had, has) = (before.score(), -after.score());
        let plies = |score: Score| score.mate_plies().map(i32::unsigned_abs);
        let is_best = before.best_move() == Some(mv);
        let is_measured = !is_best && !had.is_repetition() && !has.is_repetition();
        let loss = match is_measured {
            true => points_lost(had, after.score()),
            false => 0.0,
        };
        // A move that mates by another line is as good as the first mate found.
        let also_mates = || {
            let mut lines = before.lines.iter();
            lines.any(|line| line.moves.first() == Some(&mv) && line.score.mates())
        };
        let missed = !is_best && had.mates() && !has.mates() && !also_mates();
        let allowed = !is_best && has.is_mated() && !had.is_mated();
        let judgement = match is_measured {
            true => Judgement::of(win_probability(had), win_probability(has)),
            false => None,
        };
        Review {
            side,
            loss,
            judgement,
            is_best,
            missed_mate: missed.then(|| plies(had)).flatten(),
            allowed_mate: allowed.then(|| plies(has)).flatten(),
            reasons: Vec::new(),
        }
    }

    /// Whether the move has a judgement or misses a mate.
    pub fn is_remarkable(&self) -> bool {
        self.judgement.is_some() || self.missed_mate.is_some()
    }
}

impl PlayerReview {
    fn new<'a>(color: Color, reviews: impl IntoIterator<Item = &'a Review>) -> PlayerReview {
        let mut player = PlayerReview::default();
        let (mut accuracy, mut loss) = (0.0, 0.0);
        let own = |review: &&Review| review.side == color;
        for review in reviews.into_iter().filter(own) {
            player.moves += 1;
            player.best += usize::from(review.is_best);
            player.missed_mates += usize::from(review.missed_mate.is_some());
            accuracy += super::score::accuracy(review.loss);
            loss += review.loss;
            let counts = Judgement::ALL.into_iter().zip(&mut player.judgements);
            for (judgement, count) in counts {
                *count += usize::from(review.judgement == Some(judgement));
            }
        }
        if player.moves > 0 {
            player.accuracy = Some(accuracy / player.moves as f64);
            player.average_loss = loss / player.moves as f64;
        }
        player
    }

    /// Number of moves with this judgement.
    pub fn count(&self, judgement: Judgement) -> usize {
        let mut counts = Judgement::ALL.into_iter().zip(self.judgements);
        counts
            .find(|(j, _)| *j == judgement)
            .map_or(0, |(_, count)| count)
    }
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// 序盤: until pieces are exchanged in earnest. The exchange of the bishops, or of the rooks'
    /// pawns by both sides, still belongs to the opening.
    Opening,
    /// 中盤
    Middlegame,
    /// 終盤: many pieces have gone through the hands.
    Endgame,
}

/// Exchange, in units of a pawn captured or dropped, up to which a game is in the opening, and up to
/// which it is in the middlegame. Another piece counts two. The middlegame begins at move 49 and the
/// endgame at move 72 in games of 10,000 nodes a move (medians of 294), at 52 and 78 in the sample
/// records of other projects (91).
const BEFORE_MIDDLEGAME: usize = 8;
const BEFORE_ENDGAME: usize = 28;

impl Phase {
    /// All phases in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
}

/// The phase of each move of a game.
pub(crate) fn phases(start: &Position, moves: &[Move]) -> Vec<Phase> {
    let mut pos = start.clone();
    let mut exchanged = 0;
    let phase = |&mv: &Move| {
        pos.do_move(mv);
        let captured = pos.captured().map(|piece| piece.kind().unpromoted());
        let dropped = mv.is_drop().then(|| mv.dropped());
        let kinds = captured.into_iter().chain(dropped);
        exchanged += kinds
            .map(|kind| if kind == PieceType::Pawn { 1 } else { 2 })
            .sum::<usize>();
        match exchanged {
            n if n <= BEFORE_MIDDLEGAME => Phase::Opening,
            n if n <= BEFORE_ENDGAME => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    };
    moves.iter().map(phase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::search::RankedLine;
    use komadai::types::Bound;

    fn searched(lines: &[(Score, &str)]) -> PositionAnalysis {
        let line = |&(score, moves): &(Score, &str)| RankedLine {
            score,
            bound: Bound::Exact,
            depth: 9,
            seldepth: 9,
            moves: moves
                .split_whitespace()
                .map(|m| Move::from_usi(m).unwrap())
                .collect(),
        };
        PositionAnalysis {
            lines: lines.iter().map(line).collect(),
            declares: false,
            depth: 9,
            nodes: 1,
            time_ms: 1,
        }
    }

    fn review(before: &[(Score, &str)], after: Score) -> Review {
        let mv = Move::from_usi("7g7f").unwrap();
        Review::new(
            Color::Black,
            mv,
            &searched(before),
            &searched(&[(after, "3c3d")]),
        )
    }

    #[test]
    fn the_best_move_loses_nothing_whatever_comes_to_light_later() {
        let cp = Score::Centipawns;
        let found = review(&[(cp(500), "7g7f")], cp(500));
        assert!(found.is_best && found.loss == 0.0 && found.judgement.is_none());
        let found = review(&[(cp(500), "2g2f")], cp(500));
        assert_eq!(found.judgement, Some(Judgement::Blunder));
        assert!((found.loss - 39.4).abs() < 0.1, "{}", found.loss);
    }

    #[test]
    fn a_mate_that_is_gone_is_missed_and_one_that_stays_is_not() {
        let win = Score::Centipawns(3000);
        let mate = Score::mate_in(5);
        let found = review(&[(mate, "2g2f")], -win);
        assert_eq!((found.missed_mate, found.judgement), (Some(5), None));
        assert!(found.is_remarkable());
        // A longer mate or another mate line is not a missed mate.
        assert_eq!(
            review(&[(mate, "2g2f")], Score::mated_in(8)).missed_mate,
            None
        );
        let both = [(mate, "2g2f"), (Score::mate_in(9), "7g7f")];
        assert_eq!(review(&both, -win).missed_mate, None);
        // The mover had a mate and is mated instead.
        let found = review(&[(mate, "2g2f")], Score::mate_in(3));
        assert_eq!((found.missed_mate, found.allowed_mate), (Some(5), Some(3)));
        assert_eq!(found.judgement, Some(Judgement::Decisive));
        // A mate that existed before the move is not allowed by it.
        let found = review(&[(Score::mated_in(6), "2g2f")], Score::mate_in(3));
        assert_eq!((found.allowed_mate, found.judgement), (None, None));
    }

    #[test]
    fn a_repetition_is_no_lost_move() {
        let cp = Score::Centipawns;
        let [better, worse] = [true, false].map(|better| Score::Repetition { better });
        // A repetition with a better or worse hand, after the move for the opponent or before it
        // for the mover.
        for (before, after) in [(cp(20), better), (cp(20), worse), (better, cp(-20))] {
            let found = review(&[(before, "2g2f")], after);
            assert_eq!((found.loss, found.judgement), (0.0, None));
            assert!(!found.is_remarkable());
        }
        // Mates that are missed or allowed count even beside such repetitions.
        let found = review(&[(Score::mate_in(5), "2g2f")], better);
        assert_eq!((found.missed_mate, found.judgement), (Some(5), None));
        let found = review(&[(better, "2g2f")], Score::mate_in(3));
        assert_eq!(found.allowed_mate, Some(3));
    }

    #[test]
    fn players_are_summed_up_apart() {
        let mut record = Record::default();
        let mut at = komadai_records::NodeId::ROOT;
        for text in ["7g7f", "3c3d", "2g2f"] {
            at = record.add_move(at, Move::from_usi(text).unwrap()).unwrap();
        }
        let cp = Score::Centipawns;
        let positions = vec![
            searched(&[(cp(0), "7g7f")]),
            searched(&[(cp(0), "8c8d")]),
            searched(&[(cp(600), "2g2f")]),
            searched(&[(cp(-600), "8c8d")]),
        ];
        let analysis = GameAnalysis::new(&record, positions);
        let [black, white] = &analysis.players;
        assert_eq!(
            (black.moves, black.best, white.moves, white.best),
            (2, 2, 1, 0)
        );
        assert_eq!(white.count(Judgement::Blunder), 1);
        assert_eq!(black.judgements, [0; 5]);
        assert!(black.accuracy.unwrap() > 99.9 && white.accuracy.unwrap() < 50.0);
        assert!((white.average_loss - 23.1).abs() < 0.1);
    }

    #[test]
    fn an_exchange_of_bishops_or_of_pawns_belongs_to_the_opening() {
        for line in [
            // Captures of both bishops, of pawns and of a silver, then of the rook.
            "7g7f 3c3d 8h2b+ 3a2b 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 2d2b+ 8b2b",
            // Both sides exchange the pawn before the rook, then White offers another one.
            "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b \
             7g7f P*8f 8g8f 8b8f",
        ] {
            let start = Position::startpos();
            let mut pos = start.clone();
            let mut moves = Vec::new();
            for text in line.split_whitespace() {
                let mv = pos.parse_usi_move(text).unwrap();
                pos.do_move(mv);
                moves.push(mv);
            }
            let found = phases(&start, &moves);
            let (last, before) = found.split_last().unwrap();
            assert!(
                before.iter().all(|phase| *phase == Phase::Opening),
                "{line}"
            );
            assert_eq!(*last, Phase::Middlegame);
        }
    }
}
