//! Tests of the whole trainer: gradients, learning, reproducibility, resuming.

use std::ops::ControlFlow;

use super::baseline::MaterialFit;
use super::checkpoint::best_params;
use super::config::Config;
use super::dataset::DataSet;
use super::export::{Exported, export};
use super::features::{InputSet, Zones};
use super::layers::Prepared;
use super::loss::Target;
use super::model::{Arch, Kind, Params};
use super::session::Files;
use super::shard::{Shard, Task};
use super::testing::{data, integer_output, quick, same, small, small_sfnn};
use super::trainer::{Event, TrainError, Trainer};
use komadai::eval::nnue::{self, Network, Stacks};
use komadai::eval::scale::NetScales;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::{Color, PieceType, SplitMix64};

const TASK: Task = Task {
    target: Target {
        output_scale: 600.0,
        power: 2.0,
    },
    lambda: 0.5,
    mirror_seed: None,
    divisor: 1.0,
};

fn run_to_end(trainer: &mut Trainer) {
    trainer.run(&mut |_, _| ControlFlow::Continue(()));
}

#[test]
fn the_file_names_the_scales_that_the_network_is_trained_to() {
    let config = Config {
        output_scale: 480.0,
        ..quick(InputSet::Kp, 1)
    };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("nn.bin");
    let run = Trainer::new(config, data(2, 4, 60, 0.0), None).unwrap();
    Files::beside(&file).write_net(&run).unwrap();
    let network = Network::load(&file).unwrap();
    let expected = NetScales {
        fv_scale: Some(10),
        odds: Some(7680),
    };
    assert_eq!(network.info().scales, expected);
}

/// Compares gradients with finite differences of the loss. Where a ramp has a corner within the
/// step, the slopes up and down disagree and the parameter is skipped.
#[test]
fn gradients_equal_finite_differences() {
    let sfnn = |stacks| Arch {
        h1: 3,
        h2: 4,
        ..small_sfnn(stacks)
    };
    for arch in [
        small(InputSet::Kp),
        small(InputSet::HalfKpVm(Zones::Nine)),
        sfnn(Stacks::One),
        sfnn(Stacks::K3k3),
    ] {
        // Narrower than any network file, so that each parameter has a measurable effect.
        let arch = Arch { ft: 16, ..arch };
        let features = arch.features;
        let set = data(1, 4, 60, 0.0);
        let samples: Vec<_> = set.train.iter().step_by(7).copied().take(30).collect();
        let picks: Vec<u32> = (0..samples.len() as u32).collect();
        let mut params = Params::random(&arch, 3);
        let mut rng = SplitMix64::new(8);
        for part in params.dense.parts_mut() {
            for value in part.iter_mut() {
                *value += rng.unit() as f32 * 0.6 - 0.3;
            }
        }
        for value in params.rows.iter_mut() {
            *value += rng.unit() as f32 * 0.1 - 0.05;
        }
        let mut shard = Shard::new(&arch);
        let mut prepared = Prepared::new(&arch);
        prepared.set(&params, false);
        shard.train(&params, &prepared, &samples, &picks, &TASK);
        let gradients = shard.dense.clone();
        let rows: Vec<(usize, Vec<f32>)> = (0..features.rows())
            .filter_map(|row| Some((row, shard.rows_in_use.gradient(row)?.to_vec())))
            .collect();
        assert!(rows.len() > 100);

        let mut probe = Shard::new(&arch);
        let mut loss = |params: &Params| {
            prepared.set(params, false);
            probe.clear();
            probe.measure(params, &prepared, &samples, &TASK);
            probe.sums.loss
        };
        let here = loss(&params);
        let mut slope = |place: &dyn Fn(&mut Params) -> &mut f32| {
            const STEP: f32 = 1e-3;
            let mut moved = |step: f32| {
                let mut moved = params.clone();
                *place(&mut moved) += step;
                (loss(&moved) - here) as f32 / step
            };
            let (up, down) = (moved(STEP), moved(-STEP));
            ((up - down).abs() < 1.5e-3 + 0.02 * up.abs()).then_some((up + down) / 2.0)
        };
        let (mut checked, mut corners, mut large) = (0, 0, 0);
        let mut compare = |gradient: f32, slope: Option<f32>, name: &str| match slope {
            None => corners += 1,
            Some(slope) => {
                checked += 1;
                large += u32::from(slope.abs() > 0.02);
                let bound = 1.5e-3 + 0.02 * slope.abs();
                assert!(
                    (gradient - slope).abs() < bound,
                    "{name}: {gradient} {slope}"
                );
            }
        };
        for part in 0..7 {
            let len = gradients.parts()[part].len();
            for i in (0..len).step_by(len.div_ceil(40)) {
                let slope = slope(&|p: &mut Params| &mut p.dense.parts_mut()[part][i]);
                compare(
                    gradients.parts()[part][i],
                    slope,
                    &format!("part {part} {i}"),
                );
            }
        }
        for (row, gradient) in rows.iter().step_by(rows.len() / 60) {
            let i = rng.below(16);
            let slope = slope(&|p: &mut Params| &mut p.rows[row * 16 + i]);
            compare(gradient[i], slope, &format!("row {row} {i}"));
        }
        assert!(
            checked > 120 && checked > 5 * corners,
            "{checked} {corners}"
        );
        assert!(large > 40, "{large}");
    }
}

#[test]
fn a_thousand_positions_can_be_learnt_by_heart() {
    let mut set = data(2, 20, 80, 0.0);
    // The first positions of the games are too similar to each other.
    set.train = set
        .train
        .chunks_exact(80)
        .flat_map(|game| &game[30..])
        .copied()
        .collect();
    assert_eq!(set.train.len(), 1000);
    // Results that are independent of the positions.
    set.shuffle_labels(5);
    let config = Config {
        arch: Arch {
            ft: 128,
            h1: 16,
            h2: 16,
            features: InputSet::Kp,
            kind: Kind::Classic,
        },
        batch: 50,
        epochs: 200,
        lr: 2e-3,
        // A small scale, so that the output easily reaches chances near 0 and 1.
        output_scale: 200.0,
        lambda: 0.0,
        lambda_end: 0.0,
        mirror: false,
        weight_decay: 0.0,
        rounding_from: 1.0,
        validate_every: 100_000,
        ..Config::default()
    };
    let mut trainer = Trainer::new(config, set, None).unwrap();
    run_to_end(&mut trainer);
    let log = &trainer.state().log;
    assert!(log[0].train_loss > 0.02, "{log:?}");
    assert!(log.last().unwrap().train_loss < 0.01, "{log:?}");
}

/// The network's preference for a piece in the own hand over the same piece in the opponent's hand,
/// in the start position.
fn hand_values(features: InputSet, net: &nnue::NetParams) -> Vec<i32> {
    let start = Board::from(&Position::startpos());
    [
        PieceType::Silver,
        PieceType::Gold,
        PieceType::Bishop,
        PieceType::Rook,
    ]
    .into_iter()
    .map(|kind| {
        let values = Color::ALL.map(|owner| {
            let mut board = start.clone();
            // Each piece of this kind in turn moves from the board to the owner's hand.
            let (mut sum, mut count) = (0, 0);
            for (index, piece) in start.squares.iter().enumerate() {
                if piece.is_some_and(|piece| piece.kind() == kind) {
                    board.squares[index] = None;
                    board.hands[owner.index()].add(kind);
                    sum += integer_output(features, net, &board) / 16;
                    count += 1;
                    board = start.clone();
                }
            }
            sum / count
        });
        values[0] - values[1]
    })
    .collect()
}

#[test]
fn material_is_learnt_and_noise_is_not() {
    let classic = Arch {
        ft: 64,
        h1: 8,
        h2: 8,
        features: InputSet::Kp,
        kind: Kind::Classic,
    };
    let config = |arch, shuffle_labels| Config {
        arch,
        batch: 500,
        epochs: 8,
        lr: 3e-3,
        lambda: 1.0,
        lambda_end: 1.0,
        validate_every: 100_000,
        shuffle_labels,
        ..Config::default()
    };
    let mut set = data(3, 3000, 120, 0.2);
    // Neighbouring positions of a game are nearly equal.
    set.train = set.train.into_iter().step_by(4).collect();
    let by_material = MaterialFit::fit(&set.train).log_loss(&set.valid);
    for arch in [classic, small_sfnn(Stacks::K3k3)] {
        let mut trainer = Trainer::new(config(arch, false), set.clone(), None).unwrap();
        run_to_end(&mut trainer);
        let last = *trainer.state().log.last().unwrap();
        let first = trainer.state().log[0];
        assert!(last.valid_loss < first.valid_loss, "{first:?} {last:?}");
        assert!(last.valid_signs > 0.6, "{last:?}");
        // The labels are functions of material, so a trained network must come close to the
        // regression on material.
        assert!(
            last.valid_result_loss < by_material + 0.02,
            "{last:?} {by_material}"
        );

        let Exported { params, cut } = export(&trainer.config().arch, trainer.last());
        assert_eq!(cut, 0);
        let values = hand_values(InputSet::Kp, &params);
        assert!(values.is_sorted() && values[0] > 0, "{values:?}");
        deviation_is_small(&trainer);
    }

    let mut control = Trainer::new(config(classic, true), set, None).unwrap();
    run_to_end(&mut control);
    for row in &control.state().log {
        assert!(row.valid_result_loss > by_material + 0.02, "{row:?}");
    }
}

fn deviation_is_small(trainer: &Trainer) {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::beside(&dir.path().join("nn.bin"));
    let deviation = files.write_net(trainer).unwrap();
    assert!(deviation.positions > 500);
    assert!(deviation.mean < 2.0, "{deviation:?}");
    let size = trainer.state().log.last().unwrap().mean_score;
    assert!(size > 100.0, "the comparison means nothing: {size}");
}

#[test]
fn a_run_cut_off_and_taken_up_ends_with_the_same_bits() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.checkpoint");
    for arch in [
        small(InputSet::Kp),
        small(InputSet::HalfKpVm(Zones::Fifteen)),
        small_sfnn(Stacks::K3k3),
    ] {
        let set = data(4, 60, 60, 0.2);
        let config = Config {
            arch,
            // The running mean must be resumed as well.
            average: if arch == small(InputSet::Kp) {
                0.0
            } else {
                0.9
            },
            ..quick(InputSet::Kp, 1)
        };
        let mut whole = Trainer::new(config.clone(), set.clone(), None).unwrap();
        run_to_end(&mut whole);
        assert!(whole.state().log.len() >= 5);

        // Twice, the run is saved at the second validation and killed some steps later.
        let mut part = Trainer::new(config.clone(), set.clone(), None).unwrap();
        for _ in 0..2 {
            let mut validations = 0;
            let mut steps = 0;
            part.run(&mut |run, event| {
                if let Event::Validated { .. } = event {
                    validations += 1;
                    if validations <= 2 {
                        run.save(&file).unwrap();
                    }
                }
                steps += u32::from(validations >= 2);
                if steps > 3 {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            assert!(!part.state().finished);
            part = Trainer::resume(&file, config.clone(), set.clone()).unwrap();
        }
        run_to_end(&mut part);
        same(&whole, &part);

        part.save(&file).unwrap();
        let best = best_params(&file).unwrap();
        assert!(best.rows[..] == whole.best().rows[..]);
        let mut ended = Trainer::resume(&file, config, set).unwrap();
        run_to_end(&mut ended);
        same(&whole, &ended);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let set = data(5, 40, 60, 0.2);
    let mut runs = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let config = quick(InputSet::Kp, 3);
            let mut run = Trainer::new(config, set.clone(), None).unwrap();
            run_to_end(&mut run);
            run
        })
    });
    let [a, b] = &mut runs;
    same(a, b);
    // With one shard the gradients are summed in another order, so only the last bits differ.
    let mut single = Trainer::new(quick(InputSet::Kp, 1), set, None).unwrap();
    run_to_end(&mut single);
    let losses = [a.state(), single.state()].map(|state| state.log[2].valid_loss);
    assert!((losses[0] - losses[1]).abs() < 1e-4, "{losses:?}");
}

#[test]
fn other_options_data_or_bytes_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.checkpoint");
    let set = data(6, 20, 60, 0.2);
    let config = quick(InputSet::Kp, 1);
    let run = Trainer::new(config.clone(), set.clone(), None).unwrap();
    run.save(&file).unwrap();
    let message = |config: &Config, set: &DataSet| match Trainer::resume(
        &file,
        config.clone(),
        set.clone(),
    ) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(message(&config, &set), "");
    let other = Config {
        batch: 512,
        ..config.clone()
    };
    assert!(message(&other, &set).contains("batch 256 then, 512 now"));
    let fewer = data(6, 19, 60, 0.2);
    assert!(message(&config, &fewer).contains("positions are not those"));
    let whole = std::fs::read(&file).unwrap();
    for cut in [0, 5, 12, 300, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&file, &whole[..cut]).unwrap();
        assert!(!message(&config, &set).is_empty(), "cut at {cut}");
    }
    for at in (0..whole.len()).step_by(whole.len() / 50) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        std::fs::write(&file, &bytes).unwrap();
        assert!(!message(&config, &set).is_empty(), "changed at {at}");
        assert!(best_params(&file).is_err());
    }
}

#[test]
fn a_run_without_progress_ends_early() {
    let set = data(7, 40, 60, 0.2);
    let config = Config {
        // Step sizes so small that the rounded weights never change.
        lr: 1e-12,
        lr_end: 1e-12,
        epochs: 200,
        patience: 3,
        ..quick(InputSet::Kp, 1)
    };
    let mut run = Trainer::new(config, set, None).unwrap();
    run_to_end(&mut run);
    assert!(run.state().finished);
    assert!(run.state().log.len() < 20, "{}", run.state().log.len());
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    assert!(Trainer::new(Config::default(), data(8, 0, 0, 0.0), None).is_err());
    let set = data(8, 3, 20, 0.0);
    let other = Params::random(&small(InputSet::Kp), 1);
    assert!(Trainer::new(Config::default(), set.clone(), Some(other)).is_err());
    // Networks with the same first layer but other later layers.
    let config = quick(InputSet::Kp, 1);
    for arch in [
        Arch {
            h1: 8,
            ..config.arch
        },
        Arch {
            kind: Kind::Sfnn(Stacks::One),
            ..config.arch
        },
    ] {
        let other = Params::random(&arch, 1);
        let refused = Trainer::new(config.clone(), set.clone(), Some(other));
        assert!(matches!(refused, Err(TrainError::OtherShape)));
    }
    // Without held-out games the last network is also the best one.
    let mut run = Trainer::new(config, set, None).unwrap();
    run_to_end(&mut run);
    assert!(run.best().rows[..] == run.params().rows[..]);
}
