//! Properties that hold after any game and for any text. A failing game is shrunk to the
//! shortest one that still fails.

use komadai::movegen::legal_moves;
use komadai::packed::{Board, HuffmanCodedPos, PackedSfen};
use komadai::position::{Position, Setup};
use komadai::types::Move;
use komadai_records::notation::{read_japanese, read_western, write_japanese, write_western};
use komadai_records::{Format, NodeId, Record, WriteOptions, read_bytes, write_bytes};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

/// The same cases in every run.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_261_122),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Random choices among the legal moves of each position.
fn choices() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..120)
}

/// Plays the game of these choices; returns its last position and its moves.
fn play(choices: &[Index]) -> (Position, Vec<Move>) {
    let mut pos = Position::startpos();
    let mut played = Vec::new();
    for choice in choices {
        let moves = legal_moves(&pos);
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.index(moves.len())];
        pos.play(mv).unwrap();
        played.push(mv);
    }
    (pos, played)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_position_is_what_its_text_says(choices in choices()) {
        let (pos, _) = play(&choices);
        let again: Position = pos.to_string().parse().unwrap();
        prop_assert_eq!(&again, &pos);
        prop_assert_eq!(again.key(), pos.key());
        prop_assert_eq!(legal_moves(&again), legal_moves(&pos));
        prop_assert_eq!(pos.validate(), Ok(()));
    }

    #[test]
    fn moves_taken_back_leave_no_trace(choices in choices()) {
        let (mut pos, moves) = play(&choices);
        for &mv in moves.iter().rev() {
            pos.undo_move(mv);
        }
        prop_assert_eq!(&pos, &Position::startpos());
        prop_assert_eq!(pos.key(), Position::startpos().key());
        prop_assert_eq!(pos.validate(), Ok(()));
    }

    #[test]
    fn every_move_can_be_written_and_read(choices in choices()) {
        let (pos, moves) = play(&choices);
        let last_to = moves.last().map(|mv| mv.to());
        for &mv in &legal_moves(&pos) {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
            let text = write_japanese(&pos, mv, last_to);
            prop_assert_eq!(read_japanese(&pos, &text, last_to), Ok(mv));
            let text = write_western(&pos, mv);
            prop_assert_eq!(read_western(&pos, &text), Ok(mv));
        }
    }

    #[test]
    fn packed_positions_unpack(choices in choices()) {
        let (pos, _) = play(&choices);
        let board = Board::from(&pos);
        prop_assert_eq!(PackedSfen::pack(&board).unwrap().unpack().unwrap(), board.clone());
        prop_assert_eq!(HuffmanCodedPos::pack(&board).unwrap().unpack().unwrap(), board);
    }

    #[test]
    fn illegal_moves_are_refused_and_change_nothing(choices in choices(), bits in any::<u16>()) {
        let (mut pos, _) = play(&choices);
        let Some(mv) = Move::from_bits(bits) else {
            return Ok(());
        };
        let before = pos.clone();
        let legal = legal_moves(&pos).contains(&mv);
        prop_assert_eq!(pos.play(mv).is_ok(), legal);
        if legal {
            pos.undo_move(mv);
        }
        prop_assert_eq!(pos, before);
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn a_game_survives_every_format(choices in choices()) {
        let (_, moves) = play(&choices);
        let mut record = Record::default();
        let mut at = NodeId::ROOT;
        for &mv in &moves {
            at = record.add_move(at, mv).unwrap();
        }
        for ending in Format::EXTENSIONS {
            let (format, options) = WriteOptions::for_extension(ending).unwrap();
            let written = write_bytes(std::slice::from_ref(&record), format, options);
            let reading = read_bytes(&written.bytes, Some(ending));
            let reading = reading.map_err(|problem| TestCaseError::fail(problem.to_string()))?;
            prop_assert_eq!(&reading.records[0].main_moves(), &moves, "{}", ending);
            prop_assert_eq!(reading.warnings, [], "{}", ending);
        }
    }
}

/// Text that looks like SFEN here and there.
const LIKE_SFEN: &str = "([1-9krbgsnlpKRBGSNLP+]{0,9}/){7,9}[1-9kK]{1,2} [bwx] (-|[0-9RBGSNLPrbgsnlp]{1,8})( [0-9]{1,7})?";

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_text_is_a_position_or_an_error(text in prop_oneof![LIKE_SFEN, ".{0,80}"]) {
        let Ok(setup) = Setup::parse(&text) else {
            prop_assert!(text.parse::<Position>().is_err());
            return Ok(());
        };
        prop_assert_eq!(Setup::parse(&setup.sfen()).unwrap().sfen(), setup.sfen());
        match text.parse::<Position>() {
            Ok(pos) => prop_assert_eq!(pos.to_string(), setup.sfen()),
            Err(error) => prop_assert_eq!(setup.check(), Err(error)),
        }
    }

    #[test]
    fn any_text_is_a_move_or_an_error(text in prop_oneof!["[1-9PLNSGBRK][a-i*][1-9][a-i]\\+?", ".{0,6}"]) {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text);
        }
    }
}
