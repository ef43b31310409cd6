//! Command line of an engine.

use std::path::{Path, PathBuf};

/// A program with its arguments and the folder it runs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a name that the system looks up, or an absolute path.
    pub program: PathBuf,
    /// The arguments of the program.
    pub args: Vec<String>,
    /// The folder in which the program runs; `None` for the folder of the caller.
    pub folder: Option<PathBuf>,
}

/// Error in parsing the command line of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The text is empty or blank.
    #[error("the engine's command is empty")]
    Empty,
    /// A quote is not closed.
    #[error("a quote is not closed in the engine's command: {0}")]
    Quote(String),
}

impl EngineCommand {
    /// Parses a command line: words are separated by blanks, and `"` or `'` quote a word.
    ///
    /// Backslashes are ordinary characters, because Windows paths need them. A program given by
    /// path runs in its own folder, as under a GUI, because engines look for their files there.
    ///
    /// # Errors
    /// If there is no program or a quote is not closed.
    pub fn parse(text: &str) -> Result<EngineCommand, CommandError> {
        let mut words = split(text)?.into_iter();
        let program = words.next().ok_or(CommandError::Empty)?;
        let by_path = program.contains('/') || (cfg!(windows) && program.contains('\\'));
        let mut command = EngineCommand {
            program: PathBuf::from(&program),
            args: words.collect(),
            folder: None,
        };
        if by_path && let Ok(path) = std::path::absolute(Path::new(&program)) {
            command.folder = path.parent().map(Path::to_path_buf);
            command.program = path;
        }
        Ok(command)
    }

    /// The command with the names of files in place of absolute paths, for records that are
    /// published.
    pub fn without_folders(&self) -> String {
        let words = self.args.iter().map(Path::new);
        let words = [self.program.as_path()].into_iter().chain(words);
        let name = |word: &Path| match word.file_name() {
            Some(name) if word.is_absolute() => Path::new(name).display().to_string(),
            _ => word.display().to_string(),
        };
        words.map(name).collect::<Vec<_>>().join(" ")
    }

    /// The path by which the engine finds a file that the caller names. A relative path becomes
    /// absolute if the file exists in the caller's folder but not in the engine's. Any other path
    /// stays as it is.
    pub fn path_for_engine(&self, path: &str) -> String {
        let seen_by_caller = Path::new(path);
        match &self.folder {
            Some(folder) if seen_by_caller.exists() && !folder.join(path).exists() => {
                let full = std::path::absolute(seen_by_caller);
                full.map_or_else(|_| path.to_string(), |full| full.display().to_string())
            }
            _ => path.to_string(),
        }
    }
}

fn split(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(CommandError::Quote(text.to_string()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_left_out() {
        let file = std::env::current_dir().unwrap().join("nn.bin");
        let text = format!("'./bin/an engine' --threads=2 '{}'", file.display());
        let command = EngineCommand::parse(&text).unwrap();
        assert_eq!(command.without_folders(), "an engine --threads=2 nn.bin");
        let command = EngineCommand::parse("wine a.exe").unwrap();
        assert_eq!(command.without_folders(), "wine a.exe");
    }

    #[test]
    fn words_and_quotes() {
        let words = |text| split(text).unwrap();
        assert_eq!(words(" a  b\tc "), ["a", "b", "c"]);
        assert_eq!(
            words(r#""my engine" --net='a b'"#),
            ["my engine", "--net=a b"]
        );
        assert_eq!(words(r#"x "" 'it"s'"#), ["x", "", "it\"s"]);
        assert_eq!(words(r"C:\shogi\engine.exe"), [r"C:\shogi\engine.exe"]);
        assert!(split("a 'b").is_err());
    }

    #[test]
    fn a_path_runs_in_its_own_folder() {
        let command = EngineCommand::parse("gpsusi -v").unwrap();
        assert_eq!(command.program, PathBuf::from("gpsusi"));
        assert_eq!((command.args.len(), command.folder), (1, None));
        let command = EngineCommand::parse("./engines/x/play").unwrap();
        assert!(command.program.is_absolute());
        assert!(command.folder.unwrap().ends_with("engines/x"));
        assert_eq!(EngineCommand::parse("  "), Err(CommandError::Empty));
    }

    #[test]
    fn a_file_that_only_the_caller_sees_gets_its_full_path() {
        let folder = tempfile::tempdir().unwrap();
        let command = |folder: Option<&Path>| EngineCommand {
            program: PathBuf::from("engine"),
            args: Vec::new(),
            folder: folder.map(Path::to_path_buf),
        };
        // Tests run in the folder of this package, which has a `Cargo.toml`.
        let (here, there) = (command(None), command(Some(folder.path())));
        assert_eq!(here.path_for_engine("Cargo.toml"), "Cargo.toml");
        let full = there.path_for_engine("Cargo.toml");
        assert!(Path::new(&full).is_absolute() && Path::new(&full).is_file());
        assert_eq!(there.path_for_engine(&full), full);
        for seen_by_neither in ["no_book", "", "folder/nn.bin"] {
            assert_eq!(there.path_for_engine(seen_by_neither), seen_by_neither);
        }
        std::fs::write(folder.path().join("Cargo.toml"), "").unwrap();
        assert_eq!(there.path_for_engine("Cargo.toml"), "Cargo.toml");
    }
}
