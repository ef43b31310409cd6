//! Tests of the mate in one against brute force, and of the tsume solver on mates that
//! another program has solved.

use std::collections::HashMap;

use komadai::mate::{MateLimits, MateResult, mate_in_one, solve_with_stats};
use komadai::movegen::{generate_checks, has_legal_move, legal_moves};
use komadai::position::{CheckInfo, Position};
use komadai::types::{Color, Move, Piece, PieceType, SplitMix64, Square};

const MATES: &str = include_str!("data/mates.tsv");

/// A line of the data file: position, plies (0 for no mate known), moves.
struct Problem {
    sfen: &'static str,
    plies: usize,
    line: Vec<Move>,
}

fn problems() -> Vec<Problem> {
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        Problem {
            sfen: fields.next().unwrap(),
            plies: fields.next().unwrap().parse().unwrap(),
            line: fields
                .next()
                .unwrap()
                .split_whitespace()
                .filter(|&mv| mv != "-")
                .map(|mv| Move::from_usi(mv).unwrap())
                .collect(),
        }
    };
    let all: Vec<Problem> = MATES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(read)
        .collect();
    assert!(all.len() > 100);
    all
}

/// Every mating move, found by making each check.
fn mating_moves(pos: &mut Position) -> Vec<Move> {
    let mut found = Vec::new();
    for &mv in &generate_checks(pos) {
        pos.do_move(mv);
        if !has_legal_move(pos) {
            found.push(mv);
        }
        pos.undo_move(mv);
    }
    found
}

/// Counts of positions with a mate, and of those where one was found.
#[derive(Default)]
struct Tally {
    positions: usize,
    mates: usize,
    missed: usize,
}

impl Tally {
    fn check(&mut self, pos: &mut Position) {
        let expected = mating_moves(pos);
        let found = mate_in_one(pos, None);
        assert_eq!(found, mate_in_one(pos, Some(&CheckInfo::new(pos))));
        self.positions += 1;
        self.mates += usize::from(!expected.is_empty());
        match found {
            Some(mv) => assert!(expected.contains(&mv), "{} {mv} {expected:?}", pos.sfen()),
            None if !expected.is_empty() => {
                self.missed += 1;
                println!("missed: {} {expected:?}", pos.sfen());
            }
            None => {}
        }
    }
}

#[test]
fn mate_in_one_is_what_brute_force_finds_in_random_games() {
    let mut tally = Tally::default();
    let mut rng = SplitMix64::new(20);
    for game in 0..600 {
        let mut pos = Position::startpos();
        for _ in 0..300 {
            tally.check(&mut pos);
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            // Checks in half of the games drive the kings into the open.
            let checks = generate_checks(&pos);
            let choice = if game % 2 == 0 && !checks.is_empty() && rng.below(2) == 0 {
                checks[rng.below(checks.len())]
            } else {
                moves[rng.below(moves.len())]
            };
            pos.do_move(choice);
        }
    }
    println!(
        "{} positions, {} with a mate, {} missed",
        tally.positions, tally.mates, tally.missed
    );
    assert!(tally.positions > 50_000 && tally.mates > 3000);
    // Only a mate that depends on the ban of pawn-drop mates may be missed.
    assert!(tally.missed <= tally.mates / 1000);
}

#[test]
fn mate_in_one_is_what_brute_force_finds_around_known_mates() {
    let mut tally = Tally::default();
    for problem in problems() {
        let mut pos = Position::from_sfen(problem.sfen).unwrap();
        for &mv in problem
            .line
            .iter()
            .chain([&Move::from_usi("1a1b").unwrap()])
        {
            for &side in &legal_moves(&pos) {
                pos.do_move(side);
                tally.check(&mut pos);
                pos.undo_move(side);
            }
            tally.check(&mut pos);
            if !pos.is_legal(mv) {
                break;
            }
            pos.do_move(mv);
        }
        if problem.plies == 1 {
            let pos = Position::from_sfen(problem.sfen).unwrap();
            assert!(mate_in_one(&pos, None).is_some(), "{}", problem.sfen);
        }
    }
    println!(
        "{} positions, {} with a mate, {} missed",
        tally.positions, tally.mates, tally.missed
    );
    assert!(tally.mates > 1000);
    assert_eq!(tally.missed, 0);
}

fn limits(nodes: u64) -> MateLimits<'static> {
    MateLimits {
        nodes: Some(nodes),
        memory_mib: 256,
        ..MateLimits::default()
    }
}

/// The reason why a line is no mate; `None` if it is a mate.
fn fault_of(pos: &Position, line: &[Move]) -> Option<String> {
    let mut pos = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if !legal_moves(&pos).contains(&mv) {
            return Some(format!("{mv} at ply {ply} is illegal"));
        }
        pos.do_move(mv);
        if ply % 2 == 0 && !pos.in_check() {
            return Some(format!("{mv} at ply {ply} is no check"));
        }
    }
    (line.len().is_multiple_of(2) || has_legal_move(&pos)).then(|| "the end is no mate".to_string())
}

#[test]
fn every_known_mate_is_found_with_its_line() {
    let mut solved = 0;
    for problem in problems() {
        if problem.plies == 0 || problem.plies > 31 {
            continue;
        }
        let pos = Position::from_sfen(problem.sfen).unwrap();
        assert_eq!(fault_of(&pos, &problem.line), None, "{}", problem.sfen);
        let (result, stats) = solve_with_stats(&pos, &limits(500_000));
        let MateResult::Mate(line) = result else {
            panic!(
                "{result:?} for a mate in {}: {}",
                problem.plies, problem.sfen
            );
        };
        assert_eq!(fault_of(&pos, &line), None, "{}", problem.sfen);
        if stats.is_shortest {
            assert!(line.len() <= problem.plies, "{}", problem.sfen);
        }
        solved += 1;
    }
    assert!(solved >= 95);
}

#[test]
fn no_mate_is_never_claimed_without_a_line() {
    let mut refuted = 0;
    for problem in problems().iter().filter(|problem| problem.plies == 0) {
        let pos = Position::from_sfen(problem.sfen).unwrap();
        match solve_with_stats(&pos, &limits(100_000)).0 {
            MateResult::Mate(line) => assert_eq!(fault_of(&pos, &line), None),
            MateResult::NoMate => {
                assert_ne!(Exhaustive::mates(&pos, 7, 50_000), Some(true));
                refuted += 1;
            }
            MateResult::Timeout => {}
        }
    }
    assert!(refuted > 20);
}

/// Brute-force search for mates, which searches each position once for each length.
struct Exhaustive {
    /// By position: the shortest length with a known mate, and the longest length without one.
    seen: HashMap<u64, (usize, usize)>,
    /// Number of positions that may still be searched.
    budget: usize,
}

impl Exhaustive {
    /// Whether the side to move mates by checks in at most `plies`; `None`
    /// if there is too much to try.
    fn mates(pos: &Position, plies: usize, budget: usize) -> Option<bool> {
        let mut search = Exhaustive {
            seen: HashMap::new(),
            budget,
        };
        let mates = search.attack(&mut pos.clone(), plies);
        (search.budget > 0).then_some(mates)
    }

    fn attack(&mut self, pos: &mut Position, plies: usize) -> bool {
        let (mate, none) = *self.seen.get(&pos.key()).unwrap_or(&(usize::MAX, 0));
        if plies >= mate || plies <= none || self.budget == 0 {
            return plies >= mate;
        }
        self.budget -= 1;
        let mut found = false;
        for &check in &generate_checks(pos) {
            pos.do_move(check);
            found = self.all_answers_lose(pos, plies - 1);
            pos.undo_move(check);
            if found {
                break;
            }
        }
        let known = self.seen.entry(pos.key()).or_insert((usize::MAX, 0));
        if found {
            known.0 = known.0.min(plies);
        } else {
            known.1 = known.1.max(plies);
        }
        found
    }

    fn all_answers_lose(&mut self, pos: &mut Position, plies: usize) -> bool {
        let answers = legal_moves(pos);
        (answers.is_empty() || plies >= 2)
            && answers.iter().all(|&answer| {
                pos.do_move(answer);
                let mates = self.attack(pos, plies - 1);
                pos.undo_move(answer);
                mates
            })
    }
}

/// The exact length of the shortest mate by working backwards through every
/// position that checks and answers can reach, loops and all: `Ok(None)` if
/// there is no mate, `Err` if there are too many positions.
fn mate_by_retrograde(root: &Position, most: usize) -> Result<Option<usize>, ()> {
    let mut numbers = HashMap::from([(root.key(), 0)]);
    let mut positions = vec![root.clone()];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while let Some(pos) = positions.get(next.len()) {
        // Copies of the position stay small without its history.
        let mut pos = Position::from_sfen(&pos.sfen()).unwrap();
        let attacking = pos.side_to_move() == root.side_to_move();
        let moves = if attacking {
            generate_checks(&pos)
        } else {
            legal_moves(&pos)
        };
        let mut reached = Vec::new();
        for &mv in &moves {
            pos.do_move(mv);
            let number = *numbers.entry(pos.key()).or_insert_with(|| {
                positions.push(pos.clone());
                positions.len() - 1
            });
            reached.push(number);
            pos.undo_move(mv);
        }
        next.push(reached);
        if positions.len() > most {
            return Err(());
        }
    }
    let mut mate_in: Vec<Option<usize>> = vec![None; next.len()];
    for plies in 0.. {
        let mut news = Vec::new();
        for (number, reached) in next.iter().enumerate() {
            let attacking = positions[number].side_to_move() == root.side_to_move();
            let mated = |&n: &usize| mate_in[n].is_some();
            let is_mate = if attacking {
                reached.iter().any(mated)
            } else {
                reached.iter().all(mated)
            };
            if is_mate && mate_in[number].is_none() && attacking == (plies % 2 == 1) {
                news.push(number);
            }
        }
        // Two rounds without a change, one for each side, end the computation.
        if news.is_empty() && plies % 2 == 1 {
            break;
        }
        for number in news {
            mate_in[number] = Some(plies);
        }
    }
    Ok(mate_in[0])
}

/// Material of a random problem.
pub(crate) struct Mix {
    /// The kinds of piece, and the largest number on the board for attacker and defender.
    pub(crate) men: [(&'static [PieceType], usize); 2],
    /// One in this many kinds is held in hand by each side; 0 for empty hands.
    pub(crate) rarity: [usize; 2],
}

const SMALL: [PieceType; 4] = [
    PieceType::Pawn,
    PieceType::Lance,
    PieceType::Knight,
    PieceType::ProPawn,
];

/// A random small problem: a king near a corner and men of both sides around it.
pub(crate) fn random_problem(rng: &mut SplitMix64, mix: &Mix) -> Option<Position> {
    let mut board: [Option<(Color, PieceType)>; 81] = [None; 81];
    let king = Square::new(rng.below(3) as u8, rng.below(3) as u8)?;
    board[king.index()] = Some((Color::White, PieceType::King));
    for (color, (kinds, most)) in Color::ALL.into_iter().zip(mix.men) {
        for _ in 0..rng.below(most + 1) {
            let far = 2 + rng.below(3);
            let mut step = || rng.below(2 * far + 1) as i8 - far as i8;
            if let Some(sq) = king.offset(step(), step()) {
                board[sq.index()].get_or_insert((color, kinds[rng.below(kinds.len())]));
            }
        }
    }
    if rng.below(3) == 0 {
        let sq = Square::from_index(rng.below(81))?;
        board[sq.index()].get_or_insert((Color::Black, PieceType::King));
    }
    let mut sfen = String::new();
    for rank in 0..9 {
        for file in (0..9).rev() {
            match board[Square::new(file, rank)?.index()] {
                None => sfen.push('1'),
                Some((color, kind)) => sfen.push_str(&Piece::new(color, kind).to_string()),
            }
        }
        sfen.push(if rank < 8 { '/' } else { ' ' });
    }
    sfen.push_str("b ");
    let mut hands = String::new();
    for (letters, rarity) in ["RBGSNLP", "rbgsnlp"].into_iter().zip(mix.rarity) {
        hands.extend(
            letters
                .chars()
                .filter(|_| rarity > 0 && rng.below(rarity) == 0),
        );
    }
    sfen.push_str(if hands.is_empty() { "-" } else { &hands });
    let pos = Position::from_sfen(&(sfen + " 1")).ok()?;
    (!pos.opponent_in_check()).then_some(pos)
}

/// Every kind of piece but the king.
pub fn all_but_kings() -> &'static [PieceType] {
    let kinds = PieceType::ALL.into_iter();
    let kinds = kinds.filter(|&kind| kind != PieceType::King);
    kinds.collect::<Vec<_>>().leak()
}

#[test]
fn mates_of_random_problems_are_those_of_an_exhaustive_search() {
    let mut rng = SplitMix64::new(7);
    let all = all_but_kings();
    let mix = Mix {
        men: [(all, 4), (all, 5)],
        rarity: [6, 20],
    };
    let (mut exact, mut long, mut refuted) = (0, 0, 0);
    for _ in 0..4000 {
        let Some(pos) = random_problem(&mut rng, &mix) else {
            continue;
        };
        let (result, stats) = solve_with_stats(&pos, &limits(20_000));
        let sfen = pos.sfen();
        match result {
            MateResult::Mate(line) => {
                assert_eq!(fault_of(&pos, &line), None, "{sfen}");
                let first = stats.first_len.unwrap();
                if !stats.is_shortest || first > 11 {
                    continue;
                }
                // The line may end early where the defender errs, never late.
                assert!(line.len() <= first, "{sfen} {line:?}");
                let shortest = (1..)
                    .step_by(2)
                    .map(|plies| (plies, Exhaustive::mates(&pos, plies, 30_000)))
                    .find(|(_, mates)| *mates != Some(false));
                if let Some((plies, Some(true))) = shortest {
                    assert!(line.len() <= plies, "{sfen} {line:?}");
                    exact += 1;
                    long += usize::from(plies >= 7);
                }
            }
            MateResult::NoMate if stats.nodes > 20 => {
                let mates = Exhaustive::mates(&pos, 7, 10_000);
                assert_ne!(mates, Some(true), "{sfen}");
                refuted += usize::from(mates.is_some());
            }
            _ => {}
        }
    }
    println!("{exact} mates, {long} of 7 plies or more, {refuted} without");
    assert!(exact > 50 && long > 10 && refuted > 100);
}

#[test]
fn loops_are_judged_as_by_retrograde_analysis() {
    let mut rng = SplitMix64::new(8);
    // Few captures and nothing in hand keep the whole graph small.
    let big = &[PieceType::Dragon, PieceType::Horse, PieceType::Rook];
    let mixes = [
        Mix {
            men: [(big, 1), (&SMALL, 1)],
            rarity: [0; 2],
        },
        Mix {
            men: [(big, 2), (&SMALL, 2)],
            rarity: [0; 2],
        },
    ];
    let (mut mates, mut refuted) = (0, 0);
    for round in 0..8000 {
        let Some(pos) = random_problem(&mut rng, &mixes[round % 2]) else {
            continue;
        };
        let (result, stats) = solve_with_stats(&pos, &limits(50_000));
        if stats.nodes < 30 {
            continue;
        }
        let Ok(expected) = mate_by_retrograde(&pos, 3000) else {
            continue;
        };
        match result {
            MateResult::Mate(line) => {
                let shortest = expected.unwrap_or_else(|| panic!("no mate: {}", pos.sfen()));
                assert!(line.len() <= shortest || !stats.is_shortest);
                mates += 1;
            }
            MateResult::NoMate => {
                assert_eq!(expected, None, "{}", pos.sfen());
                refuted += 1;
            }
            MateResult::Timeout => {}
        }
    }
    println!("{mates} mates, {refuted} without");
    assert!(refuted > 20);
}
