//! What the numbers of an evaluator stand for.
//!
//! | number | unit | odds of e to 1 |
//! | --- | --- | --- |
//! | output | the network's own | what its file says (`odds=`, [`NetScales`]) |
//! | score of the search | output / FV_SCALE ([`FvScale`]); a pawn is about 90 | whatever suits the margins of the search |
//! | score shown | the same converted ([`ScoreScale`]) | 600 centipawns ([`Score`](crate::types::Score)) |
//!
//! Both scales of a network belong to it, but are rarely stored in its file.

mod fv_scale;
mod net_scales;
mod score_scale;

pub use fv_scale::{FvScale, OPTIONS_FILE, ScaleOrigin};
pub use net_scales::{DEFAULT_FV_SCALE, FV_SCALE_RANGE, NetScales, ODDS_RANGE, ScaleWarning};
pub use score_scale::ScoreScale;
