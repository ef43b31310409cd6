//! The places of a network file, and the file found.

use std::path::{Path, PathBuf};

use super::options::{DEFAULT_EVAL_DIR, EvaluatorOptions};
use crate::engine::paths::{Found, beside_executable};
use crate::eval::scale::OPTIONS_FILE;

/// The network's name in a folder.
const FILE_NAME: &str = "nn.bin";

/// The places searched for a network, as they were then. Two are equal while no file has come, gone
/// or changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// `EvalFile` or `EvalDir`.
    option: &'static str,
    /// Whether the user named the place.
    asked_for: bool,
    missing: Vec<PathBuf>,
    found: Option<Found>,
    scale_hints: Option<Found>,
}

impl Place {
    /// Looks for the file that the options name.
    pub(super) fn look(options: &EvaluatorOptions) -> Place {
        let by_file = !options.eval_file.as_os_str().is_empty();
        let by_folder = !options.eval_dir.as_os_str().is_empty();
        let is_default = options.eval_dir == Path::new(DEFAULT_EVAL_DIR);
        let mut place = Place {
            option: if by_file { "EvalFile" } else { "EvalDir" },
            asked_for: by_file || by_folder && !is_default,
            ..Place::default()
        };
        let path = match (by_file, by_folder) {
            (true, _) => options.eval_file.clone(),
            (false, true) => options.eval_dir.join(FILE_NAME),
            (false, false) => return place,
        };
        let mut candidates = vec![beside_executable(&path)];
        // `absolute` looks at the working directory only.
        candidates.extend(std::path::absolute(&path));
        candidates.dedup();
        for candidate in candidates {
            place.found = Found::at(&candidate);
            if place.found.is_some() {
                let folder = candidate.parent();
                place.scale_hints = folder.and_then(|dir| Found::at(&dir.join(OPTIONS_FILE)));
                break;
            }
            place.missing.push(candidate);
        }
        place
    }

    /// The option that names the file.
    pub(super) fn option(&self) -> &'static str {
        self.option
    }

    /// Whether the user named the place, rather than leaving it at the default.
    pub(super) fn is_asked_for(&self) -> bool {
        self.asked_for
    }

    /// The file found.
    pub(super) fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// The paths tried without success; empty if a file was found.
    pub(super) fn tried(&self) -> Vec<PathBuf> {
        match self.found {
            Some(_) => Vec::new(),
            None => self.missing.clone(),
        }
    }

    /// The `eval_options.txt` beside the file found.
    pub(super) fn scale_hints(&self) -> Option<&Path> {
        self.scale_hints.as_ref().map(Found::path)
    }
}
