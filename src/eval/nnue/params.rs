//! The parameters of a network as a file holds them, and the writer for them.

use std::io::{self, Write};

use super::aligned::Aligned;
use super::arch::{Classic, Sfnn, pad32};
use super::leb128;
use super::scale::NetScales;

/// Version word of the files that are read and written.
pub(super) const VERSION: u32 = 0x7AF3_2F16;

/// One dense layer: `output[o] = bias[o] + sum over i of weight[o][i] * input[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// How many inputs it has.
    pub inputs: usize,
    /// One number for each output.
    pub biases: Vec<i32>,
    /// Row after row, `inputs` weights for each output.
    pub weights: Vec<i8>,
}

impl Dense {
    /// A layer of zeroes.
    pub fn zeroed(inputs: usize, outputs: usize) -> Dense {
        Dense {
            inputs,
            biases: vec![0; outputs],
            weights: vec![0; inputs * outputs],
        }
    }

    /// How many outputs it has.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// The weights of one output.
    pub fn row(&self, output: usize) -> &[i8] {
        &self.weights[output * self.inputs..(output + 1) * self.inputs]
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        for bias in &self.biases {
            to.write_all(&bias.to_le_bytes())?;
        }
        let mut padded = vec![0; pad32(self.inputs)];
        for output in 0..self.outputs() {
            for (byte, &weight) in padded.iter_mut().zip(self.row(output)) {
                *byte = weight as u8;
            }
            to.write_all(&padded)?;
        }
        Ok(())
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
    /// All zero, for `inputs` inputs and `l1` outputs.
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

    /// For changing the biases.
    pub fn biases_mut(&mut self) -> &mut [i16] {
        &mut self.biases
    }

    /// Row after row, one for each input.
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// For changing the weights.
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

/// All parameters of a classic network, as a trainer makes them.
#[derive(Clone)]
pub struct ClassicParams {
    /// The sizes.
    pub layout: Classic,
    /// The first layer.
    pub transformer: Transformer,
    /// First and second hidden layer, output layer.
    pub layers: [Dense; 3],
}

impl ClassicParams {
    /// All zero.
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
                Dense::zeroed(2 * l1, h1),
                Dense::zeroed(h1, h2),
                Dense::zeroed(h2, 1),
            ],
        }
    }

    /// Writes a file that every engine of this layout reads. `fv_scale` adds
    /// an `fv_scale=` token to the architecture string, which some readers
    /// compare as a whole: leave it out for the widest use.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, to: &mut impl Write, fv_scale: Option<i32>) -> io::Result<()> {
        let scales = NetScales {
            fv_scale,
            odds: None,
        };
        self.write_with_header(to, &scales.set_in(&self.layout.header_string()))
    }

    pub(super) fn write_with_header(&self, to: &mut impl Write, header: &str) -> io::Result<()> {
        write_header(to, self.layout.file_hash(), header)?;
        to.write_all(&self.layout.transformer_hash().to_le_bytes())?;
        write_i16s(to, &self.transformer.biases)?;
        write_i16s(to, &self.transformer.weights)?;
        to.write_all(&self.layout.network_hash().to_le_bytes())?;
        for layer in &self.layers {
            layer.write(to)?;
        }
        Ok(())
    }
}

/// All parameters of an SFNN. The transformer is kept as stored, not yet doubled.
#[derive(Clone)]
pub struct SfnnParams {
    /// The sizes.
    pub layout: Sfnn,
    /// The first layer.
    pub transformer: Transformer,
    /// The small networks: first and second hidden layer, output layer.
    pub stacks: Vec<[Dense; 3]>,
}

impl SfnnParams {
    /// All zero.
    pub fn zeroed(layout: Sfnn) -> SfnnParams {
        let Sfnn {
            features,
            l1,
            h1,
            h2,
            ..
        } = layout;
        let stack = [
            Dense::zeroed(l1, layout.first_outputs()),
            Dense::zeroed(2 * h1, h2),
            Dense::zeroed(h2, 1),
        ];
        SfnnParams {
            layout,
            transformer: Transformer::zeroed(features.inputs(), l1),
            stacks: vec![stack; layout.stacks.count()],
        }
    }

    /// Writes a file as YaneuraOu reads it.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let Sfnn { features, l1, .. } = self.layout;
        let header = format!(
            "ModelType=SFNNWithoutPsqt;Features={}[{}->{l1}x2],Network=SFNN-{l1}{{LayerStack={}}}",
            features.name(),
            features.inputs(),
            self.stacks.len(),
        );
        write_header(to, Sfnn::FILE_HASH, &header)?;
        to.write_all(&Sfnn::TRANSFORMER_HASH.to_le_bytes())?;
        for block in [&self.transformer.biases, &self.transformer.weights] {
            let bytes = leb128::encode(block);
            let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
            to.write_all(leb128::MAGIC)?;
            to.write_all(&length.to_le_bytes())?;
            to.write_all(&bytes)?;
        }
        for stack in &self.stacks {
            to.write_all(&Sfnn::NETWORK_HASH.to_le_bytes())?;
            for layer in stack {
                layer.write(to)?;
            }
        }
        Ok(())
    }
}

fn write_header(to: &mut impl Write, hash: u32, header: &str) -> io::Result<()> {
    let length = u32::try_from(header.len()).map_err(io::Error::other)?;
    for word in [VERSION, hash, length] {
        to.write_all(&word.to_le_bytes())?;
    }
    to.write_all(header.as_bytes())
}

fn write_i16s(to: &mut impl Write, values: &[i16]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(2 << 16);
    for chunk in values.chunks(1 << 16) {
        bytes.clear();
        bytes.extend(chunk.iter().flat_map(|value| value.to_le_bytes()));
        to.write_all(&bytes)?;
    }
    Ok(())
}
