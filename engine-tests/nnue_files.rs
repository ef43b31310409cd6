//! Tests of network files that are truncated, padded, renamed, random, or made by other
//! tools: an error with the fault, or the right network.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod support {
    pub mod golden;
    pub mod nets;
}

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Instant;

use komadai::eval::nnue::{
    Architecture, Classic, ClassicParams, FeatureSet, NetError, NetParams, NetPart, NetProblem,
    NetWarning, Network, NnueState, read_bytes, read_file,
};
use komadai::eval::scale::NetScales;
use komadai::position::Position;
use komadai::types::SplitMix64;

use support::nets::{Form, Net, Ranges, Set, Sizes};

/// Allocator that notes the largest allocation of this thread.
struct Watching;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(layout.size())));
        // SAFETY: the caller's promise is the system allocator's condition.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

const TAME: Ranges = Ranges {
    transformer: [(0, 63), (-15, 15)],
    layers: [(2000, 24), (2000, 64), (2000, 64)],
};

/// 2-byte and 3-byte LEB128 values occur.
const WIDE: Ranges = Ranges {
    transformer: [(-300, 300), (-9000, 9000)],
    layers: [(2000, 24), (2000, 64), (2000, 64)],
};

fn classic() -> Net {
    let sizes = Sizes::Classic {
        l1: 64,
        h1: 8,
        h2: 32,
    };
    Net::generate(1, Set::Kp, sizes, TAME)
}

fn sfnn() -> Net {
    let sizes = Sizes::Sfnn {
        l1: 128,
        outputs: 16,
        h1: 15,
        h2: 32,
        stacks: 9,
    };
    Net::generate(2, Set::Kp, sizes, WIDE)
}

fn problem(bytes: &[u8]) -> NetProblem {
    match read_bytes(bytes) {
        Ok((params, _)) => panic!("read as {}", params.architecture()),
        Err(NetError { problem, .. }) => problem,
    }
}

/// The network gives the slow evaluator's values.
fn check(net: &Net, bytes: &[u8]) -> Network {
    let loaded = Network::from_bytes(bytes).unwrap();
    let mut state = NnueState::new(Network::from_bytes(bytes).unwrap().into(), 16);
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    ] {
        let pos = Position::from_sfen(sfen).unwrap();
        state.reset(&pos);
        assert_eq!(state.output(&pos), net.output(&pos));
    }
    loaded
}

#[test]
fn forms_of_other_tools_are_read() {
    for net in [classic(), sfnn()] {
        let usual = check(&net, &net.bytes());
        assert_eq!(usual.info().warnings, []);
        assert!(usual.info().section_hashes);
        let form = Form {
            section_hashes: false,
            ..Form::default()
        };
        let plain = check(&net, &net.bytes_as(form));
        assert_eq!(plain.architecture(), usual.architecture());
        assert_eq!(plain.info().warnings, []);
        assert!(!plain.info().section_hashes);
        assert_eq!(
            plain.info().size
                + if matches!(net.sizes, Sizes::Sfnn { .. }) {
                    40
                } else {
                    8
                },
            usual.info().size
        );
    }
    for section_hashes in [true, false] {
        for (merged, plain) in [(true, false), (false, true)] {
            let form = Form {
                merged,
                plain,
                section_hashes,
                ..Form::default()
            };
            let loaded = check(&sfnn(), &sfnn().bytes_as(form));
            assert_eq!(loaded.info().warnings, []);
        }
    }
    // bullet-shogi: no hashes, and padding up to 64 bytes.
    for end in ["", ",fv_scale=20", ",fv_scale=20,x", ",y", ",yy"] {
        let net = classic();
        for section_hashes in [true, false] {
            let mut bytes = net.bytes_as(Form {
                section_hashes,
                header_end: end,
                ..Form::default()
            });
            bytes[4..8].fill(0);
            if section_hashes {
                let header = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
                bytes[12 + header..16 + header].fill(0);
                let second = 16 + header + 2 * 64 * 1711;
                bytes[second..second + 4].fill(0);
            }
            bytes.resize(bytes.len().next_multiple_of(64), 0x55);
            let loaded = check(&net, &bytes);
            assert_eq!(loaded.info().warnings, []);
            assert_eq!(
                loaded.info().scales.fv_scale,
                end.contains("20").then_some(20)
            );
        }
    }
}

#[test]
fn every_set_of_inputs_is_known_by_its_name_and_size() {
    for set in Set::ALL {
        let sizes = Sizes::Classic {
            l1: 64,
            h1: 8,
            h2: 32,
        };
        let net = Net::generate(5, set, sizes, TAME);
        let loaded = check(&net, &net.bytes());
        assert_eq!(loaded.info().warnings, [], "{set:?}");
        assert_eq!(
            loaded.architecture().features().inputs(),
            set.inputs(),
            "{set:?}"
        );
    }
}

#[test]
fn the_size_decides_and_the_string_is_a_hint() {
    let net = Net::generate(
        3,
        Set::Kp,
        Sizes::Classic {
            l1: 256,
            h1: 32,
            h2: 32,
        },
        TAME,
    );
    let bytes = net.bytes();
    let header = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    // A wrong or meaningless string on a layout that is known by its size.
    for text in [
        "",
        "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](ClippedReLU[32]\
         (AffineTransform[32<-32](ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))",
        "Features=HalfKPE9(Friend)",
        "\u{1b}[31mred",
        "あ",
    ] {
        let mut other = bytes[..8].to_vec();
        other.extend((text.len() as u32).to_le_bytes());
        other.extend(text.bytes());
        other.extend(&bytes[12 + header..]);
        let loaded = check(&net, &other);
        assert_eq!(loaded.architecture().to_string(), "K+P 256x2-32-32");
        let warned = |w: &NetWarning| matches!(w, NetWarning::Header { .. });
        assert_eq!(
            loaded.info().warnings.iter().any(warned),
            text.contains("HalfKP(")
        );
        assert!(!loaded.info().header.contains('\u{1b}'));
    }
}

#[test]
fn cut_files_are_refused() {
    for net in [classic(), sfnn()] {
        let bytes = net.bytes();
        let mut rng = SplitMix64::new(4);
        let cuts = (0..600)
            .chain((0..300).map(|_| rng.below(bytes.len())))
            .chain(bytes.len() - 400..bytes.len());
        for cut in cuts {
            let text = problem(&bytes[..cut]).to_string();
            assert!(!text.is_empty());
        }
    }
    assert!(matches!(
        problem(&[]),
        NetProblem::Truncated { size: 0, .. }
    ));
    let cut = problem(&classic().bytes()[..100_000]);
    let text = cut.to_string();
    assert!(
        text.contains("100000 bytes") && text.contains("missing"),
        "{text}"
    );
}

#[test]
fn padded_files_are_refused() {
    for net in [classic(), sfnn()] {
        let mut bytes = net.bytes();
        for _ in 0..300 {
            bytes.push(0);
            problem(&bytes);
        }
        let text = problem(&bytes).to_string();
        assert!(text.contains("300 too many"), "{text}");
    }
}

#[test]
fn wrong_versions_and_headers_are_refused() {
    let bytes = classic().bytes();
    let with = |at: usize, word: u32| {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        bytes
    };
    for version in [0, 1, 0x7AF3_2F15, 0x162F_F37A, u32::MAX] {
        let found = problem(&with(0, version));
        assert!(matches!(found, NetProblem::Version { found } if found == version));
    }
    for version in [0x7AF3_2F20, 0x7AF3_2F21] {
        let text = problem(&with(0, version)).to_string();
        assert!(
            text.contains("nnue-pytorch") && text.contains("not supported"),
            "{text}"
        );
    }
    for length in [5000, 300_000, u32::MAX] {
        let found = problem(&with(8, length));
        assert!(matches!(found, NetProblem::HeaderLength { found, .. } if found == length));
    }
}

#[test]
fn wrong_hashes_are_warnings() {
    let bytes = classic().bytes();
    let header = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let offsets = [4, 12 + header, 16 + header + 2 * 64 * 1711];
    let sections = [NetPart::File, NetPart::Transformer, NetPart::Network];
    for (at, name) in offsets.into_iter().zip(sections) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x40;
        let loaded = check(&classic(), &bytes);
        let [
            NetWarning::Hash {
                section,
                offset,
                found,
                expected,
                ..
            },
        ] = &loaded.info().warnings[..]
        else {
            panic!("{:?}", loaded.info().warnings);
        };
        assert_eq!(
            (*section, *offset, found ^ expected),
            (name, at as u64, 0x40)
        );
    }
    let mut bytes = sfnn().bytes();
    bytes[4] ^= 1;
    assert_eq!(check(&sfnn(), &bytes).info().warnings.len(), 1);
}

#[test]
fn unsupported_networks_are_named() {
    let mut named = classic().bytes();
    named.truncate(5000);
    let rename = |text: &str| {
        let mut bytes = named[..8].to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.bytes());
        bytes.resize(5000, 7);
        problem(&bytes).to_string()
    };
    let text = rename("Features=HalfKPE9(Friend)[1128492->256x2]");
    assert!(
        text.contains("HalfKPE9") && text.contains("not supported"),
        "{text}"
    );
    let text = rename(
        "Features=K+P[1710->100x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform\
         [32<-32](ClippedReLU[32](AffineTransform[32<-200](InputSlice[200(0:200)])))))",
    );
    assert!(
        text.contains("K+P 100x2-32-32") && text.contains("not supported"),
        "{text}"
    );
    let text = rename("ModelType=SFNNWithoutPsqt");
    assert!(
        text.contains("SFNN") && text.contains("not supported"),
        "{text}"
    );

    let sizes = Sizes::Sfnn {
        l1: 128,
        outputs: 16,
        h1: 15,
        h2: 32,
        stacks: 81,
    };
    let text = problem(&Net::generate(2, Set::Kp, sizes, TAME).bytes()).to_string();
    assert!(
        text.contains("81 layer stacks") && text.contains("not supported"),
        "{text}"
    );
    let sizes = Sizes::Sfnn {
        l1: 64,
        outputs: 16,
        h1: 15,
        h2: 32,
        stacks: 9,
    };
    let text = problem(&Net::generate(2, Set::Kp, sizes, TAME).bytes()).to_string();
    assert!(
        text.contains("64 lanes") && text.contains("not supported"),
        "{text}"
    );

    // A progress section between transformer and stacks.
    let bytes = sfnn().bytes();
    let tail = 9 * (sfnn().bytes().len() - stack_start(&bytes)) / 9;
    let mut progress = bytes[..bytes.len() - tail].to_vec();
    progress.extend(0x6F50_524F_u32.to_le_bytes());
    progress.resize(progress.len() + 4 + 4 * 81 * 1548, 0);
    progress.extend(&bytes[bytes.len() - tail..]);
    let text = problem(&progress).to_string();
    assert!(
        text.contains("progress") && text.contains("not supported"),
        "{text}"
    );
}

/// Where the layer stacks of an SFNN file begin.
fn stack_start(bytes: &[u8]) -> usize {
    let hash = 0x6333_718A_u32.to_le_bytes();
    bytes.windows(4).position(|word| word == hash).unwrap()
}

#[test]
fn broken_compression_is_refused() {
    let bytes = sfnn().bytes();
    let block = bytes
        .windows(17)
        .position(|w| w == b"COMPRESSED_LEB128")
        .unwrap();
    let mut long = bytes.clone();
    long[block + 17..block + 21].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(problem(&long), NetProblem::Truncated { .. }));
    let mut wide = bytes.clone();
    wide[block + 21..block + 25].fill(0xFF);
    let text = problem(&wide).to_string();
    assert!(text.contains(&format!("byte {}", block + 21)), "{text}");
    // One value more or less than the lanes divide.
    let mut merged = bytes.clone();
    let last = block + 21 + 40;
    merged[last] = if merged[last] & 0x80 == 0 { 0x80 } else { 0 };
    problem(&merged);
}

/// Mutated and random files never cause a panic, or allocations out of proportion to their size.
#[test]
fn random_files_are_survived() {
    let originals = [classic().bytes(), sfnn().bytes()];
    let mut rng = SplitMix64::new(20_260_101);
    let (mut read, mut refused) = (0, 0);
    for round in 0..3000 {
        let mut bytes = originals[round % 2].clone();
        match rng.below(5) {
            0 => {
                // Noise behind a good version word.
                bytes.truncate(12 + rng.below(3000));
                bytes[4..]
                    .iter_mut()
                    .for_each(|b| *b = rng.next_u64() as u8);
                if rng.below(2) == 0 {
                    bytes[8..12].copy_from_slice(&(rng.below(100) as u32).to_le_bytes());
                }
            }
            1 => {
                for _ in 0..=rng.below(8) {
                    let at = rng.below(300);
                    bytes[at] = rng.next_u64() as u8;
                }
            }
            2 => {
                // A number of the architecture string grows.
                let digits: Vec<usize> =
                    (12..200).filter(|&at| bytes[at].is_ascii_digit()).collect();
                for _ in 0..=rng.below(6) {
                    bytes[digits[rng.below(digits.len())]] = b'0' + rng.below(10) as u8;
                }
            }
            3 => {
                for _ in 0..=rng.below(50) {
                    let at = rng.below(bytes.len());
                    bytes[at] ^= 1 << rng.below(8);
                }
            }
            _ => {
                let at = rng.below(bytes.len());
                let gone = rng.below(2000).min(bytes.len() - at);
                bytes.drain(at..at + gone);
            }
        }
        LARGEST.set(0);
        let result = read_bytes(&bytes);
        let largest = LARGEST.get();
        assert!(
            largest <= 2 * bytes.len() + 50_000,
            "{largest} for {}",
            bytes.len()
        );
        match result {
            Ok((params, info)) => {
                read += 1;
                assert_eq!(params.architecture(), info.architecture);
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().len() > 10);
            }
        }
    }
    assert!(read > 300 && refused > 300, "{read} {refused}");
}

#[test]
fn paths_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let refuse = |path: &Path| match Network::load(path) {
        Ok(_) => panic!("{} was read", path.display()),
        Err(error) => error.to_string(),
    };
    let missing = folder.path().join("missing.bin");
    assert!(refuse(&missing).contains("missing.bin"));
    let text = refuse(folder.path());
    assert!(text.contains("not a file") && text.contains(&folder.path().display().to_string()));
    let empty = folder.path().join("empty.bin");
    fs::write(&empty, []).unwrap();
    assert!(refuse(&empty).contains("ends at byte 0"));
    // A file from disk is read as from memory.
    for net in [classic(), sfnn()] {
        let path = folder.path().join("nn.bin");
        fs::write(&path, net.bytes()).unwrap();
        let (params, info) = read_file(&path).unwrap();
        assert_eq!(info.path, path);
        assert_eq!(info.architecture, params.architecture());
        let loaded = Network::load(&path).unwrap();
        let pos = Position::startpos();
        let mut state = NnueState::new(loaded.into(), 16);
        state.reset(&pos);
        assert_eq!(state.output(&pos), net.output(&pos));
        // Large garbage is refused as fast as small.
        let garbage = folder.path().join("garbage.bin");
        fs::write(&garbage, vec![0x16; 100 << 20]).unwrap();
        let start = Instant::now();
        refuse(&garbage);
        log::debug!("garbage refused in {:?}", start.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_does_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(matches!(
            read_file(&pipe),
            Err(NetError {
                problem: NetProblem::NotAFile,
                ..
            })
        ));
    }
}

#[test]
fn written_files_are_read_back() {
    let layout = Classic {
        features: FeatureSet::HalfKpVm,
        l1: 64,
        h1: 16,
        h2: 32,
    };
    let mut params = ClassicParams::zeroed(layout);
    let mut rng = SplitMix64::new(5);
    params
        .transformer
        .biases_mut()
        .iter_mut()
        .for_each(|n| *n = rng.next_u64() as i16);
    params
        .transformer
        .weights_mut()
        .iter_mut()
        .for_each(|n| *n = rng.next_u64() as i16);
    for layer in &mut params.layers {
        layer
            .biases
            .iter_mut()
            .for_each(|n| *n = rng.next_u64() as i32);
        layer
            .weights
            .iter_mut()
            .for_each(|n| *n = rng.next_u64() as i8);
    }
    let mut bytes = Vec::new();
    let scales = NetScales {
        fv_scale: Some(20),
        odds: Some(9000),
    };
    NetParams::from(params.clone())
        .write(&mut bytes, scales)
        .unwrap();
    let (back, info) = read_bytes(&bytes).unwrap();
    assert_eq!(info.warnings, []);
    assert_eq!(info.scales, scales);
    assert_eq!(info.architecture, Architecture::Classic(layout));
    let NetParams::Classic(back) = back else {
        panic!()
    };
    assert_eq!(back.transformer.biases(), params.transformer.biases());
    assert_eq!(back.transformer.weights(), params.transformer.weights());
    assert_eq!(back.layers, params.layers);

    // Without padding columns in use, a file is written byte for byte.
    let net = Net::generate(
        6,
        Set::Kp,
        Sizes::Classic {
            l1: 64,
            h1: 32,
            h2: 32,
        },
        TAME,
    );
    for net in [net, Net::golden("kp256"), Net::golden("halfkpvm256")] {
        let (params, _) = read_bytes(&net.bytes()).unwrap();
        let mut bytes = Vec::new();
        params.write(&mut bytes, NetScales::default()).unwrap();
        assert!(bytes == net.bytes());
    }

    let NetParams::Sfnn(params) = read_bytes(&sfnn().bytes()).unwrap().0 else {
        panic!()
    };
    let mut bytes = Vec::new();
    let file = NetParams::from(params.clone());
    file.write(&mut bytes, NetScales::default()).unwrap();
    assert_eq!(bytes.len(), sfnn().bytes().len());
    bytes.clear();
    file.write(&mut bytes, scales).unwrap();
    let (back, info) = read_bytes(&bytes).unwrap();
    let NetParams::Sfnn(back) = back else {
        panic!()
    };
    assert_eq!((info.scales, info.warnings), (scales, vec![]));
    assert_eq!(back.transformer.weights(), params.transformer.weights());
    assert_eq!(back.stacks, params.stacks);
    assert_eq!(params.stacks.len(), 9);
}

/// A scale that readers would refuse is not written.
#[test]
fn senseless_scales_are_not_written() {
    for (fv_scale, odds) in [
        (Some(0), None),
        (Some(16), Some(1)),
        (Some(129), Some(9600)),
    ] {
        let (params, _) = read_bytes(&classic().bytes()).unwrap();
        let mut bytes = Vec::new();
        let written = params.write(&mut bytes, NetScales { fv_scale, odds });
        assert_eq!(written.unwrap_err().kind(), ErrorKind::InvalidInput);
        assert!(bytes.is_empty());
    }
}

#[test]
fn scale_stands_in_the_architecture_string() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nn.bin");
    let info = |end| {
        let form = Form {
            header_end: end,
            ..Form::default()
        };
        fs::write(&path, classic().bytes_as(form)).unwrap();
        Network::load(&path).unwrap().info().clone()
    };
    assert_eq!(info("").scales.fv_scale, None);
    assert_eq!(info(",fv_scale=28").scales.fv_scale, Some(28));
    let bad = info(",fv_scale=1e9");
    assert_eq!(bad.scales.fv_scale, None);
    assert!(matches!(&bad.warnings[..], [NetWarning::Scale { .. }]));
}
