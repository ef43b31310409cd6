//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, drawn only if that is a terminal. `done` of `total`
/// are there already; `words` stand behind the bar, with the placeholders of
/// [`ProgressStyle`].
pub(super) fn bar(total: u64, done: u64, words: &str) -> ProgressBar {
    let bar = ProgressBar::new(total).with_position(done);
    let template = format!("{{elapsed_precise}} {{wide_bar}} {words}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    // The part of an earlier run says nothing about the speed.
    bar.reset_eta();
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_begins_where_an_earlier_run_ended() {
        let bar = bar(10, 4, "{pos}/{len} games, {eta} left");
        assert_eq!((bar.position(), bar.length()), (4, Some(10)));
    }
}
