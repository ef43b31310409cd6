//! Japanese texts for errors of training data and of training.

use komadai_training::pack::convert::ConvertError as PackConvertError;
use komadai_training::pack::gamefile::VERSION;
use komadai_training::pack::{DataFileError, GameFileError};
use komadai_training::selfplay::GenerateError;
use komadai_training::train::config::{Allowed, ConfigError};
use komadai_training::train::model::ArchError;
use komadai_training::train::session::SessionError;
use komadai_training::train::trainer::TrainError;
use komadai_training::train::{CheckpointError, CheckpointFault, ImportError};

use crate::language::japanese;

japanese! {
    open GameFileError {
        Journal(error) => error,
        NotGames(path),
        Version { path, found } => (path, found, newest = VERSION),
        Header(path),
        DamagedInside { path, damage } => (path, from = damage.from, to = damage.to),
        TooLong(n),
        LongNote(n),
    }
}
japanese! {
    open DataFileError {
        Games(error) => error,
        File(error) => error,
        UnknownFormat(path),
    }
}
japanese! {
    open PackConvertError {
        Input(error) => error,
        Games(error) => error,
        File(error) => error,
        AllLeftOut(n),
    }
}
japanese! {
    GenerateError {
        Folder(error) => error,
        File(error) => error,
        OtherRun { path, found },
        SameName(a, b),
        Settings(error) => error,
        NoOpening { tries, least, most, limit },
        Searcher(error) => error,
    }
}
japanese! { ArchError { Classic(l1, l2, l3), Sfnn(l1, l2, l3) } }
japanese! { Allowed { AtLeast(a), Above(a), AboveUpTo(a, b), Between(a, b) } }
japanese! { CheckpointFault { NoCheckpoint, Version, Damaged, CutShort, Head, Arrays } }
japanese! { ConfigError { Arch(error) => error, Range { name, value, range } } }
japanese! { TrainError { Config(error) => error, NoData, TooMuchData(n), OtherShape } }
japanese! { ImportError { OtherShape { found, wanted }, Folded } }
japanese! {
    CheckpointError {
        File(error) => error,
        Damaged { path, what } => [path, what],
        OtherOptions(text),
        OtherData,
        Train(error) => error,
    }
}
japanese! {
    SessionError {
        Checkpoint(error) => error,
        File(error) => error,
        Net(error) => error,
        Start { path, error } => [path, error],
        StartShape(path),
        OtherStart(path),
        Exists(path),
        NoCheckpoint { net, checkpoint },
    }
}
