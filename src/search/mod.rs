//! The search: what it is told, what it tells, and how it thinks.

pub mod clock;
pub mod limits;
pub mod options;
pub mod report;

pub use clock::Clock;
pub use limits::{ClockTimes, Limits, PonderHit, Signals};
pub use options::{SearchOptions, TimeOptions};
pub use report::{Best, Info, Outcome, Reporter};
