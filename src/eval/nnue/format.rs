//! Reads network files: finds the layout from the size, then the parameters.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::aligned::Aligned;
use super::arch::{Architecture, Classic, FeatureSet};
use super::error::{NetError, NetProblem, NetWarning};
use super::header::Hint;
use super::params::{ClassicParams, Dense, SfnnParams, Transformer, VERSION};
use super::scale::NetScales;
use super::{arch::pad32, sfnn_format};

/// The longest architecture string that is accepted.
const HEADER_LIMIT: u32 = 4096;
/// The widest layers that are accepted.
const L1_LIMIT: usize = 8192;
pub(super) const HIDDEN_LIMIT: usize = 128;

/// The parameters of a network of either kind.
#[derive(Clone)]
pub enum Params {
    /// A classic network.
    Classic(ClassicParams),
    /// An SFNN.
    Sfnn(SfnnParams),
}

impl Params {
    /// The layout.
    pub fn architecture(&self) -> Architecture {
        match self {
            Params::Classic(params) => Architecture::Classic(params.layout),
            Params::Sfnn(params) => Architecture::Sfnn(params.layout),
        }
    }
}

/// What is known about a network file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetInfo {
    /// The file; a note in angle brackets for a network that came from elsewhere.
    pub path: PathBuf,
    /// Its size in bytes.
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
    /// What the architecture string says of the output.
    pub scales: NetScales,
    /// What was odd.
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
pub fn read_file(path: &Path) -> Result<(Params, NetInfo), NetError> {
    let open = || -> Result<(File, u64), NetProblem> {
        // Opening a pipe would wait for its other end.
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
pub fn read_bytes(bytes: &[u8]) -> Result<(Params, NetInfo), NetError> {
    let path = Path::new("<memory>");
    read(Cursor::new(bytes), bytes.len() as u64, path)
}

fn read<R: Read + Seek>(inner: R, size: u64, path: &Path) -> Result<(Params, NetInfo), NetError> {
    let reader = Reader {
        inner,
        offset: 0,
        size,
    };
    read_sections(reader, path).map_err(|problem| NetError::at(path, problem))
}

fn read_sections<R: Read + Seek>(
    mut reader: Reader<R>,
    path: &Path,
) -> Result<(Params, NetInfo), NetProblem> {
    let version = reader.u32("version")?;
    check_version(version)?;
    let hash = reader.u32("hash")?;
    let length = reader.u32("length of the architecture string")?;
    let limit = u64::from(HEADER_LIMIT).min(reader.remaining());
    if u64::from(length) > limit {
        return Err(NetProblem::HeaderLength {
            found: length,
            limit,
        });
    }
    let header = reader.vec(length as usize, "architecture string")?;
    let header = printable(&header);
    let mut file = Header {
        hash,
        hint: Hint::parse(&header),
        text: header,
        warnings: Vec::new(),
    };
    let (params, section_hashes) = if sfnn_format::recognise(&mut reader, &file)? {
        let (params, hashes) = sfnn_format::read(&mut reader, &mut file)?;
        (Params::Sfnn(params), hashes)
    } else {
        let (params, hashes) = read_classic(&mut reader, &mut file)?;
        (Params::Classic(params), hashes)
    };
    let scales = NetScales::parse(&file.text, &mut file.warnings);
    let info = NetInfo {
        path: path.to_path_buf(),
        size: reader.size,
        version,
        hash,
        header: file.text,
        architecture: params.architecture(),
        section_hashes,
        scales,
        warnings: file.warnings,
    };
    Ok((params, info))
}

fn check_version(version: u32) -> Result<(), NetProblem> {
    match version {
        VERSION | 0x7AF3_2F17 => Ok(()),
        0x7AF3_2F20 | 0x7AF3_2F21 => Err(NetProblem::Unsupported(format!(
            "an nnue-pytorch layer stack file (version {version:#010X})"
        ))),
        found => Err(NetProblem::Version { found }),
    }
}

/// The string with anything that could spoil a terminal or log replaced.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let safe = |c: char| if c.is_control() { '?' } else { c };
    text.chars().map(safe).collect()
}

fn read_classic<R: Read + Seek>(
    reader: &mut Reader<R>,
    file: &mut Header,
) -> Result<(ClassicParams, bool), NetProblem> {
    let first = reader.peek(4)?;
    let word = first
        .first_chunk()
        .map_or(0, |&word| u32::from_le_bytes(word));
    let Found {
        layout,
        section_hashes,
    } = find_classic(reader.size, reader.offset, word, file)?;
    file.check_hash(
        "file",
        4,
        file.hash,
        layout.file_hash(),
        &layout.to_string(),
    );
    if file.hint.classic().is_some_and(|hint| hint != layout) {
        file.warnings.push(NetWarning::Header {
            header: file.text.clone(),
            layout: layout.to_string(),
        });
    }
    if section_hashes {
        let at = reader.offset;
        let found = reader.u32("hash of the feature transformer")?;
        let expected = layout.transformer_hash();
        file.check_hash(
            "feature transformer",
            at,
            found,
            expected,
            &layout.to_string(),
        );
    }
    // The whole size was compared with the layout, so the file has these bytes.
    let inputs = layout.features.inputs();
    let transformer = Transformer {
        biases: reader.i16s(layout.l1, "feature transformer biases")?,
        weights: reader.i16s(inputs * layout.l1, "feature transformer weights")?,
    };
    if section_hashes {
        let at = reader.offset;
        let found = reader.u32("hash of the network")?;
        file.check_hash(
            "network",
            at,
            found,
            layout.network_hash(),
            &layout.to_string(),
        );
    }
    let layers = [
        reader.dense(2 * layout.l1, layout.h1, "first hidden layer")?,
        reader.dense(layout.h1, layout.h2, "second hidden layer")?,
        reader.dense(layout.h2, 1, "output layer")?,
    ];
    let params = ClassicParams {
        layout,
        transformer,
        layers,
    };
    Ok((params, section_hashes))
}

struct Found {
    layout: Classic,
    section_hashes: bool,
}

/// The layout whose parameters fill the file from `start` to its end. `word`
/// stands at `start`: a section hash or the first biases.
fn find_classic(size: u64, start: u64, word: u32, file: &Header) -> Result<Found, NetProblem> {
    let hint = file.hint.classic().filter(is_supported);
    let layouts = || hint.into_iter().chain(Classic::KNOWN);
    for layout in layouts() {
        let plain = start + layout.payload();
        if size == plain + 8 {
            return Ok(Found {
                layout,
                section_hashes: true,
            });
        }
        // With a hash in its place the file only lacks its last bytes.
        if size == plain && word != layout.transformer_hash() {
            return Ok(Found {
                layout,
                section_hashes: false,
            });
        }
    }
    // bullet-shogi leaves all hashes 0 and fills the file up to 64 bytes.
    if file.hash == 0 && size.is_multiple_of(64) {
        let section_hashes = word == 0;
        let hashes = if section_hashes { 8 } else { 0 };
        for layout in layouts() {
            let total = start + layout.payload() + hashes;
            if (total + 1..total + 64).contains(&size) {
                return Ok(Found {
                    layout,
                    section_hashes,
                });
            }
        }
    }
    if let Some(name) = file.hint.unsupported {
        return Err(NetProblem::Unsupported(name.to_string()));
    }
    if let Some(layout) = file.hint.classic()
        && hint.is_none()
    {
        return Err(NetProblem::Unsupported(format!("a {layout} network")));
    }
    Err(NetProblem::Size {
        size,
        expected: hint.map(|layout| (start + layout.payload() + 8, layout.to_string())),
        header: file.text.clone(),
    })
}

/// Whether the kernels can run a network of these sizes.
fn is_supported(layout: &Classic) -> bool {
    layout.l1.is_multiple_of(64)
        && (64..=L1_LIMIT).contains(&layout.l1)
        && (1..=HIDDEN_LIMIT).contains(&layout.h1)
        && (1..=HIDDEN_LIMIT).contains(&layout.h2)
}

/// Whether the kernels can run an SFNN with this transformer.
pub(super) fn is_supported_pairwise(features: FeatureSet, l1: usize) -> bool {
    // A set whose rows are added up at load cannot be doubled per block.
    features != FeatureSet::KA2 && l1.is_multiple_of(128) && (128..=L1_LIMIT).contains(&l1)
}

/// The first part of a file, and what was odd so far.
pub(super) struct Header {
    pub(super) hash: u32,
    pub(super) text: String,
    pub(super) hint: Hint,
    pub(super) warnings: Vec<NetWarning>,
}

impl Header {
    pub(super) fn check_hash(
        &mut self,
        section: &'static str,
        offset: u64,
        found: u32,
        expected: u32,
        layout: &str,
    ) {
        // A hash of 0 was never filled in.
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

/// A file that is being read, never past its end.
pub(super) struct Reader<R> {
    inner: R,
    pub(super) offset: u64,
    pub(super) size: u64,
}

impl<R: Read + Seek> Reader<R> {
    pub(super) fn remaining(&self) -> u64 {
        self.size - self.offset
    }

    /// Fails unless `needed` more bytes are there; nothing is allocated before.
    pub(super) fn demand(&self, needed: u64, what: &'static str) -> Result<(), NetProblem> {
        if needed > self.remaining() {
            return Err(NetProblem::Truncated {
                what,
                offset: self.offset,
                needed,
                size: self.size,
            });
        }
        Ok(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NetProblem> {
        self.inner.read_exact(bytes)?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, NetProblem> {
        self.demand(4, what)?;
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    pub(super) fn vec(&mut self, len: usize, what: &'static str) -> Result<Vec<u8>, NetProblem> {
        self.demand(len as u64, what)?;
        let mut bytes = vec![0; len];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// The next bytes, up to `len`, without moving on.
    pub(super) fn peek(&mut self, len: usize) -> Result<Vec<u8>, NetProblem> {
        let len = self.remaining().min(len as u64) as usize;
        let mut bytes = vec![0; len];
        self.inner.read_exact(&mut bytes)?;
        self.inner.seek(SeekFrom::Current(-(len as i64)))?;
        Ok(bytes)
    }

    pub(super) fn i16s(
        &mut self,
        len: usize,
        what: &'static str,
    ) -> Result<Aligned<i16>, NetProblem> {
        self.demand(2 * len as u64, what)?;
        let mut values = Aligned::<i16>::zeroed(len);
        self.fill(values.as_bytes_mut())?;
        if cfg!(target_endian = "big") {
            values
                .iter_mut()
                .for_each(|value| *value = value.swap_bytes());
        }
        Ok(values)
    }

    pub(super) fn dense(
        &mut self,
        inputs: usize,
        outputs: usize,
        what: &'static str,
    ) -> Result<Dense, NetProblem> {
        let biases = self.vec(4 * outputs, what)?;
        let rows = self.vec(outputs * pad32(inputs), what)?;
        let (words, _) = biases.as_chunks::<4>();
        Ok(Dense {
            inputs,
            biases: words.iter().map(|&word| i32::from_le_bytes(word)).collect(),
            weights: rows
                .chunks(pad32(inputs))
                .flat_map(|row| row.iter().take(inputs).map(|&byte| byte as i8))
                .collect(),
        })
    }
}
