//! One worker's part of a batch: forward, loss and gradients.
//!
//! A shard goes through its samples in small groups whose activations stay in
//! the cache. The gradient of the first layer is collected row by row: the
//! group's (row, sample) pairs are sorted by row, and each row is added to once.

use super::features::Inputs;
use super::grid::{ACTIVATION, BIAS_LIMIT, WEIGHT, WEIGHT_LIMIT, round_all};
use super::kernels::{
    Buffer, accumulate, clip, clip_back, first_layer, forward, product, transpose,
};
use super::label::{log_loss, result_chance};
use super::loss::Target;
use super::model::{Arch, Dense, Params};
use super::rows::RowsInUse;
use super::sample::Sample;

/// Samples worked on together.
const GROUP: usize = 128;

/// What a batch asks for besides the samples.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// From labels to losses.
    pub target: Target,
    /// Weight of the score in the label.
    pub lambda: f32,
    /// Decides which samples are mirrored; `None` mirrors none.
    pub mirror_seed: Option<u64>,
    /// What the gradients are divided by: the size of the whole batch.
    pub divisor: f32,
}

/// Sums over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// How many samples.
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

/// The numbers of a network as a batch uses them, the rows of the first layer
/// aside ([`RowsInUse`]).
pub struct Prepared {
    /// Whether all is on the grid of the net file's integers.
    rounded: bool,
    ft_bias: Buffer,
    /// Inputs by outputs, rounded if so asked.
    w: [Buffer; 3],
    /// Outputs by inputs.
    turned: [Buffer; 2],
    widths: [usize; 2],
}

impl Prepared {
    /// Room for a network of this shape.
    pub fn new(arch: &Arch) -> Prepared {
        let dense = Dense::zeros(arch);
        Prepared {
            rounded: false,
            ft_bias: dense.ft_bias,
            turned: [dense.w1.clone(), dense.w2.clone()],
            w: [dense.w1, dense.w2, dense.w3],
            widths: [arch.h1, arch.h2],
        }
    }

    /// Takes the numbers over. `rounded`: to the steps of the net file, so
    /// that the network learns to live with them.
    pub fn set(&mut self, params: &Params, rounded: bool) {
        let dense = &params.dense;
        self.rounded = rounded;
        self.ft_bias.copy_from_slice(&dense.ft_bias);
        if rounded {
            round_all(&mut self.ft_bias, BIAS_LIMIT, ACTIVATION);
        }
        for (to, from) in self.w.iter_mut().zip([&dense.w1, &dense.w2, &dense.w3]) {
            to.copy_from_slice(from);
            if rounded {
                round_all(to, WEIGHT_LIMIT, WEIGHT);
            }
        }
        for ((to, from), width) in self.turned.iter_mut().zip(&self.w).zip(self.widths) {
            transpose(from, width, to);
        }
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

/// A worker's memory.
pub struct Shard {
    arch: Arch,
    inputs: Inputs,
    /// The slots of the rows that the group switches on.
    rows: Vec<u32>,
    index: RowIndex,
    labels: Vec<(f32, i8)>,
    /// Activations of the layers, and the gradients by them.
    x: Buffer,
    y1: Buffer,
    y2: Buffer,
    dx: Buffer,
    dy1: Buffer,
    dy2: Buffer,
    outputs: Vec<f32>,
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
        let Arch { ft, h1, h2, .. } = *arch;
        Shard {
            arch: *arch,
            inputs: Inputs::new(arch.features),
            rows: Vec::with_capacity(GROUP * 2 * arch.features.active()),
            index: RowIndex {
                counts: vec![0; arch.features.in_file().inputs()],
                order: Vec::new(),
                places: Vec::new(),
            },
            labels: Vec::with_capacity(GROUP),
            x: Buffer::zeros(GROUP * 2 * ft),
            y1: Buffer::zeros(GROUP * h1),
            y2: Buffer::zeros(GROUP * h2),
            dx: Buffer::zeros(GROUP * 2 * ft),
            dy1: Buffer::zeros(GROUP * h1),
            dy2: Buffer::zeros(GROUP * h2),
            outputs: Vec::with_capacity(GROUP),
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
            out.extend(&self.outputs);
        }
    }

    /// Decodes a group: rows and labels.
    fn load<'a>(&mut self, samples: impl Iterator<Item = (u32, &'a Sample)>, task: &Task) {
        self.rows.clear();
        self.labels.clear();
        for (pick, sample) in samples {
            // Records were decoded once when they were loaded.
            let Ok(board) = sample.sfen.unpack() else {
                continue;
            };
            let mirrored = task.mirror_seed.is_some_and(|seed| coin(seed, pick));
            self.inputs.append(&board, mirrored, &mut self.rows);
            self.labels
                .push((sample.target(task.lambda), sample.result));
        }
    }

    fn forward(&mut self, params: &Params, prepared: &Prepared) {
        let Arch { ft, h1, h2, .. } = self.arch;
        let count = self.labels.len();
        let active = self.arch.features.active();
        let dense = &params.dense;
        self.rows_in_use
            .find_all(&mut self.rows, &params.rows, prepared.rounded);
        let x = &mut self.x[..count * 2 * ft];
        let table = self.rows_in_use.weights();
        first_layer(x, table, &prepared.ft_bias, &self.rows, active);
        let y1 = &mut self.y1[..count * h1];
        forward(x, &prepared.w[0], &dense.b1, y1);
        clip(y1);
        if prepared.rounded {
            round_all(y1, 1.0, ACTIVATION);
        }
        let y2 = &mut self.y2[..count * h2];
        forward(y1, &prepared.w[1], &dense.b2, y2);
        clip(y2);
        if prepared.rounded {
            round_all(y2, 1.0, ACTIVATION);
        }
        self.outputs.clear();
        self.outputs.extend(y2.chunks_exact(h2).map(|y2| {
            let sum: f32 = y2
                .iter()
                .zip(prepared.w[2].iter())
                .map(|(y, w)| y * w)
                .sum();
            sum + dense.b3[0]
        }));
    }

    /// Losses, and the slope at each output.
    fn score(&mut self, task: &Task) {
        self.slopes.clear();
        let sums = &mut self.sums;
        for (&output, &(chance, result)) in self.outputs.iter().zip(&self.labels) {
            let (loss, slope) = task.target.loss(output, chance);
            self.slopes.push(slope / task.divisor);
            sums.count += 1;
            sums.loss += f64::from(loss);
            let won = f64::from(result_chance(result));
            sums.result_loss += log_loss(won, f64::from(task.target.output_chance(output)));
            if result != 0 {
                sums.signs += 1;
                sums.signs_right += u64::from((output > 0.0) == (result > 0));
            }
            sums.output += f64::from(output.abs());
        }
        let x = &self.x[..self.labels.len() * 2 * self.arch.ft];
        sums.units += x.len() as u64;
        sums.closed[0] += x.iter().map(|&x| u32::from(x <= 0.0)).sum::<u32>() as u64;
        sums.closed[1] += x.iter().map(|&x| u32::from(x >= 1.0)).sum::<u32>() as u64;
    }

    fn backward(&mut self, prepared: &Prepared) {
        let Arch { ft, h1, h2, .. } = self.arch;
        let count = self.labels.len();
        let grad = &mut self.dense;
        let x = &self.x[..count * 2 * ft];
        let y1 = &self.y1[..count * h1];
        let y2 = &self.y2[..count * h2];
        let dy2 = &mut self.dy2[..count * h2];
        for ((dy2, y2), &slope) in dy2
            .chunks_exact_mut(h2)
            .zip(y2.chunks_exact(h2))
            .zip(&self.slopes)
        {
            grad.b3[0] += slope;
            for (((d, &y), g), &w) in dy2
                .iter_mut()
                .zip(y2)
                .zip(grad.w3.iter_mut())
                .zip(prepared.w[2].iter())
            {
                *g += slope * y;
                *d = slope * w;
            }
        }
        clip_back(y2, dy2);
        accumulate(y1, dy2, h1, h2, &mut grad.w2);
        add_columns(dy2, &mut grad.b2);
        let dy1 = &mut self.dy1[..count * h1];
        product(dy2, &prepared.turned[1], h2, dy1);
        clip_back(y1, dy1);
        accumulate(x, dy1, 2 * ft, h1, &mut grad.w1);
        add_columns(dy1, &mut grad.b1);
        let dx = &mut self.dx[..count * 2 * ft];
        product(dy1, &prepared.turned[0], h1, dx);
        clip_back(x, dx);
        add_columns(dx, &mut grad.ft_bias);

        self.index.build(&self.rows, self.arch.features.active());
        let rows = &mut self.rows_in_use;
        self.index.drain(|slot, places| rows.add(slot, dx, places));
    }
}

/// Adds every row of `from` to `to`.
fn add_columns(from: &[f32], to: &mut [f32]) {
    for from in from.chunks_exact(to.len()) {
        for (to, from) in to.iter_mut().zip(from) {
            *to += from;
        }
    }
}

/// One fair throw for each sample and seed.
fn coin(seed: u64, pick: u32) -> bool {
    crate::types::SplitMix64::new(seed ^ u64::from(pick).wrapping_mul(0xD134_2543_DE82_EF95))
        .next_u64()
        >> 63
        != 0
}
