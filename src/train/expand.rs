//! Games and records become positions with labels.

use super::filter::{Counts, Filter};
use super::sample::Sample;
use crate::pack::{
    Board, EndReason, Game, GamePly, HuffmanCodedPosAndEval, PackedSfen, PackedSfenValue,
};
use crate::position::Position;
use crate::types::Color;

/// What some games or records come to.
#[derive(Default)]
pub(super) struct Part {
    pub(super) samples: Vec<Sample>,
    pub(super) counts: Counts,
}

impl Part {
    /// Takes a position in, with `label` as its score, unless the filter refuses it.
    fn consider(
        &mut self,
        pos: &Position,
        ply: GamePly,
        label: Option<i16>,
        result: i8,
        filter: &Filter,
    ) {
        if let Some(refusal) = filter.refuses(pos, ply) {
            return self.counts.refuse(refusal);
        }
        if let (Some(score), Ok(sfen)) = (label, PackedSfen::pack(&Board::from(pos))) {
            self.samples.push(Sample::new(sfen, score, result));
        }
    }
}

/// The scores of a game, each mixed with those of the positions after it: with
/// `weight` w, the mean of the scores s0, s1, s2 ... of the positions from here
/// on (for the side to move here) weighted by 1 : w : w^2 ..., the last one
/// standing for the rest of the game. What a search did not see but the game
/// brought to light counts in this way, without all the noise of the result
/// (temporal differences, Sutton). A move that no search chose ends the
/// sequence before it: what comes later is not the doing of the position.
fn ahead(plies: &[GamePly], weight: f64) -> Vec<Option<i16>> {
    let mut later: Option<f64> = None;
    let mut mixed: Vec<Option<i16>> = (plies.iter().rev())
        .map(|ply| {
            later = ply.score.map(|score| {
                let score = f64::from(score);
                later.map_or(score, |later| (1.0 - weight) * score - weight * later)
            });
            later.map(|score| score.round() as i16)
        })
        .collect();
    mixed.reverse();
    mixed
}

/// Plays a game through and takes its positions in, each score mixed with those
/// after it by the weight `lookahead`.
pub(super) fn expand_game(game: &Game, filter: &Filter, lookahead: f64) -> Part {
    let mut part = Part::default();
    part.counts.games = 1;
    part.counts.positions = game.plies.len() as u64;
    if game.end == EndReason::MaxPlies && !filter.keep_max_plies {
        part.counts.too_long = 1;
        return part;
    }
    let scores = ahead(&game.plies, lookahead);
    let played = game.replay(|pos, ply, index| {
        let early = game.start_ply > 0 && pos.ply() < u32::from(filter.min_ply);
        if early || index < usize::from(game.opening_plies) {
            part.counts.opening += 1;
            return;
        }
        let result = game.result.sign_for(pos.side_to_move());
        let label = scores.get(index).copied().flatten();
        part.consider(pos, ply, label, result, filter);
    });
    if let Err(error) = played {
        log::warn!("a game is left out: {error}");
        part.samples.clear();
        part.counts.illegal = 1;
    }
    part
}

/// Takes a PSV record in.
pub(super) fn expand_psv(record: &[u8; PackedSfenValue::SIZE], filter: &Filter, part: &mut Part) {
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
            let score = Some(record.score);
            let result = record.result.signum();
            part.consider(&pos, GamePly { mv, score }, score, result, filter);
        }
        _ => part.counts.illegal += 1,
    }
}

/// Takes an hcpe record in.
pub(super) fn expand_hcpe(
    record: &[u8; HuffmanCodedPosAndEval::SIZE],
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
                part.consider(pos, ply, ply.score, result, filter);
            });
            part.counts.illegal += u64::from(played.is_err());
        }
        Err(_) => part.counts.illegal += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_scores_count_up_to_the_next_move_of_chance() {
        let mv = crate::types::Move::from_usi("7g7f").unwrap();
        let scores = [Some(100), Some(40), None, Some(10), Some(-30), Some(50)];
        let plies = scores.map(|score| GamePly { mv, score });
        assert_eq!(ahead(&plies, 0.0), scores);
        // 50; -30 and -50; 10 and 30, 50; a move of chance; 40; 100 and -40.
        let mixed = [Some(30), Some(40), None, Some(25), Some(-40), Some(50)];
        assert_eq!(ahead(&plies, 0.5), mixed);
        assert_eq!(ahead(&[], 0.5), []);
    }
}
