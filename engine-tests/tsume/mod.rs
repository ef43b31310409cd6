//! Tests of the tsume solver: lengths against an oracle that follows the rule literally,
//! lines and other solutions.

mod oracle;

use komadai::mate::{MateLimits, TsumeResult, TsumeSolution, TsumeSolver, TsumeTask};
use komadai::movegen::legal_moves;
use komadai::position::{Position, Setup};
use komadai::types::{Color, Move, Piece, PieceType, SplitMix64, Square};

use crate::mate::{Mix, all_but_kings, random_problem};
use oracle::{FullSearch, Rule, by_retrograde};

const JUDGED: &str = include_str!("../data/tsume-judged.tsv");

fn limits(nodes: u64) -> MateLimits<'static> {
    MateLimits {
        nodes: Some(nodes),
        memory_mib: 64,
        ..MateLimits::default()
    }
}

/// Fails if a line is not legal, does not check with every other move, or ends
/// where anything but a dropped piece helps.
fn assert_mates(pos: &Position, solution: &TsumeSolution) {
    let mut pos = pos.clone();
    let attacker = pos.side_to_move();
    let sfen = pos.sfen();
    for (ply, &mv) in solution.line.iter().enumerate() {
        assert!(legal_moves(&pos).contains(&mv), "{sfen}: {mv}");
        pos.do_move(mv);
        assert!(ply % 2 == 1 || pos.in_check(), "{sfen}: {mv}");
    }
    assert_eq!(solution.line.len() % 2, 1, "{sfen}");
    assert!(legal_moves(&pos).iter().all(|mv| mv.is_drop()), "{sfen}");
    assert_eq!(pos.hand(attacker), solution.left, "{sfen}");
}

/// A random problem with a king surrounded by its own pieces and a distant slider, so
/// that interpositions are possible.
fn shut_in(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::default();
    let king = Square::new(rng.below(2) as u8, rng.below(2) as u8)?;
    let mut put = |sq: Option<Square>, color, kind| {
        if let Some(sq) = sq {
            setup.board[sq.index()].get_or_insert(Piece::new(color, kind));
        }
    };
    put(Some(king), Color::White, PieceType::King);
    const MEN: [PieceType; 4] = [
        PieceType::Pawn,
        PieceType::Lance,
        PieceType::Silver,
        PieceType::Knight,
    ];
    for _ in 0..1 + rng.below(3) {
        let near = king.offset(rng.below(3) as i8 - 1, rng.below(3) as i8 - 1);
        put(near, Color::White, MEN[rng.below(4)]);
    }
    const FAR: [PieceType; 5] = [
        PieceType::Rook,
        PieceType::Dragon,
        PieceType::Bishop,
        PieceType::Horse,
        PieceType::Lance,
    ];
    for _ in 0..1 + rng.below(2) {
        put(
            Square::from_index(rng.below(81)),
            Color::Black,
            FAR[rng.below(5)],
        );
    }
    for _ in 0..1 + rng.below(2) {
        let near = king.offset(rng.below(5) as i8 - 2, rng.below(4) as i8);
        let kinds = [PieceType::Gold, PieceType::Knight, PieceType::ProPawn];
        put(near, Color::Black, kinds[rng.below(3)]);
    }
    let held = [PieceType::Pawn, PieceType::Gold, PieceType::Knight][rng.below(3)];
    setup.hands[Color::White.index()][held.index()] = 1 + rng.below(2) as u32;
    if rng.below(3) == 0 {
        setup.hands[Color::Black.index()][PieceType::Silver.index()] = 1;
    }
    let pos = Position::from_setup(&setup).ok()?;
    (!pos.opponent_in_check()).then_some(pos)
}

#[test]
fn lengths_of_random_problems_are_those_of_the_oracle() {
    let mut rng = SplitMix64::new(11);
    let all = all_but_kings();
    let mix = Mix {
        men: [(all, 4), (all, 4)],
        rarity: [9, 6],
    };
    let mut solver = TsumeSolver::new(16);
    let (mut exact, mut shortened, mut long, mut refuted) = (0, 0, 0, 0);
    for round in 0..3000 {
        let pos = match round % 3 {
            0 => random_problem(&mut rng, &mix),
            _ => shut_in(&mut rng),
        };
        let Some(pos) = pos else {
            continue;
        };
        let (found, _) = solver.solve(&pos, &limits(20_000), &TsumeTask::default());
        let sfen = pos.sfen();
        match found {
            TsumeResult::Mate(solution) => {
                let len = solution.line.len();
                if !solution.is_shortest {
                    continue;
                }
                assert_mates(&pos, &solution);
                let people = by_retrograde(&pos, Rule::People, 400);
                let people = people.or_else(|()| FullSearch::mate(&pos, Rule::People, len, 400));
                let Ok(expected) = people else {
                    continue;
                };
                assert_eq!(Some(len), expected, "{sfen} {:?}", solution.line);
                exact += 1;
                long += usize::from(len >= 5);
                let every = FullSearch::mate(&pos, Rule::Every, len, 400);
                shortened += usize::from(every == Ok(None));
            }
            TsumeResult::NoMate => {
                if let Ok(expected) = by_retrograde(&pos, Rule::People, 300) {
                    assert_eq!(expected, None, "{sfen}");
                    refuted += 1;
                }
            }
            TsumeResult::NoMateInTime => panic!("no length was asked for"),
            TsumeResult::Unsolved => {}
        }
    }
    println!("{exact} mates, {shortened} of them shorter by the rule, {long} long, {refuted} none");
    assert!(exact > 120 && shortened > 25 && long > 12 && refuted > 200);
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

fn solve(sfen: &str, task: &TsumeTask) -> TsumeResult {
    let pos = Position::from_sfen(sfen).unwrap();
    TsumeSolver::new(16).solve(&pos, &limits(2_000_000), task).0
}

fn mate(sfen: &str, task: &TsumeTask) -> TsumeSolution {
    match solve(sfen, task) {
        TsumeResult::Mate(solution) => solution,
        other => panic!("{other:?} for {sfen}"),
    }
}

/// A distant rook checks: every interposed piece is captured with mate.
#[test]
fn an_interposition_taken_for_nothing_does_not_count() {
    let sfen = "7lk/7p1/9/7N1/9/9/9/9/R8 b r2b4g4s3n3l17p 1";
    let far = mate(sfen, &TsumeTask::default());
    assert!(far.is_shortest, "{far:?}");
    assert_eq!(far.line, moves("9i1i"));
    // Without the knight the king captures the rook next to it, so that two drops are useful.
    let loose = sfen.replace("7N1", "9").replace("s3n", "s4n");
    let pos = Position::from_sfen(&loose).unwrap();
    assert_eq!(FullSearch::mate(&pos, Rule::People, 5, 20_000), Ok(None));
    assert!(matches!(
        solve(&loose, &TsumeTask::default()),
        TsumeResult::NoMate | TsumeResult::Unsolved
    ));
}

#[test]
fn of_equal_lengths_the_line_that_uses_everything_up_is_told() {
    // A gold or a silver mates, with the other piece left either way.
    let one = mate(
        "4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1",
        &TsumeTask::default(),
    );
    assert_eq!(one.line, moves("G*5b"));
    assert_eq!(one.left.count(PieceType::Silver), 1);
}

/// The first mate found in this problem has 15 plies; all lengths below it up to 5 need no refutation.
#[test]
fn a_late_first_mate_does_not_make_a_short_one_hard() {
    let sfen = "l+R2s1G1+R/3k1g3/p1pp1bp2/4pps1p/9/PPP1L3P/3PP1P2/2S4p1/LN1GKG1NL b BSNPn2p 1";
    let pos = Position::from_sfen(sfen).unwrap();
    let limits = limits(20_000);
    let (found, _) = TsumeSolver::new(16).solve(&pos, &limits, &TsumeTask::default());
    let TsumeResult::Mate(solution) = found else {
        panic!("{found:?}");
    };
    assert!(solution.is_shortest);
    assert_eq!(solution.line.len(), 5);
    assert_mates(&pos, &solution);
}

#[test]
fn a_length_is_confirmed_or_refuted() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let task = |plies| TsumeTask {
        plies: Some(plies),
        ..TsumeTask::default()
    };
    assert_eq!(mate(sfen, &task(1)).line, moves("G*5b"));
    assert_eq!(mate(sfen, &task(3)).line, moves("G*5b"));
    let three = "+P6nl/5s3/3+L1g1+N1/p1l1pp2p/1p1P3P1/PPN+R4P/BGK1Pk+b2/2s2s3/Ls+r6 w 2GN3P3p 150";
    assert_eq!(solve(three, &task(1)), TsumeResult::NoMateInTime);
    assert_eq!(mate(three, &task(3)).line.len(), 3);
}

/// A line of the data file.
struct FromGames {
    pos: Position,
    /// The length by the rule for people.
    plies: usize,
    /// The length with every interposition counted.
    every: usize,
}

/// 300 positions from the project's own games.
fn from_games() -> Vec<FromGames> {
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        FromGames {
            pos: fields[0].parse().unwrap(),
            plies: fields[1].parse().unwrap(),
            every: fields[2].parse().unwrap(),
        }
    };
    let lines = include_str!("../data/tsume.tsv").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(read)
        .collect()
}

/// The length by retrograde analysis where the graph of checks and answers is
/// small, else by a full search; `None` if that takes too long.
fn judge(pos: &Position, rule: Rule, plies: usize, most: usize) -> Option<usize> {
    let found = by_retrograde(pos, rule, 700);
    let found = found.or_else(|()| FullSearch::mate(pos, rule, plies, most));
    found.ok().map(|found| found.unwrap_or(0))
}

#[test]
fn problems_from_games_are_solved_in_the_lengths_of_the_oracles() {
    let all = from_games();
    assert_eq!(all.len(), 300);
    let mut solver = TsumeSolver::new(64);
    let (mut judged, mut by_length, mut differ) = (0, [0; 14], 0);
    for problem in &all {
        let sfen = problem.pos.sfen();
        let (found, _) = solver.solve(&problem.pos, &limits(5_000_000), &TsumeTask::default());
        let TsumeResult::Mate(solution) = found else {
            panic!("{found:?} for {sfen}");
        };
        assert_eq!(solution.line.len(), problem.plies, "{sfen}");
        assert!(solution.is_shortest, "{sfen}");
        assert_mates(&problem.pos, &solution);
        by_length[problem.plies] += 1;
        differ += usize::from(problem.every != problem.plies);
        for (rule, plies) in [(Rule::People, problem.plies), (Rule::Every, problem.every)] {
            if let Some(found) = judge(&problem.pos, rule, plies, 700) {
                assert_eq!(found, plies, "{sfen}");
                judged += 1;
            }
        }
    }
    println!("{judged} lengths judged, {differ} differ, by length {by_length:?}");
    assert!(judged > 150 && differ >= 10, "{judged} {differ}");
    assert!(
        (1..14).step_by(2).all(|plies| by_length[plies] >= 15),
        "{by_length:?}"
    );
}

/// Recomputes the data file by the oracles, which takes minutes.
#[test]
#[ignore = "takes minutes"]
fn every_length_in_the_data_is_that_of_an_oracle() {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

    let wrong: Vec<String> = from_games()
        .par_iter()
        .flat_map_iter(|problem| {
            let pos = &problem.pos;
            let most = 250_000;
            [(Rule::People, problem.plies), (Rule::Every, problem.every)]
                .into_iter()
                .filter_map(move |(rule, plies)| match judge(pos, rule, plies, most) {
                    Some(found) if found == plies => None,
                    found => Some(format!("{} {plies} {found:?}", pos.sfen())),
                })
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}

/// Microcosmos (Koji Hashimoto, 1986), the longest problem known.
#[test]
#[ignore = "takes minutes and 4 GiB"]
fn the_longest_problem_known_is_solved_whole() {
    const SFEN: &str = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let pos: Position = SFEN.parse().unwrap();
    let mut solver = TsumeSolver::new(4096);
    let (found, stats) = solver.solve(&pos, &limits(200_000_000), &TsumeTask::default());
    let TsumeResult::Mate(solution) = found else {
        panic!("{found:?} {stats:?}");
    };
    println!("{stats:?}");
    assert_mates(&pos, &solution);
    assert_eq!(solution.line.len(), 1525);
}

/// Problems judged by hand: what kind they are, the position, the plies by the
/// rule for people, and the note. See the head of the file.
fn judged(kind: &str) -> Vec<[String; 4]> {
    let lines = JUDGED.lines().filter_map(|line| line.strip_prefix(kind));
    let found: Vec<[String; 4]> = lines
        .map(|line| {
            let fields: Vec<String> = line.split('\t').skip(1).map(str::to_string).collect();
            fields.try_into().unwrap()
        })
        .collect();
    assert_eq!(found.len(), 10, "{kind}");
    found
}

#[test]
fn useless_interpositions_judged_by_hand_do_not_count() {
    for [sfen, plies, every, note] in judged("interposition") {
        let pos: Position = sfen.parse().unwrap();
        let (plies, every): (usize, usize) = (plies.parse().unwrap(), every.parse().unwrap());
        let solution = mate(&sfen, &TsumeTask::default());
        assert!(solution.is_shortest, "{sfen} {note}");
        assert_eq!(solution.line.len(), plies, "{sfen} {note}");
        assert_mates(&pos, &solution);
        // If the drops count, the mate is longer.
        assert!(every > plies, "{sfen}");
        let counted = FullSearch::mate(&pos, Rule::Every, plies, 100_000);
        assert_eq!(counted, Ok(None), "{sfen} {note}");
    }
}

#[test]
fn other_solutions_judged_by_hand_are_found() {
    for [sfen, plies, others, note] in judged("other") {
        let plies: u16 = plies.parse().unwrap();
        let task = TsumeTask {
            cooks: Some(plies),
            ..TsumeTask::default()
        };
        let solution = mate(&sfen, &task);
        assert_eq!(solution.line.len(), usize::from(plies), "{sfen}");
        assert!(solution.are_others_complete, "{sfen}");
        let mut found: Vec<String> = solution
            .others
            .iter()
            .map(|other| {
                assert_eq!(other.plies, usize::from(plies), "{sfen}");
                assert_eq!(other.is_last_move, other.ply + 1 == usize::from(plies));
                assert_eq!(other.line.len(), usize::from(plies) - other.ply);
                format!("{}:{}", other.ply + 1, other.line[0])
            })
            .collect();
        found.sort();
        assert_eq!(found.join(" "), others, "{sfen} {note}");
    }
}
