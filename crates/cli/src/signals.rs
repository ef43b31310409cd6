//! Signals that end a command: Ctrl-C, on Unix also SIGTERM and SIGHUP.

use std::sync::Mutex;

use komadai::files::whole_file::remove_temporary_files;
use komadai::host::sync::lock;
use komadai_matches::client::end_all_engines;

/// The action that a command has set for signals. It runs instead of ending the process.
static TAKEN: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Exit code of a process that Ctrl-C ends: STATUS_CONTROL_C_EXIT on Windows; elsewhere, as in
/// shells, 128 plus the number of the signal.
const INTERRUPTED: i32 = if cfg!(windows) { -1_073_741_510 } else { 130 };

/// Handles a signal: runs the action that a command has set with `take`. Without one, ends all
/// engines, deletes unfinished files and calls `end`.
fn on_signal(end: impl FnOnce()) {
    match &*lock(&TAKEN) {
        Some(act) => act(),
        None => {
            tidy();
            end();
        }
    }
}

/// Ends all engines and deletes unfinished files.
fn tidy() {
    end_all_engines();
    remove_temporary_files();
}

/// Ends the process as Ctrl-C would. For a command whose own action has replaced the usual one.
pub(super) fn end() -> ! {
    tidy();
    std::process::exit(INTERRUPTED)
}

/// Installs the handlers. A signal runs the action that a command has set with `take`. Without one,
/// it ends all engines, deletes unfinished files and ends the process.
#[cfg(unix)]
pub fn handle() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let signals = match ignores_hangup() {
        false => vec![SIGINT, SIGTERM, SIGHUP],
        true => vec![SIGINT, SIGTERM],
    };
    let handled = Signals::new(signals).and_then(|mut signals| {
        let wait = move || {
            for signal in signals.forever() {
                // The process dies by the signal itself, so that its parent learns the cause.
                on_signal(|| drop(emulate_default_handler(signal)));
            }
        };
        let thread = std::thread::Builder::new().name("signals".to_string());
        thread.spawn(wait)
    });
    if let Err(error) = handled {
        log::warn!("signals are not handled: {error}");
    }
}

/// Whether SIGHUP is ignored, as under `nohup`; also `true` if the system does not tell.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP is signal 1, the lowest bit of the mask.
    mask.is_none_or(|mask| mask & 1 != 0)
}

/// Installs the handler of Ctrl-C. It runs the action that a command has set with `take`. Without
/// one, it ends all engines, deletes unfinished files and ends the process.
#[cfg(not(unix))]
pub fn handle() {
    let handled = ctrlc::set_handler(|| on_signal(|| std::process::exit(INTERRUPTED)));
    if let Err(error) = handled {
        log::warn!("signals are not handled: {error}");
    }
}

/// Guard of a command's action for signals: the action is removed when the guard is dropped.
pub(super) struct Taken;

/// Sets a command's action for signals. The action runs on the thread of the signal handler.
pub(super) fn take(act: impl Fn() + Send + 'static) -> Taken {
    *lock(&TAKEN) = Some(Box::new(act));
    Taken
}

impl Drop for Taken {
    fn drop(&mut self) {
        *lock(&TAKEN) = None;
    }
}
