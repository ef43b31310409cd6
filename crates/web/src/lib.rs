//! The engine as a WebAssembly module: for pages, and for GUIs that run in browsers.
//!
//! The module has no thread of its own. Whoever uses it hands over lines of the protocol and
//! gives turns of some milliseconds; a search that is not finished by then is suspended with its
//! stack and goes on in the next turn (`host`). The JavaScript around it is `web/engine`.
//!
//! A page asks besides for what only the library knows: legal moves, records, notation. Questions
//! and answers are texts; they need no browser, so that they are tested like everything else.

#[cfg(target_family = "wasm")]
mod exports;
mod question;
mod words;
mod writing;

pub use question::answer;
