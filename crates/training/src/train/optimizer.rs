//! AdamW optimiser (Loshchilov and Hutter, 2017) that updates a row only in steps in which it has a
//! gradient.
//!
//! When a row has a gradient again, its moments decay and its weights shrink by the steps that it
//! missed. Dense layers are updated in every step.

use rayon::prelude::*;

use super::grid::{ROW_LIMIT, WEIGHT_LIMIT};
use super::kernels::Buffer;
use super::model::{Arch, Dense, IS_WEIGHT, Params};
use super::shard::Shard;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// Keeps the divisor above zero. It is far below the gradient of a row that is active in one of
/// 16,384 positions, about 1e-8.
const EPSILON: f32 = 1e-11;
/// Rows that one parallel task updates.
const ROWS_AT_ONCE: usize = 64;

/// First and second moments of the gradients of all parameters.
#[derive(Clone)]
pub struct Moments {
    /// Running means of the gradients.
    pub first: Params,
    /// Running means of the squared gradients.
    pub second: Params,
}

/// The optimiser with its moments.
#[derive(Clone)]
pub struct AdamW {
    /// Steps made.
    pub step: u64,
    /// The moments of the gradients.
    pub moments: Moments,
    /// The step in which each row was last updated; 0: never.
    pub met: Vec<u32>,
}

/// The factors of one update, which are the same for all numbers of a part.
#[derive(Clone, Copy)]
struct Rule {
    keep_first: f32,
    keep_second: f32,
    scale_first: f32,
    scale_second: f32,
    rate: f32,
    shrink: f32,
    limit: f32,
}

impl Rule {
    /// The rule for a row that was last updated `steps` steps ago.
    fn after(self, steps: i32) -> Rule {
        Rule {
            keep_first: self.keep_first.powi(steps),
            keep_second: self.keep_second.powi(steps),
            shrink: self.shrink.powi(steps),
            ..self
        }
    }

    #[inline(always)]
    fn apply(&self, w: &mut [f32], m: &mut [f32], v: &mut [f32], g: &[f32]) {
        for (((w, m), v), &g) in w.iter_mut().zip(m).zip(v).zip(g) {
            *m = self.keep_first * *m + (1.0 - BETA1) * g;
            *v = self.keep_second * *v + (1.0 - BETA2) * g * g;
            let step = *m * self.scale_first / ((*v * self.scale_second).sqrt() + EPSILON);
            *w = (*w * self.shrink - self.rate * step).clamp(-self.limit, self.limit);
        }
    }
}

impl AdamW {
    /// An optimiser before its first step.
    pub fn new(arch: &Arch) -> AdamW {
        let zeros = Params {
            rows: Buffer::zeros(arch.features.rows() * arch.ft),
            dense: Dense::zeros(arch),
        };
        AdamW {
            step: 0,
            moments: Moments {
                first: zeros.clone(),
                second: zeros,
            },
            met: vec![0; arch.features.rows()],
        }
    }

    /// One step with the sum of the shards' gradients. `rate`: the step size; `decay`: the weight
    /// decay per step and step size.
    pub fn update(&mut self, params: &mut Params, shards: &[Shard], rate: f32, decay: f32) {
        self.step += 1;
        let steps = self.step.min(1 << 20) as i32;
        let rule = Rule {
            keep_first: BETA1,
            keep_second: BETA2,
            scale_first: 1.0 / (1.0 - BETA1.powi(steps)),
            scale_second: 1.0 / (1.0 - BETA2.powi(steps)),
            rate,
            shrink: 1.0 - rate * decay,
            limit: f32::INFINITY,
        };
        self.update_dense(&mut params.dense, shards, rule);
        self.update_rows(&mut params.rows, shards, rule);
    }

    fn update_dense(&mut self, dense: &mut Dense, shards: &[Shard], rule: Rule) {
        let parts = dense
            .parts_mut()
            .into_iter()
            .zip(self.moments.first.dense.parts_mut())
            .zip(self.moments.second.dense.parts_mut());
        for (index, ((w, m), v)) in parts.enumerate() {
            let mut sum = Buffer::zeros(w.len());
            for shard in shards {
                for (sum, g) in sum.iter_mut().zip(shard.dense.parts()[index].iter()) {
                    *sum += g;
                }
            }
            let rule = if IS_WEIGHT[index] {
                Rule {
                    limit: WEIGHT_LIMIT,
                    ..rule
                }
            } else {
                Rule {
                    shrink: 1.0,
                    ..rule
                }
            };
            rule.apply(w, m, v, &sum);
        }
    }

    fn update_rows(&mut self, rows: &mut Buffer, shards: &[Shard], rule: Rule) {
        let step = self.step;
        let width = rows.len() / self.met.len();
        let chunk = ROWS_AT_ONCE * width;
        rows.par_chunks_mut(chunk)
            .zip(self.moments.first.rows.par_chunks_mut(chunk))
            .zip(self.moments.second.rows.par_chunks_mut(chunk))
            .zip(self.met.par_chunks_mut(ROWS_AT_ONCE))
            .enumerate()
            .for_each(|(chunk, (((w, m), v), met))| {
                let mut sum = Buffer::zeros(width);
                let parts = w
                    .chunks_exact_mut(width)
                    .zip(m.chunks_exact_mut(width))
                    .zip(v.chunks_exact_mut(width))
                    .zip(met);
                for (row, (((w, m), v), met)) in (chunk * ROWS_AT_ONCE..).zip(parts) {
                    let mut any = false;
                    for gradient in shards.iter().filter_map(|s| s.rows_in_use.gradient(row)) {
                        if any {
                            for (sum, g) in sum.iter_mut().zip(gradient) {
                                *sum += g;
                            }
                        } else {
                            sum.copy_from_slice(gradient);
                            any = true;
                        }
                    }
                    if !any {
                        continue;
                    }
                    let missed = step.saturating_sub(u64::from(*met)).min(1 << 20) as i32;
                    *met = u32::try_from(step).unwrap_or(u32::MAX);
                    let rule = Rule {
                        limit: ROW_LIMIT,
                        ..rule.after(missed)
                    };
                    rule.apply(w, m, v, &sum);
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_met_again_has_faded_as_in_the_steps_it_missed() {
        let rule = Rule {
            keep_first: BETA1,
            keep_second: BETA2,
            scale_first: 1.2,
            scale_second: 1.1,
            rate: 0.01,
            shrink: 0.98,
            limit: 6.0,
        };
        for missed in [1, 2, 7, 40] {
            let (mut w, mut m, mut v) = ([0.5, -5.9], [0.02, -0.3], [0.003, 0.1]);
            let gradient = [0.1, 0.2];
            let mut expected = [0.0; 2];
            for i in 0..2 {
                let (mut w, mut m, mut v) = (w[i], m[i], v[i]);
                for _ in 0..missed {
                    w *= 0.98;
                    m *= BETA1;
                    v *= BETA2;
                }
                m += 0.1 * gradient[i];
                v += 0.001 * gradient[i] * gradient[i];
                expected[i] = w - 0.01 * m * 1.2 / (v * 1.1).sqrt();
            }
            rule.after(missed).apply(&mut w, &mut m, &mut v, &gradient);
            for (w, expected) in w.iter().zip(expected) {
                assert!((w - expected).abs() < 1e-5, "{w} {expected}");
            }
        }
    }
}
