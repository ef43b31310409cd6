//! Network architectures: feature sets, layer sizes, and their hashes.

use std::fmt;

use crate::named;
use crate::types::{Color, Square};

named! {
    /// The feature set: the inputs of a network. Every input belongs to one perspective,
    /// the board as one side sees it.
    ///
    /// Names and numbering are those of the files in use (YaneuraOu).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum FeatureSet {
        /// All 38 non-king pieces, and each king on a plane of its own. No king move
        /// changes more than one input.
        Kp = "K+P",
        /// All 40 pieces, with both kings on one plane, and an extra input for each king.
        KA2 = "K+A2",
        /// Every (own king square, non-king piece) pair.
        HalfKp = "HalfKP(Friend)",
        /// [`FeatureSet::HalfKp`] with the board mirrored when the king is on files 6 to 9.
        HalfKpVm = "HalfKP_vm(Friend)",
        /// Every (own king square, piece) pair, the two kings on two planes.
        HalfKa1 = "HalfKA1(Friend)",
        /// [`FeatureSet::HalfKa1`], mirrored.
        HalfKaHm1 = "HalfKA_hm1(Friend)",
        /// Every (own king square, piece) pair, the two kings sharing a plane.
        HalfKa2 = "HalfKA2(Friend)",
        /// [`FeatureSet::HalfKa2`], mirrored.
        HalfKaHm2 = "HalfKA_hm2(Friend)",
    }
}

impl FeatureSet {
    /// Number of inputs of one perspective. No two sets have the same number.
    pub const fn inputs(self) -> usize {
        self.buckets() * self.bucket_inputs()
            + match self {
                FeatureSet::KA2 => 162,
                _ => 0,
            }
    }

    /// Number of king buckets: the king squares that the set distinguishes.
    pub const fn buckets(self) -> usize {
        match self {
            FeatureSet::Kp | FeatureSet::KA2 => 1,
            FeatureSet::HalfKp | FeatureSet::HalfKa1 | FeatureSet::HalfKa2 => 81,
            FeatureSet::HalfKpVm | FeatureSet::HalfKaHm1 | FeatureSet::HalfKaHm2 => 45,
        }
    }

    /// Number of inputs of one king bucket.
    pub const fn bucket_inputs(self) -> usize {
        match self {
            FeatureSet::HalfKp | FeatureSet::HalfKpVm => 1548,
            FeatureSet::KA2 | FeatureSet::HalfKa2 | FeatureSet::HalfKaHm2 => 1629,
            FeatureSet::Kp | FeatureSet::HalfKa1 | FeatureSet::HalfKaHm1 => 1710,
        }
    }

    /// Whether the board is mirrored so that the king stands on files 1 to 5.
    pub const fn mirrors(self) -> bool {
        matches!(
            self,
            FeatureSet::HalfKpVm | FeatureSet::HalfKaHm1 | FeatureSet::HalfKaHm2
        )
    }

    /// The set with this many inputs.
    pub fn from_inputs(inputs: u64) -> Option<FeatureSet> {
        let fits = |set: &FeatureSet| set.inputs() as u64 == inputs;
        FeatureSet::ALL.into_iter().find(fits)
    }

    /// The hash of the set, from which the hashes in files are computed.
    pub const fn hash(self) -> u32 {
        match self {
            FeatureSet::Kp => set_hash(HASH_K, HASH_P),
            FeatureSet::KA2 => set_hash(HASH_K, HASH_A2),
            // The lowest bit stands for the own king ("Friend").
            FeatureSet::HalfKp => 0x5D69_D5B9 ^ 1,
            FeatureSet::HalfKpVm => 0x0B6B_1D9B ^ 1,
            FeatureSet::HalfKa1 => 0x5F13_4CB9 ^ 1,
            FeatureSet::HalfKaHm1 => 0x7F13_4CB9 ^ 1,
            FeatureSet::HalfKa2 => 0x5F23_4CB9 ^ 1,
            FeatureSet::HalfKaHm2 => 0x7F23_4CB9 ^ 1,
        }
    }
}

const HASH_K: u32 = 0xD3CE_E169;
const HASH_P: u32 = 0x764C_FB4B;
const HASH_A2: u32 = 0xA20D_CB9B;

const fn set_hash(head: u32, tail: u32) -> u32 {
    head ^ tail.rotate_left(1)
}

/// The largest number of outputs of the feature transformer that is accepted.
const L1_LIMIT: usize = 8192;
/// The largest number of outputs of a hidden layer.
pub(super) const HIDDEN_LIMIT: usize = 128;

/// `n` rounded up to a multiple of 32, the padded length of a row of hidden weights in a file.
pub(super) const fn pad32(n: usize) -> usize {
    n.div_ceil(32) * 32
}

/// Layout of a classic network: two accumulators of `l1`, then layers of `h1`, `h2` and one output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Classic {
    /// The feature set.
    pub features: FeatureSet,
    /// Outputs of the feature transformer, for one perspective.
    pub l1: usize,
    /// Outputs of the first hidden layer.
    pub h1: usize,
    /// Outputs of the second hidden layer.
    pub h2: usize,
}

impl Classic {
    /// The layouts known to be in use, with which a file's size is compared.
    pub const KNOWN: [Classic; 15] = {
        use FeatureSet::*;
        const fn net(features: FeatureSet, l1: usize, h1: usize, h2: usize) -> Classic {
            Classic {
                features,
                l1,
                h1,
                h2,
            }
        }
        [
            net(HalfKp, 256, 32, 32),
            net(Kp, 256, 32, 32),
            net(HalfKp, 512, 16, 32),
            net(HalfKp, 512, 8, 64),
            net(HalfKp, 768, 16, 64),
            net(HalfKp, 1024, 8, 32),
            net(HalfKp, 1024, 8, 64),
            net(HalfKpVm, 256, 32, 32),
            net(HalfKa1, 256, 32, 32),
            net(HalfKa2, 256, 32, 32),
            net(HalfKaHm1, 256, 32, 32),
            net(HalfKaHm2, 256, 32, 32),
            net(HalfKp, 128, 32, 32),
            net(HalfKpVm, 128, 32, 32),
            net(KA2, 256, 32, 32),
        ]
    };

    /// Whether networks of these sizes can be run.
    pub fn is_supported(&self) -> bool {
        self.l1.is_multiple_of(64)
            && (64..=L1_LIMIT).contains(&self.l1)
            && (1..=HIDDEN_LIMIT).contains(&self.h1)
            && (1..=HIDDEN_LIMIT).contains(&self.h2)
    }

    /// Bytes of all parameters, without the header and the section hashes.
    pub const fn payload(&self) -> u64 {
        let transformer = 2 * self.l1 as u64 * (self.features.inputs() as u64 + 1);
        let hidden1 = self.h1 * (4 + pad32(2 * self.l1));
        let hidden2 = self.h2 * (4 + pad32(self.h1));
        transformer + (hidden1 + hidden2 + 4 + pad32(self.h2)) as u64
    }

    /// Hash of the feature transformer section.
    pub const fn transformer_hash(&self) -> u32 {
        self.features.hash() ^ (2 * self.l1 as u32)
    }

    /// Hash of the network section.
    pub const fn network_hash(&self) -> u32 {
        const fn affine(outputs: usize, below: u32) -> u32 {
            0xCC03_DAE4_u32.wrapping_add(outputs as u32) ^ (below >> 1) ^ (below << 31)
        }
        const fn relu(below: u32) -> u32 {
            0x538D_24C7_u32.wrapping_add(below)
        }
        let input = 0xEC42_E90D ^ (2 * self.l1 as u32);
        affine(1, relu(affine(self.h2, relu(affine(self.h1, input)))))
    }

    /// Hash in the file's header.
    pub const fn file_hash(&self) -> u32 {
        self.transformer_hash() ^ self.network_hash()
    }

    /// The architecture string that files of this layout carry.
    pub fn header_string(&self) -> String {
        let Classic { l1, h1, h2, .. } = *self;
        format!(
            "Features={}[{}->{l1}x2],Network=AffineTransform[1<-{h2}](ClippedReLU[{h2}]\
             (AffineTransform[{h2}<-{h1}](ClippedReLU[{h1}](AffineTransform[{h1}<-{}]\
             (InputSlice[{}(0:{})])))))",
            self.features.name(),
            self.features.inputs(),
            2 * l1,
            2 * l1,
            2 * l1,
        )
    }
}

/// Layout of an SFNN: pairwise products of the accumulator, then one of several layer
/// stacks, which the two kings select.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sfnn {
    /// The feature set.
    pub features: FeatureSet,
    /// Outputs of the feature transformer, for one perspective.
    pub l1: usize,
    /// Outputs of the first hidden layer, without the shortcut output.
    pub h1: usize,
    /// Outputs of the second hidden layer.
    pub h2: usize,
    /// Whether the first hidden layer has one more output, which is added to the network's output.
    pub shortcut: bool,
    /// The selection of the layer stack.
    pub stacks: Stacks,
}

impl Sfnn {
    /// Hash of the feature transformer section.
    pub const TRANSFORMER_HASH: u32 = 0x5F13_4AB8;
    /// Hash of the section of each layer stack.
    pub const NETWORK_HASH: u32 = 0x6333_718A;
    /// Hash in the file's header.
    pub const FILE_HASH: u32 = 0x3C20_3B32;
    /// Hash of a section of progress weights.
    pub const PROGRESS_HASH: u32 = 0x6F50_524F;

    /// Whether networks with this transformer can be run.
    pub(super) fn takes_transformer(features: FeatureSet, l1: usize) -> bool {
        // K+A2 has two inputs for each king, whose weight rows are added when a network is loaded
        // (`merge_king_rows`). Only classic networks have that step, so no SFNN with K+A2 runs.
        features != FeatureSet::KA2 && l1.is_multiple_of(128) && (128..=L1_LIMIT).contains(&l1)
    }

    /// The known sizes of the first hidden layer, each with whether it has a shortcut; the usual
    /// sizes first.
    #[rustfmt::skip]
    pub(super) const FIRST_HIDDEN: [(usize, bool); 8] = [
        (15, true), (7, true), (31, true), (63, true), (8, false), (16, false), (32, false),
        (64, false),
    ];
    /// The known sizes of the second hidden layer; the usual sizes first.
    pub(super) const SECOND_HIDDEN: [usize; 5] = [32, 64, 16, 96, 128];

    /// Whether the reader would recognise a file with a network of these sizes.
    pub fn is_supported(&self) -> bool {
        Sfnn::takes_transformer(self.features, self.l1)
            && Sfnn::FIRST_HIDDEN.contains(&(self.h1, self.shortcut))
            && Sfnn::SECOND_HIDDEN.contains(&self.h2)
    }

    /// The architecture string that files of this layout carry.
    pub fn header_string(&self) -> String {
        let Sfnn { features, l1, .. } = self;
        format!(
            "ModelType=SFNNWithoutPsqt;Features={}[{}->{l1}x2],Network=SFNN-{l1}{{LayerStack={}}}",
            features.name(),
            features.inputs(),
            self.stacks.count(),
        )
    }

    /// Outputs of the first hidden layer, the shortcut included.
    pub const fn first_outputs(&self) -> usize {
        self.h1 + self.shortcut as usize
    }

    /// Bytes of one layer stack, without its section hash.
    pub const fn stack_payload(&self) -> u64 {
        let first = self.first_outputs() * (4 + pad32(self.l1));
        let second = self.h2 * (4 + pad32(2 * self.h1));
        (first + second + 4 + pad32(self.h2)) as u64
    }
}

/// The selection of the layer stack (output bucket) of an SFNN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stacks {
    /// One layer stack for all positions.
    One,
    /// Nine layer stacks, by the third of the board that each king is in, seen from its owner's
    /// side (`k3k3`).
    K3k3,
}

impl Stacks {
    /// Number of layer stacks.
    pub const fn count(self) -> usize {
        match self {
            Stacks::One => 1,
            Stacks::K3k3 => 9,
        }
    }

    /// The index of the layer stack for the side to move and the squares of Black's and
    /// White's king. A missing king counts as one in its own camp.
    #[inline(always)]
    pub fn choose(self, side: Color, kings: [Option<Square>; 2]) -> usize {
        let third = |color: Color| {
            let rank = kings[color.index()].map_or(8, |square| square.relative_rank(color));
            usize::from(rank) / 3
        };
        match self {
            Stacks::One => 0,
            Stacks::K3k3 => 3 * third(side) + third(!side),
        }
    }
}

/// The layout of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Architecture {
    /// Clipped accumulators and three dense layers.
    Classic(Classic),
    /// Pairwise products of the accumulators, and layer stacks.
    Sfnn(Sfnn),
}

impl Architecture {
    /// The feature set.
    pub const fn features(&self) -> FeatureSet {
        match self {
            Architecture::Classic(net) => net.features,
            Architecture::Sfnn(net) => net.features,
        }
    }

    /// Outputs of the feature transformer, for one perspective.
    pub const fn l1(&self) -> usize {
        match self {
            Architecture::Classic(net) => net.l1,
            Architecture::Sfnn(net) => net.l1,
        }
    }
}

impl fmt::Display for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.features.name().trim_end_matches("(Friend)");
        write!(f, "{name} {}x2-{}-{}", self.l1, self.h1, self.h2)
    }
}

impl fmt::Display for Sfnn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.features.name().trim_end_matches("(Friend)");
        write!(f, "SFNN {name} {}-{}-{}", self.l1, self.h1, self.h2)?;
        match self.stacks {
            Stacks::One => Ok(()),
            Stacks::K3k3 => f.write_str(" k3k3"),
        }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Architecture::Classic(net) => net.fmt(f),
            Architecture::Sfnn(net) => net.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs, hashes and sizes as published for the files in use.
    #[test]
    fn figures_of_known_files() {
        let inputs = [
            1710, 1791, 125_388, 69_660, 138_510, 76_950, 131_949, 73_305,
        ];
        for (set, inputs) in FeatureSet::ALL.into_iter().zip(inputs) {
            assert_eq!(set.inputs(), inputs);
            assert_eq!(FeatureSet::from_inputs(inputs as u64), Some(set));
        }
        let known = [
            ("HalfKP 256x2-32-32", 0x3E5A_A6EE, 64_216_868),
            ("K+P 256x2-32-32", 0x5C64_64A9, 893_732),
            ("HalfKP 512x2-16-32", 0x3E5A_A772, 128_415_972),
            ("HalfKP 512x2-8-64", 0x3E5A_A71C, 128_408_932),
            ("HalfKP 768x2-16-64", 0x3E5A_A222, 192_624_516),
            ("HalfKP 1024x2-8-32", 0x3E5A_B7EC, 256_814_276),
            ("HalfKP 1024x2-8-64", 0x3E5A_B79C, 256_815_460),
            ("HalfKP_vm 256x2-32-32", 0x6858_6ECC, 35_684_132),
            ("HalfKA2 256x2-32-32", 0x3C10_3FEE, 67_576_100),
            ("HalfKA_hm1 256x2-32-32", 0x1C20_3FEE, 39_416_612),
            ("HalfKA_hm2 256x2-32-32", 0x1C10_3FEE, 37_550_372),
        ];
        for (name, hash, payload) in known {
            let net = Classic::KNOWN
                .into_iter()
                .find(|net| net.to_string() == name)
                .unwrap();
            assert_eq!(net.file_hash(), hash, "{name}");
            assert_eq!(net.payload(), payload, "{name}");
        }
        assert_eq!(Classic::KNOWN[0].transformer_hash(), 0x5D69_D7B8);
        assert_eq!(Classic::KNOWN[0].network_hash(), 0x6333_7156);
        assert_eq!(Classic::KNOWN[1].transformer_hash(), 0x3F57_15FF);
        assert_eq!(Classic::KNOWN[0].header_string().len(), 178);
        assert_eq!(Classic::KNOWN[1].header_string().len(), 165);
        let sfnn = Sfnn {
            features: FeatureSet::HalfKaHm2,
            l1: 1536,
            h1: 15,
            h2: 32,
            shortcut: true,
            stacks: Stacks::K3k3,
        };
        assert_eq!(sfnn.stack_payload() + 4, 25_832);
        assert_eq!(Sfnn::TRANSFORMER_HASH ^ Sfnn::NETWORK_HASH, Sfnn::FILE_HASH);
    }

    /// Detection by size needs sizes that differ for all layouts.
    #[test]
    fn known_sizes_differ_by_more_than_two_hashes() {
        for (i, a) in Classic::KNOWN.iter().enumerate() {
            for b in &Classic::KNOWN[..i] {
                assert!(a.payload().abs_diff(b.payload()) > 72, "{a} {b}");
            }
        }
    }
}
