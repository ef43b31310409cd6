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

/// Observer of every line between this program and an engine. Its functions are called on the
/// threads that write and read the lines.
pub trait Watcher: Send + Sync {
    /// Called for each line sent.
    fn sent(&self, line: &str);
    /// Called for each line received.
    fn received(&self, line: &str);
    /// Called when [`UsiEngine::poll`] has something to read: a line, or the end of the output.
    fn news(&self);
}
