//! The engine for browsers, to be put into reports.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The interface that the page knows.
const ABI: &str = "shogihome-wasm-engine/1";
/// The engine as this version of the page knows it.
const NAME: &str = concat!("Komadai ", env!("CARGO_PKG_VERSION"));

/// The module that `scripts/build-web` makes: its JavaScript and its WebAssembly, with the network inside.
#[derive(Clone, Debug)]
pub struct PageEngine {
    pub(super) module: String,
    pub(super) wasm: Vec<u8>,
}

/// Why there is no engine to put into a report.
#[derive(Debug, thiserror::Error)]
pub enum PageEngineError {
    /// A file is missing or cannot be read.
    #[error("the engine for browsers cannot be read: {}: {source}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The description of the engine is none.
    #[error("{}: {reason}", .file.display())]
    Manifest {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: ManifestFault,
    },
}

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ManifestFault {
    #[error("{0}")]
    Json(String),
    #[error("the interface is {0}, not {ABI}")]
    Interface(String),
    #[error("this is {0}, the report is by {NAME}")]
    Version(String),
    #[error("the module {0} is no JavaScript")]
    Module(String),
}

/// What `engine.json` says.
#[derive(Deserialize)]
struct Manifest {
    abi: String,
    name: String,
    module: String,
}

impl PageEngine {
    /// Reads the engine in the folder `engine` of a folder such as `target/web`.
    ///
    /// # Errors
    /// If a file is missing, or the engine is not of this version.
    pub fn read(web: &Path) -> Result<PageEngine, PageEngineError> {
        let folder = web.join("engine");
        let read = |file: PathBuf| match fs::read(&file) {
            Ok(bytes) => Ok(bytes),
            Err(source) => Err(PageEngineError::Io { file, source }),
        };
        let file = folder.join("engine.json");
        let wrong = |reason| PageEngineError::Manifest {
            file: file.clone(),
            reason,
        };
        let text = read(file.clone())?;
        let manifest = serde_json::from_slice(&text)
            .map_err(|error| wrong(ManifestFault::Json(error.to_string())))?;
        let Manifest { abi, name, module } = manifest;
        if abi != ABI {
            return Err(wrong(ManifestFault::Interface(abi)));
        }
        if name != NAME {
            return Err(wrong(ManifestFault::Version(name)));
        }
        let Some(stem) = module.strip_suffix(".js") else {
            return Err(wrong(ManifestFault::Module(module)));
        };
        let wasm = read(folder.join(format!("{stem}.wasm")))?;
        let module = read(folder.join(&module))?;
        Ok(PageEngine {
            module: String::from_utf8_lossy(&module).into_owned(),
            wasm,
        })
    }
}
