//! Engines as groups of processes: an engine ends with all that it has started.
//!
//! An engine leads a group of its own, so that Ctrl-C in a terminal reaches us alone and a game in
//! play can be finished.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::Mutex;

use komadai::host::sync::lock;

/// The leaders of all groups that were not ended yet.
static LEADERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Starts a process as the leader of a group.
pub(super) fn spawn(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.spawn()?;
    lock(&LEADERS).insert(child.id());
    Ok(child)
}

/// Ends a process, if it has not ended, and what is left of its group.
pub(super) fn end(child: &mut Child) {
    // After a process has been waited for, the system may reuse its id; the id of a group
    // is not reused while the group has a member.
    if lock(&LEADERS).remove(&child.id()) {
        end_group(child.id());
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends all engines, before this process ends without dropping them.
pub fn end_all_engines() {
    std::mem::take(&mut *lock(&LEADERS))
        .into_iter()
        .for_each(end_group);
}

#[cfg(unix)]
fn end_group(leader: u32) {
    let leader = i32::try_from(leader)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(leader) = leader {
        // Nobody may be left in it.
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}
