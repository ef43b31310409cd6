//! USI client: drives an engine over pipes, as a GUI does.

mod command;
mod engine;
mod group;
mod option_value;
mod pipe;
mod reply;

pub use command::{CommandError, EngineCommand};
pub use engine::{ClientError, During, GoReply, LaunchConfig, UsiEngine};
pub use group::end_all_engines;
pub use pipe::PASSWORD_VARIABLE;
pub use reply::BestLine;

/// Whoever hears of every line between us and an engine, from the threads that write and read.
pub trait Watcher: Send + Sync {
    /// A line was sent.
    fn sent(&self, line: &str);
    /// A line came.
    fn received(&self, line: &str);
    /// There is something to [`UsiEngine::poll`] for: a line, or the end of the output.
    fn news(&self);
}
