//! The arithmetic of an evaluation, whichever code does it.

use super::network::{Layers, Network};
use super::params::Transformer;

/// What an evaluation computes. [`super::scalar`] is the specification,
/// [`super::vector`] the same with the instructions of a CPU; all give the
/// same numbers.
///
/// # Safety
/// Every function needs the CPU features of its kernel.
#[allow(
    clippy::missing_safety_doc,
    reason = "said once for all functions above"
)]
pub(super) trait Backend {
    /// `to = from - subs + adds`.
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    );
    /// `cache = cache - rows[subs] + rows[adds]; to = cache`.
    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    );
    /// The network's output for the side to move's and the other accumulator.
    unsafe fn output(
        net: &Network,
        layers: &Layers,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32;
}
