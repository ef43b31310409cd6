//! Titles of the sides of a match.

use super::match_identity::SideIdentity;

/// The texts that describe a side of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideLabel {
    /// The name; several sides may have the same.
    pub name: String,
    /// The options that were set, as `Name=Value`.
    pub options: Vec<String>,
    /// The limit of the side's moves.
    pub limit: String,
}

impl From<&SideIdentity> for SideLabel {
    fn from(identity: &SideIdentity) -> SideLabel {
        SideLabel {
            name: identity.name.clone(),
            options: identity.options.clone(),
            limit: identity.control.to_string(),
        }
    }
}

/// The title of each side: its name with the options that not all sides have, and with its limit if
/// the limits of the sides differ. Example: `Komadai (SlowMover=120)`.
pub fn titles(sides: &[SideLabel]) -> Vec<String> {
    let limits_differ = sides.windows(2).any(|two| two[0].limit != two[1].limit);
    let title = |side: &SideLabel| {
        let common = |option| sides.iter().all(|other| other.options.contains(option));
        let own = side.options.iter().filter(|option| !common(option));
        let limit = limits_differ.then_some(&side.limit);
        let own: Vec<&str> = own.chain(limit).map(String::as_str).collect();
        match own[..] {
            [] => side.name.clone(),
            _ => format!("{} ({})", side.name, own.join(", ")),
        }
    };
    sides.iter().map(title).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_what_the_others_have_not() {
        let side = |options: &[&str], limit: &str| SideLabel {
            name: "Same".to_string(),
            options: options.iter().map(|text| text.to_string()).collect(),
            limit: limit.to_string(),
        };
        let alike = [
            side(&["Threads=1"], "100 nodes"),
            side(&["Threads=1"], "100 nodes"),
        ];
        assert_eq!(titles(&alike), ["Same", "Same"]);
        let three = [
            side(&["Threads=1", "USI_Hash=8"], "100 nodes"),
            side(&["Threads=1", "USI_Hash=8", "SlowMover=120"], "100 nodes"),
            side(&["Threads=1"], "50 nodes"),
        ];
        assert_eq!(
            titles(&three),
            [
                "Same (USI_Hash=8, 100 nodes)",
                "Same (USI_Hash=8, SlowMover=120, 100 nodes)",
                "Same (50 nodes)",
            ]
        );
        assert_eq!(titles(&[]), [] as [&str; 0]);
    }
}
