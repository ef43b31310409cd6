//! Analysis of whole games: every position searched, every move judged, reports in several formats.
//!
//! An [`AnalysisRun`] searches the positions of one or many games with an [`Analyser`]. A
//! [`Document`] combines a record with its analysis. [`ReportFormat`] writes the document.

mod analyser;
mod comments;
mod document;
mod game;
pub mod games;
pub mod html;
mod noted;
mod output;
pub(crate) mod page_script;
mod position;
pub(crate) mod reasons;
mod resume;
mod run;
mod score;

pub use analyser::{Analyser, AnalyserError, AnalysisSettings, Budget, Identity, Job};
pub use document::{Document, SearchEntry, Source};
pub(crate) use game::phases;
pub use game::{GameAnalysis, Phase, PlayerReview, Review};
pub use html::{ManifestFault, PageEngine, PageEngineError};
pub use noted::{Notation, NotedEnd, NotedMove};
pub use output::ReportFormat;
pub use position::PositionAnalysis;
pub use reasons::{MistakeReason, Sentence};
pub use run::{AnalysisEvent, AnalysisRun, EarlierRun};
pub use score::{Judgement, ScoreEntry, VIEW, ViewedScore, for_black, round, win_probability};
