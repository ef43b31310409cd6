//! Trainer of Komadai's networks; it runs on the CPU.
//!
//! | step | module |
//! | --- | --- |
//! | expands games to positions with scores and results; some games are held out for validation | `expand`, [`filter`], [`sample`], [`dataset`] |
//! | fits the scale that converts scores to winning chances; labels mix these chances with the game results | `calibrate`, `score`, `label`, `unlabelled` |
//! | converts positions to the active rows of the first layer | [`features`], `rows` |
//! | forward pass, loss and gradients; each worker takes one part of the batch | `shard`, `layers`, `activations`, `loss`, `kernels` |
//! | updates the parameters by one step of AdamW | `optimizer` |
//! | average of the parameters over the last steps | `average` |
//! | training loop: batches, step size, validation, checkpoints | [`trainer`], `checkpoint` |
//! | converts the trained floats to the integer parameters of a network file | `export`, `grid` |
//! | reads a network file back into floats, to continue training from it | `import` |
//! | fits a baseline for comparison: a regression on the pieces | [`baseline`] |
//! | measures the distance of labels from those of deep searches | [`distance`](mod@distance) |
//! | shows the log of a run as a table and as a picture | `learning_curve` |
//! | manages the files of a run | [`session`] |
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
