//! Trainer of Komadai's networks; it runs on the CPU.
//!
//! | step | module |
//! | --- | --- |
//! | games become positions with scores and results; some games are held out | `expand`, [`filter`], [`sample`], [`dataset`] |
//! | the scale of the scores is fitted to the results; with it scores become chances, mixed into labels | `calibrate`, `score`, `label`, `unlabelled` |
//! | positions become rows of the first layer | [`features`], `rows` |
//! | forward, loss and gradients, one part of the batch a worker | `shard`, `layers`, `activations`, `loss`, `kernels` |
//! | one step of AdamW | `optimizer` |
//! | the mean of the last steps | `average` |
//! | the loop: batches, step size, validation, checkpoints | [`trainer`], `checkpoint` |
//! | the parameters of a network file out of floats | `export`, `grid` |
//! | floats out of a net file, to go on from it | `import` |
//! | baseline: a regression on the pieces | [`baseline`] |
//! | distance of labels from those of deep searches | [`distance`](mod@distance) |
//! | the log as a table and as a picture | `learning_curve` |
//! | the files of a run | [`session`] |
//!
//! The result depends on the data, the options and the number of shards, not on the number of
//! threads or on interruptions.

mod activations;
mod average;
pub mod baseline;
mod calibrate;
mod checkpoint;
pub mod config;
pub mod dataset;
pub mod distance;
mod expand;
mod export;
pub mod features;
pub mod filter;
mod grid;
mod import;
mod kernels;
mod label;
mod layers;
mod learning_curve;
mod loss;
pub mod model;
mod optimizer;
mod rows;
pub mod sample;
mod score;
pub mod session;
mod shard;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
pub mod trainer;
mod unlabelled;

pub use checkpoint::{CheckpointError, CheckpointFault};
pub use import::ImportError;
