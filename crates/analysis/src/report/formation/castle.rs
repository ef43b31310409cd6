//! Castles: named formations of a king with its golds and silvers.

use serde::Serialize;

use super::{Name, stands};
use komadai::position::Position;
use komadai::types::{Color, Move};

/// Castles as Black sees them: Japanese name, English name, shape. The first shape that fits
/// counts, so a castle stands before any castle whose pieces are a part of its own.
const CASTLES: [(&str, &str, &str); 43] = [
    // Mino: the castle of ranging rooks.
    ("ダイヤモンド美濃", "Diamond Mino", "K2h S3h G4i G5h S4g"),
    ("美濃囲い", "Mino", "K2h S3h G4i G5h"),
    ("高美濃囲い", "High Mino", "K2h S3h G4i G4g"),
    ("銀美濃", "Silver Mino", "K2h S3h G4i S5h"),
    ("片美濃囲い", "Half Mino", "K2h S3h G4i"),
    ("木村美濃", "Kimura Mino", "K2h G3h S4g"),
    ("銀冠", "Silver Crown", "K2h S2g G3h G4g"),
    ("片銀冠", "Half Silver Crown", "K2h S2g G3h"),
    ("金無双", "Kinmuso", "K3h G4h G5h"),
    ("右矢倉", "Right Yagura", "K2h G3h S3g G4g"),
    // Left Mino, played against ranging rooks.
    ("天守閣美濃", "Tower Mino", "K8g S7h G6i"),
    ("左美濃", "Left Mino", "K8h S7h G6i"),
    ("銀冠", "Silver Crown", "K8h S8g G7h G6g"),
    ("片銀冠", "Half Silver Crown", "K8h S8g G7h"),
    // Anaguma, "the bear in its hole".
    ("ビッグ4", "Big Four", "K9i L9h N8i G8h G7h S8g S7g"),
    ("松尾流穴熊", "Matsuo Anaguma", "K9i L9h N8i S8h S7i G7h"),
    ("銀冠穴熊", "Silver Crown Anaguma", "K9i L9h N8i S8g G7h"),
    ("矢倉穴熊", "Yagura Anaguma", "K9i L9h S7g G7h G6g"),
    ("居飛車穴熊", "Static Rook Anaguma", "K9i L9h N8i S8h"),
    ("銀冠穴熊", "Silver Crown Anaguma", "K1i L1h N2i S2g G3h"),
    ("穴熊", "Anaguma", "K1i L1h N2i S2h"),
    // Yagura: the castle of static rooks.
    ("総矢倉", "Complete Yagura", "K8h G7h G6g S7g S5g"),
    ("菱矢倉", "Diamond Yagura", "K8h G7h G6g S7g S6f"),
    ("金矢倉", "Gold Yagura", "K8h G7h G6g S7g"),
    ("銀矢倉", "Silver Yagura", "K8h G7h S7g S6g"),
    ("へこみ矢倉", "Dented Yagura", "K8h G7h S7g G6h"),
    ("銀立ち矢倉", "Standing Silver Yagura", "K8h G7h G6g S7f"),
    ("片矢倉", "Half Yagura", "K7h G6h G6g S7g"),
    ("土居矢倉", "Doi Yagura", "K7h G6g G5h S7g"),
    ("菊水矢倉", "Kikusui Yagura", "K8i S8h N7g G7h G6g"),
    ("カニ囲い", "Crab", "K6i G7h G5h S6h"),
    ("雁木囲い", "Gangi", "K6i G7h G5h S6g S5g"),
    ("ボナンザ囲い", "Bonanza", "K7h S7g G6h G5h"),
    // Other castles against ranging rooks.
    ("ミレニアム", "Millennium", "K8i S8h N7g G7i"),
    ("エルモ囲い", "Elmo", "K7h S6h G7i"),
    ("箱入り娘", "Daughter in a Box", "K7h S7i G6i G6h"),
    ("舟囲い", "Boat", "K7h B8h S7i G6i G5h"),
    ("米長玉", "Yonenaga King", "K9h L9i S8g G7h"),
    ("串カツ囲い", "Kushikatsu", "K9h L9i S8h G7i"),
    // King in the centre or on the right.
    ("中住まい", "Central House", "K5h G7h G3h S4h"),
    ("中原囲い", "Nakahara", "K6i G7h G5i S4h"),
    ("右玉", "Right King", "K3h N3g S4g R2i"),
    ("右玉", "Right King", "K4h N3g S4g R2i"),
];

/// Number of plies in which castles are looked for. Later, a king may pass through such a shape
/// while it is hunted.
const PLIES: usize = 100;

/// The castle that a side has in a position, if any.
pub fn castle_of(pos: &Position, color: Color) -> Option<Name> {
    CASTLES
        .iter()
        .find(|(.., shape)| stands(pos, color, shape))
        .map(|&(japanese, english, _)| Name { japanese, english })
}

/// A castle and when it stood for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Castle {
    /// Number of moves made when the castle first stood.
    pub ply: usize,
    /// The name of the castle.
    #[serde(flatten)]
    pub name: Name,
}

/// The castles that a side had in a game, in order. A castle that the side changes with its very
/// next move does not count.
pub fn castles(start: &Position, moves: &[Move], color: Color) -> Vec<Castle> {
    let mut pos = start.clone();
    let mut found: Vec<Castle> = Vec::new();
    // The castle on the board, with the ply at which it was completed.
    let mut now = castle_of(&pos, color).map(|name| Castle { name, ply: 0 });
    for (&mv, ply) in moves.iter().zip(1..=PLIES) {
        let is_own = pos.side_to_move() == color;
        pos.do_move(mv);
        let name = castle_of(&pos, color);
        if name != now.map(|castle| castle.name) {
            now = name.map(|name| Castle { name, ply });
        } else if let (Some(castle), true) = (now, is_own)
            && found.iter().all(|known| known.name != castle.name)
        {
            found.push(castle);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn every_shape_can_be_read_and_none_hides_another() {
        for (i, (name, _, shape)) in CASTLES.iter().enumerate() {
            let pieces = parse(shape).unwrap_or_else(|| panic!("{name}"));
            // A shape never counts if an earlier shape in the list is a part of it.
            for (later, _, other) in &CASTLES[i + 1..] {
                let other = parse(other).unwrap();
                let hides = pieces.iter().all(|piece| other.contains(piece));
                assert!(!hides, "{name} stands before {later}");
            }
        }
    }

    /// Diagrams from books, with the castles that the books name.
    #[test]
    fn castles_of_books() {
        for (sfen, black, white) in [
            // Fourth-file rook with Mino against Boat Castle.
            (
                "ln3gsnl/1r2g1kb1/p1ppsp1pp/1p2p1p2/9/2PPP4/PPBS1PPPP/3RG1SK1/LN3G1NL b - 1",
                Some("美濃囲い"),
                Some("舟囲い"),
            ),
            // Yagura against Mino, and Yagura against Yagura.
            (
                "ln1g3nl/1ks1g1r2/1ppppsbpp/p5p2/9/P1PPP1P2/1PSG1P1PP/1KG1S2R1/LN1B3NL b - 1",
                Some("金矢倉"),
                Some("美濃囲い"),
            ),
            (
                "l6nl/1r4gk1/2n1pgspp/p1pps1p2/1p3p3/P1PPP1P2/1PSG1S1PP/1KG6/LN1B2RNL w B 1",
                Some("金矢倉"),
                Some("金矢倉"),
            ),
            // Anaguma of the static rook against Silver Crown.
            (
                "ln4snl/1r2g1gk1/2p1p1bpp/p2p1pp2/1p7/P1PPP2P1/1P2BP2P/LSG2S1R1/KNG5L w N 1",
                Some("居飛車穴熊"),
                None,
            ),
            (
                "ln5nl/1r4gk1/4pg1sp/p1pp1bpp1/1p7/P1PPP2P1/1P2BP2P/LSG4R1/KN1G4L w SNs 1",
                Some("居飛車穴熊"),
                Some("銀冠"),
            ),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1", None, None),
        ] {
            let pos = Position::from_sfen(sfen).unwrap();
            let name = |color| castle_of(&pos, color).map(|name| name.japanese);
            assert_eq!(name(Color::Black), black, "{sfen}");
            assert_eq!(name(Color::White), white, "{sfen}");
        }
    }

    #[test]
    fn the_way_through_castles_is_told_without_what_was_passed() {
        let start = Position::startpos();
        let mut pos = start.clone();
        let text = "7g7f 3c3d 6g6f 8c8d 7i7h 7a6b 2h6h 5a4b 3i3h 4b3b 5i4h 6a5b 4h3i 5c5d 3i2h 1c1d \
                    1g1f 8d8e 6i5h 6b5c 4g4f 7c7d 5h4g 5c6d";
        let moves: Vec<Move> = text
            .split_whitespace()
            .map(|text| {
                let mv = pos.parse_usi_move(text).unwrap();
                pos.do_move(mv);
                mv
            })
            .collect();
        let black = castles(&start, &moves, Color::Black);
        let names: Vec<_> = black.iter().map(|c| (c.name.japanese, c.ply)).collect();
        assert_eq!(names, [("片美濃囲い", 15), ("美濃囲い", 19)]);
        let white = castles(&start, &moves, Color::White);
        let names: Vec<_> = white.iter().map(|c| (c.name.english, c.ply)).collect();
        assert_eq!(names, [("Boat", 12)]);
    }
}
