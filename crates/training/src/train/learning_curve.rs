//! Log of a training run as a table (CSV) and as a chart (SVG).

use super::trainer::LogRow;
use komadai::markup::escape_xml;

/// A column of the table: its name and the text of its value in a row.
type Column = (&'static str, fn(&LogRow) -> String);

const COLUMNS: [Column; 12] = [
    ("step", |row| row.step.to_string()),
    ("epoch", |row| format!("{:.3}", row.epoch)),
    ("positions", |row| row.positions.to_string()),
    ("lr", |row| format!("{:.3e}", row.lr)),
    ("lambda", |row| format!("{:.3}", row.lambda)),
    ("train_loss", |row| format!("{:.6}", row.train_loss)),
    ("valid_loss", |row| {
        held_out(row, format!("{:.6}", row.valid_loss))
    }),
    ("valid_result_loss", |row| {
        held_out(row, format!("{:.6}", row.valid_result_loss))
    }),
    ("valid_signs", |row| {
        held_out(row, format!("{:.4}", row.valid_signs))
    }),
    ("mean_score", |row| format!("{:.1}", row.mean_score)),
    ("closed", |row| format!("{:.4}", row.closed)),
    ("saturated", |row| format!("{:.4}", row.saturated)),
];

/// A figure of the held-out games; empty if there are none, which is seen by a loss of 0.
fn held_out(row: &LogRow, figure: String) -> String {
    match row.valid_loss > 0.0 {
        true => figure,
        false => String::new(),
    }
}

/// The log as comma-separated values with a header line.
pub fn csv(log: &[LogRow]) -> Vec<u8> {
    let mut out = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, and all rows have the same number of fields.
    let _ = out.write_record(COLUMNS.map(|(name, _)| name));
    for row in log {
        let _ = out.write_record(COLUMNS.map(|(_, value)| value(row)));
    }
    out.into_inner().unwrap_or_default()
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 50.0;
const LINES: u32 = 5;

type Curve = (&'static str, &'static str, fn(&LogRow) -> f64);

const CURVES: [Curve; 2] = [
    ("training", "#4878a8", |row| row.train_loss),
    ("held out", "#c05030", |row| row.valid_loss),
];

/// The training and validation loss over the positions trained on, as an SVG document.
pub fn svg(log: &[LogRow], title: &str) -> String {
    let values = || {
        log.iter()
            .flat_map(|row| CURVES.map(|(_, _, value)| value(row)))
            .filter(|value| value.is_finite() && *value > 0.0)
    };
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    // The margin keeps the range above zero also for a single point; without points it is 0 to 1.
    let (low, high) = if low <= high {
        let margin = ((high - low) * 0.05).max(high * 1e-3);
        (low - margin, high + margin)
    } else {
        (0.0, 1.0)
    };
    let last = log.last().map_or(1, |row| row.positions.max(1)) as f64;
    let x = |positions: f64| LEFT + positions / last * (WIDTH - LEFT - RIGHT);
    let y = |loss: f64| TOP + (high - loss) / (high - low) * (HEIGHT - TOP - BOTTOM);

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escape_xml(title)
    );
    for i in 0..=LINES {
        let part = f64::from(i) / f64::from(LINES);
        let loss = low + part * (high - low);
        let at = y(loss);
        text.push_str(&format!(
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>\n",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        ));
        text.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.1}M</text>\n",
            x(part * last),
            HEIGHT - BOTTOM + 20.0,
            part * last / 1e6
        ));
    }
    text.push_str(&format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">positions</text>\n",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 10.0
    ));
    for (index, (name, color, value)) in (0u8..).zip(CURVES) {
        let points: Vec<String> = log
            .iter()
            .filter(|row| value(row).is_finite() && value(row) > 0.0)
            .map(|row| format!("{:.1},{:.1}", x(row.positions as f64), y(value(row))))
            .collect();
        text.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n",
            points.join(" ")
        ));
        let at = TOP + 16.0 + 18.0 * f64::from(index);
        text.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{at:.1}\" text-anchor=\"end\" fill=\"{color}\">{name}</text>\n",
            WIDTH - RIGHT - 8.0
        ));
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(positions: u64, train_loss: f64, valid_loss: f64) -> LogRow {
        LogRow {
            step: positions / 100,
            epoch: 0.5,
            positions,
            lr: 1e-3,
            lambda: 0.6,
            train_loss,
            valid_loss,
            valid_result_loss: 0.5,
            valid_signs: 0.7,
            mean_score: 300.0,
            closed: 0.4,
            saturated: 0.01,
        }
    }

    #[test]
    fn every_row_has_as_many_fields_as_the_header() {
        let text = csv(&[row(100, 0.1, 0.2), row(200, 0.05, 0.19)]);
        let text = String::from_utf8(text).unwrap();
        let fields: Vec<_> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(fields, [12, 12, 12]);
        assert!(
            text.lines()
                .nth(2)
                .is_some_and(|line| line.starts_with("2,0.500,200,"))
        );
    }

    #[test]
    fn a_falling_loss_falls_in_the_picture() {
        let log = [row(1_000_000, 0.2, 0.21), row(2_000_000, 0.1, 0.15)];
        let text = svg(&log, "a < b & c");
        assert!(text.contains("a &lt; b &amp; c"));
        let line = text
            .lines()
            .find(|line| line.starts_with("<polyline"))
            .unwrap();
        let points: Vec<f64> = line
            .split('"')
            .nth(1)
            .unwrap()
            .split([' ', ','])
            .map(|n| n.parse().unwrap())
            .collect();
        let [x1, y1, x2, y2] = points[..] else {
            panic!("{line}")
        };
        // In SVG, y grows downwards.
        assert!(x2 > x1 && y2 > y1);
        assert!((LEFT..=WIDTH - RIGHT).contains(&x2) && (TOP..=HEIGHT - BOTTOM).contains(&y2));
        for tag in ["<svg", "<text", "<polyline", "<line"] {
            assert!(text.contains(tag));
        }
        assert_eq!(
            text.matches("<text").count(),
            text.matches("</text>").count()
        );
    }

    #[test]
    fn empty_and_single_logs_are_drawn() {
        for log in [&[][..], &[row(5, 0.1, 0.0)]] {
            let text = svg(log, "");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
