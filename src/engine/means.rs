//! A searcher of the size asked for, or of the largest that the machine gives.

use super::EngineOptions;
use crate::eval::Evaluator;
use crate::search::{Searcher, SearcherError};

/// A searcher with the threads and the table of these options. Where one of
/// them cannot be had it is halved until it can, and the other is kept. Also
/// returns the first refusal, if there was one.
///
/// # Errors
/// If not even one thread or 1 MiB is to be had.
pub(super) fn largest_searcher(
    options: &EngineOptions,
    evaluator: &Evaluator,
) -> Result<(Searcher, Option<SearcherError>), SearcherError> {
    let (mut threads, mut hash_mib) = (options.threads, options.hash_mib);
    let mut first = None;
    loop {
        let error = match Searcher::new(threads, hash_mib, evaluator.clone()) {
            Ok(searcher) => return Ok((searcher, first)),
            Err(error) => error,
        };
        match error {
            SearcherError::Threads(_) if threads > 1 => threads /= 2,
            SearcherError::Table(_) if hash_mib > 1 => hash_mib /= 2,
            _ => return Err(error),
        }
        first.get_or_insert(error);
    }
}
