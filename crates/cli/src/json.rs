//! Results as JSON, the same way in every command; `docs/json.md` has all fields.

use std::io::Write;

use serde::Serialize;

use super::error::CliError;

/// Prints a result as one JSON object over several lines.
pub(super) fn print(out: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
