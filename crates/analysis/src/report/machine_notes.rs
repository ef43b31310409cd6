//! Analysis lines of engines in the comments of records, in the forms of ShogiHome, ShogiGUI,
//! floodgate and Komadai.

use std::collections::HashMap;

use komadai::types::Score;
use komadai_records::{NodeId, Record};

/// The engine name in Komadai's own lines.
pub(super) const OWN_NAME: &str = "Komadai";

/// A comment line written by an engine. Scores are for Black.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MachineLine<'a> {
    /// `#評価値=158`, `*対局 評価値 55`, `*解析 0 候補1 ... 評価値 34 読み筋 ▲２六歩(27)`,
    /// `* 158 -3334FU`.
    Score {
        /// `None` if the line has a word instead of a number.
        score: Option<Score>,
        /// Rank of the line; 1 for the best line or the only one.
        rank: u32,
        /// The expected moves as they stand in the comment.
        moves: &'a str,
        /// The number of the engine, in ShogiGUI's analyses.
        engine: Option<u32>,
    },
    /// The expected moves for the score in an earlier line: `#読み筋=▲７六歩△３四歩`.
    Moves(&'a str),
    /// Depth or node count: `#深さ=12`, `#ノード数=4567`.
    Effort,
    /// The engine that wrote the preceding lines: `#エンジン=Komadai`.
    Engine(&'a str),
    /// The name of the engine with this number: `*Engines 0 Komadai`.
    Named(u32, &'a str),
}

impl<'a> MachineLine<'a> {
    /// Reads a comment line; `None` if a person wrote it.
    pub fn read(line: &'a str) -> Option<MachineLine<'a>> {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("* ") {
            return floodgate(rest.trim_start());
        }
        let body = line.strip_prefix(['#', '*']).unwrap_or(line);
        if let Some((key, value)) = body.split_once('=') {
            return MachineLine::pair(key.trim(), value.trim());
        }
        let body = line.strip_prefix('*')?;
        let (kind, rest) = body.split_once(char::is_whitespace)?;
        match kind {
            "Engines" => {
                let (number, name) = rest.trim_start().split_once(char::is_whitespace)?;
                Some(MachineLine::Named(number.parse().ok()?, name.trim()))
            }
            "解析" | "対局" | "検討" => shogigui(rest),
            _ => None,
        }
    }

    fn pair(key: &str, value: &'a str) -> Option<MachineLine<'a>> {
        let score = |score| MachineLine::Score {
            score,
            rank: 1,
            moves: "",
            engine: None,
        };
        match key {
            "評価値" => Some(score(Some(centipawns(value)?))),
            "詰み" => Some(score(Some(mate(value)?))),
            "読み筋" => Some(MachineLine::Moves(value)),
            "深さ" | "ノード数" => Some(MachineLine::Effort),
            "エンジン" => Some(MachineLine::Engine(value)),
            _ => None,
        }
    }
}

fn centipawns(text: &str) -> Option<Score> {
    let first = text.split_whitespace().next()?;
    first.parse().ok().map(Score::Centipawns)
}

/// Reads a mate score: `先手勝ち:5手`.
fn mate(text: &str) -> Option<Score> {
    let (winner, plies) = text.split_once(':').unwrap_or((text, ""));
    let winning = match winner {
        "先手勝ち" => true,
        "後手勝ち" => false,
        _ => return None,
    };
    let plies = plies.trim_end_matches('手').parse().ok();
    Some(Score::Mate { winning, plies })
}

/// Reads the rest of a floodgate line: `158 -3334FU +2726FU`.
fn floodgate(text: &str) -> Option<MachineLine<'_>> {
    let (score, moves) = text.split_once(' ').unwrap_or((text, ""));
    Some(MachineLine::Score {
        score: Some(centipawns(score)?),
        rank: 1,
        moves: moves.trim(),
        engine: None,
    })
}

/// Reads the rest of a ShogiGUI line: `0 候補1 時間 00:01.0 深さ 10/17 ノード数 9 評価値
/// 34 読み筋 ▲２六歩(27)`.
fn shogigui(text: &str) -> Option<MachineLine<'_>> {
    let (head, moves) = text.split_once("読み筋").unwrap_or((text, ""));
    let (before, value) = head.split_once("評価値")?;
    let mut words = value.split_whitespace();
    let first = words.next()?;
    let score = match first.strip_suffix('詰') {
        Some(sign) => Some(Score::Mate {
            winning: sign != "-",
            plies: words
                .next()
                .and_then(|n| n.trim_end_matches('手').parse().ok()),
        }),
        None => centipawns(first),
    };
    let rank = before
        .split_whitespace()
        .find_map(|word| word.strip_prefix("候補"));
    let engine = before.split_whitespace().next();
    Some(MachineLine::Score {
        score,
        rank: rank.and_then(|rank| rank.parse().ok()).unwrap_or(1),
        moves: moves.trim(),
        engine: engine.and_then(|number| number.parse().ok()),
    })
}

/// The engine names in `*Engines` lines, by number.
fn engines(record: &Record) -> HashMap<u32, String> {
    let lines = record.ids().flat_map(|id| record.node(id).comment_lines());
    lines
        .filter_map(|line| match MachineLine::read(line) {
            Some(MachineLine::Named(number, name)) => Some((number, name.to_string())),
            _ => None,
        })
        .collect()
}

/// Score and expected moves that an engine noted at a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MachineNote {
    pub engine: Option<String>,
    pub score: Option<Score>,
    /// The expected moves as they stand in the record.
    pub moves: String,
}

/// Reader of comments that separates people's words from lines of engines.
pub(super) struct Remarks {
    engines: HashMap<u32, String>,
}

impl Remarks {
    pub fn new(record: &Record) -> Remarks {
        Remarks {
            engines: engines(record),
        }
    }

    /// The lines that people wrote at a node, and the notes of engines there.
    pub fn of(&self, record: &Record, id: NodeId) -> (Vec<String>, Vec<MachineNote>) {
        let (mut said, mut notes) = (Vec::new(), Vec::<MachineNote>::new());
        for line in record.node(id).comment_lines() {
            match MachineLine::read(line) {
                None => said.push(line.to_string()),
                Some(MachineLine::Score {
                    score,
                    moves,
                    engine,
                    ..
                }) => notes.push(MachineNote {
                    engine: engine.and_then(|number| self.engines.get(&number).cloned()),
                    score,
                    moves: moves.to_string(),
                }),
                Some(MachineLine::Moves(moves)) => match notes.last_mut() {
                    Some(note) if note.moves.is_empty() => note.moves = moves.to_string(),
                    _ => notes.push(MachineNote {
                        moves: moves.to_string(),
                        ..MachineNote::default()
                    }),
                },
                Some(MachineLine::Engine(name)) => {
                    if let Some(note) = notes.last_mut() {
                        note.engine = Some(name.to_string());
                    }
                }
                Some(MachineLine::Effort | MachineLine::Named(..)) => {}
            }
        }
        (said, notes)
    }
}

/// Removes the lines of Komadai's earlier analyses, so that a new one replaces them. All
/// other lines are kept.
pub(super) fn remove_own(record: &mut Record) {
    let engines = engines(record);
    let is_own = |number: u32| match engines.get(&number) {
        Some(name) => name.starts_with(OWN_NAME),
        // Early versions of Komadai did not note their name, and used number 0.
        None => number == 0,
    };
    let ids: Vec<NodeId> = record.ids().collect();
    for id in ids {
        let lines: Vec<String> = record
            .node(id)
            .comment_lines()
            .map(str::to_string)
            .collect();
        let kept = keep_others(&lines, is_own, !engines.contains_key(&0));
        if kept.len() < lines.len() {
            record.node_mut(id).comments = kept;
        }
    }
}

/// The lines that are not Komadai's. `unnamed` tells that the record notes no engine name for
/// number 0; a line with that number is then Komadai's only if it follows another line of Komadai.
fn keep_others(lines: &[String], is_own: impl Fn(u32) -> bool, unnamed: bool) -> Vec<String> {
    let mut own = vec![false; lines.len()];
    for (index, line) in lines.iter().enumerate() {
        let is_signed = line.starts_with(SIGNATURE);
        match MachineLine::read(line) {
            _ if is_signed => mark_block(lines, index, &mut own),
            Some(MachineLine::Engine(name)) if name.starts_with(OWN_NAME) => {
                mark_block(lines, index, &mut own);
            }
            Some(MachineLine::Named(_, name)) => own[index] = name.starts_with(OWN_NAME),
            Some(MachineLine::Score {
                engine: Some(number),
                ..
            }) => {
                let behind_own = index > 0 && own[index - 1];
                own[index] = is_own(number) && (!unnamed || behind_own);
            }
            _ => {}
        }
    }
    let kept = lines.iter().zip(own).filter(|(_, own)| !own);
    kept.map(|(line, _)| line.clone()).collect()
}

/// Start of the last line of Komadai's block in CSA files. It follows score and judgement.
pub(super) const SIGNATURE: &str = "engine: Komadai";

/// Marks the block of Komadai's lines whose last line, the signature, has the index `last`. The
/// block begins at the nearest score line before, or at a judgement directly before that line.
/// Without a score line nearby, only the signature is marked.
fn mark_block(lines: &[String], last: usize, own: &mut [bool]) {
    let is_score = |line: &String| {
        let read = MachineLine::read(line);
        matches!(read, Some(MachineLine::Score { engine: None, .. }))
    };
    // A block is short: in KIF files, the score, its words, moves, depth and nodes precede the
    // signature.
    let near = last.saturating_sub(6);
    let found = (near..last).rev().find(|&index| is_score(&lines[index]));
    let mut first = found.unwrap_or(last);
    for test in [is_chance, is_judgement] {
        if first > 0 && found.is_some() && test(&lines[first - 1]) {
            first -= 1;
        }
    }
    own[first..=last].fill(true);
}

/// Whether the line states a better move and win probabilities: `最善手は▲２六歩、勝率62.1%→48.0%`.
fn is_chance(line: &str) -> bool {
    line.contains("勝率") && line.contains("%→") && line.ends_with('%')
}

/// Whether the line is a judgement: `【悪手】`.
fn is_judgement(line: &str) -> bool {
    line.starts_with('【') && line.ends_with('】')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_each_program_are_known() {
        let score = |score, rank, moves, engine| {
            Some(MachineLine::Score {
                score,
                rank,
                moves,
                engine,
            })
        };
        let cp = |cp| Some(Score::Centipawns(cp));
        let mate = |winning, plies| Some(Score::Mate { winning, plies });
        for (line, expected) in [
            ("#評価値=158", score(cp(158), 1, "", None)),
            ("*評価値=55", score(cp(55), 1, "", None)),
            ("評価値=+80", score(cp(80), 1, "", None)),
            ("*#評価値=-60", None),
            (
                "#詰み=先手勝ち:5手",
                score(mate(true, Some(5)), 1, "", None),
            ),
            ("*詰み=後手勝ち", score(mate(false, None), 1, "", None)),
            (
                "*解析 0 候補2 時間 00:01.0 深さ 10/17 ノード数 9 評価値 34 読み筋 ▲２六歩(27) △３四歩(33)",
                score(cp(34), 2, "▲２六歩(27) △３四歩(33)", Some(0)),
            ),
            ("*対局 評価値 55", score(cp(55), 1, "", None)),
            (
                "*対局 時間 00:01.0 深さ 12/20 ノード数 100000 評価値 -詰 7 読み筋 △３四歩(33)",
                score(mate(false, Some(7)), 1, "△３四歩(33)", None),
            ),
            (
                "*検討 1 候補1 評価値 +詰",
                score(mate(true, None), 1, "", Some(1)),
            ),
            (
                "* 158 -3334FU +2726FU",
                score(cp(158), 1, "-3334FU +2726FU", None),
            ),
            ("* -20", score(cp(-20), 1, "", None)),
            ("*読み筋=▲７六歩", Some(MachineLine::Moves("▲７六歩"))),
            ("#深さ=12", Some(MachineLine::Effort)),
            ("#エンジン=A B", Some(MachineLine::Engine("A B"))),
            ("*Engines 0 A B", Some(MachineLine::Named(0, "A B"))),
            ("評価値は55くらい", None),
            ("* good move", None),
            ("*対局の感想", None),
            ("a=b", None),
            ("", None),
        ] {
            assert_eq!(MachineLine::read(line), expected, "{line}");
        }
    }

    #[test]
    fn only_own_lines_are_taken_back() {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let own = "【悪手】\n最善手は▲２六歩、勝率62.1%→48.0%\n#評価値=-9\n先手の規定勝ち\n#読み筋=▲２六歩\n#深さ=9\n\
            #ノード数=7\n#エンジン=Komadai\n*解析 1 候補1 評価値 34";
        let others = "【悪手】\n本譜は▲７六歩\n#評価値=30\n#エンジン=Suisho\n*解析 0 候補1 評価値 31\n#評価値=5\n* 7 -3334FU\n読む";
        let is_own = |number| number == 1;
        for text in [format!("{others}\n{own}"), format!("{own}\n{others}")] {
            assert_eq!(
                keep_others(&lines(&text), is_own, false),
                lines(others),
                "{text}"
            );
        }
        assert_eq!(keep_others(&lines(others), is_own, false), lines(others));
        // Lines from before Komadai named itself in records.
        let old = own.replace("解析 1", "解析 0");
        assert_eq!(
            keep_others(&lines(&old), |number| number == 0, true),
            lines("")
        );
        let csa =
            "* 30 -3334FU\nread\n* -9 -3334FU\nBlack: mistake\nengine: Komadai, depth 9, nodes 7";
        let kept = keep_others(&lines(csa), is_own, false);
        assert_eq!(kept, ["* 30 -3334FU", "read"]);
    }
}
