//! The first-layer rows that a batch switches on, and their gradients.
//!
//! A row of the network file is the sum of its parts, the rows trained
//! ([`InputSet::parts`]). The sum is formed, and rounded as in the file, once
//! for each row that a worker meets in a batch; in the end the gradient of a
//! row of the file goes to all its parts.

use super::features::InputSet;
use super::grid::{self, ACTIVATION, ROW_LIMIT};
use super::kernels::{Buffer, add_rows};

const NO_SLOT: u32 = u32::MAX;

/// Rows met, each in a slot of its own, in the order in which they were met.
struct Slots {
    /// By row.
    slots: Vec<u32>,
    /// By slot.
    rows: Vec<u32>,
}

impl Slots {
    fn new(rows: usize) -> Slots {
        Slots {
            slots: vec![NO_SLOT; rows],
            rows: Vec::new(),
        }
    }

    /// The slot of a row; a new one is handed to `begin` first.
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

    /// The slot of a row, if it was met.
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

/// A worker's rows.
pub struct RowsInUse {
    set: InputSet,
    width: usize,
    /// Rows of the file.
    met: Slots,
    /// Their weights and the gradients by them, by slot. Room for all of them;
    /// memory that is never touched costs nothing.
    weights: Buffer,
    gradients: Buffer,
    /// The rows trained, where these are others than those of the file, and
    /// the gradients by them.
    parts: Option<(Slots, Buffer)>,
}

impl RowsInUse {
    /// For rows of `width` numbers.
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

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.met.clear();
        if let Some((parts, _)) = &mut self.parts {
            parts.clear();
        }
    }

    /// Puts the slots of rows of the file in their place. A row that is new is
    /// summed from the rows `trained`, and rounded if so asked.
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

    /// The weights, by slot.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Adds rows of `from` to the gradient of a slot.
    pub fn add(&mut self, slot: u32, from: &[f32], rows: &[u32]) {
        let start = slot as usize * self.width;
        let gradient = &mut self.gradients[start..start + self.width];
        add_rows(gradient, from, self.width, rows);
    }

    /// Hands the gradients of the file's rows to the rows trained.
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

    /// The gradient of a row trained, if it was met.
    pub fn gradient(&self, row: usize) -> Option<&[f32]> {
        let (slots, gradients) = match &self.parts {
            Some((slots, gradients)) => (slots, gradients),
            None => (&self.met, &self.gradients),
        };
        let start = slots.get(row)? * self.width;
        gradients.get(start..start + self.width)
    }
}
