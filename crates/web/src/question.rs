//! Questions and answers: JSON in, JSON out.

use serde::{Deserialize, Serialize};

use super::legal::Legal;
use super::path::Path;
use super::writing::Game;
use super::{found, reading};

/// What the page may ask.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Question {
    /// The legal moves of a position: `{moves, end, declares}`.
    Moves(Path),
    /// What `info` lines say about a position: what a document has of a position searched, or `null`.
    Found {
        #[serde(flatten)]
        path: Path,
        said: Vec<String>,
    },
    /// A game of the file whose bytes follow: `{titles, document, kif}`.
    Read {
        #[serde(default)]
        name: String,
        #[serde(default)]
        index: usize,
    },
    /// The game of the page as KIF: `{kif}`.
    Write(Game),
}

#[derive(Serialize)]
struct Kif {
    kif: String,
}

#[derive(Serialize)]
struct Complaint {
    error: String,
}

/// Answers a question: one line of JSON, behind it the bytes of a file if one
/// is to be read. The answer is JSON too, `{"error": words}` where there is none.
pub fn answer(question: &[u8]) -> String {
    let end = question.iter().position(|&byte| byte == b'\n');
    let (line, content) = match end {
        Some(end) => (&question[..end], &question[end + 1..]),
        None => (question, &[][..]),
    };
    let result = match serde_json::from_slice(line) {
        Ok(question) => in_words(question, content),
        Err(error) => Err(error.to_string()),
    };
    result.unwrap_or_else(|error| json(&Complaint { error }))
}

fn in_words(question: Question, content: &[u8]) -> Result<String, String> {
    Ok(match question {
        Question::Moves(path) => json(&Legal::at(&path).map_err(|error| error.to_string())?),
        Question::Found { path, said } => {
            json(&found::found(&path, &said).map_err(|error| error.to_string())?)
        }
        Question::Read { name, index } => {
            json(&reading::read(content, &name, index).map_err(|error| error.to_string())?)
        }
        Question::Write(game) => json(&Kif {
            kif: game.kif().map_err(|error| error.to_string())?,
        }),
    })
}

fn json(value: &impl Serialize) -> String {
    // The keys are texts, so that this cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}
