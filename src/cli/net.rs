//! `komadai net`: what a network file is.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::RangedI64ValueParser;
use clap::{Args, Subcommand};

use super::{CliError, EvaluatorArgs};
use crate::engine::evaluator::LoadedEvaluator;
use crate::eval::embedded;
use crate::eval::nnue::{Architecture, Sfnn, read_bytes};
use crate::eval::scale::{FV_SCALE_RANGE, NetScales, ODDS_RANGE};

/// Look into network files
#[derive(Debug, Args)]
pub(super) struct Net {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Debug, Subcommand)]
enum NetCommand {
    /// Show a file's architecture, sizes, hashes and scale, and what is odd about it
    Info {
        /// The network file
        file: PathBuf,
    },
    /// Write the built-in network as a file that other engines can load (nn.bin)
    Export {
        /// The file to write; not overwritten unless --force
        file: PathBuf,
        /// Overwrite the file
        #[arg(long)]
        force: bool,
        /// Have its architecture string ask for this FV_SCALE
        #[arg(long, value_name = "N", value_parser = within(FV_SCALE_RANGE))]
        fv_scale: Option<i32>,
        /// Have it say that N of its output are odds of e to 1
        #[arg(long, value_name = "N", value_parser = within(ODDS_RANGE))]
        odds: Option<i32>,
    },
}

/// Takes the numbers of a range.
fn within(range: RangeInclusive<i32>) -> RangedI64ValueParser<i32> {
    let (first, last) = range.into_inner();
    clap::value_parser!(i32).range(i64::from(first)..=i64::from(last))
}

impl Net {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        match self.command {
            NetCommand::Info { file } => info(&file, out),
            NetCommand::Export {
                file,
                force,
                fv_scale,
                odds,
            } => export(&file, force, NetScales { fv_scale, odds }, out),
        }
    }
}

fn export(
    path: &Path,
    force: bool,
    scales: NetScales,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let file = embedded::file().ok_or(CliError::Failed("there is no built-in network"))?;
    let (params, info) = read_bytes(&file)?;
    let mut bytes = Vec::with_capacity(file.len());
    params.write(&mut bytes, scales.or(info.scales))?;
    let opened = match force {
        true => File::create(path),
        false => File::create_new(path),
    };
    let written = opened.and_then(|mut file| file.write_all(&bytes));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => CliError::Exists(path.to_path_buf()),
        _ => CliError::Write {
            file: path.to_path_buf(),
            error,
        },
    })?;
    writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    Ok(())
}

fn info(file: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let args = EvaluatorArgs {
        net: Some(file.to_path_buf()),
        ..EvaluatorArgs::default()
    };
    let loaded = LoadedEvaluator::load(&args.options()?);
    let network = match (loaded.problem(), loaded.network()) {
        (None, Some(network)) => network,
        (Some(problem), _) => return Err(CliError::Evaluator(problem.to_string())),
        (None, None) => return Err(CliError::Failed("no network was loaded")),
    };
    let info = network.info();
    let layout = &info.architecture;
    let (kind, expected, stacks) = match layout {
        Architecture::Classic(net) => ("classic", net.file_hash(), 1),
        Architecture::Sfnn(net) => ("SFNN", Sfnn::FILE_HASH, net.stacks.count()),
    };
    let checksum = checksum(&info.path).map_err(|error| CliError::File {
        path: info.path.clone(),
        error,
    })?;
    let rows = [
        ("file", info.path.display().to_string()),
        ("size", format!("{} bytes", info.size)),
        ("checksum", format!("CRC-32 {:08x}", checksum)),
        ("architecture", layout.to_string()),
        (
            "kind",
            format!(
                "{kind}, {stacks} layer stack{}",
                if stacks == 1 { "" } else { "s" }
            ),
        ),
        (
            "features",
            format!(
                "{}, {} inputs to {} lanes for each side",
                layout.features().name(),
                layout.features().inputs(),
                layout.l1()
            ),
        ),
        ("version", format!("{:#010X}", info.version)),
        (
            "hash",
            format!("{:#010X} (the layout's own is {expected:#010X})", info.hash),
        ),
        (
            "section hashes",
            if info.section_hashes { "yes" } else { "no" }.to_string(),
        ),
        ("scale", loaded.fv_scale().to_string()),
        (
            "odds of e to 1",
            match info.scales.odds {
                Some(odds) => format!("an output of {odds}"),
                None => "not told: 600 centipawns".to_string(),
            },
        ),
        ("header", info.header.clone()),
    ];
    for (name, value) in rows {
        writeln!(out, "{name:<15} {value}")?;
    }
    for warning in loaded.warnings() {
        writeln!(out, "{:<15} {warning}", "warning")?;
    }
    Ok(())
}

/// A number that tells two files apart: hashes only tell layouts apart.
fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    let mut hasher = crc32fast::Hasher::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hasher.finalize()),
            n => hasher.update(block.get(..n).unwrap_or_default()),
        }
    }
}
