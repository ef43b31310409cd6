//! Analysis: reports on games, tsume problems, board pictures.

pub mod breakdown;
pub mod progress_file;
pub mod report;
pub mod tsume;
