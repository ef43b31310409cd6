//! Index page of many games: players, results, accuracy, and a link to each report.

use serde::Serialize;

use super::document::Document;
use super::html::{STYLE, embeddable, fill, policy};
use super::noted::NotedEnd;
use crate::report::formation::Name;
use crate::report::names::brief_html;
use komadai::markup::escape_html;
use komadai_messages::Lang;

const PAGE: &str = include_str!("../../../../../web/games.html");

/// The entry of a game on the page.
#[derive(Clone, Debug, Serialize)]
pub struct GameEntry {
    /// Address of the report, relative to the page.
    link: String,
    date: Option<String>,
    event: Option<String>,
    moves: usize,
    handicap: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap_name: Option<&'static str>,
    opening: Option<Name>,
    end: Option<NotedEnd>,
    players: [GamePlayer; 2],
}

#[derive(Clone, Debug, Serialize)]
struct GamePlayer {
    name: Option<String>,
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    missed_wins: usize,
    decisive_blunders: usize,
}

/// The relative address of a file in or below the page's folder. `names` are the names of folders
/// and file on its path.
fn address(names: &[String]) -> String {
    let mut out = String::new();
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            out.push('/');
        }
        for byte in name.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    out.push(char::from(byte));
                }
                byte => out.push_str(&format!("%{byte:02X}")),
            }
        }
    }
    out
}

impl GameEntry {
    /// An entry for an analysed game. `file` is the path from the page's folder to the report: the
    /// names of the folders, then that of the file.
    pub fn new(document: &Document, file: &[String]) -> GameEntry {
        let header = |keys: &[&str]| {
            let mut headers = document.headers.iter();
            let found = headers.find(|(key, _)| keys.contains(&key.as_str()));
            found.map(|(_, value)| value.clone())
        };
        let player = |player: &super::document::PlayerEntry| GamePlayer {
            name: player.name.clone(),
            accuracy: player.accuracy,
            inaccuracies: player.inaccuracies,
            mistakes: player.mistakes,
            blunders: player.blunders,
            missed_wins: player.missed_wins,
            decisive_blunders: player.decisive_blunders,
        };
        let [black, white] = &document.players;
        GameEntry {
            link: address(file),
            date: header(&["開始日時", "対局日", "START_TIME"]),
            event: header(&["棋戦", "EVENT", "表題", "TITLE"]),
            moves: document.positions.len().saturating_sub(1),
            handicap: document.handicap,
            handicap_name: document.handicap_name,
            opening: document.opening,
            end: document.end.clone(),
            players: [player(black), player(white)],
        }
    }
}

/// The page, with the games in the order given. It opens in Japanese if `lang` is Japanese, else in
/// the language of the browser.
pub fn page(games: &[GameEntry], lang: Lang) -> String {
    let title = match games.len() {
        1 => "1 game".to_string(),
        n => format!("{n} games"),
    };
    // All keys are strings, so this cannot fail.
    let data = serde_json::to_string(games).unwrap_or_default();
    let script = super::page_script::games();
    fill(PAGE, |mark| match mark {
        "policy" => Some(policy(&script, false)),
        "lang" => Some(lang.code().to_string()),
        "title" => Some(title.clone()),
        "style" => Some(STYLE.to_string()),
        "text" => Some(text(games)),
        "data" => Some(embeddable(&data)),
        "script" => Some(script.clone()),
        _ => None,
    })
}

/// The list as text, for readers without scripts.
fn text(games: &[GameEntry]) -> String {
    let mut out = String::from(
        "<div class=\"plain\">\n<h1>Analysed games (解析した対局)</h1>\n<table>\n<tr><th></th><th>☗</th><th></th><th>☖</th><th></th>\
         <th>Result</th><th>Opening</th></tr>\n",
    );
    for (game, number) in games.iter().zip(1..) {
        let link = escape_html(&game.link);
        out.push_str(&format!(
            "<tr><td class=\"number\"><a href=\"{link}\">{number}</a></td>"
        ));
        for player in &game.players {
            let name = brief_html(player.name.as_deref().unwrap_or("–"));
            let accuracy = player.accuracy.map(|accuracy| format!("{accuracy:.1}%"));
            let accuracy = accuracy.unwrap_or_default();
            out.push_str(&format!(
                "<td><a href=\"{link}\">{name}</a></td><td class=\"number\">{accuracy}</td>"
            ));
        }
        let result = game.end.as_ref().map(NotedEnd::in_words);
        let opening = game.opening.as_ref();
        let opening = opening.map(|name| format!("{} ({})", name.english, name.japanese));
        out.push_str(&format!(
            "<td>{}</td><td>{}</td></tr>\n",
            escape_html(&result.unwrap_or_default()),
            escape_html(&opening.unwrap_or_default())
        ));
    }
    out.push_str("</table>\n</div>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_any_name_of_a_file() {
        let names = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<_>>();
        for (parts, expected) in [
            (&["a.html"][..], "a.html"),
            (&["deep", "b c.html"], "deep/b%20c.html"),
            (&["#1?.html"], "%231%3F.html"),
            (&["100%\"<.html"], "100%25%22%3C.html"),
            (&["棋譜.html"], "%E6%A3%8B%E8%AD%9C.html"),
        ] {
            assert_eq!(address(&names(parts)), expected);
        }
    }
}
