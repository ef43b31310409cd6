//! Japanese texts for faults of game records and losses in conversion.

use komadai_records::{
    CsaError, Format, Loss, MoveFault, Problem, Reason, RecordError, StartFault,
};

use crate::language::{Japanese, ja, japanese};
use crate::records::in_file;

impl Japanese for Format {
    fn japanese(&self) -> String {
        match self {
            Format::Western => ja!(Format.Western),
            _ => self.to_string(),
        }
    }
}

impl Japanese for Problem {
    fn japanese(&self) -> String {
        let (line, reason) = (self.line, &self.reason);
        match line {
            0 => reason.japanese(),
            _ => ja!(Problem, line, reason),
        }
    }
}

impl Japanese for RecordError {
    fn japanese(&self) -> String {
        match self {
            RecordError::Io { file, source } => {
                format!("{}: {}", file.display(), source.japanese())
            }
            RecordError::Content { file, problem } => in_file(file.display(), problem),
            RecordError::Extension { file } => {
                ja!(RecordError.Extension, file, known = Format::extensions())
            }
            _ => self.to_string(),
        }
    }
}

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
        EmptyJson,
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
        CutOff(text),
    }
}
japanese! {
    StartFault {
        Position(error) => error,
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
japanese! { MoveFault { Usi(error) => error, Notation(error) => error, Csa(error) => error } }
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
        Comments,
        End,
        EndName(text),
        Characters(text),
    }
}
