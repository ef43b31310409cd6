//! `komadai convert`: a game record from one file format to another.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::error::{CliError, CommandError, FileError};
use super::problems;
use crate::record::{CsaVersion, Encoding, Reading, read_file, write_file};

/// Convert game records between file formats
///
/// The formats go by extension: .kif .ki2 (CP932), .kifu .ki2u (UTF-8), .csa,
/// .jkf, .usi, .sfen, .txt (Western notation). What cannot be read is named
/// with its line and left out, and the exit code is 3 then; what the new format
/// cannot hold is named too.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The file to read
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; not overwritten unless --force
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
    /// The encoding to write, whatever the extension says
    #[arg(long, value_enum)]
    encoding: Option<EncodingName>,
    /// The version of CSA files [default: 2.2 if that is enough, else 3.0]
    #[arg(long, value_enum)]
    csa: Option<CsaName>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EncodingName {
    /// UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// CP932, the Shift JIS of Windows
    #[value(name = "cp932", aliases = ["sjis", "shift-jis"])]
    Cp932,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CsaName {
    /// Whole seconds, no statement of the encoding
    #[value(name = "2.2")]
    V22,
    /// Milliseconds, the encoding on the first line
    #[value(name = "3.0")]
    V30,
}

/// Part of the record could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{} in the record; what could be read was converted", problems::count(*.0))]
struct PartlyConverted(usize);

impl CommandError for PartlyConverted {
    fn is_partial(&self) -> bool {
        true
    }
}

/// What was read of a file, for people.
pub(super) fn summary(reading: &Reading) -> String {
    let moves: usize = reading.records.iter().map(|r| r.main_moves().len()).sum();
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let encoding = match reading.encoding {
        Encoding::Utf8 => "",
        Encoding::Cp932 => " in CP932",
    };
    format!(
        "{}{encoding}, {}, {}",
        reading.format,
        count(reading.records.len(), "game"),
        count(moves, "move")
    )
}

impl Convert {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        FileError::if_there(&self.output, self.force)?;
        let reading = read_file(&self.input)?;
        let (input, output) = (self.input.display(), self.output.display());
        writeln!(out, "{input}: {}", summary(&reading))?;
        problems::tell(err, input, &reading.warnings)?;
        let losses = write_file(&self.output, &reading.records, |options| {
            if let Some(encoding) = self.encoding {
                options.encoding = match encoding {
                    EncodingName::Utf8 => Encoding::Utf8,
                    EncodingName::Cp932 => Encoding::Cp932,
                };
            }
            if let Some(csa) = self.csa {
                options.csa = match csa {
                    CsaName::V22 => CsaVersion::V22,
                    CsaName::V30 => CsaVersion::V30,
                };
            }
        })?;
        writeln!(out, "{output}: written")?;
        for loss in losses {
            writeln!(err, "{output}: {loss}")?;
        }
        match reading.warnings.len() {
            0 => Ok(()),
            n => Err(PartlyConverted(n).into()),
        }
    }
}
