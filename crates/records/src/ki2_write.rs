//! Writes KI2: moves as people write them, six to a line, without times.

use std::fmt::Write;

use super::end::End;
use super::kif_write::{lines_of_play, side_kanji, width, write_head, write_remarks};
use super::losses::Losses;
use super::tree::{NodeId, Record, Step};
use super::walk::Walk;
use komadai::notation::write_japanese_marked;
use komadai::types::Color;

/// Columns for a move, and moves on a line.
const COLUMN: usize = 12;
const PER_LINE: usize = 6;

/// What stands behind `まで84手で`.
fn result_text(end: &End, side: Color) -> String {
    let (next, last) = (side_kanji(side), side_kanji(!side));
    match end {
        End::Resign => format!("{last}の勝ち"),
        End::TimeUp => format!("時間切れにより{last}の勝ち"),
        End::Declaration => format!("{next}の入玉勝ち"),
        End::FoulWin => format!("{next}の反則勝ち"),
        End::FoulLoss => format!("{next}の反則負け"),
        other => other.kif_word().to_string(),
    }
}

/// Moves waiting for the end of their line.
#[derive(Default)]
struct Row {
    text: String,
    count: usize,
    /// Spaces owed before the next move.
    pad: usize,
}

impl Row {
    fn add(&mut self, text: &str, out: &mut String) {
        self.text.push_str(&" ".repeat(self.pad));
        self.text.push_str(text);
        self.pad = COLUMN.saturating_sub(width(text));
        self.count += 1;
        if self.count == PER_LINE {
            self.flush(out);
        }
    }

    fn flush(&mut self, out: &mut String) {
        if self.count > 0 {
            out.push_str(&self.text);
            out.push('\n');
        }
        *self = Row::default();
    }
}

/// A record as KI2 text with LF line ends.
pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut out = String::new();
    write_head(record, &mut out);
    write_remarks(record.node(NodeId::ROOT), &mut out);
    let mut walk = Walk::new(record);
    for (index, line) in lines_of_play(record).into_iter().enumerate() {
        let Some(&first) = line.first() else {
            continue;
        };
        if index > 0 {
            let _ = writeln!(out, "\n変化：{}手", record.node(first).depth());
        }
        let mut row = Row::default();
        for id in line {
            let node = record.node(id);
            losses.time(node.time_ms);
            walk.go_to(record, node.parent().unwrap_or(NodeId::ROOT));
            match node.step() {
                Step::Move(mv) => {
                    let text = write_japanese_marked(walk.pos(), *mv, walk.last_to());
                    row.add(&text.replace('同', "同\u{3000}"), &mut out);
                }
                Step::End(end) => {
                    row.flush(&mut out);
                    let text = result_text(end, walk.pos().side_to_move());
                    let _ = writeln!(out, "まで{}手で{text}", node.depth() - 1);
                }
                Step::Start => {}
            }
            if !node.comments.is_empty() || node.bookmark.is_some() {
                row.flush(&mut out);
                write_remarks(node, &mut out);
            }
        }
        row.flush(&mut out);
    }
    out
}
