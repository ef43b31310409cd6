//! Printed results of `komadai match`: a line for each game and the summary.

use std::time::Duration;

use crate::language::{choose, padded, told_lines, tr, width};
use crate::problems::counted;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::match_run::MatchConfig;
use komadai_matches::schedule::Format;
use komadai_matches::side::{Side, titles};
use komadai_matches::sprt::{Decision, Sprt};
use komadai_matches::standings::{Standing, Standings};
use komadai_matches::stats::{GameCounts, signed};
use komadai_matches::tally::{EffortSummary, Fault, Tally};

/// Printer of a match: for two sides from the view of A, for several a table.
pub(super) struct Report {
    pub sides: Vec<Side>,
    titles: Vec<String>,
    pub format: Format,
    games: usize,
    /// Sides given by `--a` and `--b` instead of `--engine`.
    duel: bool,
    pub sprt: Option<Sprt>,
}

impl Report {
    pub fn new(sides: Vec<Side>, duel: bool, config: &MatchConfig) -> Report {
        Report {
            titles: titles(&sides),
            sides,
            format: config.format,
            games: config.games,
            duel,
            sprt: config.sprt,
        }
    }

    /// The games of a match between two sides.
    pub fn duel<'a>(&self, standings: &'a Standings) -> Option<&'a Tally> {
        standings.pairings().first().filter(|_| self.duel)
    }

    /// State of the match in a few words: score, Elo and test, or the ratings.
    pub fn state(&self, standings: &Standings) -> String {
        let Some(tally) = self.duel(standings) else {
            let table = standings.table();
            let rating = |row: &Standing| format!("{} {:+.0}", row.who, row.elo.elo);
            return table.iter().map(rating).collect::<Vec<_>>().join(" ");
        };
        let mut text = format!("{} Elo {}", tally.games, tally.pairs.elo());
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let llr = sprt.llr(&tally.pairs);
            text += &format!(" LLR {llr:.2} ({low:.2}, {high:.2})");
        }
        text
    }

    /// The line of a game that has just ended, in the language of the command line.
    pub fn game(&self, record: &GameRecord, standings: &Standings) -> String {
        let result = match record.winner {
            Some(winner) => format!("{winner} wins"),
            None => "draw".to_string(),
        };
        let (mut colours, mut state) = (format!("{} is Black", record.black), String::new());
        match self.duel {
            true => state = format!(" | {}", self.state(standings)),
            false => colours += &format!(", {} is White", record.white()),
        }
        let (games, width) = (self.games, self.games.to_string().len());
        let mut line = format!(
            "game {:>width$}/{games} {colours}: {result}, {}, {}{state}",
            record.game + 1,
            record.reason.name().replace('_', " "),
            counted(record.moves.len(), "move"),
        );
        if let Some(detail) = &record.detail {
            line += &format!("\n  {detail}");
        }
        told_lines(&line)
    }

    /// The summary at the end, in the language of the command line.
    pub fn summary(&self, standings: &Standings, time: Duration) -> String {
        told_lines(&self.summary_in_english(standings, time)) + "\n"
    }

    fn summary_in_english(&self, standings: &Standings, time: Duration) -> String {
        let duel = self.duel(standings);
        let mut rows = standings.table();
        let mut out = String::new();
        if duel.is_some() {
            rows.sort_by_key(|row| row.who);
        } else {
            out = format!(
                "{}\n{}\n",
                self.ranking(&rows),
                crosstable(&rows, standings)
            );
        }
        let mut line = |head: &str, text: String| out += &format!("{head:<10} {text}\n");
        line("match", self.pairing(duel.is_some()));
        let pairs: u64 = standings.pairings().iter().map(|t| t.pairs.pairs()).sum();
        line(
            "games",
            format!(
                "{} counted in {pairs} pairs, {} finished in {:.0} s",
                2 * pairs,
                standings.finished(),
                time.as_secs_f64()
            ),
        );
        if let Some(tally) = duel {
            let score = 100.0 * tally.games.score();
            line("score of A", format!("{} ({score:.1} %)", tally.games));
            line(
                "pairs",
                format!("{} (with 0, 1/2, 1, 3/2 and 2 points)", tally.pairs),
            );
            line("Elo", format!("{} (95 %)", tally.pairs.elo()));
            if let Some(sprt) = self.sprt {
                line("SPRT", sprt_text(&sprt, tally));
            }
        }
        let black = 100.0 * standings.black().score();
        line("Black", format!("scored {black:.1} %"));
        let reasons = standings.reasons().into_iter();
        let reasons = reasons.map(|(reason, n)| format!("{} {n}", reason.name().replace('_', " ")));
        line("ends", reasons.collect::<Vec<_>>().join(", "));
        for row in &rows {
            line(
                &format!("side {}", row.who),
                effort_text(&row.effort.summary()),
            );
        }
        let repeats = standings.duplicates().len();
        if repeats > 0 {
            let games = counted(repeats, "game");
            line(
                "repeats",
                match duel {
                    Some(tally) => format!(
                        "{games} like another, {} left out for it (with them: Elo {})",
                        counted(tally.left_out.pairs(), "pair"),
                        tally.pairs_with_duplicates().elo()
                    ),
                    None => {
                        format!("{games} like another of the same two; their pairs are left out")
                    }
                },
            );
        }
        if standings.unpaired() > 0 {
            let unpaired = counted(standings.unpaired(), "game");
            line(
                "unpaired",
                format!("{unpaired} without partner, not counted"),
            );
        }
        let faults = standings.faults();
        line("faults", faults.len().to_string());
        for fault in &faults {
            line("", fault_text(fault));
        }
        out
    }

    fn pairing(&self, duel: bool) -> String {
        if duel {
            let names = Contestant::PAIR.into_iter().zip(&self.titles);
            let names: Vec<String> = names.map(|(who, title)| format!("{who} {title}")).collect();
            return names.join(" against ");
        }
        let format = match self.format {
            Format::RoundRobin => "each against each",
            Format::Gauntlet => "the first against the others",
        };
        format!("{}, {format}", counted(self.sides.len(), "engine"))
    }

    fn title(&self, who: Contestant) -> &str {
        self.titles.get(who.index()).map_or("", String::as_str)
    }

    fn ranking(&self, rows: &[Standing]) -> String {
        let head = choose("engine", "エンジン");
        let widest = self.titles.iter().map(|title| width(title)).max();
        let title_width = widest.unwrap_or(0).max(width(head));
        let rest = choose(
            "    Elo  95 %                 games  points    won drawn  lost",
            "    Elo  95 %                  局数    得点   勝ち  分け  負け",
        );
        let rank = padded(choose("rank", "順位"), 6);
        let engine = padded(head, title_width);
        let mut out = format!("{rank} {engine} {rest}\n");
        for (row, rank) in rows.iter().zip(1..) {
            let [elo, low, high] = [row.elo.elo, row.elo.low, row.elo.high].map(signed);
            let interval = format!("[{low}, {high}]");
            let GameCounts {
                wins,
                draws,
                losses,
            } = row.games;
            out += &format!(
                "{rank:>4} {} {} {elo:>7}  {interval:<20} {:>5} {:>7.1} {wins:>6} {draws:>5} {losses:>5}\n",
                row.who,
                padded(self.title(row.who), title_width),
                row.games.games(),
                points(&row.games),
            );
        }
        out
    }
}

fn points(games: &GameCounts) -> f64 {
    games.wins as f64 + games.draws as f64 / 2.0
}

/// Who made how many points against whom, the best first.
fn crosstable(rows: &[Standing], standings: &Standings) -> String {
    let cell = |row: &Standing, other: &Standing| match standings.between(row.who, other.who) {
        Some((games, _)) => format!("{}/{}", points(&games), games.games()),
        None => "-".to_string(),
    };
    let mut lines = vec![padded(choose("points", "得点"), 9)];
    lines.extend(rows.iter().map(|row| format!("       {} ", row.who)));
    for other in rows {
        let column = rows.iter().map(|row| cell(row, other));
        let column: Vec<String> = std::iter::once(other.who.to_string())
            .chain(column)
            .collect();
        let width = column.iter().map(String::len).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(column) {
            *line += &format!("  {cell:>width$}");
        }
    }
    lines.join("\n") + "\n"
}

fn sprt_text(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let (elo0, elo1, llr) = (sprt.elo0, sprt.elo1, sprt.llr(&tally.pairs));
    let decision = match sprt.decision(&tally.pairs) {
        Decision::Continue => "undecided".to_string(),
        Decision::AcceptH0 => format!("H0 accepted ({elo0} rather than {elo1} Elo)"),
        Decision::AcceptH1 => format!("H1 accepted ({elo1} rather than {elo0} Elo)"),
    };
    format!("{elo0} against {elo1} Elo: LLR {llr:.2}, bounds {low:.2} and {high:.2}: {decision}")
}

/// A fault in words.
fn fault_text(fault: &Fault) -> String {
    format!(
        "game {}: {} by {}: {}",
        fault.game + 1,
        fault.reason.name().replace('_', " "),
        fault.by,
        fault.detail
    )
}

/// Effort of a side, in the language of the command line.
fn effort_text(effort: &EffortSummary) -> String {
    let (moves, ms) = (effort.moves, effort.mean_ms);
    let mut parts =
        vec![tr!("{moves} moves, {ms:.1} ms a move"; "{moves} 手、1 手 {ms:.1} ミリ秒")];
    if let Some(depth) = effort.mean_depth {
        parts.push(tr!("depth {depth:.1}"; "深さ {depth:.1}"));
    }
    if let (Some(nodes), Some(nps)) = (effort.mean_nodes, effort.nps) {
        let knps = nps / 1000.0;
        parts.push(tr!("{nodes:.0} nodes, {knps:.0} knps"; "{nodes:.0} ノード、{knps:.0} knps"));
    }
    if let (Some(max), Some(most)) = (effort.overrun_max_ms, effort.overrun_999_ms) {
        parts.push(tr!(
            "past the limit: max {max:+.1} ms, 99.9 % {most:+.1} ms";
            "制限の超過：最大 {max:+.1} ミリ秒、99.9 % {most:+.1} ミリ秒"
        ));
    }
    if let Some(hits) = effort.ponderhits {
        let hits = 100.0 * hits;
        parts.push(tr!("ponderhits {hits:.0} %"; "先読みの的中 {hits:.0} %"));
    }
    parts.join(choose(", ", "、"))
}

#[cfg(test)]
mod tests;
