//! Japanese texts for the library's errors.

mod analysis;
mod engine;
mod matches;
mod records;
mod training;

use std::error::Error;
use std::num::{ParseFloatError, ParseIntError};

use super::Japanese;

/// Implements [`Japanese`] for types whose texts pages for browsers have too.
macro_rules! shared {
    ($($type:ty),*) => {
        $(impl $crate::language::Japanese for $type {
            fn japanese(&self) -> String {
                komadai_analysis::japanese::Japanese::japanese(self)
            }
        })*
    };
}
use shared;

/// The Japanese text of an error of unknown type. Tries the types that occur behind `dyn Error`;
/// the text of any other type is its `Display`.
pub(super) fn of_any(error: &(dyn Error + 'static)) -> String {
    macro_rules! one_of {
        ($($type:ty),* $(,)?) => {
            $(if let Some(error) = error.downcast_ref::<$type>() {
                return error.japanese();
            })*
        };
    }
    one_of!(
        ParseIntError,
        ParseFloatError,
        komadai::engine::evaluator::EvaluatorChoiceError,
        komadai::engine::evaluator::FileChanged,
        komadai_matches::sprt::SprtError,
        crate::matches::NumbersError,
        crate::matches::OptionTextError,
        crate::study::LevelError,
        crate::training::BelowOneError,
        crate::training::ShapeError,
    );
    error.to_string()
}
