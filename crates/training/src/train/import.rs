//! Import of the integers of a network file as floats, so that a run can start from a K-P network.

use super::export::bias_offsets;
use super::features::InputSet;
use super::grid::{ACTIVATION, WEIGHT};
use super::kernels::Buffer;
use super::model::{Arch, Params};
use komadai::eval::nnue::{self, Architecture, DenseLayer, Sfnn, Stacks};

/// Error in starting training from a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The network has another shape than the one to be trained.
    #[error("the network is {found}, the run trains {wanted}")]
    OtherShape {
        /// The shape in the file.
        found: String,
        /// The shape to be trained.
        wanted: String,
    },
    /// The inputs are factored: the trained rows cannot be recovered from their sums in the file.
    #[error("only K-P networks can be started from; begin from a checkpoint")]
    Folded,
}

/// Float parameters that [`export`](super::export::export) rounds to these integers. If the network
/// has one set of layers and the SFNN has several, each set becomes a copy of that one.
///
/// # Errors
/// If the network has another shape, or factored inputs.
pub fn import(arch: &Arch, network: &nnue::NetParams) -> Result<Params, ImportError> {
    let found = network.architecture();
    if !fits(found, arch.layout()) {
        return Err(ImportError::OtherShape {
            found: found.to_string(),
            wanted: arch.layout().to_string(),
        });
    }
    if arch.features != InputSet::Kp {
        return Err(ImportError::Folded);
    }
    let (transformer, stacks) = match network {
        nnue::NetParams::Classic(net) => (&net.transformer, std::slice::from_ref(&net.layers)),
        nnue::NetParams::Sfnn(net) => (&net.transformer, &net.stacks[..]),
    };
    let mut params = Params::random(arch, 0);
    let scaled = |to: &mut Buffer, from: &[i16]| {
        for (to, &x) in to.iter_mut().zip(from) {
            *to = f32::from(x) / ACTIVATION;
        }
    };
    scaled(&mut params.rows, transformer.weights());
    let dense = &mut params.dense;
    scaled(&mut dense.ft_bias, transformer.biases());
    let offsets = bias_offsets(&found);
    let sizes = arch.layers();
    for (stack, [first, second, last]) in stacks.iter().enumerate() {
        let weights = [&mut dense.w1, &mut dense.w2, &mut dense.w3];
        let biases = [&mut dense.b1, &mut dense.b2, &mut dense.b3];
        let to = weights.into_iter().zip(biases);
        let from = [first, second, last].into_iter().zip(offsets).zip(sizes);
        for ((weights, biases), ((from, offset), size)) in to.zip(from) {
            let weights = &mut weights[size.weights_of(stack)];
            layer(from, offset, weights, &mut biases[size.biases_of(stack)]);
        }
    }
    if stacks.len() == 1 {
        dense.repeat_first_stack(arch);
    }
    Ok(params)
}

/// Whether the network has the shape to be trained, or differs only in having one set of layers
/// instead of several.
fn fits(found: Architecture, wanted: Architecture) -> bool {
    match (found, wanted) {
        (Architecture::Sfnn(found), Architecture::Sfnn(wanted)) if found.stacks == Stacks::One => {
            found
                == Sfnn {
                    stacks: Stacks::One,
                    ..wanted
                }
        }
        _ => found == wanted,
    }
}

/// Converts a layer to floats, with `offset` subtracted from its biases.
fn layer(from: &DenseLayer, offset: f32, weights: &mut [f32], biases: &mut [f32]) {
    for (to, &b) in biases.iter_mut().zip(&from.biases) {
        *to = (b as f32 - offset) / (ACTIVATION * WEIGHT);
    }
    for (input, weights) in weights.chunks_exact_mut(biases.len()).enumerate() {
        for (output, to) in weights.iter_mut().enumerate() {
            *to = f32::from(from.row(output)[input]) / WEIGHT;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::export::export;
    use crate::train::features::Zones;
    use crate::train::model::Kind;
    use komadai::types::SplitMix64;

    const ARCH: Arch = Arch {
        features: InputSet::Kp,
        ft: 128,
        h1: 15,
        h2: 16,
        kind: Kind::Classic,
    };

    fn exported(arch: &Arch, seed: u64) -> nnue::NetParams {
        export(arch, &Params::random(arch, seed)).params
    }

    fn bytes(params: &nnue::NetParams) -> Vec<u8> {
        let mut bytes = Vec::new();
        params.write(&mut bytes, Default::default()).unwrap();
        bytes
    }

    #[test]
    fn a_network_comes_back_from_its_integers() {
        for kind in [
            Kind::Classic,
            Kind::Sfnn(Stacks::One),
            Kind::Sfnn(Stacks::K3k3),
        ] {
            let arch = Arch { kind, ..ARCH };
            let mut params = Params::random(&arch, 7);
            // Every set of layers differs, so that a mix-up is noticed.
            let mut rng = SplitMix64::new(8);
            for weight in params.dense.w2.iter_mut() {
                *weight += rng.unit() as f32 - 0.5;
            }
            let file = export(&arch, &params).params;
            let again = export(&arch, &import(&arch, &file).unwrap()).params;
            assert!(bytes(&again) == bytes(&file));
            let zero = export(&arch, &Params::random(&arch, 8)).params;
            assert!(bytes(&zero) != bytes(&file));
        }
    }

    #[test]
    fn one_set_of_layers_goes_into_each_of_nine() {
        let [one, nine] = [Stacks::One, Stacks::K3k3].map(|stacks| Arch {
            kind: Kind::Sfnn(stacks),
            ..ARCH
        });
        let file = exported(&one, 7);
        let spread = export(&nine, &import(&nine, &file).unwrap()).params;
        let (nnue::NetParams::Sfnn(file), nnue::NetParams::Sfnn(spread)) = (&file, &spread) else {
            panic!("another kind")
        };
        assert_eq!(spread.stacks.len(), 9);
        assert!(spread.stacks.iter().all(|stack| *stack == file.stacks[0]));
        let back = import(&one, &exported(&nine, 7));
        assert!(matches!(back, Err(ImportError::OtherShape { .. })));
    }

    #[test]
    fn other_shapes_are_refused() {
        let file = exported(&ARCH, 7);
        let wider = Arch { ft: 256, ..ARCH };
        let error = import(&wider, &file).err().unwrap().to_string();
        assert!(error.contains("128") && error.contains("256"), "{error}");
        let zones = Arch {
            features: InputSet::HalfKpVm(Zones::Squares),
            ..ARCH
        };
        let file = exported(&zones, 7);
        assert_eq!(import(&zones, &file).err(), Some(ImportError::Folded));
    }
}
