//! `komadai eval`: static evaluation of a position.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::args::{EvaluatorArgs, PositionArgs};
use super::error::CliError;
use super::language::{Lang, current, msg, told};
use super::outputs::print_json;
use komadai::engine::evaluator::LoadedEvaluator;
use komadai::engine::{BoardWords, Engine, EngineOptions, draw_board};
use komadai::position::Position;
use komadai::types::{Color, Piece, PieceType, Square};
use komadai_analysis::breakdown::Breakdown;
use komadai_analysis::report::analysis::{ScoreEntry, VIEW, for_black, round, win_probability};
use komadai_analysis::report::{Lettering, TerminalBoard};
use komadai_records::Record;
use komadai_records::notation::square_kanji;

/// Show a position and its evaluation
#[derive(Debug, Args)]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Show the value of each piece: how far the evaluation falls for its owner without it
    #[arg(long)]
    breakdown: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result as JSON.
#[derive(Serialize)]
struct EvalJson {
    /// The side whose view the values take: [`VIEW`].
    view: &'static str,
    sfen: String,
    evaluator: String,
    /// The evaluator's value in its own units, for Black.
    raw: i32,
    by: &'static str,
    score: ScoreEntry,
    win_probability: f64,
    /// Present with --breakdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<PieceJson>>,
}

/// The value of a piece to its owner.
#[derive(Serialize)]
struct PieceJson {
    /// The piece as in SFEN: capital letters for Black, small letters for White.
    piece: String,
    /// `hand`, or the square in USI notation.
    place: String,
    /// Value in centipawns; for pieces in hand that of one piece.
    worth: i32,
}

/// The values of the pieces on the board, then of one piece of each kind in hand.
fn pieces(breakdown: &Breakdown, pos: &Position) -> Vec<PieceJson> {
    let on_board = Square::all().filter_map(|sq| {
        Some(PieceJson {
            piece: pos.piece_on(sq)?.to_string(),
            place: sq.to_string(),
            worth: breakdown.board[sq.index()]?,
        })
    });
    let in_hand = Color::ALL.into_iter().flat_map(|owner| {
        PieceType::HAND.into_iter().filter_map(move |kind| {
            Some(PieceJson {
                piece: Piece::new(owner, kind).to_string(),
                place: "hand".to_string(),
                worth: breakdown.hands[owner.index()][kind.index()]?,
            })
        })
    });
    on_board.chain(in_hand).collect()
}

/// The texts beside a drawn board, in the language of the command line.
fn board_words(pos: &Position) -> BoardWords {
    let side = told(&pos.side_to_move());
    BoardWords {
        hands: Color::ALL.map(|side| msg!(eval_hand, side = told(&side))),
        nothing: msg!(eval_nothing),
        turn: msg!(eval_turn, side, ply = pos.ply()),
        check: msg!(eval_check),
    }
}

/// [`draw_board`] in kanji, for Japanese messages.
fn board_in_kanji(pos: &Position, words: &BoardWords) -> String {
    let board = TerminalBoard {
        handicap: Record::new(pos).is_handicap(),
        ..TerminalBoard::default()
    };
    let mut text = format!("{}key {:016x}", board.draw(pos), pos.key());
    if pos.in_check() {
        let squares: Vec<String> = pos.checkers().into_iter().map(square_kanji).collect();
        text += &format!("\n{}{}", words.check, squares.join("、"));
    }
    text
}

/// The value of each piece according to the engine's evaluator.
fn breakdown(engine: &Engine, pos: &Position) -> Breakdown {
    Breakdown::new(&mut engine.evaluator().evaluator(), pos)
}

/// Lines about the evaluator: its name, or the reason why another one is used instead; then its
/// warnings.
fn report(evaluator: &LoadedEvaluator) -> Vec<String> {
    let first = match evaluator.problem() {
        None => msg!(evaluator, name = told(evaluator)),
        Some(problem) => {
            let (option, problem) = (evaluator.option(), told(problem));
            match evaluator.network() {
                Some(_) => msg!(evaluator_network_instead, option, problem),
                None => msg!(evaluator_material_instead, option, problem),
            }
        }
    };
    let warnings = evaluator.warnings().iter();
    let warnings = warnings.map(|warning| msg!(evaluator, name = told(warning)));
    std::iter::once(first).chain(warnings).collect()
}

impl Eval {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (pos, _) = self.position.position()?;
        let engine = self.evaluator.engine(EngineOptions {
            threads: 1,
            hash_mib: 1,
            ..EngineOptions::default()
        })?;
        if self.json {
            let opinion = engine.explain(&pos);
            let score = for_black(opinion.side, opinion.score);
            let breakdown = self.breakdown.then(|| breakdown(&engine, &pos));
            return print_json(
                out,
                &EvalJson {
                    view: VIEW,
                    sfen: pos.sfen(),
                    evaluator: engine.evaluator().to_string(),
                    raw: match opinion.side {
                        Color::Black => opinion.raw,
                        Color::White => -opinion.raw,
                    },
                    by: opinion.by.name(),
                    score: score.into(),
                    win_probability: round(win_probability(score), 4),
                    pieces: breakdown.map(|breakdown| pieces(&breakdown, &pos)),
                },
            );
        }
        let words = board_words(&pos);
        let (board, lettering) = match current() {
            Lang::English => (draw_board(&pos, &words), Lettering::Letters),
            Lang::Japanese => (board_in_kanji(&pos, &words), Lettering::Kanji),
        };
        writeln!(out, "{board}")?;
        if self.breakdown {
            let table = breakdown(&engine, &pos).draw(&pos, &words, lettering);
            writeln!(out, "\n{}\n\n{table}\n", msg!(eval_breakdown))?;
        }
        for line in report(engine.evaluator()) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", told(&engine.explain(&pos)))?;
        Ok(())
    }
}
