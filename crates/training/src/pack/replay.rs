//! Replay of recorded games, and their conversion to and from records of single positions.

use komadai::position::{IllegalMove, Position};

use super::gamefile::{Game, GamePly, GameStart};
use super::{HuffmanCodedPosAndEval, PackedSfenValue};
use komadai::EndReason;
use komadai::packed::{Board, BoardError, HuffmanCodedPos, PackError, PackedSfen, move_to_apery};

/// Error in replaying a recorded game, or in turning a record into one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The bytes of the start position do not decode to a position.
    #[error("the start position: {0}")]
    Packed(#[from] PackError),
    /// The start position breaks a rule.
    #[error("the start position: {0}")]
    Board(#[from] BoardError),
    /// A move breaks a rule.
    #[error("move {index} of the game: {error}")]
    Illegal {
        /// The number of the move, from 1.
        index: usize,
        /// The rule that the move breaks.
        error: IllegalMove,
    },
    /// A single-position record without a move.
    #[error("the record has no move")]
    NoMove,
    /// A single-position record with an invalid result.
    #[error("{0} is no game result")]
    Result(u8),
}

impl Game {
    /// The position before the first ply.
    ///
    /// # Errors
    /// If the recorded start is not a legal position.
    pub fn start_position(&self) -> Result<Position, ReplayError> {
        match self.start {
            GameStart::Startpos => Ok(Position::startpos()),
            GameStart::Packed(sfen) => Ok(sfen.unpack()?.position(u32::from(self.start_ply))?),
        }
    }

    /// Replays the game: calls `visit` with the position before each ply, the ply, and its index
    /// from 0. Returns the position at the end.
    ///
    /// # Errors
    /// If the start or a move breaks a rule. `visit` has then been called for the plies before that
    /// move.
    pub fn replay(
        &self,
        mut visit: impl FnMut(&Position, GamePly, usize),
    ) -> Result<Position, ReplayError> {
        let mut pos = self.start_position()?;
        for (index, &ply) in self.plies.iter().enumerate() {
            pos.check_legal(ply.mv)
                .map_err(|error| ReplayError::Illegal {
                    index: index + 1,
                    error,
                })?;
            visit(&pos, ply, index);
            pos.do_move(ply.mv);
        }
        Ok(pos)
    }

    /// The psv record of one ply; `None` if the ply has no score or the position has no packed
    /// form.
    pub fn to_psv(&self, pos: &Position, ply: GamePly) -> Option<PackedSfenValue> {
        Some(PackedSfenValue {
            sfen: PackedSfen::pack(&Board::from(pos)).ok()?,
            score: ply.score?,
            move16: ply.mv.bits(),
            ply: u16::try_from(pos.ply()).unwrap_or(u16::MAX),
            result: self.result.sign_for(pos.side_to_move()),
        })
    }

    /// The hcpe record of one ply; `None` as for [`Game::to_psv`].
    pub fn to_hcpe(&self, pos: &Position, ply: GamePly) -> Option<HuffmanCodedPosAndEval> {
        Some(HuffmanCodedPosAndEval {
            hcp: HuffmanCodedPos::pack(&Board::from(pos)).ok()?,
            eval: ply.score?,
            move16: move_to_apery(ply.mv),
            result: self.result as u8,
        })
    }

    /// A game of one ply, made of a single-position record.
    ///
    /// # Errors
    /// If the record has no valid position, move or result.
    pub fn from_hcpe(record: &HuffmanCodedPosAndEval) -> Result<Game, ReplayError> {
        let mv = record.best_move().ok_or(ReplayError::NoMove)?;
        Ok(Game {
            start: GameStart::Packed(record.hcp.to_packed_sfen()?),
            start_ply: 0,
            opening_plies: 0,
            result: record
                .game_result()
                .ok_or(ReplayError::Result(record.result))?,
            end: EndReason::Unknown,
            plies: vec![GamePly {
                mv,
                score: Some(record.eval),
                deviates: false,
            }],
        })
    }
}

/// Joins single-position records that stand in game order to games.
///
/// A record continues the current game if its position and ply are those after the last move and
/// its result is the same; otherwise it begins a new game. Shuffled records become games of one
/// ply.
#[derive(Default)]
pub struct Joiner {
    game: Option<(Game, Position)>,
}

impl Joiner {
    /// Takes the next record; returns the game before it, if the record begins a new one.
    ///
    /// # Errors
    /// If the record has no valid position or no legal move. The record is left out, and the
    /// current game stays open for the next record.
    pub fn push(&mut self, record: &PackedSfenValue) -> Result<Option<Game>, ReplayError> {
        let board = record.sfen.unpack()?;
        let mv = record.best_move().ok_or(ReplayError::NoMove)?;
        let result = record.game_result(board.side);
        let ply = GamePly {
            mv,
            score: Some(record.score),
            deviates: false,
        };
        let illegal = |error| ReplayError::Illegal { index: 1, error };
        if let Some((game, pos)) = &mut self.game
            && game.result == result
            && pos.ply() == u32::from(record.ply)
            && Board::from(&*pos) == board
            && game.plies.len() < usize::from(u16::MAX)
        {
            pos.check_legal(mv).map_err(illegal)?;
            game.plies.push(ply);
            pos.do_move(mv);
            return Ok(None);
        }
        let mut pos = board.position(u32::from(record.ply))?;
        pos.check_legal(mv).map_err(illegal)?;
        let even = record.ply == 1 && board == Board::from(&Position::startpos());
        let game = Game {
            start: if even {
                GameStart::Startpos
            } else {
                GameStart::Packed(record.sfen)
            },
            start_ply: record.ply,
            opening_plies: 0,
            result,
            end: EndReason::Unknown,
            plies: vec![ply],
        };
        pos.do_move(mv);
        Ok(self.game.replace((game, pos)).map(|(game, _)| game))
    }

    /// The game that is still open after the last record.
    pub fn finish(self) -> Option<Game> {
        self.game.map(|(game, _)| game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::testing::random_game;
    use komadai::types::{Move, SplitMix64};

    #[test]
    fn records_in_game_order_join_to_the_games_they_came_from() {
        let mut rng = SplitMix64::new(5);
        let mut games: Vec<Game> = (0..20).map(|_| random_game(&mut rng)).collect();
        games.retain(|game| !game.plies.is_empty());
        let mut joiner = Joiner::default();
        let mut joined = Vec::new();
        let mut records = 0;
        for game in &mut games {
            // Single-position records do not store these facts.
            game.opening_plies = 0;
            game.end = EndReason::Unknown;
            for ply in &mut game.plies {
                ply.score = Some(ply.score.unwrap_or(7));
                ply.deviates = false;
            }
            let mut psv = Vec::new();
            game.replay(|pos, ply, _| psv.extend(game.to_psv(pos, ply)))
                .unwrap();
            assert_eq!(psv.len(), game.plies.len());
            for record in psv {
                joined.extend(joiner.push(&record).unwrap());
                records += 1;
            }
        }
        joined.extend(joiner.finish());
        assert_eq!(joined, games);
        assert!(records > 300);
    }

    #[test]
    fn shuffled_records_become_games_of_one_ply() {
        let game = random_game(&mut SplitMix64::new(11));
        let mut psv = Vec::new();
        game.replay(|pos, ply, _| psv.extend(game.to_psv(pos, ply)))
            .unwrap();
        assert!(psv.len() > 3);
        let mut joiner = Joiner::default();
        let mut joined = Vec::new();
        for record in psv.iter().rev() {
            joined.extend(joiner.push(record).unwrap());
        }
        joined.extend(joiner.finish());
        assert_eq!(joined.len(), psv.len());
        assert!(joined.iter().all(|game| game.plies.len() == 1));
        for (game, record) in joined.iter().zip(psv.iter().rev()) {
            let mut again = Vec::new();
            game.replay(|pos, ply, _| again.extend(game.to_psv(pos, ply)))
                .unwrap();
            assert_eq!(again, [*record]);
        }
    }

    #[test]
    fn hcpe_goes_out_and_in() {
        let game = random_game(&mut SplitMix64::new(12));
        game.replay(|pos, ply, _| {
            let Some(record) = game.to_hcpe(pos, ply) else {
                return assert_eq!(ply.score, None);
            };
            let single = Game::from_hcpe(&record).unwrap();
            assert_eq!(single.plies, [ply]);
            assert_eq!(single.result, game.result);
            let start = single.start_position().unwrap();
            assert_eq!(Board::from(&start), Board::from(pos));
        })
        .unwrap();
    }

    #[test]
    fn illegal_games_are_refused_with_the_place() {
        let mut game = random_game(&mut SplitMix64::new(13));
        game.start = GameStart::Startpos;
        game.plies.truncate(0);
        for text in ["7g7f", "3c3d", "2h2e"] {
            game.plies.push(GamePly {
                mv: Move::from_usi(text).unwrap(),
                score: None,
                deviates: false,
            });
        }
        let mut seen = 0;
        let error = game.replay(|_, _, _| seen += 1).unwrap_err();
        assert!(
            matches!(error, ReplayError::Illegal { index: 3, .. }),
            "{error}"
        );
        assert_eq!(seen, 2);
        game.start = GameStart::Packed(PackedSfen([0xff; 32]));
        assert!(matches!(
            game.replay(|_, _, _| ()),
            Err(ReplayError::Packed(_))
        ));
        let record = HuffmanCodedPosAndEval::from_bytes(&[0; 38]);
        assert_eq!(Game::from_hcpe(&record), Err(ReplayError::NoMove));
    }
}
