//! Forks and skewers: two pieces attacked at once, where no reply saves both.

use super::{GAIN, KING, is_of};
use komadai::bitboard::{Bitboard, attacks, between, line};
use komadai::mate::mate_in_one;
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Move, Piece, Square};

/// A fork by one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The forking move.
    pub mv: Move,
    /// The attacked pieces with their squares, at least two; they include the king if it
    /// is in check.
    pub targets: Vec<(Square, Piece)>,
    /// 田楽刺し, a skewer: one of the two targets stands behind the other.
    pub is_skewer: bool,
}

/// The fork that a legal move makes, if any: the moved piece cannot be taken without
/// loss, and after every reply its side wins one of the targets or mates.
pub fn fork(pos: &Position, mv: Move) -> Option<Fork> {
    let mut after = pos.clone();
    after.play(mv).ok()?;
    let (square, us) = (mv.to(), pos.side_to_move());
    let attacked = attacks(after.piece_on(square)?, square, after.occupied());
    let replies = legal_moves(&after);
    let takes = |reply: &&Move| reply.to() == square && after.see_ge(**reply, 0);
    if replies.is_empty() || replies.iter().any(|reply| takes(&reply)) {
        return None;
    }
    let is_target = |square: &Square| is_of(after.piece_on(*square), !us);
    let direct: Vec<Square> = attacked.into_iter().filter(is_target).collect();
    let behind = direct
        .iter()
        .filter_map(|&front| behind(&after, square, front));
    let candidates: Vec<Square> = direct
        .iter()
        .copied()
        .chain(behind.filter(is_target))
        .collect();
    if candidates.len() < 2 {
        return None;
    }
    let mut falling = Bitboard::EMPTY;
    // Replies that take the forking piece lose material, as checked above.
    let others = replies.iter().filter(|reply| reply.to() != square);
    for &reply in others {
        let mut next = after.clone();
        next.do_move(reply);
        let falls = falls(&next, square, &candidates, &after, reply);
        let mates = || !next.in_check() && mate_in_one(&next, None).is_some();
        if falls.is_empty() && !mates() {
            return None;
        }
        falling |= falls;
    }
    let targets: Vec<(Square, Piece)> = candidates
        .into_iter()
        .filter_map(|square| Some((square, after.piece_on(square)?)))
        .filter(|&(square, piece)| piece.kind() == KING || falling.contains(square))
        .collect();
    let is_direct = |(square, _): &&(Square, Piece)| direct.contains(square);
    let is_skewer = match &targets[..] {
        [(front, _), (back, _)] => behind_is(&after, square, *front, *back),
        _ => targets.iter().filter(is_direct).count() < 2,
    };
    (targets.len() >= 2).then_some(Fork {
        mv,
        targets,
        is_skewer,
    })
}

/// The square of the piece behind the attacked piece on `front`, on the line of a slider on `from`.
fn behind(pos: &Position, from: Square, front: Square) -> Option<Square> {
    let piece = pos.piece_on(from)?;
    // The square of the front piece counts as empty.
    let open = attacks(piece, from, pos.occupied() ^ front.into());
    let reached = open & line(from, front) & pos.occupied();
    let is_behind = |square: &Square| between(from, *square).contains(front);
    reached.into_iter().find(is_behind)
}

fn behind_is(pos: &Position, from: Square, front: Square, back: Square) -> bool {
    behind(pos, from, front) == Some(back)
}

/// The squares of the targets that the piece on `from` wins after `reply`. A target that
/// the reply moved counts under its square before the reply.
fn falls(
    pos: &Position,
    from: Square,
    targets: &[Square],
    before: &Position,
    reply: Move,
) -> Bitboard {
    let moved = (!reply.is_drop()).then(|| reply.from());
    let stood_on = |square: Square| match moved {
        Some(from) if reply.to() == square => from,
        _ => square,
    };
    let mut found = Bitboard::EMPTY;
    for mv in legal_moves(pos) {
        let target = stood_on(mv.to());
        let is_capture = !mv.is_drop()
            && mv.from() == from
            && targets.contains(&target)
            // The attacked piece itself, not another one that has moved to its square.
            && (target != mv.to() || pos.piece_on(target) == before.piece_on(target));
        if is_capture && pos.see_ge(mv, GAIN) {
            found.insert(target);
        }
    }
    found
}
