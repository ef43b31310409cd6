//! Japanese texts for errors of reports, tsume problems and book making.

use komadai_analysis::report::analysis::{AnalyserError, ManifestFault, PageEngineError};
use komadai_books::BookMakingError;

use komadai_analysis::study::ProblemFileError;
use komadai_analysis::tsume::ProblemFault;

use crate::language::japanese;

japanese! {
    BookMakingError {
        Engine(error) => error,
        Network(error),
        Journal(error) => error,
        Book(error) => error,
        Panicked,
    }
}
japanese! {
    ProblemFault { Position(error) => error, NoKing, InCheck, NoSuchPly { wanted, last } }
}
japanese! { ManifestFault { Json(error) => error, Interface(text, expected), Version(text, expected), Module(text) } }
japanese! { ProblemFileError { Json(error) => (error = error.to_string()), Version(version) } }
japanese! {
    AnalyserError {
        Threads(error) => (error = error.to_string()),
        Engine(error) => error,
        Network(error),
    }
}
japanese! { PageEngineError { Io { file, source }, Manifest { file, reason } => [file, reason] } }
