//! A `go` in progress, shared between the reader and the driver.

use std::sync::{Mutex, MutexGuard};

use crate::host::sync::lock;
use crate::search::{PonderHit, Signals};

/// A `go` on its way from the command to the answer.
///
/// Made by the reader, so that a `stop` reaches even a job still in the queue.
#[derive(Debug, Default)]
pub struct Job {
    /// Signals to the search of the position sent.
    pub signals: Signals,
    /// Signals to the search one move earlier, with stochastic pondering.
    pub ahead: Signals,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    answer: Answer,
    stopped: bool,
    hit: Option<PonderHit>,
    /// The ponderhit ends the search `ahead` instead of going to `signals`.
    stochastic: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Answer {
    #[default]
    Due,
    /// The answer is sent, or about to be.
    Given,
    /// The answer is no longer wanted.
    Unwanted,
}

impl Job {
    /// A new job.
    pub fn new() -> Job {
        Job::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Ends the search; the answer is still due.
    pub fn stop(&self) {
        self.state().stopped = true;
        self.ahead.stop();
        self.signals.stop();
    }

    /// Ends the search and suppresses its answer, if that is not sent yet.
    pub fn cancel(&self) {
        {
            let mut state = self.state();
            if state.answer == Answer::Due {
                state.answer = Answer::Unwanted;
            }
        }
        self.stop();
    }

    /// The opponent made the expected move.
    pub fn ponderhit(&self, hit: PonderHit) {
        let stochastic = {
            let mut state = self.state();
            // Only the first counts.
            if state.hit.is_some() {
                return;
            }
            state.hit = Some(hit);
            state.stochastic
        };
        if stochastic {
            self.ahead.stop();
        } else {
            self.signals.ponderhit(hit);
        }
    }

    /// The ponderhit, if it has come.
    pub fn hit(&self) -> Option<PonderHit> {
        self.state().hit
    }

    /// From now on a ponderhit ends the search `ahead`.
    pub fn search_ahead(&self) {
        let mut state = self.state();
        state.stochastic = true;
        if state.hit.is_some() {
            self.ahead.stop();
        }
    }

    /// Whether it is running or queued, and not stopped.
    pub fn is_running(&self) -> bool {
        let state = self.state();
        state.answer == Answer::Due && !state.stopped
    }

    /// Whether its output is still wanted.
    pub fn is_wanted(&self) -> bool {
        self.state().answer == Answer::Due
    }

    /// Claims the right to answer; false if the answer is not wanted or the right is taken.
    #[must_use]
    pub fn claim_answer(&self) -> bool {
        let mut state = self.state();
        if state.answer != Answer::Due {
            return false;
        }
        state.answer = Answer::Given;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Instant;

    fn hit() -> PonderHit {
        PonderHit {
            at: Instant::now(),
            clock: None,
        }
    }

    #[test]
    fn the_answer_is_given_once_or_not_at_all() {
        let job = Job::new();
        assert!(job.is_running());
        assert!(job.claim_answer());
        assert!(!job.claim_answer() && !job.is_running());
        let job = Job::new();
        job.cancel();
        assert!(job.signals.stopped());
        assert!(!job.is_wanted() && !job.claim_answer());
        let job = Job::new();
        job.stop();
        assert!(job.is_wanted() && !job.is_running());
        assert!(job.claim_answer());
    }

    #[test]
    fn only_the_first_ponderhit_counts() {
        let job = Job::new();
        job.ponderhit(hit());
        assert!(job.signals.take_ponderhit().is_some());
        job.ponderhit(hit());
        assert!(job.signals.take_ponderhit().is_none() && job.is_running());
    }

    #[test]
    fn a_stochastic_ponderhit_ends_the_search_ahead_only() {
        for early in [true, false] {
            let job = Job::new();
            if early {
                job.ponderhit(hit());
            }
            job.search_ahead();
            if !early {
                assert!(!job.ahead.stopped());
                job.ponderhit(hit());
            }
            assert!(job.ahead.stopped() && !job.signals.stopped());
            assert!(job.hit().is_some() && job.is_running());
        }
    }
}
