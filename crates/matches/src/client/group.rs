//! Engines as process groups. An engine is ended together with all processes that it has started.
//!
//! Each engine leads a group of its own. Ctrl-C in a terminal then reaches only this program, which
//! can let the current game end.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::Mutex;

use komadai::host::sync::lock;

/// Process ids of the leaders of all groups that have not been ended.
static LEADERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Starts a process as the leader of a group.
pub(super) fn spawn(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.spawn()?;
    lock(&LEADERS).insert(child.id());
    Ok(child)
}

/// Kills a process, and all remaining members of its group.
pub(super) fn end(child: &mut Child) {
    // After a process has been waited for, the system may reuse its id. The id of a group is not
    // reused while the group has a member.
    if lock(&LEADERS).remove(&child.id()) {
        end_group(child.id());
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Kills all engines. Needed where this process ends without dropping its values.
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
        // An error only means that the group has no members left.
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}
