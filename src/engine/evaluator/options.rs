//! Options of the evaluator, and the network file that they name.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::engine::paths::{Found, candidates};
use crate::eval::scale::OPTIONS_FILE;
use crate::named;

named! {
    /// The kind of evaluator that the user chooses.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EvaluatorChoice {
        /// A network file or, without one, the built-in network. Without either,
        /// material.
        #[default]
        Auto = "auto",
        /// Material on the board and in hand.
        Material = "material",
        /// As [`EvaluatorChoice::Auto`], except that a missing network is a problem.
        Nnue = "nnue",
    }
}

/// The error for a text that names no evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is auto, material and nnue")]
pub struct EvaluatorChoiceError;

impl FromStr for EvaluatorChoice {
    type Err = EvaluatorChoiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_name(text).ok_or(EvaluatorChoiceError)
    }
}

/// Options of the evaluator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatorOptions {
    /// The kind of evaluator.
    pub choice: EvaluatorChoice,
    /// The folder with `nn.bin`. A relative path is looked for beside the
    /// executable, then in the working directory. With an empty path no file is
    /// looked for.
    pub eval_dir: PathBuf,
    /// The network file, if not `nn.bin` in `eval_dir`; a relative path is looked
    /// for in the same way.
    pub eval_file: PathBuf,
    /// The divisor of the network's output, 1 to 128. 0 takes the `FV_SCALE` in the
    /// `eval_options.txt` beside the network, else the `fv_scale=` in the network's
    /// header, else 16.
    pub fv_scale: i32,
}

/// The default of [`EvaluatorOptions::eval_dir`], as in YaneuraOu.
pub const DEFAULT_EVAL_DIR: &str = "eval";

impl Default for EvaluatorOptions {
    fn default() -> EvaluatorOptions {
        EvaluatorOptions {
            choice: EvaluatorChoice::Auto,
            eval_dir: PathBuf::from(DEFAULT_EVAL_DIR),
            eval_file: PathBuf::new(),
            fv_scale: 0,
        }
    }
}

impl EvaluatorOptions {
    /// Options for the built-in network, whatever network files exist, so that the evaluator is
    /// the same on every machine.
    pub fn built_in() -> EvaluatorOptions {
        EvaluatorOptions {
            eval_dir: PathBuf::new(),
            ..EvaluatorOptions::default()
        }
    }
}

/// The name of the network file in [`EvaluatorOptions::eval_dir`].
const FILE_NAME: &str = "nn.bin";

/// The search for a network file, with its result. Two searches for the same options give equal
/// values if the files have not changed in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// `EvalFile` or `EvalDir`.
    pub(super) option: &'static str,
    /// Whether the options name a place other than the default.
    pub(super) is_asked_for: bool,
    /// The paths tried without success; empty if a file was found.
    pub(super) tried: Vec<PathBuf>,
    /// The network file.
    pub(super) found: Option<Found>,
    /// The `eval_options.txt` beside it.
    pub(super) scale_hints: Option<Found>,
}

impl Place {
    /// Looks for the file that the options name.
    pub(super) fn look(options: &EvaluatorOptions) -> Place {
        let by_file = !options.eval_file.as_os_str().is_empty();
        let by_folder = !options.eval_dir.as_os_str().is_empty();
        let is_default = options.eval_dir == Path::new(DEFAULT_EVAL_DIR);
        let mut place = Place {
            option: if by_file { "EvalFile" } else { "EvalDir" },
            is_asked_for: by_file || by_folder && !is_default,
            ..Place::default()
        };
        let path = match (by_file, by_folder) {
            (true, _) => options.eval_file.clone(),
            (false, true) => options.eval_dir.join(FILE_NAME),
            (false, false) => return place,
        };
        for candidate in candidates(&path) {
            place.found = Found::at(&candidate);
            if place.found.is_some() {
                let folder = candidate.parent();
                place.scale_hints = folder.and_then(|dir| Found::at(&dir.join(OPTIONS_FILE)));
                place.tried.clear();
                break;
            }
            place.tried.push(candidate);
        }
        place
    }
}
