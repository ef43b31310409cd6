//! The commands that make training data and train networks with them.

#[cfg(feature = "tools")]
mod data;
mod gensfen;
mod teacher;
#[cfg(feature = "tools")]
mod train;
mod watch;

#[cfg(feature = "tools")]
pub(super) use data::Data;
pub(super) use gensfen::Gensfen;
#[cfg(feature = "tools")]
pub(super) use train::Train;
