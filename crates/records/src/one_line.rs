//! Text that has to stay on one line of a file.

/// A text for one line of a file: line ends become the two characters `\n`.
pub(super) fn without_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\n', '\r'], "\\n")
}
