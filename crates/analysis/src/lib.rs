//! Analysis: reports on games, tsume problems, board pictures, problems from one's own games.

pub mod breakdown;
pub mod japanese;
mod motif;
pub mod progress_file;
pub mod report;
pub mod study;
pub mod tsume;
