//! What a format cannot hold of a record, told to whoever writes it.

use super::tree::{Node, Record, Step};

/// Something left out or changed in writing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Loss {
    #[error("fractions of seconds are dropped")]
    Fractions,
    #[error("times are left out")]
    Times,
    #[error("bookmarks are left out")]
    Bookmarks,
    #[error("the move number of the start, {0}, is left out")]
    StartPly(u32),
    #[error("variations are left out")]
    Variations,
    #[error("variations nested more than {0} deep are left out")]
    DeepVariations(usize),
    #[error("names and other headers are left out")]
    Headers,
    #[error("comments are left out")]
    Comments,
    #[error("the end mark is left out")]
    End,
    #[error("the end '{0}' has no name in CSA; written as a comment behind %CHUDAN")]
    EndName(String),
    #[error("CP932 has no '{0}'; written as 〓 (UTF-8 keeps them: .kifu, .ki2u)")]
    Characters(String),
}

/// Things left out or changed in writing, each named once.
#[derive(Debug, Default)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    pub fn note(&mut self, loss: Loss) {
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    pub fn into_vec(self) -> Vec<Loss> {
        self.0
    }

    /// A time is written in whole seconds.
    pub fn fraction(&mut self, time_ms: u64) {
        if !time_ms.is_multiple_of(1000) {
            self.note(Loss::Fractions);
        }
    }

    pub fn time(&mut self, time_ms: Option<u64>) {
        if time_ms.is_some() {
            self.note(Loss::Times);
        }
    }

    pub fn bookmark(&mut self, node: &Node) {
        if node.bookmark.is_some() {
            self.note(Loss::Bookmarks);
        }
    }

    /// The format has no place for the move number of the start position.
    pub fn start_ply(&mut self, record: &Record) {
        let ply = record.start().ply();
        if ply != 1 {
            self.note(Loss::StartPly(ply));
        }
    }

    pub fn variations(&mut self, record: &Record) {
        if record.has_variations() {
            self.note(Loss::Variations);
        }
    }

    /// Only the start and the moves of the main line are written.
    pub fn all_but_moves(&mut self, record: &Record) {
        if !record.headers.is_empty() {
            self.note(Loss::Headers);
        }
        self.variations(record);
        for id in record.ids() {
            let node = record.node(id);
            self.time(node.time_ms);
            self.bookmark(node);
            if !node.comments.is_empty() {
                self.note(Loss::Comments);
            }
            if matches!(node.step(), Step::End(_)) {
                self.note(Loss::End);
            }
        }
    }
}
