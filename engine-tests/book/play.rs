//! Tests of the moves that the engine plays from a book.

use std::fmt::Write as _;
use std::path::PathBuf;

use komadai::book::{BookMove, Entry, MemoryBook};
use komadai::engine::{Engine, EngineOptions};
use komadai::position::Position;
use komadai::search::report::Silent;
use komadai::search::{Limits, Signals};
use komadai_books::save;

use super::{AFTER_7G7F, START, key};
use crate::support::session::Session;
use crate::support::{mv, program};

/// A clock with an hour, so that a quick answer must come from the book.
const LONG: &str = "go btime 3600000 wtime 3600000 byoyomi 600000";

/// A session with this text as its book.
struct Game {
    session: Session,
    _dir: tempfile::TempDir,
    path: PathBuf,
}

impl Game {
    fn new(book: &str) -> Game {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("定跡 my book.db");
        std::fs::write(&path, book).unwrap();
        let mut session = Session::start();
        session.send(&format!("setoption name BookFile value {}", path.display()));
        Game {
            session,
            _dir: dir,
            path,
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        self.session
            .send(&format!("setoption name {name} value {value}"));
    }

    /// The move, the reply and the lines before, and whether the move comes from the book.
    fn play(&mut self, position: &str, go: &str) -> (String, Option<String>, Vec<String>, bool) {
        self.session.send(&format!("position {position}"));
        self.session.send(go);
        let (lines, best, ponder) = self.session.bestmove();
        let progress: Vec<&String> = lines.iter().filter(|l| l.contains(" pv ")).collect();
        assert!(!progress.is_empty(), "{lines:?}");
        let from_book = progress.iter().all(|line| line.contains(" nodes 0 "));
        (best, ponder, lines, from_book)
    }

    /// Whether the engine answers the start position from the book.
    fn plays_from_book(&mut self, position: &str) -> bool {
        self.play(position, "go movetime 10").3
    }
}

#[test]
fn the_first_moves_come_at_once_and_vary_without_any_setting() {
    let mut session = Session::start();
    let mut seen = Vec::new();
    for _ in 0..40 {
        session.send("position startpos");
        session.send(LONG);
        let (lines, best, _) = session.bestmove();
        assert!(
            lines
                .iter()
                .any(|l| l.contains(" nodes 0 ") && l.contains(&format!(" pv {best}")))
        );
        if !seen.contains(&best) {
            seen.push(best);
        }
    }
    assert!(seen.len() > 1, "always {seen:?}");
    let mut pos = Position::startpos();
    for text in &seen {
        pos.parse_usi_move(text).unwrap();
    }
    // The first move already comes with a reply to ponder on.
    session.send("position startpos");
    session.send(LONG);
    let (_, best, ponder) = session.bestmove();
    pos.do_move(mv(&best));
    pos.parse_usi_move(&ponder.unwrap()).unwrap();
    // A search, if the user has turned the book off.
    session.send("setoption name USI_OwnBook value false");
    session.send("position startpos");
    session.send("go movetime 10");
    let (lines, _, _) = session.bestmove();
    assert!(
        lines
            .iter()
            .any(|l| l.contains(" pv ") && !l.contains(" nodes 0 "))
    );
    session.quit();
}

#[test]
fn a_book_answers_with_its_line_score_and_depth() {
    let book =
        format!("{START}\n7g7f 3c3d 12 20 5\n{AFTER_7G7F}\n8c8d 2g2f -3 19 1\n3c3d none -9 7 1\n");
    let mut game = Game::new(&book);
    let (best, ponder, lines, from_book) = game.play("startpos", LONG);
    assert_eq!(
        (best.as_str(), ponder.as_deref(), from_book),
        ("7g7f", Some("3c3d"), true)
    );
    let line = lines.last().unwrap();
    assert!(
        line.starts_with("info depth 20 seldepth 20 multipv 1 score cp 12 nodes 0 "),
        "{line}"
    );
    assert!(line.ends_with(" pv 7g7f 3c3d"), "{line}");
    // Without a stored reply, the best move of the next position.
    std::fs::write(&game.path, book.replace("7g7f 3c3d 12 20 5", "7g7f none 1")).unwrap();
    let said = game.session.ask("isready", "readyok");
    assert!(
        said.iter().any(|l| l.contains("book: 2 positions")),
        "{said:?}"
    );
    let (best, ponder, lines, _) = game.play("startpos", LONG);
    assert_eq!((best.as_str(), ponder.as_deref()), ("7g7f", Some("8c8d")));
    assert!(lines.last().unwrap().ends_with(" pv 7g7f 8c8d 2g2f"));
    game.set("BookPvMoves", "1");
    let (_, ponder, lines, _) = game.play("startpos", LONG);
    assert_eq!(ponder.as_deref(), Some("8c8d"));
    assert!(lines.last().unwrap().ends_with(" pv 7g7f"));
    // Two lines, the one played first.
    game.set("MultiPV", "2");
    let (best, _, lines, from_book) = game.play("startpos moves 7g7f", LONG);
    let lines: Vec<&String> = lines.iter().filter(|l| l.contains(" pv ")).collect();
    assert!(from_book && lines.len() == 2);
    assert!(lines[0].contains("multipv 1 ") && lines[0].ends_with(&format!(" pv {best}")));
    assert!(lines[1].contains("multipv 2 "));
    game.session.quit();
}

#[test]
fn equal_moves_are_played_alike_and_bad_ones_not_at_all() {
    let book = format!("{START}\n7g7f none 10 8 90\n2g2f none 0 8 10\n5g5f none -50 8 900\n");
    let mut game = Game::new(&book);
    game.set("BookSeed", "5");
    let count = |game: &mut Game, wanted: &str| {
        (0..60)
            .filter(|_| game.play("startpos", LONG).0 == wanted)
            .count()
    };
    let sevens = count(&mut game, "7g7f");
    assert!((15..=45).contains(&sevens), "{sevens}");
    assert_eq!(count(&mut game, "5g5f"), 0);
    game.set("ConsiderBookMoveCount", "true");
    let sevens = count(&mut game, "7g7f");
    assert!((46..60).contains(&sevens), "{sevens}");
    game.set("BookEvalDiff", "99999");
    assert!(count(&mut game, "5g5f") > 40);
    game.set("BookEvalDiff", "0");
    assert_eq!(count(&mut game, "7g7f"), 60);
    // The same seed, the same moves.
    game.set("BookEvalDiff", "99999");
    game.set("ConsiderBookMoveCount", "false");
    let mut games = Vec::new();
    for seed in ["6", "7", "6"] {
        game.set("BookSeed", seed);
        let moves: Vec<String> = (0..20).map(|_| game.play("startpos", LONG).0).collect();
        games.push(moves);
    }
    assert_eq!(games[0], games[2]);
    assert_ne!(games[0], games[1]);
    game.session.quit();
}

#[test]
fn each_option_can_send_the_engine_out_of_its_book() {
    let book = format!("{START}\n7g7f none -10 8 1\n{AFTER_7G7F}\n3c3d none -10 8 1\n");
    let mut game = Game::new(&book);
    let path = game.path.display().to_string();
    assert!(game.plays_from_book("startpos"));
    for (name, out, back) in [
        ("USI_OwnBook", "false", "true"),
        ("BookMoves", "0", "1"),
        ("BookDepthLimit", "9", "8"),
        ("BookEvalBlackLimit", "-9", "-10"),
        ("BookIgnoreRate", "100", "0"),
        ("BookFile", "no_book", &path),
    ] {
        game.set(name, out);
        assert!(!game.plays_from_book("startpos"), "{name} {out}");
        game.set(name, back);
        assert!(game.plays_from_book("startpos"), "{name} {back}");
    }
    game.set("BookMoves", "200");
    // White's limit does not affect Black.
    game.set("BookEvalWhiteLimit", "0");
    assert!(game.plays_from_book("startpos"));
    assert!(!game.plays_from_book("startpos moves 7g7f"));
    game.set("BookEvalWhiteLimit", "-10");
    assert!(game.plays_from_book("startpos moves 7g7f"));
    // Entries of other plies, and positions with colours swapped.
    let later = START.replace(" 1", " 3");
    assert!(game.plays_from_book(&later));
    game.set("IgnoreBookPly", "true");
    let turned = START.replace(" b ", " w ");
    let (best, _, _, from_book) = game.play(&turned, LONG);
    assert_eq!((best.as_str(), from_book), ("3c3d", true));
    game.set("FlippedBook", "false");
    assert!(!game.plays_from_book(&turned));
    game.set("IgnoreBookPly", "false");
    assert!(!game.plays_from_book(&later));
    assert!(game.plays_from_book("startpos"));
    game.set("BookOnTheFly", "true");
    assert!(game.plays_from_book("startpos"));
    game.session.quit();
}

#[test]
fn a_search_asked_for_in_so_many_words_is_a_search() {
    let mut game = Game::new(&format!("{START}\n7g7f none 0 8 1\n"));
    for go in ["go nodes 500", "go depth 2"] {
        assert!(!game.play("startpos", go).3, "{go}");
    }
    // Given as options, the limits only make the engine weaker.
    game.set("NodesLimit", "500");
    assert!(game.play("startpos", "go btime 0 wtime 0 byoyomi 1000").3);
    let (best, _, _, from_book) = game.play("startpos", "go movetime 20 searchmoves 9g9f 1g1f");
    assert!(
        !from_book && ["9g9f", "1g1f"].contains(&best.as_str()),
        "{best}"
    );
    let (best, _, _, from_book) = game.play("startpos", "go movetime 20 searchmoves 9g9f 7g7f");
    assert!(from_book && best == "7g7f");
    game.session.send("position startpos");
    let said = game.session.ask("go mate 50", "checkmate");
    assert!(!said.iter().any(|l| l.starts_with("bestmove")));
    game.session.quit();
}

#[test]
fn nothing_is_answered_before_its_time() {
    let mut game = Game::new(&format!("{START}\n7g7f 3c3d 0 8 1\n"));
    let session = &mut game.session;
    session.sync();
    session.send("position startpos");
    session.send("go infinite");
    session.expect_no_answer();
    session.send("stop");
    let (lines, _, _) = session.bestmove();
    assert!(
        !lines.iter().any(|l| l.contains(" nodes 0 ")),
        "an analysis is a search"
    );
    for end in [
        "ponderhit",
        "stop",
        "ponderhit btime 1000 wtime 1000 byoyomi 1000",
    ] {
        session.send("go ponder btime 60000 wtime 60000 byoyomi 1000");
        session.expect_no_answer();
        session.send(end);
        let (_, best, ponder) = session.bestmove();
        assert_eq!(
            (best.as_str(), ponder.as_deref()),
            ("7g7f", Some("3c3d")),
            "{end}"
        );
    }
    // With stochastic pondering the book is used once the opponent has moved.
    session.send("setoption name Stochastic_Ponder value true");
    session.send("setoption name USI_Ponder value true");
    session.send("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 3c3d");
    session.send("go ponder btime 60000 wtime 60000 byoyomi 100");
    session.expect_no_answer();
    session.send("gameover");
    session.bestmove();
    game.session.quit();
}

#[test]
fn illegal_moves_are_not_played() {
    let moves = "7g7e none 900 8 1\nP*5e none 900 8 1\n7g7f+ none 900 8 1\n2b8h none 900 8 1\n";
    let mut game = Game::new(&format!("{START}\n{moves}2g2f 8c8e -100 8 1\n"));
    for round in 0..3 {
        let (best, ponder, lines, from_book) = game.play("startpos", LONG);
        assert_eq!((best.as_str(), ponder, from_book), ("2g2f", None, true));
        let said = lines.iter().filter(|l| l.contains("illegal")).count();
        assert_eq!(said, usize::from(round == 0), "said once");
    }
    std::fs::write(&game.path, format!("{START}\n{moves}")).unwrap();
    game.session.sync();
    let (best, _, _, from_book) = game.play("startpos", "go movetime 10");
    Position::startpos().parse_usi_move(&best).unwrap();
    assert!(!from_book);
    game.session.quit();
}

#[test]
fn a_book_does_not_go_round_in_circles() {
    // The book has only rook moves to and fro for both sides.
    let mut pos = Position::startpos();
    let mut book = String::new();
    for text in ["2h3h", "8b7b", "3h2h", "7b8b"] {
        writeln!(book, "sfen {}\n{text} none 0 8 1", pos.sfen()).unwrap();
        pos.do_move(mv(text));
    }
    let mut game = Game::new(&book);
    assert!(game.plays_from_book("startpos moves 2h3h 8b7b"));
    assert!(!game.plays_from_book("startpos moves 2h3h 8b7b 3h2h"));
    assert!(!game.plays_from_book("startpos moves 2h3h 8b7b 3h2h 7b8b"));
    game.session.quit();
}

#[test]
fn a_book_that_cannot_be_used_is_named_once_and_play_goes_on() {
    let mut game = Game::new("this is no book\n");
    let path = game.path.display().to_string();
    let said = game.session.ask("isready", "readyok");
    let about: Vec<&String> = said.iter().filter(|l| l.contains("BookFile")).collect();
    assert!(
        about.len() == 1 && about[0].contains("this is no book"),
        "{said:?}"
    );
    assert!(about[0].is_ascii(), "before readyok");
    assert!(!game.plays_from_book("startpos"));
    let said = game.session.sync();
    assert!(said.is_empty(), "{said:?}");
    // A few bad lines do not make a book unusable.
    std::fs::write(&game.path, format!("{START}\n7g7f none 0 8 1\nhm\n")).unwrap();
    let said = game.session.ask("isready", "readyok");
    assert!(
        said.iter()
            .any(|l| l.contains("in line or position 3: 'hm'")),
        "{said:?}"
    );
    assert!(game.plays_from_book("startpos"));
    // The file is deleted.
    std::fs::remove_file(&game.path).unwrap();
    let said = game.session.ask("isready", "readyok");
    assert!(
        said.iter().any(|l| l.contains("BookFile: there is no ")),
        "{said:?}"
    );
    assert!(!game.plays_from_book("startpos"));
    game.set("BookFile", "internal");
    assert!(game.plays_from_book("startpos"));
    let said = game.session.options();
    assert!(said.contains(&"BookFile = internal".to_string()));
    // The option is set back to its default.
    game.set("BookFile", "<empty>");
    assert!(
        game.session
            .options()
            .contains(&"BookFile = komadai.db".to_string())
    );
    assert!(!path.is_empty());
    game.session.quit();
}

#[test]
fn a_book_in_a_folder_goes_by_its_name_and_may_be_the_newer_format() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start_at(&program::executable(), dir.path());
    session.send("setoption name Threads value 1");
    session.send("setoption name USI_Hash value 8");
    std::fs::create_dir(dir.path().join("books")).unwrap();
    let mut book = MemoryBook::new();
    book.set(
        key(&Position::startpos()),
        Entry {
            ply: 1,
            moves: vec![BookMove::new(mv("1g1f"))],
            notes: None,
        },
    );
    for (name, folder) in [
        ("my.db", "books"),
        ("my.ybb", "books"),
        ("my.bin", "books"),
        ("my.sbk", "books"),
        ("my.db", "."),
    ] {
        let path = dir.path().join(folder).join(name);
        save(&book, &path).unwrap();
        session.send("setoption name BookDir value books");
        session.send(&format!("setoption name BookFile value {name}"));
        session.send("position startpos");
        session.send(LONG);
        assert_eq!(session.bestmove().1, "1g1f", "{name}");
        std::fs::remove_file(&path).unwrap();
    }
    save(&book, &dir.path().join("books/newer.ybb")).unwrap();
    session.send("setoption name BookFile value newer.db");
    session.send("position startpos");
    session.send(LONG);
    assert_eq!(session.bestmove().1, "1g1f");
    // The folder with the default name.
    std::fs::create_dir(dir.path().join("book")).unwrap();
    save(&book, &dir.path().join("book/komadai.db")).unwrap();
    session.send("setoption name BookDir value book");
    session.send("setoption name BookFile value komadai.db");
    session.send("position startpos");
    session.send(LONG);
    assert_eq!(session.bestmove().1, "1g1f");
    session.quit();
}

#[test]
fn a_search_of_the_library_never_uses_the_book() {
    let options = EngineOptions {
        threads: 1,
        hash_mib: 1,
        ..EngineOptions::default()
    };
    assert!(options.book.own_book);
    let mut engine = Engine::new(options).unwrap();
    let start = Position::startpos();
    let limits = Limits::nodes(200);
    let outcome = engine.search(&start, &limits, &Signals::new(), &Silent);
    assert!(outcome.nodes > 0);
    let outcome = engine.book_answer(&start, &limits, &Silent).unwrap();
    assert_eq!(outcome.nodes, 0);
}
