//! Fuzz target for network files: the result is an error, or a network that evaluates positions.
//!
//! The first three bytes give the length of the file; bytes beyond the input are zeros.
//! So a few hundred bytes can make a whole network.
#![no_main]

use komadai::eval::nnue::{Network, NnueState};
use komadai::position::Position;
use libfuzzer_sys::fuzz_target;

/// Longer files have nothing new to tell.
const LONGEST: usize = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[a, b, c], bytes)) = bytes.split_first_chunk() else {
        return;
    };
    let mut file = bytes.to_vec();
    let length = u32::from_le_bytes([a, b, c, 0]) as usize;
    file.resize(length.clamp(file.len(), LONGEST.max(file.len())), 0);
    let Ok(network) = Network::from_bytes(&file) else {
        return;
    };
    let _ = (
        network.architecture().to_string(),
        network.info().warnings.len(),
    );
    let mut pos = Position::startpos();
    let mut state = NnueState::new(network.into(), 16);
    state.reset(&pos);
    let before = state.output(&pos);
    let mv = pos.parse_usi_move("7g7f").unwrap();
    state.push(&pos.do_move(mv));
    let after = state.output(&pos);
    state.reset(&pos);
    assert_eq!(state.output(&pos), after);
    pos.undo_move(mv);
    state.reset(&pos);
    assert_eq!(state.output(&pos), before);
});
