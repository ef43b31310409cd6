//! Options of the evaluator, and the network file that they name.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::engine::paths::{Found, beside_executable};
use crate::eval::scale::OPTIONS_FILE;
use crate::types::named;

named! {
    /// The kinds of evaluator.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EvaluatorChoice {
        /// A network where there is one: a file, or else the built-in one. Without
        /// either, material.
        #[default]
        Auto = "auto",
        /// Material on the board and in hand.
        Material = "material",
        /// A network; as [`EvaluatorChoice::Auto`], but the user is told if there is none.
        Nnue = "nnue",
    }
}

/// A text that names no evaluator.
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
    /// The folder with `nn.bin`. A relative one is looked for beside the
    /// executable, then in the working directory; an empty one nowhere.
    pub eval_dir: PathBuf,
    /// The network file, if it is not `nn.bin` in `eval_dir`; looked for in the
    /// same way.
    pub eval_file: PathBuf,
    /// The divisor of the network's output, 1 to 128. With 0 the network says:
    /// an `FV_SCALE` in the `eval_options.txt` beside it, then an `fv_scale=` in
    /// its header, then 16.
    pub fv_scale: i32,
}

/// The folder that users of the field's engines put their network in.
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
    /// The built-in network, whatever files lie about: the same on every machine.
    pub fn built_in() -> EvaluatorOptions {
        EvaluatorOptions {
            eval_dir: PathBuf::new(),
            ..EvaluatorOptions::default()
        }
    }
}

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
