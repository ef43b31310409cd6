//! Writes CSA 2.2, or 3.0 where the text or the times need it.

use super::csa::{csa_key, csa_piece, csa_square};
use super::end::End;
use super::problem::{Loss, Losses};
use super::tree::{NodeId, Record, Step, Walk, without_line_ends};
use komadai::position::Position;
use komadai::text::Encoding;
use komadai::types::{Color, Move, MoveKind, Piece, PieceType, Square};

/// The version of CSA files to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CsaVersion {
    /// 2.2 for plain ASCII with whole seconds, else 3.0.
    #[default]
    Auto,
    /// 2.2: whole seconds, no statement of the encoding.
    V22,
    /// 3.0: times to the millisecond, the encoding named on the first line.
    V30,
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// A move as CSA files have it: `+7776FU`, `-0055KA`. It must be one of the position.
pub fn write_csa_move(pos: &Position, mv: Move) -> String {
    let from = match mv.kind() {
        MoveKind::Drop { .. } => "00".to_string(),
        MoveKind::Normal { from, .. } => csa_square(from),
    };
    let piece = csa_piece(pos.moved_piece_after(mv).kind());
    let to = csa_square(mv.to());
    format!("{}{from}{to}{piece}", sign(pos.side_to_move()))
}

fn write_start(pos: &Position, out: &mut String) {
    let even = Position::startpos();
    let mut removed = String::new();
    let mut is_even_less_some =
        pos.hand(Color::Black).is_empty() && pos.hand(Color::White).is_empty();
    for sq in Square::all() {
        match (even.piece_on(sq), pos.piece_on(sq)) {
            (before, after) if before == after => {}
            (Some(piece), None) => {
                removed.push_str(&format!("{}{}", csa_square(sq), csa_piece(piece.kind())));
            }
            _ => is_even_less_some = false,
        }
    }
    // Few pieces left read better as a board.
    if is_even_less_some && removed.len() <= 4 * 10 {
        out.push_str(&format!("PI{removed}\n"));
    } else {
        write_board(pos, out);
    }
    out.push(sign(pos.side_to_move()));
    out.push('\n');
}

fn write_board(pos: &Position, out: &mut String) {
    for rank in 0..9 {
        out.push_str(&format!("P{}", rank + 1));
        for sq in (0..9).rev().filter_map(|file| Square::new(file, rank)) {
            match pos.piece_on(sq) {
                None => out.push_str(" * "),
                Some(piece) => out.push_str(&piece_text(piece)),
            }
        }
        out.push('\n');
    }
    for color in Color::ALL {
        let hand = pos.hand(color);
        if hand.is_empty() {
            continue;
        }
        out.push_str(&format!("P{}", sign(color)));
        for kind in PieceType::HAND {
            for _ in 0..hand.count(kind) {
                out.push_str(&format!("00{}", csa_piece(kind)));
            }
        }
        out.push('\n');
    }
}

fn piece_text(piece: Piece) -> String {
    format!("{}{}", sign(piece.color()), csa_piece(piece.kind()))
}

/// The headers; keys without a CSA name are written as they are.
fn write_headers(record: &Record, out: &mut String) {
    for color in Color::ALL {
        if let Some(name) = record.headers.player(color) {
            out.push_str(&format!("N{}{}\n", sign(color), without_line_ends(name)));
        }
    }
    for (key, value) in record.headers.iter() {
        let is_name = matches!(key, "先手" | "後手" | "下手" | "上手");
        if !is_name {
            let key = without_line_ends(csa_key(key)).replace(':', " ");
            out.push_str(&format!("${key}:{}\n", without_line_ends(value)));
        }
    }
}

fn write_time(time_ms: u64, out: &mut String) {
    match time_ms % 1000 {
        0 => {
            out.push_str(&format!("T{}\n", time_ms / 1000));
        }
        fraction => {
            let text = format!("T{}.{fraction:03}", time_ms / 1000);
            out.push_str(&format!("{}\n", text.trim_end_matches('0')));
        }
    }
}

fn write_end(end: &End, side: Color, out: &mut String, losses: &mut Losses) {
    match end.csa_word(side) {
        Some(word) => {
            out.push_str(&format!("%{word}\n"));
        }
        None => {
            let word = end.kif_word();
            losses.note(Loss::EndName(word.to_string()));
            out.push_str(&format!("%CHUDAN\n'*{word}\n"));
        }
    }
}

/// The main line of a record as CSA text with LF line ends.
pub(super) fn write(
    record: &Record,
    version: CsaVersion,
    encoding: Encoding,
    losses: &mut Losses,
) -> String {
    losses.variations(record);
    losses.start_ply(record);
    let mut body = String::new();
    write_headers(record, &mut body);
    write_start(&record.start(), &mut body);
    let mut whole_seconds = true;
    let mut walk = Walk::new(record);
    for id in std::iter::once(NodeId::ROOT).chain(record.main_line()) {
        let node = record.node(id);
        walk.go_to(record, node.parent().unwrap_or(NodeId::ROOT));
        let side = walk.pos().side_to_move();
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                body.push_str(&format!("{}\n", write_csa_move(walk.pos(), *mv)));
            }
            Step::End(end) => write_end(end, side, &mut body, losses),
        }
        if let Some(time_ms) = node.time_ms {
            match version {
                CsaVersion::V22 => {
                    losses.fraction(time_ms);
                    write_time(time_ms / 1000 * 1000, &mut body);
                }
                _ => write_time(time_ms, &mut body),
            }
            whole_seconds &= time_ms % 1000 == 0;
        }
        for line in node.comment_lines() {
            body.push_str(&format!("'*{line}\n"));
        }
        losses.bookmark(node);
    }
    let plain = whole_seconds && body.is_ascii();
    let head = match version {
        CsaVersion::V22 => "V2.2\n".to_string(),
        CsaVersion::Auto if plain => "V2.2\n".to_string(),
        _ => {
            let name = match encoding {
                Encoding::Utf8 => "UTF-8",
                Encoding::Cp932 => "SHIFT_JIS",
            };
            format!("'CSA encoding={name}\nV3.0\n")
        }
    };
    head + &body
}
