//! Simultaneous perturbation stochastic approximation: margins tuned by games.
//!
//! Every trial moves all parameters at once, each up or down by chance, and
//! lets the engine so changed play the engine changed the other way. The
//! result, however many parameters there are, tells how to move them all. The
//! schedule and its constants are those of Stockfish's fishtest (after Spall).

use serde::{Deserialize, Serialize};

use crate::types::SplitMix64;

/// Exponents of the falling step and of the falling perturbation (Spall's).
const STEP_POWER: f64 = 0.602;
const PERTURBATION_POWER: f64 = 0.101;
/// How the step, as a part of the perturbation, ends.
const END_RATE: f64 = 0.002;
/// The part of the trials in which the step is held back.
const STABILITY: f64 = 0.1;

/// A number to be tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The option's name.
    pub name: String,
    /// Where it began.
    pub start: f64,
    /// Where it is now.
    pub value: f64,
    /// The least value allowed.
    pub min: f64,
    /// The greatest value allowed.
    pub max: f64,
    /// How far it is moved for a trial at the end of the run.
    pub perturbation: f64,
}

/// Two sets of values that play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The values of one side, in the order of the parameters.
    pub plus: Vec<i32>,
    /// The values of the other side.
    pub minus: Vec<i32>,
    signs: Vec<i8>,
    number: u64,
}

/// A tuning run, which can be written down after any trial and gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// Trials in the whole run.
    pub trials: u64,
    /// Trials begun.
    pub begun: u64,
    /// Trials learnt from.
    pub learnt: u64,
    rng: u64,
}

impl Spsa {
    /// A run of so many trials; the same seed tries the same.
    pub fn new(parameters: Vec<Parameter>, trials: u64, seed: u64) -> Spsa {
        Spsa {
            parameters,
            trials,
            begun: 0,
            learnt: 0,
            rng: seed,
        }
    }

    /// The next trial; `None` after the last one.
    pub fn trial(&mut self) -> Option<Trial> {
        if self.begun >= self.trials {
            return None;
        }
        let number = self.begun;
        self.begun += 1;
        let mut rng = SplitMix64::new(self.rng);
        let signs: Vec<i8> = (self.parameters.iter())
            .map(|_| if rng.below(2) == 0 { 1 } else { -1 })
            .collect();
        // Options are whole numbers: rounded by chance, so that a change
        // smaller than one counts for what it is on average.
        let mut values = |direction: f64| -> Vec<i32> {
            let moved = self.parameters.iter().zip(&signs).map(|(p, &sign)| {
                let distance = p.perturbation * self.widening(number);
                let value = p.value + direction * f64::from(sign) * distance;
                let rounded = (value + rng.unit()).floor();
                rounded.clamp(p.min, p.max) as i32
            });
            moved.collect()
        };
        let (plus, minus) = (values(1.0), values(-1.0));
        self.rng = rng.state();
        Some(Trial {
            plus,
            minus,
            signs,
            number,
        })
    }

    /// Learns from a trial: `result` is the games that `plus` won less those it lost.
    pub fn learn(&mut self, trial: &Trial, result: i32) {
        let widening = self.widening(trial.number);
        let rate = self.rate(trial.number);
        for (p, &sign) in self.parameters.iter_mut().zip(&trial.signs) {
            let perturbation = p.perturbation * widening;
            let step = rate * perturbation * f64::from(result) * f64::from(sign);
            p.value = (p.value + step).clamp(p.min, p.max);
        }
        self.learnt += 1;
    }

    /// The perturbation of a trial as a multiple of that of the last one.
    fn widening(&self, number: u64) -> f64 {
        let (trials, k) = (self.trials.max(1) as f64, number as f64 + 1.0);
        (trials / k).powf(PERTURBATION_POWER)
    }

    /// The step of a trial, for one game won, as a part of its perturbation.
    fn rate(&self, number: u64) -> f64 {
        let trials = self.trials.max(1) as f64;
        let held = STABILITY * trials;
        let falling = ((trials + held) / (number as f64 + 1.0 + held)).powf(STEP_POWER);
        // Fishtest's a_k / c_k^2, of which the perturbation is taken again.
        END_RATE * falling / self.widening(number).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64, perturbation: f64) -> Parameter {
        Parameter {
            name: name.to_string(),
            start,
            value: start,
            min: 0.0,
            max: 200.0,
            perturbation,
        }
    }

    /// Two games between engines whose strength falls with the distance from
    /// (100, 60), in Elo.
    fn play(trial: &Trial, rng: &mut SplitMix64) -> i32 {
        let strength = |values: &[i32]| {
            let distance = |v: i32, best: i32| f64::from(v - best).powi(2);
            -0.05 * (distance(values[0], 100) + distance(values[1], 60))
        };
        let difference = strength(&trial.plus) - strength(&trial.minus);
        let chance = 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
        let mut game = || if rng.unit() < chance { 1 } else { -1 };
        game() + game()
    }

    #[test]
    fn parameters_come_to_where_games_are_won() {
        let parameters = vec![parameter("a", 40.0, 8.0), parameter("b", 120.0, 8.0)];
        let mut spsa = Spsa::new(parameters, 20_000, 3);
        let mut rng = SplitMix64::new(4);
        while let Some(trial) = spsa.trial() {
            spsa.learn(&trial, play(&trial, &mut rng));
        }
        let [a, b] = &spsa.parameters[..] else {
            panic!()
        };
        assert!((a.value - 100.0).abs() < 12.0, "{a:?}");
        assert!((b.value - 60.0).abs() < 12.0, "{b:?}");
        assert_eq!((spsa.begun, spsa.learnt), (20_000, 20_000));
    }

    #[test]
    fn values_stay_in_their_range_and_on_average_where_they_are_meant_to_be() {
        let mut edge = parameter("edge", 199.0, 10.0);
        edge.max = 199.0;
        let mut spsa = Spsa::new(vec![edge, parameter("small", 50.0, 0.3)], 4000, 1);
        let mut sum = 0;
        while let Some(trial) = spsa.trial() {
            assert!(trial.plus[0] <= 199 && trial.minus[0] <= 199);
            assert!(trial.plus[0].min(trial.minus[0]) < 199);
            let up = i32::from(trial.signs[1]);
            sum += up * (trial.plus[1] - trial.minus[1]);
            spsa.learn(&trial, 0);
        }
        // Twice the perturbation, which is a little wider on the way.
        let mean = f64::from(sum) / 4000.0;
        assert!((0.55..0.85).contains(&mean), "{mean}");
        assert_eq!(spsa.parameters[1].value, 50.0);
    }

    #[test]
    fn a_run_written_down_goes_on_as_if_nothing_had_been() {
        let parameters = vec![parameter("a", 10.0, 3.0), parameter("b", 90.5, 5.0)];
        let mut whole = Spsa::new(parameters, 60, 9);
        let mut cut = whole.clone();
        for i in 0..60 {
            let text = serde_json::to_string(&cut).unwrap();
            cut = serde_json::from_str(&text).unwrap();
            let (a, b) = (whole.trial().unwrap(), cut.trial().unwrap());
            assert_eq!(a, b);
            whole.learn(&a, i % 5 - 2);
            cut.learn(&b, i % 5 - 2);
        }
        assert_eq!(whole, cut);
        assert_eq!(whole.trial(), None);
    }
}
