use super::*;
use crate::pack::GameFile;
use komadai::engine::EvaluatorOptions;
use komadai::engine::evaluator::LoadedEvaluator;
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::search::{Best, SearchResult};
use komadai::types::{Bound, Score};

fn run(out: &Path, games: u64, threads: usize) -> Run {
    Run {
        out: out.to_path_buf(),
        seed: 5,
        threads,
        games,
        settings: SelfPlaySettings {
            nodes: 60,
            strewn: 2,
            max_plies: 120,
            hash_mib: 1,
            ..SelfPlaySettings::default()
        },
        teacher: "material".to_string(),
    }
}

fn generate(run: &Run) {
    run.generate(&Evaluator::material(), &GenerateProgress::default())
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
    // The file ends as if the writer was killed in the middle of a record.
    let mut bytes = fs::read(part.file(0)).unwrap();
    bytes.truncate(bytes.len() - 7);
    fs::write(part.file(0), bytes).unwrap();
    generate(&run(cut.path(), 5, 1));
    assert_eq!(fs::read(part.file(0)).unwrap(), expected);
}

/// Flips a bit in the middle of the game with this index.
fn damage(path: &Path, index: usize) {
    let mut bytes = fs::read(path).unwrap();
    let file = GameFile::open(path).unwrap();
    let records: Vec<usize> = (file.games())
        .map(|game| game.unwrap().to_record().unwrap().len())
        .collect();
    let behind: usize = records[index..].iter().sum();
    let at = bytes.len() - behind + records[index] / 2;
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_file_with_damage_inside_is_refused_and_one_with_a_damaged_end_continued() {
    let out = tempfile::tempdir().unwrap();
    let run = run(out.path(), 4, 1);
    generate(&run);
    let expected = fs::read(run.file(0)).unwrap();
    damage(&run.file(0), 3);
    generate(&run);
    assert!(fs::read(run.file(0)).unwrap() == expected);
    damage(&run.file(0), 1);
    let damaged = fs::read(run.file(0)).unwrap();
    let error = run
        .generate(&Evaluator::material(), &GenerateProgress::default())
        .unwrap_err();
    assert!(
        matches!(
            &error,
            GenerateError::File(GameFileError::DamagedInside { path, .. }) if *path == run.file(0)
        ),
        "{error}"
    );
    assert!(fs::read(run.file(0)).unwrap() == damaged);
}

/// With no random ply there is one opening, so no further try could succeed.
#[test]
fn a_search_for_openings_that_are_not_there_ends() {
    let out = tempfile::tempdir().unwrap();
    let mut run = run(out.path(), 1, 1);
    run.settings = SelfPlaySettings {
        nodes: 1,
        opening: (0, 0),
        opening_limit: 0,
        ..run.settings
    };
    let built_in = LoadedEvaluator::load_exactly(&EvaluatorOptions::built_in()).unwrap();
    let network = built_in.evaluator();
    let error = run
        .generate(&network, &GenerateProgress::default())
        .unwrap_err();
    assert!(
        matches!(
            error,
            GenerateError::NoOpening {
                least: 0,
                most: 0,
                limit: 0,
                ..
            }
        ),
        "{error}"
    );
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
            let mut strewn = 0;
            for (i, ply) in game.plies.iter().enumerate() {
                assert!(legal_moves(&pos).contains(&ply.mv));
                if i < usize::from(game.opening_plies) {
                    assert_eq!(ply.score, None);
                } else {
                    strewn += u32::from(ply.score.is_none());
                }
                pos.do_move(ply.mv);
            }
            // Only random moves have no score.
            assert!(strewn <= run.settings.strewn);
            games += 1;
        }
    }
    assert_eq!(games, 5);
}

/// The trainer takes a position for quiet if the move played in it is.
#[test]
fn moves_other_than_the_best_are_quiet_and_marked() {
    let out = tempfile::tempdir().unwrap();
    let mut run = run(out.path(), 6, 1);
    run.settings = SelfPlaySettings {
        strewn: 0,
        multipv_plies: 60,
        multipv: 6,
        multipv_margin: 2000,
        ..run.settings
    };
    generate(&run);
    let file = GameFile::open(&run.file(0)).unwrap();
    let (mut marked, mut captures) = (0, 0);
    for game in file.games().map(Result::unwrap) {
        game.replay(|pos, ply, index| {
            let searched = index >= usize::from(game.opening_plies);
            let quiet = !pos.is_capture(ply.mv) && !ply.mv.is_promotion();
            assert!(!ply.deviates || (searched && quiet), "{}", ply.mv);
            marked += u32::from(ply.deviates);
            captures += u32::from(searched && !quiet);
        })
        .unwrap();
    }
    assert!(marked > 50 && captures > 10, "{marked} {captures}");
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
        .generate(&Evaluator::material(), &GenerateProgress::default())
        .unwrap_err();
    assert!(error.to_string().contains("soft_nodes=60"), "{error}");
    assert_eq!(fs::read(first.file(0)).unwrap(), before);
}

/// A search with any number of nodes ends with an exact score, not a bound of its window.
#[test]
fn labels_are_exact_scores() {
    let network = Evaluator::material();
    let progress = GenerateProgress::default();
    let searcher = Searcher::in_caller(1, network).unwrap();
    let mut labeller = labeller::Labeller::new(searcher, 0);
    let mut rng = SplitMix64::new(9);
    let mut labels = 0;
    for _ in 0..40 {
        let Some((pos, _)) = opening::random_opening(20, &mut rng) else {
            continue;
        };
        let nodes = 50 + rng.below(300) as u64;
        let (outcome, lines) = labeller.search(&pos, nodes, 3);
        assert_eq!(outcome.bound, Bound::Exact);
        assert!(outcome.nodes >= nodes || outcome.score.is_mate());
        // The lines are complete and sorted from best to worst.
        assert!(
            lines.windows(2).all(|pair| pair[0].1 >= pair[1].1),
            "{lines:?}"
        );
        labels += i32::from(labeller::label(&outcome, &progress).is_some());
    }
    assert!(labels > 30);
    assert_eq!(progress.bounds.load(Ordering::Relaxed), 0);
}

#[test]
fn files_whose_scores_have_another_unit_are_not_gone_on_with() {
    let out = tempfile::tempdir().unwrap();
    let run = run(out.path(), 1, 1);
    let old = run.settings.note(run.seed, &run.teacher);
    let old = old.replace(" odds=600", "");
    drop(GameWriter::create(&run.file(0), &old).unwrap());
    let before = fs::read(run.file(0)).unwrap();
    let error = run
        .generate(&Evaluator::material(), &GenerateProgress::default())
        .unwrap_err();
    assert!(matches!(&error, GenerateError::OtherRun { found, .. } if *found == old));
    assert_eq!(fs::read(run.file(0)).unwrap(), before);
}

#[test]
fn labels_are_centipawns_proven_results_or_nothing() {
    let progress = GenerateProgress::default();
    let label = |score, bound| {
        let outcome = SearchResult {
            best: Best::Resign,
            ponder: None,
            score,
            bound,
            depth: 1,
            nodes: 1,
            pv: Vec::new(),
        };
        labeller::label(&outcome, &progress)
    };
    let [won, better] = [
        Score::Rule { winning: true },
        Score::Repetition { better: true },
    ];
    for (score, expected) in [
        (Score::Centipawns(-43), Some(-43)),
        (Score::Centipawns(30_000), Some(30_000)),
        (Score::mate_in(5), Some(32_000)),
        (Score::mated_in(4), Some(-32_000)),
        (won, Some(32_000)),
        (-won, Some(-32_000)),
        (better, None),
        (-better, None),
    ] {
        assert_eq!(label(score, Bound::Exact), expected, "{score:?}");
        assert_eq!(label(score, Bound::Lower), None);
    }
}
