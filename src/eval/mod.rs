//! Evaluators.

pub mod nnue;
