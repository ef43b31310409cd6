//! The files that an analysed game is written as.

use komadai_records::{Format, Record, WriteOptions, Written, write_bytes};

use super::comments::{annotate_csa, annotate_kif};
use super::document::Document;
use super::game::GameAnalysis;
use super::page_engine::PageEngine;
use super::{csv, html};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportFormat {
    /// A report for people.
    Html,
    /// The whole analysis for programs.
    Json,
    /// A table of the moves.
    Csv,
    /// The record with comments that GUIs read.
    Kif,
    /// The record with comments as on floodgate.
    Csa,
}

impl ReportFormat {
    /// The extension of such files. KIF in UTF-8, which loses nothing.
    pub fn extension(self) -> &'static str {
        match self {
            ReportFormat::Html => "html",
            ReportFormat::Json => "json",
            ReportFormat::Csv => "csv",
            ReportFormat::Kif => "kifu",
            ReportFormat::Csa => "csa",
        }
    }

    /// The bytes of the file, and what its format cannot hold of the record.
    /// `extension` is that of the file: among those of a record format it
    /// decides the encoding. A report gets the `engine`, if there is one.
    pub fn write(
        self,
        record: &Record,
        analysis: &GameAnalysis,
        document: &Document,
        extension: &str,
        engine: Option<&PageEngine>,
    ) -> Written {
        let (format, annotate): (_, fn(&mut _, &_)) = match self {
            ReportFormat::Html => return lossless(html::page(document, engine).into_bytes()),
            ReportFormat::Json => return lossless(document.json().into_bytes()),
            ReportFormat::Csv => return lossless(csv::table(document)),
            ReportFormat::Kif => (Format::Kif, annotate_kif),
            ReportFormat::Csa => (Format::Csa, annotate_csa),
        };
        let mut record = record.clone();
        annotate(&mut record, analysis);
        let options = match WriteOptions::for_extension(extension) {
            Some((named, options)) if named == format => options,
            _ => WriteOptions::default(),
        };
        write_bytes(&[record], format, options)
    }
}

fn lossless(bytes: Vec<u8>) -> Written {
    Written {
        bytes,
        losses: Vec::new(),
    }
}
