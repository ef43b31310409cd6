//! Parser of files that set options of an engine, in the forms that YaneuraOu reads.

use super::option_line::OptionLine;

/// An option that a file sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileOption {
    /// The line number, from 1.
    pub line: usize,
    /// The option's name as the file spells it.
    pub name: String,
    /// The option's value; `None` presses a button.
    pub value: Option<String>,
}

/// The error for a line that sets no option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} sets no option: '{text}'")]
pub struct OptionsFileError {
    /// The line number, from 1.
    pub line: usize,
    /// The first 80 characters of the line.
    pub text: String,
}

/// Parses a file such as YaneuraOu's `engine_options.txt`. The result has an entry for
/// each line, in order. A line has one of the forms
///
/// - `option name Threads type spin default 4 min 1 max 1024`, in which engines list
///   their options and the default is the value;
/// - `Threads 4`;
/// - `Threads=4`.
///
/// Empty lines, and comments that begin with `#` or `//`, are skipped. In the short
/// forms the value is the rest of the line.
pub fn parse_options(text: &str) -> Vec<Result<FileOption, OptionsFileError>> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let lines = lines.map(|(text, line)| (text.trim(), line));
    let meant = lines
        .filter(|(text, _)| !text.is_empty() && !text.starts_with('#') && !text.starts_with("//"));
    meant.map(|(text, line)| parse_line(text, line)).collect()
}

fn parse_line(text: &str, line: usize) -> Result<FileOption, OptionsFileError> {
    let fail = || OptionsFileError {
        line,
        text: text.chars().take(80).collect(),
    };
    let separator = |c: char| c.is_whitespace() || c == '=';
    let (name, rest) = match text.find(separator) {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    if name == "option" {
        let listed = OptionLine::parse(text).ok_or_else(fail)?;
        return Ok(FileOption {
            line,
            name: listed.name,
            value: listed.default,
        });
    }
    if name.is_empty() {
        return Err(fail());
    }
    let rest = rest.trim_start();
    let value = rest.strip_prefix('=').unwrap_or(rest).trim();
    Ok(FileOption {
        line,
        name: name.to_string(),
        value: (!rest.is_empty()).then(|| value.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_forms_are_read() {
        let text = "\u{feff}# my settings\r\n\
            option name USI_Hash type spin default 512 min 1 max 33554432\r\n\
            \r\n\
            // books\n\
            BookFile user_book1.db\n\
            FV_SCALE=24\n\
            \tEvalDir = C:\\My Nets\\eval=1\n\
            option name EnteringKingRule type combo default CSARule27 var NoEnteringKing var CSARule27\n\
            option name BookDir type string default <empty>\n\
            ClearHash\n";
        let options: Vec<(usize, String, Option<String>)> = parse_options(text)
            .into_iter()
            .map(|option| option.unwrap())
            .map(|option| (option.line, option.name, option.value))
            .collect();
        let expected = [
            (2, "USI_Hash", Some("512")),
            (5, "BookFile", Some("user_book1.db")),
            (6, "FV_SCALE", Some("24")),
            (7, "EvalDir", Some("C:\\My Nets\\eval=1")),
            (8, "EnteringKingRule", Some("CSARule27")),
            (9, "BookDir", Some("")),
            (10, "ClearHash", None),
        ];
        let expected =
            expected.map(|(line, name, value)| (line, name.to_string(), value.map(str::to_string)));
        assert_eq!(options, expected);
    }

    #[test]
    fn lines_that_set_nothing_are_named() {
        let problems: Vec<String> =
            parse_options("option Threads\n\n= 4\noption name X type dial\n")
                .into_iter()
                .map(|option| option.unwrap_err().to_string())
                .collect();
        assert_eq!(
            problems,
            [
                "line 1 sets no option: 'option Threads'",
                "line 3 sets no option: '= 4'",
                "line 4 sets no option: 'option name X type dial'",
            ]
        );
        assert!(parse_options("").is_empty());
    }
}
