//! `komadai analyse`: the best lines of a position, or whole games with reports in files.

mod args;
mod error;
mod games;
mod inputs;
mod list;
mod position;
mod target;
mod text;

use std::io::Write;

use super::error::CliError;
pub(super) use args::{Analyse, NotationName};

impl Analyse {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        match &self.game {
            Some(path) => games::run(&self, path, out, err),
            None => position::run(&self, out),
        }
    }
}
