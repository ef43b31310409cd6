//! The search: what it is told, what it tells, and how it thinks.
//!
//! Iterative deepening ([`searcher`], `root`) calls alpha-beta (`node`), whose
//! steps are numbered as they stand in the code, and quiescence (`qsearch`);
//! `node_cuts` are searches of a node that may spare it its moves. What the node
//! then knows (`node_state`) decides which moves it leaves out (`pruning`), searches
//! deeper (`singular`) or less deep (`late_moves`, by `reductions`); `history_update` keeps
//! the histories. What is told of it goes through `ranking`, the order of the best
//! lines, and `report`, where values of the search become scores.
//! The set as a whole, with its first figures, follows Stockfish and
//! YaneuraOu; each step names its idea where it stands.
//!
//! | step | what | source of the idea |
//! | --- | --- | --- |
//! | 0, 2, 3 | horizon, repetition and move limit, mate distance | classic; repetition with better or worse hands: YaneuraOu |
//! | 4 | table cutoffs | classic; deeper entries at the wrong kind of node only: Stockfish |
//! | 5, 6 | mate in one, declaration | YaneuraOu |
//! | 7, 30 | corrected evaluation | correction history: Caissa, Stockfish |
//! | 9 | hindsight depth | Stockfish |
//! | 10, 11 | razoring, reverse futility | Heinz and others |
//! | 12 | null move with verification | Donninger; Tabibi and Netanyahu |
//! | 14 | internal iterative reduction | Schröder |
//! | 15, 16 | ProbCut, from the table alone | Buro; Stockfish |
//! | 17 | staged move picking | Stockfish |
//! | 18 | move-count, futility, history and SEE pruning | Heinz, Stockfish |
//! | 19 | singular extension, multi-cut | Anantharaman; Björnsson; Stockfish |
//! | 21-24 | late move reductions, principal variation search | Romstad and others; Marsland |
//! | 28 | histories | Schaeffer; Stockfish |
//!
//! There is no step 8: history credit for a quiet move after which the static
//! evaluation of the opponent fell (Stockfish) lost 83 to 136 Elo here, and less
//! only where its constant was taken away.

pub mod clock;
mod history;
mod history_update;
mod late_moves;
pub mod limits;
mod node;
mod node_cuts;
mod node_state;
mod node_type;
pub mod options;
mod picker;
mod pruning;
mod qsearch;
mod quiet_scorer;
mod ranking;
mod reductions;
pub mod report;
mod root;
mod rows;
pub mod searcher;
mod shared;
mod singular;
mod stack;
pub mod stats;
mod threads;
pub mod tunables;
mod worker;

pub use clock::Clock;
pub use limits::{ClockTimes, Limits, PonderHit, Signals};
pub use options::{SearchOptions, TimeOptions};
pub use report::{Best, Info, Outcome, Reporter, Silent};
pub use searcher::{Searcher, SearcherError};
pub use stats::Stats;
pub use threads::STACK_SIZE;
