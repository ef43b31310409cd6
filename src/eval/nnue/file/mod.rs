//! Network files: reading, with detection of the layout from the size, and writing.

mod classic;
mod error;
mod header;
mod hint;
mod leb128;
mod sections;
mod sfnn;

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::arch::Architecture;
use super::params::NetParams;
use crate::eval::scale::NetScales;
pub use error::{BlockFault, NetError, NetPart, NetProblem, NetWarning, UnsupportedNet};
use header::Header;
use sections::Reader;

/// The facts about a network file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetInfo {
    /// The path of the file; a note in angle brackets for a network from elsewhere.
    pub path: PathBuf,
    /// The size of the file in bytes.
    pub size: u64,
    /// The version word.
    pub version: u32,
    /// The hash in the header.
    pub hash: u32,
    /// The architecture string.
    pub header: String,
    /// The layout found.
    pub architecture: Architecture,
    /// Whether each section begins with a hash of its own.
    pub section_hashes: bool,
    /// The scales in the architecture string.
    pub scales: NetScales,
    /// The inconsistencies found.
    pub warnings: Vec<NetWarning>,
}

impl fmt::Display for NetInfo {
    /// One line: architecture, size and hash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetInfo {
            architecture,
            size,
            hash,
            ..
        } = self;
        write!(f, "{architecture}, {size} bytes, hash {hash:08X}")
    }
}

/// Reads a network file from disk.
///
/// # Errors
/// If it cannot be read, or is no network of a supported layout.
pub fn read_file(path: &Path) -> Result<(NetParams, NetInfo), NetError> {
    let open = || -> Result<(File, u64), NetProblem> {
        // Opening a pipe would block until its other end is opened.
        let kind = std::fs::metadata(path)?;
        if !kind.is_file() {
            return Err(NetProblem::NotAFile);
        }
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok((file, size))
    };
    let (file, size) = open().map_err(|problem| NetError::at(path, problem))?;
    read(BufReader::new(file), size, path)
}

/// Reads a network from memory.
///
/// # Errors
/// If the bytes are no network of a supported layout.
pub fn read_bytes(bytes: &[u8]) -> Result<(NetParams, NetInfo), NetError> {
    let path = Path::new("<memory>");
    read(Cursor::new(bytes), bytes.len() as u64, path)
}

fn read<R: Read + Seek>(
    inner: R,
    size: u64,
    path: &Path,
) -> Result<(NetParams, NetInfo), NetError> {
    read_sections(Reader::new(inner, size), path).map_err(|problem| NetError::at(path, problem))
}

fn read_sections<R: Read + Seek>(
    mut reader: Reader<R>,
    path: &Path,
) -> Result<(NetParams, NetInfo), NetProblem> {
    let mut header = Header::read(&mut reader)?;
    let (params, section_hashes) = if sfnn::recognise(&mut reader, &header)? {
        let (params, hashes) = sfnn::read(&mut reader, &mut header)?;
        (NetParams::from(params), hashes)
    } else {
        let (params, hashes) = classic::read(&mut reader, &mut header)?;
        (NetParams::from(params), hashes)
    };
    let mut odd = Vec::new();
    let scales = NetScales::read(&header.text, &mut odd);
    header
        .warnings
        .extend(odd.into_iter().map(NetWarning::from));
    let info = NetInfo {
        path: path.to_path_buf(),
        size: reader.size(),
        version: header.version,
        hash: header.hash,
        header: header.text,
        architecture: params.architecture(),
        section_hashes,
        scales,
        warnings: header.warnings,
    };
    Ok((params, info))
}

impl NetParams {
    /// Writes a file that every engine with this layout reads. Scales, if given, are
    /// appended to the architecture string. Some readers compare that string as a whole,
    /// so leave the scales out for the widest use.
    ///
    /// # Errors
    /// If writing fails, or a scale is out of its range.
    pub fn write(&self, to: &mut impl Write, scales: NetScales) -> io::Result<()> {
        if !scales.are_in_range() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("no network file can ask for {scales:?}"),
            ));
        }
        match self {
            NetParams::Classic(params) => classic::write(params, to, scales),
            NetParams::Sfnn(params) => sfnn::write(params, to, scales),
        }
    }
}
