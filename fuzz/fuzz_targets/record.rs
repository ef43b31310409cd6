//! Fuzz target for record files. The first byte selects the extension of the file, the
//! second the format in which the games are written again.
//!
//! Written files are read again without problems. JKF, which can hold everything, keeps the moves.
#![no_main]

use komadai_records::{Format, WriteOptions, read_bytes, write_bytes};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [Option<&str>; 10] = [
    None,
    Some("kif"),
    Some("kifu"),
    Some("ki2"),
    Some("ki2u"),
    Some("csa"),
    Some("jkf"),
    Some("usi"),
    Some("sfen"),
    Some("txt"),
];

fn ending(byte: u8) -> Option<&'static str> {
    ENDINGS[usize::from(byte) % ENDINGS.len()]
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&[from, to], bytes)) = bytes.split_first_chunk() else {
        return;
    };
    let Ok(reading) = read_bytes(bytes, ending(from)) else {
        return;
    };
    assert!(!reading.records.is_empty());
    let to = ending(to).unwrap_or("jkf");
    let (format, options) = WriteOptions::for_extension(to).unwrap();
    let written = write_bytes(&reading.records, format, options);
    let again = read_bytes(&written.bytes, Some(to));
    if format == Format::Jkf {
        let again = again.unwrap();
        assert_eq!(again.records.len(), reading.records.len());
        for (new, old) in again.records.iter().zip(&reading.records) {
            assert_eq!(new.main_moves(), old.main_moves());
        }
    }
});
