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
#[doc(hidden)]
pub mod db;
mod db_search;
mod embedded;
mod entry;
mod file;
mod memory;
mod options;
mod select;
mod store;
mod ybb;

pub use apery_walk::Named;
pub use db::Faults;
pub use embedded::{embedded, provide};
pub use entry::{BookMove, Entry};
pub use file::{Book, BookError, BookFault, BookFormat, Whole};
pub use memory::{BookKey, MemoryBook};
pub use options::BookOptions;
pub(crate) use select::draw;
pub use select::{Selected, select};
