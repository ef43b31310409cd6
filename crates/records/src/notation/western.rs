//! Western (Hodges) notation: `P-7f`, `Bx8h+`, `G6i-5h`, `S*5b`, `Nx7c=`.

use super::japanese::may_promote;
use super::origins::like_pieces;
use super::{MoveNotation, NotationError, shorten};
use komadai::position::Position;
use komadai::types::{Move, MoveKind, PieceType, Square};

/// A move in Western notation.
///
/// The origin is written if another piece of the same kind can go to the same
/// square; `+` promotes, `=` declines a promotion. The move must be legal in the
/// position.
pub fn write_western(pos: &Position, mv: Move) -> String {
    let kind = pos.moved_piece(mv).kind();
    let mut text = String::with_capacity(8);
    if kind.is_promoted() {
        text.push('+');
    }
    text.push(kind.letter());
    match mv.kind() {
        MoveKind::Drop { .. } => text.push('*'),
        MoveKind::Normal { from, to, .. } => {
            if like_pieces(pos, kind, to).has_many() {
                text.push_str(&from.to_string());
            }
            text.push(if pos.is_capture(mv) { 'x' } else { '-' });
        }
    }
    text.push_str(&mv.to().to_string());
    if mv.is_promotion() {
        text.push('+');
    } else if may_promote(pos, mv) {
        text.push('=');
    }
    text
}

/// A move as it is written, before a legal move of a position is found for it.
struct Parsed {
    piece: PieceType,
    from: Option<Square>,
    drop: bool,
    to: Square,
    promote: bool,
}

/// Reads a square with a letter (7f) or a digit (76) for the rank; returns it with the rest of
/// the text.
fn square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let file = chars.next()?.to_digit(10)?;
    let rank = match chars.next()? {
        letter @ 'a'..='i' => letter as u32 - 'a' as u32 + 1,
        digit => digit.to_digit(10)?,
    };
    let file = u8::try_from(file).ok()?.checked_sub(1)?;
    let rank = u8::try_from(rank).ok()?.checked_sub(1)?;
    Some((Square::new(file, rank)?, chars.as_str()))
}

impl Parsed {
    fn parse(text: &str) -> Option<Parsed> {
        let (promoted, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut chars = text.chars();
        let letter = chars.next()?;
        let mut rest = chars.as_str();
        let mut piece = match (letter, promoted) {
            // 81Dojo writes these letters for promoted pieces.
            ('D', false) => PieceType::Dragon,
            ('H', false) => PieceType::Horse,
            ('T', false) => PieceType::ProPawn,
            _ => PieceType::from_letter(letter)?,
        };
        if promoted {
            if !piece.can_promote() {
                return None;
            }
            piece = piece.promoted();
        }
        let mut from = None;
        if let Some((sq, after)) = square(rest)
            && after.starts_with(['-', 'x', '×'])
        {
            from = Some(sq);
            rest = after;
        }
        let mut drop = false;
        let mut chars = rest.chars();
        match chars.next()? {
            '-' | 'x' | '×' => rest = chars.as_str(),
            '*' | '\'' | '’' => {
                drop = true;
                rest = chars.as_str();
            }
            // Hosking's notation (`P76`) has no dash.
            _ => {}
        }
        let (to, rest) = square(rest)?;
        let promote = match rest {
            "+" => true,
            "" | "=" => false,
            _ => return None,
        };
        if drop && (promote || from.is_some() || !PieceType::HAND.contains(&piece)) {
            return None;
        }
        Some(Parsed {
            piece,
            from,
            drop,
            to,
            promote,
        })
    }
}

/// Reads a move in Western notation. Squares may be written 7f or 76, drops
/// with `*` or `'`; `-` and `x` are not distinguished.
///
/// # Errors
/// If the text is no move, or if no legal move or more than one fits.
pub fn read_western(pos: &Position, text: &str) -> Result<Move, NotationError> {
    let short = || shorten(text);
    let Some(parsed) = Parsed::parse(text.trim()) else {
        return Err(NotationError::Syntax(short(), MoveNotation::Western));
    };
    let side = pos.side_to_move();
    let (piece, to, promote) = (parsed.piece, parsed.to, parsed.promote);
    let moves: Vec<Move> = if parsed.drop {
        vec![Move::drop(piece, to)]
    } else if let Some(from) = parsed.from {
        if !pos.pieces(side, piece).contains(from) || from == to {
            return Err(NotationError::WrongOrigin {
                text: short(),
                side,
                from,
            });
        }
        vec![Move::normal(from, to, promote)]
    } else {
        like_pieces(pos, piece, to)
            .into_iter()
            .map(|from| Move::normal(from, to, promote))
            .collect()
    };
    let legal: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| pos.is_legal(mv))
        .collect();
    match (legal.as_slice(), moves.first()) {
        (&[only], _) => Ok(only),
        (&[], Some(&any)) => match pos.check_legal(any) {
            Ok(()) => Ok(any),
            Err(reason) => Err(NotationError::Illegal {
                text: short(),
                reason,
            }),
        },
        (&[], None) => Err(NotationError::NoSuchMove {
            text: short(),
            side,
        }),
        _ => Err(NotationError::Ambiguous {
            text: short(),
            moves: legal,
        }),
    }
}

#[cfg(test)]
mod tests;
