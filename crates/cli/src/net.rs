//! `komadai net`: description and export of network files.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::RangedI64ValueParser;
use clap::{Args, Subcommand};
use serde::Serialize;

use super::args::net_options;
use super::error::{CliError, CommandError};
use super::language::{japanese, msg, padded, say, told};
use super::outputs::{Overwriting, Places, folder_of, print_json};
use komadai::engine::evaluator::{EvaluatorIdentity, LoadedEvaluator};
use komadai::engine::{EvaluatorChoice, EvaluatorOptions};
use komadai::eval::embedded;
use komadai::eval::nnue::{Architecture, Sfnn, read_bytes};
use komadai::eval::scale::{FV_SCALE_RANGE, FvScale, NetScales, ODDS_RANGE, OPTIONS_FILE};
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;

/// Describe or export network files
#[derive(Debug, Args)]
pub(super) struct Net {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Debug, Subcommand)]
enum NetCommand {
    /// Show a network file's architecture, sizes, hashes, scale and oddities
    Info {
        /// The network file [default: the built-in network]
        file: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the built-in network as a file that other engines can load (nn.bin)
    Export {
        /// The file to write; an existing one is overwritten only with --force
        file: PathBuf,
        #[command(flatten)]
        overwriting: Overwriting,
        /// FV_SCALE to state in the architecture string
        #[arg(long, value_name = "N", value_parser = within(FV_SCALE_RANGE))]
        fv_scale: Option<i32>,
        /// Network output that means odds of e to 1, to state in the file
        #[arg(long, value_name = "N", value_parser = within(ODDS_RANGE))]
        odds: Option<i32>,
        /// Also write eval_options.txt beside the file, from which YaneuraOu takes FV_SCALE
        #[arg(long)]
        eval_options: bool,
    },
}

/// Error in showing or exporting a network.
#[derive(Debug, thiserror::Error)]
enum NetCommandError {
    #[error("there is no built-in network")]
    NoneBuiltIn,
    #[error("no network was loaded")]
    NoneLoaded,
}

japanese! { NetCommandError { NoneBuiltIn, NoneLoaded } }

impl CommandError for NetCommandError {}

/// Parser of numbers in a range.
fn within(range: RangeInclusive<i32>) -> RangedI64ValueParser<i32> {
    let (first, last) = range.into_inner();
    clap::value_parser!(i32).range(i64::from(first)..=i64::from(last))
}

impl Net {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        match self.command {
            NetCommand::Info { file, json } => info(file.as_deref(), json, out),
            NetCommand::Export {
                file,
                overwriting,
                fv_scale,
                odds,
                eval_options,
            } => {
                let scales = NetScales { fv_scale, odds };
                export(&file, overwriting, scales, eval_options, out)
            }
        }
    }
}

fn export(
    path: &Path,
    overwriting: Overwriting,
    scales: NetScales,
    with_options: bool,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    overwriting.try_file(path)?;
    let options = with_options.then(|| folder_of(path).join(OPTIONS_FILE));
    if let Some(options) = &options {
        overwriting.try_file(options)?;
        let mut places = Places::of_inputs([]);
        places.add(path)?;
        places.add(options)?;
    }
    let file = embedded::file().ok_or(NetCommandError::NoneBuiltIn)?;
    let (params, info) = read_bytes(&file)?;
    let mut bytes = Vec::with_capacity(file.len());
    let scales = scales.or(info.scales);
    params.write(&mut bytes, scales)?;
    let divisor = FvScale::decide(0, None, scales, &mut Vec::new()).divisor();
    let text = format!("FV_SCALE {divisor}\n");
    let options = options.iter().map(|options| (&**options, text.as_bytes()));
    for (path, bytes) in [(path, &*bytes)].into_iter().chain(options) {
        write_whole(path, bytes)?;
        let (file, size) = (path.display(), bytes.len());
        say!(out, file_size, file, size)?;
    }
    Ok(())
}

/// Description of a network file.
#[derive(Serialize)]
struct Facts {
    file: String,
    /// The size in bytes.
    size: u64,
    /// CRC-32, in hexadecimal digits.
    checksum: String,
    architecture: String,
    kind: &'static str,
    layer_stacks: usize,
    features: &'static str,
    /// Inputs of the first layer for each side.
    inputs: usize,
    /// Outputs of the first layer for each side.
    lanes: usize,
    version: String,
    hash: String,
    /// The header hash expected for the layout.
    layout_hash: String,
    section_hashes: bool,
    scale: String,
    /// `scale` in the language of the command line.
    #[serde(skip)]
    scale_in_words: String,
    /// The network output that is odds of e to 1, if the file states it.
    odds: Option<i32>,
    header: String,
    warnings: Vec<String>,
    /// `warnings` in the language of the command line.
    #[serde(skip)]
    warnings_in_words: Vec<String>,
}

impl Facts {
    fn read(file: Option<&Path>) -> Result<Facts, CliError> {
        let options = match file {
            Some(file) => net_options(EvaluatorChoice::Nnue, file, None)?,
            None => EvaluatorOptions::built_in(),
        };
        let loaded = LoadedEvaluator::load_exactly(&options)?;
        let network = loaded.network().ok_or(NetCommandError::NoneLoaded)?;
        let info = network.info();
        let layout = &info.architecture;
        let (kind, expected, stacks) = match layout {
            Architecture::Classic(net) => ("classic", net.file_hash(), 1),
            Architecture::Sfnn(net) => ("SFNN", Sfnn::FILE_HASH, net.stacks.count()),
        };
        let identity = loaded.identity().map_err(PathError::at(&info.path))?;
        let checksum = match identity {
            EvaluatorIdentity::Network { checksum, .. } => checksum,
            EvaluatorIdentity::Material => return Err(NetCommandError::NoneLoaded.into()),
        };
        Ok(Facts {
            file: info.path.display().to_string(),
            size: info.size,
            checksum: format!("{checksum:08x}"),
            architecture: layout.to_string(),
            kind,
            layer_stacks: stacks,
            features: layout.features().name(),
            inputs: layout.features().inputs(),
            lanes: layout.l1(),
            version: format!("{:#010X}", info.version),
            hash: format!("{:#010X}", info.hash),
            layout_hash: format!("{expected:#010X}"),
            section_hashes: info.section_hashes,
            scale: loaded.fv_scale().to_string(),
            scale_in_words: told(loaded.fv_scale()),
            odds: info.scales.odds,
            header: info.header.clone(),
            warnings: loaded.warnings().iter().map(|w| w.to_string()).collect(),
            warnings_in_words: loaded.warnings().iter().map(told).collect(),
        })
    }
}

fn info(file: Option<&Path>, as_json: bool, out: &mut dyn Write) -> Result<(), CliError> {
    let facts = Facts::read(file)?;
    if as_json {
        return print_json(out, &facts);
    }
    let Facts {
        hash,
        layout_hash,
        features,
        inputs,
        lanes,
        ..
    } = &facts;
    let (kind, stacks) = (facts.kind, facts.layer_stacks);
    let rows = [
        (msg!(field_file), facts.file.clone()),
        (msg!(field_size), msg!(bytes, size = facts.size)),
        (msg!(net_checksum), format!("CRC-32 {}", facts.checksum)),
        (msg!(net_architecture), facts.architecture.clone()),
        (msg!(net_kind), msg!(net_kind_stacks, kind, stacks)),
        (
            msg!(net_features),
            msg!(net_inputs, features, inputs, lanes),
        ),
        (msg!(net_version), facts.version.clone()),
        (msg!(net_hash), msg!(net_hash_of_layout, hash, layout_hash)),
        (
            msg!(net_sections),
            match facts.section_hashes {
                true => msg!(net_section_hashes),
                false => msg!(net_no_section_hashes),
            },
        ),
        (msg!(net_scale), facts.scale_in_words.clone()),
        (
            msg!(net_odds),
            match facts.odds {
                Some(odds) => msg!(net_odds_output, odds),
                None => msg!(net_odds_default),
            },
        ),
        (msg!(net_header), facts.header.clone()),
    ];
    let warnings = facts.warnings_in_words.iter();
    let warnings = warnings.map(|warning| (msg!(net_warning), warning.clone()));
    for (name, value) in rows.into_iter().chain(warnings) {
        writeln!(out, "{} {value}", padded(&name, 15))?;
    }
    Ok(())
}
