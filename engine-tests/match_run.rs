//! Tests of whole matches between scripted players: pairing, records, resuming, stopping.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use komadai::EndReason;
use komadai::movegen::legal_moves;
use komadai_matches::adjudicate::Adjudication;
use komadai_matches::clocks::TimeControl;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::match_file::RecordFile;
use komadai_matches::match_identity::{Entrants, MatchIdentity, SideIdentity, checksum};
use komadai_matches::match_run::{MatchConfig, MatchError, PlayerFactory, SideConfig, run_match};
use komadai_matches::openings::Openings;
use komadai_matches::player::{Answer, Player, PlayerFault, Reply, Thought, Turn};
use komadai_matches::referee::Rules;
use komadai_matches::schedule::MatchFormat;
use komadai_matches::sprt::Sprt;
use komadai_matches::standings::Standings;
use komadai_matches::tally::Tally;

/// Plays a legal move chosen by the position and its own number alone.
struct Hashed {
    number: u64,
    crashes_at: Option<u32>,
    resigns_at: Option<u32>,
}

impl Player for Hashed {
    fn name(&self) -> &str {
        "hashed"
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        Ok(())
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault> {
        let ply = turn.position.ply();
        if self.crashes_at == Some(ply) {
            return Err(PlayerFault::Crash("as planned".into()));
        }
        let reply = if self.resigns_at == Some(ply) {
            Reply::Resign
        } else {
            let moves = legal_moves(turn.position);
            let key = (turn.position.key() ^ self.number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            Reply::Move(moves[(key >> 33) as usize % moves.len()])
        };
        Ok(Answer {
            reply,
            elapsed: Duration::from_micros(1500),
            thought: Thought::default(),
        })
    }
}

#[derive(Default)]
struct Factory {
    /// Numbers that distinguish A and B; further players use the number of their letter.
    numbers: [u64; 2],
    crashes_at: [Option<u32>; 2],
    resigns_at: [Option<u32>; 2],
    /// Largest number of players to make; 0 for any number.
    allowed: usize,
    made: AtomicUsize,
}

impl PlayerFactory for Factory {
    fn make(&self, who: Contestant) -> Result<Box<dyn Player>, String> {
        let made = self.made.fetch_add(1, Ordering::SeqCst) + 1;
        if self.allowed > 0 && made > self.allowed {
            return Err("no more of them".to_string());
        }
        let index = who.index();
        Ok(Box::new(Hashed {
            number: self.numbers.get(index).copied().unwrap_or(index as u64 + 1),
            crashes_at: self.crashes_at.get(index).copied().flatten(),
            resigns_at: self.resigns_at.get(index).copied().flatten(),
        }))
    }
}

fn openings() -> Openings {
    let mut text = String::new();
    for first in [
        "7g7f", "2g2f", "1g1f", "9g9f", "5g5f", "6i7h", "3i4h", "4g4f",
    ] {
        for second in [
            "3c3d", "8c8d", "1c1d", "9c9d", "5c5d", "4a3b", "7a6b", "6c6d",
        ] {
            text += &format!("startpos moves {first} {second}\n");
        }
    }
    Openings::parse(&text).unwrap()
}

fn config(games: usize, concurrency: usize) -> MatchConfig {
    let side = SideConfig {
        control: TimeControl::Nodes(1),
        margin: Duration::ZERO,
        ponder: false,
    };
    MatchConfig {
        sides: vec![side; 2],
        format: MatchFormat::RoundRobin,
        openings: openings().list,
        games,
        rules: Rules {
            max_moves: 60,
            ..Rules::default()
        },
        concurrency,
        sprt: None,
    }
}

fn identity() -> MatchIdentity {
    let side = |name: &str| {
        Box::new(SideIdentity {
            command: name.to_string(),
            name: name.to_string(),
            program: None,
            network: None,
            options: Vec::new(),
            control: TimeControl::Nodes(1),
            margin_ms: 0,
        })
    };
    MatchIdentity {
        entrants: Entrants::Two {
            a: side("a"),
            b: side("b"),
        },
        openings: checksum(b"all the same"),
        max_moves: 60,
        entering_king: "CSARule27".to_string(),
        adjudication: Adjudication::default(),
        ponder: false,
    }
}

fn two_kinds() -> Factory {
    Factory {
        numbers: [1, 2],
        ..Factory::default()
    }
}

/// The games of a match between two.
fn duel(standings: &Standings) -> Tally {
    standings.pairings()[0].clone()
}

fn go_on(_: Option<&GameRecord>, _: &Standings) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn run(config: &MatchConfig, factory: &Factory) -> (Tally, Vec<GameRecord>) {
    let mut games = Vec::new();
    let standings = run_match(config, factory, None, &[], &mut |record, _| {
        games.extend(record.cloned());
        ControlFlow::Continue(())
    });
    games.sort_by_key(|game| game.game);
    (duel(&standings.unwrap()), games)
}

#[test]
fn every_start_is_played_twice_with_colours_swapped() {
    let config = config(32, 3);
    let factory = two_kinds();
    let (tally, games) = run(&config, &factory);
    assert_eq!(games.len(), 32);
    for (i, game) in games.iter().enumerate() {
        assert_eq!(game.game, i);
        assert_eq!(game.start, config.openings[i / 2].text());
        let black = [Contestant::A, Contestant::B][i % 2];
        assert_eq!(game.black, black);
        assert_ne!(game.white(), black);
        assert!(!game.moves.is_empty());
    }
    assert_eq!((tally.finished, tally.pairs.pairs()), (32, 16));
    // Two players for each worker, none made twice.
    assert_eq!(factory.made.load(Ordering::SeqCst), 6);
    // As many at once as asked for changes nothing.
    let (alone, same) = run(&self::config(32, 1), &two_kinds());
    assert_eq!(games, same);
    assert_eq!((alone.pairs, alone.games), (tally.pairs, tally.games));
}

fn run_into(path: &Path, config: &MatchConfig, resume: bool) -> Tally {
    let (file, earlier) = if resume {
        RecordFile::resume(path, &identity()).unwrap()
    } else {
        (RecordFile::create(path, &identity()).unwrap(), Vec::new())
    };
    duel(&run_match(config, &two_kinds(), Some(file), &earlier, &mut go_on).unwrap())
}

#[test]
fn an_interrupted_match_ends_as_if_it_had_not_been() {
    let dir = tempfile::tempdir().unwrap();
    let whole = dir.path().join("whole.jsonl");
    let expected = run_into(&whole, &config(20, 1), false);
    let parts = dir.path().join("parts.jsonl");
    run_into(&parts, &config(6, 1), false);
    // Cut the file in the middle of a line and of a pair.
    let text = std::fs::read_to_string(&parts).unwrap();
    std::fs::write(&parts, &text[..text.len() - 300]).unwrap();
    let tally = run_into(&parts, &config(20, 2), true);
    assert_eq!((tally.pairs, tally.games), (expected.pairs, expected.games));
    assert_eq!(
        tally.effort[0].summary().moves,
        expected.effort[0].summary().moves
    );
    let games = |path: &Path| {
        let mut games = RecordFile::resume(path, &identity()).unwrap().1;
        games.sort_by_key(|game| game.game);
        games
    };
    assert_eq!(games(&parts), games(&whole));
    // Nothing is left to play.
    let (file, earlier) = RecordFile::resume(&parts, &identity()).unwrap();
    let factory = two_kinds();
    let again = run_match(
        &config(20, 1),
        &factory,
        Some(file),
        &earlier,
        &mut |_, _| {
            panic!("no game is left");
        },
    );
    assert_eq!(duel(&again.unwrap()).pairs, expected.pairs);
    assert_eq!(factory.made.load(Ordering::SeqCst), 0);
}

#[test]
fn games_of_other_starts_are_not_taken_over() {
    let (_, games) = run(&config(2, 1), &two_kinds());
    let mut other = config(4, 1);
    other.openings.reverse();
    let result = run_match(&other, &two_kinds(), None, &games, &mut go_on);
    assert!(matches!(result, Err(MatchError::Foreign { game: 0, .. })));
}

#[test]
fn the_sequential_test_ends_the_match() {
    let factory = Factory {
        numbers: [1, 2],
        // B crashes at its second turn, with either colour.
        resigns_at: [None, Some(5)],
        crashes_at: [None, Some(6)],
        ..Factory::default()
    };
    let mut config = config(128, 1);
    config.sprt = Some(Sprt::new(0.0, 50.0).unwrap());
    let (tally, games) = run(&config, &factory);
    assert_eq!(tally.games.losses + tally.games.draws, 0);
    let sprt = config.sprt.unwrap();
    // The match stopped exactly at the first pair that decided it.
    assert!(sprt.llr(&tally.pairs) >= sprt.bounds().1);
    let mut one_less = tally.pairs;
    one_less.0[4] -= 1;
    assert!(sprt.llr(&one_less) < sprt.bounds().1);
    assert_eq!(games.len() as u64, 2 * tally.pairs.pairs());
    assert!(games.len() < 128);
    // A decided match is not continued.
    let more = run_match(&config, &factory, None, &games, &mut |_, _| {
        panic!("the match is decided");
    });
    assert_eq!(duel(&more.unwrap()).pairs, tally.pairs);
}

#[test]
fn the_observer_can_break_the_match_off() {
    let mut heard = 0;
    let tally = run_match(&config(32, 1), &two_kinds(), None, &[], &mut |record, _| {
        heard += usize::from(record.is_some());
        match heard {
            5 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    assert_eq!(tally.unwrap().finished(), 5);
}

#[test]
fn players_that_play_alike_prove_nothing() {
    let factory = Factory {
        numbers: [7, 7],
        ..Factory::default()
    };
    let (tally, _) = run(&config(12, 2), &factory);
    assert_eq!(tally.duplicates.len(), 6);
    assert_eq!((tally.pairs.pairs(), tally.games.games()), (0, 0));
    // Each left-out pair is one result for each side, or two draws.
    assert_eq!(tally.left_out.0, [0, 0, 6, 0, 0]);
}

#[test]
fn a_crashed_player_is_replaced_and_every_crash_counts() {
    let factory = Factory {
        numbers: [1, 2],
        crashes_at: [Some(4), None],
        ..Factory::default()
    };
    let (tally, games) = run(&config(8, 1), &factory);
    // The starts have two moves, so move 4 is White's: A crashes as White.
    assert_eq!(tally.faults.len(), 4);
    for fault in &tally.faults {
        assert_eq!((fault.by, fault.game % 2), (Contestant::A, 1));
        assert_eq!(
            (fault.reason, fault.detail.to_string().as_str()),
            (EndReason::Crash, "as planned")
        );
        assert_eq!(games[fault.game].winner, Some(Contestant::B));
    }
    assert_eq!(tally.pairs.pairs(), 4);
    // Two at first and a new A after each crash but the last.
    assert_eq!(factory.made.load(Ordering::SeqCst), 5);
}

#[test]
fn a_player_that_cannot_be_started_ends_the_match_and_keeps_the_games() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.jsonl");
    let factory = Factory {
        numbers: [1, 2],
        crashes_at: [Some(4), None],
        allowed: 3,
        ..Factory::default()
    };
    let file = RecordFile::create(&path, &identity()).unwrap();
    let result = run_match(&config(8, 1), &factory, Some(file), &[], &mut go_on);
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), "A cannot be started: no more of them");
    let games = RecordFile::resume(&path, &identity()).unwrap().1;
    assert_eq!(games.len(), 4);
}

#[test]
fn a_match_needs_pairs_and_a_start_for_each() {
    let check = |games| config(games, 1).check().unwrap_err().to_string();
    assert!(check(7).contains("even"));
    assert!(check(0).contains("even"));
    assert_eq!(
        check(130),
        "130 games need 65 different starts, but there are only 64"
    );
    assert!(config(128, 1).check().is_ok());
}

/// A match between `players` players in this format.
fn tournament(
    players: usize,
    format: MatchFormat,
    games: usize,
    concurrency: usize,
) -> MatchConfig {
    let config = config(games, concurrency);
    MatchConfig {
        sides: vec![config.sides[0].clone(); players],
        format,
        ..config
    }
}

fn run_all(config: &MatchConfig, earlier: &[GameRecord]) -> (Standings, Vec<GameRecord>) {
    let mut games = earlier.to_vec();
    let factory = two_kinds();
    let standings = run_match(config, &factory, None, earlier, &mut |record, _| {
        games.extend(record.cloned());
        ControlFlow::Continue(())
    });
    games.sort_by_key(|game| game.game);
    (standings.unwrap(), games)
}

#[test]
fn everybody_meets_everybody_from_the_same_starts() {
    let config = tournament(4, MatchFormat::RoundRobin, 36, 1);
    let (standings, games) = run_all(&config, &[]);
    assert_eq!((games.len(), standings.finished()), (36, 36));
    for (i, game) in games.iter().enumerate() {
        // Six pairings, each with two games a start.
        assert_eq!(
            (game.game, &game.start),
            (i, &config.openings[i / 12].text())
        );
        assert_ne!(game.black, game.white());
    }
    // Counted by hand: each engine has played each other one six times, three times as Black.
    for a in Contestant::first(4) {
        for b in Contestant::first(4).filter(|&b| b != a) {
            let black = games.iter().filter(|g| (g.black, g.white()) == (a, b));
            assert_eq!(black.count(), 3);
        }
        let mine = games.iter().filter(|g| g.black == a || g.white() == a);
        let points: u32 = mine.map(|g| u32::from(g.half_points_of(a))).sum();
        let table = standings.table();
        let row = table.iter().find(|row| row.who == a).unwrap();
        let counts = row.games;
        assert_eq!(counts.games() + 2 * left_out(&standings, a), 18);
        assert!(2 * counts.wins + counts.draws <= u64::from(points));
    }
    // As many at once as asked for changes nothing.
    let (_, same) = run_all(&tournament(4, MatchFormat::RoundRobin, 36, 3), &[]);
    assert_eq!(games, same);
}

/// Pairs of one engine that were left out as repeats.
fn left_out(standings: &Standings, who: Contestant) -> u64 {
    let pairings = standings.pairings().iter();
    let own = pairings.filter(|tally| tally.sides.contains(&who));
    own.map(|tally| tally.left_out.pairs()).sum()
}

#[test]
fn in_a_gauntlet_the_first_meets_the_others() {
    let (standings, games) = run_all(&tournament(3, MatchFormat::Gauntlet, 8, 2), &[]);
    assert!(
        games
            .iter()
            .all(|g| [g.black, g.white()].contains(&Contestant::A))
    );
    let pairings: Vec<usize> = standings.pairings().iter().map(|t| t.finished).collect();
    assert_eq!(pairings, [4, 4]);
}

#[test]
fn an_interrupted_match_of_several_ends_as_if_it_had_not_been() {
    let whole = run_all(&tournament(3, MatchFormat::RoundRobin, 18, 1), &[]).1;
    // A shorter match, of which some games have been lost.
    let (_, mut earlier) = run_all(&tournament(3, MatchFormat::RoundRobin, 12, 1), &[]);
    earlier.remove(7);
    earlier.remove(2);
    let (standings, games) = run_all(&tournament(3, MatchFormat::RoundRobin, 18, 2), &earlier);
    assert_eq!(games, whole);
    assert_eq!((standings.finished(), standings.unpaired()), (18, 0));
}

#[test]
fn a_crash_replaces_the_one_that_crashed() {
    let factory = Factory {
        numbers: [1, 2],
        // B, as White.
        crashes_at: [None, Some(4)],
        ..Factory::default()
    };
    let config = tournament(3, MatchFormat::RoundRobin, 12, 1);
    let standings = run_match(&config, &factory, None, &[], &mut |_, _| {
        ControlFlow::Continue(())
    });
    let faults = standings.unwrap().faults();
    // B is White in A-B and in C-B, in both rounds.
    let games: Vec<usize> = faults.iter().map(|fault| fault.game).collect();
    assert_eq!(games, [0, 5, 6, 11]);
    assert!(faults.iter().all(|fault| fault.by == Contestant::B));
    // Three at first and a new B after each crash but the last.
    assert_eq!(factory.made.load(Ordering::SeqCst), 6);
}

#[test]
fn rounds_have_to_be_whole() {
    let check = |players, games| {
        let config = tournament(players, MatchFormat::RoundRobin, games, 1);
        config.check().map_err(|error| error.to_string())
    };
    assert_eq!(check(4, 60), Ok(()));
    assert_eq!(
        check(4, 40).unwrap_err(),
        "the number of games must be a multiple of 12 and above 0, not 40: in a round every pairing has two"
    );
    assert!(check(4, 0).unwrap_err().contains("above 0, not 0"));
    assert_eq!(
        check(1, 2).unwrap_err(),
        "a match takes 2 to 26 engines, not 1"
    );
    assert!(check(27, 2).unwrap_err().ends_with("not 27"));
    assert_eq!(
        check(3, 390).unwrap_err(),
        "390 games need 65 different starts, but there are only 64"
    );
}
