//! Options of the evaluator.

use std::path::PathBuf;
use std::str::FromStr;

/// The kinds of evaluator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluatorChoice {
    /// A network where there is one: a file, or else the built-in one. Without
    /// either, material.
    #[default]
    Auto,
    /// Material on the board and in hand.
    Material,
    /// A network; as [`EvaluatorChoice::Auto`], but the user is told if there is none.
    Nnue,
}

impl EvaluatorChoice {
    /// All choices with their names in options.
    pub const NAMES: [(&'static str, EvaluatorChoice); 3] = [
        ("auto", EvaluatorChoice::Auto),
        ("material", EvaluatorChoice::Material),
        ("nnue", EvaluatorChoice::Nnue),
    ];

    /// The name in options.
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        names
            .find(|(_, choice)| *choice == self)
            .map_or("", |(name, _)| name)
    }
}

/// A text that names no evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is auto, material and nnue")]
pub struct EvaluatorChoiceError;

impl FromStr for EvaluatorChoice {
    type Err = EvaluatorChoiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut names = Self::NAMES.iter();
        names
            .find(|(name, _)| name.eq_ignore_ascii_case(text))
            .map(|(_, choice)| *choice)
            .ok_or(EvaluatorChoiceError)
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
