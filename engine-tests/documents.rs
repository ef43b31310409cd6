//! Comparison of program output quoted in the documentation with the program's real output.
//!
//! Only output that depends on nothing but the network and the search is compared: it is
//! the same on every machine.

use std::path::Path;

use crate::support::program::{command, text};

/// A page and its language.
const PAGES: [(&str, &str); 2] = [("docs/eval.md", "en"), ("docs/ja/eval.md", "ja")];

/// The lines of a code block from the one that begins so to the end.
fn block(page: &str, first: &str) -> Vec<String> {
    let path = crate::support::root().join(page);
    let page = std::fs::read_to_string(path).unwrap();
    let lines = page.lines().skip_while(|line| !line.starts_with(first));
    let block = lines.take_while(|line| !line.starts_with("```"));
    let block: Vec<String> = block.map(str::to_string).collect();
    assert!(!block.is_empty(), "{first}");
    block
}

/// What a command prints on standard output.
fn answer(lang: &str, folder: &Path, args: &[&str]) -> Vec<String> {
    let mut command = command();
    let run = command.args(["--lang", lang]).args(args);
    let run = run.current_dir(folder).output().unwrap();
    assert!(run.status.success(), "{args:?}: {}", text(&run.stderr));
    let out = text(&run.stdout);
    out.lines().map(str::to_string).collect()
}

#[test]
fn the_evaluation_of_the_start_is_that_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    for ((page, lang), first) in PAGES.into_iter().zip(["evaluator: ", "評価関数: "]) {
        let shown = block(page, first);
        let said = answer(lang, folder.path(), &["eval"]);
        assert!(said.ends_with(&shown), "{page}: {said:#?}");
    }
}

#[test]
fn the_analysis_of_a_position_is_that_of_the_page() {
    const SFEN: &str =
        "ln1gk1snl/1r1s2gb1/p1pppp1pp/6p2/8P/P6P1/1PPPPPP2/1BG1G2R1/LNS1K1SNL b p 17";
    let folder = tempfile::tempdir().unwrap();
    for (page, lang) in [("README.md", "en"), ("README.ja.md", "ja")] {
        let limits = ["--multipv", "3", "--nodes", "200000", "--threads", "1"];
        let notation = ["--notation", "japanese"];
        let args = [&["analyse", "--sfen", SFEN], &limits[..], &notation].concat();
        let (shown, said) = (block(page, SFEN), answer(lang, folder.path(), &args));
        assert_eq!(shown.len(), said.len(), "{page}: {said:#?}");
        for (shown, said) in shown.iter().zip(&said) {
            // The page cuts the lines short, and the time differs.
            match shown.strip_suffix("...") {
                Some(shown) => assert!(said.starts_with(shown), "{page}: {said:#?}"),
                None => assert_eq!(shown, said, "{page}"),
            }
        }
    }
}

#[test]
fn the_worth_of_the_pieces_is_that_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    for (page, lang) in PAGES {
        let shown = block(page, "+-------+");
        let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"];
        let args = [&["eval", "--breakdown", "--moves"], &moves[..]].concat();
        let said = answer(lang, folder.path(), &args);
        let found = said.windows(shown.len()).any(|lines| lines == shown);
        assert!(found, "{page}: {said:#?}");
    }
}

#[test]
fn what_the_page_says_of_the_built_in_network_is_true() {
    let folder = tempfile::tempdir().unwrap();
    answer("en", folder.path(), &["net", "export", "nn.bin"]);
    for (page, lang) in PAGES {
        let shown = block(page, "$ komadai net info nn.bin");
        let said = answer(lang, folder.path(), &["net", "info", "nn.bin"]);
        assert_eq!(shown.len() - 1, said.len(), "{page}: {said:#?}");
        for (shown, said) in shown[1..].iter().zip(&said) {
            // The folder differs, and the page omits the middle of the header.
            match shown.split_once("(...)") {
                Some((before, behind)) => assert!(
                    said.starts_with(before) && said.ends_with(behind),
                    "{page}: {said}"
                ),
                None if shown.ends_with("/nn.bin") => {
                    assert!(said.ends_with("nn.bin"), "{page}: {said}");
                }
                None => assert_eq!(shown, said, "{page}"),
            }
        }
    }
}

/// A match of more games than the built-in book has starts for names their number.
#[test]
fn the_number_of_starts_in_the_book_is_that_of_the_page() {
    let play = ["match", "--a", "self", "--b", "self", "--nodes", "1"];
    let run = command().args(play).args(["--games", "100000"]).output();
    let run = run.unwrap();
    assert!(!run.status.success());
    let said = text(&run.stderr);
    let starts = said.trim_end().rsplit(' ').next().unwrap();
    let games = 2 * starts.parse::<usize>().unwrap();
    for (page, starts, games) in [
        (
            "docs/match.md",
            format!("the {starts} positions at the ends"),
            format!("suffice for {games} games"),
        ),
        (
            "docs/ja/match.md",
            format!("{starts} の局面から"),
            format!("{games} 局に足ります"),
        ),
    ] {
        let path = crate::support::root().join(page);
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page.contains(&starts) && page.contains(&games), "{said}");
    }
}
