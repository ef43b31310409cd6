//! Outputs of commands: early checks of output files, JSON, and progress bars.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::error::{CliError, CommandError};
use super::language::japanese;
use super::records::is_dash;
use komadai::files::whole_file::WholeFile;

/// Error that keeps an output from being written.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutputError {
    #[error("{}: this is a folder, and a file is to be written", .0.display())]
    IsFolder(PathBuf),
    #[error("{}: this is a file, and a folder is needed", .0.display())]
    IsFile(PathBuf),
    #[error("{}: there is no folder {}", file.display(), folder.display())]
    NoFolder { file: PathBuf, folder: PathBuf },
    #[error("{}: there is such a file already; --force overwrites it", .0.display())]
    Exists(PathBuf),
    #[error("{}: nothing can be written there: {error}", place.display())]
    Refused { place: PathBuf, error: io::Error },
    #[error("{}: this is a file to read; name another one", .0.display())]
    OverInput(PathBuf),
    #[error("{}: more than one output has this name", .0.display())]
    Twice(PathBuf),
}

japanese! {
    OutputError {
        IsFolder(path),
        IsFile(path),
        NoFolder { file, folder },
        Exists(path),
        Refused { place, error },
        OverInput(path),
        Twice(path),
    }
}

impl CommandError for OutputError {}

/// The option `--force` of commands that write files.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Overwriting {
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
}

impl Overwriting {
    /// Also allows overwriting if `is_own`: the existing files come from an interrupted run of the
    /// same command.
    pub fn or_own(self, is_own: bool) -> Overwriting {
        Overwriting {
            force: self.force || is_own,
        }
    }

    /// Checks, before long work begins, that an output can be written and that no existing file would
    /// be lost. All commands apply this rule to their results.
    ///
    /// # Errors
    /// If the file exists and must not be overwritten, and those of [`try_file`].
    pub fn try_file(self, file: &Path) -> Result<(), OutputError> {
        try_file(file)?;
        self.try_existing(file)
    }

    /// [`Overwriting::try_file`] for a file in a folder that has been checked with [`try_folder`].
    ///
    /// # Errors
    /// If the file exists and must not be overwritten.
    pub fn try_existing(self, file: &Path) -> Result<(), OutputError> {
        // Writing into a device or a pipe overwrites nothing.
        match !self.force && file.is_file() {
            true => Err(OutputError::Exists(file.to_path_buf())),
            false => Ok(()),
        }
    }
}

/// The files that a command reads and writes, by one name each whatever names the user gives them.
pub(super) struct Places {
    read: HashSet<PathBuf>,
    written: HashSet<PathBuf>,
}

impl Places {
    /// The places of a command that reads these files.
    pub fn of_inputs<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Places {
        Places {
            read: inputs.into_iter().map(place_of).collect(),
            written: HashSet::new(),
        }
    }

    /// Adds a file to write, before any file is written. A file that the command continues, such as
    /// that of its progress, is one too.
    ///
    /// # Errors
    /// If the command reads the file, or writes it already as another of its outputs.
    pub fn add(&mut self, file: &Path) -> Result<(), OutputError> {
        if takes_many(file) {
            return Ok(());
        }
        match self.read.contains(&place_of(file)) {
            true => Err(OutputError::OverInput(file.to_path_buf())),
            false => self.add_written(file),
        }
    }

    /// [`Places::add`] for a file that may replace the input of which it is made.
    ///
    /// # Errors
    /// As [`Places::add`].
    pub fn add_made_of(&mut self, input: &Path, file: &Path) -> Result<(), OutputError> {
        match place_of(input) == place_of(file) && !takes_many(file) {
            true => self.add_written(file),
            false => self.add(file),
        }
    }

    fn add_written(&mut self, file: &Path) -> Result<(), OutputError> {
        match self.written.insert(place_of(file)) {
            true => Ok(()),
            false => Err(OutputError::Twice(file.to_path_buf())),
        }
    }
}

/// Whether a path takes many outputs and keeps none: `-`, a device or a pipe.
fn takes_many(file: &Path) -> bool {
    is_dash(file) || file.exists() && !file.is_file()
}

/// One path for a file that may not exist yet, whatever its folder is called.
fn place_of(file: &Path) -> PathBuf {
    let known = |path: &Path| path.canonicalize().ok();
    let in_folder = || Some(known(folder_of(file))?.join(file.file_name()?));
    known(file)
        .or_else(in_folder)
        .unwrap_or_else(|| file.components().collect())
}

/// The messages of a command to standard output. If the reader closes it, as `| head` does, a
/// command that writes files goes on without messages.
pub(super) struct Messages<'a> {
    out: &'a mut dyn Write,
    goes_on: bool,
    is_closed: bool,
}

impl<'a> Messages<'a> {
    /// Messages to `out`; `goes_on` if the command writes files.
    pub fn new(out: &'a mut dyn Write, goes_on: bool) -> Messages<'a> {
        Messages {
            out,
            goes_on,
            is_closed: false,
        }
    }

    /// The result of `write`; `instead` once the output is closed, if the command goes on.
    fn unless_closed<T>(
        &mut self,
        instead: T,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.is_closed {
            return Ok(instead);
        }
        match write(self.out) {
            Err(error) if self.goes_on && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(instead)
            }
            result => result,
        }
    }
}

impl Write for Messages<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), |out| out.flush())
    }
}

/// The folder that contains a file or folder.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks, before long work begins, that a file can be written. Leaves no new file behind. Meant for
/// files that a command continues; for results there is [`Overwriting::try_file`].
///
/// # Errors
/// If the path is a folder, its folder is missing, or the system refuses to write there.
pub(super) fn try_file(file: &Path) -> Result<(), OutputError> {
    if file.is_dir() {
        return Err(OutputError::IsFolder(file.to_path_buf()));
    }
    let folder = folder_of(file);
    if folder.is_file() {
        return Err(OutputError::IsFile(folder.to_path_buf()));
    }
    if !folder.is_dir() {
        return Err(OutputError::NoFolder {
            file: file.to_path_buf(),
            folder: folder.to_path_buf(),
        });
    }
    // `WholeFile` creates a temporary file beside `file`, and deletes it when dropped.
    let tried = WholeFile::create(file).map_err(io::Error::from);
    let tried = tried.and_then(|_| try_name(file));
    tried.map_err(|error| OutputError::Refused {
        place: file.to_path_buf(),
        error,
    })
}

/// Checks that the system accepts the file name, which may be too long, for example.
fn try_name(file: &Path) -> io::Result<()> {
    // A link is not tried: opening it would create the file to which it leads.
    if file.exists() || file.is_symlink() {
        return Ok(());
    }
    drop(OpenOptions::new().write(true).create_new(true).open(file)?);
    std::fs::remove_file(file)
}

/// Checks that files can be written in a folder. The folder may be missing, because it is created
/// later, but its parent must exist.
///
/// # Errors
/// Those of [`try_file`].
pub(super) fn try_folder(folder: &Path) -> Result<(), OutputError> {
    if folder.is_file() {
        return Err(OutputError::IsFile(folder.to_path_buf()));
    }
    let refused = |error| OutputError::Refused {
        place: folder.to_path_buf(),
        error,
    };
    if folder.is_symlink() && !folder.exists() {
        return Err(refused(io::ErrorKind::NotFound.into()));
    }
    match folder.is_dir() {
        true => try_file(&folder.join("any")).map_err(|error| match error {
            OutputError::Refused { error, .. } => refused(error),
            other => other,
        }),
        // Removes a slash at the end: `a/` becomes `a`.
        false => try_file(&folder.components().collect::<PathBuf>()),
    }
}

/// Adds a number to a file name: `game.html` becomes `game-2.html`, and `-` stays.
pub(super) fn numbered(path: PathBuf, number: Option<usize>) -> PathBuf {
    let Some(number) = number.filter(|_| !is_dash(&path)) else {
        return path;
    };
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Prints a value as indented JSON.
pub(super) fn print_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A progress bar on standard error, drawn only on a terminal. `done` of `total` steps are complete
/// already; `words` is the text after the bar, with placeholders of [`ProgressStyle`].
pub(super) fn progress_bar(total: u64, done: u64, words: &str) -> ProgressBar {
    let bar = ProgressBar::new(total).with_position(done);
    let template = format!("{{elapsed_precise}} {{wide_bar}} {words}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    // The speed must not include steps of an earlier run.
    bar.reset_eta();
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_way_is_named_and_nothing_stays() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        std::fs::write(path("file"), "mine").unwrap();
        std::fs::create_dir(path("folder")).unwrap();
        for name in ["new", "file", "folder/new"] {
            try_file(&path(name)).unwrap();
        }
        for name in ["new", "new/", "folder", "folder/", "folder/new"] {
            try_folder(&path(name)).unwrap();
        }
        for (name, part) in [
            ("folder", "is a folder"),
            ("none/new", "there is no folder"),
            ("file/new", "is a file"),
            (&"long".repeat(100), "nothing can be written there"),
        ] {
            let error = try_file(&path(name)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        for (name, part) in [
            ("file", "is a file"),
            ("none/new", "there is no folder"),
            ("file/new", "is a file"),
        ] {
            let error = try_folder(&path(name)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let mut names: Vec<_> = std::fs::read_dir(root.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["file", "folder"]);
        assert_eq!(std::fs::read(path("file")).unwrap(), b"mine");
    }

    #[test]
    fn a_file_is_written_once_and_not_over_an_input() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        std::fs::create_dir(path("folder")).unwrap();
        std::fs::write(path("game"), "").unwrap();
        let inputs = [path("folder/../game"), path("missing")];
        let mut places = Places::of_inputs(inputs.iter().map(PathBuf::as_path));
        let mut add = |name: &str| places.add(&path(name)).map_err(|error| error.to_string());
        let is_input = "this is a file to read";
        let is_twice = "more than one output has this name";
        for (name, part) in [
            ("new", None),
            ("other", None),
            ("new", Some(is_twice)),
            ("folder/../new", Some(is_twice)),
            ("none/new", None),
            ("none//new", Some(is_twice)),
            ("game", Some(is_input)),
            ("missing", Some(is_input)),
        ] {
            let done = add(name);
            assert!(
                match (&done, part) {
                    (Ok(()), None) => true,
                    (Err(error), Some(part)) => error.contains(part),
                    _ => false,
                },
                "{name}: {done:?}"
            );
        }
        // Standard output takes several outputs.
        for _ in 0..2 {
            places.add(Path::new("-")).unwrap();
        }
        let game = path("game");
        places.add_made_of(&game, &game).unwrap();
        assert!(places.add_made_of(&game, &game).is_err());
        assert!(places.add_made_of(&path("other"), &game).is_err());
    }

    /// An output that takes this many bytes before its reader closes it.
    struct Closed(usize);

    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.min(bytes.len()) {
                0 => Err(io::ErrorKind::BrokenPipe.into()),
                n => {
                    self.0 -= n;
                    Ok(n)
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn only_a_command_that_writes_files_goes_on_without_a_reader() {
        for goes_on in [true, false] {
            let mut out = Closed(3);
            let mut messages = Messages::new(&mut out, goes_on);
            let written = messages.write_all(b"abcdef");
            assert_eq!(written.is_ok(), goes_on);
            assert_eq!(messages.flush().is_ok(), goes_on);
        }
    }

    #[test]
    fn a_bar_begins_where_an_earlier_run_ended() {
        let bar = progress_bar(10, 4, "{pos}/{len} games, {eta} left");
        assert_eq!((bar.position(), bar.length()), (4, Some(10)));
    }
}
