use std::collections::BTreeSet;

use super::*;
use crate::position::testing::random_games;

fn set<K: GenKind>(pos: &Position) -> BTreeSet<Move> {
    let mut list = MoveList::new();
    generate::<K>(pos, &mut list);
    let set: BTreeSet<Move> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a move came twice in {}", pos.sfen());
    set
}

/// The legal moves, found by testing each of the 16-bit moves for legality.
fn by_judgement(pos: &Position) -> BTreeSet<Move> {
    (0..=u16::MAX)
        .filter_map(Move::from_bits)
        .filter(|&mv| pos.is_legal(mv))
        .collect()
}

#[test]
fn generated_moves_are_those_that_are_legal_one_by_one() {
    let mut in_check = 0;
    random_games(7, 40, 160, |pos| {
        let expected = by_judgement(pos);
        assert_eq!(set::<AllLegal>(pos), expected, "{}", pos.sfen());
        assert_eq!(count_legal_moves(pos) as usize, expected.len());
        assert_eq!(has_legal_move(pos), !expected.is_empty());
        in_check += u32::from(pos.in_check());
    });
    assert!(in_check > 100);
}

#[test]
fn kinds_add_up_to_the_full_set() {
    random_games(8, 60, 200, |pos| {
        let all = set::<AllLegal>(pos);
        let legal = |moves: BTreeSet<Move>| -> BTreeSet<Move> {
            moves
                .into_iter()
                .filter(|&mv| is_legal_generated(pos, mv))
                .collect()
        };
        let reduced: BTreeSet<Move> = all
            .iter()
            .copied()
            .filter(|&mv| !is_needless_non_promotion(pos, mv))
            .collect();
        assert_eq!(legal(set::<AllPseudo>(pos)), all);
        assert_eq!(legal(set::<Pseudo>(pos)), reduced);
        assert_eq!(set::<Legal>(pos), reduced);
        if !pos.in_check() {
            let captures = legal(set::<Captures>(pos));
            let quiets = legal(set::<Quiets>(pos));
            assert!(captures.is_disjoint(&quiets));
            assert_eq!(&captures | &quiets, reduced);
            let captures = legal(set::<AllCaptures>(pos));
            let quiets = legal(set::<AllQuiets>(pos));
            assert!(captures.is_disjoint(&quiets));
            assert_eq!(&captures | &quiets, all, "{}", pos.sfen());
            for mv in captures {
                assert!(pos.is_capture(mv) || pos.moved_piece(mv).kind() == PieceType::Pawn);
            }
        }
    });
}

#[test]
fn checks_are_the_legal_moves_that_check() {
    let mut checks = 0;
    random_games(9, 60, 200, |pos| {
        let mut expected = BTreeSet::new();
        for &mv in &legal_moves(pos) {
            let announced = pos.gives_check(mv);
            let key = pos.key_after(mv);
            pos.do_move(mv);
            assert_eq!(pos.in_check(), announced, "{mv}");
            assert_eq!(pos.key(), key, "{mv}");
            if pos.in_check() {
                expected.insert(mv);
            }
            pos.undo_move(mv);
        }
        let list = generate_checks(pos);
        checks += list.len();
        let found: BTreeSet<Move> = list.iter().copied().collect();
        assert_eq!(found.len(), list.len());
        assert_eq!(found, expected, "{}", pos.sfen());
    });
    assert!(checks > 1000);
}

#[test]
fn cached_fields_hold_after_do_and_undo() {
    random_games(10, 12, 200, |pos| {
        pos.validate().unwrap();
        let before = pos.sfen();
        let key = pos.key();
        for &mv in &legal_moves(pos) {
            let gives_check = pos.gives_check(mv);
            let mut announced = None;
            pos.do_move_with(mv, gives_check, |key| announced = Some(key));
            assert_eq!(announced, Some(pos.key()), "{mv}");
            pos.validate().unwrap();
            assert!(!pos.opponent_in_check());
            pos.undo_move(mv);
        }
        if !pos.in_check() {
            pos.do_null_move();
            pos.validate().unwrap();
            pos.undo_null_move();
        }
        pos.validate().unwrap();
        assert_eq!((pos.sfen(), pos.key()), (before, key));
    });
}
