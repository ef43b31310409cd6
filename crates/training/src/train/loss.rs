//! Loss: distance between the network's chance to win and the label, to a power.

use serde::{Deserialize, Serialize};

use super::grid::OUTPUT_UNIT;

/// Parameters of the loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The network's score, in search units, at which the odds of winning are e to 1.
    pub output_scale: f32,
    /// The exponent of the distance in the loss.
    pub power: f32,
}

/// The logistic curve.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Target {
    /// The chance to win that a float output stands for.
    pub fn output_chance(&self, output: f32) -> f32 {
        sigmoid(output * OUTPUT_UNIT / self.output_scale)
    }

    /// The loss of an output for a target, and its derivative with respect to the output.
    pub fn loss(&self, output: f32, target: f32) -> (f32, f32) {
        let chance = self.output_chance(output);
        let miss = chance - target;
        let slope = chance * (1.0 - chance) * OUTPUT_UNIT / self.output_scale;
        if self.power == 2.0 {
            return (miss * miss, 2.0 * miss * slope);
        }
        let part = miss.abs().powf(self.power - 1.0);
        (part * miss.abs(), self.power * part * miss.signum() * slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_loss() {
        for power in [2.0, 2.5] {
            let target = Target {
                output_scale: 600.0,
                power,
            };
            for output in [-3.0, -0.4, 0.0, 0.3, 2.0] {
                for chance in [0.0, 0.3, 0.9] {
                    let h = 1e-2;
                    let up = target.loss(output + h, chance).0;
                    let down = target.loss(output - h, chance).0;
                    let (_, slope) = target.loss(output, chance);
                    assert!((slope - (up - down) / (2.0 * h)).abs() < 1e-3);
                }
            }
        }
    }

    #[test]
    fn an_output_stands_for_the_chance_of_its_score() {
        let target = Target {
            output_scale: 600.0,
            power: 2.0,
        };
        assert_eq!(target.output_chance(0.0), 0.5);
        assert!((target.output_chance(600.0 / OUTPUT_UNIT) - 0.731_058_6).abs() < 1e-6);
    }
}
