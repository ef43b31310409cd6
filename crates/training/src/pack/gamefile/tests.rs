use super::*;
use crate::pack::testing::random_game;
use komadai::types::SplitMix64;

fn games(seed: u64, count: usize) -> Vec<Game> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(|_| random_game(&mut rng)).collect()
}

fn write(path: &Path, games: &[Game]) {
    let (mut writer, _) = GameWriter::append(path, "a note").unwrap();
    for game in games {
        writer.write(game).unwrap();
    }
}

fn read(path: &Path) -> (Vec<Game>, usize) {
    let file = GameFile::open(path).unwrap();
    assert_eq!(file.note(), "a note");
    let mut games = file.games();
    let read = games.by_ref().map(Result::unwrap).collect();
    (read, games.torn())
}

#[test]
fn games_come_back_and_a_ply_takes_four_bytes_and_a_bit() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    let written = games(1, 50);
    write(&path, &written[..20]);
    write(&path, &written[20..]);
    assert_eq!(read(&path), (written.clone(), 0));
    let plies: usize = written.iter().map(|game| game.plies.len()).sum();
    let size = std::fs::metadata(&path).unwrap().len() as usize;
    // The deviation map adds one bit a ply.
    assert!(size <= 4 * plies + plies / 8 + 50 * 49 + 30);
    assert!(matches!(
        GameWriter::create(&path, ""),
        Err(GameFileError::Journal(JournalError::Exists(_)))
    ));
}

#[test]
fn a_file_cut_at_any_byte_loses_at_most_the_last_game() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    let written = games(2, 4);
    write(&path, &written);
    let whole = std::fs::read(&path).unwrap();
    // The offset at which each record ends.
    let mut ends = vec![header("a note").unwrap().len()];
    for game in &written {
        ends.push(ends.last().unwrap() + game.to_record().unwrap().len());
    }
    assert_eq!(*ends.last().unwrap(), whole.len());
    let extra = games(3, 1);
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let kept = ends
            .iter()
            .filter(|&&end| end <= cut)
            .count()
            .saturating_sub(1);
        let (mut writer, resumed) = GameWriter::append(&path, "a note").unwrap();
        assert_eq!(resumed.games, kept as u64, "cut at {cut}");
        if cut >= ends[0] {
            assert_eq!(resumed.cut, (cut - ends[kept]) as u64);
        }
        writer.write(&extra[0]).unwrap();
        let mut expected = written[..kept].to_vec();
        expected.extend(extra.clone());
        assert_eq!(read(&path), (expected, 0), "cut at {cut}");
    }
}

#[test]
fn damage_in_the_middle_is_named_and_skipped() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    let written = games(4, 5);
    write(&path, &written);
    let whole = std::fs::read(&path).unwrap();
    let start: usize = header("a note").unwrap().len();
    let first = written[0].to_record().unwrap().len();
    let second = written[1].to_record().unwrap().len();
    for at in 0..second {
        let mut bytes = whole.clone();
        bytes[start + first + at] ^= 0x10;
        let file = GameFile::from_bytes(bytes, &path).unwrap();
        let read: Vec<_> = file.games().collect();
        assert_eq!(read.len(), 5);
        for (i, game) in read.into_iter().enumerate() {
            if i == 1 {
                let damage = game.unwrap_err();
                assert_eq!(damage.from, start + first);
                assert_eq!(damage.to, start + first + second);
            } else {
                assert_eq!(game.unwrap(), written[i]);
            }
        }
    }
}

/// The games behind the last whole record are the next to be written, so only damage before it
/// makes the number of whole games the wrong number to continue with.
#[test]
fn only_damage_before_the_last_whole_game_keeps_a_file_from_being_continued() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    let written = games(7, 4);
    write(&path, &written);
    let whole = std::fs::read(&path).unwrap();
    let mut ends = vec![header("a note").unwrap().len()];
    for game in &written {
        ends.push(ends.last().unwrap() + game.to_record().unwrap().len());
    }
    let reopened = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let resumed = GameWriter::append(&path, "a note").map(|(_, resumed)| resumed);
        (resumed, std::fs::read(&path).unwrap())
    };
    for game in 0..4 {
        for at in [ends[game], ends[game] + 2, ends[game + 1] - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            // With a torn last record as well, after which nothing may be cut off either.
            for bytes in [&bytes[..], &bytes[..bytes.len() - 3]] {
                let last = if bytes.len() < whole.len() { 2 } else { 3 };
                let (resumed, after) = reopened(bytes);
                match resumed {
                    Err(GameFileError::DamagedInside { damage, .. }) => {
                        assert!(game < last, "game {game}");
                        assert_eq!((damage.from, damage.to), (ends[game], ends[game + 1]));
                        assert!(after == bytes);
                    }
                    resumed => {
                        assert!(game >= last, "game {game}");
                        assert_eq!(resumed.unwrap().games, game as u64);
                        assert!(after == whole[..ends[game]]);
                    }
                }
            }
        }
    }
}

/// With a note length beyond the end of the file, the header looks like one cut off by a kill.
#[test]
fn games_behind_a_damaged_note_length_are_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    write(&path, &games(8, 2));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[11] = 0xff;
    std::fs::write(&path, &bytes).unwrap();
    let refused = GameWriter::append(&path, "a note");
    assert!(matches!(refused, Err(GameFileError::Header(_))));
    assert!(std::fs::read(&path).unwrap() == bytes);
}

/// Version 1 has no deviation map: it wrote two zero bytes where version 2 has the map's length.
#[test]
fn files_without_deviations_are_read_as_before() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    let mut written = games(6, 3);
    for ply in written.iter_mut().flat_map(|game| &mut game.plies) {
        ply.deviates = false;
    }
    let mut bytes = header("a note").unwrap();
    bytes[8] = 1;
    let crc = crc32fast::hash(&bytes[..bytes.len() - CRC]);
    let crc_at = bytes.len() - CRC;
    bytes[crc_at..].copy_from_slice(&crc.to_le_bytes());
    for game in &written {
        let record = game.to_record().unwrap();
        assert_eq!(record[10..12], [0, 0]);
        bytes.extend(record);
    }
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(read(&path), (written, 0));
}

#[test]
fn other_files_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.games");
    std::fs::write(&path, "diary of a shogi player").unwrap();
    assert!(matches!(
        GameWriter::append(&path, ""),
        Err(GameFileError::NotGames(_))
    ));
    assert_eq!(std::fs::read(&path).unwrap(), b"diary of a shogi player");
    let mut later = header("x").unwrap();
    later[8] = 3;
    assert!(matches!(
        GameFile::from_bytes(later, &path),
        Err(GameFileError::Version { found: 3, .. })
    ));
    let mut damaged = header("x").unwrap();
    damaged[12] ^= 1;
    assert!(matches!(
        GameFile::from_bytes(damaged, &path),
        Err(GameFileError::Header(_))
    ));
    let mut game = games(5, 1).remove(0);
    game.plies = vec![game.plies[0]; 65536];
    assert!(matches!(
        game.to_record(),
        Err(GameFileError::TooLong(65536))
    ));
}
