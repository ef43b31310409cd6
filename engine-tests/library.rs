//! Tests of the library that compute much. Its package is optimised in tests too (Cargo.toml).
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod mate;
mod nnue;
mod perft;
mod search;
mod support {
    pub mod golden;
    pub mod nets;
}
mod tsume;
