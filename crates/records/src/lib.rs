//! Game records: a tree of moves in memory, read and written in every common file format; moves in
//! human notation ([`notation`]); the handicaps by name.
//!
//! [`read_file`] and [`read_bytes`] detect format and encoding. They keep what can be read and
//! report each problem with its line. [`write_bytes`] and [`write_file`] report the content that
//! the format cannot hold.
//!
//! ```
//! use komadai_records::{End, Format, NodeId, Record, WriteOptions, read_bytes, write_bytes};
//!
//! let mut record = Record::default();
//! record.headers.set("先手", "桂馬");
//! let mut last = NodeId::ROOT;
//! for text in ["7g7f", "3c3d", "2g2f"] {
//!     last = record.add_move(last, text.parse()?)?;
//! }
//! record.node_mut(last).comments.push("A quiet start.".to_string());
//! record.add_end(last, End::Resign);
//!
//! let written = write_bytes(&[record.clone()], Format::Kif, WriteOptions::default());
//! assert!(written.losses.is_empty());
//! let reading = read_bytes(&written.bytes, Some("kifu"))?;
//! assert!(reading.warnings.is_empty());
//! assert_eq!(reading.records[0].main_moves(), record.main_moves());
//! assert_eq!(reading.records[0].end(), Some(&End::Resign));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bod;
mod builder;
mod csa;
mod csa_write;
mod detect;
mod encode;
mod end;
mod handicap;
mod header_words;
mod jkf;
mod jkf_write;
mod kif;
mod kif_lines;
mod kif_write;
pub mod notation;
mod problem;
mod tree;
mod usi;
mod western;
mod western_write;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use problem::{Losses, Problems};
#[doc(hidden)]
pub use usi::read_start as read_usi_start;

use komadai::files::whole_file::write_whole;

pub use bod::write_bod;
pub use csa::{CsaError, read_csa_move};
pub use csa_write::{CsaVersion, write_csa_move};
pub use detect::Format;
pub use end::End;
pub use handicap::Handicap;
pub use kif_write::{kif_score_comment, write_kif_move};
pub use komadai::text::Encoding;
pub use problem::{Loss, MoveFault, Problem, Reason, RecordError, StartFault};
pub use tree::{Headers, Node, NodeId, Record, Step, Walk};

/// Largest size in bytes of a file to read.
const MAX_BYTES: u64 = 1 << 30;

/// The longest line in bytes, except in JSON. The limit bounds memory: a reader holds several
/// copies of a line.
const MAX_LINE: usize = 16 << 20;

/// Games read from a file.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The games, at least one.
    pub records: Vec<Record>,
    /// Problems: text that could not be read, or that looks wrong.
    pub warnings: Vec<Problem>,
    /// Content that was read in full but contradicts the rules, such as 詰み without a mate.
    pub doubts: Vec<Problem>,
    /// The format detected.
    pub format: Format,
    /// The encoding detected.
    pub encoding: Encoding,
}

/// Reads a record file of any format. Where content and extension disagree, the content decides.
///
/// # Errors
/// If the file cannot be read or holds no game.
pub fn read_file(path: &Path) -> Result<Reading, RecordError> {
    match File::open(path) {
        Ok(file) => read_from(file, path),
        Err(source) => Err(RecordError::Io {
            file: path.to_path_buf(),
            source,
        }),
    }
}

/// Reads a record from a source. `file` names the source in errors, and its extension helps to
/// detect the format.
///
/// # Errors
/// If the source cannot be read, is larger than any record or holds no game.
pub fn read_from(source: impl Read, file: &Path) -> Result<Reading, RecordError> {
    let content_error = |problem| RecordError::Content {
        file: file.to_path_buf(),
        problem,
    };
    let bytes = bounded(source).map_err(|source| RecordError::Io {
        file: file.to_path_buf(),
        source,
    })?;
    let extension = file.extension().and_then(|e| e.to_str());
    let read = bytes.and_then(|bytes| read_bytes(&bytes, extension));
    read.map_err(content_error)
}

/// All bytes of a source. If the source or one of its lines is too long, reading stops there with a
/// problem.
fn bounded(source: impl Read) -> std::io::Result<Result<Vec<u8>, Problem>> {
    let mut source = BufReader::new(source.take(MAX_BYTES + 1));
    let mut bytes = Vec::new();
    for number in 1.. {
        let part = (&mut source).take(MAX_LINE as u64 + 1);
        let read = { part }.read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        let is_json = matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'['));
        if read > MAX_LINE && !is_json {
            return Ok(Err(Problem::new(number, Reason::LongLine(MAX_LINE))));
        }
    }
    Ok(match bytes.len() as u64 {
        size if size > MAX_BYTES => Err(Problem::new(0, Reason::TooLarge(MAX_BYTES))),
        _ => Ok(bytes),
    })
}

/// Reads the content of a record file; `extension` has no dot and may be missing.
///
/// # Errors
/// If the content holds no game: the first problem found.
pub fn read_bytes(bytes: &[u8], extension: Option<&str>) -> Result<Reading, Problem> {
    let mut problems = Problems::default();
    let (text, encoding) = komadai::text::decode(bytes);
    let text = plain_lines(text);
    report_damage(&text, &mut problems);
    let by_name = extension.and_then(Format::from_extension).map(|(f, _)| f);
    let by_text = Format::of_text(&text);
    let format = match (by_name, by_text) {
        // KIF and KI2 share one reader, as do USI and SFEN: the extension may decide between them.
        (Some(name @ (Format::Kif | Format::Ki2)), Some(Format::Kif | Format::Ki2)) => name,
        (Some(name @ (Format::Usi | Format::Sfen)), Some(Format::Usi)) => name,
        (_, Some(text)) => text,
        (Some(name), None) => name,
        (None, None) => {
            return Err(Problem::new(0, Reason::UnknownFormat));
        }
    };
    let records = match format {
        Format::Kif | Format::Ki2 => kif::read(&text, &mut problems),
        Format::Csa => csa::read(&text, &mut problems),
        Format::Jkf => jkf::read(&text, &mut problems),
        Format::Usi | Format::Sfen => usi::read(&text, &mut problems),
        Format::Western => western::read(&text, &mut problems),
    };
    // A wrong extension alone is not reported, only beside other problems, which it may explain.
    if let Some(name) = by_name
        && name != format
        && !problems.is_empty()
    {
        let (extension, text) = (name, format);
        problems.add(0, Reason::Extension { extension, text });
    }
    let (warnings, doubts) = problems.into_lists();
    // Only the extension, or an accident, says that such a text is a record.
    let is_blank = |record: &Record| record.main_moves().is_empty() && record.is_even();
    let is_unread = |one: &Problem| matches!(one.reason, Reason::Unknown(_) | Reason::Undecoded(_));
    let is_other = by_text.is_none() && !records.is_empty() && warnings.iter().all(is_unread);
    let is_noise = is_other || is_binary(&text);
    if is_noise && !warnings.is_empty() && records.iter().all(is_blank) {
        return Err(Problem::new(0, Reason::UnknownFormat));
    }
    if records.is_empty() {
        let nothing = || Problem::new(0, Reason::NoGame);
        return Err(warnings.into_iter().next().unwrap_or_else(nothing));
    }
    Ok(Reading {
        records,
        warnings,
        doubts,
        format,
        encoding,
    })
}

/// Invisible characters: byte order marks, which stand in the middle of joined files, and
/// directional and zero-width characters, which web pages put before lines.
const INVISIBLE: [char; 5] = ['\u{FEFF}', '\u{200B}', '\u{200E}', '\u{200F}', '\u{2060}'];

/// The text with LF line ends and without invisible characters at the start of lines. If a byte
/// order mark within a line begins another file, a new line begins there: the file before was
/// joined without a final line end.
fn plain_lines(text: String) -> String {
    let text = match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    };
    if !text.contains(INVISIBLE) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_blank = |c: char| INVISIBLE.contains(&c) || (c.is_whitespace() && c != '\n');
        let body = line.trim_start_matches(is_blank);
        let head = line.get(..line.len() - body.len()).unwrap_or("");
        out.extend(head.chars().filter(|c| !INVISIBLE.contains(c)));
        for (index, part) in body.split('\u{FEFF}').enumerate() {
            if index > 0 {
                let begins_file =
                    part.starts_with(['#', '{', '[', '\'']) || Format::of_text(part).is_some();
                out.push(if begins_file { '\n' } else { '\u{FEFF}' });
            }
            out.push_str(part);
        }
    }
    out
}

/// Whether more than one character in fifty occurs in no text.
fn is_binary(text: &str) -> bool {
    let is_strange = |c: &char| *c == '\u{FFFD}' || c.is_control() && !matches!(c, '\n' | '\t');
    50 * text.chars().filter(is_strange).count() > text.chars().count()
}

fn report_damage(text: &str, problems: &mut Problems) {
    let holes = text.matches('\u{FFFD}').count();
    if holes > 0 {
        let line = text
            .lines()
            .position(|l| l.contains('\u{FFFD}'))
            .map_or(0, |n| n + 1);
        problems.add(line, Reason::Undecoded(holes));
    }
}

/// Options of writing.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The encoding; UTF-8 unless set.
    pub encoding: Encoding,
    /// The version of CSA files.
    pub csa: CsaVersion,
    /// CRLF line ends instead of LF.
    pub crlf: bool,
}

impl WriteOptions {
    /// Format and default options for an extension: CP932 with CRLF for `.kif` and
    /// `.ki2`, else UTF-8 with LF.
    pub fn for_extension(extension: &str) -> Option<(Format, WriteOptions)> {
        let (format, encoding) = Format::from_extension(extension)?;
        let options = WriteOptions {
            encoding,
            csa: CsaVersion::Auto,
            crlf: encoding == Encoding::Cp932,
        };
        Some((format, options))
    }
}

/// A file's content.
#[derive(Clone, Debug)]
pub struct Written {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Losses: content that the format or the encoding cannot hold.
    pub losses: Vec<Loss>,
}

/// Writes records in a format. Several games are joined so that [`read_bytes`] can separate them
/// again.
pub fn write_bytes(records: &[Record], format: Format, options: WriteOptions) -> Written {
    let mut losses = Losses::default();
    let text = match (format, records) {
        (Format::Jkf, [_, _, ..] | []) => {
            let objects = records.iter();
            let objects = objects.map(|record| jkf_write::write(record, &mut losses));
            format!("[{}]\n", objects.collect::<Vec<_>>().join(","))
        }
        _ => {
            let separator = match format {
                Format::Csa => "/\n",
                Format::Usi | Format::Sfen => "",
                // KIF and Western games begin with lines that the readers recognise; KI2
                // needs a comment.
                Format::Ki2 => "\n# KI2\n",
                _ => "\n",
            };
            let texts: Vec<String> = records
                .iter()
                .map(|record| write_text(record, format, options, &mut losses))
                .collect();
            texts.join(separator)
        }
    };
    // Readers take a byte order mark within a text for the beginning of another file.
    let mark = match format {
        Format::Jkf => "\\ufeff",
        _ => "",
    };
    let text = match text.contains('\u{FEFF}') {
        true => text.replace('\u{FEFF}', mark),
        false => text,
    };
    let text = match options.crlf {
        true => text.replace('\n', "\r\n"),
        false => text,
    };
    let (bytes, missing) = encode::encode(&text, options.encoding);
    if !missing.is_empty() {
        let shown: String = missing.iter().take(10).collect();
        losses.note(Loss::Characters(shown));
    }
    Written {
        bytes,
        losses: losses.into_vec(),
    }
}

fn write_text(
    record: &Record,
    format: Format,
    options: WriteOptions,
    losses: &mut Losses,
) -> String {
    match format {
        Format::Kif => kif_write::write(record, losses),
        Format::Ki2 => kif_write::write_ki2(record, losses),
        Format::Csa => csa_write::write(record, options.csa, options.encoding, losses),
        Format::Usi => usi::write_usi(record, losses),
        Format::Sfen => usi::write_sfen(record, losses),
        Format::Western => western_write::write(record, losses),
        Format::Jkf => jkf_write::write(record, losses) + "\n",
    }
}

/// Writes records to a file in the format of its extension. An existing file is replaced only when
/// everything has been written. `adjust` may change the default options of the format. Returns the
/// content that the format cannot hold.
///
/// # Errors
/// If the extension names no format or the file cannot be written.
pub fn write_file(
    path: &Path,
    records: &[Record],
    adjust: impl FnOnce(&mut WriteOptions),
) -> Result<Vec<Loss>, RecordError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let (format, mut options) =
        WriteOptions::for_extension(extension).ok_or_else(|| RecordError::Extension {
            file: path.to_path_buf(),
        })?;
    adjust(&mut options);
    let written = write_bytes(records, format, options);
    write_whole(path, &written.bytes).map_err(|error| RecordError::Io {
        file: error.path,
        source: error.source,
    })?;
    Ok(written.losses)
}
