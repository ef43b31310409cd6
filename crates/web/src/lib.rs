//! Engine as a WebAssembly module, for pages and for GUIs that run in browsers.
//!
//! The module has no threads. Its caller passes protocol lines and grants turns of some
//! milliseconds. A search that does not finish in its turn is suspended with its stack, and resumed
//! in the next turn (`host`). The JavaScript side is in `web/engine`.
//!
//! A page also asks questions that need the library: legal moves, records, notation.
//! Questions and answers are JSON texts, so that they can be tested without a browser.

#[cfg(target_family = "wasm")]
mod exports;
mod question;
mod writing;

pub use question::answer;
