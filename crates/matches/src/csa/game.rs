//! State of a game on a server: position, clocks, our engine's scores, and its record.

use std::collections::BTreeMap;

use super::clock::{ServerClock, go_text};
use super::summary::GameSummary;
use komadai::movegen::{EndReason, Outcome};
use komadai::position::Position;
use komadai::types::{Color, Move, Score};
use komadai::usi::UsiInfo;
use komadai_records::{End, Format, NodeId, Record, kif_score_comment, write_csa_move};

/// Information of our engine about a move that it chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The score for Black.
    pub score: Option<Score>,
    /// The expected moves after the chosen move, in CSA notation, all legal.
    pub line: Vec<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Note {
    /// Takes score and line from the last `info`. The line counts only if it begins with
    /// the chosen move, and ends before its first illegal move.
    pub fn new(pos: &Position, played: Move, info: &UsiInfo) -> Note {
        let mut line = Vec::new();
        if info.pv.first() == Some(&played) && pos.is_legal(played) {
            let mut pos = pos.clone();
            pos.do_move(played);
            for &mv in info.pv.iter().skip(1) {
                if !pos.is_legal(mv) {
                    break;
                }
                line.push(write_csa_move(&pos, mv));
                pos.do_move(mv);
            }
        }
        let score = info.score.map(|score| match pos.side_to_move() {
            Color::Black => score,
            Color::White => -score,
        });
        Note {
            score,
            line,
            depth: info.depth,
            nodes: info.nodes,
        }
    }

    /// The comment that floodgate shows with a move, `* 30 -3334FU +2726FU`: score in
    /// centipawns for Black, and expected moves. `None` without a score.
    pub fn floodgate(&self) -> Option<String> {
        let mut text = format!("* {}", self.score?.centipawns());
        for mv in &self.line {
            text.push(' ');
            text.push_str(mv);
        }
        Some(text)
    }

    /// The comment lines in a record of a format.
    fn comments(&self, format: Format) -> Vec<String> {
        if format == Format::Csa {
            return self.floodgate().into_iter().collect();
        }
        let score = self.score.map(kif_score_comment);
        let line = (!self.line.is_empty()).then(|| format!("#読み筋={}", self.line.join(" ")));
        let depth = self.depth.map(|n| format!("#深さ={n}"));
        let nodes = self.nodes.map(|n| format!("#ノード数={n}"));
        let all = [score, line, depth, nodes];
        all.into_iter().flatten().collect()
    }
}

/// Result of a game for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameVerdict {
    /// `#WIN`.
    Win,
    /// `#LOSE`.
    Lose,
    /// `#DRAW`.
    Draw,
    /// No result: the game was censored or broken off, or the connection was lost.
    None,
}

/// A game on a server.
#[derive(Clone, Debug)]
pub struct ServerGame {
    /// The server's id of the game.
    pub id: String,
    /// The players, Black's first.
    pub names: [String; 2],
    /// Our side.
    pub ours: Color,
    /// Number of moves after which the game ends; `None` for no limit.
    pub max_moves: Option<u32>,
    /// The clocks, Black's first.
    pub clocks: [ServerClock; 2],
    /// Our engine's notes by number of the move.
    pub notes: BTreeMap<usize, Note>,
    /// The server's line with an illegal move, which cannot be made on the board and ends the game.
    pub illegal: Option<String>,
    record: Record,
    last: NodeId,
    pos: Position,
    text: String,
}

impl ServerGame {
    /// Makes the game that a summary offers.
    pub fn new(summary: GameSummary) -> ServerGame {
        let record = summary.record;
        let start = match record.is_even() {
            true => "startpos".to_string(),
            false => format!("sfen {}", record.start_sfen()),
        };
        let moves = record.main_moves();
        let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        let last = (record
            .main_line()
            .filter(|&id| record.node(id).mv().is_some()))
        .last();
        let last = last.unwrap_or(NodeId::ROOT);
        ServerGame {
            id: summary.id,
            names: summary.names,
            ours: summary.ours,
            max_moves: summary.max_moves,
            clocks: summary.clocks,
            notes: BTreeMap::new(),
            illegal: None,
            pos: record.position_at(last),
            text: match texts.is_empty() {
                true => start,
                false => format!("{start} moves {}", texts.join(" ")),
            },
            last,
            record,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.pos
    }

    /// The USI position text, with the moves that led to the position.
    pub fn position_text(&self) -> &str {
        &self.text
    }

    /// The position text after one more move.
    pub fn text_after(&self, mv: Move) -> String {
        match self.number() {
            0 => format!("{} moves {mv}", self.text),
            _ => format!("{} {mv}", self.text),
        }
    }

    /// Number of moves made.
    pub fn number(&self) -> usize {
        self.record.node(self.last).depth()
    }

    /// Whether we are to move.
    pub fn is_our_turn(&self) -> bool {
        self.pos.side_to_move() == self.ours && self.illegal.is_none()
    }

    /// Whether this is the game `earlier` after a new connection: the same id, start and moves,
    /// perhaps with more moves. Games without an id are never the same.
    pub(super) fn continues(&self, earlier: &ServerGame) -> bool {
        let more = self.text.strip_prefix(&*earlier.text);
        !self.id.is_empty()
            && self.id == earlier.id
            && self.ours == earlier.ours
            && more.is_some_and(|more| more.is_empty() || more.starts_with(' '))
    }

    /// The name of the other player.
    pub fn opponent(&self) -> &str {
        &self.names[(!self.ours).index()]
    }

    /// The time arguments of `go` for our engine ([`go_text`]).
    pub fn go_text(&self, used: u64, margin: u64) -> String {
        go_text(&self.clocks, self.ours, used, margin)
    }

    /// Makes a legal move that took `ms` ms by the server's count.
    pub(super) fn play(&mut self, mv: Move, ms: u64) {
        let side = self.pos.side_to_move();
        let Ok(node) = self.record.add_move(self.last, mv) else {
            return;
        };
        self.text = self.text_after(mv);
        self.record.node_mut(node).time_ms = Some(ms);
        self.last = node;
        self.clocks[side.index()].spend(ms);
        self.pos.do_move(mv);
    }

    /// Adds the end mark to the record.
    pub(super) fn end(&mut self, reason: EndReason, verdict: GameVerdict, ms: Option<u64>) {
        let side = self.pos.side_to_move();
        let winner = match verdict {
            GameVerdict::Win => Some(self.ours),
            GameVerdict::Lose => Some(!self.ours),
            GameVerdict::Draw | GameVerdict::None => None,
        };
        let end = match (reason, winner) {
            // The winner is to move, so the side that has just moved broke a rule; only `FoulWin`
            // expresses that.
            (EndReason::IllegalMove, Some(winner)) if winner == side => End::FoulWin,
            _ => End::of(Outcome { winner, reason }, side),
        };
        let node = self.record.add_end(self.last, end);
        self.record.node_mut(node).time_ms = ms;
        if let Some(line) = &self.illegal {
            self.record.node_mut(node).comments.push(line.clone());
        }
    }

    /// The record for a format, with our engine's notes as comments. `started` is the
    /// start date and time.
    pub fn record(&self, format: Format, started: &str) -> Record {
        let mut record = self.record.clone();
        let headers = &mut record.headers;
        headers.set("表題", &self.id);
        headers.set("先手", &self.names[0]);
        headers.set("後手", &self.names[1]);
        headers.set("開始日時", started);
        // The form of CSA 3.0: main time, byoyomi and increment in seconds.
        let [total, byoyomi, increment] = {
            let clock = &self.clocks[self.ours.index()];
            [clock.total, clock.byoyomi, clock.increment].map(|ms| ms as f64 / 1000.0)
        };
        let key = match format {
            Format::Csa => "TIME",
            _ => "持ち時間",
        };
        headers.set(key, &format!("{total}+{byoyomi}+{increment}"));
        if let Some(moves) = self.max_moves {
            headers.set("最大手数", &moves.to_string());
        }
        let line: Vec<NodeId> = record.main_line().collect();
        for (number, id) in (1..).zip(line) {
            if let Some(note) = self.notes.get(&number) {
                record.node_mut(id).comments.extend(note.comments(format));
            }
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_the_score_for_black_and_a_legal_line_after_the_move() {
        let note = |moves: &str, info: &str| {
            let mut pos = Position::startpos();
            let mut played = None;
            for text in moves.split(' ') {
                if let Some(mv) = played.replace(Move::from_usi(text).unwrap()) {
                    pos.do_move(mv);
                }
            }
            let info = UsiInfo::parse(&format!("info {info}")).unwrap();
            Note::new(&pos, played.unwrap(), &info).floodgate()
        };
        let text = |text: &str| Some(text.to_string());
        assert_eq!(
            note("7g7f", "score cp 30 pv 7g7f 3c3d 2g2f"),
            text("* 30 -3334FU +2726FU")
        );
        // White's score is negated; the line ends before its first illegal move.
        assert_eq!(
            note("7g7f 3c3d", "score cp 30 pv 3c3d 8h2b+ 2a2b 2g2f"),
            text("* -30 +8822UM")
        );
        // A line that begins with another move is ignored.
        assert_eq!(note("7g7f", "score cp -5 pv 2g2f 3c3d"), text("* -5"));
        assert_eq!(note("7g7f", "score cp 7"), text("* 7"));
        assert_eq!(note("7g7f", "depth 5 pv 7g7f 3c3d"), None);
        assert_eq!(note("7g7f", "score mate -4 pv 7g7f"), text("* -31996"));
    }
}
