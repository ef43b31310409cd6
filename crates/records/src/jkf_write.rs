//! Writer of JKF. It writes every field that normalised files of the format have.

use serde_json::{Map, Value, json};

use super::csa::csa_piece;
use super::jkf::PRESETS;
use super::problem::{Loss, Losses};
use super::tree::{NodeId, Record, Step, Walk};
use crate::notation::{Motion, Relative, Side, relative};
use komadai::position::Position;
use komadai::types::{Color, Move, MoveKind, PieceType, Square};

/// Depth of nesting from which variations are left out, because JSON readers limit nesting.
const MAX_NESTING: usize = 36;

fn color_number(color: Color) -> usize {
    color.index()
}

fn place(sq: Square) -> Value {
    json!({ "x": sq.file() + 1, "y": sq.rank() + 1 })
}

fn initial(record: &Record) -> Value {
    if record.is_even() {
        return json!({ "preset": "HIRATE" });
    }
    let preset = record.handicap().and_then(|handicap| {
        PRESETS
            .iter()
            .find(|(_, name)| *name == handicap.name)
            .map(|(preset, _)| *preset)
    });
    match preset {
        Some(preset) => json!({ "preset": preset }),
        None => json!({ "preset": "OTHER", "data": data(&record.start()) }),
    }
}

fn data(pos: &Position) -> Value {
    let cell = |sq: Square| match pos.piece_on(sq) {
        None => json!({}),
        Some(piece) => json!({
            "color": color_number(piece.color()),
            "kind": csa_piece(piece.kind()),
        }),
    };
    let board: Vec<Vec<Value>> = (0..9)
        .map(|file| {
            (0..9)
                .filter_map(|rank| Square::new(file, rank))
                .map(cell)
                .collect()
        })
        .collect();
    let hands = Color::ALL.map(|color| {
        let counts: Map<String, Value> = PieceType::HAND
            .into_iter()
            .map(|kind| {
                let count = pos.hand(color).count(kind);
                (csa_piece(kind).to_string(), Value::from(count))
            })
            .collect();
        Value::Object(counts)
    });
    json!({ "color": color_number(pos.side_to_move()), "board": board, "hands": hands })
}

fn relative_text(relative: Relative) -> String {
    let mut text = String::new();
    text.push_str(match relative.side {
        Some(Side::Left) => "L",
        Some(Side::Straight) => "C",
        Some(Side::Right) => "R",
        None => "",
    });
    text.push_str(match relative.motion {
        Some(Motion::Up) => "U",
        Some(Motion::Sideways) => "M",
        Some(Motion::Down) => "D",
        None => "",
    });
    if relative.drop {
        text.push('H');
    }
    text
}

fn move_value(walk: &Walk, mv: Move) -> Value {
    let pos = walk.pos();
    let us = pos.side_to_move();
    let kind = pos.moved_piece(mv).kind();
    let mut out = Map::new();
    out.insert("color".into(), color_number(us).into());
    if let MoveKind::Normal { from, to, promote } = mv.kind() {
        out.insert("from".into(), place(from));
        let zone = from.in_promotion_zone(us) || to.in_promotion_zone(us);
        if kind.can_promote() && zone {
            out.insert("promote".into(), promote.into());
        }
    }
    out.insert("to".into(), place(mv.to()));
    out.insert("piece".into(), csa_piece(kind).into());
    if walk.last_to() == Some(mv.to()) {
        out.insert("same".into(), true.into());
    }
    if let Some(captured) = pos.captured_by(mv) {
        out.insert("capture".into(), csa_piece(captured.kind()).into());
    }
    let relative = relative_text(relative(pos, mv));
    if !relative.is_empty() {
        out.insert("relative".into(), relative.into());
    }
    Value::Object(out)
}

fn time_value(now_ms: u64, total_ms: u64) -> Value {
    let (now, total) = (now_ms / 1000, total_ms / 1000);
    let now = match now / 3600 {
        0 => json!({ "m": now / 60, "s": now % 60 }),
        h => json!({ "h": h, "m": now / 60 % 60, "s": now % 60 }),
    };
    let total = json!({ "h": total / 3600, "m": total / 60 % 60, "s": total % 60 });
    json!({ "now": now, "total": total })
}

/// Writer that turns each node into text at once, because the nodes of a long game would take
/// gigabytes as JSON values.
struct Writer<'a> {
    record: &'a Record,
    totals: Vec<u64>,
    losses: &'a mut Losses,
    walk: Walk,
    out: String,
}

impl Writer<'_> {
    /// The entry of a node, without forks.
    fn entry(&mut self, id: NodeId) -> Map<String, Value> {
        let node = self.record.node(id);
        let mut out = Map::new();
        self.walk
            .go_to(self.record, node.parent().unwrap_or(NodeId::ROOT));
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                out.insert("move".into(), move_value(&self.walk, *mv));
            }
            Step::End(end) => {
                let side = self.walk.pos().side_to_move();
                let word = end.csa_word(side).unwrap_or_else(|| end.kif_word());
                out.insert("special".into(), word.into());
            }
        }
        if let Some(time_ms) = node.time_ms {
            self.losses.fraction(time_ms);
            let total = self.totals.get(id.index()).copied().unwrap_or(0);
            out.insert("time".into(), time_value(time_ms, total));
        }
        let comments: Vec<&str> = node.comment_lines().collect();
        if !comments.is_empty() {
            out.insert("comments".into(), json!(comments));
        }
        self.losses.bookmark(node);
        out
    }

    /// Writes the line of play that starts with `first`. Variations become forks of the entries
    /// that they replace. The variations of `first` itself are left to the caller.
    fn line(&mut self, first: NodeId, nesting: usize) {
        let record = self.record;
        let mut mark = '[';
        for id in std::iter::once(first).chain(record.line(first)) {
            self.out.push(mark);
            mark = ',';
            let mut entry = Value::Object(self.entry(id)).to_string();
            let others = match record.node(id).parent() {
                Some(parent) if id != first => record.node(parent).children().get(1..),
                _ => None,
            };
            let others = others.unwrap_or(&[]);
            if others.is_empty() {
                self.out.push_str(&entry);
            } else if nesting < MAX_NESTING {
                entry.pop();
                self.out.push_str(&entry);
                self.out.push_str(",\"forks\":");
                let mut mark = '[';
                for &other in others {
                    self.out.push(mark);
                    mark = ',';
                    self.line(other, nesting + 1);
                }
                self.out.push_str("]}");
            } else {
                self.out.push_str(&entry);
                self.losses.note(Loss::DeepVariations(MAX_NESTING));
            }
        }
        self.out.push(']');
    }
}

/// A record as a JSON object.
pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    losses.start_ply(record);
    let header: Map<String, Value> = record
        .settled_headers()
        .iter()
        .map(|(key, value)| (key.to_string(), value.into()))
        .collect();
    let mut writer = Writer {
        record,
        totals: record.total_times_ms(),
        losses,
        walk: Walk::new(record),
        out: format!(
            "{{\"header\":{},\"initial\":{},\"moves\":",
            Value::Object(header),
            initial(record)
        ),
    };
    writer.line(NodeId::ROOT, 0);
    writer.out.push('}');
    writer.out
}
