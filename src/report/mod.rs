//! Positions and games made visible: boards for the terminal and as SVG.

mod svg;
mod terminal;

pub use svg::{Diagram, Lettering};
pub use terminal::TerminalBoard;
