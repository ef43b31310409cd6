//! Signals that end a command: Ctrl-C, and SIGTERM and SIGHUP where there are such.

use std::process;
use std::sync::Mutex;

use komadai::host::sync::lock;

/// The exit code of a command ended by Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// What a command does instead of ending.
static TAKEN: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Handles signals from now on: the process ends, unless a command has taken them.
pub fn handle() {
    let handled = ctrlc::set_handler(|| match &*lock(&TAKEN) {
        Some(act) => act(),
        None => process::exit(INTERRUPTED),
    });
    if let Err(error) = handled {
        log::warn!("signals are not handled: {error}");
    }
}

/// Signals are a command's until this is dropped.
pub(super) struct Taken;

/// Lets a command act on signals, from a thread of their own.
pub(super) fn take(act: impl Fn() + Send + 'static) -> Taken {
    *lock(&TAKEN) = Some(Box::new(act));
    Taken
}

impl Drop for Taken {
    fn drop(&mut self) {
        *lock(&TAKEN) = None;
    }
}
