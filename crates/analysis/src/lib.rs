//! Analysis: reports on games, tsume problems, board pictures, book making, problems from games.

pub mod book_making;
mod motif;
pub mod progress_file;
pub mod report;
pub mod study;
pub mod tsume;
