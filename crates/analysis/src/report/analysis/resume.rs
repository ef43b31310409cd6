//! Progress file of an analysis: the finished positions, from which a later run continues.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::analyser::Identity;
use super::position::PositionAnalysis;
use super::score::{ScoreEntry, bound_name};
use crate::progress_file::{Opened, ProgressFile};
use komadai::eval::scale::ScoreScale;
use komadai::search::RankedLine;
use komadai::types::{Bound, Depth, Move, Score, Value};
use komadai_journal::JournalError;

/// Format version, written to the first line.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize, PartialEq)]
struct Header {
    komadai_analysis: u32,
    settings: Identity,
}

/// A finished position.
#[derive(Serialize, Deserialize)]
struct Entry {
    position: String,
    depth: Depth,
    nodes: u64,
    time_ms: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    declares: bool,
    /// The lines in the form of earlier versions: score (with a pawn at 90, and mates as 32000
    /// minus plies), depth, seldepth, moves.
    #[serde(default, skip_serializing)]
    lines: Vec<(i32, Depth, Depth, String)>,
    /// The lines, the best first.
    #[serde(default)]
    ranks: Vec<Rank>,
}

/// A line of a finished position.
#[derive(Serialize, Deserialize)]
struct Rank {
    score: ScoreEntry,
    /// `lower` or `upper`; `None` if the score is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    depth: Depth,
    seldepth: Depth,
    moves: String,
}

impl Rank {
    fn new(line: &RankedLine) -> Rank {
        let moves: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        Rank {
            score: line.score.into(),
            bound: bound_name(line.bound).map(str::to_string),
            depth: line.depth,
            seldepth: line.seldepth,
            moves: moves.join(" "),
        }
    }

    fn line(self) -> Option<RankedLine> {
        let bound = match self.bound.as_deref() {
            None => Bound::Exact,
            Some("lower") => Bound::Lower,
            Some("upper") => Bound::Upper,
            Some(_) => return None,
        };
        let score = self.score.score()?;
        line(score, bound, self.depth, self.seldepth, &self.moves)
    }
}

fn line(
    score: Score,
    bound: Bound,
    depth: Depth,
    seldepth: Depth,
    moves: &str,
) -> Option<RankedLine> {
    let moves: Result<Vec<Move>, _> = moves.split_whitespace().map(Move::from_usi).collect();
    Some(RankedLine {
        score,
        bound,
        depth,
        seldepth,
        moves: moves.ok()?,
    })
}

/// The score that an earlier version wrote as this number; `None` if the number is out of range.
fn old_score(number: i32) -> Option<Score> {
    let known = -Value::MATE.0..=Value::MATE.0;
    known
        .contains(&number)
        .then(|| ScoreScale::SAME.show(Value(number)))
}

impl Entry {
    fn new(key: &str, result: &PositionAnalysis) -> Entry {
        Entry {
            position: key.to_string(),
            depth: result.depth,
            nodes: result.nodes,
            time_ms: result.time_ms,
            declares: result.declares,
            lines: Vec::new(),
            ranks: result.lines.iter().map(Rank::new).collect(),
        }
    }

    fn result(self) -> Option<(String, PositionAnalysis)> {
        let old = self
            .lines
            .into_iter()
            .map(|(number, depth, seldepth, moves)| {
                line(old_score(number)?, Bound::Exact, depth, seldepth, &moves)
            });
        let lines: Option<Vec<RankedLine>> =
            old.chain(self.ranks.into_iter().map(Rank::line)).collect();
        let result = PositionAnalysis {
            lines: lines?,
            declares: self.declares,
            depth: self.depth,
            nodes: self.nodes,
            time_ms: self.time_ms,
        };
        (!result.lines.is_empty()).then_some((self.position, result))
    }
}

/// Result of [`AnalysisProgress::open`].
#[derive(Debug)]
pub struct OpenedProgress {
    /// The open file, to which results are added.
    pub file: AnalysisProgress,
    /// Positions finished earlier, by key.
    pub known: HashMap<String, PositionAnalysis>,
    /// The settings of the earlier run if they differ; its results have then been deleted.
    pub replaced: Option<Identity>,
}

/// The open progress file of an analysis.
#[derive(Debug)]
pub struct AnalysisProgress(ProgressFile);

impl AnalysisProgress {
    /// Opens the file of an earlier run, or creates one. If the settings differ, the file is
    /// emptied and started anew.
    ///
    /// # Errors
    /// If the system refuses access, another analysis uses the file, or it is no progress
    /// file of an analysis.
    pub fn open(path: &Path, settings: &Identity) -> Result<OpenedProgress, JournalError> {
        let header = Header {
            komadai_analysis: FORMAT,
            settings: settings.clone(),
        };
        let Opened {
            file,
            entries,
            replaced,
        } = ProgressFile::open::<Header, Entry>(path, &header)?;
        Ok(OpenedProgress {
            file: AnalysisProgress(file),
            known: entries.into_iter().filter_map(Entry::result).collect(),
            replaced: replaced.map(|header| header.settings),
        })
    }

    /// Adds a finished position.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, key: &str, result: &PositionAnalysis) -> Result<(), JournalError> {
        self.0.append(&Entry::new(key, result))
    }

    /// Removes the file once everything is done.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), JournalError> {
        self.0.remove()
    }
}

#[cfg(test)]
mod tests {
    use super::super::analyser::Budget;
    use super::*;

    fn identity(nodes: u64) -> Identity {
        Identity {
            engine: "Komadai".to_string(),
            evaluator: "material".to_string(),
            evaluator_identity: None,
            budget: Budget {
                time_ms: None,
                nodes: Some(nodes),
                depth: None,
            },
            multipv: 2,
            hash_mib: 4,
        }
    }

    fn result(cp: i32) -> PositionAnalysis {
        let moves = ["7g7f", "P*5e", "8h2b+"].map(|m| Move::from_usi(m).unwrap());
        let line = |score, bound, moves: &[Move]| RankedLine {
            score,
            bound,
            depth: 7,
            seldepth: 12,
            moves: moves.to_vec(),
        };
        PositionAnalysis {
            lines: vec![
                line(Score::Centipawns(cp), Bound::Exact, &moves),
                line(Score::Repetition { better: false }, Bound::Upper, &moves),
                line(Score::mated_in(0), Bound::Exact, &[]),
            ],
            declares: cp > 100,
            depth: 7,
            nodes: 1234,
            time_ms: 5,
        }
    }

    #[test]
    fn what_was_finished_comes_back_wherever_the_file_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.progress");
        let mut sizes = Vec::new();
        {
            let mut progress = AnalysisProgress::open(&path, &identity(1)).unwrap();
            assert!(progress.known.is_empty() && progress.replaced.is_none());
            for (key, cp) in [("a", 1), ("b", 101), ("c", -7)] {
                sizes.push(std::fs::metadata(&path).unwrap().len() as usize);
                progress.file.append(key, &result(cp)).unwrap();
            }
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut seen = [false; 4];
        for cut in (0..=bytes.len()).rev() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let mut progress = AnalysisProgress::open(&path, &identity(1)).unwrap();
            let expected = sizes[1..].iter().filter(|size| cut >= **size).count()
                + usize::from(cut == bytes.len());
            assert_eq!(progress.known.len(), expected, "cut at {cut}");
            seen[expected] = true;
            if expected > 0 {
                assert_eq!(progress.known["a"], result(1));
            }
            // New results are added after those read.
            progress.file.append("d", &result(4)).unwrap();
            drop(progress);
            let again = AnalysisProgress::open(&path, &identity(1)).unwrap();
            assert_eq!(again.known.len(), expected + 1, "cut at {cut}");
        }
        assert_eq!(seen, [true; 4]);
    }

    /// Earlier versions wrote a score as one number, with a pawn at 90.
    #[test]
    fn files_of_earlier_versions_are_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.progress");
        let head = serde_json::to_string(&Header {
            komadai_analysis: 1,
            settings: identity(1),
        });
        let old = r#"{"position":"a","depth":7,"nodes":1234,"time_ms":5,"lines":[[39,7,12,"7g7f P*5e"],[31996,6,6,"8h2b+"],[-32000,1,1,""],[-28000,7,9,"7g7f"],[29990,7,9,"7g7f"]]}"#;
        let broken =
            r#"{"position":"b","depth":7,"nodes":1,"time_ms":5,"lines":[[32001,7,12,"7g7f"]]}"#;
        std::fs::write(&path, format!("{}\n{old}\n{broken}\n", head.unwrap())).unwrap();
        let mut progress = AnalysisProgress::open(&path, &identity(1)).unwrap();
        assert!(progress.replaced.is_none() && progress.known.len() == 1);
        let told: Vec<_> = progress.known["a"]
            .lines
            .iter()
            .map(|line| (line.score, line.bound, line.depth, line.moves.len()))
            .collect();
        assert_eq!(
            told,
            [
                (Score::Centipawns(43), Bound::Exact, 7, 2),
                (Score::mate_in(4), Bound::Exact, 6, 1),
                (Score::mated_in(0), Bound::Exact, 1, 0),
                (Score::Repetition { better: false }, Bound::Exact, 7, 1),
                (Score::Rule { winning: true }, Bound::Exact, 7, 1),
            ]
        );
        // New results are written in the present form.
        progress.file.append("c", &result(4)).unwrap();
        drop(progress);
        let again = AnalysisProgress::open(&path, &identity(1)).unwrap();
        assert_eq!(again.known.len(), 2);
        assert_eq!(again.known["c"], result(4));
    }

    #[test]
    fn other_settings_start_anew_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.progress");
        let mut progress = AnalysisProgress::open(&path, &identity(1)).unwrap();
        progress.file.append("a", &result(1)).unwrap();
        assert!(matches!(
            AnalysisProgress::open(&path, &identity(1)),
            Err(JournalError::Locked(_))
        ));
        drop(progress);
        let progress = AnalysisProgress::open(&path, &identity(2)).unwrap();
        assert_eq!(progress.replaced, Some(identity(1)));
        assert!(progress.known.is_empty());
        progress.file.remove().unwrap();
        assert!(!path.exists());
        for text in ["手合割：平手\n", "{\"a\":1}\n{}", "x"] {
            std::fs::write(&path, text).unwrap();
            let refused = AnalysisProgress::open(&path, &identity(2));
            assert!(matches!(refused, Err(JournalError::Foreign(_))), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
