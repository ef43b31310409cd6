//! Opening books: making books by search, joining them, cutting them down, and reading and writing
//! whole files.

mod back_up;
mod expand;
mod journal;
mod making;
mod merge;
mod read;
mod save;
mod write;

pub use back_up::back_up;
pub use expand::{BookNode, BookWalk, Expansion, cut_down};
pub use journal::BookJournal;
pub use making::{BookMaking, BookMakingError, MakingEvent};
pub use merge::merge;
pub use read::read_whole;
pub use save::{Losses, save};
