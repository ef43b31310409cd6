//! One worker's part of a batch: forward pass, loss and gradients.
//!
//! A shard processes its samples in small groups, whose activations stay in the cache. For the
//! gradient of the first layer, the (row, sample) pairs of a group are sorted by row, so that each
//! row's gradient is loaded and stored once per group.

use super::features::Inputs;
use super::kernels::{Buffer, first_layer};
use super::label::{log_loss, result_chance};
use super::layers::{Layers, Prepared, Stretch, add_columns};
use super::loss::Target;
use super::model::{Arch, Dense, Params};
use super::rows::RowsInUse;
use super::sample::Sample;
use komadai::packed::Board;
use komadai::types::{Color, SplitMix64};

/// Samples in a group.
const GROUP: usize = 128;

/// Parameters of a batch besides the samples.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Loss function.
    pub target: Target,
    /// Weight in the label of the chance from the search scores; the result has the remaining
    /// weight.
    pub lambda: f32,
    /// Seed that selects the samples to mirror; `None`: no sample is mirrored.
    pub mirror_seed: Option<u64>,
    /// Divisor of the gradients: the number of samples in the whole batch.
    pub divisor: f32,
}

/// Losses and statistics, summed over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Number of samples.
    pub count: u64,
    /// Sum of the losses.
    pub loss: f64,
    /// Sum of the log losses, in nats, of the game results under the network's chances.
    pub result_loss: f64,
    /// Samples of decided games in which the sign of the output is that of the result.
    pub signs_right: u64,
    /// Samples of decided games.
    pub signs: u64,
    /// Sum of the absolute outputs.
    pub output: f64,
    /// Numbers of first-layer outputs that are 0 and that are 1.
    pub closed: [u64; 2],
    /// Number of first-layer outputs.
    pub units: u64,
}

impl Sums {
    /// Adds the sums of other samples.
    pub fn add(&mut self, other: &Sums) {
        self.count += other.count;
        self.loss += other.loss;
        self.result_loss += other.result_loss;
        self.signs_right += other.signs_right;
        self.signs += other.signs;
        self.output += other.output;
        self.closed[0] += other.closed[0];
        self.closed[1] += other.closed[1];
        self.units += other.units;
    }
}

/// The places (sample and side) at which each row is active, grouped by row.
struct RowIndex {
    counts: Vec<u32>,
    order: Vec<u32>,
    places: Vec<u32>,
}

impl RowIndex {
    /// Counting sort of the places by row; `rows` holds `active` rows for each place.
    fn build(&mut self, rows: &[u32], active: usize) {
        self.order.clear();
        for &row in rows {
            let count = &mut self.counts[row as usize];
            if *count == 0 {
                self.order.push(row);
            }
            *count += 1;
        }
        // Turn `counts` into the start of each row's stretch in `places`.
        let mut start = 0;
        for &row in &self.order {
            start += std::mem::replace(&mut self.counts[row as usize], start);
        }
        self.places.resize(rows.len(), 0);
        for (place, rows) in rows.chunks_exact(active).enumerate() {
            for &row in rows {
                let at = &mut self.counts[row as usize];
                self.places[*at as usize] = place as u32;
                *at += 1;
            }
        }
        // `counts` now holds the end of each row's stretch, because filling the stretch
        // has advanced it.
    }

    /// Calls `visit` with each row and its places, and empties the index.
    fn drain(&mut self, mut visit: impl FnMut(u32, &[u32])) {
        let mut start = 0;
        for &row in &self.order {
            let end = std::mem::take(&mut self.counts[row as usize]) as usize;
            visit(row, &self.places[start..end]);
            start = end;
        }
    }
}

/// A sample of a group, decoded.
struct Loaded {
    board: Board,
    mirrored: bool,
    /// The set of layers that the sample uses.
    stack: usize,
    /// Index of the sample in its group before sorting.
    place: usize,
    target: f32,
    result: i8,
}

/// Buffers and gradients of one worker.
pub struct Shard {
    arch: Arch,
    inputs: Inputs,
    /// The group, sorted by set of layers, and the range of each set.
    group: Vec<Loaded>,
    stretches: Vec<Stretch>,
    /// The slots of the rows that are active in the group.
    rows: Vec<u32>,
    index: RowIndex,
    /// The clipped sums of the first layer, and the gradients of the loss with respect to them.
    accumulators: Buffer,
    to_accumulators: Buffer,
    layers: Layers,
    slopes: Vec<f32>,
    /// The rows used since [`Shard::clear`], and their gradients.
    pub rows_in_use: RowsInUse,
    /// Gradients collected since [`Shard::clear`].
    pub dense: Dense,
    /// Sums of losses and statistics collected since [`Shard::clear`].
    pub sums: Sums,
}

impl Shard {
    /// A worker for networks of this shape.
    pub fn new(arch: &Arch) -> Shard {
        let ft = arch.ft;
        Shard {
            arch: *arch,
            inputs: Inputs::new(arch.features),
            group: Vec::with_capacity(GROUP),
            stretches: Vec::new(),
            rows: Vec::with_capacity(GROUP * 2 * arch.features.active()),
            index: RowIndex {
                counts: vec![0; arch.features.in_file().inputs()],
                order: Vec::new(),
                places: Vec::new(),
            },
            accumulators: Buffer::zeros(GROUP * 2 * ft),
            to_accumulators: Buffer::zeros(GROUP * 2 * ft),
            layers: Layers::new(arch, GROUP),
            slopes: Vec::with_capacity(GROUP),
            rows_in_use: RowsInUse::new(arch.features, ft),
            dense: Dense::zeros(arch),
            sums: Sums::default(),
        }
    }

    /// Resets gradients, sums and rows. Needed after every change of the network, whose rows are
    /// cached.
    pub fn clear(&mut self) {
        self.rows_in_use.clear();
        for part in self.dense.parts_mut() {
            part.fill(0.0);
        }
        self.sums = Sums::default();
    }

    /// Adds the gradients and sums of the samples with the numbers `picks`.
    pub fn train(
        &mut self,
        params: &Params,
        prepared: &Prepared,
        samples: &[Sample],
        picks: &[u32],
        task: &Task,
    ) {
        for picks in picks.chunks(GROUP) {
            let picked = picks
                .iter()
                .filter_map(|&pick| Some((pick, samples.get(pick as usize)?)));
            self.load(picked, task);
            self.forward(params, prepared);
            self.score(task);
            self.backward(prepared);
        }
        self.rows_in_use.unfold();
    }

    /// Adds the sums of all these samples, without gradients.
    pub fn measure(
        &mut self,
        params: &Params,
        prepared: &Prepared,
        samples: &[Sample],
        task: &Task,
    ) {
        for samples in samples.chunks(GROUP) {
            self.load((0..).zip(samples), task);
            self.forward(params, prepared);
            self.score(task);
        }
    }

    /// Appends the network's outputs for these samples to `out`.
    pub fn evaluate(
        &mut self,
        params: &Params,
        prepared: &Prepared,
        samples: &[Sample],
        task: &Task,
        out: &mut Vec<f32>,
    ) {
        for samples in samples.chunks(GROUP) {
            self.load((0..).zip(samples), task);
            self.forward(params, prepared);
            let first = out.len();
            out.resize(first + self.group.len(), 0.0);
            for (sample, &output) in self.group.iter().zip(self.layers.outputs.iter()) {
                out[first + sample.place] = output;
            }
        }
    }

    /// Decodes a group, sorts it by set of layers, and extracts rows and labels.
    fn load<'a>(&mut self, samples: impl Iterator<Item = (u32, &'a Sample)>, task: &Task) {
        self.group.clear();
        for (pick, sample) in samples {
            // Never fails: every sample was decoded when the data set was loaded.
            let Ok(board) = sample.sfen.unpack() else {
                continue;
            };
            let kings = Color::ALL.map(|color| board.king(color));
            self.group.push(Loaded {
                stack: self.arch.stacks().choose(board.side, kings),
                place: self.group.len(),
                mirrored: task.mirror_seed.is_some_and(|seed| coin(seed, pick)),
                target: sample.target(task.lambda),
                result: sample.result,
                board,
            });
        }
        self.group.sort_by_key(|sample| sample.stack);
        self.stretches.clear();
        let mut start = 0;
        for samples in self.group.chunk_by(|a, b| a.stack == b.stack) {
            self.stretches.push(Stretch {
                stack: samples[0].stack,
                samples: start..start + samples.len(),
            });
            start += samples.len();
        }
        self.rows.clear();
        for sample in &self.group {
            self.inputs
                .append(&sample.board, sample.mirrored, &mut self.rows);
        }
    }

    fn forward(&mut self, params: &Params, prepared: &Prepared) {
        self.rows_in_use
            .find_all(&mut self.rows, &params.rows, prepared.rounded);
        let accumulators = &mut self.accumulators[..self.group.len() * 2 * self.arch.ft];
        let table = self.rows_in_use.weights();
        let active = self.arch.features.active();
        first_layer(accumulators, table, &prepared.ft_bias, &self.rows, active);
        let dense = &params.dense;
        self.layers
            .forward(accumulators, &self.stretches, dense, prepared);
    }

    /// Adds the sums of the group, and computes the derivative of the loss with respect to each
    /// output.
    fn score(&mut self, task: &Task) {
        self.slopes.clear();
        let sums = &mut self.sums;
        for (sample, &output) in self.group.iter().zip(self.layers.outputs.iter()) {
            let (loss, slope) = task.target.loss(output, sample.target);
            self.slopes.push(slope / task.divisor);
            sums.count += 1;
            sums.loss += f64::from(loss);
            let won = f64::from(result_chance(sample.result));
            sums.result_loss += log_loss(won, f64::from(task.target.output_chance(output)));
            if sample.result != 0 {
                sums.signs += 1;
                sums.signs_right += u64::from((output > 0.0) == (sample.result > 0));
            }
            sums.output += f64::from(output.abs());
        }
        let units = &self.accumulators[..self.group.len() * 2 * self.arch.ft];
        sums.units += units.len() as u64;
        sums.closed[0] += units.iter().map(|&x| u32::from(x <= 0.0)).sum::<u32>() as u64;
        sums.closed[1] += units.iter().map(|&x| u32::from(x >= 1.0)).sum::<u32>() as u64;
    }

    fn backward(&mut self, prepared: &Prepared) {
        let values = self.group.len() * 2 * self.arch.ft;
        let accumulators = &self.accumulators[..values];
        let gradient = &mut self.to_accumulators[..values];
        let grad = &mut self.dense;
        let (stretches, slopes) = (&self.stretches, &self.slopes);
        self.layers
            .backward((accumulators, gradient), stretches, slopes, prepared, grad);
        add_columns(gradient, &mut grad.ft_bias);
        self.index.build(&self.rows, self.arch.features.active());
        let rows = &mut self.rows_in_use;
        self.index
            .drain(|slot, places| rows.add(slot, gradient, places));
    }
}

/// A fair coin toss that depends only on seed and sample number.
fn coin(seed: u64, pick: u32) -> bool {
    SplitMix64::new(seed ^ u64::from(pick).wrapping_mul(0xD134_2543_DE82_EF95)).next_u64() >> 63
        != 0
}
