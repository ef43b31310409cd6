//! `komadai show`: a position on the terminal or as a picture.

use std::io::{self, Stdout, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};

use super::args::PositionArgs;
use super::error::{CliError, CommandError, counted};
use super::language::{japanese, say};
use super::outputs::{Overwriting, Places};
use super::records::{Source, is_dash, tell_problems};
use komadai::files::whole_file::write_whole;
use komadai::position::{MoveError, Position};
use komadai::types::{Color, Move};
use komadai_analysis::report::{Diagram, Lettering, TerminalBoard};
use komadai_records::{NodeId, Record};

/// Show a position on the terminal, or write it as an SVG picture
#[derive(Debug, Args)]
pub(super) struct Show {
    /// A game record or board of any format, or - for standard input; shows its last position
    #[arg(value_name = "FILE", conflicts_with_all = ["sfen", "handicap", "moves"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    /// Show the position after this many moves of the record
    #[arg(long, value_name = "N", requires = "file")]
    ply: Option<usize>,
    /// Number of the game to show, if the record holds several
    #[arg(long, value_name = "N", requires = "file", default_value_t = 1)]
    game: usize,
    /// Use letters instead of kanji
    #[arg(long)]
    letters: bool,
    /// Draw White at the bottom
    #[arg(long)]
    flip: bool,
    /// Use of colours on the terminal
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    color: When,
    /// Write a picture to this file, or - for standard output, instead of showing the board
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Moves to draw as arrows in the picture, in USI notation
    #[arg(long, num_args = 1.., value_name = "MOVE", requires = "svg")]
    arrow: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    /// If standard output is a terminal with colours, and NO_COLOR is not set
    Auto,
    Always,
    Never,
}

impl When {
    /// Standard output for this choice of colours. Windows consoles that know ANSI codes are set up
    /// for them. For other consoles, the stream turns the codes into system calls.
    fn stream(self) -> AutoStream<Stdout> {
        let choice = match self {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::AlwaysAnsi,
            When::Never => ColorChoice::Never,
        };
        AutoStream::new(std::io::stdout(), choice)
    }
}

/// Draws the board, with colours unless `choice` is never. Only if ANSI codes must be turned into
/// system calls, the board is written to `console`, which does this; else to `out`.
fn write_board(
    choice: ColorChoice,
    console: &mut dyn Write,
    out: &mut dyn Write,
    draw: impl FnOnce(bool) -> String,
) -> io::Result<()> {
    let text = draw(choice != ColorChoice::Never);
    match choice {
        ColorChoice::Always => {
            out.flush()?;
            console.write_all(text.as_bytes())?;
            console.flush()
        }
        ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Never => {
            out.write_all(text.as_bytes())
        }
    }
}

/// Error because of which a position was not shown.
#[derive(Debug, thiserror::Error)]
enum ShowError {
    #[error("there is no game {wanted}; the file has {games}")]
    NoSuchGame { wanted: usize, games: usize },
    #[error("there is no ply {wanted}; the main line has {}", counted(*last, "move"))]
    NoSuchPly { wanted: usize, last: usize },
    #[error("move {number} of --arrow cannot be played: {error}")]
    Arrow { number: usize, error: MoveError },
}

japanese! {
    ShowError {
        NoSuchGame { wanted, games },
        NoSuchPly { wanted, last },
        Arrow { number, error },
    }
}

impl CommandError for ShowError {}

/// The board to show.
struct Shown {
    pos: Position,
    last_move: Option<Move>,
    record: Option<Record>,
}

impl Shown {
    fn is_handicap(&self) -> bool {
        match &self.record {
            Some(record) => record.is_handicap(),
            None => Record::new(&self.pos).is_handicap(),
        }
    }
}

impl Show {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        if let Some(file) = self.svg.as_ref().filter(|file| !is_dash(file)) {
            Places::of_inputs(self.file.as_deref()).add(file)?;
            self.overwriting.try_file(file)?;
        }
        let shown = self.find(err)?;
        let lettering = match self.letters {
            true => Lettering::Letters,
            false => Lettering::Kanji,
        };
        let Some(file) = &self.svg else {
            let mut console = self.color.stream();
            let draw = |colors| {
                let board = TerminalBoard {
                    lettering,
                    colors,
                    flip: self.flip,
                    last_to: shown.last_move.map(Move::to),
                    handicap: shown.is_handicap(),
                };
                board.draw(&shown.pos)
            };
            write_board(console.current_choice(), &mut console, out, draw)?;
            return Ok(());
        };
        let mut arrows = Vec::new();
        for (i, text) in self.arrow.iter().enumerate() {
            let mv = shown.pos.parse_usi_move(text);
            let number = i + 1;
            arrows.push(mv.map_err(|error| ShowError::Arrow { number, error })?);
        }
        let name = |color| shown.record.as_ref()?.headers.player(color);
        let diagram = Diagram {
            lettering,
            flip: self.flip,
            last_move: shown.last_move,
            arrows,
            names: [name(Color::Black), name(Color::White)],
            ..Diagram::new(&shown.pos)
        };
        if is_dash(file) {
            return Ok(out.write_all(diagram.svg().as_bytes())?);
        }
        write_whole(file, diagram.svg().as_bytes())?;
        let file = file.display();
        say!(out, written, file)?;
        Ok(())
    }

    fn find(&self, err: &mut dyn Write) -> Result<Shown, CliError> {
        let Some(file) = &self.file else {
            let (pos, last_move) = self.position.position()?;
            return Ok(Shown {
                pos,
                last_move,
                record: None,
            });
        };
        let source = Source::named(file);
        let mut reading = source.read_named()?;
        tell_problems(err, source.shown(), &reading.warnings)?;
        tell_problems(err, source.shown(), &reading.doubts)?;
        let games = reading.records.len();
        if self.game == 0 || self.game > games {
            let wanted = self.game;
            return Err(ShowError::NoSuchGame { wanted, games }.into());
        }
        let record = reading.records.swap_remove(self.game - 1);
        let line: Vec<NodeId> = std::iter::once(NodeId::ROOT)
            .chain(
                record
                    .main_line()
                    .filter(|&id| record.node(id).mv().is_some()),
            )
            .collect();
        let last = line.len() - 1;
        let ply = self.ply.unwrap_or(last);
        let Some(&id) = line.get(ply) else {
            return Err(ShowError::NoSuchPly { wanted: ply, last }.into());
        };
        Ok(Shown {
            pos: record.position_at(id),
            last_move: record.node(id).mv(),
            record: Some(record),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_where_they_are_understood() {
        for (choice, on_console, in_out) in [
            (ColorChoice::Never, "", "false"),
            (ColorChoice::AlwaysAnsi, "", "true"),
            // A Windows console without ANSI codes.
            (ColorChoice::Always, "true", ""),
        ] {
            let (mut console, mut out) = (Vec::new(), Vec::new());
            write_board(choice, &mut console, &mut out, |colors| colors.to_string()).unwrap();
            assert_eq!(
                (console, out),
                (on_console.into(), in_out.into()),
                "{choice:?}"
            );
        }
    }
}
