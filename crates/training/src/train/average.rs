//! Running mean of the network's parameters over the last steps.
//!
//! While a run trains with rounded weights, a weight between two integers of the file jumps from
//! one to the other, and with it the scores of all positions that share the weight. Their mean does
//! not jump (idea: Polyak and Ruppert; Leela's trainer).

use super::kernels::Buffer;
use super::model::Params;

/// Steps between two additions to the mean; networks of neighbouring steps hardly differ.
const EVERY: u64 = 8;

/// Adds the network after `step` to the mean, if `step` is a multiple of [`EVERY`]. The old mean
/// keeps the weight `keep` per step. In the first steps it keeps less, so that the mean soon
/// forgets the random start.
pub(super) fn add(mean: &mut Params, params: &Params, step: u64, keep: f32) {
    if !step.is_multiple_of(EVERY) {
        return;
    }
    let young = (1 + step) as f32 / (10 + step) as f32;
    let part = 1.0 - keep.min(young).powi(EVERY as i32);
    add_all(&mut mean.rows, &params.rows, part);
    let dense = mean.dense.parts_mut().into_iter().zip(params.dense.parts());
    for (mean, values) in dense {
        add_all(mean, values, part);
    }
}

fn add_all(mean: &mut Buffer, values: &Buffer, part: f32) {
    for (mean, value) in mean.iter_mut().zip(values.iter()) {
        *mean += part * (value - *mean);
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::InputSet;
    use super::super::model::{Arch, Kind};
    use super::*;

    const ARCH: Arch = Arch {
        features: InputSet::Kp,
        ft: 64,
        h1: 1,
        h2: 1,
        kind: Kind::Classic,
    };

    /// A network with `value` for every parameter.
    fn all(value: f32) -> Params {
        let mut params = Params::random(&ARCH, 1);
        params.rows.fill(value);
        for part in params.dense.parts_mut() {
            part.fill(value);
        }
        params
    }

    #[test]
    fn what_swings_about_a_value_has_that_mean_and_the_start_is_forgotten() {
        let mut mean = all(100.0);
        let mut last = 0;
        for level in [2.0, 3.0] {
            let swing = [level - 0.5, level + 0.5].map(all);
            for step in last + 1..=last + 2000 {
                add(&mut mean, &swing[(step / 8) as usize % 2], step, 0.99);
                last = step;
            }
            let parts = mean.dense.parts();
            let values = parts.iter().flat_map(|part| part.iter());
            for value in values.chain(mean.rows.iter()) {
                assert!((value - level).abs() < 0.03, "{level} {value}");
            }
        }
    }

    #[test]
    fn a_part_is_kept_each_step() {
        let mut mean = all(1.0);
        let zero = all(0.0);
        for step in 80_001..=80_100 {
            add(&mut mean, &zero, step, 0.98);
        }
        // Twelve of these steps are multiples of eight, so the mean fades by 96 steps.
        assert!((mean.rows[5] - 0.98f32.powi(96)).abs() < 1e-4);
    }
}
