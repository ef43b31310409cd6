//! USI client: drives an engine over pipes, as a GUI does.

mod command;
mod engine;
mod pipe;
mod reply;

pub use command::{CommandError, EngineCommand};
pub use engine::{ClientError, During, GoReply, LaunchConfig, UsiEngine};
pub use reply::BestLine;
