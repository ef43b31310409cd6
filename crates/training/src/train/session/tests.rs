use std::ops::ControlFlow;

use super::*;
use crate::train::export::scales_trained_to;
use crate::train::features::{InputSet, Zones};
use crate::train::testing::{data, quick, same, small, small_sfnn};
use crate::train::trainer::Event;
use komadai::eval::nnue::Stacks;

/// The main file of a run holds its last network; the one with the lowest validation loss is beside
/// it.
#[test]
fn the_last_and_the_best_network_are_written() {
    let mut config = quick(InputSet::Kp, 1);
    config.average = 0.9;
    config.validate_every = 1;
    let mut run = Trainer::new(config, data(9, 12, 60, 0.3), None).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let files = Files::beside(&dir.path().join("nn.bin"));
    run.run(&mut |run, event| {
        if let Event::Validated { improved, .. } = event {
            files.write(run, improved).unwrap();
        }
        ControlFlow::Continue(())
    });
    let written = |params: &Params| {
        let Exported { params, .. } = export(&run.config().arch, params);
        let mut bytes = Vec::new();
        let scales = scales_trained_to(run.config().output_scale);
        params.write(&mut bytes, scales).unwrap();
        bytes
    };
    assert!(std::fs::read(&files.net).unwrap() == written(run.last()));
    assert!(std::fs::read(&files.best).unwrap() == written(run.best()));
    // The last network is the mean of the last steps.
    assert!(run.last().rows[..] != run.params().rows[..]);
}

/// The bytes of all files of a run.
fn contents(files: &Files) -> Vec<Vec<u8>> {
    let all = [
        &files.net,
        &files.best,
        &files.checkpoint,
        &files.csv,
        &files.svg,
    ];
    all.map(|file| std::fs::read(file).unwrap()).to_vec()
}

/// Trains to the end, or until the files cannot be written.
fn train_with_files(run: &mut Trainer, files: &Files) -> Result<(), SessionError> {
    let mut result = Ok(());
    run.run(&mut |run, event| {
        if let Event::Validated { improved, .. } = event {
            result = files.write(run, improved);
        }
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    result
}

#[test]
fn a_run_stopped_in_its_first_validation_can_be_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let set = data(10, 40, 60, 0.2);
    let config = quick(InputSet::Kp, 1);
    let files = |folder: &str| {
        let folder = dir.path().join(folder);
        std::fs::create_dir(&folder).unwrap();
        Files::beside(&folder.join("nn.bin"))
    };
    let open = |files: &Files, resume| files.open(config.clone(), set.clone(), None, resume);
    let whole = files("whole");
    let mut run = open(&whole, false).unwrap();
    train_with_files(&mut run, &whole).unwrap();
    assert!(run.state().log.len() > 1);

    // A folder in the place of a file keeps the file from being written.
    let stopped = files("stopped");
    for (place, is_begun) in [
        (&stopped.checkpoint, false),
        (&stopped.best, true),
        (&stopped.net, true),
    ] {
        let mut run = open(&stopped, true).unwrap();
        std::fs::create_dir(place).unwrap();
        train_with_files(&mut run, &stopped).unwrap_err();
        std::fs::remove_dir(place).unwrap();
        assert_eq!(stopped.checkpoint.exists(), is_begun);
        assert!(!stopped.net.exists());
        if is_begun {
            // What the interruption prevented is there as soon as the run is resumed.
            open(&stopped, true).unwrap();
            assert!(stopped.net.exists() && stopped.best.exists() && stopped.csv.exists());
            for file in [&stopped.net, &stopped.best, &stopped.checkpoint] {
                std::fs::remove_file(file).unwrap();
            }
        }
    }
    let mut run = open(&stopped, false).unwrap();
    let kill = run.total_steps() / 2;
    run.run(&mut |run, event| {
        if let Event::Validated { .. } = event {
            run.save(&stopped.checkpoint).unwrap();
        }
        match run.state().step < kill || run.state().log.is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let mut run = open(&stopped, true).unwrap();
    assert!(!run.state().finished);
    train_with_files(&mut run, &stopped).unwrap();
    assert!(contents(&stopped) == contents(&whole));
}

#[test]
fn a_network_without_a_checkpoint_is_neither_resumed_nor_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::beside(&dir.path().join("nn.bin"));
    std::fs::write(&files.net, "a network").unwrap();
    let set = data(11, 4, 60, 0.0);
    let open = |resume| match files.open(quick(InputSet::Kp, 1), set.clone(), None, resume) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    for resume in [false, true] {
        let told = open(resume);
        assert!(told.contains("nn.bin.checkpoint to go on from"), "{told}");
        assert!(!told.contains("--resume"), "{told}");
    }
    assert_eq!(std::fs::read(&files.net).unwrap(), b"a network");
    std::fs::remove_file(&files.net).unwrap();
    assert_eq!(open(true), "");
    // A checkpoint can be resumed, with or without its network.
    std::fs::write(&files.checkpoint, "a checkpoint").unwrap();
    assert!(open(false).contains("go on with --resume"));
}

#[test]
fn a_network_that_cannot_be_started_from_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::beside(&dir.path().join("nn.bin"));
    let set = data(12, 4, 60, 0.0);
    let config = Config {
        arch: small_sfnn(Stacks::One),
        ..quick(InputSet::Kp, 1)
    };
    let start = dir.path().join("start.bin");
    let other = Trainer::new(quick(InputSet::Kp, 1), set.clone(), None).unwrap();
    Files::beside(&start).write_net(&other).unwrap();
    let checkpoint = dir.path().join("start.checkpoint");
    other.save(&checkpoint).unwrap();
    let folded = Config {
        arch: small(InputSet::HalfKpVm(Zones::Fifteen)),
        ..quick(InputSet::Kp, 1)
    };
    let folded_start = dir.path().join("folded.bin");
    let run = Trainer::new(folded.clone(), set.clone(), None).unwrap();
    Files::beside(&folded_start).write_net(&run).unwrap();
    for (config, start, why) in [
        (&config, &start, "the run trains"),
        (&config, &checkpoint, "has another shape"),
        (&folded, &folded_start, "only K-P networks"),
    ] {
        let opened = files.open(config.clone(), set.clone(), Some(start), false);
        let told = opened.map(|_| ()).unwrap_err().to_string();
        let file = start.display().to_string();
        assert!(told.starts_with(&file) && told.contains(why), "{told}");
    }
}

/// A checkpoint as older versions wrote it: its head does not tell the start.
fn without_start(file: &Path) {
    let bytes = std::fs::read(file).unwrap();
    let (magic, rest) = bytes.split_at(12);
    let (length, rest) = rest.split_first_chunk::<4>().unwrap();
    let (head, arrays) = rest.split_at(u32::from_le_bytes(*length) as usize);
    let mut head: serde_json::Value = serde_json::from_slice(head).unwrap();
    head.as_object_mut().unwrap().remove("start").unwrap();
    let head = serde_json::to_vec(&head).unwrap();
    let mut old = magic.to_vec();
    old.extend((head.len() as u32).to_le_bytes());
    old.extend(&head);
    old.extend(&arrays[..arrays.len() - 4]);
    let crc = crc32fast::hash(&old);
    old.extend(crc.to_le_bytes());
    std::fs::write(file, old).unwrap();
}

#[test]
fn a_resumed_run_takes_no_other_start() {
    let dir = tempfile::tempdir().unwrap();
    let set = data(13, 12, 60, 0.2);
    let config = Config {
        validate_every: 1,
        ..quick(InputSet::Kp, 1)
    };
    let checkpoint_of = |name: &str, seed| {
        let file = dir.path().join(name);
        let config = Config {
            seed,
            ..config.clone()
        };
        let run = Trainer::new(config, set.clone(), None).unwrap();
        run.save(&file).unwrap();
        file
    };
    let (one, two) = (checkpoint_of("one", 21), checkpoint_of("two", 22));
    for (name, start, others) in [
        ("random", None, vec![&one, &two]),
        ("started", Some(&one), vec![&two]),
    ] {
        let files = Files::beside(&dir.path().join(name));
        let open = |start: Option<&PathBuf>, resume| {
            let start = start.map(PathBuf::as_path);
            files.open(config.clone(), set.clone(), start, resume)
        };
        let begun = open(start, false).unwrap();
        // Twice: a resumed run writes the start into its checkpoints too.
        let mut run = begun;
        for _ in 0..2 {
            run.run(&mut |run, event| match event {
                Event::Validated { improved, .. } => {
                    files.write(run, improved).unwrap();
                    ControlFlow::Break(())
                }
                Event::Step => ControlFlow::Continue(()),
            });
            for other in &others {
                let told = open(Some(other), true).map(|_| ()).unwrap_err().to_string();
                let file = format!("not started from the network of {}", other.display());
                assert!(told.contains(&file), "{told}");
            }
            open(start, true).unwrap();
            run = open(None, true).unwrap();
            assert_eq!(run.start() == Some(Start::Random), start.is_none());
        }
        without_start(&files.checkpoint);
        let old = open(Some(&two), true).unwrap();
        assert_eq!(old.start(), None);
        same(&old, &run);
    }
}
