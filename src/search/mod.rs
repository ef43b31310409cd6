//! Search: alpha-beta on several threads, from a position and limits to a move.
//!
//! ```
//! use komadai::eval::Evaluator;
//! use komadai::position::Position;
//! use komadai::search::{Limits, SearchOptions, Searcher, Signals, Silent};
//!
//! let mut searcher = Searcher::new(1, 16, Evaluator::material())?;
//! let pos = Position::default();
//! let options = SearchOptions::default();
//! let outcome = searcher.search(&pos, &Limits::nodes(5000), &options, &Signals::new(), &Silent);
//! assert_eq!(outcome.nodes, 5000);
//! assert!(outcome.pv.iter().all(|mv| mv.to_string().len() >= 4));
//! # Ok::<(), komadai::search::SearcherError>(())
//! ```
//!
//! Programs that need USI options, network files and opening books handled for them use
//! [`Engine`](crate::engine::Engine) instead.
//!
//! A [`searcher`] runs one worker per thread. Each worker deepens iteratively (`root`) with its own
//! position, evaluator and histories (`worker`); at the end the workers vote on the move
//! (`ranking`). An iteration is an alpha-beta search, and the search of a node (`node`) a sequence
//! of steps. `node_state` holds the state of a node, of a move and of the move loop, `tunables` all
//! margins. `ranking` orders the best lines, and [`report`] turns values of the search into scores.
//! The techniques, with the first values of their margins, follow Stockfish and YaneuraOu.
//!
//! The steps of a node, in their order:
//!
//! | step | file | source of the idea |
//! | --- | --- | --- |
//! | quiescence at the horizon | `qsearch` | classic |
//! | limits: nodes, clock and signals | `worker` | classic |
//! | repetition and move limit | `node_cuts` | classic; better or worse hands: YaneuraOu |
//! | mate distance | `node` | classic |
//! | table cutoff | `node_cuts` | classic; only at high depths if the stored result contradicts the expected kind of node: Stockfish |
//! | mate in one, declaration | `node` | YaneuraOu |
//! | corrected evaluation; history bonus for a move after which the opponent's evaluation fell | `node_eval`, `correction_history` | Caissa, Stockfish |
//! | comparison with earlier plies: improving, worsening | `node_eval` | Stockfish |
//! | one ply more or less if the last move was reduced too much or too little | `node_eval` | Stockfish |
//! | razoring, reverse futility | `node_cuts` | Heinz and others; king danger: Komadai (`king_danger`) |
//! | null move with verification | `node_cuts` | Donninger; Tabibi and Netanyahu |
//! | positions at or above beta count as improving | `node` | Stockfish |
//! | internal iterative reduction | `node` | Schröder |
//! | ProbCut, small ProbCut | `node_cuts` | Buro; Stockfish |
//! | staged move picking | `picker`, `quiet_scorer`, `scored_move` | Stockfish |
//! | move-count, futility, history and SEE pruning | `pruning` | Heinz, Stockfish |
//! | singular extension, multi-cut | `pruning` | Anantharaman; Björnsson; Stockfish |
//! | late move reductions, principal variation search | `reductions` | Romstad and others; Marsland |
//! | best move; less depth for the remaining moves once a move has raised alpha | `node` | classic; Stockfish |
//! | history updates | `history_update`, `history` | Schaeffer; Stockfish |
//! | result stored in the table | `node` | classic |
//! | correction of the evaluation | `node_eval`, `correction_history` | Caissa, Stockfish |

mod clock;
mod correction_history;
mod history;
mod history_update;
mod king_danger;
pub mod limits;
mod node;
mod node_cuts;
mod node_eval;
mod node_state;
mod picker;
mod pruning;
mod qsearch;
mod quiet_scorer;
mod ranking;
mod reductions;
pub mod report;
mod root;
mod rows;
mod scored_move;
pub mod searcher;
mod shared;
mod stack;
pub mod stats;
#[doc(hidden)]
pub mod tunables;
mod worker;

pub use crate::signals::{ClockTimes, PonderHit, Signals};
pub use limits::{Limits, SearchOptions, TimeOptions};
pub use report::{Best, Info, LineCollector, RankedLine, Reporter, SearchResult, Silent};
pub use searcher::{Searcher, SearcherError};
pub use shared::STACK_SIZE;
pub use stats::Stats;
