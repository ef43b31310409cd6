//! Files that nothing is lost from: locks, whole files, journals of long runs.

pub mod journal;
pub mod lock;
pub mod whole_file;
