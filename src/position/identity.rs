//! Equality, hash and default of positions.

use std::hash::{Hash, Hasher};

use super::Position;

impl Default for Position {
    /// The start of an even game.
    fn default() -> Position {
        Position::startpos()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.side == other.side
            && self.ply == other.ply
            && self.hands == other.hands
            && self.board == other.board
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
        hasher.write_u32(self.ply);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn after(moves: &str) -> Position {
        let mut pos = Position::default();
        for text in moves.split_whitespace() {
            pos.play(text.parse().unwrap()).unwrap();
        }
        pos
    }

    #[test]
    fn the_way_to_a_position_does_not_count_but_its_length_does() {
        let straight = after("7g7f 3c3d 2g2f");
        let other_way = after("2g2f 3c3d 7g7f");
        assert_eq!(straight, other_way);
        assert_eq!(straight.key(), other_way.key());
        assert_ne!(straight, after("7g7f 3c3d 2h3h 8b7b 3h2h 7b8b 2g2f"));
        let places: HashSet<Position> = [straight, other_way, after("7g7f")].into();
        assert_eq!(places.len(), 2);
    }

    #[test]
    fn each_part_of_a_position_counts() {
        let all = [
            "4k4/9/9/9/9/9/9/9/4K4 b P 1",
            "4k4/9/9/9/9/9/9/9/4K4 w P 1",
            "4k4/9/9/9/9/9/9/9/4K4 b p 1",
            "4k4/9/9/9/9/9/9/9/4K4 b P 2",
            "4k4/9/9/9/9/9/9/9/3K5 b P 1",
            "4k4/9/9/9/4P4/9/9/9/4K4 b - 1",
        ];
        let positions = all.map(|sfen| sfen.parse::<Position>().unwrap());
        for (i, a) in positions.iter().enumerate() {
            for (j, b) in positions.iter().enumerate() {
                assert_eq!(a == b, i == j, "{a} and {b}");
            }
        }
    }
}
