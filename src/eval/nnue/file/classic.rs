//! Sections of a classic file: feature transformer and three dense layers.

use std::io::{self, Read, Seek, Write};

use super::error::{NetPart, NetProblem, NetWarning, UnsupportedNet};
use super::header::{Header, write_header};
use super::sections::{Reader, write_dense, write_i16s};
use crate::eval::nnue::arch::Classic;
use crate::eval::nnue::params::{ClassicParams, Transformer};
use crate::eval::scale::NetScales;

/// Reads the sections after the header. Also returns whether hashes stand before the sections.
pub(super) fn read<R: Read + Seek>(
    reader: &mut Reader<R>,
    file: &mut Header,
) -> Result<(ClassicParams, bool), NetProblem> {
    let first = reader.peek(4)?;
    let word = first
        .first_chunk()
        .map_or(0, |&word| u32::from_le_bytes(word));
    let (layout, section_hashes) = find_classic(reader.size(), reader.offset(), word, file)?;
    let name = layout.to_string();
    file.check_hash(NetPart::File, 4, file.hash, layout.file_hash(), &name);
    if file.hint.classic().is_some_and(|hint| hint != layout) {
        file.warnings.push(NetWarning::Header {
            header: file.text.clone(),
            layout: name.clone(),
        });
    }
    if section_hashes {
        let (word, part) = (NetPart::TransformerHash, NetPart::Transformer);
        file.read_hash(reader, word, part, layout.transformer_hash(), &name)?;
    }
    let inputs = layout.features.inputs();
    let transformer = Transformer {
        biases: reader.i16s(layout.l1, NetPart::TransformerBiases)?,
        weights: reader.i16s(inputs * layout.l1, NetPart::TransformerWeights)?,
    };
    if section_hashes {
        let (word, part) = (NetPart::NetworkHash, NetPart::Network);
        file.read_hash(reader, word, part, layout.network_hash(), &name)?;
    }
    let layers = [
        reader.dense(2 * layout.l1, layout.h1, NetPart::FirstHidden)?,
        reader.dense(layout.h1, layout.h2, NetPart::SecondHidden)?,
        reader.dense(layout.h2, 1, NetPart::Output)?,
    ];
    let params = ClassicParams {
        layout,
        transformer,
        layers,
    };
    Ok((params, section_hashes))
}

/// The layout whose parameters fill the file from `start` to its end, and whether hashes stand
/// before its sections. `word` is the number at `start`: a section hash or the first biases.
fn find_classic(
    size: u64,
    start: u64,
    word: u32,
    file: &Header,
) -> Result<(Classic, bool), NetProblem> {
    let hint = file.hint.classic().filter(Classic::is_supported);
    let layouts = || hint.into_iter().chain(Classic::KNOWN);
    for layout in layouts() {
        let plain = start + layout.payload();
        if size == plain + 8 {
            return Ok((layout, true));
        }
        // If `word` is the section hash, the file has hashes and is truncated.
        if size == plain && word != layout.transformer_hash() {
            return Ok((layout, false));
        }
    }
    // The trainer bullet-shogi leaves all hashes 0 and pads the file to a multiple of 64 bytes.
    if file.hash == 0 && size.is_multiple_of(64) {
        let section_hashes = word == 0;
        let hashes = if section_hashes { 8 } else { 0 };
        for layout in layouts() {
            let total = start + layout.payload() + hashes;
            if (total + 1..total + 64).contains(&size) {
                return Ok((layout, section_hashes));
            }
        }
    }
    if let Some(net) = file.hint.unsupported.clone() {
        return Err(NetProblem::Unsupported(net));
    }
    if let Some(layout) = file.hint.classic()
        && hint.is_none()
    {
        let layout = layout.to_string();
        return Err(NetProblem::Unsupported(UnsupportedNet::Layout(layout)));
    }
    Err(NetProblem::Size {
        size,
        expected: hint.map(|layout| (start + layout.payload() + 8, layout.to_string())),
        header: file.text.clone(),
    })
}

/// Writes a whole file.
///
/// # Errors
/// If writing fails.
pub(super) fn write(
    params: &ClassicParams,
    to: &mut impl Write,
    scales: NetScales,
) -> io::Result<()> {
    let layout = &params.layout;
    let header = scales.append_to(&layout.header_string());
    write_header(to, layout.file_hash(), &header)?;
    to.write_all(&layout.transformer_hash().to_le_bytes())?;
    write_i16s(to, &params.transformer.biases)?;
    write_i16s(to, &params.transformer.weights)?;
    to.write_all(&layout.network_hash().to_le_bytes())?;
    params
        .layers
        .iter()
        .try_for_each(|layer| write_dense(to, layer))
}
