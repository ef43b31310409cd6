//! The network inside the executable, for users who have no network file.

use std::sync::Arc;

use super::nnue::Network;

/// The built-in network; `None` in a build that has none.
///
/// A build that has one keeps it compressed and unpacks it at the first call,
/// once for the whole process.
pub fn network() -> Option<Arc<Network>> {
    None
}
