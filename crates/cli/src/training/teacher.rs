//! Teacher: the evaluator that plays the games of training data or scores their positions.

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::args::net_options;
use crate::error::{CliError, CommandError};
use crate::language::Japanese;
use komadai::engine::evaluator::LoadedEvaluator;
use komadai::engine::{EvaluatorChoice, EvaluatorOptions};
use komadai::eval::Evaluator;

/// Arguments that select the teacher.
#[derive(Debug, Args)]
pub(super) struct TeacherArgs {
    /// The network of the teacher [default: material evaluation]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Divisor of the network's output [default: as its files state, or 16]
    #[arg(long, requires = "net", value_parser = clap::value_parser!(i32).range(1..=128))]
    fv_scale: Option<i32>,
}

/// A loaded teacher.
pub(super) struct Teacher {
    pub evaluator: Evaluator,
    /// The name of the evaluator in the headers of game files.
    pub name: String,
}

/// Error in reading the teacher's network file, whose checksum is a part of the teacher's name.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
struct TeacherError {
    path: PathBuf,
    source: io::Error,
}

impl Japanese for TeacherError {
    fn japanese(&self) -> String {
        format!("{}: {}", self.path.display(), self.source.japanese())
    }
}

impl CommandError for TeacherError {}

impl TeacherArgs {
    pub fn load(&self) -> Result<Teacher, CliError> {
        let options = match &self.net {
            Some(net) => net_options(EvaluatorChoice::Nnue, net, self.fv_scale)?,
            None => EvaluatorOptions {
                choice: EvaluatorChoice::Material,
                ..EvaluatorOptions::default()
            },
        };
        let loaded = LoadedEvaluator::load_exactly(&options)?;
        for warning in loaded.warnings() {
            log::warn!("{warning}");
        }
        let identity = loaded.identity().map_err(|source| TeacherError {
            path: self.net.clone().unwrap_or_default(),
            source,
        })?;
        Ok(Teacher {
            evaluator: loaded.evaluator(),
            name: identity.to_string(),
        })
    }
}
