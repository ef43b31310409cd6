//! Which positions belong to a book, as named on the command line.

use clap::Args;

use komadai::book::Expansion;

/// Which positions belong to a book.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ExpansionArgs {
    /// Moves that lose more than this against the best are not followed, in centipawns
    #[arg(long, default_value_t = Expansion::default().margin, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    margin: i32,
    /// What a ply counts against what its move loses, in centipawns: less makes deeper books
    #[arg(long, default_value_t = Expansion::default().ply_cost, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    ply_cost: i32,
    /// The last ply the book has moves for
    #[arg(long, default_value_t = Expansion::default().max_ply, value_name = "PLY")]
    max_ply: u32,
    /// Positions farther from even are not followed, in centipawns
    #[arg(long, default_value_t = Expansion::default().settled, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    settled: i32,
}

impl ExpansionArgs {
    pub fn expansion(self) -> Expansion {
        Expansion {
            margin: self.margin,
            ply_cost: self.ply_cost,
            max_ply: self.max_ply,
            settled: self.settled,
        }
    }
}
