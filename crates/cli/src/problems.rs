//! Messages about problems in records.

use std::fmt::Display;
use std::io::{self, Write};

use super::language::told;
use komadai_records::Problem;

/// Names each problem of a file with its line.
///
/// # Errors
/// Those of the writer.
pub(super) fn tell(
    err: &mut dyn Write,
    file: impl Display,
    problems: &[Problem],
) -> io::Result<()> {
    problems
        .iter()
        .try_for_each(|problem| writeln!(err, "{}", in_file(&file, problem)))
}

/// A problem behind file and line, as editors know it: `file:12: reason`.
pub(super) fn in_file(file: impl Display, problem: &Problem) -> String {
    let reason = told(&problem.reason);
    match problem.line {
        0 => format!("{file}: {reason}"),
        line => format!("{file}:{line}: {reason}"),
    }
}

/// `1 problem`, `2 problems`.
pub(super) fn count(problems: usize) -> String {
    counted(problems, "problem")
}

/// `1 game`, `2 games`: a number with a word that is regular in the plural.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(n: N, one: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{n} {one}{s}")
}
