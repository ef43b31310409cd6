//! Comparison of `komadai book stat` with a simple recount that uses only lists.

use std::collections::{BTreeMap, BTreeSet};

use komadai::types::Color;
use komadai_records::{End, read_file};
use serde_json::Value;

use crate::support::program::komadai;
use crate::support::record_file;

const EXTENSIONS: [&str; 7] = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi"];

/// A game for the recount: its positions without move numbers, each with the move made
/// and the player, and the winner.
struct Game {
    steps: Vec<(String, Option<String>, Option<String>)>,
    result: &'static str,
}

fn without_number(sfen: &str) -> String {
    sfen.rsplit_once(' ').unwrap().0.to_string()
}

fn read(name: &str, plies: usize) -> Game {
    let record = read_file(&record_file(name)).unwrap().records.remove(0);
    let mut pos = record.start();
    let mut steps = Vec::new();
    let moves = record.main_moves();
    for &mv in moves.iter().take(plies) {
        let player = record.headers.player(pos.side_to_move());
        let at = without_number(&pos.sfen());
        steps.push((at, Some(mv.to_string()), player.map(str::to_string)));
        pos.do_move(mv);
    }
    steps.push((without_number(&pos.sfen()), None, None));
    for &mv in moves.iter().skip(plies) {
        pos.do_move(mv);
    }
    let end = record.end();
    let result = match end.and_then(|end| end.winner(pos.side_to_move())) {
        Some(Color::Black) => "black_wins",
        Some(Color::White) => "white_wins",
        None if matches!(end, Some(End::Repetition | End::Impasse | End::Draw)) => "draws",
        None => "open",
    };
    Game { steps, result }
}

/// Numbers of games: all, won by Black, won by White, drawn.
fn results(value: &Value) -> [u64; 4] {
    ["games", "black_wins", "white_wins", "draws"].map(|name| value[name].as_u64().unwrap())
}

/// The numbers of games by the recount.
fn recount(games: &[Game], counted: &BTreeSet<usize>) -> [u64; 4] {
    let won = |name: &str| counted.iter().filter(|&&i| games[i].result == name).count() as u64;
    [
        counted.len() as u64,
        won("black_wins"),
        won("white_wins"),
        won("draws"),
    ]
}

#[test]
fn counts_of_84_records_are_those_of_a_naive_recount() {
    let folder = tempfile::tempdir().unwrap();
    let mut games = Vec::new();
    for half in ["a", "b"] {
        std::fs::create_dir(folder.path().join(half)).unwrap();
        for extension in EXTENSIONS {
            for number in 0..6 {
                let name = format!("{number:02}.{extension}");
                let file = folder.path().join(half).join(&name);
                std::fs::copy(record_file(&name), file).unwrap();
                games.push(read(&name, 12));
            }
        }
    }
    assert_eq!(games.len(), 84);
    let path = folder.path().to_str().unwrap();
    let (ok, out, err) = komadai(&["book", "stat", path, "--plies", "12", "--json"]);
    assert!(ok, "{err}");
    let tree: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&tree["games"], &tree["view"]),
        (&84.into(), &"black".into())
    );

    let mut places: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut choices: BTreeMap<(&str, &str), BTreeSet<usize>> = BTreeMap::new();
    let mut players: BTreeMap<(&str, &str, &str), BTreeSet<usize>> = BTreeMap::new();
    for (i, game) in games.iter().enumerate() {
        for (at, mv, player) in &game.steps {
            places.entry(at).or_default().insert(i);
            let Some(mv) = mv else { continue };
            choices.entry((at, mv)).or_default().insert(i);
            if let Some(player) = player {
                players.entry((at, mv, player)).or_default().insert(i);
            }
        }
    }
    let positions = tree["positions"].as_array().unwrap();
    assert_eq!(positions.len(), places.len());
    let (mut moves, mut named) = (0, 0);
    for place in positions {
        let at = without_number(place["sfen"].as_str().unwrap());
        assert_eq!(
            results(place),
            recount(&games, &places[at.as_str()]),
            "{at}"
        );
        for choice in place["moves"].as_array().unwrap() {
            let mv = choice["usi"].as_str().unwrap();
            let counted = &choices[&(at.as_str(), mv)];
            assert_eq!(results(choice), recount(&games, counted), "{at} {mv}");
            moves += 1;
            for player in choice["players"].as_array().unwrap() {
                let name = player["name"].as_str().unwrap();
                let counted = &players[&(at.as_str(), mv, name)];
                assert_eq!(player["games"], counted.len() as u64, "{at} {mv} {name}");
                named += 1;
            }
            // The move leads to the position that the rules give.
            let mut pos = komadai::Position::from_sfen(place["sfen"].as_str().unwrap()).unwrap();
            pos.play(mv.parse().unwrap()).unwrap();
            let to = &positions[choice["to"].as_u64().unwrap() as usize]["sfen"];
            assert_eq!(
                without_number(to.as_str().unwrap()),
                without_number(&pos.sfen())
            );
        }
    }
    assert_eq!((moves, named), (choices.len(), players.len()));
    let starts: u64 = tree["starts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|start| results(&positions[start.as_u64().unwrap() as usize])[0])
        .sum();
    assert_eq!(starts, 84);
}

#[test]
fn the_tree_is_shown_as_text_and_as_a_page_with_scores_and_players() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let games = [
        "先手：桂\n後手：<楓>\n   1 ７六歩(77)\n*#評価値=100\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n",
        "先手：桂\n後手：葵\n   1 ２六歩(27)\n   2 ３四歩(33)\n   3 ７六歩(77)\n   4 ８四歩(83)\n   5 投了\n",
        "先手：桂\n後手：葵\n   1 ７六歩(77)\n*#評価値=51\n   2 ８四歩(83)\n   3 千日手\n",
    ];
    for (game, number) in games.iter().zip(1..) {
        std::fs::write(path(&format!("{number}.kifu")), game).unwrap();
    }
    let games = folder.path().to_str().unwrap();
    let (ok, out, err) = komadai(&["book", "stat", games, "--min-games", "1"]);
    assert!(ok, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[1],
        "games 3: Black won 1, White won 1, drawn 1 (Black 50.0 %)"
    );
    // The mean of 100 and 51 is 75.5; halves are rounded up.
    assert_eq!(lines[2], "     2   75 %  +0.76  ▲７六歩  (桂 2)");
    assert_eq!(
        lines[3],
        "     1  100 %           △３四歩 ▲２六歩  (<楓> 1)"
    );
    // Another game reached this position by other moves and went on.
    assert_eq!(lines[4], "     1    0 %             △８四歩  (葵 1)");
    assert_eq!(lines[5], "     1   50 %           △８四歩  (葵 1)");
    // By that order of moves, to a position shown above.
    assert_eq!(
        lines[6],
        "     1    0 %         ▲２六歩 △３四歩 ▲７六歩 =  (桂 1)"
    );
    let html = path("tree.html");
    let (ok, out, err) = komadai(&["book", "stat", games, "--min-games", "1", "--html", &html]);
    assert!(ok && out.starts_with("3 games\n"), "{out}{err}");
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.contains("&lt;楓&gt; 1") && !page.contains("<楓>") && !page.contains("<script"));
    assert_eq!(
        page.matches("<details>").count(),
        page.matches("</details>").count()
    );
    assert!(page.matches("<details>").count() >= 2 && page.contains("+0.76"));
    // An input without games, and one that cannot be read.
    let empty = path("empty");
    std::fs::create_dir(&empty).unwrap();
    let (ok, _, err) = komadai(&["book", "stat", &empty]);
    assert!(!ok && err.contains("there is no game to count"), "{err}");
}
