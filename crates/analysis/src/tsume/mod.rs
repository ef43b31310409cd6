//! Tsume problems from record files, solved on all cores.

mod answer;
pub mod bench;
mod problem;
mod run;

pub use answer::{Answer, OtherAnswer, Verdict};
pub use problem::{HandRule, Problem};
pub use run::{TsumeEvent, TsumeRun, TsumeSettings};
