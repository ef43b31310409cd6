//! Large tables of scores that are quick to forget.

use crate::mem::{Zero, zeroed_box};

/// `N` rows of `LEN` scores, each worth the same until it is written.
///
/// Which rows have been written is remembered, so that forgetting costs what
/// was learnt and not what the table could hold: a short search writes a few
/// hundred kilobytes of tables that have tens of megabytes.
pub(super) struct Rows<const N: usize, const LEN: usize> {
    rows: Box<[[i16; LEN]; N]>,
    written: Box<[bool]>,
    start: i16,
}

impl<const N: usize, const LEN: usize> Rows<N, LEN>
where
    [i16; LEN]: Zero,
{
    /// Rows full of `start`.
    pub(super) fn new(start: i16) -> Rows<N, LEN> {
        let mut rows = zeroed_box::<[i16; LEN], N>();
        if start != 0 {
            rows.as_flattened_mut().fill(start);
        }
        Rows {
            rows,
            written: vec![false; N].into_boxed_slice(),
            start,
        }
    }

    /// Makes every score what it was at first.
    pub(super) fn clear(&mut self) {
        for (row, written) in self.rows.iter_mut().zip(&mut self.written) {
            if std::mem::take(written) {
                row.fill(self.start);
            }
        }
    }

    /// A row to read. The index must be below `N`.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[i16; LEN] {
        &self.rows[index]
    }

    /// A row to write. The index must be below `N`.
    #[inline]
    pub(super) fn row_mut(&mut self, index: usize) -> &mut [i16; LEN] {
        self.written[index] = true;
        &mut self.rows[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let mut rng = SplitMix64::new(5);
        for start in [0, -523] {
            let mut rows = Rows::<100, 7>::new(start);
            let mut twin = vec![[start; 7]; 100];
            for _ in 0..3 {
                for _ in 0..rng.below(150) {
                    let (row, at, value) = (rng.below(100), rng.below(7), rng.below(1000) as i16);
                    rows.row_mut(row)[at] = value;
                    twin[row][at] = value;
                }
                assert!((0..100).all(|row| *rows.row(row) == twin[row]));
                rows.clear();
                twin.fill([start; 7]);
                assert!((0..100).all(|row| *rows.row(row) == twin[row]));
            }
        }
    }
}
