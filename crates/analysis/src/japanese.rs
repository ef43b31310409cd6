//! Japanese texts for problems of positions and records, for programs that show them.

use std::fmt::Display;

use komadai::position::{IllegalMove, MoveError, SfenError};
use komadai::types::{Color, Move, MoveKind, MoveTextError, PieceType, Square};
use komadai_messages::{Lang, key, of_variant};
use komadai_records::notation::{MoveNotation, NotationError, board_kanji, square_kanji};
use komadai_records::{CsaError, Format, Loss, MoveFault, Problem, Reason, StartFault};

/// The text of an error or a loss in a language. The English text is that of `Display`.
pub fn told(what: &(impl Display + Japanese), lang: Lang) -> String {
    match lang {
        Lang::English => what.to_string(),
        Lang::Japanese => what.japanese(),
    }
}

/// A value with a Japanese text.
pub trait Japanese {
    /// The Japanese text.
    fn japanese(&self) -> String;
}

/// Implements [`Japanese`] for enums. The text of a variant has the key `Type.Variant`, with the
/// fields as arguments; `=> inner` takes the text of the only field instead, `=> (a = value, b =
/// value)` gives the arguments. `open` is for `#[non_exhaustive]` types.
macro_rules! japanese {
    (open $type:ident { $($variants:tt)* }) => {
        japanese!(@enum [other] $type { $($variants)* });
    };
    (@enum [$($other:ident)?] $type:ident {
        $($variant:ident $(($($tuple:ident),*))? $({ $($field:ident),* })? $(=> $how:tt)?),*
        $(,)?
    }) => {
        impl Japanese for $type {
            fn japanese(&self) -> String {
                match self {
                    $($type::$variant $(($($tuple),*))? $({ $($field),* })? =>
                        japanese!(@ [$($how)?] $type $variant $($($tuple)*)? $($($field)*)?),)*
                    $($other => $other.to_string(),)?
                }
            }
        }
    };
    (@ [] $type:ident $variant:ident $($name:ident)*) => {
        key::$type::$variant { $($name: $name.japanese()),* }.japanese()
    };
    (@ [inner] $type:ident $variant:ident $name:ident) => { $name.japanese() };
    (@ [($($name:ident = $value:expr),*)] $type:ident $variant:ident $($field:ident)*) => {
        key::$type::$variant { $($name: $value.japanese()),* }.japanese()
    };
    ($type:ident { $($variants:tt)* }) => { japanese!(@enum [] $type { $($variants)* }); };
}

/// Types whose text is the same in both languages.
macro_rules! same {
    ($($type:ty),*) => {
        $(impl Japanese for $type {
            fn japanese(&self) -> String {
                self.to_string()
            }
        })*
    };
}

same!(String, char, u8, u32, u64, usize);

/// Types without data, by the key `Type.Variant`.
macro_rules! by_variant {
    ($($type:ident),*) => {
        $(impl Japanese for $type {
            fn japanese(&self) -> String {
                of_variant(stringify!($type), self)
            }
        })*
    };
}

by_variant!(Color, PieceType, MoveNotation);

impl Japanese for Square {
    fn japanese(&self) -> String {
        square_kanji(*self)
    }
}

/// Without its position, a move is its destination with its origin or the piece dropped:
/// `７六（７七）`, `２二成（８八）`, `５五角打`.
impl Japanese for Move {
    fn japanese(&self) -> String {
        let to = square_kanji(self.to());
        match self.kind() {
            MoveKind::Drop { piece, .. } => format!("{to}{}打", board_kanji(piece)),
            MoveKind::Normal { from, promote, .. } => {
                let promotion = if promote { "成" } else { "" };
                format!("{to}{promotion}（{}）", square_kanji(from))
            }
        }
    }
}

impl Japanese for Format {
    fn japanese(&self) -> String {
        match self {
            Format::Western => key::Format::Western {}.japanese(),
            _ => self.to_string(),
        }
    }
}

impl Japanese for Problem {
    fn japanese(&self) -> String {
        let reason = self.reason.japanese();
        match self.line {
            0 => reason,
            line => {
                let line = line.to_string();
                key::Problem { line, reason }.japanese()
            }
        }
    }
}

impl Japanese for MoveTextError {
    fn japanese(&self) -> String {
        let text = self.0.clone();
        key::MoveTextError { text }.japanese()
    }
}

// Positions and moves.

japanese! {
    open SfenError {
        Empty,
        UnknownPiece(letter),
        BadPromotion,
        RankWidth { rank, count } => (rank = rank + 1, count = count),
        RankCount(n),
        Turn(text),
        Hands(text),
        Ply(text),
        Trailing(text),
        TooMany { kind, count, max },
        TwoKings(side),
        TwoPawns { color, file },
        DeadEnd { kind, square },
    }
}
japanese! {
    IllegalMove {
        NoPiece(mv),
        Unreachable(mv),
        Promotion(mv),
        DeadEnd(mv),
        Nifu(mv),
        Uchifuzume(mv),
        KingInCheck(mv),
    }
}
japanese! { MoveError { Text(error) => inner, Illegal(error) => inner } }
japanese! {
    open NotationError {
        Syntax(text, notation),
        NoMoveBefore(text),
        NoSuchMove { text, side },
        WrongOrigin { text, side, from },
        Ambiguous { text, moves } => (text = text, count = moves.len(), moves = list(moves)),
        Illegal { text, reason },
    }
}

fn list(moves: &[Move]) -> String {
    let moves = moves.iter().map(Move::japanese);
    moves.collect::<Vec<_>>().join("、")
}

// Records.

japanese! {
    Reason {
        TooLarge(n),
        LongLine(n),
        UnknownFormat,
        Extension { extension, text },
        NoGame,
        Undecoded(n),
        NoJson(error),
        BrokenJson(error),
        NoJkf,
        More(n),
        Start(fault),
        Handicap(text),
        Line(error),
        Move { number, fault },
        AfterEnd(mv),
        Number { found, expected },
        Side { text, side },
        FourthTime(ply),
        NotMated(ply),
        End(text),
        EarlyVariation,
        LostVariation(n),
        UnopenedVariation,
        UnclosedVariation,
        Unknown(text),
        NoValue(text),
        Time(text),
        BehindMoves(text),
        SecondName(text),
        ManyHeaders { text, most },
        CutOff(text),
    }
}
japanese! {
    StartFault {
        Position(error) => inner,
        Row(text),
        Rows(n),
        BoardPiece(text),
        HandPiece(text),
        Piece(text),
        NotHeld(text),
        Unknown(text),
        Remove(text),
        NotThere(text),
        Rank(n),
        Trailing(text),
        Place(text),
        NoData,
        Preset(text),
        Board,
        Owner { piece, square },
        Count(text),
    }
}
japanese! { MoveFault { Usi(error) => inner, Notation(error) => inner, Csa(error) => inner } }
japanese! {
    CsaError {
        Syntax(text),
        Turn { text, side },
        Piece { text, side },
        Illegal { text, reason },
    }
}
japanese! {
    Loss {
        Fractions,
        Times,
        Bookmarks,
        StartPly(ply),
        Variations,
        DeepVariations(n),
        DateForm,
        TimeForm,
        Headers,
        HeaderName(text),
        Comments,
        End,
        EndName(text),
        Characters(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_texts() {
        let names = Color::ALL.map(|one| one.japanese());
        assert_eq!(names, ["先手", "後手"]);
        for notation in MoveNotation::ALL {
            assert_ne!(notation.japanese(), format!("{notation:?}"));
        }
    }

    #[test]
    fn squares_and_moves_are_in_kanji() {
        for (usi, text) in [
            ("7g7f", "７六（７七）"),
            ("8h2b+", "２二成（８八）"),
            ("B*5e", "５五角打"),
        ] {
            let mv: Result<Move, _> = usi.parse();
            assert_eq!(mv.map(|mv| mv.japanese()), Ok(text.to_string()));
        }
    }
}
