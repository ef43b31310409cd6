//! Commands that generate training data and train networks.

mod data;
mod gensfen;
mod teacher;
mod train;
mod watch;

pub(super) use data::{BelowOneError, Data};
pub(super) use gensfen::Gensfen;
pub(super) use train::{ShapeError, Train};
