//! Analysis: reports on games, tsume problems, board pictures, book making.

pub mod book_making;
pub mod progress_file;
pub mod report;
pub mod tsume;
