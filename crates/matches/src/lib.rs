//! Matches between engines: referee, pairing of games, statistics and game records.

pub mod adjudicate;
pub mod book_starts;
pub mod client;
pub mod clocks;
pub mod csa;
pub mod engine_player;
pub mod game_record;
pub mod match_file;
pub mod match_identity;
pub mod match_run;
pub mod opening_gen;
pub mod openings;
pub mod player;
mod ratings;
pub mod referee;
pub mod schedule;
pub mod side;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod tally;
pub mod to_record;
