//! Matches between two players: the referee, the pairing of games, their statistics and their records.

pub mod clocks;
pub mod openings;
pub mod player;
pub mod sprt;
pub mod stats;
