//! Positions and games made visible: boards for the terminal and as SVG, reports on whole games.

pub mod analysis;
mod board_layout;
mod escape;
mod svg;
mod terminal;

pub use board_layout::Lettering;
pub use svg::Diagram;
pub use terminal::TerminalBoard;
