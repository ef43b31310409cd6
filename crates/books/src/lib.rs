//! Opening books: making books by search, cutting them down, and writing them to files.

mod back_up;
mod expand;
mod journal;
mod making;
mod save;

pub use back_up::back_up;
pub use expand::{BookNode, BookWalk, Expansion, cut_down};
pub use journal::BookJournal;
pub use making::{BookMaking, BookMakingError, MakingEvent};
pub use save::{Losses, save};
