//! What the moves of a node are ordered by.

use super::history::Histories;
use crate::position::{CheckInfo, Position};

/// What the picker reads while it orders moves.
pub struct PickerContext<'a> {
    /// The position of the node.
    pub pos: &'a Position,
    /// What the search has learnt.
    pub histories: &'a Histories,
    /// Where checks can be given from.
    pub checks: &'a CheckInfo,
}
