//! Parameters of a network, as stored in files and produced by a trainer.

use super::aligned::Aligned;
use super::arch::{Architecture, Classic, Sfnn};

/// One dense layer: `output[o] = bias[o] + sum over i of weight[o][i] * input[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseLayer {
    /// Number of inputs.
    pub inputs: usize,
    /// One bias for each output.
    pub biases: Vec<i32>,
    /// The weights, one row of `inputs` for each output.
    pub weights: Vec<i8>,
}

impl DenseLayer {
    /// A layer whose parameters are all zero.
    pub fn zeroed(inputs: usize, outputs: usize) -> DenseLayer {
        DenseLayer {
            inputs,
            biases: vec![0; outputs],
            weights: vec![0; inputs * outputs],
        }
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// The weights of one output.
    pub fn row(&self, output: usize) -> &[i8] {
        &self.weights[output * self.inputs..(output + 1) * self.inputs]
    }
}

/// The first layer: a bias and one row of weights for each input, one
/// accumulator lane per column.
#[derive(Clone)]
pub struct Transformer {
    pub(super) biases: Aligned<i16>,
    pub(super) weights: Aligned<i16>,
}

impl Transformer {
    /// A transformer of `inputs` inputs and `l1` outputs, whose parameters are all zero.
    pub fn zeroed(inputs: usize, l1: usize) -> Transformer {
        Transformer {
            biases: Aligned::zeroed(l1),
            weights: Aligned::zeroed(inputs * l1),
        }
    }

    /// The bias of each output.
    pub fn biases(&self) -> &[i16] {
        &self.biases
    }

    /// The bias of each output, mutable.
    pub fn biases_mut(&mut self) -> &mut [i16] {
        &mut self.biases
    }

    /// The weights, one row for each input.
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The weights, mutable.
    pub fn weights_mut(&mut self) -> &mut [i16] {
        &mut self.weights
    }

    /// The row of one input.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[i16] {
        let l1 = self.biases.len();
        &self.weights[input * l1..(input + 1) * l1]
    }
}

/// All parameters of a classic network.
#[derive(Clone)]
pub struct ClassicParams {
    /// The feature set and the sizes of the layers.
    pub layout: Classic,
    /// The first layer.
    pub transformer: Transformer,
    /// First and second hidden layer, output layer.
    pub layers: [DenseLayer; 3],
}

impl ClassicParams {
    /// Parameters of this layout, all zero.
    pub fn zeroed(layout: Classic) -> ClassicParams {
        let Classic {
            features,
            l1,
            h1,
            h2,
        } = layout;
        ClassicParams {
            layout,
            transformer: Transformer::zeroed(features.inputs(), l1),
            layers: [
                DenseLayer::zeroed(2 * l1, h1),
                DenseLayer::zeroed(h1, h2),
                DenseLayer::zeroed(h2, 1),
            ],
        }
    }
}

/// All parameters of an SFNN. The transformer is as stored in a file:
/// [`Network`](super::Network) doubles its numbers.
#[derive(Clone)]
pub struct SfnnParams {
    /// The feature set and the sizes of the layers.
    pub layout: Sfnn,
    /// The first layer.
    pub transformer: Transformer,
    /// The layer stacks: first and second hidden layer, output layer.
    pub stacks: Vec<[DenseLayer; 3]>,
}

/// The parameters of a network of either kind.
#[derive(Clone)]
pub enum NetParams {
    /// A classic network.
    Classic(ClassicParams),
    /// An SFNN.
    Sfnn(SfnnParams),
}

impl NetParams {
    /// The kind of network with its layer sizes.
    pub fn architecture(&self) -> Architecture {
        match self {
            NetParams::Classic(params) => Architecture::Classic(params.layout),
            NetParams::Sfnn(params) => Architecture::Sfnn(params.layout),
        }
    }
}

impl From<ClassicParams> for NetParams {
    fn from(params: ClassicParams) -> NetParams {
        NetParams::Classic(params)
    }
}

impl From<SfnnParams> for NetParams {
    fn from(params: SfnnParams) -> NetParams {
        NetParams::Sfnn(params)
    }
}
