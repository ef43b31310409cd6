//! Network ready to run: parameters in the order in which evaluations read them.

use std::path::Path;

use crate::types::{Color, Square};

use super::aligned::Aligned;
use super::arch::{Architecture, FeatureSet, Stacks};
use super::bonapiece::{END, OTHER_KING, OWN_KING};
use super::features::Features;
use super::file::{self, NetError, NetInfo};
use super::packed::PackedDense;
use super::params::{DenseLayer, NetParams, Transformer};

/// A loaded network. It is immutable: threads share it behind an [`std::sync::Arc`].
pub struct Network {
    pub(super) info: NetInfo,
    pub(super) features: Features,
    pub(super) transformer: Transformer,
    pub(super) stacks: Vec<LayerStack>,
}

/// A layer stack: three dense layers, as stored and as packed for the vector kernels.
pub(super) struct LayerStack {
    pub(super) dense: [DenseLayer; 3],
    pub(super) packed: [PackedDense; 3],
}

impl Network {
    /// Loads a network file and detects its architecture.
    ///
    /// # Errors
    /// If the file cannot be read or is no network of a supported layout.
    pub fn load(path: &Path) -> Result<Network, NetError> {
        let (params, info) = file::read_file(path)?;
        Ok(Network::new(params, info))
    }

    /// Loads a network from memory.
    ///
    /// # Errors
    /// As [`Network::load`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        let (params, info) = file::read_bytes(bytes)?;
        Ok(Network::new(params, info))
    }

    /// A network ready to run with these parameters.
    pub(super) fn new(params: NetParams, info: NetInfo) -> Network {
        let set = info.architecture.features();
        let (transformer, stacks) = match params {
            NetParams::Classic(params) => {
                let mut transformer = params.transformer;
                if set == FeatureSet::KA2 {
                    transformer = merge_king_rows(&transformer);
                }
                let packed = params
                    .layers
                    .each_ref()
                    .map(|dense| PackedDense::new(dense, |i| i));
                let dense = params.layers;
                (transformer, vec![LayerStack { dense, packed }])
            }
            NetParams::Sfnn(params) => {
                let mut transformer = params.transformer;
                let numbers = transformer.biases.iter_mut();
                numbers
                    .chain(transformer.weights.iter_mut())
                    .for_each(|number| *number = number.wrapping_mul(2));
                let h1 = params.layout.h1;
                let stacks = params.stacks.into_iter().map(|dense| LayerStack {
                    packed: [
                        PackedDense::new(&dense[0], |i| i),
                        PackedDense::new(&dense[1], |i| clipped_slot(i, h1)),
                        PackedDense::new(&dense[2], |i| i),
                    ],
                    dense,
                });
                (transformer, stacks.collect())
            }
        };
        Network {
            info,
            features: Features::new(set),
            transformer,
            stacks,
        }
    }

    /// The facts about the file of the network.
    pub fn info(&self) -> &NetInfo {
        &self.info
    }

    /// The layout.
    pub fn architecture(&self) -> &Architecture {
        &self.info.architecture
    }

    /// Number of lanes of one accumulator.
    pub(super) fn l1(&self) -> usize {
        self.transformer.biases.len()
    }

    /// Number of inputs of the first dense layer, each one byte.
    pub(super) fn dense_inputs(&self) -> usize {
        self.stacks.first().map_or(0, |stack| stack.dense[0].inputs)
    }

    /// The layer stack for the side to move and these king squares.
    #[inline(always)]
    pub(super) fn layer_stack(&self, side: Color, kings: [Option<Square>; 2]) -> &LayerStack {
        let stacks = match self.info.architecture {
            Architecture::Classic(_) => Stacks::One,
            Architecture::Sfnn(net) => net.stacks,
        };
        &self.stacks[stacks.choose(side, kings)]
    }
}

/// The index of the byte at which the second layer of an SFNN finds its input `i`: the
/// squares come first, the clipped values begin at the next multiple of 16.
fn clipped_slot(i: usize, h1: usize) -> usize {
    if i < h1 {
        i
    } else {
        h1.next_multiple_of(16) + i - h1
    }
}

/// The transformer of K+A2 with one row for each king square: the two rows of a king are
/// always active together, so their sum replaces them.
fn merge_king_rows(transformer: &Transformer) -> Transformer {
    let l1 = transformer.biases.len();
    let mut weights = Aligned::zeroed(END * l1);
    for (row, weights) in weights.chunks_mut(l1).enumerate() {
        let folded = if row >= OTHER_KING { row - 81 } else { row };
        weights.copy_from_slice(transformer.row(folded));
        if row >= OWN_KING {
            let king = transformer.row(OTHER_KING + row - OWN_KING);
            for (weight, &king) in weights.iter_mut().zip(king) {
                *weight = weight.wrapping_add(king);
            }
        }
    }
    Transformer {
        biases: transformer.biases.clone(),
        weights,
    }
}
