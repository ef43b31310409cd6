//! Built-in network, for users who have no network file.
//!
//! It was trained on Komadai's own games alone (`docs/training.md`).

use std::io::Read;
use std::sync::{Arc, OnceLock};

use once_cell::sync::OnceCell;
use ruzstd::decoding::StreamingDecoder;

use super::nnue::Network;

/// The network file, compressed by `scripts/embed-net`.
#[cfg(feature = "embedded")]
static PACKED: &[u8] = include_bytes!("../../nets/komadai.bin.zst");
#[cfg(not(feature = "embedded"))]
static PACKED: &[u8] = &[];

/// Compressed network file given at run time, for executables that contain none.
static PROVIDED: OnceCell<Vec<u8>> = OnceCell::new();

/// Takes a network compressed by `scripts/embed-net` as the built-in network, for builds without
/// the feature `embedded`. Only the first call counts, and only before the first use of
/// [`network`].
pub fn provide(packed: Vec<u8>) {
    // `set` fails if a file has been provided before; that file stays.
    let _ = PROVIDED.set(packed);
}

/// The built-in network, unpacked once per process, at the first call. `None` if there is none
/// (see [`provide`]), or if the file is no network.
pub fn network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    NETWORK
        .get_or_init(|| {
            let network = Network::from_bytes(&file()?);
            if let Err(error) = &network {
                log::error!("the built-in network: {error}");
            }
            network.ok().map(Arc::new)
        })
        .clone()
}

/// The built-in network as the bytes of a network file (nn.bin), if there is one.
pub fn file() -> Option<Vec<u8>> {
    let packed = match PACKED {
        [] => PROVIDED.get()?,
        _ => PACKED,
    };
    let mut bytes = Vec::new();
    let unpacked = StreamingDecoder::new(packed).map(|mut decoder| decoder.read_to_end(&mut bytes));
    match unpacked {
        Ok(Ok(_)) => Some(bytes),
        _ => {
            log::error!("the built-in network cannot be unpacked");
            None
        }
    }
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_network_and_its_file_is_a_network_file() {
        let network = network().unwrap();
        let from_file = Network::from_bytes(&file().unwrap()).unwrap();
        assert_eq!(network.info().hash, from_file.info().hash);
        assert!(network.info().warnings.is_empty());
    }
}
