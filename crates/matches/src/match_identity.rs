//! Identity of a match: the settings that all runs of a resumed match share.

use serde_json::{Map, Value};

use super::adjudicate::Adjudication;
use super::clocks::TimeControl;
use super::schedule::MatchFormat;

/// The settings of one side on which its results depend.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SideIdentity {
    /// The command line of the engine, without folders.
    pub command: String,
    /// The name of the engine.
    pub name: String,
    /// A checksum of the program; `None` if the file could not be read.
    pub program: Option<String>,
    /// A checksum of the network file; `None` if there is none, or it could not be read.
    #[serde(default)]
    pub network: Option<String>,
    /// The options that were set.
    pub options: Vec<String>,
    /// The limits of the engine's moves.
    pub control: TimeControl,
    /// The delay beyond the limit that does not lose on time, in ms.
    pub margin_ms: u64,
}

/// The engines of a match.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Entrants {
    /// Two sides.
    Two {
        /// The first side.
        a: Box<SideIdentity>,
        /// The second side.
        b: Box<SideIdentity>,
    },
    /// Several engines.
    Several {
        /// Round robin or gauntlet.
        format: MatchFormat,
        /// The engines in the order of their letters.
        engines: Vec<SideIdentity>,
    },
}

impl Entrants {
    /// The engines in the order of their letters.
    pub fn all(&self) -> Vec<&SideIdentity> {
        match self {
            Entrants::Two { a, b } => vec![a, b],
            Entrants::Several { engines, .. } => engines.iter().collect(),
        }
    }
}

/// The settings that all runs of a match share. The number of games, the number played at once and
/// the stopping rule are not among them, because they may change between runs.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MatchIdentity {
    /// The engines.
    #[serde(flatten)]
    pub entrants: Entrants,
    /// A checksum of all starts in their order.
    pub openings: String,
    /// The ply after which a game is drawn.
    pub max_moves: u32,
    /// The name of the entering-king rule for declarations.
    pub entering_king: String,
    /// Rules for early ends by score.
    pub adjudication: Adjudication,
    /// Whether players ponder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

/// A setting that differs between the file and this run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} was {there} and is now {here}")]
pub struct Difference {
    /// The path of the setting, with dots: `b.options`.
    pub name: String,
    /// The value in the file.
    pub there: String,
    /// The value in this run.
    pub here: String,
}

/// Appends a difference for each leaf in which the two JSON values differ.
pub(super) fn compare(name: &str, there: &Value, here: &Value, differences: &mut Vec<Difference>) {
    let join = |key: &str| match name {
        "" => key.to_string(),
        name => format!("{name}.{key}"),
    };
    match (there, here) {
        (Value::Object(there), Value::Object(here)) => {
            // Record files of earlier versions do not name the network.
            let added = here
                .keys()
                .filter(|key| !there.contains_key(*key) && *key != "network");
            for key in there.keys().chain(added) {
                let of = |object: &Map<String, Value>| object.get(key).cloned();
                let [there, here] = [there, here].map(|object| of(object).unwrap_or_default());
                compare(&join(key), &there, &here, differences);
            }
        }
        // Lists of objects (the engines) are compared item by item. A list of options is compared
        // as one value.
        (Value::Array(there), Value::Array(here))
            if there.len() == here.len() && there.iter().all(Value::is_object) =>
        {
            for (i, (there, here)) in there.iter().zip(here).enumerate() {
                compare(&join(&i.to_string()), there, here, differences);
            }
        }
        _ if there != here => {
            differences.push(Difference {
                name: name.to_string(),
                there: there.to_string(),
                here: here.to_string(),
            });
        }
        _ => {}
    }
}

/// A checksum (64-bit FNV-1a) as 16 hexadecimal digits. It tells files apart, but does not protect
/// against forgery.
pub fn checksum(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_fnv() {
        // Published test values of FNV-1a.
        assert_eq!(checksum(b""), "cbf29ce484222325");
        assert_eq!(checksum(b"a"), "af63dc4c8601ec8c");
        assert_eq!(checksum(b"foobar"), "85944171f73967e8");
    }
}
