//! The networks in memory: each file is read once, however many engines use it.

use std::path::Path;
use std::sync::{Arc, Mutex, Weak};

use crate::engine::paths::Found;
use crate::eval::nnue::{NetError, Network};
use crate::host::Instant;
use crate::host::sync::lock;

/// Every file loaded by this process, with its network while an engine has it.
static LOADED: Mutex<Vec<(Found, Weak<Network>)>> = Mutex::new(Vec::new());

/// The network of a file: the one in memory if the file has not changed since.
///
/// # Errors
/// If the file is no network.
pub(super) fn load(file: &Found) -> Result<Arc<Network>, NetError> {
    // Held while reading: a second engine waits for the first one's network.
    let mut loaded = lock(&LOADED);
    loaded.retain(|(_, network)| network.strong_count() > 0);
    let known = loaded.iter().find(|(known, _)| known == file);
    if let Some(network) = known.and_then(|(_, network)| network.upgrade()) {
        return Ok(network);
    }
    let network = Arc::new(read(file.path())?);
    loaded.push((file.clone(), Arc::downgrade(&network)));
    Ok(network)
}

fn read(path: &Path) -> Result<Network, NetError> {
    let start = Instant::now();
    let network = Network::load(path)?;
    log::debug!("{} loaded in {:?}", path.display(), start.elapsed());
    Ok(network)
}
