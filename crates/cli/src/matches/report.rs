//! Printed report of `komadai match`: a line for each game, and the summary.

use std::time::Duration;

use crate::language::{Japanese, Lang, current, msg, padded, told, width};
use komadai::EndReason;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::match_run::MatchConfig;
use komadai_matches::schedule::MatchFormat;
use komadai_matches::side::{SideLabel, titles};
use komadai_matches::sprt::{Decision, Sprt};
use komadai_matches::standings::{Standing, Standings};
use komadai_matches::stats::{GameCounts, signed};
use komadai_matches::tally::{EffortSummary, Fault, Tally};

/// Writer of the report. A match of two sides is reported from the view of A, one of several
/// engines as a table.
pub(super) struct Report {
    pub sides: Vec<SideLabel>,
    titles: Vec<String>,
    pub format: MatchFormat,
    games: usize,
    /// Whether the sides are given by `--a` and `--b` instead of `--engine`.
    duel: bool,
    pub sprt: Option<Sprt>,
}

impl Report {
    pub fn new(sides: Vec<SideLabel>, duel: bool, config: &MatchConfig) -> Report {
        Report {
            titles: titles(&sides),
            sides,
            format: config.format,
            games: config.games,
            duel,
            sprt: config.sprt,
        }
    }

    /// The tally of a match of two sides; `None` for several engines.
    pub fn duel<'a>(&self, standings: &'a Standings) -> Option<&'a Tally> {
        standings.pairings().first().filter(|_| self.duel)
    }

    /// The state of the match in short: score, Elo and sequential test, or the ratings.
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

    /// The line of a finished game, in the language of the command line.
    pub fn game(&self, record: &GameRecord, standings: &Standings) -> String {
        let result = match record.winner {
            Some(winner) => msg!(match_wins, winner),
            None => msg!(match_draw),
        };
        let black = record.black;
        let (colours, state) = match self.duel {
            true => {
                let state = format!(" | {}", self.state(standings));
                (msg!(match_black_is, black), state)
            }
            false => (
                msg!(match_colours, black, white = record.white()),
                String::new(),
            ),
        };
        let (games, width) = (self.games, self.games.to_string().len());
        let line = msg!(
            match_game,
            game = format!("{:>width$}", record.game + 1),
            games,
            colours,
            result,
            reason = reason_text(record.reason),
            moves = record.length()
        );
        let detail = record.detail.as_ref();
        let detail = detail.map_or_else(String::new, |detail| format!("\n  {}", told(detail)));
        format!("{line}{state}{detail}")
    }

    /// The summary at the end, in the language of the command line.
    pub fn summary(&self, standings: &Standings, time: Duration) -> String {
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
        let mut line = |head: &str, text: String| out += &format!("{} {text}\n", padded(head, 10));
        line(&msg!(match_head), self.pairing(duel.is_some()));
        let pairs: u64 = standings.pairings().iter().map(|t| t.pairs.pairs()).sum();
        let (counted, finished) = (2 * pairs, standings.finished());
        let seconds = format!("{:.0}", time.as_secs_f64());
        let games = msg!(match_games, counted, pairs, finished, seconds);
        line(&msg!(match_games_head), games);
        if let Some(tally) = duel {
            let score = format!("{:.1}", 100.0 * tally.games.score());
            let score = msg!(match_score, games = tally.games, score);
            line(&msg!(match_score_head), score);
            line(
                &msg!(match_pairs_head),
                msg!(match_pairs, pairs = tally.pairs),
            );
            line("Elo", msg!(match_elo, elo = tally.pairs.elo()));
            let los = format!("{:.1}", 100.0 * tally.pairs.superiority());
            let elo = tally.pairs.normalised_elo();
            line("nElo", msg!(match_normalised_elo, elo, los));
            if let Some(sprt) = self.sprt {
                line("SPRT", sprt_text(&sprt, tally));
            }
        }
        let score = format!("{:.1}", 100.0 * standings.black().score());
        line(&msg!(match_black_head), msg!(match_black, score));
        let reasons = standings.reasons().into_iter();
        let reasons = reasons.map(|(reason, n)| format!("{} {n}", reason_text(reason)));
        let reasons = reasons.collect::<Vec<_>>().join(&msg!(comma));
        line(&msg!(match_ends_head), reasons);
        for row in &rows {
            let head = msg!(match_side_head, who = row.who);
            line(&head, effort_text(&row.effort.summary()));
        }
        let games = standings.duplicates().len();
        if games > 0 {
            let text = match duel {
                Some(tally) => msg!(
                    match_repeats,
                    games,
                    pairs = tally.left_out.pairs(),
                    elo = tally.pairs_with_duplicates().elo()
                ),
                None => msg!(match_repeats_of_several, n = games),
            };
            line(&msg!(match_repeats_head), text);
        }
        let n = standings.unpaired();
        if n > 0 {
            line(&msg!(match_unpaired_head), msg!(match_unpaired, n));
        }
        let faults = standings.faults();
        line(&msg!(match_faults_head), faults.len().to_string());
        for fault in &faults {
            line("", fault_text(fault));
        }
        out
    }

    fn pairing(&self, duel: bool) -> String {
        if duel {
            let [a, b] = Contestant::PAIR.map(|who| self.title(who));
            return msg!(match_of_two, a, b);
        }
        let format = match self.format {
            MatchFormat::RoundRobin => msg!(match_round_robin),
            MatchFormat::Gauntlet => msg!(match_gauntlet),
        };
        msg!(match_of_several, n = self.sides.len(), format)
    }

    fn title(&self, who: Contestant) -> &str {
        self.titles.get(who.index()).map_or("", String::as_str)
    }

    fn ranking(&self, rows: &[Standing]) -> String {
        let head = msg!(table_engine);
        let widest = self.titles.iter().map(|title| width(title)).max();
        let title_width = widest.unwrap_or(0).max(width(&head));
        let rest = msg!(table_head);
        let rank = padded(&msg!(table_rank), 6);
        let engine = padded(&head, title_width);
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

/// The crosstable: points of each engine against every other engine, in the order of `rows`.
fn crosstable(rows: &[Standing], standings: &Standings) -> String {
    let cell = |row: &Standing, other: &Standing| match standings.between(row.who, other.who) {
        Some((games, _)) => format!("{}/{}", points(&games), games.games()),
        None => "-".to_string(),
    };
    let mut lines = vec![padded(&msg!(table_points), 9)];
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
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let decision = match sprt.decision(&tally.pairs) {
        Decision::Continue => msg!(match_undecided),
        Decision::AcceptH0 => msg!(match_accepted, name = "H0", elo = elo0, other = elo1),
        Decision::AcceptH1 => msg!(match_accepted, name = "H1", elo = elo1, other = elo0),
    };
    let llr = format!("{:.2}", sprt.llr(&tally.pairs));
    let (low, high) = (format!("{low:.2}"), format!("{high:.2}"));
    msg!(match_sprt, elo0, elo1, llr, low, high, decision)
}

/// The end reason of a game as text.
fn reason_text(reason: EndReason) -> String {
    match current() {
        Lang::English => reason.name().replace('_', " "),
        Lang::Japanese => reason.japanese(),
    }
}

/// A fault as a line of text.
fn fault_text(fault: &Fault) -> String {
    let game = fault.game + 1;
    let (reason, by, detail) = (reason_text(fault.reason), fault.by, told(&fault.detail));
    msg!(match_fault, game, reason, by, detail)
}

/// The effort of a side as text, in the language of the command line.
fn effort_text(effort: &EffortSummary) -> String {
    let (moves, ms) = (effort.moves, effort.mean_ms);
    let mut parts = vec![msg!(effort_moves, moves, ms = format_args!("{ms:.1}"))];
    if let Some(depth) = effort.mean_depth {
        parts.push(msg!(effort_depth, depth = format_args!("{depth:.1}")));
    }
    if let (Some(nodes), Some(nps)) = (effort.mean_nodes, effort.nps) {
        let knps = nps / 1000.0;
        parts.push(msg!(
            effort_nodes,
            nodes = format_args!("{nodes:.0}"),
            knps = format_args!("{knps:.0}")
        ));
    }
    if let (Some(max), Some(most)) = (effort.overrun_max_ms, effort.overrun_999_ms) {
        parts.push(msg!(
            effort_overrun,
            max = format_args!("{max:+.1}"),
            most = format_args!("{most:+.1}")
        ));
    }
    if let Some(hits) = effort.ponderhits {
        let hits = 100.0 * hits;
        parts.push(msg!(effort_ponderhits, hits = format_args!("{hits:.0}")));
    }
    parts.join(&msg!(comma))
}

#[cfg(test)]
mod tests;
