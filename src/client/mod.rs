//! Drives another USI engine over pipes, as a GUI does.

mod command;
mod engine;
mod info;
mod option_line;
mod options_file;
mod pipe;
mod reply;

pub use command::{CommandError, EngineCommand};
pub use engine::{ClientError, GoReply, LaunchConfig, UsiEngine};
pub use info::Info;
pub use option_line::{OptionError, OptionKind, OptionLine};
pub use options_file::{FileOption, OptionsFileError, parse_options};
pub use reply::{Best, BestLine};
