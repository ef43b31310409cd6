//! Events that wake a client: lines of the server and of the engine, and requests to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};

use crate::client::{Watcher, end_all_engines};
use crate::csa::connection::Heard;
use crate::csa::transcript::Transcript;
use komadai::host::Instant;

/// Event that a client waits for.
pub(super) enum Event {
    /// A line from, or the end of, the connection with this number.
    Server(u64, Heard),
    /// The engine has written lines, among which may be its answer.
    Engine,
    /// Request to stop after the current game; a second one stops at once.
    Stop,
}

/// Handle for asking a client to stop, from any thread.
#[derive(Clone)]
pub struct Stopper {
    events: Sender<Event>,
    stops: Arc<AtomicU32>,
}

impl Stopper {
    pub(super) fn new(events: Sender<Event>) -> Stopper {
        let stops = Arc::default();
        Stopper { events, stops }
    }

    /// Number of requests to stop so far.
    pub(super) fn stops(&self) -> u32 {
        self.stops.load(Ordering::SeqCst)
    }

    /// Asks to stop after the current game; a second call stops at once and ends all engines of
    /// this process, so that the client does not wait for one. Returns the number of calls.
    pub fn stop(&self) -> u32 {
        let stops = self.stops.fetch_add(1, Ordering::SeqCst) + 1;
        // Sending fails only if the client has ended.
        let _ = self.events.send(Event::Stop);
        if stops > 1 {
            end_all_engines();
        }
        stops
    }
}

/// The client's end of the queue of events.
pub(super) struct Events {
    queue: Receiver<Event>,
    /// Whether the queue has [`Event::Engine`]. One is enough for all lines of the engine; one for
    /// each would fill the memory while an engine floods its output.
    has_engine: Arc<AtomicBool>,
}

impl Events {
    /// A queue, its other end for the connection and for a [`Stopper`], and the watcher that wakes
    /// the client for the lines of its engine.
    pub(super) fn new(transcript: Arc<Transcript>) -> (Events, Sender<Event>, EngineWatcher) {
        let (sender, queue) = channel();
        let has_engine = Arc::new(AtomicBool::new(false));
        let watcher = EngineWatcher {
            transcript,
            events: sender.clone(),
            has_engine: has_engine.clone(),
        };
        (Events { queue, has_engine }, sender, watcher)
    }

    /// Waits for the next event, until `due` if that is given.
    pub(super) fn next(&self, due: Option<Instant>) -> Result<Event, RecvTimeoutError> {
        let event = match due {
            Some(due) => {
                let left = due.saturating_duration_since(Instant::now());
                self.queue.recv_timeout(left)?
            }
            None => self.queue.recv()?,
        };
        if matches!(event, Event::Engine) {
            // Before the client reads the lines: the next line after that makes a new event.
            self.has_engine.store(false, Ordering::SeqCst);
        }
        Ok(event)
    }
}

/// Watcher that logs the engine's lines and wakes the client.
pub(super) struct EngineWatcher {
    transcript: Arc<Transcript>,
    events: Sender<Event>,
    has_engine: Arc<AtomicBool>,
}

impl Watcher for EngineWatcher {
    fn sent(&self, line: &str) {
        self.transcript.line("E>", line);
    }

    fn received(&self, line: &str) {
        self.transcript.line("E<", line);
    }

    fn news(&self) {
        if !self.has_engine.swap(true, Ordering::SeqCst) {
            let _ = self.events.send(Event::Engine);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_of_the_engine_make_one_event_until_it_is_taken() {
        let (events, sender, watcher) = Events::new(Arc::new(Transcript::new(None, "")));
        let kinds = || {
            let now = Instant::now();
            let next = || events.next(Some(now)).ok();
            std::iter::from_fn(next)
                .map(|event| matches!(event, Event::Engine))
                .collect::<Vec<_>>()
        };
        for _ in 0..1000 {
            watcher.news();
        }
        sender.send(Event::Stop).unwrap();
        watcher.news();
        assert_eq!(kinds(), [true, false]);
        watcher.news();
        assert_eq!(kinds(), [true]);
    }
}
