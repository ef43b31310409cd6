//! From the integers of a network file back to floats, so that a run can go on from any network.

use super::export::HALF_STEP;
use super::features::InputSet;
use super::grid::{ACTIVATION, WEIGHT};
use super::kernels::Buffer;
use super::model::{Arch, Params};
use crate::eval::nnue::{self, Dense};

/// A network that training cannot start from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It has another shape than the one to be trained.
    #[error("the network is {found}, the run trains {wanted}")]
    OtherShape {
        /// What the file holds.
        found: String,
        /// What is to be trained.
        wanted: String,
    },
    /// The rows of the trainer cannot be told from their sums in the file.
    #[error("only K-P networks can be started from; begin from a checkpoint")]
    Folded,
}

/// The floats that [`export`](super::export::export) makes these integers of.
///
/// # Errors
/// If the network has another shape, or inputs that the trainer holds in parts.
pub fn import(arch: &Arch, network: &nnue::Params) -> Result<Params, ImportError> {
    let wanted = nnue::Architecture::Classic(arch.layout());
    let found = network.architecture();
    let nnue::Params::Classic(network) = network else {
        return Err(ImportError::OtherShape {
            found: found.to_string(),
            wanted: wanted.to_string(),
        });
    };
    if found != wanted {
        return Err(ImportError::OtherShape {
            found: found.to_string(),
            wanted: wanted.to_string(),
        });
    }
    if arch.features != InputSet::Kp {
        return Err(ImportError::Folded);
    }
    let mut params = Params::random(arch, 0);
    let scaled = |to: &mut Buffer, from: &[i16]| {
        for (to, &x) in to.iter_mut().zip(from) {
            *to = f32::from(x) / ACTIVATION;
        }
    };
    scaled(&mut params.rows, network.transformer.weights());
    let dense = &mut params.dense;
    scaled(&mut dense.ft_bias, network.transformer.biases());
    let [first, second, last] = &network.layers;
    layer(first, HALF_STEP, &mut dense.w1, &mut dense.b1);
    layer(second, HALF_STEP, &mut dense.w2, &mut dense.b2);
    layer(last, 0.0, &mut dense.w3, &mut dense.b3);
    Ok(params)
}

/// A layer, `offset` taken off its biases.
fn layer(from: &Dense, offset: f32, weight: &mut Buffer, bias: &mut Buffer) {
    for (to, &b) in bias.iter_mut().zip(&from.biases) {
        *to = (b as f32 - offset) / (ACTIVATION * WEIGHT);
    }
    for (input, weights) in weight.chunks_exact_mut(bias.len()).enumerate() {
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

    const ARCH: Arch = Arch {
        features: InputSet::Kp,
        ft: 32,
        h1: 8,
        h2: 16,
    };

    #[test]
    fn a_network_comes_back_from_its_integers() {
        let exported = export(&ARCH, &Params::random(&ARCH, 7)).params;
        let file = nnue::Params::from(exported.clone());
        let params = import(&ARCH, &file).unwrap();
        let again = nnue::Params::from(export(&ARCH, &params).params);
        let bytes = |params: &nnue::Params| {
            let mut bytes = Vec::new();
            params.write(&mut bytes, Default::default()).unwrap();
            bytes
        };
        assert!(
            exported
                .layers
                .iter()
                .all(|l| l.weights.iter().any(|&w| w != 0))
        );
        assert_eq!(bytes(&again), bytes(&file));
    }

    #[test]
    fn other_shapes_are_refused() {
        let file = nnue::Params::from(export(&ARCH, &Params::random(&ARCH, 7)).params);
        let wider = Arch { ft: 64, ..ARCH };
        let error = import(&wider, &file).err().unwrap().to_string();
        assert!(error.contains("32") && error.contains("64"), "{error}");
        let zones = Arch {
            features: InputSet::HalfKpVm(Zones::Squares),
            ..ARCH
        };
        let file = nnue::Params::from(export(&zones, &Params::random(&zones, 7)).params);
        assert_eq!(import(&zones, &file).err(), Some(ImportError::Folded));
    }
}
