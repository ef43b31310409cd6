use super::*;
use crate::movegen::legal_moves;
use crate::pack::GameFile;
use crate::position::Position;

fn run(out: &Path, games: u64, threads: usize) -> Run {
    Run {
        out: out.to_path_buf(),
        seed: 5,
        threads,
        games,
        settings: Settings {
            nodes: 60,
            max_plies: 120,
            hash_mib: 1,
            ..Settings::default()
        },
        teacher: "material".to_string(),
    }
}

fn generate(run: &Run) {
    run.generate(&Evaluator::material(), &Progress::default())
        .unwrap();
}

#[test]
fn a_run_cut_off_and_taken_up_writes_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    let cut = tempfile::tempdir().unwrap();
    let all = run(whole.path(), 5, 1);
    generate(&all);
    let expected = fs::read(all.file(0)).unwrap();

    let part = run(cut.path(), 3, 1);
    generate(&part);
    // As if killed in the middle of a record.
    let mut bytes = fs::read(part.file(0)).unwrap();
    bytes.truncate(bytes.len() - 7);
    fs::write(part.file(0), bytes).unwrap();
    generate(&run(cut.path(), 5, 1));
    assert_eq!(fs::read(part.file(0)).unwrap(), expected);
}

#[test]
fn games_are_legal_and_all_there() {
    let out = tempfile::tempdir().unwrap();
    let run = run(out.path(), 5, 2);
    generate(&run);
    let mut games = 0;
    for thread in 0..2 {
        let file = GameFile::open(&run.file(thread)).unwrap();
        for game in file.games() {
            let game = game.unwrap();
            let mut pos = Position::startpos();
            for (i, ply) in game.plies.iter().enumerate() {
                assert!(legal_moves(&pos).contains(&ply.mv));
                assert_eq!(ply.score.is_none(), i < usize::from(game.opening_plies));
                pos.do_move(ply.mv);
            }
            games += 1;
        }
    }
    assert_eq!(games, 5);
}

#[test]
fn files_made_otherwise_are_left_alone() {
    let out = tempfile::tempdir().unwrap();
    let first = run(out.path(), 1, 1);
    generate(&first);
    let before = fs::read(first.file(0)).unwrap();
    let mut other = run(out.path(), 2, 1);
    other.settings.nodes = 61;
    let error = other
        .generate(&Evaluator::material(), &Progress::default())
        .unwrap_err();
    assert!(error.to_string().contains("nodes=60"), "{error}");
    assert_eq!(fs::read(first.file(0)).unwrap(), before);
}

#[test]
fn files_whose_scores_have_another_unit_are_not_gone_on_with() {
    let out = tempfile::tempdir().unwrap();
    let run = run(out.path(), 1, 1);
    let note = run.settings.note(run.seed, &run.teacher);
    let old = note.strip_suffix(" odds=600").unwrap();
    drop(GameWriter::create(&run.file(0), old).unwrap());
    let before = fs::read(run.file(0)).unwrap();
    let error = run
        .generate(&Evaluator::material(), &Progress::default())
        .unwrap_err();
    assert!(matches!(&error, GenerateError::OtherRun { found, .. } if found == old));
    assert_eq!(fs::read(run.file(0)).unwrap(), before);
}
