//! Start of the executable under test.
//!
//! It is the executable that Cargo has built, unless `KOMADAI_EXE` names another. `KOMADAI_RUNNER`
//! is a program that runs it, such as `qemu-aarch64` or `wine` for executables of other systems.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The executable under test.
pub fn executable() -> PathBuf {
    match env::var_os("KOMADAI_EXE") {
        // Tests start the executable in other folders.
        Some(path) => std::path::absolute(path).unwrap(),
        None => env!("CARGO_BIN_EXE_komadai").into(),
    }
}

/// The words that start the program `executable`, the runner's first.
pub fn words(executable: &Path) -> Vec<OsString> {
    let runner = env::var("KOMADAI_RUNNER").unwrap_or_default();
    runner
        .split_whitespace()
        .map(OsString::from)
        .chain([executable.into()])
        .collect()
}

/// A command that starts this copy of the executable, with default diagnostics and in
/// English, independent of the environment's language.
pub fn command_for(executable: &Path) -> Command {
    let words = words(executable);
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .env_remove("RUST_LOG")
        // Wine reads file names as UTF-8 only in such a locale.
        .env("LC_ALL", "C.UTF-8");
    command
}

/// Whether the executable under test is for Windows, run under wine or on Windows.
pub fn is_of_windows() -> bool {
    executable().extension().is_some_and(|end| end == "exe")
}

/// A path as users of the system under test write it: wine has all files on a drive `Z:`.
pub fn native_path(path: &Path) -> String {
    let text = path.display().to_string();
    match is_of_windows() && text.starts_with('/') {
        true => format!("Z:{}", text.replace('/', "\\")),
        false => text,
    }
}

/// Output of the executable with paths in this system's form: wine has all files on a drive `Z:`.
pub fn with_local_paths(text: &str) -> String {
    match native_path(Path::new("/")).as_str() {
        "/" => text.to_string(),
        drive => {
            let slashes = |text: &str| text.replace('\\', "/");
            slashes(text).replace(&slashes(drive), "/")
        }
    }
}

/// A command that starts the executable under test.
pub fn command() -> Command {
    command_for(&executable())
}

/// Runs the executable to its end.
pub fn output(args: &[&str]) -> Output {
    command().args(args).output().unwrap()
}

/// Runs the executable to its end with this on its standard input.
pub fn output_of(args: &[&str], input: &[u8]) -> Output {
    fed(command().args(args), input)
}

/// Runs a command to its end with this on its standard input.
pub fn fed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A program that does not read its input may end before all of it is written.
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

/// Exit code 0 or not, standard output, standard error.
pub fn komadai(args: &[&str]) -> (bool, String, String) {
    let run = output(args);
    (run.status.success(), text(&run.stdout), text(&run.stderr))
}

/// Output as text; it is always valid UTF-8.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the executable to its end with a standard output that nobody reads.
pub fn output_to_nobody(args: &[&str]) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child = command()
        .args(args)
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn();
    child.unwrap().wait_with_output().unwrap()
}
