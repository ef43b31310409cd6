//! Training loop: batches in random order, optimiser steps, validation, choice of the best network.

use std::ops::ControlFlow;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::average;
use super::config::{Config, ConfigError};
use super::dataset::{DataSet, permutation};
use super::grid::OUTPUT_UNIT;
use super::layers::Prepared;
use super::loss::Target;
use super::model::Params;
use super::optimizer::AdamW;
use super::shard::{Shard, Sums, Task};
use komadai::types::SplitMix64;

/// Validation samples whose sums a worker collects together.
const MEASURE_CHUNK: usize = 4096;

/// Error that keeps a run from starting.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// An option is out of range.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data set has no training positions.
    #[error("no positions are left to learn from")]
    NoData,
    /// The data set has more positions than 32-bit numbers can count.
    #[error("{0} positions are too many (at most 4294967295)")]
    TooMuchData(usize),
    /// The network to start from has another shape than the one to be trained.
    #[error("the network to start from has another shape")]
    OtherShape,
}

/// A row of the log: the result of one validation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogRow {
    /// Steps made.
    pub step: u64,
    /// Passes through the data.
    pub epoch: f64,
    /// Positions trained on, repetitions included.
    pub positions: u64,
    /// Step size.
    pub lr: f32,
    /// Weight in the training labels of the chance from the search scores.
    pub lambda: f32,
    /// Mean training loss since the last row.
    pub train_loss: f64,
    /// Mean loss of the held-out positions, with `lambda_end` in their labels, so that rows are
    /// comparable.
    pub valid_loss: f64,
    /// Mean log loss of the results of held-out positions, in nats.
    pub valid_result_loss: f64,
    /// Part of the held-out positions of decided games in which the sign of the score is that of
    /// the result.
    pub valid_signs: f64,
    /// Mean absolute score of held-out positions, in search units.
    pub mean_score: f64,
    /// Part of the first layer's outputs that are 0.
    pub closed: f64,
    /// Part of the first layer's outputs that are 1.
    pub saturated: f64,
}

/// The part of a run's state that a checkpoint stores as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Steps made.
    pub step: u64,
    /// The lowest validation loss so far.
    pub best_loss: Option<f64>,
    /// Validations since the lowest loss.
    pub stale: u32,
    /// Whether the run has ended, after its last step or for lack of progress.
    pub finished: bool,
    /// Loss function.
    pub target: Target,
    /// The log, one row per validation.
    pub log: Vec<LogRow>,
}

/// Progress of a run, reported to its observer.
pub enum Event<'a> {
    /// A step was made.
    Step,
    /// The network was validated.
    Validated {
        /// The new row of the log.
        row: &'a LogRow,
        /// Whether the network is the best so far.
        improved: bool,
    },
}

/// The weights with which a run started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// Random weights.
    Random,
    /// The weights of a network, which have this CRC-32.
    Network(u32),
}

impl Start {
    /// The start from a network, or from random weights without one.
    pub(super) fn of(params: Option<&Params>) -> Start {
        params.map_or(Start::Random, |params| Start::Network(params.checksum()))
    }
}

/// A training run.
pub struct Trainer {
    pub(super) config: Config,
    pub(super) data: DataSet,
    /// `None` in a run resumed from a checkpoint of an older version, which does not tell it.
    pub(super) start: Option<Start>,
    pub(super) state: State,
    pub(super) params: Params,
    pub(super) best: Params,
    /// The running mean of the weights, if `average` is set.
    pub(super) mean: Option<Params>,
    pub(super) optimizer: AdamW,
    shards: Vec<Shard>,
    prepared: Prepared,
    order: Option<(u64, Vec<u32>)>,
    sums: Sums,
}

impl Trainer {
    /// A new run, with random weights or those of `start`.
    ///
    /// # Errors
    /// If an option is out of range, the data set has no or too many training positions, or `start`
    /// has another shape.
    pub fn new(
        config: Config,
        mut data: DataSet,
        start: Option<Params>,
    ) -> Result<Trainer, TrainError> {
        config.check()?;
        if data.train.is_empty() {
            return Err(TrainError::NoData);
        }
        if u32::try_from(data.train.len()).is_err() {
            return Err(TrainError::TooMuchData(data.train.len()));
        }
        if config.shuffle_labels {
            data.shuffle_labels(config.seed);
        }
        let started_from = Start::of(start.as_ref());
        let fresh = Params::random(&config.arch, config.seed);
        let params = match start {
            Some(start) if !start.has_shape_of(&fresh) => {
                return Err(TrainError::OtherShape);
            }
            Some(start) => start,
            None => fresh,
        };
        let target = Target {
            output_scale: config.output_scale,
            power: config.loss_power,
        };
        Ok(Trainer {
            start: Some(started_from),
            state: State {
                step: 0,
                best_loss: None,
                stale: 0,
                finished: false,
                target,
                log: Vec::new(),
            },
            optimizer: AdamW::new(&config.arch),
            best: params.clone(),
            mean: (config.average > 0.0).then(|| params.clone()),
            params,
            shards: (0..config.shards)
                .map(|_| Shard::new(&config.arch))
                .collect(),
            prepared: Prepared::new(&config.arch),
            order: None,
            sums: Sums::default(),
            config,
            data,
        })
    }

    /// The options of the run.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The data set; its labels are shuffled if the options ask for it.
    pub fn data(&self) -> &DataSet {
        &self.data
    }

    /// The weights with which the run started; `None` if its checkpoint does not tell them, as those
    /// of older versions.
    pub fn start(&self) -> Option<Start> {
        self.start
    }

    /// State of the run: progress and log.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The current weights, without averaging.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The network to be written: the running mean if `average` is set, otherwise the current
    /// weights.
    pub fn last(&self) -> &Params {
        self.mean.as_ref().unwrap_or(&self.params)
    }

    /// The network with the lowest validation loss, averaged as for [`Trainer::last`]; without
    /// held-out positions, the network of the last validation.
    pub fn best(&self) -> &Params {
        &self.best
    }

    /// Steps in one pass through the data.
    pub fn steps_per_epoch(&self) -> u64 {
        self.data.train.len().div_ceil(self.config.batch) as u64
    }

    /// Steps in the whole run.
    pub fn total_steps(&self) -> u64 {
        self.steps_per_epoch() * u64::from(self.config.epochs)
    }

    /// Positions trained on so far, repetitions included.
    pub fn positions(&self) -> u64 {
        let passes = self.state.step / self.steps_per_epoch();
        let rest = (self.state.step % self.steps_per_epoch()) * self.config.batch as u64;
        passes * self.data.train.len() as u64 + rest
    }

    /// Trains until the run ends or the observer returns `Break`. Uses the threads of the current
    /// rayon pool, at most one per shard.
    pub fn run(&mut self, observer: &mut dyn FnMut(&Trainer, Event<'_>) -> ControlFlow<()>) {
        let total = self.total_steps();
        let between = (self.config.validate_every / self.config.batch as u64).max(1);
        while !self.state.finished {
            self.step();
            let step = self.state.step;
            self.state.finished = step >= total;
            let go_on = if self.state.finished || step.is_multiple_of(between) {
                let (row, improved) = self.validate();
                let event = Event::Validated {
                    row: &row,
                    improved,
                };
                observer(self, event)
            } else {
                observer(self, Event::Step)
            };
            if go_on.is_break() {
                break;
            }
        }
    }

    /// Makes one step: gradients of a batch, optimiser update, running mean.
    fn step(&mut self) {
        let step = self.state.step;
        let total = self.total_steps();
        let epoch = step / self.steps_per_epoch();
        let at = (step % self.steps_per_epoch()) as usize * self.config.batch;
        let pass_seed =
            SplitMix64::new(self.config.seed ^ epoch.wrapping_mul(0x2545_F491_4F6C_DD1D))
                .next_u64();
        let order = match self.order.take() {
            Some((of, order)) if of == epoch => order,
            _ => permutation(self.data.train.len(), pass_seed),
        };
        let picks = &order[at..order.len().min(at + self.config.batch)];
        let task = Task {
            target: self.state.target,
            lambda: lambda(&self.config, step, total),
            mirror_seed: self.config.mirror.then_some(pass_seed),
            divisor: picks.len() as f32,
        };
        self.prepared.set(&self.params, self.rounding(step));
        let (params, prepared, samples) = (&self.params, &self.prepared, &self.data.train);
        let part = picks.len().div_ceil(self.shards.len());
        self.shards
            .par_iter_mut()
            .enumerate()
            .for_each(|(index, shard)| {
                shard.clear();
                let from = (index * part).min(picks.len());
                let to = (from + part).min(picks.len());
                shard.train(params, prepared, samples, &picks[from..to], &task);
            });
        for shard in &self.shards {
            self.sums.add(&shard.sums);
        }
        let rate = learning_rate(&self.config, step, total);
        self.optimizer.update(
            &mut self.params,
            &self.shards,
            rate,
            self.config.weight_decay,
        );
        self.order = Some((epoch, order));
        self.state.step += 1;
        if let Some(mean) = &mut self.mean {
            average::add(mean, &self.params, self.state.step, self.config.average);
        }
    }

    fn rounding(&self, step: u64) -> bool {
        step as f32 >= self.config.rounding_from * self.total_steps() as f32
            && self.config.rounding_from < 1.0
    }

    /// Validates the network that [`Trainer::last`] gives on the held-out positions, with the
    /// weights rounded as in the network file. Returns the log row, and whether the network is the
    /// best so far.
    fn validate(&mut self) -> (LogRow, bool) {
        let step = self.state.step;
        let total = self.total_steps();
        let task = Task {
            target: self.state.target,
            lambda: self.config.lambda_end,
            mirror_seed: None,
            divisor: 1.0,
        };
        let params = self.mean.as_ref().unwrap_or(&self.params);
        self.prepared.set(params, true);
        let prepared = &self.prepared;
        let chunks: Vec<_> = self.data.valid.chunks(MEASURE_CHUNK).collect();
        let part = chunks.len().div_ceil(self.shards.len()).max(1);
        let measured: Vec<Vec<Sums>> = self
            .shards
            .par_iter_mut()
            .enumerate()
            .map(|(index, shard)| {
                let chunks = chunks.iter().skip(index * part).take(part);
                chunks
                    .map(|samples| {
                        shard.clear();
                        shard.measure(params, prepared, samples, &task);
                        shard.sums
                    })
                    .collect()
            })
            .collect();
        let mut valid = Sums::default();
        for sums in measured.iter().flatten() {
            valid.add(sums);
        }
        let train = std::mem::take(&mut self.sums);
        let shape = if valid.count > 0 { &valid } else { &train };
        let mean = |sum: f64, count: u64| sum / count.max(1) as f64;
        let row = LogRow {
            step,
            epoch: step as f64 / self.steps_per_epoch() as f64,
            positions: self.positions(),
            lr: learning_rate(&self.config, step.saturating_sub(1), total),
            lambda: lambda(&self.config, step.saturating_sub(1), total),
            train_loss: mean(train.loss, train.count),
            valid_loss: mean(valid.loss, valid.count),
            valid_result_loss: mean(valid.result_loss, valid.count),
            valid_signs: mean(valid.signs_right as f64, valid.signs),
            mean_score: mean(shape.output, shape.count) * f64::from(OUTPUT_UNIT),
            closed: mean(shape.closed[0] as f64, shape.units),
            saturated: mean(shape.closed[1] as f64, shape.units),
        };
        let improved = valid.count == 0
            || self
                .state
                .best_loss
                .is_none_or(|best| row.valid_loss < best);
        if improved {
            self.state.best_loss = (valid.count > 0).then_some(row.valid_loss);
            self.state.stale = 0;
            self.best = params.clone();
        } else {
            self.state.stale += 1;
            let patience = self.config.patience;
            self.state.finished |= patience > 0 && self.state.stale >= patience;
        }
        self.state.log.push(row);
        (row, improved)
    }
}

/// The step size of step number `step`, from 0: a linear warm-up, then half a cosine down to
/// `lr_end`.
fn learning_rate(config: &Config, step: u64, total: u64) -> f32 {
    let warmup = config.warmup.min(total / 10);
    if step < warmup {
        return config.lr * (step + 1) as f32 / warmup as f32;
    }
    let part = (step - warmup) as f64 / (total - warmup).max(1) as f64;
    let cosine = (1.0 + (std::f64::consts::PI * part).cos()) / 2.0;
    config.lr_end + (config.lr - config.lr_end) * cosine as f32
}

/// The weight, at a step, of the chance from the search scores in the label. It is constant at
/// first and moves to `lambda_end` over the last third of the run.
pub fn lambda(config: &Config, step: u64, total: u64) -> f32 {
    let part = step as f32 / total.max(1) as f32;
    let moved = ((part - 2.0 / 3.0) * 3.0).clamp(0.0, 1.0);
    config.lambda + (config.lambda_end - config.lambda) * moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_size_rises_once_and_falls_to_its_end() {
        let config = Config {
            warmup: 100,
            ..Config::default()
        };
        let total = 5000;
        let rates: Vec<f32> = (0..total)
            .map(|s| learning_rate(&config, s, total))
            .collect();
        assert!(rates[..100].is_sorted());
        assert!(rates[100..].is_sorted_by(|a, b| a >= b));
        assert_eq!(rates[99], config.lr);
        assert!((rates[4999] - config.lr_end).abs() < 1e-6);
        let middle = (config.lr + config.lr_end) / 2.0;
        assert!((rates[2550] - middle).abs() < 1e-6);
        // In short runs the warm-up takes at most a tenth of the steps.
        assert!(learning_rate(&config, 5, 20) > config.lr / 2.0);
    }

    #[test]
    fn labels_move_in_the_last_third() {
        let config = Config {
            lambda: 0.7,
            lambda_end: 0.5,
            ..Config::default()
        };
        assert_eq!(lambda(&config, 0, 900), 0.7);
        assert_eq!(lambda(&config, 600, 900), 0.7);
        assert!((lambda(&config, 750, 900) - 0.6).abs() < 1e-5);
        assert!((lambda(&config, 900, 900) - 0.5).abs() < 1e-5);
    }
}
