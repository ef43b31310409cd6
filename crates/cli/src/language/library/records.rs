//! Japanese texts for files of game records. Those for faults of records and losses in conversion
//! are shared with pages for browsers.

use komadai_records::{Format, Loss, Problem, Reason, RecordError};

use super::shared;
use crate::language::{Japanese, ja};
use crate::records::in_file;

shared!(Format, Loss, Problem, Reason);

impl Japanese for RecordError {
    fn japanese(&self) -> String {
        match self {
            RecordError::Io { file, source } => {
                format!("{}: {}", file.display(), source.japanese())
            }
            RecordError::Content { file, problem } => in_file(file.display(), problem),
            RecordError::Extension { file } => {
                ja!(RecordError.Extension, file, known = Format::extensions())
            }
            _ => self.to_string(),
        }
    }
}
