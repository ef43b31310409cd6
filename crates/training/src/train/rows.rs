//! The first-layer rows that are active in a batch, and their gradients.
//!
//! A row of the network file is the weighted sum of trained rows ([`InputSet::parts`]). A worker
//! computes the sum, and rounds it, once per batch for each row that is active in its samples; at
//! the end of the batch it adds the gradient of the row to those of its parts.

use super::features::InputSet;
use super::grid::{self, ACTIVATION, ROW_LIMIT};
use super::kernels::{Buffer, add_rows};

const NO_SLOT: u32 = u32::MAX;

/// Numbering of the rows used so far: each gets the next free slot at its first use.
struct Slots {
    /// The slot of each row, or [`NO_SLOT`].
    slots: Vec<u32>,
    /// The row in each slot.
    rows: Vec<u32>,
}

impl Slots {
    fn new(rows: usize) -> Slots {
        Slots {
            slots: vec![NO_SLOT; rows],
            rows: Vec::new(),
        }
    }

    /// The slot of a row. At the first use of the row, `begin` gets its new slot.
    #[inline]
    fn find(&mut self, row: u32, begin: impl FnOnce(usize)) -> u32 {
        let slot = &mut self.slots[row as usize];
        if *slot == NO_SLOT {
            *slot = self.rows.len() as u32;
            self.rows.push(row);
            begin(*slot as usize);
        }
        *slot
    }

    /// The slot of a row; `None` if the row is unused.
    fn get(&self, row: usize) -> Option<usize> {
        let slot = *self.slots.get(row)?;
        (slot != NO_SLOT).then_some(slot as usize)
    }

    fn clear(&mut self) {
        for row in self.rows.drain(..) {
            self.slots[row as usize] = NO_SLOT;
        }
    }
}

/// The weight rows of the first layer that one worker has used since the last clear, with their
/// gradients.
pub struct RowsInUse {
    set: InputSet,
    width: usize,
    /// Slots of rows of the network file.
    met: Slots,
    /// Weights and gradients by slot. The buffers have room for all rows, but only pages that are
    /// touched take memory.
    weights: Buffer,
    gradients: Buffer,
    /// Slots and gradients of the trained rows, if they differ from the rows of the file.
    parts: Option<(Slots, Buffer)>,
}

impl RowsInUse {
    /// An empty set, for rows of `width` weights.
    pub fn new(set: InputSet, width: usize) -> RowsInUse {
        let room = set.in_file().inputs() * width;
        let parts = set
            .is_factored()
            .then(|| (Slots::new(set.rows()), Buffer::zeros(set.rows() * width)));
        RowsInUse {
            set,
            width,
            met: Slots::new(set.in_file().inputs()),
            weights: Buffer::zeros(room),
            gradients: Buffer::zeros(room),
            parts,
        }
    }

    /// Empties the set, so that the weights of each row are summed anew at its next use.
    pub fn clear(&mut self) {
        self.met.clear();
        if let Some((parts, _)) = &mut self.parts {
            parts.clear();
        }
    }

    /// Replaces each number in `rows`, a row of the file, by its slot. The weights of a row that is
    /// used for the first time are summed from the `trained` rows, and rounded if `rounded`.
    pub fn find_all(&mut self, rows: &mut [u32], trained: &[f32], rounded: bool) {
        let width = self.width;
        for place in rows {
            let row = *place;
            *place = self.met.find(row, |slot| {
                let range = slot * width..(slot + 1) * width;
                self.gradients[range.clone()].fill(0.0);
                let weights = &mut self.weights[range];
                self.set.sum_parts(row as usize, trained, weights);
                if rounded {
                    grid::round_all(weights, ROW_LIMIT, ACTIVATION);
                }
            });
        }
    }

    /// The weights of all slots, one after the other.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Adds the given rows of `from` to the gradient of a slot.
    pub fn add(&mut self, slot: u32, from: &[f32], rows: &[u32]) {
        let start = slot as usize * self.width;
        let gradient = &mut self.gradients[start..start + self.width];
        add_rows(gradient, from, self.width, rows);
    }

    /// Adds the gradients of the rows of the file to those of the trained rows that they are sums
    /// of.
    pub fn unfold(&mut self) {
        let Some((parts, gradients)) = &mut self.parts else {
            return;
        };
        let width = self.width;
        parts.clear();
        for (slot, &row) in self.met.rows.iter().enumerate() {
            let from = &self.gradients[slot * width..(slot + 1) * width];
            for (part, factor) in self.set.parts(row as usize) {
                let to = parts.find(part as u32, |slot| {
                    gradients[slot * width..(slot + 1) * width].fill(0.0);
                }) as usize;
                for (to, from) in gradients[to * width..(to + 1) * width].iter_mut().zip(from) {
                    *to += factor * from;
                }
            }
        }
    }

    /// The gradient of a trained row; `None` if no active row depends on it.
    pub fn gradient(&self, row: usize) -> Option<&[f32]> {
        let (slots, gradients) = match &self.parts {
            Some((slots, gradients)) => (slots, gradients),
            None => (&self.met, &self.gradients),
        };
        let start = slots.get(row)? * self.width;
        gradients.get(start..start + self.width)
    }
}
