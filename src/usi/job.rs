//! State of a `go` in progress, shared by the reader and the driver.

use std::sync::{Mutex, MutexGuard};

use crate::host::sync::lock;
use crate::search::{PonderHit, Signals};

/// A `go` or `bench`, from the command to its answer.
///
/// The reader makes the job, so that a `stop` reaches it even while it waits in the queue.
#[derive(Debug, Default)]
pub struct Job {
    /// Signals to the search of the position that the GUI sent.
    pub signals: Signals,
    /// Signals to the search of stochastic pondering, which starts one move earlier.
    pub ahead: Signals,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    answer: Answer,
    stopped: bool,
    hit: Option<PonderHit>,
    /// Whether a ponderhit ends the search `ahead` instead of going to `signals`.
    stochastic: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Answer {
    #[default]
    Due,
    /// The answer is sent, or is being sent.
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

    /// Ends the search; its answer is still due.
    pub fn stop(&self) {
        self.state().stopped = true;
        self.ahead.stop();
        self.signals.stop();
    }

    /// Ends the search and suppresses its answer, unless that has been sent.
    pub fn cancel(&self) {
        {
            let mut state = self.state();
            if state.answer == Answer::Due {
                state.answer = Answer::Unwanted;
            }
        }
        self.stop();
    }

    /// Passes on that the opponent made the expected move.
    pub fn ponderhit(&self, hit: PonderHit) {
        let stochastic = {
            let mut state = self.state();
            // Only the first ponderhit counts.
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

    /// The ponderhit, if one has come.
    pub fn hit(&self) -> Option<PonderHit> {
        self.state().hit
    }

    /// Begins stochastic pondering: a ponderhit, even an earlier one, ends the search `ahead`.
    pub fn search_ahead(&self) {
        let mut state = self.state();
        state.stochastic = true;
        if state.hit.is_some() {
            self.ahead.stop();
        }
    }

    /// Whether the job is running or queued, and not stopped.
    pub fn is_running(&self) -> bool {
        let state = self.state();
        state.answer == Answer::Due && !state.stopped
    }

    /// Whether output of the job is still wanted.
    pub fn is_wanted(&self) -> bool {
        self.state().answer == Answer::Due
    }

    /// Claims the right to answer; false if the answer is no longer wanted or was claimed before.
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
