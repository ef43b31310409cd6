//! `komadai gensfen`: training data from self-play.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::teacher::TeacherArgs;
use super::watch::watch;
use crate::args::threads;
use crate::error::CliError;
use komadai_training::selfplay::{Run, SelfPlaySettings};

/// Play games against itself and keep them as training data. Can be killed at
/// any time: the same command goes on where it stopped
#[derive(Debug, Args)]
pub(crate) struct Gensfen {
    /// The folder of the game files
    #[arg(long)]
    out: PathBuf,
    /// How many games the files shall hold in the end
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Games played at the same time; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Decides every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    teacher: TeacherArgs,
    /// Nodes of a search after which it begins no iteration
    #[arg(long, default_value_t = SelfPlaySettings::default().nodes)]
    nodes: u64,
    /// Fewest random plies at the start of a game
    #[arg(long, default_value_t = SelfPlaySettings::default().opening.0)]
    opening_min: u32,
    /// Most random plies at the start of a game
    #[arg(long, default_value_t = SelfPlaySettings::default().opening.1)]
    opening_max: u32,
    /// Openings more lopsided than this are thrown away, in centipawns
    #[arg(long, default_value_t = SelfPlaySettings::default().opening_limit)]
    opening_limit: i32,
    /// Most random moves strewn into the plies after the opening
    #[arg(long, default_value_t = SelfPlaySettings::default().strewn)]
    strewn: u32,
    /// Lines searched in the plies that choose among several
    #[arg(long, default_value_t = SelfPlaySettings::default().multipv)]
    multipv: usize,
    /// How many plies after the opening choose among several lines
    #[arg(long, default_value_t = SelfPlaySettings::default().multipv_plies)]
    multipv_plies: u32,
    /// How much worse than the best such a line may be, in centipawns
    #[arg(long, default_value_t = SelfPlaySettings::default().multipv_margin)]
    multipv_margin: i32,
    /// Games end as won at this score, in centipawns
    #[arg(long, default_value_t = SelfPlaySettings::default().win_at)]
    win_at: i32,
    /// Longer games are drawn
    #[arg(long, default_value_t = SelfPlaySettings::default().max_plies)]
    max_plies: u32,
    /// MiB of transposition table per game
    #[arg(long, default_value_t = SelfPlaySettings::default().hash_mib)]
    hash: usize,
}

impl Gensfen {
    pub fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let teacher = self.teacher.load()?;
        let run = Run {
            out: self.out.clone(),
            seed: self.seed,
            threads: threads(self.threads),
            games: self.games,
            settings: SelfPlaySettings {
                nodes: self.nodes.max(1),
                opening: (self.opening_min, self.opening_max.max(self.opening_min)),
                opening_limit: self.opening_limit,
                strewn: self.strewn,
                multipv_plies: self.multipv_plies,
                multipv: self.multipv.max(1),
                multipv_margin: self.multipv_margin,
                win_at: self.win_at,
                max_plies: self.max_plies.max(1),
                hash_mib: self.hash.max(1),
            },
            teacher: teacher.name,
        };
        watch(self.games, &self.out, out, |progress| {
            run.generate(&teacher.evaluator, progress)
        })
    }
}
