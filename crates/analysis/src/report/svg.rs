//! A position as a self-contained SVG picture.

use super::{Lettering, rows};
use komadai::markup::escape_xml;
use komadai::position::Position;
use komadai::types::{Color, Move, Piece, PieceType, Square};
use komadai_records::notation::{board_kanji, rank_kanji};

/// A picture of a position: the board, hands on piece stands, the last move highlighted,
/// arrows for other moves.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The position.
    pub pos: &'a Position,
    /// Kanji or letters. To show kanji, a device needs a Japanese font.
    pub lettering: Lettering,
    /// Draws White at the bottom.
    pub flip: bool,
    /// The move that led to the position; its squares are tinted.
    pub last_move: Option<Move>,
    /// Moves to draw as arrows, drops as rings.
    pub arrows: Vec<Move>,
    /// The players' names, Black's first, drawn beside their hands.
    pub names: [Option<&'a str>; 2],
}

/// Sizes in picture units: a square, the margin around the board for coordinates, and the
/// width of a piece stand.
const CELL: i32 = 44;
const MARGIN: i32 = 24;
const STAND: i32 = 76;
const GAP: i32 = 10;
const BOARD: i32 = 9 * CELL;
const WIDTH: i32 = 2 * (STAND + GAP + MARGIN) + BOARD;
const HEIGHT: i32 = 2 * MARGIN + BOARD;
/// Position of the board's top left corner.
const LEFT: i32 = STAND + GAP + MARGIN;
const TOP: i32 = MARGIN;

const FONT: &str = "'Noto Serif CJK JP','Noto Serif JP','Yu Mincho','Hiragino Mincho ProN',\
                    'MS Mincho','Noto Sans CJK JP',serif";

impl<'a> Diagram<'a> {
    /// A picture of a position with kanji and without marks.
    pub fn new(pos: &'a Position) -> Diagram<'a> {
        Diagram {
            pos,
            lettering: Lettering::Kanji,
            flip: false,
            last_move: None,
            arrows: Vec::new(),
            names: [None; 2],
        }
    }

    /// The picture as SVG text, without references to other files.
    pub fn svg(&self) -> String {
        let mut out = String::with_capacity(12_000);
        out.push_str(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"{FONT}\" \
             text-anchor=\"middle\" role=\"img\">\n<title>{}</title>\n",
            escape_xml(&self.pos.sfen())
        ));
        out.push_str(&format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#faf6ee\"/>\n\
             <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"#f0cf8f\"/>\n"));
        self.tints(&mut out);
        self.grid(&mut out);
        self.labels(&mut out);
        for square in Square::all() {
            if let Some(piece) = self.pos.piece_on(square) {
                let (x, y) = self.center(square);
                self.piece(piece, x, y, 1.0, &mut out);
            }
        }
        for color in Color::ALL {
            self.stand(color, &mut out);
        }
        for &mv in &self.arrows {
            self.arrow(mv, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    /// Whether the side is drawn at the bottom.
    fn is_near(&self, color: Color) -> bool {
        (color == Color::Black) != self.flip
    }

    /// The centre of a square in the picture.
    fn center(&self, square: Square) -> (i32, i32) {
        let seen = if self.flip { square.flip() } else { square };
        let column = 8 - i32::from(seen.file());
        let row = i32::from(seen.rank());
        (LEFT + column * CELL + CELL / 2, TOP + row * CELL + CELL / 2)
    }

    fn tints(&self, out: &mut String) {
        let Some(mv) = self.last_move else {
            return;
        };
        let from = (!mv.is_drop()).then(|| mv.from());
        let squares = [(from, "#f7e3a0"), (Some(mv.to()), "#f4b860")];
        for (square, fill) in squares {
            if let Some(square) = square {
                let (x, y) = self.center(square);
                out.push_str(&format!("<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>\n",
                    x - CELL / 2,
                    y - CELL / 2));
            }
        }
    }

    fn grid(&self, out: &mut String) {
        out.push_str("<path stroke=\"#5b4523\" stroke-width=\"1\" fill=\"none\" d=\"");
        for i in 0..=9 {
            let at = i * CELL;
            out.push_str(&format!(
                "M{} {TOP}v{BOARD}M{LEFT} {}h{BOARD}",
                LEFT + at,
                TOP + at
            ));
        }
        out.push_str("\"/>\n<g fill=\"#5b4523\">");
        for (column, row) in [(3, 3), (3, 6), (6, 3), (6, 6)] {
            out.push_str(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"3\"/>",
                LEFT + column * CELL,
                TOP + row * CELL
            ));
        }
        out.push_str("</g>\n");
    }

    fn labels(&self, out: &mut String) {
        out.push_str("<g font-size=\"14\" fill=\"#444\">");
        for (index, row) in rows(self.flip).enumerate() {
            for (column, square) in row.enumerate() {
                if index == 0 {
                    let x = LEFT + column as i32 * CELL + CELL / 2;
                    out.push_str(&format!(
                        "<text x=\"{x}\" y=\"{}\">{}</text>",
                        TOP - 7,
                        square.file() + 1
                    ));
                }
                if column == 8 {
                    let label = match self.lettering {
                        Lettering::Kanji => rank_kanji(square).to_string(),
                        Lettering::Letters => char::from(b'a' + square.rank()).to_string(),
                    };
                    let y = TOP + index as i32 * CELL + CELL / 2 + 5;
                    out.push_str(&format!(
                        "<text x=\"{}\" y=\"{y}\">{label}</text>",
                        LEFT + BOARD + 12
                    ));
                }
            }
        }
        out.push_str("</g>\n");
    }

    fn name(&self, kind: PieceType) -> String {
        match (self.lettering, kind.is_promoted()) {
            (Lettering::Kanji, _) => board_kanji(kind).to_string(),
            (Lettering::Letters, false) => kind.letter().to_string(),
            (Lettering::Letters, true) => format!("+{}", kind.letter()),
        }
    }

    /// Draws a piece centred at a point, upside down for the side at the top.
    fn piece(&self, piece: Piece, x: i32, y: i32, scale: f64, out: &mut String) {
        let turn = match self.is_near(piece.color()) {
            true => "",
            false => " rotate(180)",
        };
        let size = match scale {
            1.0 => String::new(),
            _ => format!(" scale({scale})"),
        };
        let ink = match piece.kind().is_promoted() {
            true => "#b3201b",
            false => "#1d1710",
        };
        let name = self.name(piece.kind());
        // Two characters, as in `+R`, need a smaller font than a kanji.
        let font = if name.len() == 2 { 19 } else { 24 };
        out.push_str(&format!(
            "<g transform=\"translate({x} {y}){turn}{size}\">\
             <path d=\"M0-19L13-13L17 18H-17L-13-13Z\" fill=\"#fbe6b8\" stroke=\"#7a5c2e\"/>\
             <text y=\"11\" font-size=\"{font}\" fill=\"{ink}\">{name}</text></g>\n"
        ));
    }

    /// Draws a side's hand on its stand.
    fn stand(&self, color: Color, out: &mut String) {
        let near = self.is_near(color);
        let x = if near { WIDTH - STAND - 2 } else { 2 };
        let y = if near { TOP + BOARD - 8 * 40 - 8 } else { TOP };
        let height = 8 * 40 + 8;
        out.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{STAND}\" height=\"{height}\" rx=\"4\" \
             fill=\"#e6c282\" stroke=\"#b08d52\"/>\n"
        ));
        let to_move = self.pos.side_to_move() == color;
        let mark = match (color, to_move) {
            (Color::Black, true) => "☗",
            (Color::White, true) => "☖",
            _ => "",
        };
        let shown: String = self.names[color.index()]
            .unwrap_or("")
            .chars()
            .take(12)
            .collect();
        let label = format!("{mark}{}", escape_xml(&shown));
        if !label.is_empty() {
            // Names too long for the stand are compressed.
            let fit = match label.chars().count() {
                0..=4 => String::new(),
                _ => format!(
                    " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                    STAND - 6
                ),
            };
            let text_y = if near { y - 7 } else { y + height + 18 };
            out.push_str(&format!(
                "<text x=\"{}\" y=\"{text_y}\" font-size=\"15\"{fit}>{label}</text>\n",
                x + STAND / 2
            ));
        }
        let hand = self.pos.hand(color);
        let held = PieceType::HAND_ORDER
            .into_iter()
            .filter(|&kind| hand.has(kind));
        for (row, kind) in held.enumerate() {
            let step = row as i32 * 40 + 26;
            let piece_y = if near { y + step } else { y + height - step };
            let (piece_x, count_x) = match near {
                true => (x + 24, x + 56),
                false => (x + STAND - 24, x + STAND - 56),
            };
            self.piece(Piece::new(color, kind), piece_x, piece_y, 0.85, out);
            let count = hand.count(kind);
            if count > 1 {
                out.push_str(&format!(
                    "<text x=\"{count_x}\" y=\"{}\" font-size=\"17\">{count}</text>\n",
                    piece_y + 6
                ));
            }
        }
    }

    fn arrow(&self, mv: Move, out: &mut String) {
        let (to_x, to_y) = self.center(mv.to());
        if mv.is_drop() {
            out.push_str(&format!(
                "<circle cx=\"{to_x}\" cy=\"{to_y}\" r=\"19\" fill=\"none\" stroke=\"#1f6fb2\" \
                 stroke-width=\"4\" stroke-opacity=\"0.75\"/>\n"
            ));
            return;
        }
        let (from_x, from_y) = self.center(mv.from());
        let (dx, dy) = (f64::from(to_x - from_x), f64::from(to_y - from_y));
        // The squares differ, so the length is positive. The minimum only guards the division.
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let (tip_x, tip_y) = (f64::from(to_x), f64::from(to_y));
        let (neck_x, neck_y) = (tip_x - 14.0 * ux, tip_y - 14.0 * uy);
        out.push_str(&format!(
            "<g stroke=\"#1f6fb2\" fill=\"#1f6fb2\" opacity=\"0.75\">\
             <path d=\"M{from_x} {from_y}L{neck_x:.1} {neck_y:.1}\" stroke-width=\"6\"/>\
             <path stroke=\"none\" d=\"M{tip_x:.1} {tip_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/></g>\n",
            neck_x - 9.0 * uy,
            neck_y + 9.0 * ux,
            neck_x + 9.0 * uy,
            neck_y - 9.0 * ux
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each `<x` is closed by `</x>` or `/>`, and that nothing refers to other files.
    fn is_well_formed(svg: &str) {
        let mut open: Vec<String> = Vec::new();
        let mut rest = svg;
        while let Some((_, after)) = rest.split_once('<') {
            let (tag, after) = after.split_once('>').unwrap();
            rest = after;
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap().to_string());
            }
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        }
        assert_eq!(open, [""; 0]);
        assert!(!svg.contains("href") && !svg.contains("url(") && !svg.contains("<script"));
    }

    #[test]
    fn every_piece_and_hand_is_drawn() {
        let sfen = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124";
        let pos = Position::from_sfen(sfen).unwrap();
        let svg = Diagram::new(&pos).svg();
        is_well_formed(&svg);
        let pieces = pos.occupied().count() as usize;
        // Stands show each kind once: Black's silver; White's bishop, gold, knight, pawn.
        assert_eq!(svg.matches("translate(").count(), pieces + 5);
        assert_eq!(svg.matches("#b3201b").count(), 3);
        assert_eq!(svg.matches(">龍<").count(), 2);
        assert!(svg.contains(sfen) && svg.contains('☖') && !svg.contains('☗'));
        let white = pos.color_bb(Color::White).count() as usize;
        assert_eq!(svg.matches("rotate(180)").count(), white + 4);
    }

    #[test]
    fn flipping_turns_the_other_side() {
        let pos = Position::startpos();
        let diagram = Diagram {
            flip: true,
            lettering: Lettering::Letters,
            ..Diagram::new(&pos)
        };
        assert_eq!(
            diagram.center("1a".parse().unwrap()),
            (LEFT + 22, TOP + BOARD - 22)
        );
        let svg = diagram.svg();
        is_well_formed(&svg);
        assert!(svg.contains(">P</text>") && !svg.contains('歩'));
    }

    #[test]
    fn names_and_moves_are_marked() {
        let pos = Position::startpos();
        let diagram = Diagram {
            last_move: Move::from_usi("7g7f").ok(),
            arrows: ["2g2f", "P*5e"]
                .iter()
                .filter_map(|m| Move::from_usi(m).ok())
                .collect(),
            names: [Some("<A & \"B\">"), Some("羽生\u{1}")],
            ..Diagram::new(&pos)
        };
        let svg = diagram.svg();
        is_well_formed(&svg);
        assert!(svg.contains("&lt;A &amp; &quot;B&quot;&gt;"));
        assert!(svg.contains(">羽生<"));
        assert_eq!(svg.matches("#f4b860").count(), 1);
        assert_eq!(svg.matches("#f7e3a0").count(), 1);
        assert_eq!(svg.matches("<circle").count(), 5);
    }
}
