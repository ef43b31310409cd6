//! Static exchange evaluation: the gain of a sequence of captures on one square.

use super::Position;
use crate::bitboard::{
    Bitboard, aligned, bishop_attacks, lance_ray, rook_attacks, rook_file_attacks,
};
use crate::types::{Color, Move, PieceType, Square};

use PieceType::*;

/// The order in which pieces capture: the least valuable first, the king last.
const ORDER: [PieceType; 14] = [
    Pawn, Lance, Knight, Silver, Gold, ProPawn, ProLance, ProKnight, ProSilver, Bishop, Horse,
    Rook, Dragon, King,
];

impl Position {
    /// Whether the sequence of captures on the destination of `mv` gains the
    /// mover at least `threshold` ([`PieceType::exchange_value`]s). Each side
    /// captures with its least valuable piece and may stop at any time.
    ///
    /// Captured pieces have no extra value in hand, and promotions gain nothing
    /// (as in YaneuraOu). As long as a slider that pins pieces of a side stands,
    /// pinned pieces of that side capture only along their line to the king.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let to = mv.to();
        let victim = self.piece_on(to).map_or(0, |p| p.kind().exchange_value());
        let mut swap = victim - threshold;
        if swap < 0 {
            return false;
        }
        let mover = self.moved_piece(mv);
        swap = mover.kind().exchange_value() - swap;
        if swap <= 0 {
            return true;
        }

        // A captured piece no longer pins: its square counts as empty.
        let mut occupied = self.occupied() ^ to.into();
        if !mv.is_drop() {
            occupied.remove(mv.from());
        }
        let mut side = self.side;
        let mut attackers = self.attackers_to(to, occupied) & occupied;
        let mut result = true;
        loop {
            side = !side;
            attackers &= occupied;
            let mut own = attackers & self.color_bb(side);
            if own.is_empty() {
                break;
            }
            if self.pinners(!side).intersects(occupied) {
                own = self.without_pinned(own, side, to);
                if own.is_empty() {
                    break;
                }
            }
            result = !result;
            let Some((kind, from)) = self.least_valuable(own) else {
                break;
            };
            if kind == King {
                // The king may capture only if no enemy piece can recapture.
                let guarded = attackers.intersects(self.color_bb(!side));
                return if guarded { !result } else { result };
            }
            swap = kind.exchange_value() - swap;
            if swap < i32::from(result) {
                break;
            }
            occupied.remove(from);
            attackers |= self.uncovered(to, from, occupied);
        }
        result
    }

    #[inline]
    fn without_pinned(&self, own: Bitboard, side: Color, to: Square) -> Bitboard {
        let pinned = own & self.blockers(side);
        let Some(ksq) = self.king(side) else {
            return own;
        };
        let mut free = own;
        for sq in pinned {
            if !aligned(ksq, sq, to) {
                free.remove(sq);
            }
        }
        free
    }

    #[inline]
    fn least_valuable(&self, own: Bitboard) -> Option<(PieceType, Square)> {
        for kind in ORDER {
            let set = own & self.kind_bb(kind);
            if let Some(sq) = set.first() {
                return Some((kind, sq));
            }
        }
        None
    }

    /// Sliders that attack `to` along its line through `from` once `from` is empty.
    #[inline]
    fn uncovered(&self, to: Square, from: Square, occupied: Bitboard) -> Bitboard {
        if to.file() == from.file() {
            let rooks = self.rooks_and_dragons();
            let lances = (self.pieces(Color::Black, Lance) & lance_ray(Color::White, to))
                | (self.pieces(Color::White, Lance) & lance_ray(Color::Black, to));
            rook_file_attacks(to, occupied) & (rooks | lances)
        } else if to.rank() == from.rank() {
            rook_attacks(to, occupied) & self.rooks_and_dragons()
        } else {
            bishop_attacks(to, occupied) & self.bishops_and_horses()
        }
    }
}
