//! Opening, middlegame and endgame, told apart by what has been taken.

use serde::Serialize;

use komadai::position::Position;
use komadai::types::{Move, PieceType};

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// 序盤: up to the move before the third piece other than a pawn is taken. An exchange of
    /// bishops belongs to it.
    Opening,
    /// 中盤
    Middlegame,
    /// 終盤: from the move that takes the ninth.
    Endgame,
}

/// Pieces other than pawns that are taken in a phase before the next one begins.
const BEFORE_MIDDLEGAME: usize = 2;
const BEFORE_ENDGAME: usize = 8;

impl Phase {
    /// All of them in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
}

/// The phase of each move of a game.
pub(super) fn phases(start: &Position, moves: &[Move]) -> Vec<Phase> {
    let mut pos = start.clone();
    let mut taken = 0;
    let phase = |&mv| {
        pos.do_move(mv);
        let captured = pos.captured().map(|piece| piece.kind().unpromoted());
        taken += usize::from(captured.is_some_and(|kind| kind != PieceType::Pawn));
        match taken {
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

    #[test]
    fn an_exchange_of_bishops_belongs_to_the_opening() {
        let start = Position::startpos();
        let mut pos = start.clone();
        let mut moves = Vec::new();
        // Bishops, pawns, then a rook.
        for text in "7g7f 3c3d 8h2b+ 3a2b 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 2d2b+".split(' ')
        {
            let mv = pos.parse_usi_move(text).unwrap();
            pos.do_move(mv);
            moves.push(mv);
        }
        let found = phases(&start, &moves);
        assert_eq!(found[..12], [Phase::Opening; 12]);
        assert_eq!(found[12..], [Phase::Middlegame]);
    }
}
