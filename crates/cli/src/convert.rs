//! `komadai convert`: game records from one file format to another.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::error::{CliError, CommandError};
use super::language::{japanese, msg, say, told};
use super::outputs::{Messages, Overwriting, Places, try_folder};
use super::records::{
    MatchGames, Opened, Source, count_problems, is_dash, position_text, tell_losses, tell_problems,
};
use crate::plain::Plain;
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai_records::{
    CsaVersion, Encoding, Format, Reading, Record, RecordError, WriteOptions, Written, write_bytes,
};

/// Convert game records between file formats
///
/// The extension selects the format: .kif .ki2 (CP932), .kifu .ki2u (UTF-8), .csa, .jkf, .usi,
/// .sfen, .txt (Western notation). Content that cannot be read is left out and reported with its
/// line, and the exit code is then 3; content that the new format cannot hold is reported too. The
/// games of a match (`match --records`) are written to a folder, one file each, or to one file.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The file to read, a folder of records, the games of a match, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write, - for standard output, or a folder if IN is one; existing files
    /// are overwritten only with --force
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format to write, as an extension (kif, kifu, csa, ...), if OUT is a folder or
    /// -, or has another extension [default for a match: kif]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    #[command(flatten)]
    overwriting: Overwriting,
    /// The encoding to write instead of the default one of the format
    #[arg(long, value_enum)]
    encoding: Option<EncodingName>,
    /// The version of CSA files [default: 2.2 where it suffices, else 3.0]
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
    /// Times in whole seconds, no line for the encoding
    #[value(name = "2.2")]
    V22,
    /// Times in milliseconds, the encoding on the first line
    #[value(name = "3.0")]
    V30,
}

/// Error because of which all or some records were not converted.
#[derive(Debug, thiserror::Error)]
enum ConvertError {
    #[error("{} in {place}; what could be read was converted", count_problems(*.problems))]
    Partly { problems: usize, place: Place },
    #[error("{}: --to has to name the format to write ({})", .0.display(), Format::extensions())]
    NoFormat(PathBuf),
    #[error("--to {}: there is no such format; there are: {}", .0, Format::extensions())]
    UnknownFormat(String),
    #[error("{}: there is no record in it that can be read", .0.display())]
    NoRecord(PathBuf),
    #[error("{}: there is no game in it that can be converted", .0.display())]
    NoGame(PathBuf),
    #[error("a folder is converted into a folder, not to standard output")]
    FolderToStdout,
}

/// The kind of input in which problems were found.
#[derive(Clone, Copy, Debug)]
enum Place {
    Record,
    Records,
    Match,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Place::Record => "the record",
            Place::Records => "the records",
            Place::Match => "the games of the match",
        })
    }
}

japanese! { Place { Record, Records, Match } }
japanese! {
    ConvertError {
        Partly { problems, place },
        NoFormat(path) => (path, known = Format::extensions()),
        UnknownFormat(name) => (name, known = Format::extensions()),
        NoRecord(path),
        NoGame(path),
        FolderToStdout,
    }
}

impl CommandError for ConvertError {
    fn is_partial(&self) -> bool {
        matches!(self, ConvertError::Partly { .. })
    }
}

/// Summary of a file that was read.
pub(super) fn summary(reading: &Reading) -> String {
    let moves: usize = reading.records.iter().map(|r| r.main_moves().len()).sum();
    let (format, games) = (told(&reading.format), reading.records.len());
    let encoding = match reading.encoding {
        Encoding::Utf8 => String::new(),
        Encoding::Cp932 => msg!(in_cp932),
    };
    msg!(convert_read, format, encoding, games, moves)
}

impl Convert {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        if !is_dash(&self.input) && position_text(&self.input).is_none() {
            // The input is checked before the outputs. Otherwise an error about an output could
            // hide that the input is missing.
            std::fs::metadata(&self.input).map_err(PathError::at(&self.input))?;
        }
        let out = &mut Messages::new(out, !is_dash(&self.output));
        let (problems, place) = if self.input.is_dir() {
            (self.folder(out, err)?, Place::Records)
        } else {
            let source = Source::named(&self.input);
            let opened = source.open()?;
            match opened.is_match() {
                true => (self.games(&opened.match_games()?, out, err)?, Place::Match),
                false => (self.file(&source, opened, out, err)?, Place::Record),
            }
        };
        if problems == 0 {
            return Ok(());
        }
        Err(ConvertError::Partly { problems, place }.into())
    }

    /// Converts one file; returns the number of its problems.
    fn file(
        &self,
        source: &Source,
        opened: Opened,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<usize, CliError> {
        if !is_dash(&self.output) {
            self.overwriting.try_file(&self.output)?;
        }
        let extension = self.extension()?;
        if is_dash(&self.output) {
            let reading = opened.records()?;
            writeln!(err, "{}: {}", source.shown(), summary(&reading))?;
            tell_problems(err, source.shown(), &reading.warnings)?;
            tell_problems(err, source.shown(), &reading.doubts)?;
            let written = self.written(&reading.records, &extension)?;
            out.write_all(&written.bytes)?;
            tell_losses(err, &self.output, written.losses)?;
            return Ok(reading.warnings.len());
        }
        let reading = opened.records()?;
        self.write(source, &reading, &self.output, &extension, (out, err))?;
        Ok(reading.warnings.len())
    }

    /// Converts all records of a folder; returns the number of their problems.
    fn folder(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<usize, CliError> {
        if is_dash(&self.output) {
            return Err(ConvertError::FolderToStdout.into());
        }
        let Some(extension) = &self.to else {
            return Err(ConvertError::NoFormat(self.input.clone()).into());
        };
        let extension = known(extension)?;
        let place = |source: &Source| {
            self.output
                .join(&source.stem)
                .with_added_extension(&extension)
        };
        try_folder(&self.output)?;
        let sources = Source::in_folder(&self.input, &[&self.output])?;
        let mut places = Places::of_inputs(sources.iter().filter_map(|s| s.path.as_deref()));
        for source in &sources {
            let file = place(source);
            match &source.path {
                Some(input) => places.add_made_of(input, &file)?,
                None => places.add(&file)?,
            }
            self.overwriting.try_existing(&file)?;
        }
        let (mut files, mut problems) = (0, 0);
        for source in &sources {
            let reading = match source.read() {
                Ok(Some(reading)) => reading,
                Ok(None) => continue,
                Err(error) => {
                    problems += 1;
                    writeln!(err, "{}", told(&error))?;
                    continue;
                }
            };
            let file = place(source);
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder).map_err(PathError::at(folder))?;
            }
            self.write(source, &reading, &file, &extension, (out, err))?;
            problems += reading.warnings.len();
            files += 1;
        }
        if files == 0 {
            return Err(ConvertError::NoRecord(self.input.clone()).into());
        }
        say!(out, counted_files, files)?;
        Ok(problems)
    }

    /// Writes the records to a file, and prints a summary and all problems and losses.
    fn write(
        &self,
        source: &Source,
        reading: &Reading,
        file: &Path,
        extension: &str,
        (out, err): (&mut dyn Write, &mut dyn Write),
    ) -> Result<(), CliError> {
        writeln!(Plain(out), "{}: {}", source.shown(), summary(reading))?;
        tell_problems(err, source.shown(), &reading.warnings)?;
        tell_problems(err, source.shown(), &reading.doubts)?;
        let written = self.written(&reading.records, extension)?;
        write_whole(file, &written.bytes)?;
        say!(out, written, file = file.display())?;
        Ok(tell_losses(err, file, written.losses)?)
    }

    /// Converts the games of a match, to one file for each game or to one file for all. Returns the
    /// number of games that cannot be replayed.
    fn games(
        &self,
        games: &MatchGames,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<usize, CliError> {
        let one_file = match is_dash(&self.output) {
            true => true,
            false => !self.output.is_dir() && by_extension(&self.output).is_some(),
        };
        let extension = match (&self.to, one_file) {
            (None, false) => "kif".to_string(),
            _ => self.extension()?,
        };
        let (format, _) = self.options(&extension)?;
        let (records, broken) = games.records(format);
        for problem in &broken {
            writeln!(err, "{}: {}", self.input.display(), told(problem))?;
        }
        if records.is_empty() {
            return Err(ConvertError::NoGame(self.input.clone()).into());
        }
        let mut losses = BTreeSet::new();
        if one_file {
            let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
            let written = self.written(&records, &extension)?;
            losses.extend(written.losses);
            match is_dash(&self.output) {
                true => out.write_all(&written.bytes)?,
                false => {
                    self.overwriting.try_file(&self.output)?;
                    write_whole(&self.output, &written.bytes)?;
                    let (file, games) = (self.output.display(), records.len());
                    say!(out, file_games, file, games)?;
                }
            }
        } else {
            try_folder(&self.output)?;
            let place = |game: usize| self.output.join(format!("{:04}.{extension}", game + 1));
            for &(game, _) in &records {
                self.overwriting.try_existing(&place(game))?;
            }
            std::fs::create_dir_all(&self.output).map_err(PathError::at(&self.output))?;
            for (game, record) in &records {
                let written = self.written(std::slice::from_ref(record), &extension)?;
                let file = place(*game);
                write_whole(&file, &written.bytes)?;
                losses.extend(written.losses);
            }
            let (folder, files) = (self.output.display(), records.len());
            say!(out, folder_files, folder, files)?;
        }
        tell_losses(err, &self.output, losses)?;
        Ok(broken.len())
    }

    /// The extension that selects the format to write.
    fn extension(&self) -> Result<String, CliError> {
        if let Some(name) = &self.to {
            return Ok(known(name)?);
        }
        if is_dash(&self.output) {
            return Err(ConvertError::NoFormat(self.output.clone()).into());
        }
        match by_extension(&self.output) {
            Some(extension) => Ok(extension.to_string()),
            None => {
                let file = self.output.clone();
                Err(RecordError::Extension { file }.into())
            }
        }
    }

    /// The content of a file in the format of an extension.
    fn written(&self, records: &[Record], extension: &str) -> Result<Written, ConvertError> {
        let (format, options) = self.options(extension)?;
        Ok(write_bytes(records, format, options))
    }

    /// The format for an extension, with the options for writing it.
    fn options(&self, extension: &str) -> Result<(Format, WriteOptions), ConvertError> {
        let unknown = || ConvertError::UnknownFormat(extension.to_string());
        let (format, mut options) = WriteOptions::for_extension(extension).ok_or_else(unknown)?;
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
        Ok((format, options))
    }
}

/// The extension of a file, if it names a format.
fn by_extension(file: &Path) -> Option<&str> {
    let extension = file.extension().and_then(|e| e.to_str());
    extension.filter(|e| Format::from_extension(e).is_some())
}

/// The name of a format as an extension without dot.
fn known(name: &str) -> Result<String, ConvertError> {
    let extension = name.trim_start_matches('.').to_ascii_lowercase();
    match Format::from_extension(&extension) {
        Some(_) => Ok(extension),
        None => Err(ConvertError::UnknownFormat(name.to_string())),
    }
}
