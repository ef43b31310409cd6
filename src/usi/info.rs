//! Parser of the `info` lines of engines.

use crate::types::{Bound, Move, Score};

/// The fields of one `info` line; fields that the line lacks are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsiInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Time since `go` by the engine's own clock, in ms.
    pub time_ms: Option<u64>,
    /// Nodes searched since `go`.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Share of the table in use, in permille.
    pub hashfull: Option<u32>,
    /// Rank of the line, from 1.
    pub multipv: Option<u32>,
    /// The score for the side to move; centipawns are on the engine's own scale.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound; [`Bound::None`] if there is no score.
    pub bound: Bound,
    /// The expected moves, up to the first word that is no move.
    pub pv: Vec<Move>,
    /// The text after `string`.
    pub text: Option<String>,
}

impl UsiInfo {
    /// Reads a whole line; `None` if it is no `info` line.
    ///
    /// Unknown words and unreadable numbers are skipped, as the protocol demands,
    /// since engines add fields of their own.
    pub fn parse(line: &str) -> Option<UsiInfo> {
        let mut words = line.split_ascii_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = UsiInfo::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => set(&mut info.depth, words.peek()),
                "seldepth" => set(&mut info.seldepth, words.peek()),
                "time" => set(&mut info.time_ms, words.peek()),
                "nodes" => set(&mut info.nodes, words.peek()),
                "nps" => set(&mut info.nps, words.peek()),
                "hashfull" => set(&mut info.hashfull, words.peek()),
                "multipv" => set(&mut info.multipv, words.peek()),
                "score" => {
                    let unit = words.next().unwrap_or_default();
                    info.score = score(unit, words.peek().copied().unwrap_or_default());
                    if info.score.is_some() && info.bound == Bound::None {
                        info.bound = Bound::Exact;
                    }
                }
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "pv" => {
                    info.pv = words.map_while(|w| Move::from_usi(w).ok()).collect();
                    break;
                }
                "string" => {
                    let text: Vec<&str> = words.collect();
                    info.text = Some(text.join(" "));
                    break;
                }
                _ => (),
            }
        }
        Some(info)
    }

    /// Updates the fields of the best line (multipv rank 1) from a later `info` line of the same
    /// search.
    ///
    /// Lines with another rank are ignored. A bound without moves does not replace
    /// an earlier score; every other score does.
    pub fn update(&mut self, later: &UsiInfo) {
        if later.multipv.unwrap_or(1) != 1 {
            return;
        }
        fn take<T: Copy>(old: &mut Option<T>, new: Option<T>) {
            *old = new.or(*old);
        }
        take(&mut self.time_ms, later.time_ms);
        take(&mut self.nodes, later.nodes);
        take(&mut self.nps, later.nps);
        take(&mut self.hashfull, later.hashfull);
        let bare_bound = later.bound != Bound::Exact && later.pv.is_empty();
        if later.score.is_none() || (bare_bound && self.score.is_some()) {
            return;
        }
        take(&mut self.depth, later.depth);
        take(&mut self.seldepth, later.seldepth);
        self.score = later.score;
        self.bound = later.bound;
        self.pv.clone_from(&later.pv);
    }
}

fn set<T: std::str::FromStr>(field: &mut Option<T>, word: Option<&&str>) {
    if let Some(value) = word.and_then(|w| w.parse().ok()) {
        *field = Some(value);
    }
}

fn score(unit: &str, value: &str) -> Option<Score> {
    match unit {
        "cp" => value.parse().ok().map(Score::Centipawns),
        "mate" => {
            // `+` and `-` alone mean a mate of unknown length. 0 without a sign
            // means, as in UCI, that the side to move is already mated.
            let winning = !value.starts_with('-') && value != "0";
            let digits = value.trim_start_matches(['+', '-']);
            let plies = match digits {
                "" => None,
                digits => Some(digits.parse().ok()?),
            };
            let known = !value.is_empty();
            known.then_some(Score::Mate {
                winning,
                plies: plies.filter(|&n| n > 0),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ')
            .map(|m| Move::from_usi(m).unwrap())
            .collect()
    }

    #[test]
    fn a_full_line_is_read() {
        let line = "info depth 12 seldepth 18 multipv 1 score cp -43 nodes 123456 nps 1200000 \
                    hashfull 3 time 102 pv 2g2f 8c8d P*2f";
        let info = UsiInfo::parse(line).unwrap();
        let expected = UsiInfo {
            depth: Some(12),
            seldepth: Some(18),
            time_ms: Some(102),
            nodes: Some(123_456),
            nps: Some(1_200_000),
            hashfull: Some(3),
            multipv: Some(1),
            score: Some(Score::Centipawns(-43)),
            bound: Bound::Exact,
            pv: moves("2g2f 8c8d P*2f"),
            text: None,
        };
        assert_eq!(info, expected);
    }

    #[test]
    fn mate_scores_of_every_spelling() {
        let read = |text: &str| {
            UsiInfo::parse(&format!("info score {text} pv 7g7f"))
                .unwrap()
                .score
        };
        let mate = |winning, plies| Some(Score::Mate { winning, plies });
        assert_eq!(read("mate 5"), mate(true, Some(5)));
        assert_eq!(read("mate +5"), mate(true, Some(5)));
        assert_eq!(read("mate -4"), mate(false, Some(4)));
        assert_eq!(read("mate +"), mate(true, None));
        assert_eq!(read("mate -"), mate(false, None));
        assert_eq!(read("mate +0"), mate(true, None));
        assert_eq!(read("mate -0"), mate(false, None));
        assert_eq!(read("mate 0"), mate(false, None));
        assert_eq!(read("mate soon"), None);
        assert_eq!(read("wdl 5"), None);
        assert_eq!(UsiInfo::parse("info score mate").unwrap().score, None);
        assert_eq!(UsiInfo::parse("info score").unwrap().score, None);
    }

    #[test]
    fn odd_lines_lose_only_what_is_odd() {
        let info = UsiInfo::parse("info depth x seldepth 5 foo 7 score cp 1e9 nodes -3 pv resign");
        let info = info.unwrap();
        assert_eq!((info.depth, info.seldepth), (None, Some(5)));
        assert_eq!((info.score, info.nodes), (None, None));
        assert!(info.pv.is_empty());
        let info = UsiInfo::parse("info string depth 5  pv 7g7f").unwrap();
        assert_eq!(info.text.as_deref(), Some("depth 5 pv 7g7f"));
        assert_eq!(info.depth, None);
        let info = UsiInfo::parse("info pv 7g7f 3c3d rep_draw 2g2f").unwrap();
        assert_eq!(info.pv, moves("7g7f 3c3d"));
        for other in ["", "infos depth 3", "bestmove 7g7f", "\u{feff}info depth 1"] {
            assert_eq!(UsiInfo::parse(other), None);
        }
    }

    #[test]
    fn the_last_word_of_a_search_is_kept() {
        let mut sum = UsiInfo::default();
        for line in [
            "info depth 5 multipv 1 score cp 10 nodes 100 time 3 pv 7g7f",
            "info depth 5 multipv 2 score cp 5 nodes 110 time 4 pv 2g2f",
            "info depth 6 currmove 2g2f",
            "info depth 6 score cp 40 lowerbound nodes 150 time 5",
            "info nodes 200 time 7 nps 30000",
            "info string nothing",
        ] {
            sum.update(&UsiInfo::parse(line).unwrap());
        }
        assert_eq!(sum.score, Some(Score::Centipawns(10)));
        assert_eq!(sum.bound, Bound::Exact);
        assert_eq!(sum.pv, moves("7g7f"));
        assert_eq!((sum.nodes, sum.time_ms), (Some(200), Some(7)));
        assert_eq!(sum.depth, Some(5));
    }
}
