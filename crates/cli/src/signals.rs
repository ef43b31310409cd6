//! Signals that end a command: Ctrl-C, and SIGTERM and SIGHUP where there are such.

use std::sync::Mutex;

use komadai::files::whole_file::remove_temporary_files;
use komadai::host::sync::lock;
use komadai_matches::client::end_all_engines;

/// What a command does instead of ending.
static TAKEN: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Exit code of a process that Ctrl-C ends: STATUS_CONTROL_C_EXIT, or 128 and the signal's number
/// as shells have it.
const INTERRUPTED: i32 = if cfg!(windows) { -1_073_741_510 } else { 130 };

/// Acts on a signal, and ends the process by `end` unless a command has taken signals.
fn on_signal(end: impl FnOnce()) {
    match &*lock(&TAKEN) {
        Some(act) => act(),
        None => {
            tidy();
            end();
        }
    }
}

/// Leaves nothing half-made behind.
fn tidy() {
    end_all_engines();
    remove_temporary_files();
}

/// Ends the process as Ctrl-C does, for a command that has taken signals.
pub(super) fn end() -> ! {
    tidy();
    std::process::exit(INTERRUPTED)
}

/// Handles signals from now on: the process ends and leaves nothing half-made behind, unless a
/// command has taken them.
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
                // By the signal itself, as whoever started us may ask.
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

/// Whether the process is to outlive its terminal, as `nohup` has it; also where the system does
/// not tell.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signal 1 is the lowest bit.
    mask.is_none_or(|mask| mask & 1 != 0)
}

/// Handles Ctrl-C from now on: the process ends and leaves nothing half-made behind, unless a
/// command has taken it.
#[cfg(not(unix))]
pub fn handle() {
    let handled = ctrlc::set_handler(|| on_signal(|| std::process::exit(INTERRUPTED)));
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
