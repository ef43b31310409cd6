//! Inputs of an attack, each named after its row: what was hung, filled the memory or went unnoticed.

use crate::support::program::{komadai, output_of, text};
use crate::support::session::Session;

#[test]
fn a_line_without_end_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut file = b"V2.2\nPI\n+\n'".to_vec();
    file.resize(17 << 20, b'x');
    file.extend_from_slice(b"\n+7776FU\n");
    std::fs::write(path("long.csa"), &file).unwrap();
    let (done, _, error) = komadai(&["convert", &path("long.csa"), &path("long.kif")]);
    assert!(
        !done && error.contains("long.csa:4: more than 16777216 bytes"),
        "{error}"
    );
    let piped = output_of(&["show", "-"], &file);
    let error = text(&piped.stderr);
    assert!(
        !piped.status.success() && error.contains("more than 16777216 bytes"),
        "{error}"
    );
    // JSON is one line, however much it holds.
    let mut json = b"{\"moves\": [{\"comments\": [\"".to_vec();
    json.resize(17 << 20, b'x');
    json.extend_from_slice(b"\"]}, {\"move\": {\"from\": {\"x\": 7, \"y\": 7}, \"to\": {\"x\": 7, \"y\": 6}, \"piece\": \"FU\"}}]}");
    std::fs::write(path("long.jkf"), &json).unwrap();
    let (done, _, error) = komadai(&["convert", &path("long.jkf"), &path("long.usi")]);
    assert!(done, "{error}");
}

#[test]
fn a_position_of_a_million_moves_is_named() {
    let mut session = Session::start();
    session.send("position startpos moves 7g7f");
    let before = session.sfen();
    session.send_bytes(b"position startpos moves");
    session.send_bytes(&b" 4i4h 4a4b 4h4i 4b4a".repeat(250_000));
    session.send_bytes(b"\n");
    let said = session.sync();
    assert_eq!(
        said,
        ["info string position: 1000000 moves are too many; the last good position stays"]
    );
    assert_eq!(session.sfen(), before);
    // The longest that is played.
    session.send_bytes(b"position startpos moves");
    session.send_bytes(&b" 4i4h 4a4b 4h4i 4b4a".repeat(12_500));
    session.send_bytes(b"\n");
    assert!(session.sync().is_empty());
    assert!(session.sfen().ends_with(" b - 50001"));
    session.quit();
}

#[test]
fn a_long_name_is_short_on_pages_and_whole_in_a_title() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::create_dir(path("games")).unwrap();
    let name = "名".repeat(50_000);
    let game = format!("先手：{name}\n手合割：平手\n   1 ７六歩(77)\n");
    std::fs::write(path("games/a.kifu"), game).unwrap();
    let search = ["--nodes", "10", "--evaluator", "material"];
    let (games, pages) = (path("games"), path("pages"));
    let (done, _, error) = komadai(&[&["analyse", &games, "--html", &pages][..], &search].concat());
    assert!(done, "{error}");
    for page in ["pages/a.html", "pages/index.html"] {
        let page = std::fs::read_to_string(path(page)).unwrap();
        let (head, rest) = page.split_once("<noscript>").unwrap();
        let (plain, _) = rest.split_once("</noscript>").unwrap();
        assert!(head.matches('名').count() <= 80);
        assert!(plain.contains(&format!("title=\"{name}\">{}…<", "名".repeat(80))));
        // In the title and, shortened, in the heading and in the line of the player.
        assert!(plain.matches('名').count() <= 50_000 + 2 * 80);
    }
}
