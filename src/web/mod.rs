//! The engine in a browser: what the page asks besides the moves of the engine.
//!
//! Texts go in and come out; what is wrong with them is told in words. Nothing
//! here needs a browser, so that it is tested like everything else.

mod found;
mod legal;
mod path;
mod question;
mod reading;
mod writing;

pub use question::answer;
