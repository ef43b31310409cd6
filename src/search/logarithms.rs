//! Logarithms of depths and move counts, from which the reduction of late moves is made.

use once_cell::sync::Lazy;

use super::tunables as tune;
use crate::movegen::MAX_MOVES;

/// Scaled so that the product of two is in 1/1024 ply.
static TABLE: Lazy<Box<[i32; MAX_MOVES]>> = Lazy::new(|| {
    let mut table = Box::new([0; MAX_MOVES]);
    for (i, entry) in table.iter_mut().enumerate().skip(1) {
        *entry = logarithm(i);
    }
    table
});

fn logarithm(i: usize) -> i32 {
    (f64::from(tune::lmr_log()) / 128.0 * (i as f64).ln()) as i32
}

/// The table, made once: a thread that searches holds on to it.
#[derive(Clone, Copy)]
pub(super) struct Logarithms(&'static [i32; MAX_MOVES]);

impl Logarithms {
    pub(super) fn new() -> Logarithms {
        Logarithms(&TABLE)
    }

    /// The scaled logarithm of a depth or count; 0 for 0.
    #[inline]
    pub(super) fn of(self, i: i32) -> i32 {
        let i = (i as usize).min(MAX_MOVES - 1);
        // The table is made once, but a margin being tuned changes.
        if cfg!(feature = "tuning") && i > 0 {
            logarithm(i)
        } else {
            self.0[i]
        }
    }
}
