//! Openings, recognised mainly by the first moves of the rooks and bishops.

use super::{Name, castle_of, stands};
use komadai::position::Position;
use komadai::types::{Color, Move, PieceType, Square};

/// Number of plies in which the opening is looked for.
const PLIES: usize = 60;
/// Ply from which rooks count as settled on their files.
const SETTLED: usize = 40;

/// Features of one side's opening. Squares are as that side sees them.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    /// The file of a ranging rook, 5 to 8; `None` for a static rook.
    swing: Option<u8>,
    /// Whether the bishop's diagonal was open when the rook moved to that file.
    swing_open: bool,
    /// Whether the pawn of the seventh file stood on 7e when the rook moved to its file.
    swing_early_ishida: bool,
    ishida: bool,
    /// Whether the rook took the pawn on 3d from 2d (横歩取り).
    side_pawn: bool,
    /// Whether the rook took a pawn on 2d while both bishops' diagonals were closed.
    rook_pawn: bool,
    /// Whether the side was the first to take the bishop, with both bishops at home: this loses a
    /// tempo.
    lost_tempo: bool,
    /// Whether the bishop was dropped early on 4e, off its usual diagonals (筋違い角).
    wrong_diagonal: bool,
    right_fourth_file: bool,
    /// The attacking formation of the right silver.
    silver: Option<Silver>,
    yagura: bool,
    gangi: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silver {
    /// 腰掛け銀: the silver on 5f, above its pawn.
    Seated,
    /// 早繰り銀: the silver on 4f.
    Quick,
    /// 棒銀: the silver on 2f.
    Climbing,
}

const fn name(japanese: &'static str, english: &'static str) -> Name {
    Name { japanese, english }
}

/// The opening of a game; `None` if the opening has no known name.
pub fn opening(start: &Position, moves: &[Move]) -> Option<Name> {
    // Handicap games have other openings.
    if start.sfen() != Position::startpos().sfen() {
        return None;
    }
    let mut scan = Scan::new(start);
    for &mv in moves.iter().take(PLIES) {
        scan.step(mv);
    }
    scan.name()
}

/// Scan of the first moves of a game.
struct Scan {
    pos: Position,
    ply: usize,
    plans: [Plan; 2],
    /// The square on which a bishop has just taken a bishop.
    bishop_taken: Option<Square>,
    /// The ply at which the exchange of bishops was completed.
    exchange: Option<usize>,
}

impl Scan {
    fn new(start: &Position) -> Scan {
        Scan {
            pos: start.clone(),
            ply: 0,
            plans: [Plan::default(); 2],
            bishop_taken: None,
            exchange: None,
        }
    }

    fn step(&mut self, mv: Move) {
        let color = self.pos.side_to_move();
        let before = self.pos.clone();
        self.pos.do_move(mv);
        self.ply += 1;
        let captured = self.pos.captured().map(|piece| piece.kind());
        let Some(moved) = self.pos.piece_on(mv.to()).map(|piece| piece.kind()) else {
            return;
        };
        let to = mv.to().relative(color);
        if mv.is_drop() {
            let is_wrong = moved == PieceType::Bishop && to.to_string() == "4e" && self.ply < 9;
            self.plans[color.index()].wrong_diagonal |= is_wrong;
        } else if moved.unpromoted() == PieceType::Rook {
            let from = mv.from().relative(color);
            self.rook(&before, color, from, to, captured);
        }
        self.bishops(&before, color, mv, moved, captured);
        self.shapes(color);
    }

    fn rook(
        &mut self,
        before: &Position,
        color: Color,
        from: Square,
        to: Square,
        captured: Option<PieceType>,
    ) {
        let plan = &mut self.plans[color.index()];
        let file = to.file() + 1;
        let took_pawn = captured == Some(PieceType::Pawn);
        let is_shut_in = |side| stands(before, side, "P7g");
        if took_pawn && from.to_string() == "2d" && to.to_string() == "3d" {
            plan.side_pawn |= self.ply < SETTLED;
        }
        if took_pawn && to.to_string() == "2d" && is_shut_in(color) && is_shut_in(!color) {
            plan.rook_pawn |= self.ply < SETTLED;
        }
        let is_home = from.rank() == 7 && to.rank() == 7;
        if is_home && self.ply < SETTLED {
            let has_pawn = ["P2g", "P2f", "P2e"]
                .iter()
                .any(|pawn| stands(before, color, pawn));
            match file {
                5..=8 if plan.swing.is_none() && has_pawn => {
                    plan.swing = Some(file);
                    plan.swing_open = stands(before, color, "B8h")
                        && !stands(before, color, "P7g")
                        && !stands(before, color, "P6f");
                    plan.swing_early_ishida = stands(before, color, "P7e");
                }
                // A rook that returns home is not a ranging rook.
                2 => plan.swing = None,
                _ => {}
            }
        }
    }

    fn bishops(
        &mut self,
        before: &Position,
        color: Color,
        mv: Move,
        moved: PieceType,
        captured: Option<PieceType>,
    ) {
        let of_bishop = captured.map(PieceType::unpromoted) == Some(PieceType::Bishop);
        if of_bishop && self.bishop_taken == Some(mv.to()) && self.exchange.is_none() {
            self.exchange = Some(self.ply);
        }
        self.bishop_taken = None;
        if of_bishop && !mv.is_drop() && moved.unpromoted() == PieceType::Bishop {
            self.bishop_taken = Some(mv.to());
            // The side that starts the first bishop exchange with both bishops at home loses a
            // tempo: the opponent recaptures with a developing move.
            let at_home = stands(before, !color, "B8h") && stands(before, color, "B8h");
            let is_first = self.exchange.is_none();
            self.plans[color.index()].lost_tempo |= at_home && is_first;
        }
    }

    /// Updates the features that depend on the places of pieces, after a move of `color`.
    fn shapes(&mut self, color: Color) {
        let pos = &self.pos;
        let has = |shape| stands(pos, color, shape);
        let castle = castle_of(pos, color).map_or("", |name| name.japanese);
        let plan = &mut self.plans[color.index()];
        plan.ishida |= has("R7f P7e");
        plan.right_fourth_file |= has("R4h S5f P4f") || has("R4h S5f P4e");
        plan.yagura |= castle.ends_with("矢倉") || has("P7f P6f S7g G7h");
        plan.gangi |= has("P7f P6f S6g S5g G7h") || has("P7f P6f S6g S5f G7h");
        if plan.silver.is_none() {
            plan.silver = if has("S5f P5g") {
                Some(Silver::Seated)
            } else if has("S4f P4g") {
                Some(Silver::Quick)
            } else if has("S2f P2e R2h") {
                Some(Silver::Climbing)
            } else {
                None
            };
        }
    }

    fn name(&self) -> Option<Name> {
        let [black, white] = &self.plans;
        match (black.swing, white.swing) {
            (Some(_), Some(_)) => Some(name("相振り飛車", "Double Ranging Rook")),
            (Some(file), None) => self.ranging(Color::Black, file),
            (None, Some(file)) => self.ranging(Color::White, file),
            (None, None) => self.static_rooks(),
        }
    }

    fn ranging(&self, color: Color, file: u8) -> Option<Name> {
        let plan = &self.plans[color.index()];
        let early_exchange = self.exchange.is_some_and(|ply| ply < 30);
        Some(match file {
            5 if color == Color::White && plan.swing_open => {
                name("ゴキゲン中飛車", "Cheerful Central Rook")
            }
            5 => name("中飛車", "Central Rook"),
            6 if early_exchange => name("角交換四間飛車", "Bishop Exchange Fourth-File Rook"),
            6 => name("四間飛車", "Fourth-File Rook"),
            7 if plan.swing_early_ishida && plan.swing_open => name("早石田", "Quick Ishida"),
            7 if plan.ishida => name("石田流", "Ishida"),
            7 => name("三間飛車", "Third-File Rook"),
            _ => name("向かい飛車", "Opposing Rook"),
        })
    }

    fn static_rooks(&self) -> Option<Name> {
        let [black, white] = &self.plans;
        let any = |what: fn(&Plan) -> bool| what(black) || what(white);
        let exchanged = self.exchange.is_some_and(|ply| ply < SETTLED);
        if any(|plan| plan.side_pawn) {
            return Some(name("横歩取り", "Side Pawn Picker"));
        }
        if exchanged && any(|plan| plan.wrong_diagonal) {
            return Some(name("筋違い角", "Wrong-Diagonal Bishop"));
        }
        if exchanged && !any(|plan| plan.rook_pawn) {
            if white.lost_tempo {
                return Some(name("一手損角換わり", "Tempo-Loss Bishop Exchange"));
            }
            return Some(match black.silver.or(white.silver) {
                Some(Silver::Seated) => name("角換わり腰掛け銀", "Bishop Exchange, Seated Silver"),
                Some(Silver::Quick) => name("角換わり早繰り銀", "Bishop Exchange, Quick Silver"),
                Some(Silver::Climbing) => name("角換わり棒銀", "Bishop Exchange, Climbing Silver"),
                None => name("角換わり", "Bishop Exchange"),
            });
        }
        if any(|plan| plan.rook_pawn) {
            return Some(name("相掛かり", "Double Wing Attack"));
        }
        if any(|plan| plan.right_fourth_file) {
            return Some(name("右四間飛車", "Right Fourth-File Rook"));
        }
        match (any(|plan| plan.yagura), any(|plan| plan.gangi)) {
            (true, false) => Some(name("矢倉", "Yagura")),
            (false, true) => Some(name("雁木", "Gangi")),
            // Rooks that are at home at this ply stay static.
            _ if self.ply >= SETTLED => Some(name("相居飛車", "Double Static Rook")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<&'static str> {
        let start = Position::startpos();
        let mut pos = start.clone();
        let mut moves = Vec::new();
        for text in text.split_whitespace() {
            let mv = pos
                .parse_usi_move(text)
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            pos.do_move(mv);
            moves.push(mv);
        }
        opening(&start, &moves).map(|name| name.japanese)
    }

    /// Well-known first moves of each opening.
    #[test]
    fn openings_of_books() {
        for (name, moves) in [
            (
                "横歩取り",
                "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c",
            ),
            (
                "相掛かり",
                "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f",
            ),
            (
                "角換わり腰掛け銀",
                "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 2b7g+ 6h7g 3a2b 6i7h 2b3c 3i3h 7a6b 3g3f 4a3b \
                 4g4f 6c6d 3h4g 6b6c 5i6h 5a4b 4g5f 6c5d",
            ),
            (
                "一手損角換わり",
                "7g7f 3c3d 2g2f 2b8h+ 7i8h 3a2b 8h7g 2b3c 3i3h 8c8d",
            ),
            (
                "角換わり",
                "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 2b7g+ 6h7g 3a2b",
            ),
            ("筋違い角", "7g7f 3c3d 8h2b+ 3a2b B*4e"),
            (
                "矢倉",
                "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 2g2f 3a4b 3i4h 5c5d 5g5f 6a5b 4i5h 4a3b 6g6f 5a4a 6i7h",
            ),
            ("ゴキゲン中飛車", "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b"),
            ("中飛車", "5g5f 8c8d 2h5h 8d8e 7g7f 7a6b 8h7g"),
            ("四間飛車", "7g7f 3c3d 6g6f 8c8d 7i7h 7a6b 2h6h"),
            (
                "角交換四間飛車",
                "7g7f 3c3d 2g2f 4c4d 2f2e 8b4b 3i4h 4d4e 8h2b+ 3a2b",
            ),
            ("早石田", "7g7f 3c3d 7f7e 8c8d 2h7h"),
            ("石田流", "7g7f 8c8d 6g6f 3c3d 2h7h 7a6b 7f7e 5a4b 7h7f"),
            ("三間飛車", "7g7f 8c8d 6g6f 3c3d 2h7h 8d8e 8h7g"),
            ("向かい飛車", "7g7f 8c8d 6g6f 8d8e 8h7g 3c3d 2h8h"),
            ("相振り飛車", "7g7f 3c3d 6g6f 8b3b 2h6h"),
            (
                "右四間飛車",
                "7g7f 8c8d 6g6f 7a6b 7i6h 6c6d 6h7g 6b6c 2g2f 6c5d 2f2e 8b6b",
            ),
            (
                "雁木",
                "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 6g6f 7a6b 7i6h 5c5d 3i4h 6a5b 5g5f 4a3b 6i7h 5a4a 6h6g 3a4b 4h5g",
            ),
        ] {
            assert_eq!(of(moves), Some(name), "{moves}");
        }
    }

    #[test]
    fn nothing_is_said_where_nothing_is_sure() {
        assert_eq!(of(""), None);
        assert_eq!(of("7g7f 3c3d 2g2f 8c8d"), None);
        // A rook that returns home is not a ranging rook.
        assert_eq!(of("7g7f 8c8d 2h6h 8d8e 6h2h 3c3d"), None);
        let handicap =
            Position::from_sfen("lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
                .unwrap();
        let mv = handicap.parse_usi_move("8b5b").unwrap();
        assert_eq!(opening(&handicap, &[mv]), None);
    }
}
