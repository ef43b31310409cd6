//! NNUE: small neural networks, updated move by move, loaded from the nn.bin files of shogi engines
//! of any architecture.
//!
//! | part | module |
//! | --- | --- |
//! | architectures: feature sets, sizes and their hashes | `arch` |
//! | number of a piece on its square or in a hand; row of that number in a feature set | `bonapiece`, `features` |
//! | parameters, and their files | `params`, `file` |
//! | networks in memory, in the order in which evaluations read the weights | `network`, `packed` |
//! | accumulators along a line of moves; last accumulator for each king square | `accumulator`, `cache` |
//! | arithmetic: interface with portable code; vector code | `backend`, `simd` |
//! | detection of the instruction set; evaluation in one thread | `kernel`, `state` |

mod accumulator;
mod aligned;
mod arch;
mod backend;
#[doc(hidden)]
pub mod bonapiece;
mod cache;
#[doc(hidden)]
pub mod features;
mod file;
mod kernel;
mod network;
mod packed;
mod params;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod simd;
mod state;

pub use arch::{Architecture, Classic, FeatureSet, Sfnn, Stacks};
pub use file::{
    BlockFault, NetError, NetInfo, NetPart, NetProblem, NetWarning, UnsupportedNet, read_bytes,
    read_file,
};
pub use kernel::Kernel;
pub use network::Network;
pub use params::{ClassicParams, DenseLayer, NetParams, SfnnParams, Transformer};
pub use state::NnueState;
