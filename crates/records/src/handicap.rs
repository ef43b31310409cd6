//! The start positions of handicap games, by name.

/// A handicap: White (uwate) gives pieces away and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The English name, as the command line takes it.
    pub name: &'static str,
    /// The Japanese name.
    pub japanese: &'static str,
    /// The start position.
    pub sfen: &'static str,
}

macro_rules! handicaps {
    ($($name:literal $japanese:literal $ranks:literal)*) => {
        [$(Handicap {
            name: $name,
            japanese: $japanese,
            sfen: concat!($ranks, "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        },)*
        Handicap {
            name: "three-pawns",
            japanese: "歩三兵",
            sfen: "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
        }]
    };
}

impl Handicap {
    /// Every handicap in use, from the smallest. Left and right are as White sees the board.
    pub const ALL: [Handicap; 16] = handicaps! {
        "lance" "香落ち" "lnsgkgsn1/1r5b1"
        "right-lance" "右香落ち" "1nsgkgsnl/1r5b1"
        "bishop" "角落ち" "lnsgkgsnl/1r7"
        "rook" "飛車落ち" "lnsgkgsnl/7b1"
        "rook-lance" "飛香落ち" "lnsgkgsn1/7b1"
        "two" "二枚落ち" "lnsgkgsnl/9"
        "three" "三枚落ち" "lnsgkgsn1/9"
        "four" "四枚落ち" "1nsgkgsn1/9"
        "five" "五枚落ち" "2sgkgsn1/9"
        "left-five" "左五枚落ち" "1nsgkgs2/9"
        "six" "六枚落ち" "2sgkgs2/9"
        "left-seven" "左七枚落ち" "2sgkg3/9"
        "right-seven" "右七枚落ち" "3gkgs2/9"
        "eight" "八枚落ち" "3gkg3/9"
        "ten" "十枚落ち" "4k4/9"
    };

    /// The handicap of this English or Japanese name; `None` if no handicap has it.
    ///
    /// Case, `-`, `_` and spaces are ignored. Japanese names may be spelled as in record files (角落,
    /// ６枚落ち, 飛車香車落ち) and may have a remark after them (`飛車落ち（指導）`).
    pub fn find(name: &str) -> Option<Handicap> {
        let plain = |text: &str| {
            text.chars()
                .filter(|c| !matches!(c, '-' | '_') && !c.is_whitespace())
                .flat_map(char::to_lowercase)
                .collect::<String>()
        };
        let mut wanted = plain(name);
        match wanted.as_str() {
            "leftlance" => wanted = "lance".to_string(),
            "rightfive" => wanted = "five".to_string(),
            _ => {}
        }
        let japanese = japanese_name(&wanted);
        Handicap::ALL
            .into_iter()
            .find(|h| plain(h.name) == wanted || Some(h.japanese) == japanese.as_deref())
    }
}

/// A Japanese name in the usual spelling: the part before 落 is written in kanji.
fn japanese_name(name: &str) -> Option<String> {
    if name.starts_with("歩三兵") {
        return Some("歩三兵".to_string());
    }
    let (pieces, _) = name.split_once(['落', 'お'])?;
    let pieces: String = pieces
        .replace("10", "十")
        .replace("１０", "十")
        .chars()
        .map(|c| match c {
            '2' | '２' | '弐' => '二',
            '3' | '３' | '参' => '三',
            '4' | '４' => '四',
            '5' | '５' => '五',
            '6' | '６' => '六',
            '7' | '７' => '七',
            '8' | '８' => '八',
            c => c,
        })
        .collect();
    let pieces = pieces.replace(['車', '行', '・', '、'], "");
    let pieces = match pieces.as_str() {
        "左香" => "香",
        "飛" => "飛車",
        "右五枚" => "五枚",
        "飛角" | "角飛" => "二枚",
        other => other,
    };
    Some(format!("{pieces}落ち"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::position::Position;
    use komadai::types::{Color, PieceType};

    #[test]
    fn each_handicap_gives_what_its_name_says() {
        let given = [1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 10, 19 - 3];
        for (handicap, given) in Handicap::ALL.into_iter().zip(given) {
            let pos = Position::from_sfen(handicap.sfen).unwrap();
            assert_eq!(pos.sfen(), handicap.sfen);
            assert_eq!(pos.side_to_move(), Color::White);
            let men =
                pos.color_bb(Color::White).count() + pos.hand(Color::White).count(PieceType::Pawn);
            assert_eq!(20 - men, given, "{}", handicap.name);
            assert_eq!(pos.color_bb(Color::Black).count(), 20);
        }
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        for handicap in Handicap::ALL {
            assert_eq!(Handicap::find(handicap.name), Some(handicap));
            assert_eq!(Handicap::find(handicap.japanese), Some(handicap));
        }
        let find = |name| Handicap::find(name).map(|h| h.name);
        assert_eq!(find("Rook_Lance"), Some("rook-lance"));
        assert_eq!(find("threepawns"), Some("three-pawns"));
        assert_eq!(find("left lance"), Some("lance"));
        assert_eq!(find("nine"), None);
        for (text, name) in [
            ("角落", "bishop"),
            ("角行落ち", "bishop"),
            ("香車落", "lance"),
            ("左香落ち", "lance"),
            ("右香車落ち", "right-lance"),
            ("飛落", "rook"),
            ("飛車落ち（指導）", "rook"),
            ("飛車落ち(指導)", "rook"),
            ("飛車香車落", "rook-lance"),
            ("飛車・角落ち", "two"),
            ("２枚落ち", "two"),
            ("四枚落", "four"),
            ("６枚落ち", "six"),
            ("6枚おち", "six"),
            ("8枚落ち\u{3000}公式戦", "eight"),
            ("10枚落ち", "ten"),
            ("１０枚落", "ten"),
            ("歩三兵（裸玉）", "three-pawns"),
        ] {
            assert_eq!(find(text), Some(name), "{text}");
        }
        for other in ["平手", "落ち", "王落ち", "十九枚落ち", "段落"] {
            assert_eq!(find(other), None, "{other}");
        }
    }
}
