use super::*;
use crate::eval::nnue::{Classic, ClassicParams, NetParams};
use crate::eval::scale::NetScales;
use crate::position::Position;

/// Writes a K+P network that values every position at `output` before division.
fn write_net(path: &Path, output: i32, fv_scale: Option<i32>) {
    let mut params = ClassicParams::zeroed(Classic::KNOWN[1]);
    params.layers[2].biases[0] = output;
    let mut bytes = Vec::new();
    let scales = NetScales {
        fv_scale,
        odds: None,
    };
    NetParams::from(params).write(&mut bytes, scales).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn file(path: &Path) -> EvaluatorOptions {
    EvaluatorOptions {
        eval_file: path.to_path_buf(),
        ..EvaluatorOptions::default()
    }
}

fn raw(loaded: &LoadedEvaluator) -> i32 {
    let pos = Position::startpos();
    let mut evaluator = loaded.evaluator();
    evaluator.reset(&pos);
    evaluator.raw(&pos)
}

#[test]
fn without_a_file_there_is_the_built_in_network() {
    // The options name no file, so its absence is no problem.
    let auto = LoadedEvaluator::load(&EvaluatorOptions::default());
    assert!(auto.network().is_some() && auto.problem().is_none() && auto.file().is_none());
    let [line] = &auto.report()[..] else {
        panic!("{:?}", auto.report());
    };
    assert!(
        line.starts_with("evaluator: SFNN K+P 512-15-32 k3k3"),
        "{line}"
    );
    assert!(line.ends_with(", built in"), "{line}");

    let mut options = EvaluatorOptions {
        choice: EvaluatorChoice::Material,
        ..Default::default()
    };
    let material = LoadedEvaluator::load(&options);
    assert_eq!(material.report(), ["evaluator: material"]);
    assert!(!material.plays_like(&auto));
    assert_eq!(raw(&material), 0);

    options.choice = EvaluatorChoice::Nnue;
    let nnue = LoadedEvaluator::load(&options);
    assert!(nnue.plays_like(&auto));
    assert_eq!(nnue.report(), auto.report());
}

#[test]
fn what_was_asked_for_and_is_missing_or_broken_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("no such.bin");
    let broken = dir.path().join("nn.bin");
    std::fs::write(&broken, "this is no network at all").unwrap();
    let by_dir = EvaluatorOptions {
        eval_dir: dir.path().to_path_buf(),
        ..Default::default()
    };
    // For a path below a file, Windows reports that it does not exist.
    let below_a_file = if cfg!(windows) {
        "there is no"
    } else {
        "cannot load"
    };
    for (options, option, path, what) in [
        (file(&missing), "EvalFile", &missing, "there is no"),
        (file(&broken), "EvalFile", &broken, "no NNUE file"),
        (by_dir, "EvalDir", &broken, "no NNUE file"),
        (
            file(dir.path()),
            "EvalFile",
            &dir.path().to_path_buf(),
            "not a file",
        ),
        (
            file(&broken.join("nn.bin")),
            "EvalFile",
            &broken.join("nn.bin"),
            below_a_file,
        ),
    ] {
        let loaded = LoadedEvaluator::load(&options);
        assert!(loaded.plays_like(&LoadedEvaluator::load(&EvaluatorOptions::default())));
        assert!(loaded.file().is_none());
        let [line] = &loaded.report()[..] else {
            panic!("{:?}", loaded.report());
        };
        assert!(line.starts_with(&format!("{option}: ")), "{line}");
        assert!(line.contains(&path.display().to_string()), "{line}");
        assert!(line.contains(what), "{line}");
        assert!(line.ends_with("; using the built-in network"), "{line}");
    }
}

#[test]
fn the_built_in_network_can_be_had_for_sure() {
    // An empty folder name means no folder, not the working directory.
    let place = Place::look(&EvaluatorOptions::built_in());
    assert!(place.tried.is_empty() && place.found.is_none() && !place.is_asked_for);
    for choice in [EvaluatorChoice::Auto, EvaluatorChoice::Nnue] {
        let options = EvaluatorOptions {
            choice,
            ..EvaluatorOptions::built_in()
        };
        let loaded = LoadedEvaluator::load(&options);
        assert!(loaded.problem().is_none() && loaded.network().is_some());
        assert!(loaded.to_string().ends_with(", built in"), "{loaded}");
    }
}

#[test]
fn problems_name_the_file_and_no_option() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("none.bin");
    let loaded = LoadedEvaluator::load(&file(&missing));
    let problem = loaded.problem().unwrap().to_string();
    assert_eq!(problem, format!("there is no {}", missing.display()));
    let loaded = LoadedEvaluator::load(&file(dir.path()));
    let problem = loaded.problem().unwrap().to_string();
    let start = format!("cannot load {}", dir.path().display());
    assert!(problem.starts_with(&start), "{problem}");
}

#[test]
fn a_network_is_read_once_and_again_when_it_changes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nn.bin");
    write_net(&path, 1600, None);
    let first = LoadedEvaluator::load(&file(&path));
    assert_eq!(first.problem().map(ToString::to_string), None);
    assert_eq!((raw(&first), first.file()), (100, Some(&*path)));
    let report = format!(
        "evaluator: K+P 256x2-32-32, hash 0x5C6464A9, FV_SCALE 16 (default), {}",
        path.display()
    );
    assert_eq!(first.report(), [report]);
    // The same file by other options is not read again.
    let by_dir = EvaluatorOptions {
        eval_dir: dir.path().to_path_buf(),
        fv_scale: 32,
        ..Default::default()
    };
    let second = LoadedEvaluator::load(&by_dir);
    assert!(Arc::ptr_eq(
        first.network().unwrap(),
        second.network().unwrap()
    ));
    assert_eq!(raw(&second), 50);
    assert!(!first.plays_like(&second));
    assert!(first.is_current(&file(&path)) && !first.is_current(&by_dir));

    // The new header is longer, so the size shows the change even if clocks are coarse.
    write_net(&path, 2000, Some(20));
    assert!(!first.is_current(&file(&path)));
    let third = LoadedEvaluator::load(&file(&path));
    assert_eq!(third.fv_scale().to_string(), "FV_SCALE 20 (network header)");
    assert_eq!((raw(&first), raw(&third)), (100, 100));
    std::fs::write(dir.path().join("eval_options.txt"), "FV_SCALE 10").unwrap();
    assert!(!third.is_current(&file(&path)));
    let fourth = LoadedEvaluator::load(&file(&path));
    assert_eq!(raw(&fourth), 200);
    std::fs::remove_file(&path).unwrap();
    assert!(!fourth.is_current(&file(&path)));
}

#[test]
fn every_choice_goes_by_its_name() {
    for choice in EvaluatorChoice::ALL {
        assert_eq!(choice.name().parse(), Ok(choice));
    }
    assert_eq!("NNUE".parse(), Ok(EvaluatorChoice::Nnue));
    assert!("nn".parse::<EvaluatorChoice>().is_err());
}
