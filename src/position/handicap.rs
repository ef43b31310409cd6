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

    /// The handicap of this English or Japanese name; `None` if no handicap has
    /// it. Case is ignored, and so are `-`, `_` and spaces.
    pub fn find(name: &str) -> Option<Handicap> {
        let plain = |text: &str| {
            text.chars()
                .filter(|c| !matches!(c, '-' | '_' | ' '))
                .flat_map(char::to_lowercase)
                .collect::<String>()
        };
        let wanted = match plain(name) {
            left if left == "leftlance" => "lance".to_string(),
            right if right == "rightfive" => "five".to_string(),
            other => other,
        };
        Handicap::ALL
            .into_iter()
            .find(|h| plain(h.name) == wanted || h.japanese == wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::{Color, PieceType};

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
    }
}
