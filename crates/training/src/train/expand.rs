//! Expansion of games and records into positions with scores and results.

use super::filter::{Counts, Filter};
use super::sample::Sample;
use super::score::Score;
use super::unlabelled::Unlabelled;
use crate::pack::{Game, HuffmanCodedPosAndEval, PackedSfenValue};
use komadai::EndReason;
use komadai::packed::{Board, PackedSfen};
use komadai::position::Position;
use komadai::types::{Color, Move};

/// Positions and counts from some games or records.
#[derive(Default)]
pub(super) struct Part {
    pub(super) positions: Unlabelled,
    pub(super) counts: Counts,
}

/// A position of a game with the move played, its score, and the result for the side to move.
struct Seen<'a> {
    pos: &'a Position,
    mv: Move,
    score: Score,
    result: i8,
}

impl Part {
    /// The sample of a position; `None`, and counted, if the filter refuses it.
    fn sample(&mut self, seen: &Seen<'_>, filter: &Filter) -> Option<Sample> {
        if let Some(refusal) = filter.refuses(seen.pos, seen.mv, seen.score) {
            self.counts.refuse(refusal);
            return None;
        }
        let sfen = PackedSfen::pack(&Board::from(seen.pos)).ok()?;
        Some(Sample::new(sfen, seen.result))
    }

    /// Adds a position of a game whose other plies are unknown.
    fn single(&mut self, seen: &Seen<'_>, filter: &Filter) {
        if let Some(sample) = self.sample(seen, filter) {
            self.positions.push(sample, 0);
            self.positions.end_game([seen.score], None);
        }
    }
}

/// Replays a game and returns its positions. `odds`: the score at which the odds of winning are e
/// to 1.
pub(super) fn expand_game(game: &Game, odds: f32, filter: &Filter) -> Part {
    let mut part = Part::default();
    part.counts.games = 1;
    part.counts.positions = game.plies.len() as u64;
    if game.end == EndReason::MaxMoves && !filter.keep_max_plies {
        part.counts.too_long = 1;
        return part;
    }
    // The result for the side to move after the last ply.
    let mut end = 0;
    let played = game.replay(|pos, ply, index| {
        let result = game.result.sign_for(pos.side_to_move());
        end = -result;
        let early = game.start_ply > 0 && pos.ply() < u32::from(filter.min_ply);
        if early || index < usize::from(game.opening_plies) {
            part.counts.opening += 1;
            return;
        }
        let seen = Seen {
            pos,
            mv: ply.mv,
            score: Score::of_ply(&ply, odds),
            result,
        };
        if let Some(sample) = part.sample(&seen, filter) {
            // A recorded game has at most 65535 plies.
            part.positions.push(sample, index as u16);
        }
    });
    if let Err(error) = played {
        log::warn!("a game is left out: {error}");
        part.positions = Unlabelled::default();
        part.counts.illegal = 1;
        return part;
    }
    let scores = game.plies.iter().map(|ply| Score::of_ply(ply, odds));
    part.positions.end_game(scores, Some(end));
    part
}

/// Adds the position of a psv record to `part`; an illegal record is only counted.
pub(super) fn expand_psv(
    record: &[u8; PackedSfenValue::SIZE],
    odds: f32,
    filter: &Filter,
    part: &mut Part,
) {
    part.counts.positions += 1;
    let record = PackedSfenValue::from_bytes(record);
    if record.ply > 0 && record.ply < filter.min_ply {
        part.counts.opening += 1;
        return;
    }
    let position = record
        .sfen
        .unpack()
        .ok()
        .and_then(|board| board.position(u32::from(record.ply)).ok());
    match (position, record.best_move()) {
        (Some(pos), Some(mv)) if pos.is_legal(mv) => {
            let seen = Seen {
                pos: &pos,
                mv,
                score: Score::new(Some(record.score), odds),
                result: record.result.signum(),
            };
            part.single(&seen, filter);
        }
        _ => part.counts.illegal += 1,
    }
}

/// Adds the position of an hcpe record to `part`; an illegal record is only counted.
pub(super) fn expand_hcpe(
    record: &[u8; HuffmanCodedPosAndEval::SIZE],
    odds: f32,
    filter: &Filter,
    part: &mut Part,
) {
    let record = HuffmanCodedPosAndEval::from_bytes(record);
    part.counts.positions += 1;
    let side = |game: &Game| game.start_position().map(|pos| pos.side_to_move());
    match Game::from_hcpe(&record) {
        Ok(game) => {
            let side = side(&game).unwrap_or(Color::Black);
            let result = game.result.sign_for(side);
            let played = game.replay(|pos, ply, _| {
                let seen = Seen {
                    pos,
                    mv: ply.mv,
                    score: Score::new(ply.score, odds),
                    result,
                };
                part.single(&seen, filter);
            });
            part.counts.illegal += u64::from(played.is_err());
        }
        Err(_) => part.counts.illegal += 1,
    }
}
