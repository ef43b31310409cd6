//! What a format cannot hold of a record, told to whoever writes it.

use super::tree::{Node, Record, Step};

/// Things left out or changed in writing, each named once.
#[derive(Debug, Default)]
pub(super) struct Losses(Vec<String>);

impl Losses {
    pub fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.0.contains(&text) {
            self.0.push(text);
        }
    }

    pub fn into_vec(self) -> Vec<String> {
        self.0
    }

    /// A time is written in whole seconds.
    pub fn fraction(&mut self, time_ms: u64) {
        if !time_ms.is_multiple_of(1000) {
            self.note("fractions of seconds are dropped");
        }
    }

    pub fn time(&mut self, time_ms: Option<u64>) {
        if time_ms.is_some() {
            self.note("times are left out");
        }
    }

    pub fn bookmark(&mut self, node: &Node) {
        if node.bookmark.is_some() {
            self.note("bookmarks are left out");
        }
    }

    /// The format has no place for the move number of the start position.
    pub fn start_ply(&mut self, record: &Record) {
        let ply = record.start().ply();
        if ply != 1 {
            self.note(format!("the move number of the start, {ply}, is left out"));
        }
    }

    pub fn variations(&mut self, record: &Record) {
        if record.has_variations() {
            self.note("variations are left out");
        }
    }

    /// Only the start and the moves of the main line are written.
    pub fn all_but_moves(&mut self, record: &Record) {
        if !record.headers.is_empty() {
            self.note("names and other headers are left out");
        }
        self.variations(record);
        for id in record.ids() {
            let node = record.node(id);
            self.time(node.time_ms);
            self.bookmark(node);
            if !node.comments.is_empty() {
                self.note("comments are left out");
            }
            if matches!(node.step(), Step::End(_)) {
                self.note("the end mark is left out");
            }
        }
    }
}
