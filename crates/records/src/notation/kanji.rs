//! Kanji for pieces and numbers, with the variants found in old and foreign files.

use komadai::types::{PieceType, Square};

/// A piece name at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KanjiPiece {
    /// The kind of piece.
    pub kind: PieceType,
    /// Length of its name in bytes.
    pub len: usize,
}

/// The name of a piece in a move: one character, or 成 and one kanji.
pub const fn piece_kanji(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "歩",
        PieceType::Lance => "香",
        PieceType::Knight => "桂",
        PieceType::Silver => "銀",
        PieceType::Gold => "金",
        PieceType::Bishop => "角",
        PieceType::Rook => "飛",
        PieceType::King => "玉",
        PieceType::ProPawn => "と",
        PieceType::ProLance => "成香",
        PieceType::ProKnight => "成桂",
        PieceType::ProSilver => "成銀",
        PieceType::Horse => "馬",
        PieceType::Dragon => "龍",
    }
}

/// The name of a piece on a board diagram: always one character.
pub const fn board_kanji(kind: PieceType) -> &'static str {
    match kind {
        PieceType::ProLance => "杏",
        PieceType::ProKnight => "圭",
        PieceType::ProSilver => "全",
        other => piece_kanji(other),
    }
}

impl KanjiPiece {
    /// Reads the piece at the start of a text; `None` if there is none.
    ///
    /// Accepted besides the usual names: 王, 兵 (pawn), 竜, 竜王, 竜馬 (also with
    /// 龍), 成歩 and the one-character names of promoted pieces 全 (silver), 圭 今
    /// (knight), 杏 仝 (lance), 个 ト (pawn). 今 and 仝 are cursive forms in old
    /// books, where they stand for a promoted knight and a promoted lance.
    pub fn parse(text: &str) -> Option<KanjiPiece> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let second = chars.next();
        let two = |kind| {
            let len = first.len_utf8() + second.map_or(0, char::len_utf8);
            Some(KanjiPiece { kind, len })
        };
        if first == '成' {
            return match second? {
                '香' => two(PieceType::ProLance),
                '桂' => two(PieceType::ProKnight),
                '銀' => two(PieceType::ProSilver),
                '歩' => two(PieceType::ProPawn),
                _ => None,
            };
        }
        if matches!(first, '竜' | '龍') {
            match second {
                Some('馬') => return two(PieceType::Horse),
                Some('王') => return two(PieceType::Dragon),
                _ => {}
            }
        }
        let kind = match first {
            '歩' | '兵' => PieceType::Pawn,
            '香' => PieceType::Lance,
            '桂' => PieceType::Knight,
            '銀' => PieceType::Silver,
            '金' => PieceType::Gold,
            '角' => PieceType::Bishop,
            '飛' => PieceType::Rook,
            '玉' | '王' => PieceType::King,
            'と' | '个' | 'ト' => PieceType::ProPawn,
            '杏' | '仝' => PieceType::ProLance,
            '圭' | '今' => PieceType::ProKnight,
            '全' => PieceType::ProSilver,
            '馬' => PieceType::Horse,
            '龍' | '竜' => PieceType::Dragon,
            _ => return None,
        };
        let len = first.len_utf8();
        Some(KanjiPiece { kind, len })
    }
}

const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// The full-width digit of a square's file.
pub fn file_digit(sq: Square) -> &'static str {
    FILES.get(usize::from(sq.file())).copied().unwrap_or("")
}

/// The kanji of a square's rank.
pub fn rank_kanji(sq: Square) -> &'static str {
    RANKS.get(usize::from(sq.rank())).copied().unwrap_or("")
}

/// A square in the form `７六`.
pub fn square_kanji(sq: Square) -> String {
    format!("{}{}", file_digit(sq), rank_kanji(sq))
}

/// The value of a digit 0 to 9: ASCII, full-width or kanji.
pub fn digit_value(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        '〇' | '零' => Some(0),
        '一' | '壱' => Some(1),
        '二' | '弐' => Some(2),
        '三' | '参' => Some(3),
        '四' => Some(4),
        '五' => Some(5),
        '六' => Some(6),
        '七' => Some(7),
        '八' => Some(8),
        '九' => Some(9),
        _ => None,
    }
}

/// A number from 1 to 99 in kanji: 二, 十, 十八.
pub fn kanji_number(n: u32) -> String {
    let unit = |d: u32| match d {
        0 => "",
        d => RANKS.get(d as usize - 1).copied().unwrap_or(""),
    };
    match n {
        0..=9 => unit(n).to_string(),
        10..=19 => format!("十{}", unit(n % 10)),
        _ => format!("{}十{}", unit(n / 10 % 10), unit(n % 10)),
    }
}

/// Reads a number up to 999 at the start of a text: 十八, 18, １８. Returns the value and the length
/// of the number in bytes; `None` if there is no number or a larger one.
pub fn read_kanji_number(text: &str) -> Option<(u32, usize)> {
    let mut value = 0u32;
    let mut len = 0;
    for c in text.chars() {
        value = if c == '十' {
            value.max(1) * 10
        } else if let Some(digit) = digit_value(c) {
            // After 十 the digit is added, after a digit it is appended.
            match value % 10 {
                0 if value > 0 && text[..len].ends_with('十') => value + digit,
                _ => value * 10 + digit,
            }
        } else {
            break;
        };
        len += c.len_utf8();
        if value > 999 {
            return None;
        }
    }
    (len > 0).then_some((value, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_read_by_each_of_its_names() {
        for kind in PieceType::ALL {
            for name in [piece_kanji(kind), board_kanji(kind)] {
                let found = KanjiPiece::parse(name).unwrap();
                assert_eq!((found.kind, found.len), (kind, name.len()));
            }
        }
        let variants = [
            ("王", PieceType::King),
            ("竜", PieceType::Dragon),
            ("竜王", PieceType::Dragon),
            ("龍馬", PieceType::Horse),
            ("全", PieceType::ProSilver),
            ("圭", PieceType::ProKnight),
            ("今", PieceType::ProKnight),
            ("杏", PieceType::ProLance),
            ("仝", PieceType::ProLance),
            ("个", PieceType::ProPawn),
        ];
        for (name, kind) in variants {
            let found = KanjiPiece::parse(name).unwrap();
            assert_eq!((found.kind, found.len), (kind, name.len()), "{name}");
        }
        for no in ["", "成", "成金", "P", "打", "　歩"] {
            assert_eq!(KanjiPiece::parse(no), None, "{no}");
        }
    }

    #[test]
    fn numbers_of_pieces_come_back() {
        for n in 1..=99 {
            let text = kanji_number(n);
            assert_eq!(read_kanji_number(&text), Some((n, text.len())), "{text}");
        }
        assert_eq!(read_kanji_number("１８　"), Some((18, 6)));
        assert_eq!(read_kanji_number("18"), Some((18, 2)));
        assert_eq!(read_kanji_number("二十"), Some((20, 6)));
        assert_eq!(read_kanji_number("歩"), None);
        assert_eq!(read_kanji_number("99999999999999999999"), None);
    }
}
