//! Opening books: look-up of positions in four file formats and choice of a move. The crate
//! `komadai-books` makes, joins and writes them.
//!
//! | format | extension | content beside the moves |
//! | --- | --- | --- |
//! | DB2016 of YaneuraOu | `.db` | scores, depths, counts, replies and plies, as text |
//! | YaneuraOu's binary book | `.ybb` | scores, depths and plies |
//! | Apery's book | `.bin` | scores and counts |
//! | ShogiGUI's book | `.sbk` | judgements, counts and notes; with the feature `sbk` |
//!
//! A damaged book gives an error. The moves of an entry may be illegal: callers
//! must test them before they play one.

mod apery;
mod apery_key;
#[doc(hidden)]
pub mod db;
mod db_search;
mod embedded;
mod entry;
mod file;
mod memory;
mod notes;
mod options;
#[cfg(feature = "sbk")]
#[doc(hidden)]
pub mod sbk;
mod select;
mod store;
#[doc(hidden)]
pub mod ybb;

#[doc(hidden)]
pub use apery_key::apery_key;
pub use db::Faults;
pub use embedded::{embedded, provide};
pub use entry::{BookMove, Entry};
pub use file::{Book, BookError, BookFault, BookFormat, Whole};
pub use memory::{BookKey, MemoryBook};
#[doc(hidden)]
pub use notes::join_text;
pub use notes::{BookAnalysis, BookJudgement, Notes};
pub use options::BookOptions;
pub(crate) use select::draw;
pub use select::{Selected, select};
