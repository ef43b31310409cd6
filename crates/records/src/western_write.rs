//! Writer of games in Western notation.

use super::header_words::csa_date;
use super::western::{DATES, RESULT, TAGS, keeps_header, won_by};
use crate::End;
use crate::notation::write_western;
use crate::problem::{Loss, Losses};
use crate::tree::{NodeId, Record, Step, Walk, without_line_ends};
use komadai::types::Color;

/// Columns after which a line is broken.
const WIDTH: usize = 80;

/// Text filled into lines word by word.
#[derive(Default)]
struct Lines {
    out: String,
    column: usize,
}

impl Lines {
    /// Adds a word, which may contain line ends.
    fn word(&mut self, word: &str) {
        let first_line = word.split('\n').next().unwrap_or("");
        let len = first_line.chars().count();
        let glued = self.out.ends_with('(') || word == ")";
        if self.column > 0 && !glued {
            if self.column + 1 + len > WIDTH {
                self.out.push('\n');
                self.column = 0;
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + len,
        };
    }
}

fn escape(text: &str, closing: char) -> String {
    text.replace('\\', "\\\\")
        .replace(closing, &format!("\\{closing}"))
}

/// Writes the tags. Returns the headers that no tag can hold, as comments.
fn write_tags(record: &Record, out: &mut String, losses: &mut Losses) -> Vec<String> {
    let mut remarks = Vec::new();
    let named_by_start = record.handicap().is_some();
    for (key, value) in record.settled_headers().iter() {
        let name = match key {
            "下手" if named_by_start => "Black",
            "上手" if named_by_start => "White",
            "下手" => "Shitate",
            "上手" => "Uwate",
            _ => TAGS.iter().find(|(_, k)| *k == key).map_or(key, |(n, _)| n),
        };
        let times = DATES.iter().find(|(date, _)| *date == name);
        if let (Some((date, time)), Some(when)) = (times, csa_date(value)) {
            if when != value {
                losses.note(Loss::DateForm);
            }
            let (day, hour) = when.split_once(' ').unwrap_or((&when, ""));
            let day = day.replace('/', ".");
            // GameDate has no tag for the time of day, so a date with a time is written unchanged,
            // below.
            if hour.is_empty() || !time.is_empty() {
                out.push_str(&format!("[{date} \"{day}\"]\n"));
                if !hour.is_empty() {
                    out.push_str(&format!("[{time} \"{hour}\"]\n"));
                }
                continue;
            }
        }
        let value = without_line_ends(value);
        if name == key && !keeps_header(key, &value) {
            losses.note(Loss::HeaderName(key.to_string()));
            remarks.push(format!("{{{}}}", escape(&format!("{key}：{value}"), '}')));
            continue;
        }
        out.push_str(&format!("[{name} \"{}\"]\n", escape(&value, '"')));
    }
    out.push_str(&format!("[{RESULT} \"{}\"]\n", result(record)));
    if let Some(handicap) = record.handicap() {
        out.push_str(&format!("[Handicap \"{}\"]\n", handicap.name));
    }
    if !record.is_even() {
        out.push_str(&format!("[SFEN \"{}\"]\n", record.start_sfen()));
    }
    out.push('\n');
    remarks
}

/// The result of the main line, such as `1-0` if Black has won; `*` if it is not known.
fn result(record: &Record) -> &'static str {
    let Some(last) = record.main_line().last() else {
        return "*";
    };
    let side = record.position_at(last).side_to_move();
    match record.node(last).end() {
        Some(End::Repetition | End::Impasse | End::Draw | End::MaxMoves) => "1/2-1/2",
        Some(End::Other(text)) if *text == won_by(record, Color::Black) => "1-0",
        Some(End::Other(text)) if *text == won_by(record, Color::White) => "0-1",
        Some(end) => match end.winner(side) {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "*",
        },
        None => "*",
    }
}

/// A part of the moves still to be written.
enum Task {
    /// The line of play after a node.
    Behind(NodeId),
    /// A variation, by its first node.
    Variation(NodeId),
    Close,
}

struct Writer<'a> {
    record: &'a Record,
    walk: Walk,
    lines: Lines,
    /// 1 if White moves first, because Black's missing first move has the number 1; else 0.
    offset: usize,
}

impl Writer<'_> {
    fn node(&mut self, id: NodeId) {
        let node = self.record.node(id);
        self.walk
            .go_to(self.record, node.parent().unwrap_or(NodeId::ROOT));
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                self.lines.word(&format!("{}.", node.depth() + self.offset));
                let text = write_western(self.walk.pos(), *mv);
                self.lines.word(&text);
            }
            Step::End(End::Other(text)) => {
                self.lines.word(&format!("End:\"{}\"", escape(text, '"')));
            }
            Step::End(end) => self.lines.word(end.western_word()),
        }
        if let Some(time_ms) = node.time_ms {
            let (minutes, rest) = (time_ms / 60_000, time_ms % 60_000);
            let mut text = format!("{minutes}:{:02}", rest / 1000);
            if rest % 1000 > 0 {
                text.push_str(&format!(".{:03}", rest % 1000));
            }
            self.lines.word(&format!("{{[%emt {text}]}}"));
        }
        if let Some(bookmark) = &node.bookmark {
            let text = escape(&without_line_ends(bookmark), '}');
            self.lines.word(&format!("{{[%bookmark {text}]}}"));
        }
        let comment: Vec<&str> = node.comment_lines().collect();
        if !comment.is_empty() {
            let text = escape(&comment.join("\n"), '}');
            self.lines.word(&format!("{{{text}}}"));
        }
    }
}

/// Writes a record in Western notation with LF line ends.
pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut out = String::new();
    let remarks = write_tags(record, &mut out, losses);
    let white_first = record.start().side_to_move() == Color::White;
    let mut writer = Writer {
        record,
        walk: Walk::new(record),
        lines: Lines::default(),
        offset: usize::from(white_first),
    };
    for remark in &remarks {
        writer.lines.word(remark);
    }
    writer.node(NodeId::ROOT);
    if white_first {
        writer.lines.word("1.");
        writer.lines.word("...");
    }
    let mut tasks = vec![Task::Behind(NodeId::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Behind(id) => {
                let children = record.node(id).children();
                if let Some((&main, others)) = children.split_first() {
                    writer.node(main);
                    tasks.push(Task::Behind(main));
                    tasks.extend(others.iter().rev().map(|&id| Task::Variation(id)));
                }
            }
            Task::Variation(id) => {
                writer.lines.word("(");
                writer.node(id);
                tasks.push(Task::Close);
                tasks.push(Task::Behind(id));
            }
            Task::Close => writer.lines.word(")"),
        }
    }
    out.push_str(&writer.lines.out);
    out.push('\n');
    out
}
