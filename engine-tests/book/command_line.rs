//! Tests of the book commands: making, joining, converting and showing books.

use std::path::Path;

use komadai::position::Position;

use super::{AFTER_7G7F, START, key, read};
use crate::support::mv;
use crate::support::program::{is_of_windows, komadai, output, output_of, text};

#[test]
fn a_book_made_in_pieces_is_the_book_made_in_one() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let make = |name: &str, positions: &str, threads: &str| {
        let out = file(name);
        let args = [
            "book",
            "make",
            "--out",
            &out,
            "--positions",
            positions,
            "--nodes",
            "300",
            "--multipv",
            "3",
            "--evaluator",
            "material",
            "--hash",
            "1",
            "--threads",
            threads,
        ];
        let (ok, said, err) = komadai(&args);
        assert!(ok, "{err}");
        said
    };
    let said = make("one.db", "45", "1");
    assert!(said.starts_with("45 positions, "), "{said}");
    let one = std::fs::read(file("one.db")).unwrap();
    // Another number of threads, in two runs, with the journal cut as by a kill.
    make("two.db", "20", "3");
    let journal = file("two.db.journal");
    let text = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &text[..text.len() * 2 / 3]).unwrap();
    make("two.db", "45", "2");
    assert_eq!(std::fs::read(file("two.db")).unwrap(), one);
    // The same book from the journal alone.
    make("two.db", "45", "1");
    assert_eq!(std::fs::read(file("two.db")).unwrap(), one);
    let book = read(&dir.path().join("one.db"));
    assert_eq!(book.len(), 45);
    for (key, entry) in book.iter() {
        let pos = Position::from_sfen(key.as_str()).unwrap();
        assert!((1..=3).contains(&entry.moves.len()));
        assert!(entry.moves.iter().all(|m| pos.is_legal(m.mv)));
    }

    // A journal with other settings, and a foreign file.
    let out = file("two.db");
    let (ok, _, err) = komadai(&[
        "book",
        "make",
        "--out",
        &out,
        "--nodes",
        "301",
        "--evaluator",
        "material",
    ]);
    assert!(
        !ok && err.contains("other settings") && err.contains("nodes=300"),
        "{err}"
    );
    std::fs::remove_file(&journal).unwrap();
    let (ok, _, err) = komadai(&["book", "make", "--out", &out]);
    assert!(!ok && err.contains("--force overwrites it"), "{err}");
    assert_eq!(std::fs::read(&out).unwrap(), one);

    // Cut down to the positions nearest to best play, which form one connected tree.
    let (cut, source) = (file("cut.ybb"), file("one.db"));
    let (ok, said, err) = komadai(&["book", "convert", &source, &cut, "--positions", "10"]);
    assert!(
        ok && said.contains("10 positions") && said.contains("without replies"),
        "{said}{err}"
    );
    let cut = read(Path::new(&cut));
    assert!(cut.get(&key(&Position::startpos()), None).is_some());
    for (key, entry) in cut.iter() {
        let whole = book.get(key, None).unwrap();
        assert!(
            entry
                .moves
                .iter()
                .all(|m| whole.moves.iter().any(|w| w.mv == m.mv))
        );
    }
}

#[test]
fn books_are_joined_converted_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (a, b, c) = (file("a.db"), file("b.db"), file("c.db"));
    std::fs::write(&a, format!("{START}\n7g7f 3c3d 10 8 3\n7g7e none 0 0 1\n")).unwrap();
    std::fs::write(
        &b,
        format!("{START}\n7g7f 8c8d 20 9 4\n{AFTER_7G7F}\n3c3d\n"),
    )
    .unwrap();
    let (ok, said, err) = komadai(&["book", "merge", &a, &b, "--out", &c]);
    assert!(
        ok && said.starts_with("2 positions, 3 moves to "),
        "{said}{err}"
    );
    let merged = read(Path::new(&c));
    let start = merged.get(&key(&Position::startpos()), None).unwrap();
    let best = start.best().unwrap();
    assert_eq!(
        (best.value, best.depth, best.count, best.reply),
        (20, 9, 7, Some(mv("8c8d")))
    );

    let (ok, said, _) = komadai(&["book", "info", &c]);
    assert!(ok, "{said}");
    for part in [
        "DB2016",
        "positions  2",
        "3, 1 with a reply",
        "1 to 2",
        "0 to 9",
        "1 move; the first is 7g7e",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let bin = file("c.bin");
    let (ok, said, err) = komadai(&["book", "convert", &c, &bin]);
    assert!(
        ok && said.contains("without replies, depths, plies"),
        "{said}{err}"
    );
    for (file, on_the_fly) in [(&c, false), (&c, true), (&bin, false), (&bin, true)] {
        let mut args = vec!["book", "probe", file.as_str()];
        if on_the_fly {
            args.push("--on-the-fly");
        }
        let (ok, said, err) = komadai(&args);
        assert!(ok, "{err}");
        let line = |mv: &str| {
            said.lines()
                .find(|l| l.starts_with(mv))
                .unwrap()
                .to_string()
        };
        assert!(
            line("7g7f").contains("20") && line("7g7f").ends_with("100.0 %"),
            "{said}"
        );
        assert!(line("7g7e").ends_with("illegal"), "{said}");
    }
    let (ok, said, _) = komadai(&["book", "probe", &c, "--moves", "2g2f"]);
    assert!(ok && said.contains("not in the book"));
    let (ok, _, err) = komadai(&["book", "info", &file("none.db")]);
    assert!(!ok && err.contains("none.db"), "{err}");
    let (ok, _, err) = komadai(&["book", "convert", &c, &file("c.txt")]);
    assert!(!ok && err.contains(".db, .ybb, .bin"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_as_a_file_is() {
    // The executable of another system has other names for pipes.
    if is_of_windows() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    std::fs::write(file("a.db"), format!("{START}\n7g7f 3c3d 10 8 3\n")).unwrap();
    for format in ["db", "ybb", "bin", "sbk"] {
        let book = file(&format!("book.{format}"));
        let (ok, _, err) = komadai(&["book", "convert", &file("a.db"), &book]);
        assert!(ok, "{err}");
        let pipe = file(&format!("pipe.{format}"));
        std::os::unix::fs::symlink("/dev/stdin", &pipe).unwrap();
        let bytes = std::fs::read(&book).unwrap();
        for line in [
            &["book", "info"][..],
            &["book", "probe"],
            &["book", "probe", "--on-the-fly"],
        ] {
            let of_file = text(&output(&[line, &[&book]].concat()).stdout);
            let of_pipe = output_of(&[line, &[&pipe]].concat(), &bytes);
            assert!(of_pipe.status.success(), "{}", text(&of_pipe.stderr));
            // A pipe has another name and no size.
            let without_head = |said: &str| -> Vec<String> {
                let lines = said
                    .lines()
                    .filter(|line| !line.starts_with("file ") && !line.starts_with("size "));
                lines.map(str::to_string).collect()
            };
            let of_pipe = text(&of_pipe.stdout);
            assert_eq!(
                without_head(&of_pipe),
                without_head(&of_file),
                "{line:?} {format}"
            );
            assert!(of_file.contains("7g7f") || line[1] == "info", "{of_file}");
        }
    }
}
