//! Tests of the library and of the executable, in one program, which links faster than several.
//!
//! A file that no `mod` line reaches fails the test in `layers`.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod analyse;
mod book;
mod client;
mod command_rows;
mod convert;
mod csa;
mod documents;
mod japanese;
mod json;
mod layers;
mod match_command;
mod match_run;
mod mate;
mod nnue;
mod notation;
mod outputs;
mod page;
mod perft;
mod properties;
mod records;
mod records_damaged;
mod records_faults;
mod records_pairs;
mod referee;
mod report;
mod robustness;
mod rules;
mod search;
mod study;
mod support;
mod tsume;
mod usi;
mod usi_fuzz;
mod written;
