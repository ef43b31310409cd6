//! Identity of a match: settings that two runs of one match share.

use serde_json::{Map, Value};

use super::adjudicate::Adjudication;
use super::clocks::TimeControl;
use super::schedule::MatchFormat;

/// Settings of one side that decide the worth of its games.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SideIdentity {
    /// Its command line.
    pub command: String,
    /// Its name.
    pub name: String,
    /// A checksum of the program, if it could be read.
    pub program: Option<String>,
    /// The options set.
    pub options: Vec<String>,
    /// Its limits.
    pub control: TimeControl,
    /// Margin beyond its limit, in ms.
    pub margin_ms: u64,
}

/// Who plays a match.
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
        /// In the order of their letters.
        engines: Vec<SideIdentity>,
    },
}

impl Entrants {
    /// In the order of their letters.
    pub fn all(&self) -> Vec<&SideIdentity> {
        match self {
            Entrants::Two { a, b } => vec![a, b],
            Entrants::Several { engines, .. } => engines.iter().collect(),
        }
    }
}

/// Settings that two runs of the same match share. How many games are to be
/// played, how many at once and when to stop are left out: they may change.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MatchIdentity {
    /// Who plays.
    #[serde(flatten)]
    pub entrants: Entrants,
    /// A checksum of the starts in their order.
    pub openings: String,
    /// The longest game.
    pub max_moves: u32,
    /// The rule for declarations.
    pub entering_king: String,
    /// Early ends by score.
    pub adjudication: Adjudication,
    /// Whether players think on the opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

/// A leaf in which two values differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} was {there} and is now {here}")]
pub struct Difference {
    /// Where it stands.
    pub name: String,
    /// The value of the file.
    pub there: String,
    /// The value of this run.
    pub here: String,
}

/// Names each leaf in which two values differ.
pub(super) fn compare(name: &str, there: &Value, here: &Value, differences: &mut Vec<Difference>) {
    let join = |key: &str| match name {
        "" => key.to_string(),
        name => format!("{name}.{key}"),
    };
    match (there, here) {
        (Value::Object(there), Value::Object(here)) => {
            let added = here.keys().filter(|key| !there.contains_key(*key));
            for key in there.keys().chain(added) {
                let of = |object: &Map<String, Value>| object.get(key).cloned();
                let [there, here] = [there, here].map(|object| of(object).unwrap_or_default());
                compare(&join(key), &there, &here, differences);
            }
        }
        // Lists of options are shown whole.
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

/// A checksum (64-bit FNV-1a) as 16 hexadecimal digits; tells files apart, no more.
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
