//! How step size and labels change along a run.

use super::config::Config;

/// The step size of a step, counted from 0: a ramp up, then half a cosine down.
pub fn learning_rate(config: &Config, step: u64, total: u64) -> f32 {
    let warmup = config.warmup.min(total / 10);
    if step < warmup {
        return config.lr * (step + 1) as f32 / warmup as f32;
    }
    let part = (step - warmup) as f64 / (total - warmup).max(1) as f64;
    let cosine = (1.0 + (std::f64::consts::PI * part).cos()) / 2.0;
    config.lr_end + (config.lr - config.lr_end) * cosine as f32
}

/// The weight of the score in the label: constant, then moving over the last third.
pub fn lambda(config: &Config, step: u64, total: u64) -> f32 {
    let part = step as f32 / total.max(1) as f32;
    let moved = ((part - 2.0 / 3.0) * 3.0).clamp(0.0, 1.0);
    config.lambda + (config.lambda_end - config.lambda) * moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_size_rises_once_and_falls_to_its_end() {
        let config = Config {
            warmup: 100,
            ..Config::default()
        };
        let total = 5000;
        let rates: Vec<f32> = (0..total)
            .map(|s| learning_rate(&config, s, total))
            .collect();
        assert!(rates[..100].is_sorted());
        assert!(rates[100..].is_sorted_by(|a, b| a >= b));
        assert_eq!(rates[99], config.lr);
        assert!((rates[4999] - config.lr_end).abs() < 1e-6);
        let middle = (config.lr + config.lr_end) / 2.0;
        assert!((rates[2550] - middle).abs() < 1e-6);
        // Short runs have no room for a long ramp.
        assert!(learning_rate(&config, 5, 20) > config.lr / 2.0);
    }

    #[test]
    fn labels_move_in_the_last_third() {
        let config = Config {
            lambda: 0.7,
            lambda_end: 0.5,
            ..Config::default()
        };
        assert_eq!(lambda(&config, 0, 900), 0.7);
        assert_eq!(lambda(&config, 600, 900), 0.7);
        assert!((lambda(&config, 750, 900) - 0.6).abs() < 1e-5);
        assert!((lambda(&config, 900, 900) - 0.5).abs() < 1e-5);
    }
}
