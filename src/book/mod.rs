//! Opening books: three file formats, looking positions up, choosing a move, making books.
//!
//! | format | ending | what it holds |
//! | --- | --- | --- |
//! | DB2016 of YaneuraOu | `.db` | everything, as text |
//! | YaneuraOu's binary book | `.ybb` | scores and depths |
//! | Apery's book | `.bin` | scores and counts |
//!
//! Nothing read from a book is trusted: damaged files are errors, and moves
//! are checked for legality before they are played.

mod apery;
mod apery_key;
mod apery_walk;
mod back_up;
mod db;
mod db_search;
mod embedded;
mod entry;
mod expand;
mod file;
mod journal;
mod memory;
mod options;
mod save;
mod select;
mod store;
mod ybb;

pub use crate::files::journal::JournalError;
pub use apery::AperyError;
pub use apery_walk::Named;
pub use back_up::back_up;
pub use db::Faults;
pub use db_search::DbError;
pub use embedded::{embedded, provide};
pub use entry::{BookMove, Entry};
pub use expand::{Expansion, Node, Walk};
pub use file::{Book, BookError, BookFault, BookFormat, Whole};
pub use journal::BookJournal;
pub use memory::{BookKey, MemoryBook};
pub use options::BookOptions;
pub use save::{Losses, save};
pub(crate) use select::draw;
pub use select::{Selected, select};
pub use ybb::YbbError;
