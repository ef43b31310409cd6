//! Answers to tsume problems as text.

use std::io::{self, Write};

use super::inputs::Named;
use crate::language::{Japanese, Lang, current, msg, say};
use crate::plain::plain;
use komadai::types::PieceType;
use komadai_analysis::report::analysis::Notation;
use komadai_analysis::tsume::{TsumeAnswer, TsumeProblem, TsumeVerdict};

/// Writes a line with the verdict on the problem, and one with the moves.
pub(super) fn write_answer(
    out: &mut dyn Write,
    named: &Named,
    problem: &TsumeProblem,
    answer: &TsumeAnswer,
    notation: Notation,
    plies: Option<usize>,
) -> io::Result<()> {
    write!(out, "{}", plain(named.file.clone()))?;
    if named.is_one_of_several {
        write!(out, " {}", named.number)?;
    }
    if let Some(title) = &problem.title {
        write!(out, " {}", plain(title.to_string()))?;
    }
    if let Some(ply) = problem.ply.filter(|&ply| ply > 0) {
        write!(out, "{}", msg!(mate_after_move, ply))?;
    }
    let stated = plies.or(problem.stated);
    writeln!(out, ": {}", verdict_in_words(stated, plies, answer))?;
    if answer.verdict == TsumeVerdict::Mate {
        let line = notation.write_line(&problem.pos, None, &answer.moves());
        writeln!(out, "    {}", line.join(" "))?;
        write_others(out, problem, answer, notation)?;
    }
    Ok(())
}

fn write_others(
    out: &mut dyn Write,
    problem: &TsumeProblem,
    answer: &TsumeAnswer,
    notation: Notation,
) -> io::Result<()> {
    let main = answer.moves();
    for other in answer.others.iter().flatten() {
        let mut pos = problem.pos.clone();
        let mut last_to = None;
        for &mv in main.iter().take(other.ply - 1) {
            last_to = Some(mv.to());
            pos.do_move(mv);
        }
        let line = notation.write_line(&pos, last_to, &other.moves());
        let mut kind = String::new();
        if other.last_move {
            kind += &msg!(mate_last_move);
        }
        if other.promotion_only {
            kind += &msg!(mate_promotion_only);
        }
        if other.detour {
            kind += &msg!(mate_detour);
        }
        let (ply, plies) = (other.ply, other.plies);
        let line = line.join(" ");
        say!(out, mate_other, ply, plies, kind, line)?;
    }
    if answer.others_complete == Some(false) {
        say!(out, mate_others_incomplete)?;
    }
    Ok(())
}

/// The verdict as text. `asked` is the length that the command line states; `stated` is the same
/// or, without it, the length that the file states.
pub(super) fn verdict_in_words(
    stated: Option<usize>,
    asked: Option<usize>,
    answer: &TsumeAnswer,
) -> String {
    let plies = answer.line.len();
    match answer.verdict {
        TsumeVerdict::NoMate => msg!(mate_none),
        TsumeVerdict::NoMateInTime => match asked {
            Some(asked) => {
                msg!(mate_refuted, asked)
            }
            None => msg!(mate_not_in_time),
        },
        TsumeVerdict::Unsolved => msg!(mate_unsolved),
        TsumeVerdict::Mate => {
            let mut text = msg!(mate_in, plies);
            if !answer.shortest {
                text += &msg!(mate_perhaps_shorter);
            }
            text += &match stated {
                Some(stated) if plies < stated => {
                    msg!(mate_earlier, stated)
                }
                Some(stated) if plies > stated => {
                    msg!(mate_later, stated)
                }
                Some(_) if answer.shortest => msg!(mate_as_stated),
                _ => String::new(),
            };
            if !answer.left.is_empty() {
                let left = match current() {
                    Lang::English => answer.left.clone(),
                    Lang::Japanese => hand_in_kanji(&answer.left),
                };
                text += &msg!(mate_left_in_hand, left);
            }
            text
        }
    }
}

/// The pieces of [`TsumeAnswer::left`] in Japanese: `金歩2` for `G2P`.
fn hand_in_kanji(left: &str) -> String {
    let mut count = 0;
    let mut text = String::new();
    for c in left.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = 10 * count + digit;
        } else if let Some(kind) = PieceType::from_letter(c) {
            text += &kind.japanese();
            if count > 1 {
                text += &format!("{count}");
            }
            count = 0;
        }
    }
    text
}

/// If there are several problems, writes `12 problems: 10 mates, 1 without a mate, 1 not solved`.
pub(super) fn write_sum<'a>(
    out: &mut dyn Write,
    answers: impl Iterator<Item = &'a TsumeAnswer>,
) -> io::Result<()> {
    let (mut mates, mut refuted, mut unsolved) = (0, 0, 0);
    for answer in answers {
        match answer.verdict {
            TsumeVerdict::Mate => mates += 1,
            TsumeVerdict::NoMate | TsumeVerdict::NoMateInTime => refuted += 1,
            TsumeVerdict::Unsolved => unsolved += 1,
        }
    }
    let all = mates + refuted + unsolved;
    if all < 2 {
        return Ok(());
    }
    say!(out, mate_sum, all, mates, refuted, unsolved)
}
