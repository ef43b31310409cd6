//! Tsume problems from record files, solved in parallel.

pub mod bench;
mod problem;
mod run;

pub use problem::{HandRule, OtherAnswer, ProblemFault, TsumeAnswer, TsumeProblem, Verdict};
pub use run::{TsumeEvent, TsumeRun, TsumeSettings};
