//! Moves of the pieces on the board.

use super::kinds::GenKind;
use super::sink::Sink;
use crate::bitboard::{
    Bitboard, bishop_attacks, gold_attacks, king_attacks, knight_attacks, lance_attacks, line,
    rook_attacks, silver_attacks,
};
use crate::position::Position;
use crate::types::{Color, PieceType, Square};

/// Generates the moves of the king to `king_targets` and of every other piece to `targets`.
#[inline]
pub(super) fn board_moves<K: GenKind, S: Sink>(
    pos: &Position,
    targets: Bitboard,
    king_targets: Bitboard,
    sink: &mut S,
) {
    match pos.side_to_move() {
        Color::Black => men::<K, S, true>(pos, targets, sink),
        Color::White => men::<K, S, false>(pos, targets, sink),
    }
    king_moves::<K, S>(pos, king_targets, sink);
}

/// Generates king moves to `targets`; attacked squares are left out only if `K::LEGAL`.
#[inline]
pub(super) fn king_moves<K: GenKind, S: Sink>(pos: &Position, targets: Bitboard, sink: &mut S) {
    let Some(ksq) = pos.king(pos.side_to_move()) else {
        return;
    };
    let mut reach = king_attacks(ksq) & targets;
    if K::LEGAL {
        for to in reach {
            if !pos.is_safe_for_king(to) {
                reach.remove(to);
            }
        }
    }
    sink.board(ksq, reach, false);
}

#[inline]
fn men<K: GenKind, S: Sink, const BLACK: bool>(pos: &Position, targets: Bitboard, sink: &mut S) {
    let us = if BLACK { Color::Black } else { Color::White };
    let own = pos.color_bb(us);
    let zone = Bitboard::promotion_zone(us);
    let occupied = pos.occupied();
    let pinned = pos.blockers(us) & own;
    let king = pos.king(us).filter(|_| !pinned.is_empty());
    // Usually no piece is pinned and none stands in the zone, so these two conditions save the
    // tests per piece below.
    let advanced = own & zone;
    let is_advanced = !advanced.is_empty();

    pawns::<K, S, BLACK>(pos, targets, pinned, sink);

    // Pinned pieces stay on their line to the king.
    let free = |from: Square, reach: Bitboard| -> Bitboard {
        let reach = reach & targets;
        if let Some(ksq) = king
            && pinned.contains(from)
        {
            return reach & line(ksq, from);
        }
        reach
    };
    let promotable = |from: Square, reach: Bitboard| -> Bitboard {
        if is_advanced && advanced.contains(from) {
            reach
        } else {
            reach & zone
        }
    };

    // When only captures are generated, most pieces have no target; skipping such pieces saves the
    // split by promotion zone for these three kinds.
    for from in pos.kind_bb(PieceType::Lance) & own {
        let reach = free(from, lance_attacks(us, from, occupied));
        if reach.is_empty() {
            continue;
        }
        sink.board(from, reach & zone, true);
        // The reduced set keeps lances off the last rank but one, where a lance has a single
        // move left.
        let stay = Bitboard::far_ranks(us, if K::ALL { 1 } else { 2 });
        sink.board(from, reach.without(stay), false);
    }
    for from in pos.kind_bb(PieceType::Knight) & own {
        let reach = free(from, knight_attacks(us, from));
        if reach.is_empty() {
            continue;
        }
        sink.board(from, reach & zone, true);
        sink.board(from, reach.without(Bitboard::far_ranks(us, 2)), false);
    }
    for from in pos.kind_bb(PieceType::Silver) & own {
        let reach = free(from, silver_attacks(us, from));
        if reach.is_empty() {
            continue;
        }
        sink.board(from, promotable(from, reach), true);
        sink.board(from, reach, false);
    }
    for from in pos.kind_bb(PieceType::Bishop) & own {
        let reach = free(from, bishop_attacks(from, occupied));
        big::<K, S>(from, reach, promotable(from, reach), sink);
    }
    for from in pos.kind_bb(PieceType::Rook) & own {
        let reach = free(from, rook_attacks(from, occupied));
        big::<K, S>(from, reach, promotable(from, reach), sink);
    }
    for from in pos.golds() & own {
        sink.board(from, free(from, gold_attacks(us, from)), false);
    }
    for from in pos.kind_bb(PieceType::Horse) & own {
        let reach = bishop_attacks(from, occupied) | king_attacks(from);
        sink.board(from, free(from, reach), false);
    }
    for from in pos.kind_bb(PieceType::Dragon) & own {
        let reach = rook_attacks(from, occupied) | king_attacks(from);
        sink.board(from, free(from, reach), false);
    }
}

#[inline]
fn big<K: GenKind, S: Sink>(from: Square, reach: Bitboard, promoting: Bitboard, sink: &mut S) {
    sink.board(from, promoting, true);
    let staying = if K::ALL {
        reach
    } else {
        reach.without(promoting)
    };
    sink.board(from, staying, false);
}

#[inline]
fn pawns<K: GenKind, S: Sink, const BLACK: bool>(
    pos: &Position,
    targets: Bitboard,
    pinned: Bitboard,
    sink: &mut S,
) {
    let us = if BLACK { Color::Black } else { Color::White };
    let zone = Bitboard::promotion_zone(us);
    let mut pawns = pos.pieces(us, PieceType::Pawn);
    let stuck = pinned & pawns;
    if !stuck.is_empty()
        && let Some(ksq) = pos.king(us)
    {
        // A pawn pinned along the king's file can still advance; other pinned pawns cannot.
        pawns = pawns.without(stuck.without(Bitboard::file(ksq.file())));
    }
    let reach = pawns.forward(us);
    let back = if BLACK { 1 } else { -1 };
    // A quiet promotion is generated with the captures.
    let promoting = if K::CAPTURES && !K::QUIETS {
        reach & zone & (targets | !pos.occupied())
    } else if K::CAPTURES {
        reach & zone & targets
    } else {
        Bitboard::EMPTY
    };
    sink.pawns(promoting, back, true);
    let staying = if K::ALL {
        reach.without(Bitboard::far_ranks(us, 1))
    } else {
        reach.without(zone)
    };
    sink.pawns(staying & targets, back, false);
}
