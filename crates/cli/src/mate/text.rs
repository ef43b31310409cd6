//! Answers to problems in words.

use std::io::{self, Write};

use super::inputs::Named;
use crate::language::{say, tr};
use komadai_analysis::report::analysis::Notation;
use komadai_analysis::tsume::{Answer, Problem, Verdict};

/// One line on the problem and one with the moves.
pub(super) fn write_answer(
    out: &mut dyn Write,
    named: &Named,
    problem: &Problem,
    answer: &Answer,
    notation: Notation,
    plies: Option<usize>,
) -> io::Result<()> {
    write!(out, "{} {}", named.file, named.number)?;
    if let Some(title) = &problem.title {
        write!(out, " {title}")?;
    }
    let stated = plies.or(problem.stated);
    writeln!(out, ": {}", verdict_in_words(stated, plies, answer))?;
    if answer.verdict == Verdict::Mate {
        let line = notation.write_line(&problem.pos, None, &answer.moves());
        writeln!(out, "    {}", line.join(" "))?;
        write_others(out, problem, answer, notation)?;
    }
    Ok(())
}

fn write_others(
    out: &mut dyn Write,
    problem: &Problem,
    answer: &Answer,
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
            kind += &tr!(", the last move"; "、最終手");
        }
        if other.promotion_only {
            kind += &tr!(", only the promotion differs"; "、成・不成の違い");
        }
        if other.detour {
            kind += &tr!(", a detour"; "、迂回手順");
        }
        let (ply, plies) = (other.ply, other.plies);
        let line = line.join(" ");
        say!(
            out,
            "    also from ply {ply}, {plies} in all{kind}: {line}";
            "    余詰：{ply} 手目から、全 {plies} 手{kind}：{line}"
        )?;
    }
    if answer.others_complete == Some(false) {
        say!(
            out,
            "    other solutions were not looked for everywhere";
            "    余詰をすべては調べていません"
        )?;
    }
    Ok(())
}

/// Verdict on a problem whose length is stated in its file or, as `asked`,
/// on the command line.
fn verdict_in_words(stated: Option<usize>, asked: Option<usize>, answer: &Answer) -> String {
    let plies = answer.line.len();
    match answer.verdict {
        Verdict::NoMate => tr!("no mate"; "不詰"),
        Verdict::NoMateInTime => match asked {
            Some(asked) => {
                tr!("refuted: no mate in {asked}"; "否定：{asked} 手以内の詰みはありません")
            }
            None => tr!("no mate in the plies asked for"; "指定の手数以内の詰みはありません"),
        },
        Verdict::Unsolved => tr!("not solved"; "未解決"),
        Verdict::Mate => {
            let mut text = tr!("mate in {plies}"; "{plies} 手詰");
            if !answer.shortest {
                text += &tr!(", perhaps shorter"; "、もっと短い詰みがあるかもしれません");
            }
            text += &match stated {
                Some(stated) if plies < stated => {
                    tr!(", earlier than the {stated} stated"; "、表記の {stated} 手より短い（早詰）")
                }
                Some(stated) if plies > stated => {
                    tr!(", later than the {stated} stated"; "、表記の {stated} 手より長い")
                }
                Some(_) if answer.shortest => tr!(", as stated"; "、表記どおり"),
                _ => String::new(),
            };
            let left = &answer.left;
            if !left.is_empty() {
                text += &tr!(", {left} left in hand"; "、持ち駒 {left} が残る（駒余り）");
            }
            text
        }
    }
}

/// `12 problems: 10 mates, 1 without a mate, 1 not solved`, for more than one.
pub(super) fn write_sum<'a>(
    out: &mut dyn Write,
    answers: impl Iterator<Item = &'a Answer>,
) -> io::Result<()> {
    let (mut mates, mut refuted, mut unsolved) = (0, 0, 0);
    for answer in answers {
        match answer.verdict {
            Verdict::Mate => mates += 1,
            Verdict::NoMate | Verdict::NoMateInTime => refuted += 1,
            Verdict::Unsolved => unsolved += 1,
        }
    }
    let all = mates + refuted + unsolved;
    if all < 2 {
        return Ok(());
    }
    say!(
        out,
        "{all} problems: {mates} mates, {refuted} without a mate, {unsolved} not solved";
        "{all} 問：詰み {mates}、不詰 {refuted}、未解決 {unsolved}"
    )
}
