//! Training of Komadai's networks: game files and other training data, self-play, the trainer.

pub mod pack;
pub mod selfplay;
pub mod train;
