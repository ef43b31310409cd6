//! Conversion of training data between game files, psv and hcpe.
//!
//! A game gives one record for each position that has a score. psv records that stand in game order
//! are joined to games again; every other record becomes a game of one ply.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{
    DataFile, DataFileError, DataFormat, Game, GameFileError, GameWriter, HuffmanCodedPosAndEval,
    Joiner, PackedSfenValue,
};
use komadai::files::PathError;
use komadai::files::whole_file::WholeFile;

/// Counts of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// Games read without an error, whose games or records were written.
    pub games: u64,
    /// Positions written.
    pub positions: u64,
    /// Games, records and damaged stretches left out: games and records because they break the
    /// rules.
    pub left_out: u64,
}

/// Error in converting training data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] DataFileError),
    /// The output cannot be written.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The output cannot be written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The inputs hold no usable game or record, so no output is written.
    #[error(
        "nothing is written: all that was read is left out ({0} games, records or damaged stretches)"
    )]
    AllLeftOut(u64),
}

/// Converts files and folders to one file, in the format that the ending of its name stands for.
///
/// # Errors
/// If a file cannot be read, if the output cannot be written, or if nothing usable was
/// read. Damaged or illegal games and records alone are no error: they are logged, counted and left
/// out.
pub fn convert(inputs: &[PathBuf], output: &Path) -> Result<Converted, ConvertError> {
    let format =
        DataFormat::of(output).ok_or_else(|| DataFileError::UnknownFormat(output.to_path_buf()))?;
    let files = DataFormat::list(inputs)?;
    let mut whole = WholeFile::create(output)?;
    let mut out = match format {
        DataFormat::Games => {
            // The temporary file is empty, so `append` writes its header.
            let (writer, _) = GameWriter::append(whole.temporary_path(), "converted")?;
            Output::Games(writer)
        }
        DataFormat::Psv => Output::Psv(&mut whole),
        DataFormat::Hcpe => Output::Hcpe(&mut whole),
    };
    let converted = convert_all(&files, &mut out, output)?;
    drop(out);
    if converted.games == 0 && converted.left_out > 0 {
        return Err(ConvertError::AllLeftOut(converted.left_out));
    }
    whole.commit()?;
    Ok(converted)
}

enum Output<'a> {
    Games(GameWriter),
    Psv(&'a mut WholeFile),
    Hcpe(&'a mut WholeFile),
}

/// Converts the content of all files; damaged games and records are logged and counted.
fn convert_all(
    files: &[PathBuf],
    out: &mut Output<'_>,
    output: &Path,
) -> Result<Converted, ConvertError> {
    let mut done = Converted::default();
    for path in files {
        let mut take = |game: Result<Game, String>, done: &mut Converted| match game {
            Ok(game) => write(&game, out, output, done),
            Err(error) => {
                log::warn!("{}: {error}", path.display());
                done.left_out += 1;
                Ok(())
            }
        };
        let torn = match DataFile::open(path)? {
            DataFile::Games(file) => {
                let mut games = file.games();
                for game in games.by_ref() {
                    take(game.map_err(|damage| damage.to_string()), &mut done)?;
                }
                games.torn()
            }
            DataFile::Psv(records) => {
                let mut joiner = Joiner::default();
                for record in records.whole() {
                    let game = joiner.push(&PackedSfenValue::from_bytes(record));
                    if let Some(game) = game.transpose() {
                        take(game.map_err(|error| error.to_string()), &mut done)?;
                    }
                }
                if let Some(game) = joiner.finish() {
                    take(Ok(game), &mut done)?;
                }
                records.torn()
            }
            DataFile::Hcpe(records) => {
                for record in records.whole() {
                    let game = Game::from_hcpe(&HuffmanCodedPosAndEval::from_bytes(record));
                    take(game.map_err(|error| error.to_string()), &mut done)?;
                }
                records.torn()
            }
        };
        done.left_out += u64::from(torn > 0);
    }
    Ok(done)
}

fn write(
    game: &Game,
    out: &mut Output<'_>,
    path: &Path,
    done: &mut Converted,
) -> Result<(), ConvertError> {
    let mut records: Vec<u8> = Vec::new();
    let mut positions = 0;
    let psv = matches!(out, Output::Psv(_));
    let hcpe = matches!(out, Output::Hcpe(_));
    let played = game.replay(|pos, ply, _| {
        positions += u64::from(ply.score.is_some());
        if psv && let Some(mut record) = game.to_psv(pos, ply) {
            // `pos.ply()` counts from 1 when the ply of the start is unknown; 0 keeps it unknown.
            record.ply = if game.start_ply == 0 { 0 } else { record.ply };
            records.extend(record.to_bytes());
        }
        if hcpe && let Some(record) = game.to_hcpe(pos, ply) {
            records.extend(record.to_bytes());
        }
    });
    if let Err(error) = played {
        log::warn!("a game is left out: {error}");
        done.left_out += 1;
        return Ok(());
    }
    match out {
        Output::Games(writer) => writer.write(game)?,
        Output::Psv(file) | Output::Hcpe(file) => {
            file.write_all(&records).map_err(PathError::at(path))?
        }
    }
    done.games += 1;
    done.positions += positions;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::GameFile;
    use crate::pack::testing::random_game;
    use komadai::EndReason;
    use komadai::types::SplitMix64;

    #[test]
    fn there_and_back_is_where_it_began() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let mut rng = SplitMix64::new(21);
        let mut writer = GameWriter::create(&path("a.games"), "").unwrap();
        let mut games = Vec::new();
        for _ in 0..20 {
            let mut game = random_game(&mut rng);
            game.opening_plies = 0;
            game.end = EndReason::Unknown;
            for ply in &mut game.plies {
                ply.score.get_or_insert(3);
                ply.deviates = false;
            }
            writer.write(&game).unwrap();
            games.push(game);
        }
        let positions: u64 = games.iter().map(|game| game.plies.len() as u64).sum();
        let run = |from: &str, to: &str| convert(&[path(from)], &path(to)).unwrap();
        let expected = Converted {
            games: 20,
            positions,
            left_out: 0,
        };
        assert_eq!(run("a.games", "a.psv"), expected);
        assert_eq!(run("a.psv", "b.games"), expected);
        let read: Vec<_> = GameFile::open(&path("b.games"))
            .unwrap()
            .games()
            .map(Result::unwrap)
            .collect();
        assert_eq!(read, games);

        // hcpe stores no ply number; everything else must survive the way through it.
        run("a.psv", "a.hcpe");
        run("a.hcpe", "b.psv");
        run("b.psv", "b.hcpe");
        let bytes = |name: &str| std::fs::read(path(name)).unwrap();
        assert_eq!(bytes("a.hcpe"), bytes("b.hcpe"));
        assert_eq!(bytes("a.psv").len() as u64, 40 * positions);
        for (a, b) in bytes("a.psv").chunks(40).zip(bytes("b.psv").chunks(40)) {
            assert_eq!((&a[..36], a[38]), (&b[..36], b[38]));
            assert_eq!(b[36..38], [0, 0]);
        }
    }

    #[test]
    fn nothing_half_written_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let mut writer = GameWriter::create(&path("a.games"), "").unwrap();
        writer.write(&random_game(&mut SplitMix64::new(1))).unwrap();
        let inputs = [path("a.games"), path("none.psv")];
        for out in ["out.psv", "out.hcpe", "out.games"] {
            let error = convert(&inputs, &path(out)).unwrap_err();
            assert!(error.to_string().contains("none.psv"), "{error}");
            assert!(!path(out).exists());
        }
        assert!(convert(&inputs, &path("out.txt")).is_err());
        std::fs::write(path("bad.psv"), [0xff; 100]).unwrap();
        let done = convert(&[path("a.games"), path("bad.psv")], &path("c.games")).unwrap();
        assert_eq!((done.games, done.left_out), (1, 3));
    }
}
