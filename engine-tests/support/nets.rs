//! Synthetic networks, and a slow evaluator for them that follows the description of the
//! format and uses no network code of the library.

use komadai::position::Position;
use komadai::types::{Color, PieceType, SplitMix64, Square};

/// Input sets: how a king square and a bonapiece number make a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    Kp,
    KA2,
    HalfKp,
    HalfKpVm,
    HalfKa1,
    HalfKaHm1,
    HalfKa2,
    HalfKaHm2,
}

impl Set {
    pub const ALL: [Set; 8] = [
        Set::Kp,
        Set::KA2,
        Set::HalfKp,
        Set::HalfKpVm,
        Set::HalfKa1,
        Set::HalfKaHm1,
        Set::HalfKa2,
        Set::HalfKaHm2,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Set::Kp => "K+P",
            Set::KA2 => "K+A2",
            Set::HalfKp => "HalfKP(Friend)",
            Set::HalfKpVm => "HalfKP_vm(Friend)",
            Set::HalfKa1 => "HalfKA1(Friend)",
            Set::HalfKaHm1 => "HalfKA_hm1(Friend)",
            Set::HalfKa2 => "HalfKA2(Friend)",
            Set::HalfKaHm2 => "HalfKA_hm2(Friend)",
        }
    }

    pub fn inputs(self) -> usize {
        match self {
            Set::Kp => 1710,
            Set::KA2 => 1791,
            Set::HalfKp => 125_388,
            Set::HalfKpVm => 69_660,
            Set::HalfKa1 => 138_510,
            Set::HalfKaHm1 => 76_950,
            Set::HalfKa2 => 131_949,
            Set::HalfKaHm2 => 73_305,
        }
    }

    pub fn hash(self) -> u32 {
        match self {
            Set::Kp => 0x3F57_17FF,
            Set::KA2 => 0xD3CE_E169 ^ 0xA20D_CB9B_u32.rotate_left(1),
            Set::HalfKp => 0x5D69_D5B8,
            Set::HalfKpVm => 0x0B6B_1D9A,
            Set::HalfKa1 => 0x5F13_4CB8,
            Set::HalfKaHm1 => 0x7F13_4CB8,
            Set::HalfKa2 => 0x5F23_4CB8,
            Set::HalfKaHm2 => 0x7F23_4CB8,
        }
    }

    /// The rows of one side: pieces, kings (own, other) and missing pieces.
    fn rows(self, list: &List) -> Vec<usize> {
        let (pieces, kings) = (&list.pieces, list.kings);
        let mut king = kings[0] - 1548;
        let mirror = matches!(self, Set::HalfKpVm | Set::HalfKaHm1 | Set::HalfKaHm2) && king >= 45;
        let mir = |sq: usize| (8 - sq / 9) * 9 + sq % 9;
        let turned = |bp: usize| {
            if mirror && bp >= 90 {
                90 + 81 * ((bp - 90) / 81) + mir((bp - 90) % 81)
            } else {
                bp
            }
        };
        if mirror {
            king = mir(king);
        }
        let all: Vec<usize> = pieces.iter().chain(&kings).map(|&bp| turned(bp)).collect();
        let fold = |bp: usize| if bp >= 1629 { bp - 81 } else { bp };
        match self {
            Set::Kp => all,
            Set::KA2 => {
                let again = kings.map(|bp| 1629 + bp - 1548);
                all.into_iter().map(fold).chain(again).collect()
            }
            Set::HalfKp | Set::HalfKpVm => {
                pieces.iter().map(|&bp| 1548 * king + turned(bp)).collect()
            }
            Set::HalfKa1 | Set::HalfKaHm1 => all.into_iter().map(|bp| 1710 * king + bp).collect(),
            Set::HalfKa2 | Set::HalfKaHm2 => {
                all.into_iter().map(|bp| 1629 * king + fold(bp)).collect()
            }
        }
    }
}

/// The bonapieces of one side; missing pieces are 0.
struct List {
    pieces: Vec<usize>,
    kings: [usize; 2],
}

fn list(pos: &Position, side: Color) -> List {
    use PieceType::*;
    let mut pieces = Vec::new();
    let mut kings = [0; 2];
    let index = |sq: Square| match side {
        Color::Black => sq.index(),
        Color::White => 80 - sq.index(),
    };
    for sq in Square::all() {
        let Some(piece) = pos.piece_on(sq) else {
            continue;
        };
        let enemy = usize::from(piece.color() != side);
        let base = match piece.kind() {
            King => {
                kings[enemy] = 1548 + 81 * enemy + index(sq);
                continue;
            }
            Pawn => [90, 171],
            Lance => [252, 333],
            Knight => [414, 495],
            Silver => [576, 657],
            Gold | ProPawn | ProLance | ProKnight | ProSilver => [738, 819],
            Bishop => [900, 981],
            Horse => [1062, 1143],
            Rook => [1224, 1305],
            Dragon => [1386, 1467],
        };
        pieces.push(base[enemy] + index(sq));
    }
    let hands = [
        (Pawn, [1, 20]),
        (Lance, [39, 44]),
        (Knight, [49, 54]),
        (Silver, [59, 64]),
        (Gold, [69, 74]),
        (Bishop, [79, 82]),
        (Rook, [85, 88]),
    ];
    for (kind, bases) in hands {
        for (color, base) in [side, !side].into_iter().zip(bases) {
            pieces.extend((0..pos.hand(color).count(kind)).map(|n| base + n as usize));
        }
    }
    pieces.resize(38, 0);
    List { pieces, kings }
}

/// One dense layer as in a file, padding columns included.
#[derive(Clone)]
pub struct Layer {
    inputs: usize,
    biases: Vec<i32>,
    weights: Vec<i8>,
}

pub fn pad32(n: usize) -> usize {
    n.div_ceil(32) * 32
}

impl Layer {
    fn run(&self, input: &[u8]) -> Vec<i32> {
        assert_eq!(self.inputs, input.len());
        let rows = self.weights.chunks(pad32(self.inputs));
        let sum = |row: &[i8]| -> i32 {
            row.iter()
                .zip(input)
                .map(|(&w, &x)| i32::from(w) * i32::from(x))
                .sum()
        };
        self.biases
            .iter()
            .zip(rows)
            .map(|(b, row)| b.wrapping_add(sum(row)))
            .collect()
    }
}

/// Layer sizes.
#[derive(Clone, Copy, Debug)]
pub enum Sizes {
    Classic {
        l1: usize,
        h1: usize,
        h2: usize,
    },
    /// `outputs` of the first layer; one more than `h1` with a shortcut.
    Sfnn {
        l1: usize,
        outputs: usize,
        h1: usize,
        h2: usize,
        stacks: usize,
    },
}

/// All parameters of a network.
#[derive(Clone)]
pub struct Net {
    pub set: Set,
    pub sizes: Sizes,
    pub biases: Vec<i16>,
    pub rows: Vec<i16>,
    pub stacks: Vec<[Layer; 3]>,
}

/// The ranges of the parameters, for biases and weights.
#[derive(Clone, Copy)]
pub struct Ranges {
    pub transformer: [(i64, i64); 2],
    pub layers: [(i64, i64); 3],
}

/// How a file differs from the usual form.
#[derive(Clone, Copy)]
pub struct Form {
    /// Each section begins with its hash.
    pub section_hashes: bool,
    /// Biases and weights of an SFNN's transformer in one block.
    pub merged: bool,
    /// Leaves the transformer of an SFNN uncompressed.
    pub plain: bool,
    /// Text to append to the architecture string.
    pub header_end: &'static str,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            section_hashes: true,
            merged: false,
            plain: false,
            header_end: "",
        }
    }
}

struct Gen(SplitMix64);

impl Gen {
    fn number(&mut self, (low, high): (i64, i64)) -> i64 {
        low + (self.0.next_u64() >> 33) as i64 % (high - low + 1)
    }

    fn numbers<T>(&mut self, n: usize, range: (i64, i64), as_type: fn(i64) -> T) -> Vec<T> {
        (0..n).map(|_| as_type(self.number(range))).collect()
    }

    fn layer(&mut self, inputs: usize, outputs: usize, (b, w): (i64, i64)) -> Layer {
        Layer {
            inputs,
            biases: self.numbers(outputs, (-b, b), |n| n as i32),
            weights: self.numbers(
                outputs * pad32(inputs),
                (-w - i64::from(w == 127), w),
                |n| n as i8,
            ),
        }
    }
}

impl Net {
    /// Parameter `i` in file order is `low + (output i of splitmix64 >> 33) % (high - low + 1)`.
    pub fn generate(seed: u64, set: Set, sizes: Sizes, ranges: Ranges) -> Net {
        let mut g = Gen(SplitMix64::new(seed));
        let [b, w] = ranges.transformer;
        let l1 = match sizes {
            Sizes::Classic { l1, .. } | Sizes::Sfnn { l1, .. } => l1,
        };
        let biases = g.numbers(l1, b, |n| n as i16);
        let rows = g.numbers(l1 * set.inputs(), w, |n| n as i16);
        let [r1, r2, r3] = ranges.layers;
        let stacks = match sizes {
            Sizes::Classic { h1, h2, .. } => {
                vec![[
                    g.layer(2 * l1, h1, r1),
                    g.layer(h1, h2, r2),
                    g.layer(h2, 1, r3),
                ]]
            }
            Sizes::Sfnn {
                outputs,
                h1,
                h2,
                stacks,
                ..
            } => (0..stacks)
                .map(|_| {
                    [
                        g.layer(l1, outputs, r1),
                        g.layer(2 * h1, h2, r2),
                        g.layer(h2, 1, r3),
                    ]
                })
                .collect(),
        };
        Net {
            set,
            sizes,
            biases,
            rows,
            stacks,
        }
    }

    /// The file as YaneuraOu reads it.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes_as(Form::default())
    }

    /// The file as some exporter writes it.
    pub fn bytes_as(&self, form: Form) -> Vec<u8> {
        let mut out = Vec::with_capacity(2 * self.rows.len() + 100_000);
        let word = |out: &mut Vec<u8>, n: u32| out.extend(n.to_le_bytes());
        let section = |out: &mut Vec<u8>, n: u32| {
            if form.section_hashes {
                out.extend(n.to_le_bytes());
            }
        };
        let (mut header, hash, net_hash) = self.header();
        header.push_str(form.header_end);
        word(&mut out, 0x7AF3_2F16);
        word(&mut out, hash ^ net_hash);
        word(&mut out, header.len() as u32);
        out.extend(header.bytes());
        section(&mut out, hash);
        let blocks: &[&[i16]] = &[&self.biases, &self.rows];
        let merged = [blocks.concat()];
        let merged = [&merged[0][..]];
        let blocks = if form.merged { &merged } else { blocks };
        for block in blocks {
            if matches!(self.sizes, Sizes::Classic { .. }) || form.plain {
                block.iter().for_each(|n| out.extend(n.to_le_bytes()));
            } else {
                let bytes = leb128(block);
                out.extend(b"COMPRESSED_LEB128");
                word(&mut out, bytes.len() as u32);
                out.extend(bytes);
            }
        }
        for stack in &self.stacks {
            section(&mut out, net_hash);
            for layer in stack {
                layer
                    .biases
                    .iter()
                    .for_each(|n| out.extend(n.to_le_bytes()));
                out.extend(layer.weights.iter().map(|&n| n as u8));
            }
        }
        out
    }

    fn header(&self) -> (String, u32, u32) {
        let (name, inputs) = (self.set.name(), self.set.inputs());
        match self.sizes {
            Sizes::Classic { l1, h1, h2 } => {
                let n = 2 * l1;
                let header = format!(
                    "Features={name}[{inputs}->{l1}x2],Network=AffineTransform[1<-{h2}](ClippedReLU\
                     [{h2}](AffineTransform[{h2}<-{h1}](ClippedReLU[{h1}](AffineTransform[{h1}<-{n}]\
                     (InputSlice[{n}(0:{n})])))))"
                );
                let affine =
                    |out: usize, prev: u32| (0xCC03_DAE4 + out as u32) ^ (prev >> 1) ^ (prev << 31);
                let relu = |prev: u32| prev.wrapping_add(0x538D_24C7);
                let input = 0xEC42_E90D ^ n as u32;
                let hash = affine(1, relu(affine(h2, relu(affine(h1, input)))));
                (header, self.set.hash() ^ n as u32, hash)
            }
            Sizes::Sfnn { l1, stacks, .. } => {
                let header = format!(
                    "ModelType=SFNNWithoutPsqt;Features={name}[{inputs}->{l1}x2],\
                     Network=SFNN-{l1}{{LayerStack={stacks}}}"
                );
                (header, 0x5F13_4AB8, 0x6333_718A)
            }
        }
    }

    /// The output of the network for a position, computed anew.
    pub fn output(&self, pos: &Position) -> i32 {
        let side = pos.side_to_move();
        let accumulators = [side, !side].map(|view| {
            let l1 = self.biases.len();
            let doubled = |n: i16| match self.sizes {
                Sizes::Classic { .. } => n,
                Sizes::Sfnn { .. } => n.wrapping_mul(2),
            };
            let mut sums: Vec<i16> = self.biases.iter().map(|&n| doubled(n)).collect();
            for row in self.set.rows(&list(pos, view)) {
                for (sum, &n) in sums.iter_mut().zip(&self.rows[row * l1..(row + 1) * l1]) {
                    *sum = sum.wrapping_add(doubled(n));
                }
            }
            sums
        });
        let clip = |sums: &[i32]| -> Vec<u8> {
            sums.iter().map(|n| (n >> 6).clamp(0, 127) as u8).collect()
        };
        match self.sizes {
            Sizes::Classic { .. } => {
                let [first, second, last] = &self.stacks[0];
                let both = accumulators.iter().flatten();
                let input: Vec<u8> = both.map(|&n| n.clamp(0, 127) as u8).collect();
                last.run(&clip(&second.run(&clip(&first.run(&input)))))[0]
            }
            Sizes::Sfnn {
                outputs,
                h1,
                stacks,
                ..
            } => {
                let third = |color: Color| {
                    let king = pos.king(color).unwrap().index();
                    let seen = if color == Color::Black {
                        king
                    } else {
                        80 - king
                    };
                    seen % 9 / 3
                };
                let index = if stacks == 9 {
                    3 * third(side) + third(!side)
                } else {
                    0
                };
                let [first, second, last] = &self.stacks[index];
                let mut input = Vec::new();
                for sums in &accumulators {
                    let half = sums.len() / 2;
                    for j in 0..half {
                        let a = u32::from(sums[j].clamp(0, 254) as u16);
                        let b = u32::from(sums[j + half].clamp(0, 254) as u16);
                        input.push(((a * b) >> 9) as u8);
                    }
                }
                let x = first.run(&input);
                let mut hidden: Vec<u8> = x[..h1]
                    .iter()
                    .map(|&n| ((i64::from(n) * i64::from(n)) >> 19).min(127) as u8)
                    .collect();
                hidden.extend(clip(&x[..h1]));
                let shortcut = if outputs > h1 { x[h1] } else { 0 };
                last.run(&clip(&second.run(&hidden)))[0].wrapping_add(shortcut)
            }
        }
    }
}

fn leb128(numbers: &[i16]) -> Vec<u8> {
    let mut out = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let mut rest = i32::from(number);
        loop {
            let low = (rest & 0x7F) as u8;
            rest >>= 7;
            let done = (rest == 0 && low < 0x40) || (rest == -1 && low >= 0x40);
            out.push(if done { low } else { low | 0x80 });
            if done {
                break;
            }
        }
    }
    out
}
