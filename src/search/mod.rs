//! The search: what it is told, what it tells, and how it thinks.
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
//! Programs that want options, networks and books looked after use
//! [`Engine`](crate::engine::Engine) instead.
//!
//! A [`searcher`] has its threads' workers deepen iteratively (`root`), each with a
//! position, an evaluator and histories of its own (`worker`), and lets them
//! vote on the answer (`vote`). An iteration is an alpha-beta search, the search
//! of a node (`node`) a list of numbered steps. What they know about the node
//! and about a move stands in `node_state`, what the loop over the moves has
//! come to in `move_loop`, every margin in `tunables`. What is told outside goes
//! through `ranking`, the order of the best lines, and [`report`], where values
//! of the search become scores. The set as a whole, with its first figures,
//! follows Stockfish and YaneuraOu.
//!
//! | step | what | file | source of the idea |
//! | --- | --- | --- | --- |
//! | 0 | quiescence at the horizon | `qsearch` | classic |
//! | 1 | the limits: nodes, clock and signals | `worker` | classic |
//! | 2 | repetition and move limit | `rule_value` | classic; better or worse hands: YaneuraOu |
//! | 3 | mate distance | `node` | classic |
//! | 4 | table cutoffs | `node_cuts` | classic; deeper entries at the wrong kind of node only: Stockfish |
//! | 5, 6 | mate in one, declaration | `node` | YaneuraOu |
//! | 7 | corrected evaluation; credit for a move after which it fell | `node_eval`, `correction_history` | Caissa, Stockfish |
//! | 8 | whether the position improves | `node_eval` | Stockfish |
//! | 9 | depth in hindsight | `node_eval` | Stockfish |
//! | 10, 11 | razoring, reverse futility | `node_cuts` | Heinz and others |
//! | 12 | null move with verification | `node_cuts` | Donninger; Tabibi and Netanyahu |
//! | 13 | above beta counts as improving | `node` | Stockfish |
//! | 14 | internal iterative reduction | `node` | Schröder |
//! | 15, 16 | ProbCut, from the table alone | `node_cuts` | Buro; Stockfish |
//! | 17 | staged move picking | `picker`, `quiet_scorer`, `threats`, `scored_move` | Stockfish |
//! | 18 | move-count, futility, history and SEE pruning | `pruning` | Heinz, Stockfish |
//! | 19 | singular extension, multi-cut | `singular` | Anantharaman; Björnsson; Stockfish |
//! | 20, 25 | the move made and taken back | `worker` | |
//! | 21-24 | late move reductions, principal variation search | `reductions`, `late_moves` | Romstad and others; Marsland |
//! | 26, 27 | a new best move; no move at all | `node` | classic; less depth once alpha was raised: Stockfish |
//! | 28 | histories | `history_update`, `history` | Schaeffer; Stockfish |
//! | 29 | the result stored | `node` | classic |
//! | 30 | what the evaluation was wrong by | `node_eval`, `correction_history` | Caissa, Stockfish |

mod clock;
mod correction_history;
mod history;
mod history_update;
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
pub mod signals;
mod stack;
pub mod stats;
pub(crate) mod tunables;
mod worker;

pub use limits::{ClockTimes, Limits, SearchOptions, TimeOptions};
pub use report::{Best, Info, LineCollector, Outcome, RankedLine, Reporter, Silent};
pub use searcher::{Searcher, SearcherError};
pub use shared::STACK_SIZE;
pub use signals::{PonderHit, Signals};
pub use stats::Stats;
