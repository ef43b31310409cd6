//! A training position in 36 bytes.

use super::label;
use komadai::packed::PackedSfen;
use komadai::position::Position;

/// A position with its chance and result, both from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Sample {
    /// The position; it always decodes.
    pub sfen: PackedSfen,
    /// The chance to win according to the search scores, in steps of 1 / 65,535.
    pub(super) chance: u16,
    /// 1 if the side to move won, 0 for a draw, -1 if it lost.
    pub result: i8,
    padding: u8,
}

const _: () = assert!(size_of::<Sample>() == 36);

impl Sample {
    /// A position with the result of its game; the chance is set later.
    pub(super) fn new(sfen: PackedSfen, result: i8) -> Sample {
        Sample {
            sfen,
            chance: u16::MAX / 2,
            result,
            padding: 0,
        }
    }

    /// The sample with this chance to win (0 to 1).
    pub(super) fn with_chance(self, chance: f64) -> Sample {
        let chance = (chance * f64::from(u16::MAX)).round() as u16;
        Sample { chance, ..self }
    }

    /// The chance to win according to the search scores, from 0 to 1.
    pub fn chance(&self) -> f32 {
        f32::from(self.chance) / f32::from(u16::MAX)
    }

    /// The training target: `lambda` times the chance plus `1 - lambda` times the chance that the
    /// result stands for.
    pub fn target(&self, lambda: f32) -> f32 {
        label::target(self.chance(), self.result, lambda)
    }

    /// The position, at ply 1; `None` if it does not decode.
    pub fn position(&self) -> Option<Position> {
        self.sfen.unpack().ok()?.position(1).ok()
    }

    /// The content as bytes, for checksums.
    pub(super) fn bytes(&self) -> [u8; 36] {
        let mut bytes = [0; 36];
        bytes[..32].copy_from_slice(&self.sfen.0);
        bytes[32..34].copy_from_slice(&self.chance.to_le_bytes());
        bytes[34] = self.result as u8;
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::packed::Board;

    #[test]
    fn lambda_is_the_weight_of_the_scores() {
        let sfen = PackedSfen::pack(&Board::from(&Position::startpos())).unwrap();
        let sample = |chance, result| Sample::new(sfen, result).with_chance(chance);
        for (chance, result, lambda, target) in [
            (0.5, 1, 0.0, 1.0),
            (0.5, -1, 0.0, 0.0),
            (0.5, 0, 0.0, 0.5),
            (0.8, -1, 1.0, 0.8),
            (0.8, 1, 0.25, 0.95),
            (1.0, 1, 0.5, 1.0),
            (0.0, -1, 0.5, 0.0),
        ] {
            let found = sample(chance, result).target(lambda);
            assert!((found - target).abs() < 1e-5, "{found} {target}");
        }
        assert_eq!(sample(1.0, 0).chance(), 1.0);
        assert_eq!(sample(0.0, 0).chance(), 0.0);
    }
}
