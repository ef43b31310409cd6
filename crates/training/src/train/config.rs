//! Options of a training run.

use serde::{Deserialize, Serialize};

use super::dataset::LoadOptions;
use super::features::InputSet;
use super::model::{Arch, ArchError, Kind};

/// All settings that decide the result of a run on given data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// Shape of the network.
    pub arch: Arch,
    /// Selection and labelling of the positions.
    pub load: LoadOptions,
    /// Samples per step.
    pub batch: usize,
    /// Passes over the data.
    pub epochs: u32,
    /// Greatest step size (learning rate).
    pub lr: f32,
    /// Step size at the end.
    pub lr_end: f32,
    /// Steps at the start in which the step size grows from zero to `lr`.
    pub warmup: u64,
    /// Weight decay: each step shrinks the weights by this number times the step size.
    pub weight_decay: f32,
    /// Weight in the label of the chance from the search scores; the game's result has the
    /// remaining weight.
    pub lambda: f32,
    /// The value of `lambda` at the end; it moves there over the last third of the run.
    pub lambda_end: f32,
    /// The network's score, in search units, at which the odds of winning are e to 1.
    pub output_scale: f32,
    /// The exponent of the loss, which is a power of the distance between two chances.
    pub loss_power: f32,
    /// Whether half of the samples, a different half each time, are mirrored left to right.
    pub mirror: bool,
    /// Whether labels are shuffled among the positions: a control, which must not learn anything.
    pub shuffle_labels: bool,
    /// The part of the run (0 to 1) after which the forward pass uses the rounded weights of the
    /// network file; 1: never.
    pub rounding_from: f32,
    /// Weight per step of the old value in the running mean of the weights. The mean is validated
    /// and written in place of the last weights; 0: no mean.
    #[serde(default)]
    pub average: f32,
    /// Seed of the random start, the order of samples and the mirroring.
    pub seed: u64,
    /// Parts of a batch whose gradients are summed separately, each by one thread. The last bits of
    /// the result depend on this number.
    pub shards: usize,
    /// Positions trained on between two validations.
    pub validate_every: u64,
    /// Validations without progress after which the run ends; 0: never.
    pub patience: u32,
}

/// The options of the strongest network measured (docs/measurements.md).
impl Default for Config {
    fn default() -> Config {
        Config {
            arch: Arch {
                features: InputSet::Kp,
                ft: 256,
                h1: 32,
                h2: 32,
                kind: Kind::Classic,
            },
            load: LoadOptions {
                lookahead: 0.75,
                ..LoadOptions::default()
            },
            batch: 8192,
            epochs: 5,
            lr: 1e-3,
            lr_end: 5e-6,
            warmup: 200,
            weight_decay: 0.0,
            lambda: 1.0,
            lambda_end: 1.0,
            output_scale: 600.0,
            loss_power: 2.0,
            mirror: true,
            shuffle_labels: false,
            rounding_from: 0.5,
            average: 0.0,
            seed: 1,
            shards: 1,
            validate_every: 4_000_000,
            // Off: with a falling step size the last network is the best, and a run that starts
            // from a good network gets worse at first.
            patience: 0,
        }
    }
}

/// Error in the options of a run of training or self-play.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// The network cannot be built.
    #[error(transparent)]
    Arch(#[from] ArchError),
    /// A number is out of its range.
    #[error("{name} is {value}; it must be {range}")]
    Range {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The allowed range.
        range: Allowed,
    },
}

/// The allowed range of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Allowed {
    #[error("at least {0}")]
    AtLeast(&'static str),
    #[error("above {0}")]
    Above(&'static str),
    #[error("above {0}, at most {1}")]
    AboveUpTo(&'static str, &'static str),
    #[error("{0} to {1}")]
    Between(&'static str, &'static str),
}

/// Name of an option, its value, its range, and whether the value lies within the range.
pub(crate) type Rule = (&'static str, String, Allowed, bool);

macro_rules! rules {
    ($($name:literal: $value:expr, $range:expr, $holds:expr;)*) => {
        [$(($name, $value.to_string(), $range, $holds)),*]
    };
}

pub(crate) use rules;

/// The first option that is out of its range, as an error.
pub(crate) fn check_rules(rules: impl IntoIterator<Item = Rule>) -> Result<(), ConfigError> {
    let mut rules = rules.into_iter();
    match rules.find(|(.., holds)| !holds) {
        Some((name, value, range, _)) => Err(ConfigError::Range { name, value, range }),
        None => Ok(()),
    }
}

fn positive(x: f32) -> bool {
    x > 0.0 && x.is_finite()
}

fn part(x: f32) -> bool {
    (0.0..=1.0).contains(&x)
}

impl Config {
    /// Checks every option.
    ///
    /// # Errors
    /// The first option that is out of its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.arch.check()?;
        check_rules(self.rules())
    }

    fn rules(&self) -> [Rule; 17] {
        let load = &self.load;
        rules! {
            "batch": self.batch, Allowed::Between("1", "1048576"), (1..=1 << 20).contains(&self.batch);
            "epochs": self.epochs, Allowed::AtLeast("1"), self.epochs > 0;
            "lr": self.lr, Allowed::AboveUpTo("0", "1"), positive(self.lr) && self.lr <= 1.0;
            "lr-end": self.lr_end, Allowed::Between("0", "lr"), (0.0..=self.lr).contains(&self.lr_end);
            "weight-decay": self.weight_decay, Allowed::Between("0", "1"), part(self.weight_decay);
            "loss-power": self.loss_power, Allowed::Between("1.5", "4"), (1.5..=4.0).contains(&self.loss_power);
            "rounding-from": self.rounding_from, Allowed::Between("0", "1"), part(self.rounding_from);
            "average": self.average, Allowed::Between("0", "0.9999"), (0.0..=0.9999).contains(&self.average);
            "shards": self.shards, Allowed::Between("1", "256"), (1..=256).contains(&self.shards);
            "validate-every": self.validate_every, Allowed::AtLeast("1"), self.validate_every > 0;
            "lambda": self.lambda, Allowed::Between("0", "1"), part(self.lambda);
            "lambda-end": self.lambda_end, Allowed::Between("0", "1"), part(self.lambda_end);
            "score-scale": load.score_scale.unwrap_or(1.0), Allowed::Above("0"), load.score_scale.is_none_or(positive);
            "odds": load.odds, Allowed::AtLeast("1"), load.odds >= 1.0 && load.odds.is_finite();
            "output-scale": self.output_scale, Allowed::Above("0"), positive(self.output_scale);
            "lookahead": load.lookahead, Allowed::Between("0", "0.99"), (0.0..=0.99).contains(&load.lookahead);
            "valid-part": load.valid_part, Allowed::Between("0", "0.9"), (0.0..=0.9).contains(&load.valid_part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_hold_and_wrong_numbers_are_named() {
        assert_eq!(Config::default().check(), Ok(()));
        let name = |change: fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            match config.check() {
                Err(ConfigError::Range { name, .. }) => name,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(name(|c| c.batch = 0), "batch");
        assert_eq!(name(|c| c.lr = f32::NAN), "lr");
        assert_eq!(name(|c| c.lr_end = 1.0), "lr-end");
        assert_eq!(name(|c| c.lambda = 1.5), "lambda");
        assert_eq!(name(|c| c.load.score_scale = Some(0.0)), "score-scale");
        assert_eq!(name(|c| c.load.odds = 0.0), "odds");
        assert_eq!(name(|c| c.shards = 0), "shards");
    }

    #[test]
    fn options_survive_the_way_through_a_checkpoint() {
        let config = Config {
            load: LoadOptions {
                score_scale: Some(432.1),
                ..LoadOptions::default()
            },
            lr: 7.3e-4,
            ..Config::default()
        };
        let text = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<Config>(&text).unwrap(), config);
    }
}
