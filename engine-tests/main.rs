//! Tests of the libraries and of the executable, in one program, which links faster than several.
//! Those that compute much are in `library.rs`.
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
mod mate_command;
mod notation;
mod outputs;
mod page;
mod properties;
mod records;
mod records_damaged;
mod records_faults;
mod records_kept;
mod records_pairs;
mod referee;
mod report;
mod robustness;
mod rules;
mod study;
mod support;
mod usi;
mod usi_fuzz;
mod written;
