//! Positions and games made visible: boards for the terminal and as SVG, reports on whole games.

pub mod analysis;
mod escape;
pub mod formation;
mod svg;
mod terminal;

pub use svg::{Diagram, Lettering};
pub use terminal::TerminalBoard;
