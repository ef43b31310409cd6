//! One worker's part of a batch: forward, loss and gradients.
//!
//! A shard goes through its samples in small groups whose activations stay in
//! the cache. The gradient of the first layer is collected row by row: the
//! group's (row, sample) pairs are sorted by row, and each row is added to once.

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

/// Samples worked on together.
const GROUP: usize = 128;

/// Parameters of a batch besides the samples.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Loss of an output for its label.
    pub target: Target,
    /// Weight of the score in the label.
    pub lambda: f32,
    /// Decides which samples are mirrored; `None` mirrors none.
    pub mirror_seed: Option<u64>,
    /// Divisor of the gradients: the size of the whole batch.
    pub divisor: f32,
}

/// Sums over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Number of samples.
    pub count: u64,
    /// Of the loss.
    pub loss: f64,
    /// Of the log loss of the game's result under the network's chance.
    pub result_loss: f64,
    /// Decided games whose winner the sign of the output names.
    pub signs_right: u64,
    /// Decided games.
    pub signs: u64,
    /// Of the absolute output.
    pub output: f64,
    /// First-layer outputs at 0 and at 1.
    pub closed: [u64; 2],
    /// First-layer outputs.
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

/// (row, place) pairs sorted by row, rows in order of their first appearance.
struct RowIndex {
    counts: Vec<u32>,
    order: Vec<u32>,
    places: Vec<u32>,
}

impl RowIndex {
    /// Sorts the places of `rows`, each place having `active` of them.
    fn build(&mut self, rows: &[u32], active: usize) {
        self.order.clear();
        for &row in rows {
            let count = &mut self.counts[row as usize];
            if *count == 0 {
                self.order.push(row);
            }
            *count += 1;
        }
        // Counts become the starts of the rows' stretches ...
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
        // ... and, now that each stretch is filled, their ends.
    }

    /// Hands out each row with its places, and forgets them.
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
    /// Its set of layers.
    stack: usize,
    /// Its place among the samples of the group as they came.
    place: usize,
    target: f32,
    result: i8,
}

/// A worker's memory.
pub struct Shard {
    arch: Arch,
    inputs: Inputs,
    /// The group, sorted by the sets of layers, and where each set begins and ends.
    group: Vec<Loaded>,
    stretches: Vec<Stretch>,
    /// The slots of the rows that the group switches on.
    rows: Vec<u32>,
    index: RowIndex,
    /// The clipped sums of the first layer, and the gradients by them.
    accumulators: Buffer,
    to_accumulators: Buffer,
    layers: Layers,
    slopes: Vec<f32>,
    /// The rows met since [`Shard::clear`], and their gradients.
    pub rows_in_use: RowsInUse,
    /// Gradients collected since [`Shard::clear`].
    pub dense: Dense,
    /// Sums collected since [`Shard::clear`].
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

    /// Forgets gradients, sums and rows: the numbers of the network may change.
    pub fn clear(&mut self) {
        self.rows_in_use.clear();
        for part in self.dense.parts_mut() {
            part.fill(0.0);
        }
        self.sums = Sums::default();
    }

    /// Adds the gradients and sums of these samples of a data set.
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

    /// Adds the sums of these samples, without gradients.
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

    /// The network's outputs for these samples.
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

    /// Decodes a group: rows and labels.
    fn load<'a>(&mut self, samples: impl Iterator<Item = (u32, &'a Sample)>, task: &Task) {
        self.group.clear();
        for (pick, sample) in samples {
            // Records were decoded once when they were loaded.
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

    /// Losses, and the slope at each output.
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

/// One fair throw for each sample and seed.
fn coin(seed: u64, pick: u32) -> bool {
    SplitMix64::new(seed ^ u64::from(pick).wrapping_mul(0xD134_2543_DE82_EF95)).next_u64() >> 63
        != 0
}
