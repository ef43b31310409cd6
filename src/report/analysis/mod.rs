//! Whole games analysed: every position searched, every move judged, reports for people and programs.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use komadai::record::read_file;
//! use komadai::report::analysis::{Analyser, Document, Settings, Source, html};
//!
//! let reading = read_file(Path::new("game.kif"))?;
//! let record = &reading.records[0];
//! let mut analyser = Analyser::new(Settings::default())?;
//! let analysis = analyser.game(record);
//! let source = Source { name: "game.kif", settings: analyser.identity(), problems: &[] };
//! let page = html::page(&Document::new(record, &analysis, &source));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyser;
mod batch;
mod comments;
pub mod csv;
mod document;
mod game;
pub mod html;
mod judge;
mod notate;
mod position;
mod resume;
mod score;

pub use analyser::{Analyser, AnalyserError, Budget, Identity, Job, Settings};
pub use batch::Batch;
pub use comments::{annotate_csa, annotate_kif};
pub use document::{Document, Source};
pub use game::{GameAnalysis, Player, Review};
pub use judge::{Judgement, accuracy};
pub use notate::Notation;
pub use position::{Line, PositionAnalysis};
pub use resume::{Progress, ProgressError, ProgressFile};
pub use score::{ScoreEntry, bound_in_words, bound_name, win_probability};
