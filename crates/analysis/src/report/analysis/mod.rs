//! Whole games analysed: every position searched, every move judged, reports for people and programs.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use komadai_records::read_file;
//! use komadai_analysis::report::analysis::{Analyser, AnalysisSettings, Document, Source, analyse_game, html};
//!
//! let reading = read_file(Path::new("game.kif"))?;
//! let record = &reading.records[0];
//! let analyser = Analyser::new(AnalysisSettings::default())?;
//! let analysis = analyse_game(&analyser, record);
//! let source = Source { name: "game.kif", settings: Some(analyser.identity()), problems: &[] };
//! let page = html::page(&Document::new(record, &analysis, &source), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyser;
mod comments;
mod document;
mod game;
pub mod games;
pub mod html;
mod noted;
mod output;
mod page_script;
mod position;
mod resume;
mod run;
mod score;

pub use crate::progress_file::ProgressError;
pub use analyser::{Analyser, AnalyserError, AnalysisSettings, Budget, Identity, Job};
pub use comments::{annotate_csa, annotate_kif};
pub use document::{Document, SearchEntry, Source};
pub use game::{GameAnalysis, Phase, Player, Review};
pub use html::{PageEngine, PageEngineError};
pub use noted::{Notation, NotedEnd, NotedMove};
pub use output::ReportFormat;
pub use position::PositionAnalysis;
pub use run::{AnalysisEvent, AnalysisRun, EarlierRun, analyse_game};
pub use score::{
    Judgement, ScoreEntry, VIEW, ViewedScore, bound_in_words, for_black, round, win_probability,
};
