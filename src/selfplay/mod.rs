//! Matches between two players: the referee, the pairing of games, their statistics and their records.

pub mod adjudicate;
pub mod clocks;
pub mod openings;
pub mod player;
pub mod referee;
pub mod sprt;
pub mod stats;
