//! What may be played in a position, in words for people too.

use serde::Serialize;

use super::path::{Path, PathError};
use komadai::movegen::legal_moves;
use komadai::position::{Declaration, EnteringKingRule};
use komadai_analysis::report::analysis::{NotedEnd, NotedMove};
use komadai_records::End;

/// The legal moves of a position, or how the game has ended there.
#[derive(Debug, Serialize)]
pub(super) struct Legal {
    moves: Vec<LegalMove>,
    end: Option<NotedEnd>,
    /// Whether the side to move wins by declaring (27 points).
    declares: bool,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    #[serde(flatten)]
    noted: NotedMove,
    /// The position after the move.
    sfen: String,
}

impl Legal {
    /// Looks at the position that a way leads to.
    pub fn at(path: &Path) -> Result<Legal, PathError> {
        let (mut pos, last_to) = path.walk()?;
        let side = pos.side_to_move();
        let mut moves = Vec::new();
        for &mv in legal_moves(&pos).iter() {
            let noted = NotedMove::new(&pos, mv, last_to, None);
            pos.do_move(mv);
            let sfen = pos.sfen();
            pos.undo_move(mv);
            moves.push(LegalMove { noted, sfen });
        }
        let end = End::by_the_rules(&pos);
        Ok(Legal {
            moves,
            end: end.map(|end| NotedEnd::new(&end, side)),
            declares: pos.declaration(EnteringKingRule::Csa27) == Declaration::Win,
        })
    }
}
