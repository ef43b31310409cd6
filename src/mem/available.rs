//! Amount of memory that is still available.
//!
//! Linux overcommits memory and kills a process that uses more than there is, so large allocations
//! are compared with this amount first. On Windows the allocation itself fails.

/// Bytes that a new allocation may use; `None` if the system does not report them.
pub fn available() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let machine = std::fs::read_to_string("/proc/meminfo")
            .ok()
            .and_then(|text| linux::of_machine(&text));
        machine.into_iter().chain(linux::of_group()).min()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    /// Available bytes by the text of `/proc/meminfo`: free memory, reclaimable caches and free
    /// swap.
    pub(super) fn of_machine(meminfo: &str) -> Option<u64> {
        let bytes = |name: &str| {
            let value = meminfo.lines().find_map(|line| line.strip_prefix(name))?;
            let kib: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
            Some(kib << 10)
        };
        Some(bytes("MemAvailable:")? + bytes("SwapFree:").unwrap_or(0))
    }

    /// Bytes that the limits of this process's control groups (version 2), as in containers,
    /// leave; `None` without a limit.
    pub(super) fn of_group() -> Option<u64> {
        let group = fs::read_to_string("/proc/self/cgroup").ok()?;
        let group = group.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let root = Path::new("/sys/fs/cgroup");
        let folder = root.join(group);
        let up_to_root = folder.ancestors().take_while(|path| path.starts_with(root));
        up_to_root
            .filter_map(|folder| {
                let read = |name| fs::read_to_string(folder.join(name)).ok();
                of_files(
                    &read("memory.max")?,
                    &read("memory.current")?,
                    &read("memory.stat")?,
                )
            })
            .min()
    }

    /// Bytes left by the texts of a group's `memory.max`, `memory.current` and `memory.stat`.
    /// `memory.current` includes cached files, which are reclaimable and count as free here.
    pub(super) fn of_files(max: &str, current: &str, stat: &str) -> Option<u64> {
        let max: u64 = max.trim().parse().ok()?;
        let current: u64 = current.trim().parse().ok()?;
        let files = stat.lines().find_map(|line| line.strip_prefix("file "));
        let files: u64 = files
            .and_then(|bytes| bytes.trim().parse().ok())
            .unwrap_or(0);
        Some(max.saturating_sub(current.saturating_sub(files)))
    }
}

#[cfg(all(test, target_os = "linux", not(loom)))]
mod tests {
    use super::linux::{of_files, of_machine};
    use super::*;

    #[test]
    fn a_machine_has_what_it_can_free_and_its_swap() {
        let text = "MemTotal:       24684096 kB\nMemFree:        15900000 kB\nMemAvailable:   21950000 kB\n\
                    SwapTotal:       2000000 kB\nSwapFree:        1000000 kB\n";
        assert_eq!(of_machine(text), Some(22_950_000 << 10));
        assert_eq!(of_machine("MemAvailable:   5 kB\n"), Some(5 << 10));
        assert_eq!(of_machine("MemFree:   5 kB\n"), None);
        assert_eq!(of_machine("MemAvailable:   many kB\n"), None);
    }

    #[test]
    fn a_group_has_its_limit_less_what_does_not_give_way() {
        assert_eq!(
            of_files("1000\n", "700\n", "anon 300\nfile 400\n"),
            Some(700)
        );
        assert_eq!(of_files("1000\n", "1700\n", "anon 1700\n"), Some(0));
        assert_eq!(of_files("max\n", "700\n", "file 0\n"), None);
    }

    #[test]
    fn this_machine_has_some() {
        // `None` without /proc.
        assert!(available().is_none_or(|bytes| bytes > 1 << 20));
    }
}
