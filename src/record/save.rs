//! Files that are written whole or not at all.

use std::io;
use std::path::Path;

/// Writes a file by way of a temporary one beside it, so that a file that was
/// there is never half overwritten.
///
/// # Errors
/// Whatever the system says; what was there before is then unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    std::fs::write(&temporary, bytes)
        .and_then(|()| std::fs::rename(&temporary, path))
        .inspect_err(|_| {
            // The failure itself is what matters to the caller.
            let _ = std::fs::remove_file(&temporary);
        })
}
