//! The commands that make training data and train networks with them.

mod common;
#[cfg(feature = "tools")]
pub(super) mod data;
pub(super) mod gensfen;
#[cfg(feature = "tools")]
pub(super) mod train;
