//! Disambiguation of pieces of one kind that can go to the same square, by the rules of the Japan
//! Shogi Association.

use komadai::bitboard::Bitboard;
use komadai::position::Position;
use komadai::types::{Color, Move, MoveKind, PieceType, Square};

/// The side from which a piece comes, as its player sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// 左: from the left.
    Left,
    /// 直: one step straight forward.
    Straight,
    /// 右: from the right.
    Right,
}

/// The direction in which a piece moves, as its player sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// 上: towards the enemy.
    Up,
    /// 寄: along the rank.
    Sideways,
    /// 引: back.
    Down,
}

/// The suffixes after a piece's name that distinguish its move from moves of like pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relative {
    /// 左, 直 or 右.
    pub side: Option<Side>,
    /// 上, 寄 or 引.
    pub motion: Option<Motion>,
    /// 打: the move is a drop; written only where a piece on the board could go to the square too.
    pub drop: bool,
}

/// The pieces of this kind and of the side to move that attack `to`, pinned ones
/// included.
pub(super) fn like_pieces(pos: &Position, kind: PieceType, to: Square) -> Bitboard {
    let us = pos.side_to_move();
    pos.attackers_of(us, to, pos.occupied()) & pos.pieces(us, kind)
}

/// The direction of a move from `from` to `to`, as `color` sees the board.
pub(super) fn motion(color: Color, from: Square, to: Square) -> Motion {
    match to.relative_rank(color).cmp(&from.relative_rank(color)) {
        std::cmp::Ordering::Less => Motion::Up,
        std::cmp::Ordering::Equal => Motion::Sideways,
        std::cmp::Ordering::Greater => Motion::Down,
    }
}

/// Number of files by which `sq` lies to the right of `of` (negative: to the left), as `color`
/// sees the board.
pub(super) fn to_the_right(color: Color, sq: Square, of: Square) -> i32 {
    i32::from(of.relative(color).file()) - i32::from(sq.relative(color).file())
}

/// Whether the move is one step straight forward.
fn is_straight(color: Color, from: Square, to: Square) -> bool {
    from.file() == to.file() && from.relative_rank(color) == to.relative_rank(color) + 1
}

/// The suffixes that distinguish a move of the side to move from those of like pieces.
///
/// The motion alone is preferred, then 直, then the side, then side and motion. Of two dragons or
/// horses, each gets 左 or 右 by its place relative to the other; 直 is never used for them.
pub fn relative(pos: &Position, mv: Move) -> Relative {
    let us = pos.side_to_move();
    let (from, to) = match mv.kind() {
        MoveKind::Drop { piece, to } => {
            let drop = !like_pieces(pos, piece, to).is_empty();
            return Relative {
                drop,
                ..Relative::default()
            };
        }
        MoveKind::Normal { from, to, .. } => (from, to),
    };
    let kind = pos.moved_piece(mv).kind();
    let others = like_pieces(pos, kind, to).without(from.into());
    if others.is_empty() {
        return Relative::default();
    }
    let own_motion = motion(us, from, to);
    let with = |side, motion| Relative {
        side,
        motion,
        drop: false,
    };
    if others
        .into_iter()
        .all(|sq| motion(us, sq, to) != own_motion)
    {
        return with(None, Some(own_motion));
    }
    if matches!(kind, PieceType::Dragon | PieceType::Horse) {
        let right = others.into_iter().all(|sq| to_the_right(us, from, sq) > 0);
        let side = if right { Side::Right } else { Side::Left };
        return with(Some(side), None);
    }
    if is_straight(us, from, to) {
        return with(Some(Side::Straight), None);
    }
    let side_of = |sq| match to_the_right(us, sq, to).signum() {
        1 => Some(Side::Right),
        -1 => Some(Side::Left),
        _ => None,
    };
    let side = side_of(from);
    if side.is_some() && others.into_iter().all(|sq| side_of(sq) != side) {
        return with(side, None);
    }
    with(side, Some(own_motion))
}
