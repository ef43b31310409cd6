//! Names, dates and whatever else a record says about its game, by the keys of KIF files.

use komadai::types::Color;

/// Key and value pairs in the order of the file. Keys are those of KIF
/// (`先手`, `棋戦`, `開始日時`); other formats translate theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a key, keeping its place if it was set before. Line ends in the
    /// value become the two characters `\n`, as in KIF files.
    pub fn set(&mut self, key: &str, value: &str) {
        let key = key.trim();
        let value = value
            .trim()
            .replace("\r\n", "\n")
            .replace(['\n', '\r'], "\\n");
        match self.0.iter_mut().find(|(k, _)| k == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key.replace(['\n', '\r'], " "), value)),
        }
    }

    /// Key and value pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name of a player, under the key of even or of handicap games; `None`
    /// if nothing is written there.
    pub fn player(&self, color: Color) -> Option<&str> {
        let (even, handicap) = match color {
            Color::Black => ("先手", "下手"),
            Color::White => ("後手", "上手"),
        };
        let mut names = [even, handicap].into_iter().filter_map(|key| self.get(key));
        names.find(|name| !name.trim().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_name_is_none() {
        let mut headers = Headers::default();
        for key in ["先手", "後手", "上手"] {
            headers.set(key, "");
        }
        assert_eq!(headers.player(Color::Black), None);
        assert_eq!(headers.player(Color::White), None);
        headers.set("上手", "桂");
        assert_eq!(headers.player(Color::White), Some("桂"));
    }
}
