//! Positions and games made visible: boards for the terminal and as SVG, reports on whole games.

pub mod analysis;
pub mod formation;
mod layout;
pub mod opening_tree;
mod svg;
mod terminal;

pub use layout::Lettering;
pub use svg::Diagram;
pub use terminal::TerminalBoard;
