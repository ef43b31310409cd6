//! Whole games analysed: every position searched, every move judged, reports for people and programs.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use komadai::record::read_file;
//! use komadai::report::analysis::{Analyser, AnalysisSettings, Document, Source, analyse_game, html};
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
mod batch;
mod comments;
pub mod csv;
mod document;
mod game;
pub mod games;
pub mod html;
mod judge;
mod notate;
mod noted;
mod output;
mod page_data;
mod page_engine;
mod page_script;
mod page_text;
mod phase;
mod position;
mod resume;
mod run;
mod score;
mod template;
mod variation;

pub use analyser::{Analyser, AnalyserError, AnalysisSettings, Budget, Identity, Job};
pub use comments::{annotate_csa, annotate_kif};
pub use document::{Document, SearchEntry, Source};
pub use game::{GameAnalysis, Player, Review};
pub use judge::{Judgement, accuracy};
pub use notate::Notation;
pub use noted::{NotedEnd, NotedMove};
pub use output::ReportFormat;
pub use page_engine::{ManifestFault, PageEngine, PageEngineError};
pub use phase::Phase;
pub use position::PositionAnalysis;
pub use run::{AnalysisEvent, AnalysisRun, EarlierRun, analyse_game};
pub use score::{ScoreEntry, VIEW, bound_for_black, bound_name, for_black, round, win_probability};
