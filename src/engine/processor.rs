//! Processor levels of the build and of the machine.

use crate::eval::nnue::Kernel;

/// The levels of x86-64 processors, from the lowest, each with two flags: whether this executable
/// was built for at least this level, and whether this processor has it.
#[cfg(target_arch = "x86_64")]
fn levels() -> [(&'static str, bool, bool); 4] {
    let v2 = is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt");
    let v3 = v2
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt");
    let v4 = v3
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    [
        ("x86-64", true, true),
        ("x86-64-v2", cfg!(target_feature = "popcnt"), v2),
        (
            "x86-64-v3",
            cfg!(all(target_feature = "avx2", target_feature = "bmi2")),
            v3,
        ),
        (
            "x86-64-v4",
            cfg!(all(
                target_feature = "avx512bw",
                target_feature = "avx512vl"
            )),
            v4,
        ),
    ]
}

/// The only level of other processors.
#[cfg(not(target_arch = "x86_64"))]
fn levels() -> [(&'static str, bool, bool); 1] {
    [(std::env::consts::ARCH, true, true)]
}

/// One line for users: the instruction set that runs networks, the level of the build, and a better
/// level if this processor has one.
pub fn describe() -> String {
    let levels = levels();
    let built = levels.iter().rposition(|&(_, built, _)| built).unwrap_or(0);
    let possible = levels.iter().rposition(|&(_, _, has)| has).unwrap_or(0);
    let mut line = format!(
        "processor: {} for networks, built for {}",
        Kernel::best(),
        levels[built].0
    );
    if possible > built {
        line += &format!(
            " (a build for {} runs here and is faster)",
            levels[possible].0
        );
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_what_runs() {
        let line = describe();
        assert!(line.contains(&Kernel::best().to_string()), "{line}");
        // This code runs, so the build is not above the processor's level.
        let levels = levels();
        for (name, built, has) in levels {
            assert!(!built || has, "{name}");
        }
        let best = levels.iter().rfind(|&&(_, _, has)| has).unwrap();
        assert!(line.contains(best.0), "{line}");
    }
}
