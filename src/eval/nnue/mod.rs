//! NNUE: small neural networks kept up to date move by move, loaded from the
//! field's nn.bin files whatever their architecture.
//!
//! | what | module |
//! | --- | --- |
//! | sizes, feature sets and their hashes | `arch` |
//! | the number of a piece on its place, the row of a feature set | `bonapiece`, `features` |
//! | parameters, and the files they are read from and written to | `params`, `file` |
//! | a network ready to run | `network`, `packed` |
//! | the sums along a line of moves | `accumulator`, `cache` |
//! | the arithmetic: in plain code, with vectors, by instruction set | `backend`, `scalar`, `vector`, `simd` |
//! | one evaluation by the fastest kernel, a thread's state | `kernel`, `inference`, `state` |

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
mod inference;
mod kernel;
mod network;
mod packed;
mod params;
mod scalar;
mod simd;
mod state;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod vector;

pub use arch::{Architecture, Classic, FeatureSet, Sfnn, Stacks};
pub use file::{
    BlockFault, NetError, NetInfo, NetPart, NetProblem, NetWarning, UnsupportedNet, read_bytes,
    read_file,
};
pub use kernel::Kernel;
pub use network::Network;
pub use params::{ClassicParams, Dense, Params, SfnnParams, Transformer};
pub use state::NnueState;
