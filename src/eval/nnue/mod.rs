//! NNUE: small neural networks kept up to date move by move, loaded from the
//! field's nn.bin files whatever their architecture.

mod accumulator;
mod aligned;
mod arch;
mod cache;
mod error;
mod features;
mod format;
mod header;
mod kernel;
mod leb128;
mod network;
mod packed;
mod params;
mod scale;
mod sfnn_format;
mod simd;
mod state;

pub use arch::{Architecture, Classic, FeatureSet, Sfnn, Stacks};
pub use error::{NetError, NetProblem, NetWarning};
pub use format::{NetInfo, Params, read_bytes, read_file};
pub use kernel::Kernel;
pub use network::Network;
pub use params::{ClassicParams, Dense, SfnnParams, Transformer};
pub use scale::{
    DEFAULT_FV_SCALE, FV_SCALE_RANGE, NetScales, ODDS_RANGE, parse_fv_scale, with_scales,
};
pub use state::NnueState;
