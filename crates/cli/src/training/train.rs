//! `komadai train`: training of a network on recorded games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::data::tell_fit;
use crate::args::{thread_count, threads, use_threads};
use crate::error::{CliError, CommandError};
use crate::language::{japanese, msg, say};
use crate::outputs::{Messages, progress_bar, try_file};
use komadai::eval::nnue::Stacks;
use komadai::host::Instant;
use komadai_training::train::baseline::MaterialFit;
use komadai_training::train::config::{Config, ConfigError};
use komadai_training::train::dataset::{DataSet, LoadOptions};
use komadai_training::train::features::InputSet;
use komadai_training::train::filter::{Counts, Filter};
use komadai_training::train::model::{Arch, Kind};
use komadai_training::train::sample::Sample;
use komadai_training::train::session::{Files, SessionError};
use komadai_training::train::trainer::{Event, LogRow, Trainer};

/// Train a network on recorded games. Can be killed at any time: the same command with
/// --resume continues
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// Files or folders of games (.games) or positions (.psv, .bin, .hcpe)
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The network file to write; checkpoint, log and picture are written beside it
    #[arg(long)]
    out: PathBuf,
    /// Continue the interrupted training of this network file, if there is one
    #[arg(long)]
    resume: bool,
    /// Network, or checkpoint with its best network, from which to start; not needed to
    /// continue
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(long, value_parser = thread_count())]
    threads: Option<usize>,
    /// Number of parts of a batch that are summed separately [default: the number of
    /// threads]. The same number gives the same network on any number of threads
    #[arg(long)]
    shards: Option<usize>,
    /// Inputs: k-p, zones-9, zones-15 or halfkp-vm
    #[arg(long, default_value = "k-p", value_parser = parse_features)]
    features: InputSet,
    /// Layer sizes: in the form of the default; sfnn-512-15-32 for an SFNN with products, squares
    /// and a shortcut; sfnn-512-15-32-k3k3 for nine sets of layers, chosen by the kings' ranks
    #[arg(long, default_value = "256x2-32-32", value_parser = parse_size)]
    size: Sizes,
    /// Number of passes through the data
    #[arg(long, default_value_t = Config::default().epochs)]
    epochs: u32,
    /// Number of positions in a step
    #[arg(long, default_value_t = Config::default().batch)]
    batch: usize,
    /// Largest step size
    #[arg(long, default_value_t = Config::default().lr)]
    lr: f32,
    /// Step size at the end
    #[arg(long, default_value_t = Config::default().lr_end)]
    lr_end: f32,
    /// Number of steps in which the step size grows
    #[arg(long, default_value_t = Config::default().warmup)]
    warmup: u64,
    /// Strength with which weights are pulled towards zero
    #[arg(long, default_value_t = Config::default().weight_decay)]
    weight_decay: f32,
    /// Share of the score's win probability in the label; the rest is the game's result
    #[arg(long, default_value_t = Config::default().lambda)]
    lambda: f32,
    /// The same share at the end of the run [default: as at the start]
    #[arg(long)]
    lambda_end: Option<f32>,
    /// Score that means odds of e to 1, in files that do not state it (`odds=` in the
    /// note of a .games file)
    #[arg(long, value_name = "UNITS", default_value_t = LoadOptions::default().odds)]
    odds: f32,
    /// Score that means odds of e to 1 in the data, after all files are scaled to 600 by
    /// their statement or --odds [default: fitted to the results]
    #[arg(long)]
    score_scale: Option<f32>,
    /// Score that means odds of e to 1 in the network
    #[arg(long, default_value_t = Config::default().output_scale)]
    output_scale: f32,
    /// Exponent of the loss, applied to the difference of win probabilities
    #[arg(long, default_value_t = Config::default().loss_power)]
    loss_power: f32,
    /// Never mirror positions left to right
    #[arg(long)]
    no_mirror: bool,
    /// For control: use labels of other positions, with which training must fail
    #[arg(long)]
    shuffle_labels: bool,
    /// Fraction of the run after which weights are rounded as in the network file during
    /// training; 1 for never
    #[arg(long, default_value_t = Config::default().rounding_from)]
    rounding_from: f32,
    /// Validate and write a running mean of the weights, which keeps this share of itself
    /// in each step (0.999: about a thousand steps); 0 for the last weights
    #[arg(long, default_value_t = Config::default().average)]
    average: f32,
    /// Seed of all random choices
    #[arg(long, default_value_t = Config::default().seed)]
    seed: u64,
    /// Number of positions between validations
    #[arg(long, default_value_t = Config::default().validate_every)]
    validate_every: u64,
    /// Number of validations without progress after which to end; 0 for no limit
    #[arg(long, default_value_t = Config::default().patience)]
    patience: u32,
    /// Share of the games held out for validation
    #[arg(long, default_value_t = Config::default().load.valid_part)]
    valid_part: f64,
    /// Weight of the win probabilities of the game's later positions, and finally of its result, in
    /// a position's win probability, from 0 to below 1; it decreases by this factor with each ply
    #[arg(long, default_value_t = Config::default().load.lookahead)]
    lookahead: f64,
    /// Leave out positions before this ply
    #[arg(long, default_value_t = Filter::default().min_ply)]
    min_ply: u16,
    /// Leave out positions with a larger score (600 is odds of e to 1)
    #[arg(long, default_value_t = Filter::default().max_score)]
    max_score: i16,
    /// Keep positions in check
    #[arg(long)]
    keep_checks: bool,
    /// Keep positions whose move is a capture or a promotion
    #[arg(long)]
    keep_captures: bool,
    /// Keep games that were ended only for their length
    #[arg(long)]
    keep_long_games: bool,
}

/// Error in the name of an input set or network shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ShapeError {
    #[error("there are: {0}")]
    Features(String),
    #[error("it must look like 256x2-32-32, sfnn-512-15-32 or sfnn-512-15-32-k3k3")]
    Size,
}

japanese! { ShapeError { Features(all), Size } }

fn parse_features(text: &str) -> Result<InputSet, ShapeError> {
    let names = InputSet::ALL.map(|(name, _)| name);
    let found = InputSet::ALL.into_iter().find(|(name, _)| *name == text);
    found
        .map(|(_, set)| set)
        .ok_or_else(|| ShapeError::Features(names.join(", ")))
}

/// The sizes of the first layer and of the two hidden layers, and the kind of network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    layers: [usize; 3],
    kind: Kind,
}

fn parse_size(text: &str) -> Result<Sizes, ShapeError> {
    let parse = || {
        let (first, rest, kind) = match text.strip_prefix("sfnn-") {
            Some(sizes) => {
                let (sizes, stacks) = match sizes.strip_suffix("-k3k3") {
                    Some(sizes) => (sizes, Stacks::K3k3),
                    None => (sizes, Stacks::One),
                };
                let (first, rest) = sizes.split_once('-')?;
                (first, rest, Kind::Sfnn(stacks))
            }
            None => {
                let (first, rest) = text.split_once("x2-")?;
                (first, rest, Kind::Classic)
            }
        };
        let (h1, h2) = rest.split_once('-')?;
        let layers = [first.parse().ok()?, h1.parse().ok()?, h2.parse().ok()?];
        Some(Sizes { layers, kind })
    };
    parse().ok_or(ShapeError::Size)
}

impl CommandError for ConfigError {}
impl CommandError for SessionError {}

impl Train {
    fn config(&self) -> Config {
        let Sizes {
            layers: [ft, h1, h2],
            kind,
        } = self.size;
        Config {
            arch: Arch {
                features: self.features,
                ft,
                h1,
                h2,
                kind,
            },
            load: LoadOptions {
                filter: Filter {
                    min_ply: self.min_ply,
                    max_score: self.max_score,
                    keep_checks: self.keep_checks,
                    keep_captures: self.keep_captures,
                    keep_max_plies: self.keep_long_games,
                },
                valid_part: self.valid_part,
                seed: 0,
                lookahead: self.lookahead,
                odds: self.odds,
                score_scale: self.score_scale,
            },
            batch: self.batch,
            epochs: self.epochs,
            lr: self.lr,
            lr_end: self.lr_end,
            warmup: self.warmup,
            weight_decay: self.weight_decay,
            lambda: self.lambda,
            lambda_end: self.lambda_end.unwrap_or(self.lambda),
            output_scale: self.output_scale,
            loss_power: self.loss_power,
            mirror: !self.no_mirror,
            shuffle_labels: self.shuffle_labels,
            rounding_from: self.rounding_from,
            average: self.average,
            seed: self.seed,
            shards: self.shards.unwrap_or_else(|| threads(self.threads)),
            validate_every: self.validate_every,
            patience: self.patience,
        }
    }

    pub fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let out = &mut Messages::new(out, true);
        use_threads(self.threads);
        let config = self.config();
        config.check()?;
        let files = Files::beside(&self.out);
        for file in [
            &files.net,
            &files.best,
            &files.checkpoint,
            &files.csv,
            &files.svg,
        ] {
            try_file(file)?;
        }
        let data = DataSet::load(&self.data, &config.load, |path| {
            log::info!("reading {}", path.display());
        })?;
        describe_data(&data, out)?;
        let material = (!data.valid.is_empty()).then(|| {
            let fit = MaterialFit::fit(&thin(&data.train, 300_000));
            fit.log_loss(&data.valid)
        });
        tell_fit(&data, out)?;
        let mut run = files.open(config, data, self.start.as_deref(), self.resume)?;
        if let (Some(start), None) = (&self.start, run.start()) {
            say!(out, train_start_unknown, start = start.display())?;
        }
        if let Some(loss) = material {
            say!(out, train_material, loss = format_args!("{loss:.4}"))?;
        }
        let (from, to) = (run.state().step, run.total_steps());
        let steps = run.steps_per_epoch();
        say!(out, train_steps, from, to, steps)?;
        out.flush()?;
        train(&mut run, &files, out)?;
        let deviation = files.write_net(&run)?;
        let (net, mean) = (files.net.display(), deviation.mean);
        let (greatest, cut) = (deviation.greatest, deviation.cut);
        say!(
            out,
            train_net,
            net,
            mean = format_args!("{mean:.2}"),
            greatest = format_args!("{greatest:.1}"),
            cut
        )?;
        if deviation.mean > 10.0 {
            log::warn!("the integers are far from the floats");
        }
        Ok(())
    }
}

/// Evenly spaced samples, at most `most`.
fn thin(samples: &[Sample], most: usize) -> Vec<Sample> {
    let step = samples.len().div_ceil(most).max(1);
    samples.iter().step_by(step).copied().collect()
}

fn describe_data(data: &DataSet, out: &mut dyn Write) -> Result<(), CliError> {
    let Counts {
        games,
        too_long,
        illegal,
        damaged,
        positions,
        opening,
        score,
        check,
        capture,
    } = data.counts;
    let (train, valid) = (data.train.len(), data.valid.len());
    say!(out, train_data, games, positions, train, valid)?;
    say!(
        out,
        train_left_out,
        opening,
        score,
        check,
        capture,
        too_long,
        illegal,
        damaged
    )?;
    Ok(())
}

fn train(run: &mut Trainer, files: &Files, out: &mut dyn Write) -> Result<(), CliError> {
    let words = msg!(
        bar_steps,
        pos = "{pos}",
        len = "{len}",
        msg = "{msg}",
        eta = "{eta}"
    );
    let bar = progress_bar(run.total_steps(), run.state().step, &words);
    let mut before = (Instant::now(), run.positions());
    let mut failure = None;
    run.run(&mut |run, event| {
        bar.set_position(run.state().step);
        let Event::Validated { row, improved } = event else {
            return ControlFlow::Continue(());
        };
        let rate = (row.positions - before.1) as f64 / before.0.elapsed().as_secs_f64().max(1e-3);
        let mut tell = || -> Result<(), CliError> {
            files.write(run, improved)?;
            bar.set_message(msg!(
                bar_positions_per_second,
                rate = format_args!("{rate:.0}")
            ));
            let is_held_out = !run.data().valid.is_empty();
            bar.suspend(|| report(row, rate, is_held_out.then_some(improved), out))
        };
        if let Err(error) = tell() {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        before = (Instant::now(), row.positions);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err)
}

/// Prints the progress of the training. `improved` is `None` if no games are held out.
fn report(
    row: &LogRow,
    rate: f64,
    improved: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let pass = format!("{:.2}", row.epoch);
    let millions = format!("{:.1}", row.positions as f64 / 1e6);
    let (rate, loss) = (format!("{rate:.0}"), format!("{:.6}", row.train_loss));
    let Some(improved) = improved else {
        say!(out, train_progress_alone, pass, millions, rate, loss)?;
        return Ok(out.flush()?);
    };
    let (valid, results) = (row.valid_loss, row.valid_result_loss);
    let signs = 100.0 * row.valid_signs;
    let best = match improved {
        true => msg!(train_best),
        false => String::new(),
    };
    say!(
        out,
        train_progress,
        pass,
        millions,
        rate,
        loss,
        valid = format_args!("{valid:.6}"),
        best,
        results = format_args!("{results:.4}"),
        signs = format_args!("{signs:.1}")
    )?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_tell_the_kind_of_network() {
        let sizes = |layers, kind| Ok(Sizes { layers, kind });
        assert_eq!(
            parse_size("256x2-32-32"),
            sizes([256, 32, 32], Kind::Classic)
        );
        assert_eq!(
            parse_size("sfnn-512-15-32"),
            sizes([512, 15, 32], Kind::Sfnn(Stacks::One))
        );
        assert_eq!(
            parse_size("sfnn-512-15-32-k3k3"),
            sizes([512, 15, 32], Kind::Sfnn(Stacks::K3k3))
        );
        for wrong in [
            "",
            "256",
            "sfnn-256x2-32-32",
            "512-15-32",
            "sfnn-512-15-32-k4",
        ] {
            let message = parse_size(wrong).unwrap_err();
            assert!(message.to_string().contains("sfnn-512-15-32"), "{message}");
        }
    }
}
