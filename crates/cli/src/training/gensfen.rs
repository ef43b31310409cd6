//! `komadai gensfen`: training data from self-play.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::teacher::TeacherArgs;
use super::watch::watch;
use crate::args::{hash_mib, thread_count, threads};
use crate::error::CliError;
use komadai_training::selfplay::{Run, SelfPlaySettings};

/// Play games against itself and keep them as training data. Can be killed at any time:
/// the same command continues
#[derive(Debug, Args)]
pub(crate) struct Gensfen {
    /// The folder for the game files
    #[arg(long)]
    out: PathBuf,
    /// Number of games in the folder at the end
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Games to play at once [default: all cores]
    #[arg(long, value_parser = thread_count())]
    threads: Option<usize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    teacher: TeacherArgs,
    /// Nodes after which a search starts no further iteration
    #[arg(long, default_value_t = SelfPlaySettings::default().nodes)]
    nodes: u64,
    /// Smallest number of random plies at the start of a game
    #[arg(long, default_value_t = SelfPlaySettings::default().opening.0)]
    opening_min: u32,
    /// Largest number of random plies at the start of a game
    #[arg(long, default_value_t = SelfPlaySettings::default().opening.1)]
    opening_max: u32,
    /// Discard openings whose score is beyond this, in centipawns
    #[arg(long, default_value_t = SelfPlaySettings::default().opening_limit)]
    opening_limit: i32,
    /// Largest number of random moves among the plies after the opening
    #[arg(long, default_value_t = SelfPlaySettings::default().strewn)]
    strewn: u32,
    /// Lines to search where a move is chosen among several
    #[arg(long, default_value_t = SelfPlaySettings::default().multipv)]
    multipv: usize,
    /// Number of plies after the opening in which a move is chosen among several lines
    #[arg(long, default_value_t = SelfPlaySettings::default().multipv_plies)]
    multipv_plies: u32,
    /// Largest loss of a chosen line against the best, in centipawns
    #[arg(long, default_value_t = SelfPlaySettings::default().multipv_margin)]
    multipv_margin: i32,
    /// End games as won at this score, in centipawns
    #[arg(long, default_value_t = SelfPlaySettings::default().win_at)]
    win_at: i32,
    /// Draw games longer than this many plies
    #[arg(long, default_value_t = SelfPlaySettings::default().max_plies)]
    max_plies: u32,
    /// Transposition table of each game, in MiB
    #[arg(long, default_value_t = SelfPlaySettings::default().hash_mib, value_parser = hash_mib())]
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
                nodes: self.nodes,
                opening: (self.opening_min, self.opening_max),
                opening_limit: self.opening_limit,
                strewn: self.strewn,
                multipv_plies: self.multipv_plies,
                multipv: self.multipv,
                multipv_margin: self.multipv_margin,
                win_at: self.win_at,
                max_plies: self.max_plies,
                hash_mib: self.hash,
            },
            teacher: teacher.name,
        };
        watch(self.games, &self.out, out, |progress| {
            run.generate(&teacher.evaluator, progress)
        })
    }
}
