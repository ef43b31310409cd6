//! Header of a network file: version, hash and architecture string.

use std::io::{self, Read, Seek, Write};

use super::error::{NetPart, NetProblem, NetWarning, UnsupportedNet};
use super::hint::Hint;
use super::sections::Reader;

/// Version word of the files that are read and written.
const VERSION: u32 = 0x7AF3_2F16;
/// Largest length of an architecture string that is accepted, in bytes.
const LENGTH_LIMIT: u32 = 4096;

/// The header of a file, and the warnings found so far.
pub(super) struct Header {
    pub(super) version: u32,
    pub(super) hash: u32,
    pub(super) text: String,
    pub(super) hint: Hint,
    pub(super) warnings: Vec<NetWarning>,
}

impl Header {
    /// Reads a header.
    pub(super) fn read<R: Read + Seek>(reader: &mut Reader<R>) -> Result<Header, NetProblem> {
        let version = reader.u32(NetPart::Version)?;
        check_version(version)?;
        let hash = reader.u32(NetPart::Hash)?;
        let length = reader.u32(NetPart::HeaderLength)?;
        let limit = u64::from(LENGTH_LIMIT).min(reader.remaining());
        if u64::from(length) > limit {
            return Err(NetProblem::HeaderLength {
                found: length,
                limit,
            });
        }
        let text = printable(&reader.vec(length as usize, NetPart::Header)?);
        Ok(Header {
            version,
            hash,
            hint: Hint::parse(&text),
            text,
            warnings: Vec::new(),
        })
    }

    /// Reads the hash that stands before a section and compares it.
    pub(super) fn read_hash<R: Read + Seek>(
        &mut self,
        reader: &mut Reader<R>,
        word: NetPart,
        section: NetPart,
        expected: u32,
        layout: &str,
    ) -> Result<(), NetProblem> {
        let offset = reader.offset();
        let found = reader.u32(word)?;
        self.check_hash(section, offset, found, expected, layout);
        Ok(())
    }

    /// Adds a warning if a hash is not that of the layout.
    pub(super) fn check_hash(
        &mut self,
        section: NetPart,
        offset: u64,
        found: u32,
        expected: u32,
        layout: &str,
    ) {
        // Some tools leave hashes 0, which is not worth a warning.
        if found != expected && found != 0 {
            self.warnings.push(NetWarning::Hash {
                section,
                offset,
                found,
                expected,
                layout: layout.to_string(),
            });
        }
    }
}

fn check_version(version: u32) -> Result<(), NetProblem> {
    match version {
        VERSION | 0x7AF3_2F17 => Ok(()),
        0x7AF3_2F20 | 0x7AF3_2F21 => {
            Err(NetProblem::Unsupported(UnsupportedNet::StackFile(version)))
        }
        found => Err(NetProblem::Version { found }),
    }
}

/// The string with its control characters, which could corrupt a terminal or log, replaced.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let safe = |c: char| if c.is_control() { '?' } else { c };
    text.chars().map(safe).collect()
}

/// Writes a header.
///
/// # Errors
/// If writing fails.
pub(super) fn write_header(to: &mut impl Write, hash: u32, text: &str) -> io::Result<()> {
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    for word in [VERSION, hash, length] {
        to.write_all(&word.to_le_bytes())?;
    }
    to.write_all(text.as_bytes())
}
