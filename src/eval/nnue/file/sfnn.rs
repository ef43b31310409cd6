//! Sections of an SFNN file: a feature transformer, usually compressed, then the layer stacks.

use std::io::{self, Read, Seek, Write};

use super::error::{BlockFault, NetPart, NetProblem, UnsupportedNet};
use super::header::{Header, write_header};
use super::leb128;
use super::sections::{Reader, write_dense};
use crate::eval::nnue::aligned::Aligned;
use crate::eval::nnue::arch::{FeatureSet, HIDDEN_LIMIT, Sfnn, Stacks};
use crate::eval::nnue::params::{SfnnParams, Transformer};
use crate::eval::scale::NetScales;

/// Whether an SFNN follows the header, as a compressed block or the architecture string shows.
pub(super) fn recognise<R: Read + Seek>(
    reader: &mut Reader<R>,
    header: &Header,
) -> Result<bool, NetProblem> {
    let magic = leb128::MAGIC;
    let start = reader.peek(4 + magic.len())?;
    Ok(start.starts_with(magic)
        || start.get(4..).is_some_and(|rest| rest.starts_with(magic))
        || header.text.contains("SFNN"))
}

/// Reads the sections after the header. Also returns whether a hash stands before the transformer.
pub(super) fn read<R: Read + Seek>(
    reader: &mut Reader<R>,
    header: &mut Header,
) -> Result<(SfnnParams, bool), NetProblem> {
    let name = "SFNN";
    header.check_hash(NetPart::File, 4, header.hash, Sfnn::FILE_HASH, name);
    let section_hash = begins_with_hash(reader)?;
    if section_hash {
        let (word, part) = (NetPart::TransformerHash, NetPart::Transformer);
        header.read_hash(reader, word, part, Sfnn::TRANSFORMER_HASH, name)?;
    }
    let (features, transformer) = read_transformer(reader, header)?;
    let l1 = transformer.biases.len();
    let at = reader.offset();
    let (layout, has_hashes) = find_stacks(reader, header, features, l1)?;
    let mut stacks = Vec::new();
    for _ in 0..layout.stacks.count() {
        if has_hashes {
            let (word, part) = (NetPart::StackHash, NetPart::Network);
            header.read_hash(reader, word, part, Sfnn::NETWORK_HASH, name)?;
        }
        let Sfnn { l1, h1, h2, .. } = layout;
        stacks.push([
            reader.dense(l1, layout.first_outputs(), NetPart::FirstHidden)?,
            reader.dense(2 * h1, h2, NetPart::SecondHidden)?,
            reader.dense(h2, 1, NetPart::Output)?,
        ]);
    }
    debug_assert!(at < reader.offset() && reader.remaining() == 0);
    let params = SfnnParams {
        layout,
        transformer,
        stacks,
    };
    Ok((params, section_hash))
}

/// Whether the transformer's section begins with its hash.
fn begins_with_hash<R: Read + Seek>(reader: &mut Reader<R>) -> Result<bool, NetProblem> {
    let magic = leb128::MAGIC;
    let start = reader.peek(4 + magic.len())?;
    if start.starts_with(magic) {
        return Ok(false);
    }
    // Uncompressed biases may begin with any number: only the right hash and 0 count as a hash.
    let word = start.first_chunk().map(|&word| u32::from_le_bytes(word));
    let compressed = start.get(4..).is_some_and(|rest| rest.starts_with(magic));
    Ok(compressed || matches!(word, Some(0 | Sfnn::TRANSFORMER_HASH)))
}

fn read_transformer<R: Read + Seek>(
    reader: &mut Reader<R>,
    header: &Header,
) -> Result<(FeatureSet, Transformer), NetProblem> {
    if reader.peek(leb128::MAGIC.len())? != leb128::MAGIC {
        return read_raw_transformer(reader, header);
    }
    let offset = reader.offset();
    let first = read_block(reader)?;
    if reader.peek(leb128::MAGIC.len())? == leb128::MAGIC {
        let l1 = first.len();
        let offset = reader.offset();
        let weights = read_block(reader)?;
        let inputs = weights.len() as u64 / (l1 as u64).max(1);
        let features = FeatureSet::from_inputs(inputs)
            .filter(|set| set.inputs() * l1 == weights.len())
            .ok_or_else(|| NetProblem::Compressed {
                offset,
                what: BlockFault::Weights {
                    weights: weights.len(),
                    lanes: l1,
                },
            })?;
        check_width(features, l1)?;
        let biases = first;
        return Ok((features, Transformer { biases, weights }));
    }
    // Some exporters write the biases and the weights as one block.
    let fits = |set: &FeatureSet| {
        let rows = set.inputs() + 1;
        first.len().is_multiple_of(rows) && Sfnn::takes_transformer(*set, first.len() / rows)
    };
    let hinted = header.hint.features.filter(fits);
    let features = hinted
        .or_else(|| FeatureSet::ALL.into_iter().find(fits))
        .ok_or_else(|| NetProblem::Compressed {
            offset,
            what: BlockFault::Values(first.len()),
        })?;
    let l1 = first.len() / (features.inputs() + 1);
    let (biases, weights) = first.split_at(l1);
    let transformer = Transformer {
        biases: Aligned::from_slice(biases),
        weights: Aligned::from_slice(weights),
    };
    Ok((features, transformer))
}

/// Reads a transformer of uncompressed numbers, whose sizes only the architecture string gives.
fn read_raw_transformer<R: Read + Seek>(
    reader: &mut Reader<R>,
    header: &Header,
) -> Result<(FeatureSet, Transformer), NetProblem> {
    let (Some(features), Some(l1)) = (header.hint.features, header.hint.l1) else {
        let text = header.text.clone();
        return Err(NetProblem::Unsupported(UnsupportedNet::Uncompressed(text)));
    };
    check_width(features, l1)?;
    let transformer = Transformer {
        biases: reader.i16s(l1, NetPart::TransformerBiases)?,
        weights: reader.i16s(l1 * features.inputs(), NetPart::TransformerWeights)?,
    };
    Ok((features, transformer))
}

fn check_width(features: FeatureSet, l1: usize) -> Result<(), NetProblem> {
    if Sfnn::takes_transformer(features, l1) {
        return Ok(());
    }
    Err(NetProblem::Unsupported(UnsupportedNet::Width {
        features: features.name(),
        lanes: l1,
    }))
}

fn read_block<R: Read + Seek>(reader: &mut Reader<R>) -> Result<Aligned<i16>, NetProblem> {
    let offset = reader.offset();
    reader.vec(leb128::MAGIC.len(), NetPart::Block)?;
    let length = reader.u32(NetPart::BlockLength)?;
    let bytes = reader.vec(length as usize, NetPart::Block)?;
    // Each value takes at least one byte, so this allocates at most twice the block's size.
    let mut values = Aligned::zeroed(leb128::count(&bytes));
    leb128::decode(&bytes, &mut values).map_err(|at| NetProblem::Compressed {
        offset,
        what: BlockFault::Number(offset + 21 + at as u64),
    })?;
    Ok(values)
}

/// The layer sizes with which the stacks fill the rest of the file, and whether a hash
/// stands before each stack.
fn find_stacks<R: Read + Seek>(
    reader: &mut Reader<R>,
    header: &Header,
    features: FeatureSet,
    l1: usize,
) -> Result<(Sfnn, bool), NetProblem> {
    let rest = reader.remaining();
    let start = reader.peek(4)?;
    let word = start.first_chunk().map(|&word| u32::from_le_bytes(word));
    if word == Some(Sfnn::PROGRESS_HASH) {
        return Err(NetProblem::Unsupported(UnsupportedNet::SfnnProgress));
    }
    // Some combinations of sizes and numbers of stacks give the same total. The usual sizes come
    // first, so they are preferred.
    let mut unsupported = None;
    let hash_stands_first = word == Some(Sfnn::NETWORK_HASH);
    for section_hashes in [true, false] {
        if hash_stands_first && !section_hashes {
            // A file that begins with the hash has hashes; if no size fits, its end is missing.
            continue;
        }
        for (h1, shortcut) in Sfnn::FIRST_HIDDEN {
            for h2 in Sfnn::SECOND_HIDDEN {
                debug_assert!(2 * h1 <= HIDDEN_LIMIT && h2 <= HIDDEN_LIMIT);
                let mut layout = Sfnn {
                    features,
                    l1,
                    h1,
                    h2,
                    shortcut,
                    stacks: Stacks::One,
                };
                let each = layout.stack_payload() + if section_hashes { 4 } else { 0 };
                let count = rest / each;
                if count == 0 || !rest.is_multiple_of(each) {
                    continue;
                }
                layout.stacks = match count {
                    1 => Stacks::One,
                    9 => Stacks::K3k3,
                    _ => {
                        unsupported.get_or_insert(count);
                        continue;
                    }
                };
                return Ok((layout, section_hashes));
            }
        }
    }
    if let Some(count) = unsupported.filter(|&count| header.hint.stacks == Some(count)) {
        return Err(NetProblem::Unsupported(UnsupportedNet::Stacks(count)));
    }
    if let Some(net) = header.hint.unsupported.clone() {
        return Err(NetProblem::Unsupported(net));
    }
    let usual = Sfnn {
        features,
        l1,
        h1: 15,
        h2: 32,
        shortcut: true,
        stacks: Stacks::K3k3,
    };
    let expected = reader.offset() + 9 * (usual.stack_payload() + 4);
    Err(NetProblem::Size {
        size: reader.size(),
        expected: Some((expected, usual.to_string())),
        header: header.text.clone(),
    })
}

/// Writes a whole file, as YaneuraOu reads it.
///
/// # Errors
/// If writing fails.
pub(super) fn write(params: &SfnnParams, to: &mut impl Write, scales: NetScales) -> io::Result<()> {
    let header = scales.append_to(&params.layout.header_string());
    write_header(to, Sfnn::FILE_HASH, &header)?;
    to.write_all(&Sfnn::TRANSFORMER_HASH.to_le_bytes())?;
    for block in [&params.transformer.biases, &params.transformer.weights] {
        let bytes = leb128::encode(block);
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        to.write_all(leb128::MAGIC)?;
        to.write_all(&length.to_le_bytes())?;
        to.write_all(&bytes)?;
    }
    for stack in &params.stacks {
        to.write_all(&Sfnn::NETWORK_HASH.to_le_bytes())?;
        stack.iter().try_for_each(|layer| write_dense(to, layer))?;
    }
    Ok(())
}
