//! Fuzz target for USI input. After any bytes in any order, the engine keeps running
//! until the end of the input.
#![no_main]

use std::io::{self, BufReader};

use libfuzzer_sys::fuzz_target;

/// A line that would take minutes or memory, or touch files, has nothing to tell here.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let barred = ["file", "dir", "hash", "threads", "bench", "perft"];
    !barred.iter().any(|word| text.contains(word))
}

fuzz_target!(|bytes: &[u8]| {
    let mut input = b"setoption name USI_Hash value 1\nsetoption name Threads value 1\n".to_vec();
    input.extend(b"setoption name Evaluator value material\n");
    for line in bytes
        .split(|&b| b == b'\n')
        .filter(|line| is_harmless(line))
    {
        input.extend(line);
        // Whatever limit a line names, the search is short. The word may stand
        // behind a byte order mark or spaces of any sort.
        if line.windows(2).any(|word| word == b"go") {
            input.extend(b" nodes 100");
        }
        input.push(b'\n');
    }
    komadai::usi::run(BufReader::new(&input[..]), io::sink()).unwrap();
});
