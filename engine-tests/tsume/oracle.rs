//! Oracle for lengths of mates that follows the rule literally: no proof numbers, no
//! bounds, no comparison of hands.

use std::collections::HashMap;

use komadai::movegen::{generate_checks, legal_moves};
use komadai::position::{Position, Setup};
use komadai::types::{Color, Move, Piece, PieceType, Square};

/// Whether and how drops between checker and king count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// All interpositions count.
    Every,
    /// Interpositions that the checker captures for nothing do not count.
    People,
}

/// A position without its game.
fn bare(pos: &Position) -> Position {
    Position::from_sfen(&pos.sfen()).unwrap()
}

fn after(pos: &Position, mv: Move) -> Position {
    let mut pos = bare(pos);
    pos.do_move(mv);
    bare(&pos)
}

/// The squares strictly between two on a line.
fn between(a: Square, b: Square) -> Vec<Square> {
    let files = b.file() as i8 - a.file() as i8;
    let ranks = b.rank() as i8 - a.rank() as i8;
    let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let steps = if on_line {
        files.abs().max(ranks.abs())
    } else {
        0
    };
    (1..steps)
        .map(|i| a.offset(files.signum() * i, ranks.signum() * i).unwrap())
        .collect()
}

/// The positions in which the checker of `pos` has gone on to `sq`, between it
/// and the king, with nothing in any hand changed: what is left once a piece
/// dropped there was taken and given back.
fn closer(pos: &Position, sq: Square) -> Vec<Position> {
    let defender = pos.side_to_move();
    let drop = legal_moves(pos)
        .into_iter()
        .find(|mv| mv.is_drop() && mv.to() == sq)
        .unwrap();
    let dropped = after(pos, drop);
    let king = pos.king(defender).unwrap();
    generate_checks(&dropped)
        .into_iter()
        .filter(|mv| mv.to() == sq && !mv.is_drop() && between(king, mv.from()).contains(&sq))
        .map(|mv| {
            let mut setup = Setup::parse(&pos.sfen()).unwrap();
            let checker = setup.board[mv.from().index()].take().unwrap();
            let kind = match mv.is_promotion() {
                true => checker.kind().promoted(),
                false => checker.kind(),
            };
            setup.board[sq.index()] = Some(Piece::new(checker.color(), kind));
            assert!(checker.kind() != PieceType::King);
            Position::from_setup(&setup).unwrap()
        })
        .collect()
}

/// The defender's length from those of his answers, as far as they are known:
/// a drop of length `o` that is taken for nothing in `u` counts only if
/// without it the rest is shorter than `u`.
fn defence(others: &[Option<usize>], drops: &[(Option<usize>, Option<usize>)]) -> Option<usize> {
    let mut len = 0;
    for plies in others {
        len = len.max(plies.as_ref()? + 1);
    }
    let mut open: Vec<_> = drops.to_vec();
    loop {
        open.retain(|(_, taken)| taken.is_none_or(|taken| taken > len));
        if open.is_empty() {
            return Some(len);
        }
        let (index, plies) = open
            .iter()
            .enumerate()
            .filter_map(|(i, (ordinary, _))| Some((i, ordinary.as_ref()? + 1)))
            .min_by_key(|&(_, plies)| plies)?;
        open.remove(index);
        len = len.max(plies);
    }
}

/// The successors of a position, by number.
enum Node {
    Attack(Vec<usize>),
    Defence {
        others: Vec<usize>,
        /// Each drop with the positions after it is taken for nothing.
        drops: Vec<(usize, Vec<usize>)>,
    },
}

/// Works backwards through every position that checks and answers can reach:
/// `Ok(None)` if there is no mate, `Err` if there are more positions than `most`.
pub fn by_retrograde(root: &Position, rule: Rule, most: usize) -> Result<Option<usize>, ()> {
    let attacker = root.side_to_move();
    let mut numbers = HashMap::from([(root.key(), 0)]);
    let mut positions = vec![bare(root)];
    let mut nodes = Vec::new();
    while let Some(pos) = positions.get(nodes.len()).cloned() {
        let mut number = |pos: Position| {
            *numbers.entry(pos.key()).or_insert_with(|| {
                positions.push(pos);
                positions.len() - 1
            })
        };
        nodes.push(if pos.side_to_move() == attacker {
            let checks = generate_checks(&pos);
            Node::Attack(checks.iter().map(|&mv| number(after(&pos, mv))).collect())
        } else {
            let (drops, others): (Vec<Move>, Vec<Move>) = legal_moves(&pos)
                .into_iter()
                .partition(|mv| mv.is_drop() && rule == Rule::People);
            let drops = drops.into_iter().map(|mv| {
                let taken = closer(&pos, mv.to()).into_iter().map(&mut number).collect();
                (number(after(&pos, mv)), taken)
            });
            let drops = drops.collect();
            let others = others.into_iter().map(|mv| number(after(&pos, mv)));
            Node::Defence {
                others: others.collect(),
                drops,
            }
        });
        if positions.len() > most {
            return Err(());
        }
    }
    Ok(lengths(&nodes)[0])
}

/// The length of each position, found in the order of the lengths.
fn lengths(nodes: &[Node]) -> Vec<Option<usize>> {
    let mut known: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut quiet = 0;
    for plies in 0.. {
        let mut any = false;
        // A position may depend on another one of the same length, whose checker is
        // closer to the king.
        loop {
            let mut news = Vec::new();
            for (i, node) in nodes
                .iter()
                .enumerate()
                .filter(|&(i, _)| known[i].is_none())
            {
                let get = |&n: &usize| known[n];
                let len = match node {
                    Node::Attack(next) => next
                        .iter()
                        .filter_map(get)
                        .min()
                        .map(|shortest| shortest + 1),
                    Node::Defence { others, drops } => {
                        let others: Vec<_> = others.iter().map(get).collect();
                        let drop = |(ordinary, taken): &(usize, Vec<usize>)| {
                            (get(ordinary), taken.iter().filter_map(get).min())
                        };
                        defence(&others, &drops.iter().map(drop).collect::<Vec<_>>())
                    }
                };
                if len == Some(plies) {
                    news.push(i);
                }
            }
            if news.is_empty() {
                break;
            }
            any = true;
            news.into_iter().for_each(|i| known[i] = Some(plies));
        }
        // Two rounds without a change, one for each side, end the computation.
        quiet = if any { 0 } else { quiet + 1 };
        if quiet == 2 {
            return known;
        }
    }
    unreachable!()
}

/// Full search, which searches each position once for each length.
pub struct FullSearch {
    rule: Rule,
    attacker: Color,
    /// By position: the length, or that it is above so many plies.
    known: HashMap<u64, Result<usize, usize>>,
    /// Number of positions that may still be searched.
    budget: usize,
}

impl FullSearch {
    /// The length of the mate if it is at most `plies`; `Err` if there is too much to try.
    pub fn mate(
        pos: &Position,
        rule: Rule,
        plies: usize,
        budget: usize,
    ) -> Result<Option<usize>, ()> {
        let mut search = FullSearch {
            rule,
            attacker: pos.side_to_move(),
            known: HashMap::new(),
            budget,
        };
        // Small lengths first, because most mates are short.
        let mut found = None;
        for most in (1..=plies).step_by(2) {
            found = search.length(&mut bare(pos), most)?;
            if found.is_some() {
                break;
            }
        }
        Ok(found)
    }

    fn length(&mut self, pos: &mut Position, most: usize) -> Result<Option<usize>, ()> {
        match self.known.get(&pos.key()) {
            Some(&Ok(len)) => return Ok((len <= most).then_some(len)),
            Some(&Err(above)) if above >= most => return Ok(None),
            _ => {}
        }
        self.budget = self.budget.checked_sub(1).ok_or(())?;
        let found = match pos.side_to_move() == self.attacker {
            true => self.attack(pos, most)?,
            false => self.defence(pos, most)?,
        };
        let found = found.filter(|&len| len <= most);
        self.known.insert(pos.key(), found.ok_or(most));
        Ok(found)
    }

    /// The length after a move.
    fn after(&mut self, pos: &mut Position, mv: Move, most: usize) -> Result<Option<usize>, ()> {
        pos.do_move(mv);
        let found = self.length(pos, most);
        pos.undo_move(mv);
        found
    }

    fn attack(&mut self, pos: &mut Position, most: usize) -> Result<Option<usize>, ()> {
        let mut best = None;
        for &mv in &generate_checks(pos) {
            let most = best.map_or(most, |best| best - 1);
            if most == 0 {
                break;
            }
            if let Some(len) = self.after(pos, mv, most - 1)? {
                best = Some(len + 1);
            }
        }
        Ok(best)
    }

    fn defence(&mut self, pos: &mut Position, most: usize) -> Result<Option<usize>, ()> {
        let (drops, others): (Vec<Move>, Vec<Move>) = legal_moves(pos)
            .into_iter()
            .partition(|mv| mv.is_drop() && self.rule == Rule::People);
        let mut plies = Vec::new();
        for &mv in &others {
            let next = match most {
                0 | 1 => None,
                _ => self.after(pos, mv, most - 1)?,
            };
            if next.is_none() {
                return Ok(None);
            }
            plies.push(next);
        }
        let mut judged = Vec::new();
        for &mv in &drops {
            let mut taken = None;
            for mut pos in closer(pos, mv.to()) {
                let len = self.length(&mut pos, most)?;
                taken = taken.into_iter().chain(len).min();
            }
            let ordinary = match most {
                0 | 1 => None,
                _ => self.after(pos, mv, most - 1)?,
            };
            judged.push((ordinary, taken));
        }
        Ok(defence(&plies, &judged))
    }
}
